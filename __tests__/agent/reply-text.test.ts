import { expect, test } from '@jest/globals';
import type { PullRequestState } from '../../src/agent/pull-request.ts';
import type { ReplyRecord } from '../../src/agent/replies/record.ts';
import { pullRequestText, type ReplyContext, replyText } from '../../src/agent/reply-text.ts';
import type { AgentResult, Outcome } from '../../src/agent/result.ts';
import { signMarker } from '../../src/github/signed-comment.ts';
import { jobOf, PULL_REQUEST, recordOf } from '../helpers/wait-world.ts';

const HERE = 'https://github.com/acme/docs/issues/12';
const REPLY = `${HERE}#issuecomment-1`;
const RUN = 'https://github.com/acme/docs/actions/runs/42';
const where: ReplyContext = {
  ...{ repository: 'acme/docs', issue: 12, serverUrl: 'https://github.com', triggerPhrase: '/docs' },
  runUrl: RUN,
  request: { id: 'r', by: 'alice', what: 'label docs', where: HERE },
};
const PR = 'https://github.com/acme/docs/pull/7';

function result(outcome: Outcome, prLink?: string): AgentResult {
  const runs = ['started', 'timeout', 'cancelled'].includes(outcome);
  return {
    outcome,
    reason: 'Because.',
    advice: 'Mend it.',
    job: jobOf(runs ? 'active' : 'completed', { prLink }),
  };
}

/** The paragraphs of a reply. */
function paragraphs(
  state: ReplyRecord['state'],
  { note, ...others }: Partial<ReplyRecord> & { note?: string } = {},
  ended: AgentResult | undefined = undefined,
  around: Partial<ReplyContext> = {},
): string[] {
  return replyText(recordOf({ state, ...others }), { ...where, ...around }, note, ended).split('\n\n');
}

const LATER = 'This reply will be updated when the job ends.';
const RERUN =
  'Re-run the workflow run to keep watching. The re-run sends the request again, which may cost money, only if the job has failed or was archived by then.';
const KEEPS_RUNNING = `The job keeps running. ${RERUN}`;
const ANEW = 'To try again with a new job, comment `/docs …` here.';
const MORE = 'To request changes, comment `/docs …` here. The request goes to the same job.';
const FACTS = `<sub>Requested by \`alice\`: [\`label docs\`](<${HERE}>) · job \`job_1\` · [run](<${RUN}>)</sub>`;
const SAME = 'To send the same job a follow-up, comment `/docs …` here.';
const UNSENT = 'Nothing was sent. Re-run the workflow run to send the request.';
const NO_PULL_REQUEST = '☑️ The docs agent finished and reported no pull request';
const WHY = ['Because.', 'Mend it.'];

/** All words of a reply: its state, whether Mintlify accepted the request, and the paragraphs before the facts. */
test.each<[ReplyRecord['state'], boolean, ...string[]]>([
  ['sending', false, '📨 The action is sending the request', LATER],
  ['working', true, '👷 The docs agent is working on it', LATER],
  ['pull-request', true, '✅ The docs pull request is ready', MORE],
  ['no-pull-request', true, NO_PULL_REQUEST, 'Mend it.', SAME],
  ['failed', true, '❌ The docs agent failed', 'Because.', ANEW],
  ['archived', true, '🗄️ The job is archived', ANEW],
  ['started', true, '🚀 The docs agent has started', KEEPS_RUNNING],
  ['timeout', true, '⏳ The docs agent needs longer than this run waited', KEEPS_RUNNING],
  ['cancelled', true, '✋ The run was interrupted', KEEPS_RUNNING],
  ['cancelled', false, '✋ The run was interrupted', UNSENT],
  ['unknown', false, '❓ The request was sent, but it may not have arrived', ...WHY],
  ['error', true, '❌ The run ended in an error', ...WHY],
  ['error', false, '❌ Nothing was started', ...WHY],
  ['skipped', false, '⏭️ Skipped'],
])('%s, accepted %s, with what to do next', (state, accepted, headline, ...others) => {
  const ended = state === 'sending' || state === 'working' ? undefined : result(state);
  expect(paragraphs(state, { accepted }, ended)).toEqual([`**${headline}**`, ...others, FACTS]);
});

const WATCH = 'Re-run the workflow run to keep watching.';
const NOT_SETTLED = { ...result('timeout'), job: jobOf('completed') };

/** What a re-run does follows from what the request does, and what an attempt has seen. */
test.each<[ReplyRecord['state'], Partial<ReplyRecord>, AgentResult, ...string[]]>([
  ['timeout', { does: 'watch' }, result('timeout'), `The job keeps running. ${WATCH}`],
  ['timeout', { completed: true }, result('timeout'), `The job keeps running. ${WATCH}`],
  ['timeout', {}, NOT_SETTLED, 'Because.', RERUN],
  ['failed', { does: 'watch' }, result('failed'), 'Because.', 'To try again, comment `/docs …` here.'],
  ['failed', { does: 'message' }, result('failed'), 'Because.', 'To try again, comment `/docs …` here.'],
  ['pull-request', { does: 'watch' }, result('pull-request'), 'To request changes, comment `/docs …` here.'],
])('%s of %j', (state, record, ended, ...others) => {
  expect(paragraphs(state, { accepted: true, ...record }, ended).slice(1, -1)).toEqual(others);
});

test('notes come before the explanation, and Mintlify’s answer after it', () => {
  const ended = { ...result('error'), platformText: 'Bad `prompt`' };
  expect(paragraphs('error', { note: 'A note.' }, ended).slice(1, -1)).toEqual([
    'A note.',
    ...WHY,
    "Mintlify's answer: <code>Bad&#32;&#96;prompt&#96;</code>",
  ]);
  expect(paragraphs('error', {}, { outcome: 'error', reason: 'Because.' }).slice(1, -1)).toEqual([
    'Because.',
  ]);
});

const READY = '**✅ The docs pull request is ready**';
const GITHUB = 'https://github.com';

/** A link is its own name unless another is given. */
test.each([
  [`${GITHUB}/acme/docs/pull/17/files?w=1#diff`, '\\#17'],
  [`${GITHUB}/Acme/Docs/pull/7/`, '\\#7'],
  [`${GITHUB}/acme/manual/pull/8`, '`acme/manual` \\#8'],
  [`${GITHUB}/acme/docs/pull/41x`],
  ['https://gitlab.com/acme/docs/-/merge_requests/7'],
])('the pull request %s is linked as %s', (pr = '', label = `\`${pr}\``) => {
  const [first, next] = paragraphs('pull-request', {}, result('pull-request', pr));
  expect([first, next]).toEqual([`${READY}: [${label}](<${pr}>)`, MORE]);
});

const SIZE = '3 files changed, +40 −12';
const TWO = '2 new commits since this request';
const LINE = `\`Document the limit\` · ${SIZE}`;
const ACTING = `<code>&#64;all&#124;</code> · ${SIZE}`;
const CLOSED = 'To request another change, comment `/docs …` here. It starts a new job.';
const pullRequest = (others: Partial<PullRequestState>) => ({ pullRequest: { ...PULL_REQUEST, ...others } });
const twoMore = { ...pullRequest({}), isFollowUp: true, change: { kind: 'new-commits', count: 2 } } as const;

/** What GitHub shows of the pull request at the end, the headline, and the paragraphs before the facts. */
test.each<[string, Partial<AgentResult>, ...string[]]>([
  ['open', pullRequest({}), '✅ The docs pull request is ready', LINE, MORE],
  ['titled to act', pullRequest({ title: '@all|' }), '✅ The docs pull request is ready', ACTING, MORE],
  ['without a title', pullRequest({ title: '' }), '✅ The docs pull request is ready', SIZE, MORE],
  ['changed by a follow-up', twoMore, '✅ The docs pull request has 2 new commits', LINE, MORE],
  [
    'merged after one',
    { ...twoMore, ...pullRequest({ state: 'merged' }) },
    '✅ The docs pull request is merged',
    `${LINE} · ${TWO}`,
    CLOSED,
  ],
  ['not read after one', { isFollowUp: true }, '✅ The docs agent finished the follow-up', MORE],
  ['merged', pullRequest({ state: 'merged' }), '✅ The docs pull request is merged', LINE, CLOSED],
  ['closed', pullRequest({ state: 'closed' }), '☑️ The docs pull request is closed', LINE, CLOSED],
])('a pull request that is %s', (_, others, headline, ...expected) => {
  const ended = { ...result('pull-request', PR), ...others };
  expect(paragraphs('pull-request', {}, ended)).toEqual([
    `**${headline}**: [\\#7](<${PR}>)`,
    ...expected,
    FACTS,
  ]);
});

const EARLIER =
  'An earlier attempt sent the request without learning whether it arrived, so there may be a job: check the Mintlify dashboard before you run it again.';

/** An attempt before this one ended as `unknown`. */
test.each<[Outcome, boolean, ...string[]]>([
  ['error', false, '**❌ This attempt started nothing**', ...WHY, EARLIER],
  ['error', true, '**❌ The run ended in an error**', ...WHY, EARLIER],
  ['unknown', false, '**❓ The request was sent, but it may not have arrived**', ...WHY],
  [
    'cancelled',
    false,
    '**✋ The run was interrupted**',
    EARLIER,
    UNSENT.replace('Nothing was sent', 'This attempt sent nothing'),
  ],
  ['cancelled', true, '**✋ The run was interrupted**', KEEPS_RUNNING],
])('once unknown stays known: %s, accepted %s', (state, accepted, ...expected) => {
  const record = { accepted, wasUnknown: true };
  expect(paragraphs(state, record, result(state)).slice(0, -1)).toEqual(expected);
});

test('a pull request without an https address is shown, not linked', () => {
  const [first] = paragraphs('pull-request', {}, result('pull-request', 'http://evil.example/pull/1'));
  expect(first).toBe(`${READY}: \`http://evil.example/pull/1\``);
});

test.each(['working', 'timeout', 'failed'] as const)(
  'the previous request’s pull request is not shown as this one’s: %s',
  (state) => {
    const ended = { ...result(state === 'working' ? 'timeout' : state, PR), pullRequest: PULL_REQUEST };
    expect(paragraphs(state, {}, ended).join()).not.toMatch(/pull\/7|Document|changed/);
  },
);

test('the pull request is not linked on itself, where lines and reviews can be commented on', () => {
  const [first, next] = paragraphs('pull-request', {}, result('pull-request', PR), { issue: 7 });
  expect([first, next]).toEqual([READY, MORE.replace(' here.', ' here, on a line or in a review.')]);
  const elsewhere = { repository: 'acme/product', issue: 7 };
  expect(paragraphs('pull-request', {}, result('pull-request', PR), elsewhere)[0]).toContain(`](<${PR}>)`);
});

test.each([
  [{ by: '' }, `<sub>[\`label docs\`](<${HERE}>) · [run](<${RUN}>)</sub>`],
  [{ where: '' }, `<sub>Requested by \`alice\`: \`label docs\` · [run](<${RUN}>)</sub>`],
  [{ what: '' }, `<sub>Requested by \`alice\` · [run](<${RUN}>)</sub>`],
  [{ by: '', what: '' }, `<sub>[run](<${RUN}>)</sub>`],
])('the facts leave out what is not known: %j', (others, facts) => {
  const around = { request: { ...where.request, ...others } };
  expect(paragraphs('sending', { job: undefined }, undefined, around).at(-1)).toBe(facts);
});

test('another phrase is the one to comment with', () => {
  expect(paragraphs('failed', {}, undefined, { triggerPhrase: '/write' }).join()).toContain('`/write …`');
});

test('the comment on the pull request says where it was requested, and how to send a follow-up', () => {
  const there = { repository: 'acme/docs', issue: 41 };
  expect(pullRequestText('job_1', there, where, REPLY).split('\n\n')).toEqual([
    `**📝 The docs agent opened this pull request**, as requested by \`alice\` in [\\#12](<${REPLY}>).`,
    MORE.replace(' here.', ' here, on a line or in a review.'),
    '<sub>job `job_1`</sub>',
  ]);
  const unknown = { ...where, request: { ...where.request, by: '' } };
  expect(pullRequestText('job_1', there, unknown, REPLY)).toContain('request**, as requested in [');
});

test('the comment on a pull request of another repository names the request’s thread for follow-ups, too', () => {
  const there = { repository: 'acme/manual', issue: 41 };
  const place = `[\`acme/docs\` \\#12](<${REPLY}>)`;
  const [first, next] = pullRequestText('job_1', there, where, REPLY).split('\n\n');
  expect(first).toContain(`in ${place}.`);
  expect(next).toBe(
    `To send the same job a follow-up, comment \`/docs …\` on ${place}, or here if a workflow of this repository responds to it.`,
  );
});

test('remote text of any length makes no comment of 60,000 characters', () => {
  const long = (character: string) => character.repeat(60_000);
  const record = recordOf({ state: 'error', job: '語'.repeat(300) });
  const url = `https://github.com/${'w'.repeat(480)}`;
  const request = { id: 'r', by: 'y'.repeat(39), what: long('🙂'), where: url };
  const reason = 'r'.repeat(2_000);
  const ended = { outcome: 'error', reason, advice: reason, platformText: long('\\') } as const;
  const text = replyText(record, { ...where, request }, 'n'.repeat(2_000), ended);
  const place = { repository: 'acme/docs', repositoryId: '', issue: 1, scope: 'p', apiKey: 'key' };
  expect(text.length).toBeGreaterThan(5_000);
  expect(`${text}\n\n${signMarker(record, place)}`.length).toBeLessThan(60_000);
});
