import { afterPhrase, type TriggerEvent } from '../../github/event.ts';
import type { AgentInputs } from '../../inputs.ts';
import { thousands } from '../../text/numbers.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import type { MaterialSource } from '../request.ts';
import { compose, type Material, NO_MATERIAL, type Prompt } from './compose.ts';
import { codeQuotations, subjectQuotations } from './event-quotations.ts';
import { quotedPart } from './quotation.ts';

/** Reason why there is no prompt to send. An error also has advice on what to change. */
export type NoPrompt =
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'error'; readonly reason: string; readonly advice: string };

/**
 * Maximum number of characters in a prompt, unless the instructions alone are longer. Mintlify doesn't document a
 * limit. GitHub limits an issue's text to 65,536 characters, so nearly every issue fits. The maximum is about 15,000
 * tokens, which leaves any model room to work.
 */
const LONGEST_PROMPT = 60_000;
/** Maximum length of a prompt whose instructions exceed `LONGEST_PROMPT`. A longer one would certainly be refused. */
const MOST_CHARACTERS = 1_000_000;

const DEFAULT_INSTRUCTION = {
  issue: 'Change the documentation as the issue below requests.',
  'pull request': 'Update the documentation so that it matches the pull request below.',
  release: 'Update the documentation for the release below.',
  changes: 'Update the documentation so that it matches the changes below.',
} as const;
const NAMES = { issue: 'Issue', 'pull request': 'Pull request' } as const;
const RESTRAINT =
  'If readers of the documentation would not notice a difference, change nothing and do not open a pull request. State only what the material below shows.';

type PromptSource = Pick<MaterialSource, 'event' | 'inputs' | 'wanted' | 'run'>;

/** Reads the parts that `include` names besides `event`. If it names none, the code that reads them isn't loaded. */
export async function readMaterial(source: MaterialSource): Promise<Material> {
  // If `quotes` contains any other part, it also contains `event`.
  if (source.wanted.quotes.size < 2) return NO_MATERIAL;
  return (await import('./include/include.ts')).readIncluded(source);
}

/**
 * Builds the prompt from the workflow's instructions, the comment's instructions, and quotations of what `include`
 * names.
 *
 * A comment with the trigger phrase is an instruction, because its author has passed the permission check. Everything
 * else in an event is material. Instructions are never cut. Material that doesn't fit is cut, and a line says so.
 *
 * @param jobKnowsThread whether the job has seen the thread before. If it has, a comment with text after the trigger
 * phrase is sent without quotations, except for the code that the comment is on
 */
export function buildPrompt(
  material: Material,
  { event, inputs, wanted, run }: PromptSource,
  { jobKnowsThread }: { readonly jobKnowsThread: boolean },
): Prompt {
  const { asked = '' } = event;
  const requested = requestedTexts(event, inputs);
  const isDefault = requested.length === 0;
  const isRepeated = jobKnowsThread && wanted.what === 'comment';
  const wantsSubject = wanted.quotes.has('event') && (isDefault || !isRepeated);
  const quotations = [
    ...(inputs.include?.size === 0 ? [] : codeQuotations(event)),
    ...(wantsSubject ? subjectQuotations(event, run) : []),
  ];
  const parts = [
    ...quotations.map((quotation) => quotedPart('subject', quotation)),
    ...(isRepeated ? [] : material.parts),
  ];
  const usesEvent = parts.length > 0 || (asked !== '' && inputs.include?.size !== 0);
  const instructions = isDefault ? [defaultInstruction(event)] : requested;
  const by = usesEvent ? askedBy(event) : '';
  return compose(instructions, by, parts, LONGEST_PROMPT);
}

/**
 * Returns a skip if a scheduled run has no earlier run to compare with. Without instructions, also returns a skip if
 * `paths` doesn't match any file that the push or pull request changed. Otherwise, returns undefined. It doesn't matter
 * whether the prompt could quote other material.
 */
function withoutChanges(
  noChanges: Material['noChanges'],
  { name, release, asked }: TriggerEvent,
  isDefault: boolean,
) {
  if (!noChanges || release || asked !== undefined) return undefined;
  const isStart = noChanges.kind === 'start' && name === 'schedule';
  const isFiltered = noChanges.kind === 'filtered' && isDefault && /^(push|pull_request)/.test(name);
  return isStart || isFiltered ? skip(noChanges.reason) : undefined;
}

/** Returns the instructions from the workflow and from comments, in the order of the prompt; may be empty. */
function requestedTexts(event: TriggerEvent, inputs: AgentInputs): string[] {
  const all = [inputs.prompt ?? '', event.asked ?? '', ...askedInReview(event, inputs)];
  return all.filter((text) => text !== '');
}

/** Returns why a prompt can't be sent (it lacks material, or is too long); undefined if it can be sent. */
export function promptObstacle(material: Material, source: PromptSource): NoPrompt | undefined {
  const isDefault = requestedTexts(source.event, source.inputs).length === 0;
  const unchanged = withoutChanges(material.noChanges, source.event, isDefault);
  if (unchanged) return unchanged;
  if (isDefault) return missingMaterial(material, source);
  const { length } = buildPrompt(material, source, { jobKnowsThread: false }).text;
  if (length <= MOST_CHARACTERS) return undefined;
  return {
    kind: 'error',
    reason: `The prompt has ${thousands(length)} characters, but may have at most ${thousands(MOST_CHARACTERS)}.`,
    advice: 'Shorten the instructions, which the action never cuts.',
  };
}

/**
 * Returns why there is no material for a default instruction; undefined if there is. Without material, the agent would
 * invent something.
 */
function missingMaterial({ parts, noChanges }: Material, { event }: PromptSource): NoPrompt | undefined {
  const { subject, release } = event;
  const hasText = subject ? !isBlank(subject.title, subject.body) : !isBlank(release?.title, release?.notes);
  if (hasText || (!subject && !noChanges && parts.length > 0)) return undefined;
  if (subject) return skip(`${NAMES[subject.kind]} #${subject.number} doesn't have visible text.`);
  if (noChanges?.kind === 'unread') {
    return { kind: 'error', reason: noChanges.reason, advice: noChanges.advice ?? '' };
  }
  if (release?.kind === 'tag')
    return skip(noChanges?.reason ?? `The tag ${visibleLine(release.tag)} has no release.`);
  if (release) return skip(`The release ${visibleLine(release.tag)} has neither a name nor notes.`);
  return skip(noChanges?.reason ?? 'There are no changes.');
}

function skip(reason: string) {
  return { kind: 'skip', reason } as const;
}

function isBlank(title = '', body = ''): boolean {
  return visibleLine(title) === '' && visibleText(body) === '';
}

/**
 * Returns the requests in the other comments of the same review. The path of a comment's file isn't part of the
 * instructions, because the pull request's author chose that path. The prompt quotes the path below the instructions.
 */
function askedInReview({ comment }: TriggerEvent, { triggerPhrase }: AgentInputs): string[] {
  return (comment?.others ?? []).map(({ body }, index) => {
    const text = visibleText(body);
    const asked = afterPhrase(text, triggerPhrase) ?? text;
    return `Comment ${index + 1} of the same review:\n\n${asked}`;
  });
}

function defaultInstruction({ subject, release }: TriggerEvent): string {
  const instruction = DEFAULT_INSTRUCTION[subject?.kind ?? (release ? 'release' : 'changes')];
  return `${instruction} ${RESTRAINT}`;
}

function askedBy({ sender, comment }: TriggerEvent): string {
  if (!sender) return '';
  const where = visibleLine(comment?.url ?? '');
  return `Requested by ${sender.login}${where && `: ${where}`}`;
}
