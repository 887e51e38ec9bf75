import { NO_TOKEN } from '../github/api.ts';
import {
  afterPhrase,
  countsFromLastRun,
  type GithubComment,
  isDispatch,
  type Push,
  type Release,
  type Subject,
  type TriggerEvent,
} from '../github/event.ts';
import { fullName, type WorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs } from '../inputs.ts';
import { thousands } from '../text/numbers.ts';
import { visibleLine, visibleText } from '../text/visible.ts';
import {
  compose,
  type Material,
  NO_MATERIAL,
  type Prompt,
  type Quotation,
  quotedPart,
  shownPath,
  subjectQuotation,
} from './quotation.ts';
import type { MaterialSource } from './request.ts';
import { type TriggerInputs, type Wanted, wantedOf } from './trigger.ts';

/** Reason why there is no prompt to send, and advice, as sentences. */
export type NoPrompt =
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'error'; readonly reason: string; readonly advice: string };

/**
 * Most characters of a prompt, unless the instructions alone are longer. Mintlify doesn't document a limit. Nearly
 * every issue fits, because GitHub's own limit for a text is 65,536. It makes about 15,000 tokens, which leaves any
 * model room to work.
 */
const LONGEST_PROMPT = 60_000;
/** Most characters of instructions: more would certainly be refused. */
const MOST_CHARACTERS = 1_000_000;

const DEFAULT_INSTRUCTION = {
  issue: 'Change the documentation as the issue below requests.',
  'pull request': 'Update the documentation so that it matches the pull request below.',
  release: 'Update the documentation for the release below.',
  changes: 'Update the documentation so that it matches the changes below.',
} as const;
const RESTRAINT =
  'If readers of the documentation would not notice a difference, change nothing and do not open a pull request. State only what the material below shows.';

type PromptSource = Pick<MaterialSource, 'event' | 'inputs' | 'wanted' | 'run'>;

/** Reads the parts that `include` names besides `event`. Loads nothing if there are none. */
export async function readMaterial(source: MaterialSource): Promise<Material> {
  // Every other name brings `event` with it.
  if (source.wanted.quotes.size < 2) return NO_MATERIAL;
  return (await import('./include/include.ts')).readIncluded(source);
}

/**
 * Builds the prompt: the workflow's instructions, then those of the comment, then what `include` names, quoted.
 *
 * A comment with the trigger phrase is an instruction, because its author has passed the permission check. Everything
 * else in an event is material. Instructions are never cut. Material that doesn't fit is cut, and a line says so.
 *
 * @param isFollowUp whether the thread knows the job; {@link quotesNothingAgain} applies then, unless the comment is
 * only the phrase
 */
export function buildPrompt(
  material: Material,
  { event, inputs, wanted, run }: PromptSource,
  { isFollowUp }: { readonly isFollowUp: boolean },
): Prompt {
  const { asked = '' } = event;
  const requested = requestedTexts(event, inputs);
  const isDefault = requested.length === 0;
  const isRepeated = quotesNothingAgain(wanted, isFollowUp);
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

/** Checks whether only the lines that a comment is on are quoted, because the job already knows the rest. */
export function quotesNothingAgain({ what }: Wanted, isFollowUp: boolean): boolean {
  return isFollowUp && what === 'comment';
}

/** Returns the skip of a run that is only about changes and has none, even if there is other material. */
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

/** Returns the instructions of the workflow and of the people who ask, in the order of the prompt; may be empty. */
function requestedTexts(event: TriggerEvent, inputs: AgentInputs): string[] {
  const all = [inputs.prompt ?? '', event.asked ?? '', ...askedInReview(event, inputs)];
  return all.filter((text) => text !== '');
}

/** Returns why a prompt can't be sent: it would have nothing to be about, or be too long. Undefined if it can. */
export function promptObstacle(material: Material, source: PromptSource): NoPrompt | undefined {
  const isDefault = requestedTexts(source.event, source.inputs).length === 0;
  const unchanged = withoutChanges(material.noChanges, source.event, isDefault);
  if (unchanged) return unchanged;
  if (isDefault) return missingMaterial(material, source);
  const { length } = buildPrompt(material, source, { isFollowUp: false }).text;
  if (length <= MOST_CHARACTERS) return undefined;
  return {
    kind: 'error',
    reason: `The prompt has ${thousands(length)} characters, but may have at most ${thousands(MOST_CHARACTERS)}.`,
    advice: 'Shorten the instructions, which the action never cuts.',
  };
}

/**
 * Returns why a default instruction has nothing to be about, which would make the agent invent something; undefined if
 * it has.
 */
function missingMaterial({ parts, noChanges }: Material, { event }: PromptSource): NoPrompt | undefined {
  const { subject, release } = event;
  const hasText = subject ? !isBlank(subject.title, subject.body) : !isBlank(release?.title, release?.notes);
  if (hasText || (!subject && !noChanges && parts.length > 0)) return undefined;
  if (subject) return skip(`The ${subject.kind} #${subject.number} has no text that GitHub shows.`);
  if (noChanges?.kind === 'unread') {
    return { kind: 'error', reason: noChanges.reason, advice: noChanges.advice ?? '' };
  }
  if (release?.kind === 'tag')
    return skip(noChanges?.reason ?? `The tag ${visibleLine(release.tag)} has no release.`);
  if (release) return skip(`The release ${visibleLine(release.tag)} has no name and no notes.`);
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
 * instructions, because the author of the pull request chose it: it is quoted below them.
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

/** Returns the lines that comments were made on, because words such as "this option" refer to them. */
function codeQuotations({ comment }: TriggerEvent): Quotation[] {
  const others = comment?.others ?? [];
  return [
    ...(comment ? codeQuotation(comment, 'the comment') : []),
    ...others.flatMap((each, index) => codeQuotation(each, `comment ${index + 1} of the review`)),
  ];
}

function codeQuotation({ code, url }: GithubComment, name: string): Quotation[] {
  if (!code) return [];
  const fields = { File: shownPath(code.path) };
  return [{ what: `the code that ${name} is about`, url, fields, body: code.hunk, isCode: true }];
}

function subjectQuotations(
  { subject, alsoMerged = [], release, push }: TriggerEvent,
  run: WorkflowRun,
): Quotation[] {
  if (subject) return [subjectQuotation(subject, fullName(run)), ...alsoMergedQuotation(alsoMerged, run)];
  if (release) return [releaseQuotation(release, run)];
  return push && push.commits.length > 0 ? [pushQuotation(push, run)] : [];
}

const MOST_ALSO_MERGED = 10;

/** Returns a list of the other pull requests that a push merged. */
function alsoMergedQuotation(all: readonly Subject[], run: WorkflowRun): Quotation[] {
  if (all.length === 0) return [];
  const lines = all
    .slice(0, MOST_ALSO_MERGED)
    .map(({ number, title, url }) => `- #${number} ${visibleLine(title)}: ${visibleLine(url)}`);
  const what = `other pull requests of ${fullName(run)} that the same push merged`;
  return [{ what, body: lines.join('\n'), isCode: true }];
}

function releaseQuotation({ kind, tag, title, notes, url, author }: Release, run: WorkflowRun): Quotation {
  const what =
    kind === 'tag' ? `a tag of ${fullName(run)} without a release` : `a release of ${fullName(run)}`;
  return { what, author: author?.login, url, fields: { Tag: tag, Name: title }, body: notes };
}

const MOST_COMMITS = 20;

function pushQuotation({ before, after, branch, commits }: Push, run: WorkflowRun): Quotation {
  const range = /^0+$/.test(before) ? `commit/${after}` : `compare/${before}...${after}`;
  const earlier = commits.length - MOST_COMMITS;
  const lines = commits.slice(-MOST_COMMITS).map(({ line }) => `- ${visibleLine(line)}`);
  return {
    what: `the commits of a push to ${fullName(run)}`,
    url: `${run.serverUrl}/${fullName(run)}/${range}`,
    fields: { Branch: branch ?? '' },
    body: [...(earlier > 0 ? [`(${earlier} earlier commits)`] : []), ...lines].join('\n'),
    isCode: true,
  };
}

/**
 * Returns, as a sentence, why the inputs and the event don't make a prompt or name a job to watch; undefined if they
 * do.
 */
export function promptProblem(
  event: TriggerEvent,
  inputs: TriggerInputs & Pick<AgentInputs, 'issueNumber'>,
): string | undefined {
  const { what, target, quotes: names, tag } = wantedOf(event, inputs);
  if (target === 'given' || inputs.prompt !== undefined) return undefined;
  if (what === 'comment' && event.asked !== '') return undefined;
  const name = event.name || 'missing';
  const issueNumber = isDispatch(event) ? inputs.issueNumber : undefined;
  const isAbout = event.subject ?? event.release ?? event.push ?? tag ?? issueNumber;
  if (isAbout === undefined && !(countsFromLastRun(event) && names.has('changes'))) {
    const ways = isDispatch(event) ? ', `include: changes` or `issue-number`' : ' or `job-id`';
    const way = name === 'schedule' ? ' or `include: changes`' : ways;
    return `Set \`prompt\`${way}: the action can't build a prompt from a \`${name}\` event. For a report of page views, set \`mode: analytics\`.`;
  }
  return names.size > 0
    ? undefined
    : 'Set `prompt`, or remove `include`: with `include: none`, the prompt is empty.';
}

/** Returns, as a sentence, why `job-id: latest` can't work; undefined if it can, or isn't set. */
export function latestProblem(
  event: TriggerEvent,
  inputs: TriggerInputs & Pick<AgentInputs, 'comment' | 'issueNumber' | 'githubToken'>,
): string | undefined {
  const { name, subject, push } = event;
  const { jobId, comment, issueNumber, githubToken } = inputs;
  if (jobId !== 'latest') return undefined;
  if (!comment)
    return 'Set `comment: true`: `latest` finds the job in the replies on the issue or pull request.';
  if (githubToken === '') return `\`latest\` can't find the job in the replies because ${NO_TOKEN}.`;
  const isRelease = wantedOf(event, inputs).tag !== undefined;
  if (issueNumber !== undefined || (!isRelease && (subject || push?.branch !== undefined))) return undefined;
  const what = isRelease ? 'a release' : `a \`${name || 'missing'}\` event`;
  return `Set \`issue-number\`: ${what} has no issue or pull request on which \`latest\` can find a job.`;
}
