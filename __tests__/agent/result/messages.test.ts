import { expect, test } from '@jest/globals';
import { marked, type Tokens } from 'marked';
import type { PullRequestChange, PullRequestState } from '../../../src/agent/docs-pull-request.ts';
import { threadOn } from '../../../src/agent/replies/thread.ts';
import * as messages from '../../../src/agent/result/messages.ts';
import type { Outcome, RunResult } from '../../../src/agent/run-result.ts';
import { isUsableId } from '../../../src/mintlify/schemas.ts';
import { inertForLog } from '../../../src/text/workflow-commands.ts';
import { changed, PULL_REQUEST } from '../../helpers/payloads.ts';
import { accepted } from '../replies/signed-reply.ts';
import { tableOf } from '../table.ts';
import { World } from '../world.ts';

const ISSUE = 'https://github.com/acme/docs/issues/12';
const LABELED = { issue: { number: 12, html_url: ISSUE }, label: { name: 'docs' } };
const CONTEXT = new World().context('issues', changed('issues', 'labeled', LABELED));
const THREAD = { ...threadOn(12, CONTEXT.github, CONTEXT.inputs), repository: 'acme/docs' };

type Does = 'start' | 'message' | 'watch';

/** What is told on #12; of the reply, its paragraphs. */
function messagesOf(result: RunResult, does: Does = 'start', context = CONTEXT) {
  const { record } = accepted(does, result.jobId ?? '');
  const run = { result, action: record.action, thread: THREAD, record: undefined, context };
  return {
    log: messages.logText(run),
    summary: messages.summaryText(run, `${ISSUE}#r`, 'changes: 3 hunks'),
    notification: messages.notificationText(run),
    reply: messages.replyText(record, [], result, THREAD, context).split('\n\n'),
  };
}

/** @param status of the job; undefined for none */
function resultOf(outcome: Outcome, status?: string, others: Partial<RunResult> = {}): RunResult {
  const job = status === undefined ? undefined : { id: 'job_1', status, prLink: PULL_REQUEST.url };
  return { outcome, reason: 'Because.', advice: 'Mend it.', jobId: 'job_1', job, ...others };
}

/** Checks all messages. @param next may end in "comment.", after which each message says where */
function expectMessages(result: RunResult, does: string, headline: string, next: string): void {
  const { reply, summary, log } = messagesOf(result, does as Does);
  const nextWith = (where: string) => next.replace('comment.', `comment ${where}.`);
  const link = result.outcome === 'pull-request' ? `: [\\#7](<${PULL_REQUEST.url}>)` : '';
  expect([reply[0], reply.at(-2)]).toEqual([`**${headline}**${link}`, nextWith('`/docs …` here')]);
  expect(summary).toMatch(`## ${headline}\n\nBecause.\n\n|`);
  expect(summary).toMatch(`\n\n${nextWith(`\`/docs …\` below [the reply](<${ISSUE}#r>)`)}\n`);
  expect(log.split('\n').at(-1)).toBe(nextWith('/docs … on #12'));
}

const WATCH = 'To keep watching the job, re-run the workflow.';
const RUNS = `The job keeps running in Mintlify. ${WATCH}`;
const SAME = 'To request changes, comment. The request goes to the same job.';
const NONE = '☑️ The docs agent finished without reporting a pull request';
const READY = '✅ The docs pull request is ready';

/** `job`: the status of the job. `why`: whether the reply gives the reason, which its headline may say already. */
const OUTCOMES = tableOf<'outcome' | 'does' | 'job' | 'why' | 'headline' | 'next'>(`
  outcome | does | job | why | headline | next
  no-pull-request | start   | completed | yes | ${NONE} | Mend it. To send the same job a follow-up, comment.
  no-pull-request | watch   | completed | yes | ${NONE} | Mend it. To request changes, comment.
  failed          | start   | failed    | yes | ❌ The docs agent failed | Mend it. To try again with a new job, comment.
  failed          | message | failed    | yes | ❌ The docs agent failed | Mend it. To try again, comment.
  archived        | start   | archived  | no  | 🗄️ The job is archived | Mend it. To try again with a new job, comment.
  started         | start   | active    | no  | 🚀 The docs agent has started | Mend it. ${RUNS}
  started         | watch   | active    | no  | 👷 The docs agent is working on it | Mend it. ${RUNS}
  timeout         | start   | active    | yes | ⏳ The docs agent is still working; this run stopped waiting | Mend it. ${RUNS}
  timeout         | watch   | odd       | yes | ⏳ The docs agent is still working; this run stopped waiting | Mend it. ${RUNS}
  timeout         | message | completed | yes | ⏳ This run stopped waiting for the docs agent | Mend it. ${WATCH}
  cancelled       | start   | completed | yes | ✋ The run was cancelled | ${RUNS}
  cancelled       | watch   | none      | no  | ✋ The run was cancelled | ${RUNS}
  cancelled       | start   | none      | no  | ✋ The run was cancelled | Mend it.
  unknown         | start   | none      | yes | ❓ It's unknown whether the request arrived | Mend it.
  error           | start   | active    | yes | ❌ The run ended in an error | Mend it. ${RUNS}
  error           | start   | none      | yes | ❌ Nothing was started | Mend it.
  error           | watch   | none      | yes | ❌ The run ended in an error | Mend it.
  pull-request    | start   | completed | no  | ${READY} | ${SAME}
  pull-request    | message | completed | no  | ✅ The docs agent finished the follow-up | ${SAME}`);

test.each(OUTCOMES)('$outcome of a run that did "$does", with the job $job: $headline', (row) => {
  const result = resultOf(row.outcome as Outcome, row.job === 'none' ? undefined : row.job);
  expectMessages(result, row.does, row.headline, row.next);
  const { log, summary, reply } = messagesOf(result, row.does as Does);
  const timesTold = [log, summary, reply.join()].map((text) => text.split('Because').length - 1);
  expect(timesTold).toEqual([1, 1, row.why === 'yes' ? 1 : 0]);
});

test.each([{ isJobGone: true }, { isKeyRefused: true }])('nobody is told to watch a job if %j', (why) => {
  expectMessages(resultOf('error', 'active', why), 'start', '❌ The run ended in an error', 'Mend it.');
});

/** What a run did, what is known of the docs pull request then, and what changed there. */
const PULL_REQUESTS = tableOf<'does' | 'state' | 'change' | 'headline' | 'next'>(`
  does | state | change | headline | next
  watch   | open   |             | ${READY} | To request changes, comment.
  message | open   | new-commits | ✅ The docs pull request has 2 new commits | ${SAME}
  message | open   | rewritten   | ✅ The docs pull request was changed | ${SAME}
  message | open   | unchanged   | ☑️ The docs agent finished, and the docs pull request has no new commit | ${SAME}
  start   | merged |             | ✅ The docs pull request is merged | To request another change, comment. That starts a new job.
  message | merged | new-commits | ✅ The docs pull request is merged | To request another change, comment.
  start   | closed |             | ☑️ The docs pull request is closed | To request another change, comment. That starts a new job.`);

test.each(PULL_REQUESTS)(
  'a run that did "$does", with a pull request that is $state ($change): $headline',
  (row) => {
    const pullRequest = { ...PULL_REQUEST, state: row.state as PullRequestState['state'] };
    const change =
      row.change === '' ? undefined : { kind: row.change as PullRequestChange['kind'], count: 2 };
    const result = resultOf('pull-request', 'completed', { pullRequest, change });
    expectMessages(result, row.does, row.headline, row.next);
  },
);

test.each([
  [': [\\#17](<URL>)', 'https://github.com/acme/docs/pull/17/files?w=1#diff'],
  [': [\\#8](<URL>)', 'https://github.com/Acme/Docs/pull/8/'],
  [': [`acme/manual` \\#8](<URL>)', 'https://github.com/acme/manual/pull/8'],
  [': [`URL`](<URL>)', 'https://gitlab.com/acme/docs/-/merge_requests/7'],
  [': `URL`', 'http://evil.example/pull/1'],
  ['', 'https://me:secret@github.com/acme/docs/pull/12'],
])('a reply on #12 links with "%s" to the pull request %s', (link, url) => {
  const job = { id: 'job_1', status: 'completed', prLink: url };
  const { reply, notification } = messagesOf(resultOf('pull-request', undefined, { job }));
  expect(reply[0]).toBe(`**${READY}**${link.replaceAll('URL', url)}`);
  expect(/on a line or in a review/.test(reply.at(-2) ?? '')).toBe(link === '');
  expect(notification).not.toMatch(/secret|\(<http:/);
});

test('IDs may have 300 characters, and no message cuts them', () => {
  const id = 'j'.repeat(300);
  expect([isUsableId(id), isUsableId(`${id}j`)]).toEqual([true, false]);
  const { reply, summary } = messagesOf(resultOf('failed', 'failed', { jobId: id }));
  expect(reply.at(-1)).toMatch(`job \`${id}\``);
  expect(summary).toMatch(`| Agent job | \`${id}\` |`);
  const byNobody = { ...CONTEXT, request: { ...CONTEXT.request, requester: '' } };
  const there = { ...THREAD, repository: 'Acme/docs' };
  const comment = messages.docsPullRequestText(id, there, THREAD, '', byNobody);
  expect(comment).toMatch(/, as requested in \[\\#12\].* here, on a line.*job `j{300}`/s);
});

test.each<Outcome>(['timeout', 'no-pull-request'])(
  'without a thread, %s names a long ID for `job-id`',
  (outcome) => {
    const jobId = 'j'.repeat(290);
    const run = {
      result: resultOf(outcome, undefined, { jobId }),
      action: { does: 'start' } as const,
      thread: undefined,
      record: undefined,
      context: CONTEXT,
    };
    expect(messages.summaryText(run, '', '')).toMatch(`run the action with \`job-id: ${jobId}\``);
  },
);

test.each([
  '@all <img src=x> | a | \\| ##[add-mask]x',
  '``` ` #1 https://evil.example/?a&b www.x.co a@x.co',
  '\n::error::x\n\n# a\n| b |',
  '\\🙂'.repeat(30_000),
])('no text that others chose acts, or fills a comment, %#', (text) => {
  const { event, request } = CONTEXT;
  const context = { ...CONTEXT, event: { ...event, label: text }, request: { ...request, requester: text } };
  const pullRequest = { ...PULL_REQUEST, title: text };
  const job = { id: text, status: text, model: text, repository: text, prLink: PULL_REQUEST.url };
  const chosen = { reason: text, jobId: text, responseText: text, pullRequest, job };
  const { log, summary, reply } = messagesOf(resultOf('pull-request', '', chosen), 'start', context);
  const { reply: failure } = messagesOf(resultOf('failed', '', chosen), 'start', context);
  expect(reply.join('\n\n').length).toBeLessThan(50_000);
  expect(inertForLog(log)).not.toMatch(/^\s*::|##\[/m);
  const table = marked.lexer(summary).find(({ type }) => type === 'table') as Tokens.Table;
  expect(table.rows.map((row) => row[0]?.text).join()).toBe(
    'Title,Changes,Outcome,Agent job,Status,Project,Repository,Left out of the prompt,Model',
  );
  for (const shown of [summary, reply.join('\n\n'), failure.join('\n\n')]) {
    const plain: string[] = [];
    marked.walkTokens(marked.lexer(shown), ({ type, raw }) => void (type === 'text' && plain.push(raw)));
    expect(plain.join(' ')).not.toMatch(/@|:\/\/|www\.|<img/);
  }
});
