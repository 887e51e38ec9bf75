import { describe, expect, test } from '@jest/globals';
import { Outputs } from '../src/outputs.ts';
import { parseRunnerOutput } from './helpers/runner-commands.ts';

type Write = (outputs: Outputs) => void;

/** What later steps see after `writes`: the last value of each. */
function written(...writes: readonly Write[]): Record<string, string> {
  const values: Record<string, string> = {};
  const outputs = new Outputs((name, value) => {
    values[name] = value;
  });
  for (const write of writes) write(outputs);
  return values;
}

const FIELDS = { model: 'writer-1', repository: 'acme/docs', ref: 'main' };
const prLink = 'https://github.com/acme/docs/pull/7';
const createdAt = '2026-01-05T12:00:00Z';
const job = { id: 'job_1', status: 'completed', ...FIELDS, prLink, createdAt };
const withJob =
  (others: Partial<typeof job> = {}): Write =>
  (outputs) =>
    outputs.job({ ...job, ...others }, undefined);
const withError: Write = (outputs) => outputs.error('It broke.');
const withReport: Write = (outputs) => outputs.report('report', 'Because.', {});

const ALL = {
  ...{ 'job-id': 'job_1', status: 'completed', 'pr-link': prLink, 'pr-number': '7' },
  job: JSON.stringify({
    ...{ id: 'job_1', status: 'completed', model: 'writer-1', prLink, createdAt, archivedAt: null },
    source: { repository: 'acme/docs', ref: 'main' },
  }),
};
const NONE = Object.fromEntries(Object.keys(ALL).map((name) => [name, '']));
const END = { outcome: 'failed', reason: 'Because.' };
const URL_OF_COMMENT = 'https://github.com/acme/docs/issues/1#issuecomment-1';

describe('the outputs of a job', () => {
  test('are its fields, or empty but for its id if it could not be read', () => {
    expect(written(withJob())).toEqual(ALL);
    expect(written((outputs) => outputs.job(undefined, 'job_9'))).toEqual({ ...NONE, 'job-id': 'job_9' });
  });

  test('are replaced at the end, and kept by an error', () => {
    const result = { ...END, job: { id: 'job_1', status: 'failed' }, jobId: 'job_1' };
    expect(written(withJob(), (outputs) => outputs.agent(result, URL_OF_COMMENT))).toEqual({
      ...{ ...NONE, ...END, status: 'failed', 'job-id': 'job_1', job: expect.stringContaining('"failed"') },
      'comment-url': URL_OF_COMMENT,
    });
    expect(written(withJob(), withError)).toEqual({ ...ALL, outcome: 'error', reason: 'It broke.' });
  });

  test.each(['javascript:alert(1)', `${prLink}?${'x'.repeat(2_000)}`])(
    'hold no link that is none, or would have to be cut: %.40s',
    (link) => expect(written(withJob({ prLink: link }))).toMatchObject({ 'pr-link': '', 'pr-number': '' }),
  );

  test('change what would act visibly, and a link stays one', () => {
    const acting = `${prLink}?a=[1]##[add-mask]a`;
    const [model, repository] = ['::stop-commands::x', 'a##[b]c'];
    const values = written(withJob({ prLink: acting, model, repository, ref: 'é\n'.repeat(2_000) }));
    const link = `${prLink}?a=[1]##%5Badd-mask]a`;
    expect(values['job']).not.toContain('##[');
    const source = { repository, ref: `${'é\n'.repeat(999)}é…` };
    expect(JSON.parse(values['job'] ?? '')).toMatchObject({ model, source });
    expect(values).toMatchObject({ 'pr-link': link, 'pr-number': '7' });
    expect(decodeURIComponent(new URL(link).href)).toBe(acting);
  });
});

const PERIOD = { from: '2026-01-05', to: '2026-01-11', isMonth: false };
const totals = { human: 1, ai: 2, total: 3 };
const pageAt = (path: string) => ({ path, ...totals, previous: null, change: null });
const FIGURES = { totals, change: '+12.3', complete: false, topPages: [pageAt('/a'), pageAt('/b')] };
const views =
  (others: Partial<typeof FIGURES> | { change: null } = {}): Write =>
  (outputs) =>
    outputs.views({ ...FIGURES, ...others }, '3 views.', PERIOD);

describe('the outputs of a report', () => {
  test('are its figures, then where it is', () => {
    const url = 'https://github.com/acme/docs/actions/runs/1/artifacts/';
    const place = { directory: '/tmp/1', artifactUrl: `${url}7`, reportUrl: `${url}8` };
    const figures = {
      ...{ 'total-views': '3', 'human-views': '1', 'ai-views': '2', change: '+12.3' },
      ...{ complete: 'false', 'date-from': '2026-01-05', 'date-to': '2026-01-11', headline: '3 views.' },
      'top-pages': JSON.stringify(FIGURES.topPages),
    };
    const atPlace: Write = (outputs) => outputs.report('report', 'Because.', place);
    expect(written(views(), atPlace, (outputs) => outputs.commentUrl(`${url}9`))).toEqual({
      ...{ ...figures, status: 'completed', outcome: 'report', reason: 'Because.', 'report-path': '/tmp/1' },
      ...{ 'artifact-url': `${url}7`, 'report-url': `${url}8`, 'comment-url': `${url}9` },
    });
    const failed = written(views({ change: null }), (outputs) => outputs.report('error', 'No room.', {}));
    expect(failed).toEqual({
      ...{ ...figures, change: '', status: '', outcome: 'error', reason: 'No room.' },
      ...{ 'report-path': '', 'artifact-url': '', 'report-url': '' },
    });
  });

  test('have lists on one line, without a command', () => {
    const topPages = [pageAt('/a\u2028b\u0085c\nd ##[error]x'), pageAt(`/${'é'.repeat(1_999)}`)];
    const { 'top-pages': top = '' } = written(views({ topPages }));
    expect(top).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect([parseRunnerOutput(top).commands, JSON.parse(top)]).toEqual([[], topPages]);
  });
});

describe('a process that is cut off', () => {
  const [asked, reported] = [false, true].map(
    (is): Write =>
      (outputs) =>
        outputs.cutOff(is),
  ) as [Write, Write];

  test('before its end says so, and keeps what is known', () => {
    const reason = 'The run was interrupted before it learned whether Mintlify accepted the request.';
    const unknown = { outcome: 'unknown', reason };
    expect([written(asked), written(withJob(), asked)]).toEqual([unknown, { ...ALL, ...unknown }]);
    const error = { outcome: 'error', reason: 'The run was interrupted before the report was ready.' };
    expect(written(reported)).toEqual(error);
    expect(written(views(), reported)).toEqual({ ...written(views()), ...error });
  });

  test.each<[string, ...Write[]]>([
    ['agent mode', (outputs) => outputs.agent({ ...END, job, jobId: 'job_1' }, '')],
    ['an error', withError],
    ['a report, of which a comment tells', withReport, (outputs) => outputs.commentUrl(URL_OF_COMMENT)],
  ])('after the end of %s changes nothing', (_, ...end) => {
    for (const cut of [asked, reported]) expect(written(...end, cut)).toEqual(written(...end));
  });
});
