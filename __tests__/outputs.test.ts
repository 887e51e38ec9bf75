import { expect, test } from '@jest/globals';
import type { AgentJob } from '../src/mintlify/schemas.ts';
import { type Figures, Outputs } from '../src/outputs.ts';
import { parseRunnerOutput } from './helpers/runner-commands.ts';

type Write = (outputs: Outputs) => void;

/** Returns what later steps see after `writes`: the last value of each output. */
function valuesAfter(...writes: readonly Write[]): Record<string, string> {
  const values: Record<string, string> = {};
  const outputs = new Outputs((name, value) => {
    values[name] = value;
  });
  for (const write of writes) write(outputs);
  return values;
}

const prLink = 'https://github.com/acme/docs/pull/7';
const job: AgentJob = {
  id: 'job_1',
  status: 'completed',
  model: 'writer-1',
  prLink,
  createdAt: '2026-01-05T12:00:00Z',
  archivedAt: '2026-01-06T12:00:00Z',
  repository: 'acme/docs',
  ref: 'main',
};
const JOB_OUTPUTS = {
  'job-id': 'job_1',
  status: 'completed',
  'pr-link': prLink,
  'pr-number': '7',
  job: JSON.stringify({
    id: 'job_1',
    status: 'completed',
    model: 'writer-1',
    prLink,
    createdAt: '2026-01-05T12:00:00Z',
    archivedAt: '2026-01-06T12:00:00Z',
    source: { repository: 'acme/docs', ref: 'main' },
  }),
};
const writeJob: Write = (outputs) => outputs.job(job, undefined);
const NO_JOB = { 'job-id': '', status: '', 'pr-link': '', 'pr-number': '', job: '' };
const COMMENT = 'https://github.com/acme/docs/issues/1#issuecomment-1';

test('outputs of a job are its fields', () => {
  expect(valuesAfter(writeJob)).toEqual(JOB_OUTPUTS);
});

test('outputs of a job that could not be read are empty, save its ID', () => {
  expect(valuesAfter((outputs) => outputs.job(undefined, 'job_9'))).toEqual({ ...NO_JOB, 'job-id': 'job_9' });
});

test('outputs of a job are replaced at the end', () => {
  const failed: AgentJob = { id: 'job_1', status: 'failed' };
  const result = { outcome: 'failed', reason: 'Because.', job: failed, jobId: 'job_1' };
  expect(valuesAfter(writeJob, (outputs) => outputs.agent(result, COMMENT))).toEqual({
    ...NO_JOB,
    outcome: 'failed',
    reason: 'Because.',
    status: 'failed',
    'job-id': 'job_1',
    'comment-url': COMMENT,
    job: '{"id":"job_1","status":"failed","model":null,"prLink":null,"createdAt":null,"archivedAt":null,"source":{"repository":null,"ref":null}}',
  });
});

test('outputs of a job are kept by an error', () => {
  const error = { outcome: 'error', reason: 'It broke.' };
  const values = valuesAfter(writeJob, (outputs) => outputs.error('It broke.'));
  expect(values).toEqual({ ...JOB_OUTPUTS, ...error });
});

test.each(['javascript:alert(1)', `${prLink}?${'x'.repeat(2_000)}`])(
  'a link that is unsafe, or would have to be cut, is left out: %.40s',
  (link) => {
    const values = valuesAfter((outputs) => outputs.job({ ...job, prLink: link }, undefined));
    expect(values).toMatchObject({ 'pr-link': '', 'pr-number': '' });
  },
);

test('outputs change what would be a workflow command, and a link stays one', () => {
  const acting = `${prLink}?a=[1]##[add-mask]a`;
  const model = '::stop-commands::x';
  const repository = 'a##[b]c';
  const ref = 'é\n'.repeat(2_000);
  const values = valuesAfter((outputs) =>
    outputs.job({ ...job, prLink: acting, model, repository, ref }, undefined),
  );
  const link = `${prLink}?a=[1]##%5Badd-mask]a`;
  expect(values).toMatchObject({ 'pr-link': link, 'pr-number': '7' });
  expect(decodeURIComponent(new URL(link).href)).toBe(acting);
  expect(values['job']).not.toContain('##[');
  const source = { repository, ref: `${'é\n'.repeat(999)}é…` };
  expect(JSON.parse(values['job'] ?? '')).toMatchObject({ model, source });
});

test('outputs are on one line, without a workflow command', () => {
  const { reason } = valuesAfter((outputs) => outputs.error('::It\r\nbroke\u2028##[x]'));
  expect(reason).toBe(': :It broke # #[x]');
  expect(valuesAfter((outputs) => outputs.commentUrl('::x'))).toEqual({ 'comment-url': ': :x' });
});

test('outputs of a report are where it is', () => {
  const place = { directory: '/tmp/1', artifactUrl: `${COMMENT}7`, reportUrl: `${COMMENT}8` };
  expect(valuesAfter((outputs) => outputs.report('report', 'Because.', place))).toEqual({
    status: 'completed',
    outcome: 'report',
    reason: 'Because.',
    'report-path': '/tmp/1',
    'artifact-url': `${COMMENT}7`,
    'report-url': `${COMMENT}8`,
  });
});

test('outputs of a report that is nowhere are empty', () => {
  expect(valuesAfter((outputs) => outputs.report('error', 'No room.', {}))).toEqual({
    status: '',
    outcome: 'error',
    reason: 'No room.',
    'report-path': '',
    'artifact-url': '',
    'report-url': '',
  });
});

test('figures are texts, and lists are on one line, without a workflow command', () => {
  const topPages = [
    { path: '/a\u2028b\u0085c\nd ##[error]x', change: null },
    { path: `/${'é'.repeat(1_999)}`, change: null },
  ];
  const figures: Figures = {
    totals: { human: 1, ai: 2, total: 3 },
    change: null,
    complete: false,
    topPages,
  };
  const period = { from: '2026-01-05', to: '2026-01-11', isMonth: false };
  const values = valuesAfter((outputs) => outputs.views(figures, '3 views.', period));
  const { 'top-pages': list = '', ...others } = values;
  expect(others).toEqual({
    'human-views': '1',
    'ai-views': '2',
    'total-views': '3',
    change: '',
    complete: 'false',
    'date-from': '2026-01-05',
    'date-to': '2026-01-11',
    headline: '3 views.',
  });
  expect(list).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(parseRunnerOutput(list).commands).toEqual([]);
  expect(JSON.parse(list)).toEqual(topPages);
});

const cutOffAgent: Write = (outputs) => outputs.cutOff(false);
const cutOffReport: Write = (outputs) => outputs.cutOff(true);

test('a process that is cut off says so, and keeps what is known', () => {
  expect(valuesAfter(writeJob, cutOffAgent)).toEqual({
    ...JOB_OUTPUTS,
    outcome: 'unknown',
    reason: 'The run was interrupted before it learned whether Mintlify accepted the request.',
  });
  expect(valuesAfter(cutOffReport)).toEqual({
    outcome: 'error',
    reason: 'The run was interrupted before the report was ready.',
  });
});

test.each<[what: string, end: Write]>([
  ['agent mode', (outputs) => outputs.agent({ outcome: 'failed', reason: 'Because.', job }, '')],
  ['an error', (outputs) => outputs.error('It broke.')],
  ['a report', (outputs) => outputs.report('report', 'Because.', {})],
])('a process that is cut off after the end of %s changes nothing', (_, end) => {
  const writeComment: Write = (outputs) => outputs.commentUrl(COMMENT);
  const complete = valuesAfter(end, writeComment);
  expect(valuesAfter(end, writeComment, cutOffAgent)).toEqual(complete);
  expect(valuesAfter(end, writeComment, cutOffReport)).toEqual(complete);
});
