import { code, link, sentence } from '../../text/markdown.ts';
import { OUTCOMES } from '../result.ts';
import { SHOWN_TURNS, type Turn } from './turn.ts';

/** What people read in the status comment. It is made of the turns alone, so the same turns give the same text. */

/** An issue or a pull request. */
export interface Thread {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: number;
}

/** Where the comment stands, and what its words are made of. */
export interface CommentView extends Thread {
  /** Of the GitHub server, without a slash at the end. */
  readonly serverUrl: string;
  /** The word that a comment to the agent begins with. */
  readonly triggerPhrase: string;
  /** Where the conversation began, on the comment of a pull request. */
  readonly origin?: Origin | undefined;
}

export interface Origin extends Thread {
  readonly comment: number;
}

/** The pull request at that address, if it is one of the server. */
export function pullRequestAt(url: string | undefined, serverUrl: string): Thread | undefined {
  const path = url?.startsWith(`${serverUrl}/`) ? url.slice(serverUrl.length) : '';
  const [, repository, number] = /^\/([^/]+\/[^/]+)\/pull\/([1-9]\d{0,14})\/?$/.exec(path) ?? [];
  return repository === undefined ? undefined : { repository, issue: Number(number) };
}

export function isSameThread(one: Thread, other: Thread): boolean {
  return isSameRepository(one, other) && one.issue === other.issue;
}

/** GitHub's names are the same in upper and lower case. */
function isSameRepository(one: Thread, other: Thread): boolean {
  return one.repository.toLowerCase() === other.repository.toLowerCase();
}

/** Characters of a job's id and of the platform's own words that are shown. */
const LONGEST = { id: 200, quote: 300 } as const;

/** @param turns at least one */
export function commentText(turns: readonly Turn[], view: CommentView): string {
  const turn = turns.at(-1);
  if (!turn) return '';
  const earlier = turns.slice(-SHOWN_TURNS, -1).filter(({ what }) => what !== '');
  return [
    `**${headline(turn, turns, view)}**`,
    aboutPullRequest(turn),
    ...(turn.notes ?? []).map(sentence),
    turn.said ? `The platform said: ${code(turn.said, LONGEST.quote)}` : '',
    nextStep(turn, view),
    facts(turn, view),
    earlier.length === 0
      ? ''
      : ['Earlier requests', ...earlier.map((each) => `- ${line(each, view)}`)].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function headline(turn: Turn, turns: readonly Turn[], view: CommentView): string {
  const words = wordsOf(turn);
  // The earlier turns of a job have its pull request before the latest one has ended.
  const url = turns.findLast(({ job, pr }) => pr && job === turn.job)?.pr;
  if (url === undefined || isHere(url, view)) return words;
  return `${words}: ${pullRequestLink(url, view)}`;
}

function wordsOf({ state, accepted }: Turn): string {
  if (state === 'error' && !accepted) return '❌ Nothing was started';
  if (state === 'sending') return '📨 The docs agent has received the request';
  return state === 'working' ? '👷 The docs agent is at work' : OUTCOMES[state].inComment;
}

function isHere(url: string, view: CommentView): boolean {
  const there = pullRequestAt(url, view.serverUrl);
  return there !== undefined && isSameThread(there, view);
}

/** `#41`, or `acme/docs#41` of another repository; the address itself where it does not tell a number. */
function pullRequestLink(url: string, view: CommentView): string {
  const there = pullRequestAt(url, view.serverUrl);
  return link(there ? threadName(there, view) : code(url), url);
}

function threadName(thread: Thread, here: Thread): string {
  const { repository, issue } = thread;
  return isSameRepository(thread, here) ? `\\#${issue}` : `${code(repository)} \\#${issue}`;
}

function aboutPullRequest({ prTitle, prSize }: Turn): string {
  return [prTitle && sentence(prTitle), prSize].filter(Boolean).join(' · ');
}

/** What the person who asked can do now. */
function nextStep({ state, accepted, pr }: Turn, view: CommentView): string {
  const comment = `Comment ${code(`${view.triggerPhrase} …`)} here`;
  switch (state) {
    case 'sending':
    case 'working':
      return 'This comment will say how it ends.';
    case 'pull-request': {
      const where = pr !== undefined && isHere(pr, view) ? ', on a line or in a review,' : '';
      return `${comment}${where} to go on: the same job changes the pull request.`;
    }
    case 'no-pull-request':
      return `${comment} to go on.`;
    case 'failed':
    case 'archived':
      return `${comment} to ask for more: that starts a new job.`;
    case 'started':
    case 'timeout':
      return 'Re-run the workflow run to keep watching: that starts nothing new.';
    case 'cancelled':
      return accepted
        ? 'The job goes on. Re-run the workflow run to keep watching: that starts nothing new.'
        : 'Nothing was started. Run the workflow again to ask for it.';
    case 'unknown':
    case 'error':
      return '';
  }
}

function facts(turn: Turn, view: CommentView): string {
  const { origin } = view;
  const began = origin
    ? `Began in ${link(
        threadName(origin, view),
        `${view.serverUrl}/${origin.repository}/issues/${origin.issue}#issuecomment-${origin.comment}`,
      )}`
    : '';
  const job = turn.job ? `job ${code(turn.job, LONGEST.id)}` : '';
  return [`Asked by ${who(turn)}`, began, job, runLink(turn, view)].filter((part) => part !== '').join(' · ');
}

function line(turn: Turn, view: CommentView): string {
  const { state, pr } = turn;
  const result = state === 'sending' || state === 'working' ? 'at work' : OUTCOMES[state].inShort;
  const shown = state === 'pull-request' && pr !== undefined ? link(result, pr) : result;
  return `${who(turn)}: ${shown} <sub>${runLink(turn, view)}</sub>`;
}

function who({ by, what, where }: Turn): string {
  const asked = where === undefined ? code(what) : link(code(what), where);
  return by === '' ? asked : `${code(by)}, ${asked}`;
}

function runLink({ run, repository }: Turn, view: CommentView): string {
  return link('run', `${view.serverUrl}/${repository ?? view.repository}/actions/runs/${run}`);
}
