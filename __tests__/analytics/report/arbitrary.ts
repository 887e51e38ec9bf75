import fc from 'fast-check';
import { sectionsOf } from '../../../src/analytics/compare.ts';
import type { ProjectReport, Report, Span } from '../../../src/analytics/model.ts';
import type { DatedPeriod, Period } from '../../../src/analytics/period.ts';
import type { Counts } from '../../../src/platform/schemas.ts';
import { actingText } from '../../hostile/corpus.ts';
import { sumOf } from '../fake-site.ts';
import { dayFrom, gonePage, page } from './fixture.ts';

const count = fc.oneof(fc.nat(5000), fc.integer({ min: 0, max: 2 ** 40 }));
const counts: fc.Arbitrary<Counts> = fc
  .record({ human: count, ai: count })
  .map(({ human, ai }) => ({ human, ai, total: human + ai }));

const before = fc.oneof(counts, fc.constant('new' as const), fc.constant(undefined));
const anyPage = fc.tuple(actingText, counts, before).map((made) => page(...made));
const anyGone = fc.tuple(actingText, counts).map((made) => gonePage(...made));

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const datedPeriod: fc.Arbitrary<DatedPeriod> = fc.oneof(
  fc
    .tuple(day, day)
    .filter(([from, to]) => from < to)
    .map(([from, to]): DatedPeriod => ({ kind: 'dates', from, to })),
  day.map((date): DatedPeriod => ({ kind: 'dates', from: `${date}T01:02:03Z`, to: `${date}T23:59:59.999Z` })),
);
const period: fc.Arbitrary<Period> = fc.oneof(fc.constant<Period>({ kind: 'all' }), datedPeriod);
const history = fc.array(
  fc
    .record({ from: day, to: day, counts }, { requiredKeys: ['from', 'to'] })
    .filter(({ from, to }) => from < to),
  { maxLength: 9 },
);

const days: fc.Arbitrary<Span[]> = fc
  .array(fc.option(counts, { nil: undefined }), { minLength: 1, maxLength: 5 })
  .map((read) => read.map((counts, index) => ({ ...dayFrom('2026-01-01', index), counts })));

const project: fc.Arbitrary<ProjectReport> = fc
  .record(
    {
      projectId: actingText,
      pages: fc.array(anyPage, { maxLength: 6 }),
      gone: fc.array(anyGone, { maxLength: 3 }),
      complete: fc.boolean(),
      notes: fc.array(actingText, { maxLength: 2 }),
      totals: counts,
      previousTotals: counts,
      previousComplete: fc.boolean(),
      days,
      history,
    },
    { requiredKeys: ['projectId', 'pages', 'gone', 'complete', 'notes'] },
  )
  .map((project) => ({
    ...project,
    sums: sumOf(project.pages),
    sections: sectionsOf(
      [...project.pages, ...project.gone],
      project.complete && project.previousComplete === true,
    ),
  }));

export const anyReport: fc.Arbitrary<Report> = fc
  .record(
    { period, previousPeriod: datedPeriod, projects: fc.array(project, { minLength: 1, maxLength: 3 }) },
    { requiredKeys: ['period', 'projects'] },
  )
  .map((given) => ({
    ...given,
    generatedAt: '2026-01-12T06:17:42Z',
    version: '1.0.0',
    requests: { allowed: 90, spent: 12 },
  }));
