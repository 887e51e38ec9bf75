import { describe, expect, test } from '@jest/globals';
import { marked, type Tokens } from 'marked';
import type { End } from '../../src/agent/end.ts';
import { type EndReport, reportOf, type Situation } from '../../src/agent/end-report.ts';
import type { Outcome } from '../../src/agent/outcome.ts';
import type { PullRequestState } from '../../src/agent/pull-request.ts';
import type { ReplyRecord } from '../../src/agent/replies/record.ts';
import { pullRequestText, replyText } from '../../src/agent/reply-text.ts';
import { agentSummary } from '../../src/agent/summary.ts';
import { signMarker } from '../../src/github/signed-comment.ts';
import { agentInputs, workflowRun } from '../helpers/payloads.ts';
import { jobOf, PULL_REQUEST } from '../helpers/wait-world.ts';

const HERE = 'https://github.com/acme/docs/issues/12';
const REPLY = `${HERE}#issuecomment-1`;
const RUN = 'https://github.com/acme/docs/actions/runs/42';
const PR = 'https://github.com/acme/docs/pull/7';
const THREAD = { repository: 'acme/docs', issue: 12 };
const AGENT = {
  inputs: agentInputs(),
  run: workflowRun({ GITHUB_REPOSITORY: 'acme/docs', GITHUB_RUN_ID: '42' }),
  request: { id: 'r', by: 'alice', what: 'label docs', where: HERE },
};

const OWN = { kind: 'reply', request: 'r', attempt: 1, write: 1, wasUnknown: false } as const;
const SENDING: ReplyRecord = { ...OWN, state: 'sending', target: { does: 'start' } };
const ACCEPTED: ReplyRecord = { ...SENDING, state: 'accepted', job: 'job_1', completed: false };

function situation(others: Partial<Situation> = {}): Situation {
  const thread = { issue: 12, isPullRequestOfJob: false };
  return { does: 'start', wasUnknown: false, wasCompleted: false, thread, ...others };
}

/** An end with a job, unless the outcome cannot have one. */
function ending(outcome: Outcome, others: Partial<End> = {}): End {
  const status = ['started', 'timeout', 'cancelled', 'error'].includes(outcome) ? 'active' : 'completed';
  const prLink = outcome === 'pull-request' ? PR : undefined;
  return { outcome, reason: 'Because.', advice: 'Mend it.', job: jobOf(status, { prLink }), ...others };
}

/** The paragraphs of a finished reply. */
function paragraphs(report: EndReport, notes: readonly string[] = [], thread = THREAD): string[] {
  return replyText(ACCEPTED, AGENT, thread, notes, report).split('\n\n');
}

const RUNS = 'The job keeps running in Mintlify. To keep watching the job, re-run the workflow.';
const AGAIN = `If the job has failed or been archived by then, the re-run sends the request again, which may be billed.`;
const COMPLETED = { job: jobOf('completed') };
const ASK = 'comment `/docs …` here.';
const MORE = `To request changes, ${ASK} The request goes to the same job.`;
const FACTS = `<sub>Requested by \`alice\`: [\`label docs\`](<${HERE}>) · job \`job_1\` · [run](<${RUN}>)</sub>`;

describe('a reply', () => {
  test.each<[ReplyRecord, string]>([
    [{ ...OWN, state: 'undecided' }, '📨 The action received the request'],
    [SENDING, '📨 The action is sending the request'],
    [ACCEPTED, '👷 The docs agent is working on it'],
  ])('that is under way: %j', (record, headline) => {
    const [first, next] = replyText(record, AGENT, THREAD, []).split('\n\n');
    expect([first, next]).toEqual([`**${headline}**`, 'This reply will be updated when the job ends.']);
  });

  const WATCH = { does: 'watch' } as const;
  const SILENT = { advice: undefined };
  const JOBLESS = { job: undefined };
  const UNREPORTED = '☑️ The docs agent finished without reporting a pull request';
  const STOPPED = '⏳ The docs agent is still working; this run stopped waiting';
  const ERROR = '❌ The run ended in an error';
  const GOES_ON = `${RUNS} ${AGAIN}`;

  /** The headline, and the paragraphs before the facts, of which the first says why. */
  test.each<[Outcome, Partial<End>, Partial<Situation>, ...string[]]>([
    ['no-pull-request', {}, {}, UNREPORTED, `Mend it. To send the same job a follow-up, ${ASK}`],
    ['no-pull-request', {}, WATCH, UNREPORTED, `Mend it. To request changes, ${ASK}`],
    ['failed', {}, {}, '❌ The docs agent failed', `Mend it. To try again with a new job, ${ASK}`],
    ['failed', {}, { does: 'message' }, '❌ The docs agent failed', `Mend it. To try again, ${ASK}`],
    ['timeout', {}, {}, STOPPED, `Mend it. ${GOES_ON}`],
    ['timeout', {}, WATCH, STOPPED, `Mend it. ${RUNS}`],
    ['timeout', {}, { wasCompleted: true }, STOPPED, `Mend it. ${RUNS}`],
    ['cancelled', COMPLETED, {}, '✋ The run was cancelled', GOES_ON],
    ['unknown', JOBLESS, {}, '❓ The request was sent, but it may not have arrived', 'Mend it.'],
    ['error', {}, {}, ERROR, `Mend it. ${GOES_ON}`],
    ['error', { isGone: true }, {}, ERROR, 'Mend it.'],
    ['error', JOBLESS, {}, '❌ Nothing was started', 'Mend it.'],
    ['error', JOBLESS, WATCH, ERROR, 'Mend it.'],
  ])('that ends as %s, %j, %j', (outcome, end, around, headline, ...expected) => {
    const report = reportOf(ending(outcome, end), situation(around));
    expect(paragraphs(report)).toEqual([`**${headline}**`, 'Because.', ...expected, FACTS]);
  });

  const NO_LONGER = '⏳ This run stopped waiting for the docs agent';
  const UNSENT = 'Nothing was sent. To send the request, re-run the workflow.';

  test.each<[Outcome, Partial<End>, Partial<Situation>, ...string[]]>([
    ['archived', SILENT, {}, '🗄️ The job is archived', `To try again with a new job, ${ASK}`],
    ['started', SILENT, {}, '🚀 The docs agent has started', GOES_ON],
    ['started', SILENT, WATCH, '👷 The docs agent is working on it', RUNS],
    [
      'timeout',
      COMPLETED,
      {},
      NO_LONGER,
      'Because.',
      `Mend it. To keep watching the job, re-run the workflow. ${AGAIN}`,
    ],
    ['cancelled', JOBLESS, {}, '✋ The run was cancelled', UNSENT],
  ])('that ends as %s, %j, %j, which says why itself', (outcome, end, around, headline, ...expected) => {
    const report = reportOf(ending(outcome, end), situation(around));
    expect(paragraphs(report)).toEqual([`**${headline}**`, ...expected, FACTS]);
  });

  const EARLIER =
    'An earlier attempt sent the request without learning whether it arrived, so there may be a job. Check the Mintlify dashboard before you re-run the workflow.';

  test.each<[Outcome, ...string[]]>([
    ['error', '**❌ This attempt started nothing**', 'Because.', `Mend it. ${EARLIER}`],
    [
      'cancelled',
      '**✋ The run was cancelled**',
      `${EARLIER} This attempt sent nothing. To send the request, re-run the workflow.`,
    ],
  ])('says of an earlier attempt that ended as unknown: %s', (outcome, ...expected) => {
    const report = reportOf(ending(outcome, { job: undefined }), situation({ wasUnknown: true }));
    expect(paragraphs(report).slice(0, -1)).toEqual(expected);
  });

  const SIZE = '3 files changed, +40 −12';
  const LINE = `\`Document the limit\` · ${SIZE}`;
  const pullRequest = (others: Partial<PullRequestState>) => ({
    pullRequest: { ...PULL_REQUEST, ...others },
  });
  const twoMore = { change: { kind: 'new-commits', count: 2 } } as const;
  const CLOSED = `To request another change, ${ASK} That starts a new job.`;

  const READY = '✅ The docs pull request is ready';
  const MERGED = '✅ The docs pull request is merged';
  const REWRITTEN = { change: { kind: 'rewritten' } } as const;
  const UNCHANGED = { change: { kind: 'unchanged' } } as const;
  const NO_COMMIT = '☑️ The docs agent finished, and the docs pull request has no new commit';
  const TWO_MORE = '✅ The docs pull request has 2 new commits';
  const ADDED = `${LINE} · 2 new commits since this request`;
  const merged = pullRequest({ state: 'merged' });

  /** What GitHub shows of the pull request at the end, the headline, and the paragraphs before the facts. */
  test.each<[string, Partial<End>, ...string[]]>([
    ['not read', {}, READY, MORE],
    ['open', pullRequest({}), READY, LINE, MORE],
    ['titled to act', pullRequest({ title: '@all|' }), READY, `<code>&#64;all&#124;</code> · ${SIZE}`, MORE],
    ['without a title', pullRequest({ title: '' }), READY, SIZE, MORE],
    ['changed by a follow-up', { ...twoMore, ...pullRequest({}) }, TWO_MORE, LINE, MORE],
    ['rewritten by a follow-up', REWRITTEN, '✅ The docs pull request was changed', MORE],
    ['left as it was by a follow-up', UNCHANGED, NO_COMMIT, MORE],
    ['not read after a follow-up', {}, '✅ The docs agent finished the follow-up', MORE],
    ['merged', merged, MERGED, LINE, CLOSED],
    ['closed', pullRequest({ state: 'closed' }), '☑️ The docs pull request is closed', LINE, CLOSED],
    [
      'merged after a follow-up',
      { ...twoMore, ...merged },
      MERGED,
      ADDED,
      `To request another change, ${ASK}`,
    ],
  ])('about a pull request that is %s', (name, others, headline, ...expected) => {
    const does = name.includes('follow-up') ? 'message' : 'start';
    const report = reportOf(ending('pull-request', { advice: undefined, ...others }), situation({ does }));
    expect(paragraphs(report)).toEqual([`**${headline}**: [\\#7](<${PR}>)`, ...expected, FACTS]);
  });

  test.each([
    ['https://github.com/acme/docs/pull/17/files?w=1#diff', '\\#17'],
    ['https://github.com/Acme/Docs/pull/7/', '\\#7'],
    ['https://github.com/acme/manual/pull/8', '`acme/manual` \\#8'],
    ['https://gitlab.com/acme/docs/-/merge_requests/7'],
  ])('links the pull request %s as %s', (prLink, label = `\`${prLink}\``) => {
    const report = reportOf(ending('pull-request', { job: jobOf('completed', { prLink }) }), situation());
    expect(paragraphs(report)[0]).toBe(`**✅ The docs pull request is ready**: [${label}](<${prLink}>)`);
  });

  test('does not link a pull request without an https address, and shows no credentials', () => {
    const first = (prLink: string) =>
      paragraphs(reportOf(ending('pull-request', { job: jobOf('completed', { prLink }) }), situation()))[0];
    expect(first('http://evil.example/pull/1')).toMatch(/: `http:\/\/evil\.example\/pull\/1`$/);
    expect(first('https://me:secret@github.com/acme/docs/pull/7')).toBe(
      `**✅ The docs pull request is ready**: [\\#7](<${PR}>)`,
    );
  });

  test('does not show the previous request’s pull request as this one’s', () => {
    for (const outcome of ['timeout', 'failed'] as const) {
      const job = jobOf('completed', { prLink: PR });
      const end = ending(outcome, { job, pullRequest: PULL_REQUEST });
      expect(paragraphs(reportOf(end, situation({ does: 'message' }))).join()).not.toMatch(
        /pull\/7|Document|changed|finished/,
      );
    }
  });

  test('on the pull request itself does not link it, and names lines and reviews', () => {
    const thread = { issue: 7, isPullRequestOfJob: true };
    const report = reportOf(ending('pull-request', { advice: undefined }), situation({ thread }));
    const [first, next] = paragraphs(report, [], { repository: 'acme/docs', issue: 7 });
    expect([first, next]).toEqual([
      '**✅ The docs pull request is ready**',
      MORE.replace(' here.', ' here, on a line or in a review.'),
    ]);
  });

  test('has its notes before the reason, and Mintlify’s answer after it', () => {
    const report = reportOf(ending('error', { platformText: 'Bad `prompt`', job: undefined }), situation());
    expect(paragraphs(report, ['A note.']).slice(1, -1)).toEqual([
      'A note.',
      'Because.',
      "Mintlify's response: <code>Bad&#32;&#96;prompt&#96;</code>",
      'Mend it.',
    ]);
  });

  test.each([
    [{ by: '' }, `<sub>[\`label docs\`](<${HERE}>) · [run](<${RUN}>)</sub>`],
    [{ where: '' }, `<sub>Requested by \`alice\`: \`label docs\` · [run](<${RUN}>)</sub>`],
    [{ what: '' }, `<sub>Requested by \`alice\` · [run](<${RUN}>)</sub>`],
    [{ by: '', what: '' }, `<sub>[run](<${RUN}>)</sub>`],
  ])('leaves out facts that are not known: %j', (others, facts) => {
    const agent = { ...AGENT, request: { ...AGENT.request, ...others } };
    expect(replyText(SENDING, agent, THREAD, []).split('\n\n').at(-1)).toBe(facts);
  });

  test('of any length stays below 60,000 characters', () => {
    const long = (character: string) => character.repeat(60_000);
    const where = `https://github.com/${'w'.repeat(480)}`;
    const agent = { ...AGENT, request: { id: 'r', by: 'y'.repeat(39), what: long('🙂'), where } };
    const reason = 'r'.repeat(2_000);
    const end = { outcome: 'error', reason, advice: reason, platformText: long('\\') } as const;
    const record = { ...ACCEPTED, job: '語'.repeat(300) };
    const text = replyText(record, agent, THREAD, ['n'.repeat(2_000)], reportOf(end, situation()));
    const place = { repository: 'acme/docs', repositoryId: '', issue: 1, scope: 'p', apiKey: 'key' };
    expect(text.length).toBeGreaterThan(5_000);
    expect(`${text}\n\n${signMarker(record, place)}`.length).toBeLessThan(60_000);
  });
});

describe('the comment on the pull request', () => {
  test('says where it was requested, and how to send a follow-up', () => {
    const there = { repository: 'acme/docs', issue: 41 };
    expect(pullRequestText('job_1', there, AGENT, THREAD, REPLY).split('\n\n')).toEqual([
      `**📝 The docs agent opened this pull request**, as requested by \`alice\` in [\\#12](<${REPLY}>).`,
      MORE.replace(' here.', ' here, on a line or in a review.'),
      '<sub>job `job_1`</sub>',
    ]);
    const nobody = { ...AGENT, request: { ...AGENT.request, by: '' } };
    expect(pullRequestText('job_1', there, nobody, THREAD, '')).toContain(
      `request**, as requested in [\\#12](<${HERE}>)`,
    );
  });

  test('in another repository names the request’s thread for follow-ups, too', () => {
    const there = { repository: 'acme/manual', issue: 41 };
    const [, next] = pullRequestText('job_1', there, AGENT, THREAD, REPLY).split('\n\n');
    expect(next).toBe(
      `To send a follow-up to the job that opened this pull request, comment \`/docs …\` on [\`acme/docs\` \\#12](<${REPLY}>). You can also comment here if a workflow in this repository listens for comments.`,
    );
  });
});

/** The facts of the summary's table, as Markdown. */
function factsOf(summary: string): Record<string, string> {
  const table = marked.lexer(summary, { gfm: true }).find(({ type }) => type === 'table') as Tokens.Table;
  return Object.fromEntries(
    [table.header, ...table.rows].map(([name, value]) => [name?.text ?? '', value?.text ?? '']),
  );
}

// What the log says is told in agent/stories.
describe('without a reply', () => {
  const alone = situation({ thread: undefined });
  const model = { model: 'writer-1', repository: 'acme/docs', ref: 'main' };
  const job = jobOf('completed', { prLink: PR, ...model });
  const took = { jobId: 'job_1', polls: 12, durationMs: 250_000 };
  const done = ending('pull-request', { advice: undefined, job, ...took });

  test('the summary says how it ended, and how to send a follow-up', () => {
    const report = reportOf({ ...done, pullRequest: PULL_REQUEST }, alone);
    const summary = agentSummary(report, done, AGENT.inputs, [], undefined);
    expect(summary).toMatch(/^## ✅ The docs pull request is ready\n\nBecause\.\n\n\|/);
    expect(summary).toMatch(/To send a follow-up, run the action with `job-id: job_1` and a prompt\.\n$/);
    expect(factsOf(summary)).toEqual({
      'Pull request': `[\\#7](<${PR}>)`,
      Title: '`Document the limit`',
      Changes: '3 files changed, +40 −12',
      Outcome: '`pull-request`',
      'Agent job': '`job_1`',
      Status: '`completed`',
      Project: '`p1`',
      Repository: '`acme/docs` at `main`',
      Model: '`writer-1`',
      Duration: '4 min 10 s',
      Polls: '12',
    });
  });

  test('a summary without a job names none, and shows what Mintlify answered', () => {
    const end = ending('error', { job: undefined, platformText: 'No', durationMs: 300 });
    const summary = agentSummary(reportOf(end, alone), end, AGENT.inputs, [], undefined);
    expect(factsOf(summary)).toEqual({ Outcome: '`error`', Project: '`p1`', Duration: '0.3 s' });
    expect(summary).toContain("Mintlify's response:\n\n```text\nNo\n```\n\nMend it.\n");
  });

  test('a summary names what was left out of the prompt, and nothing else of it', () => {
    const given = [{ name: 'instructions' }, { name: 'changes', leftOut: '3 hunks' }];
    const parts = given.map((part) => ({ characters: 1, leftOut: '', ...part }));
    const summaryOf = (some: typeof parts) =>
      agentSummary(reportOf(done, alone), done, AGENT.inputs, some, undefined);
    const leftOut = (some: typeof parts) => factsOf(summaryOf(some))['Left out of the prompt'];
    expect([leftOut(parts), leftOut(parts.slice(0, 1))]).toEqual(['changes: 3 hunks', undefined]);
  });
});
