import { expect, test } from '@jest/globals';
import { behaviourNamed } from '../../../sandbox/faults.ts';
import type { Text } from '../../../sandbox/github/things.ts';
import { buildPrompt } from '../../../src/agent/prompt/prompt.ts';
import { findSubject } from '../../../src/agent/request/subject.ts';
import type { RequestContext } from '../../../src/agent/request-context.ts';
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

test.each([
  [299, '> 299 files changed:\n'],
  [300, "> 300 files changed, and more that GitHub doesn't list:\n"],
])('of a push of %i files: %s', async (count, expected) => {
  const world = new World();
  const content = world.github.contentOf(REPOSITORY);
  const before = content.commit({ message: 'Begin', files: [] });
  const after = content.commit({ message: 'Add', files: manyFiles(count) });
  const push = { before, after, ref: 'refs/heads/main', created: true, commits: [] };
  expect(await readPrompt(world.context('push', push, { include: 'changes' }))).toContain(expected);
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
  const workflow = { repository: REPOSITORY, workflow: 'docs.yml', event: 'schedule' };
  const bases = runs.map(({ id, number, branch, conclusion }) => {
    const sha = content.commit({ message: id, files: manyFiles(1) });
    const run = { id: Number(id), number: Number(number), conclusion: conclusion as 'success' };
    world.github.workflowRuns.push({ ...workflow, ...run, branch, sha });
    return sha;
  });
  content.commit({ message: 'Add', files: manyFiles(1) });
  const prompt = await readPrompt(world.context('schedule', {}, { include: 'changes' }));
  const base = bases.findIndex((sha) => prompt.includes(`compare/${sha}...`));
  expect(runs[base]?.compares).toBe('yes');
});

/** A comment on #12 at the time of the event, unless given. */
function commentOf(fields: Partial<Text>): Text {
  const place = { repository: REPOSITORY, issue: 12, id: 7, atMs: 0 };
  return { ...place, user: 'anna', association: 'MEMBER', body: '', createdAt: AT, updatedAt: AT, ...fields };
}

/** Times are minutes of the hour before the event, or of its own. */
const REMARKS = tableOf<'user' | 'association' | 'created' | 'updated' | 'body'>(`
  user  | association  | created | updated | body
  anna  | CONTRIBUTOR  | 10:01   | 10:01   | First. <!-- hidden -->
  ben   | NONE         | 10:02   | 10:02   | A stranger.
  maria | NONE         | 10:03   | 10:03   | Its author.
  cara  | MEMBER       | 10:05   | 10:05   | Hidden.
  dan   | MEMBER       | 10:06   | 11:01   | Edited.
  eve   | MEMBER       | 11:01   | 11:01   | Later.
  finn  | MEMBER       | 10:08   | 10:08   | <!-- nothing -->
  gina  | COLLABORATOR | 10:09   | 10:59   | Right.\r> quoted`);

test('the discussion is what people of the repository and the author said before the event', async () => {
  const world = new World({ faults: [{ on: 'comment-list', behaviour: HIDE_COMMENTS }] });
  world.github.setPullRequest(NUMBER_12);
  const timeOf = (minute: string) => `2026-01-05T${minute}:00Z`;
  for (const { created, updated, ...remark } of REMARKS)
    world.github.comments.push(
      commentOf({ ...remark, createdAt: timeOf(created), updatedAt: timeOf(updated) }),
    );
  const prompt = await readPrompt(world.context('pull_request', opened(), { include: 'discussion' }));
  expect(prompt.slice(prompt.indexOf('> gina'))).toBe(
    `> gina, 2026-01-05:
> > Right.
> > > quoted
> maria, 2026-01-05:
> > Its author.
> anna, 2026-01-05:
> > First.

[Left out of this prompt: 3 other comments of the discussion of pull request #12]`,
  );
});

test('where the event has no time, the discussion ends at the start of the run', async () => {
  const world = new World();
  world.github.comments.push(
    commentOf({ body: 'Before.', updatedAt: '2026-01-05T12:00:00Z' }),
    commentOf({ body: 'After.', updatedAt: '2026-01-05T12:00:01Z' }),
  );
  const inputs = { include: 'discussion', 'issue-number': '12' };
  const prompt = await readPrompt(world.context('workflow_dispatch', {}, inputs));
  expect(prompt).toContain('> > Before.');
  expect(prompt).not.toContain('After.');
});

test('of 250 long comments the newest are quoted', async () => {
  const world = new World();
  for (let id = 0; id < 250; id += 1)
    world.github.comments.push(commentOf({ id: id + 1, body: `Remark ${id}. ${'x'.repeat(500)}` }));
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
