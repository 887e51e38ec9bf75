import type { Comment, CommentEvent, Release, Subject, TriggerEvent } from '../github/event.ts';
import { fullName, type WorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs } from '../inputs.ts';
import { visibleLine, visibleText } from '../text/visible.ts';
import { compose, type Prompt, type PromptPart } from './budget.ts';
import { inRoom, type Material, quotedPart } from './quotation.ts';
import { instructionIn } from './trigger.ts';

/** The inputs that a prompt is made of. */
export type PromptInputs = Pick<AgentInputs, 'prompt' | 'context' | 'jobId' | 'triggerPhrase'>;

/**
 * Characters of a prompt, unless the workflow's own instruction alone is longer. The platform documents no limit; this
 * holds nearly every issue whole (GitHub's own limit for a text is 65,536) and is some 15,000 tokens, which leaves any
 * model room to work.
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
  const asked = event.kind === 'comment' ? restOf(event, inputs) : '';
  if (inputs.jobId !== undefined || inputs.prompt !== undefined || asked !== '') return undefined;
  if (defaultInstruction(event)) {
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
  const asked = event.kind === 'comment' ? restOf(event, inputs) : '';
  const instructions = [own, asked, ...askedElsewhere(event, inputs)].filter((text) => text !== '');
  const isBare = instructions.length === 0;
  const wantsSubject = inputs.context === 'event' || (own === '' && (isBare || !knowsSubject));
  const materials = inputs.context === 'none' ? [] : materialsOf(event, run, wantsSubject);
  const usesEvent = materials.length > 0 || (asked !== '' && inputs.context !== 'none');

  const given = isBare ? [defaultInstruction(event) ?? ''] : instructions;
  const room = LONGEST_PROMPT - given.join('\n\n').length - 2;
  const by = usesEvent ? inRoom(askedBy(event), room) : '';
  const subject = materials.map((material) => quotedPart('subject', 1, material));
  return compose([...given, by], subject, included, LONGEST_PROMPT);
}

function restOf({ comment }: CommentEvent, { triggerPhrase }: PromptInputs): string {
  return instructionIn(comment.body, triggerPhrase) ?? '';
}

/** The other comments of the same review. */
function askedElsewhere(event: TriggerEvent, { triggerPhrase }: PromptInputs): string[] {
  const others = (event.kind === 'comment' && event.comment.others) || [];
  return others.map(({ body, code }) => {
    const asked = instructionIn(body, triggerPhrase) ?? visibleText(body);
    return `In the same review, on ${visibleLine(code?.path ?? 'a line')}:\n\n${asked}`;
  });
}

function defaultInstruction(event: TriggerEvent): string | undefined {
  if (event.kind === 'plain') return undefined;
  if (event.kind === 'release') return event.release && DEFAULT_INSTRUCTION.release;
  return DEFAULT_INSTRUCTION[event.subject.kind];
}

function askedBy(event: TriggerEvent): string {
  if (!event.sender) return '';
  const where = event.kind === 'comment' ? visibleLine(event.comment.url) : '';
  return `Asked for by ${event.sender.login}${where && `: ${where}`}`;
}

function materialsOf(event: TriggerEvent, run: WorkflowRun, wantsSubject: boolean): Material[] {
  const comments = event.kind === 'comment' ? [event.comment, ...(event.comment.others ?? [])] : [];
  const code = comments.flatMap(codeMaterial);
  if (wantsSubject && 'subject' in event) return [...code, subjectMaterial(event.subject, run)];
  const release = wantsSubject && event.kind === 'release' ? event.release : undefined;
  return release ? [releaseMaterial(release, run)] : code;
}

function subjectMaterial({ kind, number, title, body, url, author }: Subject, run: WorkflowRun): Material {
  const what = `the ${kind} #${number} of ${fullName(run)}`;
  return { what, author: author?.login, url, facts: [['Title', title]], body };
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
    ['Changes since the previous release', compareLink(notes, run)],
  ] as const;
  return { what: `a release of ${fullName(run)}`, author: author?.login, url, facts, body: notes };
}

/** The link at the end of the notes that GitHub generates, if it leads to this repository; else empty. */
function compareLink(notes: string, run: WorkflowRun): string {
  const link = /^\*\*Full Changelog\*\*: *(https:\S+)\s*$/m.exec(notes)?.[1] ?? '';
  if (!URL.canParse(link)) return '';
  const { origin, pathname, href } = new URL(link);
  const page = `/${fullName(run)}/compare/`;
  return origin === new URL(run.serverUrl).origin && pathname.startsWith(page) ? href : '';
}
