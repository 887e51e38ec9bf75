import { expect, test } from '@jest/globals';
import { marked, type Tokens } from 'marked';
import type { End, Outcome } from '../../src/agent/end.ts';
import type { ReplyRecord } from '../../src/agent/replies.ts';
import type { AgentRun } from '../../src/agent/request.ts';
import type { Thread } from '../../src/agent/thread.ts';
import { logText, notificationText, replyText, summaryText } from '../../src/agent/words.ts';
import { agentInputs, workflowRun } from '../helpers/payloads.ts';
import { jobOf, PULL_REQUEST } from '../helpers/wait-world.ts';
import { pairsOf, rowsOf } from './prompt/world.ts';

const [HERE, PR] = ['https://github.com/acme/docs/issues/12', PULL_REQUEST.url];
const run = {
  inputs: agentInputs(),
  run: workflowRun({ GITHUB_REPOSITORY: 'acme/docs' }),
  request: { id: 'r', by: 'alice', what: 'label docs', where: HERE },
} as AgentRun;
const THREAD = { repository: 'acme/docs', issue: 12 } as Thread;
const RECORD: ReplyRecord = {
  kind: 'reply',
  request: 'r',
  run: '42',
  workflow: 'docs.yml',
  state: 'accepted',
  job: 'job_1',
};

/** The paragraphs of a finished reply, without its facts; the summary; the log; the notification. */
function told(end: End, does: string, thread = THREAD, record = RECORD, notes: string[] = []) {
  const action = { does, job: 'job_1', settle: 'immediate' } as NonNullable<ReplyRecord['action']>;
  const situation = { does: action.does, thread };
  const reply = replyText({ ...record, action }, notes, end, thread, run).split('\n\n');
  const summary = summaryText(end, situation, `${HERE}#r`, '', run);
  return {
    reply,
    summary,
    log: logText(end, situation, run),
    notification: notificationText(end, situation, run),
  };
}

/** Reads an end: status or `none` for no job, the state of its pull request, its change, and others. */
function endOf(outcome: string, text: string): End {
  const { job = 'completed', pull, change = '', link, ...others } = pairsOf(text);
  const [kind, count] = change.split(' ');
  const prLink = outcome === 'pull-request' ? (link ?? PR) : undefined;
  return {
    ...{ outcome: outcome as Outcome, reason: 'Because.', advice: 'Mend it.', jobId: 'job_1' },
    ...(job !== 'none' && { job: jobOf(job, { prLink }) }),
    ...(pull && { pullRequest: { ...PULL_REQUEST, state: pull as 'open' } }),
    ...(change && { change: { kind, count: Number(count) } as NonNullable<End['change']> }),
    ...others,
  };
}

const RUNS = 'The job keeps running in Mintlify. To keep watching the job, re-run the workflow.';
const SAME = 'To request changes, comment. The request goes to the same job.';
const ANOTHER = 'To request another change, comment.';
const STOPPED = '⏳ The docs agent is still working; this run stopped waiting';
/** Outcome, what the run does, the end, its headline, and what to do next. */
test.each(
  rowsOf(`no-pull-request | start | | ☑️ The docs agent finished without reporting a pull request | Mend it. To send the same job a follow-up, comment.
    no-pull-request | watch | | ☑️ The docs agent finished without reporting a pull request | Mend it. To request changes, comment.
    failed | start | job=failed | ❌ The docs agent failed | Mend it. To try again with a new job, comment.
    failed | message | job=failed | ❌ The docs agent failed | Mend it. To try again, comment.
    archived | start | job=archived | 🗄️ The job is archived | Mend it. To try again with a new job, comment.
    started | start | job=active | 🚀 The docs agent has started | Mend it. ${RUNS}
    started | watch | job=active | 👷 The docs agent is working on it | Mend it. ${RUNS}
    timeout | start | job=active | ${STOPPED} | Mend it. ${RUNS}
    timeout | watch | job=odd | ${STOPPED} | Mend it. ${RUNS}
    timeout | message | job=completed | ⏳ This run stopped waiting for the docs agent | Mend it. To keep watching the job, re-run the workflow.
    cancelled | start | job=completed | ✋ The run was cancelled | ${RUNS}
    cancelled | watch | job=none | ✋ The run was cancelled | ${RUNS}
    cancelled | start | job=none | ✋ The run was cancelled | Nothing was sent. To send the request, re-run the workflow.
    unknown | start | job=none | ❓ The request was sent, but it may not have arrived | Mend it.
    error | start | job=active | ❌ The run ended in an error | Mend it. ${RUNS}
    error | start | job=active; isGone=true | ❌ The run ended in an error | Mend it.
    error | start | job=active; reason=It returned 401. | ❌ The run ended in an error | Mend it.
    error | start | job=none | ❌ Nothing was started | Mend it.
    error | watch | job=none | ❌ The run ended in an error | Mend it.
    pull-request | start | | ✅ The docs pull request is ready | ${SAME}
    pull-request | watch | pull=open | ✅ The docs pull request is ready | To request changes, comment.
    pull-request | message | pull=open; change=new-commits 2 | ✅ The docs pull request has 2 new commits | ${SAME}
    pull-request | message | pull=open; change=rewritten | ✅ The docs pull request was changed | ${SAME}
    pull-request | message | pull=open; change=unchanged | ☑️ The docs agent finished, and the docs pull request has no new commit | ${SAME}
    pull-request | message | | ✅ The docs agent finished the follow-up | ${SAME}
    pull-request | start | pull=merged | ✅ The docs pull request is merged | ${ANOTHER} That starts a new job.
    pull-request | message | pull=merged; change=new-commits 1 | ✅ The docs pull request is merged | ${ANOTHER}
    pull-request | start | pull=closed | ☑️ The docs pull request is closed | ${ANOTHER} That starts a new job.`),
)('%s, %s, %s', (outcome = '', does = '', given, headline, next = '') => {
  const end = endOf(outcome, given ?? '');
  const { reply, summary, log, notification } = told(end, does);
  const steps = (where: string) => next.replace('comment.', `comment ${where}.`);
  const link = outcome === 'pull-request' ? `: [\\#7](<${PR}>)` : '';
  expect([reply[0], reply.at(-2)]).toEqual([`**${headline}**${link}`, steps('`/docs …` here')]);
  expect(summary).toMatch(new RegExp(`^## ${headline}\n\n(Because|It returned)`));
  expect(summary).toContain(`\n\n${steps(`\`/docs …\` below [the reply](<${HERE}#r>)`)}\n`);
  expect(log.split('\n').at(-1)).toBe(steps('/docs … on #12'));
  expect(notification.startsWith(`${headline}${link === '' ? '.' : ':'}`)).toBe(true);
  const isObvious = /pull-request$|^(started|archived)$/.test(outcome) && outcome !== 'no-pull-request';
  const counts = [summary, log, reply.join()].map(
    (text) => text.split(end.reason.replace(/\.$/, '')).length - 1,
  );
  expect(counts).toEqual([1, 1, isObvious || (given === 'job=none' && outcome === 'cancelled') ? 0 : 1]);
});

test('the facts of a request, and of a summary', () => {
  const end = { ...endOf('pull-request', 'pull=open; advice='), polls: 12, durationMs: 250_000 };
  const { reply, summary, log } = told(end, 'start');
  const what = `Requested by \`alice\`: [\`label docs\`](<${HERE}>)`;
  expect(reply.slice(1, -2)).toEqual(['`Document the limit` · 3 files changed, +40 −12']);
  expect(reply.at(-1)).toBe(`<sub>${what} · job \`job_1\` · [run](<${run.run.url}>)</sub>`);
  expect(log).toContain('Because (4 min 10 s, 12 polls).\nhttps://github.com/acme/docs/pull/7\n✅ The');
  expect(factsOf(summary)).toMatchObject({
    Title: '`Document the limit`',
    Duration: '4 min 10 s',
    Polls: '12',
  });
  const alone = summaryText(end, { does: 'start', thread: undefined }, '', 'changes: 3 hunks', run);
  expect(alone).toContain('To send a follow-up, run the action with `job-id: job_1` and a prompt.\n');
  expect(factsOf(alone)['Left out of the prompt']).toBe('`changes: 3 hunks`');
});

/** The facts of the summary's table, as Markdown. */
function factsOf(summary: string): Record<string, string> {
  const table = marked.lexer(summary).find(({ type }) => type === 'table') as Tokens.Table;
  return Object.fromEntries([table.header, ...table.rows].map((row) => [row[0]?.text, row[1]?.text]));
}
