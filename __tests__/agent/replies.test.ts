import { expect, test } from '@jest/globals';
import { BOT } from '../../sandbox/github/state.ts';
import { statusOf } from '../../src/agent/commit-status.ts';
import * as replies from '../../src/agent/replies.ts';
import { signMarker } from '../../src/github/comments.ts';
import type { IssueOrPull } from '../../src/github/objects.ts';
import { example } from '../helpers/payloads.ts';
import { MARIA, pairsOf, REPOSITORY, rowsOf, World } from './world.ts';

const PLACE = { repository: REPOSITORY, issue: 12, scope: 'p1', apiKey: 'key' };
const OWN = { kind: 'reply', run: '42', workflow: 'docs.yml' };
const time = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 12) + seconds * 1000).toISOString();

/** Reads `ID REQUEST STATE DOES JOB name=value`, or `ID pull-request JOB`. Heads have two characters of their own. */
function commentOf(text: string, index: number) {
  const words = text.split(' ');
  const [first, request, state, does, job] = words.filter((word) => !word.includes('='));
  const options = pairsOf(words.filter((word) => word.includes('=')).join('; '));
  const { at = index, edited = at, by = first, acceptedAt, completed, status, ...rest } = options;
  const [name, head = ''] = status?.split('@') ?? [];
  const reply = {
    ...{ ...OWN, request, state, ...rest },
    ...(does && { action: { does, job, settle: 'immediate' } }),
    ...(state === 'accepted' && { job, completed: completed === 'true' }),
    ...(acceptedAt && { acceptedAt: Number(acceptedAt) }),
    ...(name && { status: { name, head: head.repeat(20) } }),
  };
  const content = request === 'pull-request' ? { kind: request, job: state } : reply;
  const body = `Hello\n\n${signMarker({ ...content, ...(by !== 'none' && { comment: Number(by) }) }, PLACE)}`;
  return { id: Number(first), body, createdAt: time(Number(at)), updatedAt: time(Number(edited)) };
}

/** What the thread with these comments remembers. */
function remembered(comments = '') {
  const world = new World();
  const list = comments === '' ? [] : comments.split(' / ').map(commentOf);
  const usual = { repository: REPOSITORY, issue: 12, user: BOT, association: 'NONE', atMs: 0 };
  world.github.comments.push(...list.map((comment) => ({ ...usual, ...comment })));
  const { github } = world.run('schedule', {}, { prompt: 'x' });
  return replies.readThread({ github: github as never, ...PLACE });
}

const START = 'accepted start';
/** Which replies count, in which order, and the latest job. */
test.each(
  rowsOf(`nothing | | |
    the first of several | 7 a open by=none / 8 a ${START} j by=none | 7 |
    the one with its own id, though it is younger | 7 a open by=none / 8 a ${START} j | 8 | j
    the first with its own id | 7 a ${START} j / 8 a ${START} k | 7 | j
    no copy of an older state, in an older comment or a younger | 6 a open by=7 / 7 a ${START} j / 8 a open by=7 | 7 | j
    no copy, where nothing else is left | 6 a ${START} j by=7 | |
    the order of creation, then of ids | 9 a open at=5 / 8 b open at=5 / 3 a2 open at=9 / 4 d open at=1 / 2 a open at=3 by=none | 4,8,9,3 |
    no other comment of this action | 12 f open kind=turn / 14 g open | 14 |
    the time of creation, though a younger copy of a request counts | 1 a open by=none / 2 b ${START} j / 3 a ${START} k | 2,3 | k
    none that was accepted | 7 a open message j / 8 b ended message j | 7,8 |
    the last that was started or messaged | 7 a ${START} j / 8 b accepted message k / 9 c open start l | 7,8,9 | k
    not one that was watched since | 7 a ${START} j / 8 b accepted watch k | 7,8 | j
    the last that was watched, where there is no other | 7 a accepted watch j / 8 b accepted watch k | 7,8 | k
    that of the docs pull request | 7 a accepted watch k / 8 pull-request j | 7 | j
    also before a watch | 6 pull-request j by=none / 7 a accepted watch k | 7 | j
    but not before a job of the thread | 6 pull-request j / 7 a ${START} k / 8 pull-request j | 7 | k
    of several on one pull request | 6 pull-request j / 7 pull-request k | | k`),
)('%s', async (_, comments, counting, latest) => {
  const memory = await remembered(comments);
  const ids = memory.replies.map(({ id }) => id).join();
  expect([ids, replies.latestJob(memory) ?? '']).toEqual([counting, latest]);
  for (const each of memory.replies) expect(replies.replyTo(each.record.request, memory)).toBe(each);
});

test('what is known of a job: the last time and pull request, and whether it is known at all', async () => {
  const memory = await remembered(
    '1 a accepted start j acceptedAt=20 pullRequest=p1 / 2 b accepted message j acceptedAt=40 pullRequest=p2 / 3 c accepted message j acceptedAt=30 / 4 d accepted watch w / 5 e open message m / 6 pull-request d',
  );
  const known = (job: string) => Object.values(replies.knownOf(job, memory));
  expect(known('j')).toEqual([true, 40, 'p2']);
  for (const job of ['w', 'd', 'm', 'x'])
    expect(known(job)).toEqual([/[wd]/.test(job), undefined, undefined]);
});

/** Who is waited for by request `own` of comment 50, edited at 700 s. */
test.each(
  rowsOf(`by the time of the last edit, whenever it was made | 7 a open edited=699 / 8 b open edited=698 | 8,7
    of the same second, by id | 49 a open edited=700 / 51 b open edited=700 / 48 c open edited=700 | 48,49
    none that is younger | 7 a open edited=701 |
    ten minutes at most | 7 a open edited=100 / 8 b open edited=99 | 7
    neither accepted nor ended, nor itself | 7 a ${START} j edited=699 / 8 b ended edited=699 / 9 own open edited=699 |
    no copy of what was open before | 6 a open by=7 edited=699 / 7 a ended edited=699 |`),
)('open before: %s', async (_, comments, ids) => {
  const open = replies.openBefore({ id: 50, updatedAt: time(700) }, 'own', await remembered(comments));
  expect(open.map(({ id }) => id).join()).toBe(ids);
});

const PULL = 'https://github.com/acme/product/pull';
const WAITS = `pending: Comment /docs, or add the label no-docs → ${PULL}/12`;
const DOCS = `success: Docs pull request #41 → ${PULL}/41`;
const NONE = 'success: The docs agent opened no pull request → https://github.com/acme/product/actions/runs';
const SKIPPED = `success: No docs needed (label no-docs) → ${PULL}/12`;
const DONE = 'accepted start j completed=true';
const FOUND = `${DONE} pullRequest=${PULL}/41`;
/** Labels (`bot` is who opened it), the thread, inputs, and the status of the pull request. */
test.each(
  rowsOf(`other labels | docs, no-docs-yet | | | ${WAITS}
    a label of its own | skip it | | skip-label=Skip it | success: No docs needed (label Skip it) → ${PULL}/12
    the label before a decision | no-docs | 1 a ${FOUND} status=docs@b2 | | ${SKIPPED}
    the label before a docs pull request | no-docs | 1 pull-request j | | ${SKIPPED}
    a decision before a docs pull request | | 1 a ${DONE} status=docs@b2 / 2 pull-request j | | ${NONE}/42
    a request for a docs pull request that is at work | | 1 pull-request j / 2 a ${START} j status=docs@b2 | | success: Written by the docs agent →
    a watch | | 1 a ${FOUND.replace('start', 'watch')} status=docs@b2 | | ${DOCS}
    none without a link that is one | | 1 a ${DONE} pullRequest=javascript:pull/1 status=docs@b2 | | ${NONE}/42
    NAME in other letters | | 1 a ${FOUND} status=DOCS@b2 | commit-status=Docs | ${DOCS}
    another NAME, or none | | 1 a ${FOUND} status=docs-2@b2 / 2 b ${FOUND} | | ${WAITS}
    an earlier head, and nothing | | 1 a ${DONE} status=docs@a1 | | ${NONE.replace(' →', ' (asked at a1a1a1a) →')}/42
    failed or at work after a decision | | 1 a ${FOUND} status=docs@b2 / 2 b ${START} j outcome=failed status=docs@b2 / 3 c ${START} j status=docs@b2 | | ${DOCS}
    the last of two that completed | | 1 a ${FOUND} status=docs@b2 / 2 b ${DONE} run=43 status=docs@b2 | | ${NONE}/43
    a phrase | | | trigger-phrase=/write | ${WAITS.replace('/docs', '/write')}
    an unlisted bot and a trigger label | bot | | trigger-label=docs | pending: Add the label docs, or add the label no-docs → ${PULL}/12
    a listed bot | bot | | allowed-bots=renovate | ${WAITS}`),
)('status: %s', async (_, given = '', comments, inputs, expected) => {
  const user = given === 'bot' ? { login: 'renovate[bot]', type: 'Bot' } : MARIA;
  const labels = given.split(', ').map((name) => ({ name }));
  const about = { number: 12, html_url: `${PULL}/12`, user, labels, head: { sha: 'b2'.repeat(20) } };
  const payload = { pull_request: { ...example('pull_request').pull_request, ...about } };
  const run = new World().run('pull_request', payload, { 'commit-status': 'docs', ...pairsOf(inputs) });
  const status = statusOf(run.event.subject as IssueOrPull, await remembered(comments), run);
  expect(`${status.state}: ${status.description} → ${status.targetUrl ?? ''}`.trim()).toBe(expected);
});
