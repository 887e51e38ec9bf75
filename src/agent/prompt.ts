import { afterPhrase, type Comment, type Release, type TriggerEvent } from '../github/event.ts';
import { fullName, type WorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs } from '../inputs.ts';
import { visibleLine, visibleText } from '../text/visible.ts';
import {
  compose,
  type Material,
  type Prompt,
  type PromptPart,
  quotedPart,
  subjectMaterial,
} from './quotation.ts';
import { asksByComment } from './trigger.ts';

/** The inputs that a prompt is made of. */
export type PromptInputs = Pick<AgentInputs, 'prompt' | 'context' | 'jobId' | 'triggerPhrase'>;

/**
 * Characters of a prompt, unless the instructions alone are longer. The platform documents no limit; this holds nearly
 * every issue whole (GitHub's own limit for a text is 65,536) and is some 15,000 tokens, which leaves any model room to
 * work.
 */
const LONGEST_PROMPT = 60_000;

const DEFAULT_INSTRUCTION = {
  issue: 'Update the documentation so that it does what the issue below asks for.',
  'pull request': 'Update the documentation so that it matches the pull request below.',
  release: 'Update the documentation for the release below.',
} as const;

/** Whether what `include` names is quoted: not to a job that has been told already, unless `context: event` repeats it. */
export function wantsIncluded(
  { include, context }: Pick<AgentInputs, 'include' | 'context'>,
  knowsSubject: boolean,
): boolean {
  return include.size > 0 && (!knowsSubject || context === 'event');
}

/** Why the inputs and the event make neither a prompt nor a job to watch; absent if they do. */
export function promptProblem(event: TriggerEvent, inputs: PromptInputs): string | undefined {
  if (inputs.jobId !== undefined || inputs.prompt !== undefined || askedIn(event) !== '') return undefined;
  if (defaultInstruction(event) !== undefined) {
    if (inputs.context !== 'none') return undefined;
    return 'Give a prompt or a job-id, or set `context: auto`: with `context: none` the event is no part of the prompt.';
  }
  const name = event.name || 'at hand';
  return `Give a prompt or a job-id: the event ${name} has no text to make a prompt of.`;
}

/**
 * The prompt: the workflow's instruction, then the one of the comment, then what the event is about, quoted.
 *
 * A comment with the trigger phrase is an instruction, since its author has passed the permission check. Everything
 * else of an event is material, whoever wrote it.
 *
 * The instructions are never cut. What does not fit beside them is, and a line says so.
 *
 * @param knowsSubject the job has been told already what the event is about
 * @param included what `include` adds
 */
export function buildPrompt(
  event: TriggerEvent,
  inputs: PromptInputs,
  run: WorkflowRun,
  knowsSubject: boolean,
  included: readonly PromptPart[] = [],
): Prompt {
  const own = inputs.prompt ?? '';
  const asked = askedIn(event);
  const given = [own, asked, ...askedInReview(event, inputs)].filter((text) => text !== '');
  const wantsSubject = inputs.context === 'event' || (own === '' && (given.length === 0 || !knowsSubject));
  const materials = inputs.context === 'none' ? [] : materialsOf(event, run, wantsSubject);
  const usesEvent = materials.length > 0 || (asked !== '' && inputs.context !== 'none');

  const instructions = given.length > 0 ? given : [defaultInstruction(event) ?? ''];
  const by = usesEvent ? askedBy(event) : '';
  const fits = [...instructions, by].join('\n\n').length <= LONGEST_PROMPT;
  const subject = materials.map((material) => quotedPart('subject', material));
  return compose(fits ? [...instructions, by] : instructions, [...subject, ...included], LONGEST_PROMPT);
}

/** The asker's words; empty if there are none. */
function askedIn(event: TriggerEvent): string {
  return asksByComment(event) ? (event.asked ?? '') : '';
}

/** What the other comments of the same review ask for, each with its place. */
function askedInReview({ comment }: TriggerEvent, { triggerPhrase }: PromptInputs): string[] {
  return (comment?.others ?? []).map(({ body, code }) => {
    const text = visibleText(body);
    const asked = afterPhrase(text, triggerPhrase) ?? text;
    return `In the same review, on ${visibleLine(code?.path ?? 'a line')}:\n\n${asked}`;
  });
}

function defaultInstruction({ subject, release }: TriggerEvent): string | undefined {
  return subject ? DEFAULT_INSTRUCTION[subject.kind] : release && DEFAULT_INSTRUCTION.release;
}

function askedBy({ sender, comment }: TriggerEvent): string {
  if (!sender) return '';
  const where = visibleLine(comment?.url ?? '');
  return `Asked for by ${sender.login}${where && `: ${where}`}`;
}

function materialsOf(event: TriggerEvent, run: WorkflowRun, wantsSubject: boolean): Material[] {
  const { comment, subject, release } = event;
  const code = [comment ?? [], comment?.others ?? []].flat().flatMap(codeMaterial);
  if (!wantsSubject) return code;
  if (subject) return [...code, subjectMaterial(subject, fullName(run))];
  return release ? [releaseMaterial(release, run)] : code;
}

/** The lines that a review comment was made on: without them, "this option" means nothing. */
function codeMaterial({ code, url }: Comment): Material[] {
  if (!code) return [];
  const what = 'the code that the comment is about';
  return [{ what, author: undefined, url, facts: [['File', code.path]], body: code.hunk, isCode: true }];
}

function releaseMaterial({ tag, title, notes, url, author }: Release, run: WorkflowRun): Material {
  const facts = [
    ['Tag', tag],
    ['Name', title],
  ] as const;
  return { what: `a release of ${fullName(run)}`, author: author?.login, url, facts, body: notes };
}
