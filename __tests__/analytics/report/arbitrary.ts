import fc from 'fast-check';
import { sectionsOf } from '../../../src/analytics/compare.ts';
import type { ProjectReport, Report, Span } from '../../../src/analytics/model.ts';
import type { Period } from '../../../src/analytics/period.ts';
import type { Counts } from '../../../src/platform/schemas.ts';
import { actingText } from '../../hostile/corpus.ts';
import { sumOf } from '../fake-site.ts';
import { gonePage, page, spanFrom } from './fixture.ts';

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
const period: fc.Arbitrary<Period> = fc
  .record({ from: day, to: day, isMonth: fc.boolean() })
  .filter(({ from, to }) => from <= to);
const history = fc.array(
  fc
    .record({ from: day, to: day, counts }, { requiredKeys: ['from', 'to'] })
    .filter(({ from, to }) => from <= to),
  { maxLength: 9 },
);

const days: fc.Arbitrary<Span[]> = fc
  .array(fc.option(counts, { nil: undefined }), { minLength: 1, maxLength: 5 })
  .map((read) => read.map((counts, index) => ({ ...spanFrom('2026-01-01', index), counts })));

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
    {
      period,
      comparison: period,
      projects: fc.array(project, { minLength: 1, maxLength: 3 }),
      gaps: fc.array(fc.record({ text: actingText }), { maxLength: 2 }),
    },
    { requiredKeys: ['period', 'projects', 'gaps'] },
  )
  .map((given) => ({
    ...given,
    generatedAt: '2026-01-12T06:17:42Z',
    version: '1.0.0',
    requests: { allowed: 90, spent: 12 },
  }));
