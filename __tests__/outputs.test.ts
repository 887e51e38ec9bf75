import { expect, test } from '@jest/globals';
import { type Figures, Outputs } from '../src/outputs.ts';
import { parseRunnerOutput } from './helpers/runner-commands.ts';

type Write = (to: Outputs) => void;

/** What later steps see after `writes`: the last value of each. */
function written(...writes: readonly Write[]): Record<string, string> {
  const values: Record<string, string> = {};
  const outputs = new Outputs((name, value) => void Object.assign(values, { [name]: value }));
  for (const write of writes) write(outputs);
  return values;
}

const prLink = 'https://github.com/acme/docs/pull/7';
const fields = { status: 'completed', model: 'writer-1', prLink, createdAt: '2026-01-05T12:00:00Z' };
const job = { id: 'job_1', ...fields, repository: 'acme/docs', ref: 'main' };
const JOB = {
  ...{ 'job-id': 'job_1', status: 'completed', 'pr-link': prLink, 'pr-number': '7' },
  job: JSON.stringify({
    ...{ id: 'job_1', ...fields, archivedAt: null, source: { repository: 'acme/docs', ref: 'main' } },
  }),
};
const writeJob: Write = (to) => to.job(job, undefined);
const NO_JOB = Object.fromEntries(Object.keys(JOB).map((name) => [name, '']));
const FAILED = { outcome: 'failed', reason: 'Because.' };
const COMMENT = 'https://github.com/acme/docs/issues/1#issuecomment-1';

test('outputs of a job are its fields, or empty but for its id if it could not be read', () => {
  expect(written(writeJob)).toEqual(JOB);
  expect(written((to) => to.job(undefined, 'job_9'))).toEqual({ ...NO_JOB, 'job-id': 'job_9' });
});

test('outputs of a job are replaced at the end, and kept by an error', () => {
  const result = { ...FAILED, job: { id: 'job_1', status: 'failed' }, jobId: 'job_1' };
  expect(written(writeJob, (to) => to.agent(result, COMMENT))).toEqual({
    ...{ ...NO_JOB, ...FAILED, status: 'failed', 'job-id': 'job_1', 'comment-url': COMMENT },
    job: expect.stringContaining('"failed"'),
  });
  const error = { outcome: 'error', reason: 'It broke.' };
  expect(written(writeJob, (to) => to.error(error.reason))).toEqual({ ...JOB, ...error });
});

test.each(['javascript:alert(1)', `${prLink}?${'x'.repeat(2_000)}`])(
  'outputs hold no link that is none, or would have to be cut: %.40s',
  (link) => {
    const values = written((to) => to.job({ ...job, prLink: link }, undefined));
    expect(values).toMatchObject({ 'pr-link': '', 'pr-number': '' });
  },
);

test('outputs change what would act visibly, and a link stays one', () => {
  const acting = `${prLink}?a=[1]##[add-mask]a`;
  const [model, repository] = ['::stop-commands::x', 'a##[b]c'];
  const odd = { ...job, prLink: acting, model, repository, ref: 'é\n'.repeat(2_000) };
  const values = written((to) => to.job(odd, undefined));
  const link = `${prLink}?a=[1]##%5Badd-mask]a`;
  expect(values['job']).not.toContain('##[');
  const source = { repository, ref: `${'é\n'.repeat(999)}é…` };
  expect(JSON.parse(values['job'] ?? '')).toMatchObject({ model, source });
  expect(values).toMatchObject({ 'pr-link': link, 'pr-number': '7' });
  expect(decodeURIComponent(new URL(link).href)).toBe(acting);
  const { reason } = written((to) => to.error('::It\r\nbroke\u2028##[x]'));
  expect(reason).toBe(': :It broke # #[x]');
  expect(written((to) => to.commentUrl('::x'))).toEqual({ 'comment-url': ': :x' });
});

test('outputs of a report are where it is, or empty', () => {
  const place = { directory: '/tmp/1', artifactUrl: `${COMMENT}7`, reportUrl: `${COMMENT}8` };
  expect(written((to) => to.report('report', 'Because.', place))).toEqual({
    ...{ status: 'completed', outcome: 'report', reason: 'Because.', 'report-path': '/tmp/1' },
    ...{ 'artifact-url': `${COMMENT}7`, 'report-url': `${COMMENT}8` },
  });
  expect(written((to) => to.report('error', 'No room.', {}))).toEqual({
    ...{ status: '', outcome: 'error', reason: 'No room.' },
    ...{ 'report-path': '', 'artifact-url': '', 'report-url': '' },
  });
});

test('outputs have lists on one line, without a command', () => {
  const paths = ['/a\u2028b\u0085c\nd ##[error]x', `/${'é'.repeat(1_999)}`];
  const topPages = paths.map((path) => ({ path, change: null }));
  const figures: Figures = { totals: { human: 1, ai: 2, total: 3 }, change: null, complete: false, topPages };
  const period = { from: '2026-01-05', to: '2026-01-11', isMonth: false };
  const { 'top-pages': top = '', change } = written((to) => to.views(figures, '3 views.', period));
  expect(top).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect([parseRunnerOutput(top).commands, JSON.parse(top), change]).toEqual([[], topPages, '']);
});

test.each([
  [false, 'unknown', 'The run was interrupted before it learned whether Mintlify accepted the request.'],
  [true, 'error', 'The run was interrupted before the report was ready.'],
])('a process that is cut off (a report: %s) says %s, and keeps what is known', (is, outcome, reason) => {
  expect(written(writeJob, (to) => to.cutOff(is))).toEqual({ ...JOB, outcome, reason });
});

test.each<[string, Write]>([
  ['agent mode', (to) => to.agent({ ...FAILED, job, jobId: 'job_1' }, '')],
  ['an error', (to) => to.error('It broke.')],
  ['a report', (to) => to.report('report', 'Because.', {})],
])('a process that is cut off after the end of %s changes nothing', (_, end) => {
  const whole: Write[] = [end, (to) => to.commentUrl(COMMENT)];
  for (const is of [false, true])
    expect(written(...whole, (to) => to.cutOff(is))).toEqual({ ...written(end), 'comment-url': COMMENT });
});
