import { HOSTILE } from '../../sandbox/hostile.ts';
import { type DatedCounts, joinPages, type Report, sectionsOf } from '../../src/analytics/report.ts';
import type { PageViews } from '../../src/platform/schemas.ts';
import { counts, page, pagesOf, range, sumOf } from './fake-site.ts';

/** Days or weeks with about these views, from `first` on; those without are not read. */
export function spansFrom(first: string, views: readonly (number | undefined)[], length = 1): DatedCounts[] {
  const dateOf = (days: number) => new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
  return views.map((total, index) => ({
    ...range(dateOf(index * length), dateOf((index + 1) * length - 1)),
    counts: total === undefined ? undefined : counts(Math.ceil(total * 0.7), Math.floor(total * 0.3)),
  }));
}

interface Given extends Partial<Report> {
  readonly now?: readonly PageViews[];
  /** Pages of the comparison period; null if it was not read. */
  readonly before?: readonly PageViews[] | null;
}

/** A report as the analytics would compute it for a believable documentation site. */
export function report({ now = pagesOf(140), before = pagesOf(150, 1.4), ...given }: Given = {}): Report {
  const { hasAllPages = true, hasAllPreviousPages = before !== null } = given;
  const side = (all: readonly PageViews[]) => ({ rows: [...all], isUnsound: false });
  const sideBefore = before ? { ...side(before), isComplete: hasAllPreviousPages } : undefined;
  const pages = joinPages({ ...side(now), isComplete: hasAllPages }, sideBefore);
  return {
    ...{ generatedAt: '2026-01-12T06:17:42Z', projectId: 'handbook-docs', siteUrl: undefined },
    ...{ period: range('2026-01-05', '2026-01-11'), comparison: range('2025-12-29', '2026-01-04') },
    ...{ totals: sumOf(now), previousTotals: before ? sumOf(before) : undefined, sums: sumOf(now) },
    ...{ pages, hasAllPages, hasAllPreviousPages, gaps: [], notes: [] },
    sections: sectionsOf(pages, hasAllPages && hasAllPreviousPages),
    history: spansFrom('2025-11-10', [60_100, 61_000, 59_300, 60_700, 62_500, 58_800, 61_200, 63_000], 7),
    days: spansFrom('2026-01-05', [9_000, 9_800, 16_100, 9_100, 8_400, 3_900, 4_200]),
    requests: { allowed: 90, spent: 16 },
    ...given,
  };
}

const YEARS = ['2023-10-09', '2024-10-08'].flatMap((from, index) => spansFrom(from, [2e6 + index], 365));
/** Without charts. */
export const LISTS = { history: [], days: [] };

/** Paths that would act if a format let them. */
const HOSTILE_PATHS = [
  ...['"><svg/onload=alert(1)>', '', '/\ud800lone', `/${'long-segment/'.repeat(308)}`.slice(0, 4000)],
  ...HOSTILE,
];

/** What a report may look like. */
export const REPORTS = {
  week: report({ siteUrl: 'https://docs.example.com' }),
  incomplete: report({
    ...{ now: pagesOf(100), before: null, totals: counts(90_000, 30_000), hasAllPages: false, days: [] },
    gaps: [
      "The `max-requests` limit (2) doesn't allow more.",
      'The period has 120,000 views, 4,000 of them *elsewhere*.',
    ],
    notes: ['Not read: 7 of 7 days.'],
  }),
  alone: report({
    ...{ before: null, comparison: undefined, period: range('2026-01-01', '2026-01-14') },
    ...{ history: [], days: spansFrom('2026-01-01', [...Array(13).fill(900), undefined]) },
  }),
  years: report({
    ...{ history: YEARS, days: [], period: range('2025-10-08', '2026-10-07'), comparison: YEARS[1] },
  }),
  nothing: report({ now: [], before: [], history: [], days: spansFrom('2026-01-05', Array(7).fill(0)) }),
  one: report({ now: [page('/big', 2 ** 32 + 5, 2 ** 33)], before: [page('/big', 2 ** 31, 5)], ...LISTS }),
  hostile: report({
    projectId: '</title><script>alert(2)</script>',
    now: HOSTILE_PATHS.map((path, at) => page(path, 5000 - at * 10, 300 + at)),
    before: HOSTILE_PATHS.map((path, at) => page(at < 6 ? `${path} gone` : path, 2000 + at * 400, 10)),
  }),
};
