import fc from 'fast-check';
import { isWhole, sectionsOf } from '../../../src/analytics/compare.ts';
import type { ProjectReport, Report } from '../../../src/analytics/model.ts';
import { actingText } from '../../hostile/corpus.ts';
import { counts as countsOf, gonePage, page, report, spanFrom } from './fixture.ts';

const count = fc.oneof(fc.nat(5000), fc.integer({ min: 0, max: 2 ** 40 }));
const counts = fc.tuple(count, count).map(([human, ai]) => countsOf(human, ai));
const before = fc.oneof(counts, fc.constantFrom('new' as const, undefined));
const pages = fc.array(
  fc.tuple(actingText, counts, before).map((made) => page(...made)),
  { maxLength: 6 },
);
const gone = fc.array(
  fc.tuple(actingText, counts).map((made) => gonePage(...made)),
  { maxLength: 3 },
);

const span = fc
  .tuple(fc.nat(20_000), fc.integer({ min: 1, max: 400 }))
  .map(([after, length]) => spanFrom('1970-01-01', after, length));
const period = fc.tuple(span, fc.boolean()).map(([days, isMonth]) => ({ ...days, isMonth }));
/** Of which some were not read. */
const spans = (length: number) =>
  fc
    .array(fc.option(counts, { nil: undefined }), { minLength: 1, maxLength: 9 })
    .map((read) => read.map((each, index) => ({ ...spanFrom('2026-01-01', index, length), counts: each })));

const project = fc
  .record(
    {
      projectId: actingText.filter((text) => text !== ''),
      pages,
      complete: fc.boolean(),
      notes: fc.array(actingText, { maxLength: 2 }),
      totals: counts,
      previousTotals: counts,
      previousComplete: fc.boolean(),
      days: spans(1),
      history: spans(7),
    },
    { requiredKeys: ['projectId', 'pages', 'complete', 'notes'] },
  )
  .chain(
    (made): fc.Arbitrary<ProjectReport> =>
      (isWhole(made) ? gone : fc.constant([])).map((left) => {
        const { projectId } = made;
        const read = { ...made, pages: [...made.pages, ...left].map((each) => ({ ...each, projectId })) };
        return { ...read, sections: sectionsOf(read) };
      }),
  );

export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    period,
    comparison: fc.option(period, { nil: undefined }),
    projects: fc.array(project, { minLength: 1, maxLength: 3 }),
    gaps: fc.array(fc.record({ projectId: actingText, text: actingText }), { maxLength: 2 }),
  })
  .map(({ projects, ...given }) => report(projects, given));
