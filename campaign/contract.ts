/** What the contract says, written down a second time and once: for the judge of the campaign, and for tests of `src`. */

/** What the end of a create or message leaves behind. */
export type Delivery =
  /** It did not arrive, and may be sent again. */
  | 'again'
  /** Nothing was started. */
  | 'refused'
  /** It may have taken effect, and must not be sent again. */
  | 'unknown';

/** The status; or nothing of use came back; or no connection was made, or none may ever be, for want of trust. */
export type Answer = number | 'nothing' | 'no connection' | 'no trust';

/** At most so often a create or message is sent. */
export const MOST_SENDS = 4;

/** What the answer to a create or message says of it. */
export function afterPost(answer: Answer): Delivery {
  if (answer === 'no connection' || answer === 429) return 'again';
  if (answer === 'no trust') return 'refused';
  // These come from whoever stopped waiting for the request, which may have been passed on.
  const isUnclear = typeof answer !== 'number' || [408, 424, 425, 499].includes(answer);
  return !isUnclear && answer >= 400 && answer < 500 ? 'refused' : 'unknown';
}

/** Milliseconds after a create or message in which a 404 for the job is not final. */
export const EARLY_404_MS = 30_000;

/**
 * Whether a poll that was answered so says nothing of the job.
 *
 * @param sinceSentMs milliseconds since the run's own create or message was accepted; absent if there was none
 */
export function isPassingPoll(answer: Answer, sinceSentMs: number | undefined): boolean {
  if (typeof answer !== 'number') return answer !== 'no trust';
  if (answer === 404) return sinceSentMs !== undefined && sinceSentMs < EARLY_404_MS;
  return ![400, 401, 403].includes(answer);
}

export const FINISHED: readonly string[] = ['completed', 'failed', 'archived'];
/** Milliseconds after which a finished status is that of the follow-up. */
export const SETTLE_MS = 60_000;
/** Milliseconds from a signal to the end. */
export const STOP_MS = 5_000;
/** Milliseconds of asking GitHub again before `error`. */
export const PATIENCE_MS = 30_000;
/** Milliseconds after which a request that is undecided or being sent was cut off, so that nobody waits for it. */
export const CUT_OFF_MS = 120_000;
/** Requests to GitHub at one page of comments; one of each other operation. */
export const MOST_REQUESTS: Readonly<Record<string, number>> = {
  ...{ 'comment-list': 5, 'comment-create': 2, 'comment-update': 4, 'pull-request': 2, release: 2 },
};

/** Outcomes that say how the job ended. */
export const ENDS: readonly string[] = ['pull-request', 'no-pull-request', 'failed', 'archived'];

/** Whether the step fails with this outcome. @param failOn the input */
export function isFailure(outcome: string, failOn = 'failed, timeout'): boolean {
  return ['error', 'unknown', ...failOn.split(/[,\s]+/)].includes(outcome);
}

/** What a step has to do about an event. `nothing`: it must send nothing, and says so. */
export type Expected = 'asks' | 'watches' | 'nothing';

export interface Asking {
  readonly name: string;
  readonly action: string;
  /** A pull request was merged, also by a push. */
  readonly merged?: boolean;
  readonly label?: string;
  /** Of the comment or review. */
  readonly text?: string;
  /** Whether whoever caused it has enough permission, or needs it to cause it. */
  readonly isPermitted: boolean;
  /** An unlisted bot opened the pull request that it is about, or pushed commits that merged none. */
  readonly isOfBot: boolean;
  readonly isByBot?: boolean;
  /** The text of the review that a line comment is of. */
  readonly reviewText?: string;
  /** What it is about, of a tag or with `release-tag`: `empty` is a tag without a release and without changes. */
  readonly release?: 'release' | 'tag' | 'empty' | 'none' | undefined;
  readonly push?: string;
  /** Of a dispatch: it is about an issue or a pull request. */
  readonly hasSubject?: boolean;
  /** Of a push that merged none, a schedule or a dispatch: files have changed. */
  readonly hasChanges?: boolean;
  /** Of a schedule: there is a run since which changes are counted. */
  readonly hasStart?: boolean;
  /** Of a push or pull request: nothing that has changed matches `paths`. */
  readonly isFiltered?: boolean;
}

type Inputs = Readonly<Record<string, string>>;

/** Activities that a prompt is made of. */
const ACTIVITIES: Readonly<Record<string, RegExp>> = {
  issues: /^(opened|labeled)$/,
  pull_request: /^(opened|labeled|closed)$/,
  pull_request_target: /^(opened|labeled|closed)$/,
  release: /^published$/,
};

export const isComment = (name: string) => /_comment$|_review$/.test(name);
export const startsWithPhrase = (text = '') => /^\/docs[.,:;!?]?(\s|$)/i.test(text);

/** The files that match `paths`, in which the last pattern that matches one decides. */
export function matching(files: readonly string[], paths: string | undefined): readonly string[] {
  const patterns = paths?.split(',').map((text) => ({
    isNot: text.startsWith('!'),
    form: new RegExp(`^${text.replace('!', '').replaceAll('.', '\\.').replaceAll('**', '.+')}$`),
  }));
  return files.filter(
    (file) => !patterns || patterns.findLast(({ form }) => form.test(file))?.isNot === false,
  );
}

/** What an event asks for, with the inputs `prompt`, `job-id`, `include` and `trigger-label`. */
export function expectedOf(event: Asking, inputs: Inputs): Expected {
  const { name, action, isPermitted, isOfBot, isByBot, reviewText, text } = event;
  const isCommand = isComment(name) && startsWithPhrase(text);
  const isLabelOfPerson = action === 'labeled' && !isByBot;
  const isWatch = !inputs['prompt'] && (inputs['job-id'] ?? 'latest') !== 'latest';
  if (isWatch && name === 'push') return 'watches';
  if (event.push === 'tag-deleted') return 'nothing';
  if (!isPermitted || (isOfBot && !isCommand && !isLabelOfPerson)) return 'nothing';
  const asks = isAsked(event, inputs);
  if (isWatch && !(isCommand && inputs['include'] !== 'none' && asks)) return 'watches';
  // A review with the phrase is asked with all its comments, which their own events leave to it.
  return asks && !startsWithPhrase(reviewText) ? 'asks' : 'nothing';
}

function isAsked(event: Asking, inputs: Inputs): boolean {
  const { name, action, merged = false, label, text, hasSubject = false, hasChanges = false } = event;
  const { 'trigger-label': wanted, prompt, include = 'event' } = inputs;
  if (wanted && /^(issues|pull_request|pull_request_target)$/.test(name) && label !== wanted) return false;
  if (wanted && label !== undefined && action !== 'labeled') return false;
  if (name === 'pull_request_review_thread') return false;
  if (prompt && name === 'pull_request_review') return action === 'submitted';
  if (isComment(name)) return /^(created|submitted)$/.test(action) && startsWithPhrase(text);
  if (event.release === 'none') return false;
  if (name === 'schedule' && include.includes('changes') && !event.release && !event.hasStart) return false;
  if (prompt) return true;
  if (event.isFiltered && /^(push|pull_request)/.test(name)) return false;
  if (event.push === 'tag-moved' && !inputs['release-tag']) return false;
  if (event.release) return event.release !== 'empty';
  const isOfChanges = include.includes('changes') && hasChanges;
  if (name === 'push') return merged || isOfChanges;
  if (name === 'schedule' || name.endsWith('_dispatch')) return isOfChanges || hasSubject;
  return ACTIVITIES[name]?.test(action) === true && (action !== 'closed' || merged);
}
