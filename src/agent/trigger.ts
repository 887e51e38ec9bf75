import { countsFromLastRun, type TriggerEvent } from '../github/event.ts';
import type { AgentInputs } from '../inputs.ts';
import { shorten } from '../text/markdown.ts';
import { visibleLine, visibleText } from '../text/visible.ts';

export type TriggerInputs = Pick<
  AgentInputs,
  'triggerLabel' | 'triggerPhrase' | 'prompt' | 'jobId' | 'include' | 'releaseTag'
>;

/**
 * Activity types that start a request even if `prompt` isn't set. Without `prompt`, other activity types of these
 * events are skipped.
 */
const ACTIVITIES: Readonly<Record<string, readonly string[]>> = {
  issues: ['opened', 'labeled'],
  pull_request: ['opened', 'labeled'],
  pull_request_target: ['opened', 'labeled'],
  issue_comment: ['created'],
  pull_request_review_comment: ['created'],
  pull_request_review: ['submitted'],
  release: ['published'],
};

/**
 * Returns a sentence on why the event doesn't start a request; undefined if it does. Checks the label and the trigger
 * phrase. If neither `prompt` nor a release tag is given, also checks the activity type. A run that only watches is
 * never skipped.
 */
export function skipReason(event: TriggerEvent, inputs: TriggerInputs): string | undefined {
  if (wantedOf(event, inputs).what === 'watch') return undefined;
  const reason =
    reviewMismatch(event) ??
    labelMismatch(event, inputs.triggerLabel) ??
    commentMismatch(event, inputs) ??
    (event.push?.tag && event.push.deleted
      ? `The tag ${visibleLine(event.push.tag)} was deleted.`
      : undefined);
  const needsActivity = inputs.prompt === undefined && givenTag(event, inputs) === undefined;
  return needsActivity ? (reason ?? activityMismatch(event)) : reason;
}

/** Request that the event and the inputs describe. */
export interface Wanted {
  /**
   * Source of the request: a `comment` or review on an issue or pull request, or the `event` itself. `watch` means that
   * nothing is sent.
   */
  readonly what: 'comment' | 'event' | 'watch';
  /** Job that the request goes to: one `given` by its ID, the thread's `latest` one, or a `new` one. */
  readonly job: 'given' | 'latest' | 'new';
  /** Names of the parts that the prompt quotes, as in `include`. */
  readonly quotes: ReadonlySet<Quotable>;
  /** Tag whose release the request is about; undefined if there is none, or if the prompt quotes nothing. */
  readonly tag?: string | undefined;
}
type Quotable = NonNullable<AgentInputs['include']> extends ReadonlySet<infer Name> ? Name : never;

/** Determines from the event and the inputs what is requested, without calling GitHub. */
export function wantedOf(event: TriggerEvent, inputs: TriggerInputs): Wanted {
  const { prompt, jobId, include } = inputs;
  const isComment = event.subject !== undefined && event.asked !== undefined;
  const named = jobId === 'latest' ? 'latest' : 'given';
  const job = jobId === undefined ? (isComment ? 'latest' : 'new') : named;
  const given = givenTag(event, inputs);
  const quotesEvent = prompt === undefined || given !== undefined;
  const quotes = include ?? new Set(quotesEvent ? (['event'] as const) : []);
  const isWatch = job === 'given' && prompt === undefined && (!isComment || include?.size === 0);
  const what = isWatch ? 'watch' : isComment ? 'comment' : 'event';
  const tag = given ?? event.push?.tag;
  return { what, job, quotes, tag: isWatch || quotes.size === 0 ? undefined : tag };
}

/** Returns `release-tag`; undefined for comments and reviews, which are about their thread. */
function givenTag({ comment }: TriggerEvent, { releaseTag }: TriggerInputs): string | undefined {
  return comment ? undefined : releaseTag;
}

/** Returns the job ID in `job-id`; undefined for `latest`, or if it isn't set. */
export function givenJob({ jobId }: Pick<AgentInputs, 'jobId'>): string | undefined {
  return jobId === 'latest' ? undefined : jobId;
}

/**
 * Returns the number of the issue or pull request to reply on; undefined if there is none. A reply to a comment goes to
 * the comment's own thread. Other replies go to `issue-number`, or else to the event's issue or pull request.
 */
export function threadOf(
  { comment, subject }: TriggerEvent,
  { issueNumber }: Pick<AgentInputs, 'issueNumber'>,
): number | undefined {
  return comment && subject ? subject.number : (issueNumber ?? subject?.number);
}

/** Returns a sentence on why comments can't begin with the trigger phrase; undefined if they can. */
export function phraseProblem(phrase: string): string | undefined {
  if (visibleText(phrase) === phrase) return undefined;
  return "GitHub hides some of the phrase's characters, so no comment can begin with it. Use one visible word, such as /docs.";
}

/** Checks whether this event can never start a request, because neither the event nor the inputs describe one. */
export function isUnusable(event: TriggerEvent, inputs: TriggerInputs): boolean {
  const isKnown = event.name in ACTIVITIES || event.name === 'push' || countsFromLastRun(event);
  const isGiven = inputs.prompt !== undefined || inputs.jobId !== undefined;
  return !isKnown && !isGiven && givenTag(event, inputs) === undefined;
}

/** Rejects edited and dismissed reviews, and resolved review threads. */
function reviewMismatch({ name, action }: TriggerEvent): string | undefined {
  if (name === 'pull_request_review_thread') return "Resolving a review thread isn't a request.";
  if (name !== 'pull_request_review' || action === 'submitted') return undefined;
  return `The review was ${action}. Only newly submitted reviews are requests.`;
}

/**
 * Rejects labels other than `trigger-label`. If that input is set, only `labeled` events start a request. If `opened`
 * events also started one, an issue opened with the label would start two jobs. GitHub ignores case in labels.
 */
function labelMismatch(
  { action, label, subject, comment }: TriggerEvent,
  triggerLabel: string | undefined,
): string | undefined {
  const isLabeled = label !== undefined || (subject !== undefined && !comment);
  if (triggerLabel === undefined || !isLabeled) return undefined;
  if (action !== 'labeled') return `No label was added, but \`trigger-label\` is "${triggerLabel}".`;
  if (label?.toLowerCase() === triggerLabel.toLowerCase()) return undefined;
  return `The label "${label ?? ''}" was added, but \`trigger-label\` is "${triggerLabel}".`;
}

/** Rejects comments without the phrase. Also rejects edited comments, because somebody else may have made the edit. */
function commentMismatch(
  { action, comment, asked }: TriggerEvent,
  { prompt, triggerPhrase }: TriggerInputs,
): string | undefined {
  if (!comment || asked !== undefined || (comment.kind === 'review' && prompt !== undefined))
    return undefined;
  if (action === 'deleted' || action === 'edited') {
    return `The comment was ${action}. Only new comments are requests.`;
  }
  const [word = ''] = /^\S*/.exec(visibleText(comment.body)) ?? [];
  return `The comment begins with "${shorten(word, 40)}", but \`trigger-phrase\` is "${triggerPhrase}".`;
}

function activityMismatch({ name, action, subject, push }: TriggerEvent): string | undefined {
  if (push?.tag && !push.created)
    return `Without a \`prompt\`, only new tags start a request; ${visibleLine(push.tag)} was moved.`;
  const known = ACTIVITIES[name];
  // An unreadable payload lacks an activity type. `promptProblem` reports that no prompt can be built from such events.
  if (!known || action === '' || known.includes(action) || (action === 'closed' && subject?.merged)) {
    return undefined;
  }
  const asking = known.map((each) => `\`${each}\``).join(' and ');
  const merges = name.startsWith('pull_request') && known.includes('opened') ? ', and merges,' : '';
  return `Without a \`prompt\`, only ${asking} events of \`${name}\`${merges} start a request; this one was \`${action}\`.`;
}
