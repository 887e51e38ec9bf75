import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, PUSH_KINDS, payloadOf } from '../sandbox/github/events.ts';
import type { Payload } from '../sandbox/github/examples.ts';
import { type GithubState, type Rank, type Role, reaches } from '../sandbox/github/state.ts';
import { type Asking, type Expected, expectedOf, isComment, matching } from './contract.ts';

/** What people do in a story, in words: `theo issues.labeled 12 docs`. */
export interface StoryEvent extends GithubEvent {
  readonly by: string;
  readonly lines: readonly string[];
  readonly release?: Asking['release'];
}

type Inputs = Readonly<Record<string, string>>;

export const REPOSITORY = 'acme/product';

/** Logins and their roles; anybody else has none. */
export const PEOPLE: Readonly<Record<string, Role>> = {
  maria: 'write',
  theo: 'admin',
  rita: 'read',
  tina: { permission: 'read', role_name: 'docs-triage', basedOn: 'triage' },
  mona: { permission: 'write', role_name: 'docs-maintain', basedOn: 'maintain' },
};

/** What GitHub gives at least the role `write`, before any event. */
const NEEDS_NO_CHECK =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|delete|merge_group)$/;
const AGENT = 'mintlify[bot]';
/** Who opened pull requests from 100, 200 and 300 on, those of mallory from a fork. */
const AUTHORS = ['maria', 'mallory', 'renovate[bot]'];

/** Who opened the pull request; absent for an issue. 41 is that of a sandbox's first job. */
function authorOf(number = 0): string | undefined {
  if (number === 56) return 'rita';
  return (number > 40 && number < 50) || number === 55 ? AGENT : AUTHORS[Math.floor(number / 100) - 1];
}

/**
 * Reads `theo issues.labeled 12 docs`: who does what, to which issue or pull request, and the label or the text. A
 * review's comments on lines follow its text (`/docs shorten + Too long`), and `…comment.created:0` is the first of them.
 * `maria push.squash 101` merges a pull request, `maria push.queue 101 102` two with one push, 102 first, and
 * `maria push.direct` pushes a commit without one. `maria push.tag v1.2.0` pushes a tag.
 *
 * @throws {RangeError} when nobody can do that
 */
export function readEvent(words: string): StoryEvent {
  const read = /^([\w-]+(?:\[bot\])?) (\w+)\.([\w-]*)(?::(\d+))?(?: (\d+))?(?: (.*))?$/.exec(words);
  if (!read) throw new RangeError(`Unknown event "${words}".`);
  const [, by = '', name = '', action = '', line, number, rest] = read;
  const [text = '', ...lines] = rest?.split(/ ?\+ /) ?? [];
  const push = PUSH_KINDS.find((kind) => name === 'push' && kind === action);
  if (name === 'push' && !push) throw new RangeError(`Unknown push "${action}".`);
  const author = authorOf(Number(number));
  const isPullRequest = author !== undefined;
  return {
    ...{ name, by, lines, repository: REPOSITORY, line: line === undefined ? undefined : Number(line) },
    action: push ? '' : action,
    ...(push && { push }),
    ...(number !== undefined && { ...contentOf(Number(number)), isPullRequest }),
    ...(isPullRequest && { author }),
    ...(((name === 'pull_request' && action === 'closed') || (push && number !== undefined)) && {
      merged: true,
    }),
    ...(/^(issues|pull_request)$/.test(name) ? rest !== undefined && { label: rest } : { text }),
    ...(name === 'release' && { tag: text || 'v1', body: 'News' }),
    ...(push?.startsWith('tag') && { tag: text || 'v1' }),
  };
}

const contentOf = (number: number) => ({ number, title: `Subject ${number}`, body: subjectText(number) });

/** What a release says. */
export const NEWS = 'What is new.';

/**
 * What the request is about of a tag or with `release-tag`; absent where neither counts. A tag alone has changes if there is
 * a lower one.
 */
export function releaseOf(event: StoryEvent, inputs: Inputs, github: GithubState): Asking['release'] {
  const { prompt, include, 'release-tag': given } = inputs;
  const tag = given?.replace(/^refs\/tags\//, '') ?? (event.push?.startsWith('tag') ? event.tag : undefined);
  const isQuoted = include === undefined ? given !== undefined || !prompt : include !== 'none';
  if (tag === undefined || !isQuoted || isComment(event.name)) return undefined;
  const content = github.contentOf(REPOSITORY);
  if (content.releases.some(({ tag_name }) => tag_name === tag)) return 'release';
  const all = content.tagsJson('');
  if (!all.some(({ ref }) => ref === `refs/tags/${tag}`)) return 'none';
  const isBelow = (name: string) => name.localeCompare(tag, 'en', { numeric: true }) < 0;
  const hasEarlier = all.some(({ ref }) => isBelow(ref.replace('refs/tags/', '')));
  return include?.includes('changes') && hasEarlier ? 'tag' : 'empty';
}

/** What a job needs to know of a subject once. */
export function subjectText(number: number): string {
  return `All that there is to say about ${number}.`;
}

/** Whether a role reaches `minimum`. */
export function hasRole(by: string, minimum: string): boolean {
  return reaches(PEOPLE[by] ?? 'none', minimum as Rank);
}

/** The issue or pull request that the request is about; absent where it is about commits or nothing. */
function subjectOf({ name, number }: StoryEvent, inputs: Inputs): number | undefined {
  const input = Number(inputs['issue-number'] ?? 0);
  if (!name.endsWith('_dispatch') || input === 0) return number;
  return inputs['include']?.includes('changes') && !authorOf(input) ? undefined : input;
}

/** What the prompt of a request about it quotes. @param changes names of the files that have changed */
export function materialOf(event: StoryEvent, inputs: Inputs, changes: readonly string[]): readonly string[] {
  if (event.release) return event.release === 'release' ? [NEWS] : [];
  const { prompt, include = prompt ? 'none' : 'event' } = inputs;
  const subject = subjectOf(event, inputs);
  if (include === 'none') return [];
  const text = subject === undefined ? [] : [subjectText(subject)];
  const files = include.includes('changes') ? matching(filesOf(event, inputs, changes), inputs['paths']) : [];
  return [...text, ...files];
}

/** Names of the files that `changes` is about, before `paths`. */
function filesOf(event: StoryEvent, inputs: Inputs, changes: readonly string[]): readonly string[] {
  const subject = subjectOf(event, inputs);
  const author = authorOf(subject);
  if (subject === undefined || !author || event.push === 'queue') return changes;
  return author === AGENT ? [] : [changedFile(subject)];
}

/** What the step has to do about it. @param changes names of the files that have changed */
export function expectedFrom(event: StoryEvent, inputs: Inputs, changes?: readonly string[]): Expected {
  const { name, by, lines, line, text = '', author = by } = event;
  const { 'minimum-permission': minimum = 'write', 'allowed-bots': listed = '' } = inputs;
  const isUnlisted = (login: string) => login.endsWith('[bot]') && !listed.split(/[\s,]+/).includes(login);
  const isAllowed = by.endsWith('[bot]') ? !isUnlisted(by) : hasRole(by, minimum);
  const { 'job-id': job, 'issue-number': thread = event.number } = inputs;
  const others =
    event.push === 'queue' ? text.split(' ').map((number) => authorOf(Number(number)) ?? '') : [];
  const authors = [author, ...others];
  const isOfTag = event.push?.startsWith('tag') || (inputs['release-tag'] && !isComment(name));
  const files = inputs['include']?.includes('changes') ? filesOf(event, inputs, changes ?? []) : [];
  // Without a thread nothing could be remembered.
  if (job === 'latest' && thread === undefined && (name !== 'push' || event.release)) return 'nothing';
  return expectedOf(
    {
      ...event,
      text: line === undefined ? text : (lines[line] ?? ''),
      isPermitted: NEEDS_NO_CHECK.test(name) || isAllowed,
      isOfBot: !isOfTag && (event.author !== undefined || name === 'push') && authors.every(isUnlisted),
      isByBot: by.endsWith('[bot]'),
      hasSubject: name.endsWith('_dispatch') && subjectOf(event, inputs) !== undefined,
      hasStart: changes !== undefined,
      hasChanges: matching(changes ?? [], inputs['paths']).length > 0,
      isFiltered: files.length > 0 && matching(files, inputs['paths']).length === 0,
      ...(line !== undefined && { reviewText: text }),
    },
    inputs,
  );
}

/** Opens the issue or pull request with what there is to say about it, unless it is there. */
export function open(number: number, github: GithubState): void {
  const thread = github.thread(REPOSITORY, number);
  const user = authorOf(number);
  if (thread.body !== '' || (user !== undefined && thread.isPullRequest)) return;
  const subject = { repository: REPOSITORY, ...contentOf(number) };
  if (user === undefined) github.setIssue(subject);
  if (user === undefined) return;
  const headRepository = user === 'mallory' ? 'mallory/product' : REPOSITORY;
  const files = [{ filename: changedFile(number), patch: '@@ -1 +1 @@\n-a\n+b' }];
  github.setPullRequest({ ...subject, user, headRepository, files });
}

/** The file that the pull request changes. */
function changedFile(number: number): string {
  return `src/change-${number}.ts`;
}

/** Applies it to GitHub, and gives what GitHub sends the workflow. */
export function payloadFor(event: StoryEvent, github: GithubState): Payload {
  const { by, number, text = '', push, author = by } = event;
  if (number !== undefined) open(number, github);
  if (push === 'queue') for (const other of text.split(' ')) open(Number(other), github);
  const association = by in PEOPLE ? 'MEMBER' : 'NONE';
  return payloadOf(applyEvent({ ...event, author, association }, github));
}
