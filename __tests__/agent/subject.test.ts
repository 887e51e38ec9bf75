import { expect, test } from '@jest/globals';
import { findSubject } from '../../src/agent/subject.ts';
import { signMarker } from '../../src/github/comments.ts';
import { type Answers, ending, merged, RENOVATE, REPOSITORY, subject, World } from './prompt/world.ts';

/** What a push of these commits (`id: first line`, oldest first) is found to be about, when, and what was asked. */
async function pushed(
  commits: readonly string[],
  answers: Answers,
  given: Record<string, string> = { include: 'event' },
  others: object = {},
) {
  const world = new World(answers);
  const all = commits.map((commit) => {
    const [id = '', ...line] = commit.split(': ');
    return { id, message: `${line.join(': ')}\n\nMore.`, author: { username: 'maria' } };
  });
  const payload = { before: 'a', after: all.at(-1)?.id, ref: 'refs/heads/main', commits: all, ...others };
  const run = world.run('push', payload, given);
  const end = await ending(findSubject(run), ({ subject }) =>
    subject ? `#${subject.number}` : 'its commits',
  );
  return { end, seconds: Math.round(world.clock.now() / 1000), asked: world.asked.join(' ') };
}

const NONE = { 'issues/12/comments': [], 'issues/11/comments': [] };
/** What GitHub says to a commit from this second on, and before. */
const from = (seconds: number, before: number | object, after: number | object) => (nowMs: number) =>
  nowMs < seconds * 1000 ? before : after;
test.each<[string, string, Answers, string, number, string]>([
  ['squashed', 'c: Add it (#12)', { 'pulls/12': merged(12, 'c') }, '#12', 0, 'pulls/12 issues/12/comments'],
  [
    'a merge commit',
    'c: Merge pull request #12 from acme/x',
    { 'pulls/12': merged(12, 'c') },
    '#12',
    0,
    'pulls/12 issues/12/comments',
  ],
  [
    'the last number',
    'c: Revert "Add (#11)" (#12)',
    { 'pulls/12': merged(12, 'c') },
    '#12',
    0,
    'pulls/12 issues/12/comments',
  ],
  [
    'without a number',
    'c: Add it',
    { 'commits/c/pulls': [merged(12, 'c')] },
    '#12',
    0,
    'commits/c/pulls issues/12/comments',
  ],
  [
    'a number of something else',
    'c: Add it (#3)',
    { 'commits/c/pulls': [merged(12, 'c')] },
    '#12',
    0,
    'pulls/3 commits/c/pulls issues/12/comments',
  ],
  [
    'another commit',
    'c: Add it (#11)',
    { 'pulls/11': merged(11, 'x'), 'commits/c/pulls': [merged(12, 'c')] },
    '#12',
    0,
    'pulls/11 commits/c/pulls issues/12/comments',
  ],
])('a push is about the pull request that it merged: %s', async (_, commit, answers, end, seconds, asked) => {
  expect(await pushed([commit], { ...NONE, ...answers })).toEqual({ end, seconds, asked });
});

test.each<[string, Answers[string], string, number]>([
  ['an empty list for 15 s', from(15, [], [merged(12, 'c')]), '#12', 17],
  ['404 for 15 s', from(15, 404, [merged(12, 'c')]), '#12', 17],
  ['422 for 15 s', from(15, 422, [merged(12, 'c')]), '#12', 17],
  ['409 for 50 s', from(50, 409, [merged(12, 'c')]), '#12', 52],
  ['502 for 50 s', from(50, 502, [merged(12, 'c')]), '#12', 52],
  ['an open one for 15 s', from(15, [merged(12, '', { merged_at: null })], [merged(12, 'c')]), '#12', 17],
  [
    'one into another branch',
    [merged(12, 'c', { base: { ref: 'next', repo: { full_name: 'acme/product' } } })],
    'skipped',
    57,
  ],
  [
    'one of another repository',
    [merged(12, 'c', { base: { ref: 'main', repo: { full_name: 'acme/fork' } } })],
    'skipped',
    57,
  ],
  ['nothing', [], "skipped: The push didn't merge a pull request, and `include` doesn't name `changes`.", 57],
  [
    '404 for ever',
    404,
    'failed: Reading the pull requests of the commit failed: GitHub answered 404 (No.). The token needs `pull-requests: read`.',
    57,
  ],
  ['502 for ever', 502, 'failed: Reading the pull requests of the commit failed: GitHub answered 502', 64],
  [
    '403',
    403,
    'failed: Reading the pull requests of the commit failed: GitHub answered 403 (No.). The token needs `pull-requests: read`.',
    0,
  ],
])('GitHub is asked again for 60 s where it says %s', async (_, answer, expected, seconds) => {
  const { end, seconds: took } = await pushed(['c: Add it'], { ...NONE, 'commits/c/pulls': answer });
  expect(end).toContain(expected);
  expect(took).toBe(seconds);
});

const OPENED_BY_BOT =
  "Pull request #12 was opened by renovate[bot], a bot that isn't listed in `allowed-bots`.";
const LISTED = { include: 'event', 'allowed-bots': 'renovate' };
const QUEUE = { sender: { login: 'github-merge-queue[bot]', type: 'Bot' } };
const bots = { user: RENOVATE };
const three = ['a: Add (#10)', 'b: Add (#11)', 'c: Add (#12)'];
const all = { 'pulls/10': merged(10, 'a'), 'pulls/11': merged(11, 'b'), 'pulls/12': merged(12, 'c') };
const commentsOf = (...numbers: number[]) =>
  Object.fromEntries(numbers.map((each) => [`issues/${each}/comments`, []]));

test.each<[string, readonly string[], Answers, Record<string, string> | undefined, object, string]>([
  [
    'a bot opened it',
    ['c: Add (#12)'],
    { 'pulls/12': merged(12, 'c', bots) },
    undefined,
    {},
    `skipped: ${OPENED_BY_BOT}`,
  ],
  [
    'also with a prompt',
    ['c: Add (#12)'],
    { 'pulls/12': merged(12, 'c', bots) },
    { prompt: 'x' },
    {},
    `skipped: ${OPENED_BY_BOT}`,
  ],
  ['a listed bot', ['c: Add (#12)'], { 'pulls/12': merged(12, 'c', bots) }, LISTED, {}, '#12'],
  ['a merge queue pushed it', ['c: Add (#12)'], { 'pulls/12': merged(12, 'c') }, undefined, QUEUE, '#12'],
  ['the last of three', three, all, undefined, QUEUE, '#12'],
  [
    'the last that no bot opened',
    three,
    { ...all, 'pulls/12': merged(12, 'c', bots) },
    undefined,
    QUEUE,
    '#11',
  ],
  [
    'one that this push merged',
    three,
    { ...all, 'pulls/12': merged(12, 'c', bots), 'pulls/11': merged(11, 'x') },
    undefined,
    QUEUE,
    '#10',
  ],
  [
    'bots opened all',
    three.slice(2),
    { 'pulls/12': merged(12, 'c', bots), 'pulls/11': merged(11, 'b', bots) },
    undefined,
    QUEUE,
    `skipped: ${OPENED_BY_BOT}`,
  ],
  [
    'a bot pushed',
    ['c: Add'],
    { 'commits/c/pulls': [] },
    { prompt: 'x' },
    QUEUE,
    "skipped: github-merge-queue[bot] is a bot that isn't listed in `allowed-bots`.",
  ],
  ['a prompt', ['c: Add'], { 'commits/c/pulls': [] }, { prompt: 'x' }, {}, 'its commits'],
  ['changes', ['c: Add'], { 'commits/c/pulls': [] }, { include: 'changes' }, {}, 'its commits'],
  [
    'without a token',
    ['c: Add'],
    {},
    { prompt: 'x', 'github-token': '' },
    {},
    "error: The action can't read the pull request that the push merged because `github-token` is empty (does the secret exist?). Nothing was sent.",
  ],
])('who asks by a push: %s', async (_, commits, answers, given, others, expected) => {
  const { end } = await pushed(commits, { ...commentsOf(10, 11, 12), ...answers }, given, others);
  expect(end).toBe(expected);
});

test('a bot that wrote all commits is skipped, one that wrote some is not', async () => {
  const commit = (username: string) => ({ id: 'c', message: 'Bump it', author: { username } });
  const by = (...authors: string[]) =>
    pushed(['c: '], { 'commits/c/pulls': [] }, { prompt: 'x' }, { commits: authors.map(commit) });
  expect((await by('renovate[bot]', 'dependabot[bot]')).end).toContain('dependabot[bot] is a bot');
  expect((await by('renovate[bot]', 'maria')).end).toBe('its commits');
  expect((await by('renovate[bot]', '')).end).toBe('its commits');
});

test('at most twenty numbers of a push are looked up, and a new branch merged nothing', async () => {
  const commits = Array.from({ length: 40 }, (_, index) => `${index}: Add (#${index + 100})`);
  const { asked } = await pushed(commits, { 'commits/39/pulls': [merged(139, '39', bots)] });
  expect(asked.match(/pulls\/1\d\d/g)).toHaveLength(20);
  const created = await pushed(
    ['c: Add (#12)'],
    {},
    { prompt: 'x' },
    { created: true, before: '0'.repeat(40) },
  );
  expect(created).toEqual({ end: 'its commits', seconds: 0, asked: '' });
});

test("the agent's own pull request never asks by its merge, also where its bot is listed", async () => {
  const place = { repository: REPOSITORY, issue: 12, scope: 'p1', apiKey: 'mint_test_0123456789' };
  const said = { user: RENOVATE, html_url: 'https://github.com/x', created_at: '2026-01-05T11:00:00Z' };
  const of = (content: object) => [{ id: 1, body: signMarker({ comment: 1, ...content }, place), ...said }];
  const answers = { 'pulls/12': merged(12, 'c', bots) };
  const own = { ...answers, 'issues/12/comments': of({ kind: 'pull-request', job: 'j' }) };
  const { end } = await pushed(['c: Add (#12)'], own, { prompt: 'x', 'allowed-bots': 'renovate[bot]' });
  expect(end).toBe('skipped: Pull request #12 was written by the docs agent, so its merge asks for nothing.');
  const { end: other } = await pushed(['c: Add (#12)'], { ...answers, 'issues/12/comments': 403 }, LISTED);
  expect(other).toMatch(/^failed: Reading the comments failed: GitHub answered 403/);
});

test.each<[string, Record<string, string>, Answers, string, string]>([
  ['an issue', {}, { 'issues/12': subject(12) }, 'issue 12', 'issues/12'],
  ['a pull request', {}, { 'issues/12': subject(12, { pull_request: {} }) }, 'pull request 12', 'issues/12'],
  ['an issue as the thread', { include: 'changes' }, { 'issues/12': subject(12) }, 'none', 'issues/12'],
  [
    'a pull request with its changes',
    { include: 'changes' },
    { 'issues/12': subject(12, { pull_request: {} }) },
    'pull request 12',
    'issues/12',
  ],
  ['a thread for a prompt', { prompt: 'x' }, {}, 'none', ''],
  ['a watch', { 'job-id': 'j' }, {}, 'none', ''],
  [
    'no issue',
    {},
    {},
    "error: Issue #12 isn't in acme/product. Check `issue-number`. Nothing was sent.",
    'issues/12',
  ],
  [
    'what GitHub refuses',
    {},
    { 'issues/12': 403 },
    'failed: Reading issue #12 failed: GitHub answered 403 (No.). The token needs `issues: read`.',
    'issues/12',
  ],
  [
    'no token',
    { 'github-token': '' },
    {},
    "error: The action can't read issue #12 because `github-token` is empty (does the secret exist?). Nothing was sent.",
    '',
  ],
])('a dispatch is about its issue-number: %s', async (_, given, answers, expected, asked) => {
  const world = new World(answers);
  const run = world.run('workflow_dispatch', {}, { 'issue-number': '#12', ...given });
  const about = await ending(findSubject(run), ({ subject }) =>
    subject ? `${subject.kind} ${subject.number}` : 'none',
  );
  expect([about, world.asked.join(' ')]).toEqual([expected, asked]);
});

const release = (tag_name: string, others: object = {}) => ({
  tag_name,
  name: 'Winter',
  body: 'Notes.',
  ...others,
});
const CHECK = "acme/product doesn't have a release or tag v2. Check `release-tag`. Nothing was sent.";
const LATER =
  'If the release comes later, run the action after it. To read a draft release, the token needs `contents: write`. Nothing was sent.';
const NEW_TAG = { ref: 'refs/tags/v2', before: '0'.repeat(40), after: 'c', created: true };
const TAG = { 'git/ref/tags/v2': { ref: 'refs/tags/v2' }, releases: [] };

test.each<[string, string, object, Record<string, string>, Answers, string, number]>([
  ['of a pushed tag', 'push', NEW_TAG, {}, { 'releases/tags/v2': release('v2') }, 'release v2', 0],
  [
    'that appears 5 s later',
    'push',
    NEW_TAG,
    {},
    { releases: [], 'releases/tags/v2': from(5, 404, release('v2')) },
    'release v2',
    7,
  ],
  [
    'that is a draft',
    'push',
    NEW_TAG,
    {},
    { releases: [release('v1', { draft: true }), release('v2', { draft: true })] },
    'draft v2',
    0,
  ],
  [
    'that does not come',
    'push',
    NEW_TAG,
    {},
    { releases: [] },
    `error: The tag v2 has no release, and \`include\` doesn't name \`changes\`. ${LATER}`,
    27,
  ],
  ['that is a tag with changes', 'push', NEW_TAG, { include: 'changes' }, { releases: [] }, 'tag v2', 27],
  [
    'that is a tag with a prompt',
    'push',
    NEW_TAG,
    { prompt: 'x', include: 'event' },
    { releases: [] },
    'tag v2',
    27,
  ],
  ['that a prompt alone does not quote', 'push', NEW_TAG, { prompt: 'x' }, {}, 'none', 0],
  [
    'of release-tag',
    'schedule',
    {},
    { 'release-tag': 'v2' },
    { 'releases/tags/v2': release('v2') },
    'release v2',
    0,
  ],
  [
    'of release-tag that appears 5 s later',
    'schedule',
    {},
    { 'release-tag': 'v2' },
    { ...TAG, 'releases/tags/v2': from(5, 404, release('v2')) },
    'release v2',
    7,
  ],
  [
    'of release-tag on a merge by a bot',
    'push',
    { after: 'c', ref: 'refs/heads/main', before: 'b', sender: RENOVATE },
    { 'release-tag': 'v2' },
    { 'releases/tags/v2': release('v2') },
    'release v2',
    0,
  ],
  [
    'of release-tag that nothing quotes',
    'push',
    { after: 'c', ref: 'refs/heads/main', before: 'b' },
    { 'release-tag': 'v2', include: 'none', prompt: 'x' },
    {},
    'none',
    0,
  ],
  ['of a tag alone', 'schedule', {}, { 'release-tag': 'v2', include: 'changes' }, TAG, 'tag v2', 27],
  ['of nothing', 'schedule', {}, { 'release-tag': 'v2' }, { releases: [] }, `error: ${CHECK}`, 27],
  [
    'that GitHub refuses',
    'push',
    NEW_TAG,
    {},
    { 'releases/tags/v2': 403 },
    'failed: Reading the release v2 failed: GitHub answered 403 (No.). The token needs `contents: read`.',
    0,
  ],
  [
    'without a token',
    'push',
    NEW_TAG,
    { 'github-token': '' },
    {},
    "error: The action can't read the release v2 because `github-token` is empty (does the secret exist?). Nothing was sent.",
    0,
  ],
])('a request is about the release %s', async (_, name, payload, given, answers, expected, seconds) => {
  const world = new World(answers);
  const run = world.run(name, payload, given);
  const found = await ending(findSubject(run), ({ release }) =>
    release ? `${release.kind} ${release.tag}` : 'none',
  );
  expect([found, Math.round(world.clock.now() / 1000)]).toEqual([expected, seconds]);
});

const line = (id: number, body: string, others: object = {}) => ({
  id,
  body,
  html_url: `https://github.com/l${id}`,
  path: 'a.md',
  diff_hunk: '@@',
  ...others,
});
const lines = [
  line(8, 'Too long'),
  line(7, 'And this'),
  line(6, '/docs that'),
  line(5, 'Hidden', { minimized: 'spam' }),
];

test.each<[string, Answers[string], string, number]>([
  ['is read with it, without requests of their own and hidden ones', lines, 'And this, Too long', 0],
  ['is waited for', from(5, 404, lines), 'And this, Too long', 8],
  [
    'is needed',
    404,
    'failed: Reading the comments of the review failed: GitHub answered 404 (No.). The token needs `pull-requests: read`.',
    28,
  ],
])('what else a review says %s', async (_, answer, expected, seconds) => {
  const world = new World({ 'pulls/12/reviews/9/comments': answer });
  const review = { id: 9, body: '/docs all of it', submitted_at: '2026-01-05T11:00:00Z' };
  const run = world.run('pull_request_review', { action: 'submitted', pull_request: subject(12), review });
  const said = await ending(findSubject(run), ({ comment }) =>
    (comment?.others ?? []).map(({ body }) => body).join(', '),
  );
  expect([said, Math.round(world.clock.now() / 1000)]).toEqual([expected, seconds]);
});

test('other events stay as they are, and what has no time gets the start of the run', async () => {
  const world = new World();
  const issue = subject(12, { updated_at: '2026-01-05T11:00:00Z' });
  const label = { action: 'labeled', label: { name: 'docs' }, issue };
  const labeled = world.run('issues', label);
  expect(await findSubject(labeled)).toEqual(labeled.event);
  const schedule = world.run('schedule', {}, { prompt: 'x' });
  expect(await findSubject(schedule)).toEqual({ ...schedule.event, at: '2026-01-05T12:00:00.000Z' });
  const comment = { id: 1, body: '/docs x', created_at: '2026-01-05T11:00:00Z' };
  const asking = world.run('issue_comment', { action: 'created', issue, comment });
  expect([await findSubject(asking), world.asked]).toEqual([asking.event, []]);
});
