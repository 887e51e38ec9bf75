import { expect, test } from '@jest/globals';
import { marked, type Tokens } from 'marked';
import type { End } from '../../src/agent/end.ts';
import type { Action, ReplyRecord } from '../../src/agent/replies.ts';
import type { AgentRun } from '../../src/agent/request.ts';
import type { Thread } from '../../src/agent/thread.ts';
import * as words from '../../src/agent/words.ts';
import { readWorkflowRun } from '../../src/github/runner.ts';
import { inertForLog } from '../../src/text/workflow-commands.ts';
import { agentInputs, PULL_REQUEST, variables } from '../helpers/payloads.ts';
import { pairsOf, rowsOf } from './world.ts';

const [HERE, PR] = ['https://github.com/acme/docs/issues/12', PULL_REQUEST.url];
const request = { id: 'r', by: 'alice', what: 'label docs', where: HERE };
const run = { inputs: agentInputs(), run: readWorkflowRun(variables('push', {})), request } as AgentRun;
const THREAD = { repository: 'acme/docs', issue: 12 } as Thread;

/** Log, summary, and the paragraphs of the reply. */
function told(end: End, does = 'start', who = request) {
  const action = { does, job: 'job_1', settle: 'immediate' } as Action;
  const record = { state: 'accepted', job: end.jobId, action } as ReplyRecord;
  const by = { ...run, request: who };
  const ending = { end, does: action.does, thread: THREAD, run: by };
  const reply = words.replyText(record, [], end, THREAD, by).split('\n\n');
  const summary = words.summaryText(ending, `${HERE}#r`, 'changes: 3 hunks');
  return { log: words.logText(ending), summary, reply };
}

/** Reads an end: the status or `none` for no job, the state of its pull request, its change, and others. */
function endOf(outcome: string, text = ''): End {
  const { job = 'completed', pull: state, change, prLink = PR, ...others } = pairsOf(text);
  const [kind, count] = change?.split(' ') ?? [];
  return {
    ...{ outcome, reason: 'Because.', advice: 'Mend it.', jobId: 'job_1' },
    ...(job !== 'none' && {
      job: { id: 'job_1', status: job, ...(outcome === 'pull-request' && { prLink }) },
    }),
    ...(state && { pullRequest: { ...PULL_REQUEST, state } }),
    ...(change && { change: { kind, count: Number(count) } }),
    ...others,
  } as End;
}

const RUNS = 'The job keeps running in Mintlify. To keep watching the job, re-run the workflow.';
const SAME = 'To request changes, comment. The request goes to the same job.';
const ANOTHER = 'To request another change, comment.';
const STOPPED = '⏳ The docs agent is still working; this run stopped waiting';
/** Outcome, what the run does, the end, its headline, and what to do next. A reason that says more stands once. */
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
  const end = endOf(outcome, given);
  const { reply, summary, log } = told(end, does);
  const steps = (where: string) => next.replace('comment.', `comment ${where}.`);
  const link = outcome === 'pull-request' ? `: [\\#7](<${PR}>)` : '';
  expect([reply[0], reply.at(-2)]).toEqual([`**${headline}**${link}`, steps('`/docs …` here')]);
  expect(summary.startsWith(`## ${headline}\n\n${end.reason}\n\n|`)).toBe(true);
  expect(summary).toContain(`\n\n${steps(`\`/docs …\` below [the reply](<${HERE}#r>)`)}\n`);
  expect(log.split('\n').at(-1)).toBe(steps('/docs … on #12'));
  const isObvious = /^(pull-request|started|archived)|cancelled.*none/.test(`${outcome} ${given}`);
  const times = [log, summary, reply.join()].map((text) => text.split(end.reason.slice(0, -1)).length - 1);
  expect(times).toEqual([1, 1, isObvious ? 0 : 1]);
});

/** Pull request, and its link in the reply on #12. */
test.each(
  rowsOf(`https://github.com/acme/docs/pull/17/files?w=1#diff | : [\\#17](<URL>)
    https://github.com/Acme/Docs/pull/8/ | : [\\#8](<URL>)
    https://github.com/acme/manual/pull/8 | : [\`acme/manual\` \\#8](<URL>)
    https://gitlab.com/acme/docs/-/merge_requests/7 | : [\`URL\`](<URL>)
    http://evil.example/pull/1 | : \`URL\`
    https://me:secret@github.com/acme/docs/pull/12 |`),
)('%s', (prLink = '', label = '') => {
  const end = endOf('pull-request', `prLink=${prLink}`);
  const { reply } = told(end);
  expect(reply[0]).toBe(`**✅ The docs pull request is ready**${label.replaceAll('URL', prLink)}`);
  expect(/on a line or in a review/.test(reply.at(-2) ?? '')).toBe(label === '');
  const notified = words.notificationText({ end, does: 'start', thread: THREAD, run });
  expect(notified).not.toMatch(/secret|\(<http:/);
});

test('facts stand where they are known, and the comment on a docs pull request says how to go on', () => {
  const end = { ...endOf('pull-request', 'pull=open'), polls: 12, durationMs: 250_000 };
  const { reply, log, summary } = told(end);
  const job = `job \`job_1\` · [run](<${run.run.url}>)</sub>`;
  expect(reply[1]).toBe('`Document the limit` · 3 files changed, +40 −12');
  expect(reply[3]).toBe(`<sub>Requested by \`alice\`: [\`label docs\`](<${HERE}>) · ${job}`);
  expect(told(end, 'start', { ...request, by: '', what: '' }).reply[3]).toBe(`<sub>${job}`);
  expect(log).toMatch(/^Because \(4 min 10 s, 12 polls\)\.\nhttps:.*7\n✅ The docs.* ready: Document/);
  expect(summary).toContain('| Left out of the prompt | `changes: 3 hunks` |');
  const nobody = { ...run, request: { ...request, by: '' } };
  const comment = (repository: string, by = run) =>
    words.docsPullRequestText('job_1', { repository, issue: 41 }, THREAD, '', by);
  const said = comment('Acme/docs', nobody).split('\n\n');
  expect(said[0]).toMatch(/^\*\*📝 The docs agent opened.*\*\*, as requested in \[\\#12\]\(<http.*>\)\.$/);
  expect(said[1]).toMatch(/^To request changes, comment `\/docs …` here, on a line or in a review\. The/);
  expect(comment('acme/manual')).toMatch(/requested by `alice`.*\n.* on \[`acme\/docs` \\#12\]/s);
});

test.each([
  '@all <img src=x> | a | \\| ##[add-mask]x',
  '``` ` #1 https://evil.example/?a&b www.x.co a@x.co',
  '\n::error::x\n\n# a\n| b |',
  '\\🙂'.repeat(30_000),
])('no text that others chose acts, or fills a comment, %#', (text) => {
  const pullRequest = { ...PULL_REQUEST, title: text };
  const job = { id: text, status: text, model: text, repository: text, prLink: PR };
  const chosen = { reason: text, jobId: text, responseText: text, pullRequest, job };
  const tell = (end: End) => told({ ...end, ...chosen }, 'start', { ...request, by: text, what: text });
  const { log, summary, reply } = tell(endOf('pull-request'));
  expect(reply.join('\n\n').length).toBeLessThan(50_000);
  expect(inertForLog(log)).not.toMatch(/^\s*::|##\[/m);
  const table = marked.lexer(summary).find(({ type }) => type === 'table') as Tokens.Table;
  expect(table.rows.map((row) => row[0]?.text).join()).toBe(
    'Title,Changes,Outcome,Agent job,Status,Project,Repository,Left out of the prompt,Model',
  );
  for (const shown of [summary, ...[reply, tell(endOf('failed')).reply].map((each) => each.join('\n\n'))]) {
    const plain: string[] = [];
    marked.walkTokens(marked.lexer(shown), ({ type, raw }) => void (type === 'text' && plain.push(raw)));
    expect(plain.join(' ')).not.toMatch(/@|:\/\/|www\.|<img/);
  }
});
