import { expect, test } from '@jest/globals';
import { json } from '../../../sandbox/exchange.ts';
import { type Behaviour, behaviourNamed } from '../../../sandbox/faults.ts';
import type { Text } from '../../../sandbox/github/things.ts';
import type { RequestContext } from '../../../src/agent/context.ts';
import { buildPrompt } from '../../../src/agent/prompt/prompt.ts';
import { findSubject } from '../../../src/agent/request/subject.ts';
import { OWN_COMMENT } from '../../../src/github/comments.ts';
import { changed, type Payload } from '../../helpers/payloads.ts';
import { tableOf } from '../table.ts';
import { describeOutcome, HIDE_COMMENTS, MARIA, REPOSITORY, World } from '../world.ts';

// Most prompts are told by stories (prompt.txt, changes.txt, releases.txt).

const NUMBER_12 = { repository: REPOSITORY, number: 12 };
const AT = '2026-01-05T11:00:00Z';

/** The payload of pull request #12, which maria opened. */
function opened(fields: object = {}): Payload {
  const usual = { number: 12, title: 'Proxies', body: 'Why.', user: MARIA, updated_at: AT };
  return changed('pull_request', 'opened', { pull_request: { ...usual, ...fields } });
}

const manyFiles = (count: number) => Array.from({ length: count }, (_, index) => ({ filename: `p${index}` }));

/** The prompt of a run, or why there is none. */
async function readPrompt(context: RequestContext): Promise<string> {
  const subject = await findSubject(context);
  const whole = { ...context, subject };
  return describeOutcome(buildPrompt(whole), ({ text }) => text);
}

const INVISIBLE = { title: '\u200b', body: '<!-- x -->' };
const BLANK_ISSUE = changed('issues', 'opened', { issue: { number: 12, ...INVISIBLE } });
const COMMENT = {
  action: 'created',
  comment: { id: 1, body: '/docs say why', html_url: 'https://github.com/c', user: MARIA },
};
const WITH_WORDS = 'Be brief.\n\nsay why\n\nRequested by maria: https://github.com/c';

const release = (name: string, body: string) => ({
  action: 'published',
  release: { tag_name: 'v2', name, body },
});

test.each<[event: string, payload: Payload, prompt: string, expected: string]>([
  ['issues', BLANK_ISSUE, '', "skipped: Issue #12 doesn't have visible text."],
  ['issues', BLANK_ISSUE, 'Look.', 'Look.'],
  ['pull_request', opened(INVISIBLE), '', "skipped: Pull request #12 doesn't have visible text."],
  ['release', release('', '<!-- x -->'), '', 'skipped: The release v2 has neither a name nor notes.'],
  ['release', release('Winter', ''), 'Look.', 'Look.'],
  ['discussion_comment', COMMENT, 'Be brief.', WITH_WORDS],
  ['commit_comment', COMMENT, 'Be brief.', WITH_WORDS],
])(
  'what nobody sees asks for nothing, unless the workflow or a comment does: %s, %#',
  async (event, payload, prompt, expected) => {
    expect(await readPrompt(new World().context(event, payload, { prompt }))).toBe(expected);
  },
);

test('what GitHub refuses is told in one warning, and the rest is sent', async () => {
  const refused: Behaviour = { kind: 'answer', reply: json(403, { message: 'No.' }), effect: false };
  const world = new World({ faults: [{ on: ['issue', 'comment-list'], behaviour: refused }] });
  world.github.setPullRequest({ ...NUMBER_12, files: manyFiles(2) });
  const include = 'changes, linked-issues, discussion';
  const context = world.context('pull_request', opened({ body: 'Fixes #5' }), { include });
  expect(await readPrompt(context)).toContain('> p1: modified');
  expect(world.log.texts('warning').map((text) => text.split('\n').sort())).toEqual([
    [
      '`discussion` is missing from the prompt: Reading the discussion failed: GitHub answered 403 (No.). The token needs `issues: read` (on pull requests `pull-requests: read`).',
      '`linked-issues` is missing from the prompt: Reading issue #5 failed: GitHub answered 403 (No.). The token needs `issues: read`.',
    ],
  ]);
});

test('what GitHub fails to answer ends the run', async () => {
  const world = new World({ faults: [{ on: 'issue', behaviour: behaviourNamed('500') }] });
  const context = world.context('pull_request', opened({ body: 'Fixes #5' }), { include: 'linked-issues' });
  expect(await readPrompt(context)).toMatch(/^failed: Reading issue #5 failed: GitHub answered 500/);
});

test.each([
  [2999, {}, '> 2999 files changed:\n'],
  [3500, {}, "> 3000 files changed, and more that GitHub doesn't list:\n"],
  [
    3500,
    { paths: 'docs/**' },
    "[GitHub lists only some of the files that changed in pull request #12, and `paths` doesn't match any of them.]",
  ],
])('of a pull request of %i files, with %j: %s', async (count, inputs, expected) => {
  const world = new World();
  world.github.setPullRequest({ ...NUMBER_12, files: manyFiles(count) });
  const context = world.context('pull_request', opened(), { include: 'changes', ...inputs });
  expect(await readPrompt(context)).toContain(expected);
});

const NO_FILES: Behaviour = { kind: 'edit', edit: (changes) => ({ ...changes, files: [] }) };

test.each([
  [299, '> 299 files changed:\n'],
  [300, "> 300 files changed, and more that GitHub doesn't list:\n"],
])('of a push of %i files, which GitHub lists at the second look: %s', async (count, expected) => {
  const world = new World({ faults: [{ on: 'compare', only: [1], behaviour: NO_FILES }] });
  const content = world.github.contentOf(REPOSITORY);
  const before = content.commit({ message: 'Begin', files: [] });
  const after = content.commit({ message: 'Add', files: manyFiles(count) });
  const push = { before, after, created: true, ref: 'refs/heads/main', commits: [] };
  expect(await readPrompt(world.context('push', push, { include: 'changes' }))).toContain(expected);
});

test('an empty list of files is read again 5 s later, and `paths` matches new names and former ones', async () => {
  const world = new World();
  world.github.setPullRequest(NUMBER_12);
  const renamed = { filename: 'src/new.ts', previous_filename: 'src/old.ts', status: 'renamed' };
  const files = [...manyFiles(1), renamed, { filename: 'docs/a.md' }];
  world.clock.at(3000, () => world.github.setPullRequest({ ...NUMBER_12, files }));
  const inputs = { include: 'changes', paths: 'docs/**, src/old.ts' };
  expect(await readPrompt(world.context('pull_request', opened(), inputs))).toMatch(
    /\n> 2 files changed:\n> src\/new.ts: renamed from src\/old.ts, \+1 -1, patch not quoted\n> docs/,
  );
  expect(world.clock.now()).toBe(5000);
});

/** Runs of the workflow beside the own one, which has ID 42; of these tables, the run with which it compares. */
const NUMBERED = tableOf<Run>(`
  id | number | branch | conclusion | compares
  50 | 5      | main   | success    | no, there is a later one
  51 | 6      | main   | success    | yes
  52 | 7      | next   | success    | no, it is of another branch
  53 | 7      | main   | failure    | no, it failed
  54 | 8      | main   | success    | no, it is the own one
  40 | 9      | main   | success    | no, it is later`);
const UNNUMBERED = tableOf<Run>(`
  id | number | branch | conclusion | compares
  40 | 0      | main   | success    | no, there is a later one
  41 | 0      | main   | success    | yes
  43 | 0      | main   | success    | no, it is later`);
type Run = 'id' | 'number' | 'branch' | 'conclusion' | 'compares';

test.each([
  ['numbers tell', NUMBERED],
  ['IDs tell, where there are no numbers', UNNUMBERED],
])('a schedule compares with the last successful run before, as %s', async (_, runs) => {
  const world = new World();
  const content = world.github.contentOf(REPOSITORY);
  const bases = runs.map(({ id, number, branch, conclusion, compares }) => {
    const sha = content.commit({ message: id, files: manyFiles(1) });
    world.github.workflowRuns.push({
      repository: REPOSITORY,
      workflow: 'docs.yml',
      event: 'schedule',
      id: Number(id),
      number: Number(number),
      branch,
      conclusion: conclusion as 'success',
      sha,
    });
    return { sha, compares };
  });
  content.commit({ message: 'Add', files: manyFiles(1) });
  const prompt = await readPrompt(world.context('schedule', {}, { include: 'changes' }));
  const base = bases.find(({ sha }) => prompt.includes(`compare/${sha}...`));
  expect(base?.compares).toBe('yes');
});

test('a release without a text needs changes', async () => {
  const world = new World();
  const content = world.github.contentOf(REPOSITORY);
  content.commit({ message: 'Begin', files: [] });
  const payload = { action: 'published', release: { tag_name: 'v2', name: '', body: '<!-- x -->' } };
  const context = world.context('release', payload, { include: 'changes' });
  expect(await readPrompt(context)).toMatch(/^skipped: No earlier tag with the same text/);
  content.tag('v1');
  content.commit({ message: 'Add', files: manyFiles(1) });
  content.tag('v2');
  expect(await readPrompt(context)).toContain('> p0: modified');
});

/** Adds a comment of an hour before the event to #12. The greater its ID, the later it was. */
function addComment(
  { github }: World,
  id: number,
  association: string,
  body: string,
  others: Partial<Text> = {},
): void {
  const createdAt = `2026-01-05T10:${String(id % 60).padStart(2, '0')}:00Z`;
  github.comments.push({
    repository: REPOSITORY,
    issue: 12,
    user: `person-${id}`,
    createdAt,
    updatedAt: createdAt,
    atMs: 0,
    id,
    association,
    body,
    ...others,
  });
}

const AFTER_EVENT = '2026-01-05T11:00:01Z';

test('the discussion is what people of the repository and the author said before the event', async () => {
  const world = new World({ faults: [{ on: 'comment-list', behaviour: HIDE_COMMENTS }] });
  world.github.setPullRequest(NUMBER_12);
  const own = `At work.\n${OWN_COMMENT} v4 e30= ${'0'.repeat(64)} -->`;
  addComment(world, 1, 'CONTRIBUTOR', 'First. <!-- hidden -->');
  addComment(world, 2, 'NONE', 'A stranger.');
  addComment(world, 3, 'NONE', 'Its author.', { user: 'maria' });
  addComment(world, 4, 'NONE', own, { user: 'maria' });
  addComment(world, 5, 'MEMBER', 'Hidden.');
  addComment(world, 6, 'MEMBER', 'Edited.', { updatedAt: AFTER_EVENT });
  addComment(world, 7, 'MEMBER', 'Later.', { createdAt: AFTER_EVENT, updatedAt: AFTER_EVENT });
  addComment(world, 8, 'MEMBER', '<!-- nothing -->');
  addComment(world, 9, 'COLLABORATOR', 'Right.\n> quoted');
  const prompt = await readPrompt(world.context('pull_request', opened(), { include: 'discussion' }));
  expect(prompt.slice(prompt.indexOf('> person-9'))).toBe(
    `> person-9, 2026-01-05:
> > Right.
> > > quoted
> maria, 2026-01-05:
> > Its author.
> person-1, 2026-01-05:
> > First.

[Left out of this prompt: 3 other comments of the discussion of pull request #12]`,
  );
});

test('where the event has no time, the discussion ends at the start of the run', async () => {
  const world = new World();
  addComment(world, 1, 'MEMBER', 'Before.', { updatedAt: '2026-01-05T12:00:00Z' });
  addComment(world, 2, 'MEMBER', 'After.', { updatedAt: '2026-01-05T12:00:01Z' });
  const inputs = { include: 'discussion', 'issue-number': '12' };
  const prompt = await readPrompt(world.context('workflow_dispatch', {}, inputs));
  expect(prompt).toContain('> > Before.');
  expect(prompt).not.toContain('After.');
});

test('of 250 long comments the newest are quoted', async () => {
  const world = new World();
  for (let nth = 0; nth < 250; nth += 1)
    addComment(world, nth + 100, 'OWNER', `Remark ${nth}. ${'x'.repeat(500)}`, { createdAt: AT });
  const labeled = changed('issues', 'labeled', { issue: { number: 12, updated_at: AT } });
  const prompt = await readPrompt(world.context('issues', labeled, { include: 'discussion' }));
  expect(prompt).toContain('> > Remark 249.');
  expect(prompt).toMatch(/\n\n\[Left out of this prompt: 1\d\d comments of the discussion of issue #12\]$/);
});

test('linked issues are those that the visible text closes, ten at the most, without itself', async () => {
  const numbers = Array.from({ length: 15 }, (_, index) => index + 20);
  const body = `<!-- Fixes #5 -->\n\nNot \`Fixes #6\`. Fixes #12\nFixes #${numbers.join('\nFixes #')}`;
  const world = new World({ faults: [{ on: 'issue', only: [1], behaviour: behaviourNamed('404') }] });
  const context = world.context('pull_request', opened({ body }), { include: 'linked-issues' });
  const prompt = await readPrompt(context);
  expect(world.askedPaths).toEqual(numbers.slice(0, 10).map((number) => `issues/${number}`));
  const quoted = prompt.match(/quote issue #\d+ of acme\/product, which the pull request closes by/g);
  expect(quoted).toHaveLength(9);
});
