import { HOSTILE } from '../../sandbox/hostile.ts';
import { type DatedCounts, joinPages, type Report, sectionsOf } from '../../src/analytics/report.ts';
import type { Counts, PageViews } from '../../src/mintlify/schemas.ts';
import { dayAfter, type Period } from '../../src/period.ts';

/** @param days such as `2026-10`, `2026-01-05` or `2026-01-05..2026-01-11` */
export function periodOf(days: string): Period {
  const [from = '', to = from] = days.split('..');
  if (from.length > '2026-10'.length) return { from, to, isMonth: false };
  const last = new Date(from);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return { from: `${from}-01`, to: last.toISOString().slice(0, 10), isMonth: true };
}

export function counts(human: number, ai = 0): Counts {
  return { human, ai, total: human + ai };
}

export function page(path: string, human: number, ai = 0): PageViews {
  return { path, human, ai, total: human + ai };
}

export function sumOf(rows: readonly Counts[]): Counts {
  const sum = (kind: keyof Counts) => rows.reduce((all, row) => all + row[kind], 0);
  return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}

const SECTIONS = 'guides api-reference tutorials concepts sdk/python sdk/typescript integrations'.split(' ');

/** Pages with a long tail of views. A third of them has `change` times as many, another third as many less. */
export function pagesOf(count: number, change = 1): PageViews[] {
  return Array.from({ length: count }, (_, index) => {
    const views = Math.ceil((9_000 / (index + 1) ** 0.85) * change ** ((index % 3) - 1));
    const path = index === 0 ? '/' : `/${SECTIONS[index % SECTIONS.length]}/webhooks-${index}`;
    const ai = Math.round(views * (0.2 + ((index * 7) % 13) / 40));
    return page(path, views - ai, ai);
  });
}

/** Days or longer spans with about these views, from `first` on; undefined was not read. */
export function spansFrom(first: string, views: readonly (number | undefined)[], length = 1): DatedCounts[] {
  return views.map((total, index) => ({
    from: dayAfter(first, index * length),
    to: dayAfter(first, (index + 1) * length - 1),
    isMonth: false,
    counts: total === undefined ? undefined : counts(Math.ceil(total * 0.7), Math.floor(total * 0.3)),
  }));
}

const EARLIER = [60_100, 61_000, 59_300, 60_700, 62_500, 58_800, 61_200, 63_000];

export interface ReportOptions extends Partial<Report> {
  readonly now?: readonly PageViews[];
  /** Pages of the comparison period; null if it was not read. */
  readonly before?: readonly PageViews[] | null;
}

/** A report as the analytics would compute it for a believable documentation site. */
export function report({
  now = pagesOf(140),
  before = pagesOf(150, 1.4),
  ...given
}: ReportOptions = {}): Report {
  const { hasAllPages = true, hasAllPreviousPages = before !== null } = given;
  const current = { pages: [...now], isUnsound: false, isComplete: hasAllPages };
  const previous = before
    ? { pages: [...before], isUnsound: false, isComplete: hasAllPreviousPages }
    : undefined;
  const pages = joinPages(current, previous);
  return {
    generatedAt: '2026-01-12T06:17:42Z',
    projectId: 'handbook-docs',
    siteUrl: undefined,
    period: periodOf('2026-01-05..2026-01-11'),
    comparison: periodOf('2025-12-29..2026-01-04'),
    totals: sumOf(now),
    previousTotals: before ? sumOf(before) : undefined,
    sums: sumOf(now),
    pages,
    hasAllPages,
    hasAllPreviousPages,
    isPreviousAnswered: hasAllPreviousPages,
    sections: sectionsOf(pages, hasAllPages && hasAllPreviousPages),
    history: spansFrom('2025-11-10', EARLIER, 7),
    days: spansFrom('2026-01-05', [9_000, 9_800, 16_100, 9_100, 8_400, 3_900, 4_200]),
    gaps: [],
    notes: [],
    requests: { allowed: 90, spent: 16 },
    ...given,
  };
}

/** Without charts. */
export const LISTS = { history: [], days: [] };

const YEARS = [1.1e6, 1.2e6, 1.9e6, 2.2e6, 2.5e6, 2.8e6, 3.1e6, 3.4e6];

/** Paths that would act if a format let them. */
const HOSTILE_PATHS = [
  '"><svg/onload=alert(1)>',
  '',
  '/\ud800lone',
  `/${'long-segment/'.repeat(308)}`.slice(0, 4000),
  ...HOSTILE,
];

const LONG_PATHS = Array.from(
  { length: 30 },
  (_, at) => `/${'segment-without-end-'.repeat(at)}/${'x'.repeat(9 * at)}`,
);

/** Ten sections and five pages in each list, as long as a report of a week gets. */
function fullWeek(): Report {
  const now = pagesOf(140).map((each, at) => ({ ...each, path: `/section-${at % 12}/page-number-${at}` }));
  const before = now.map(({ path, human, ai }, at) =>
    page(path, Math.ceil(human * (at % 2 === 0 ? 0.2 : 2.2)), ai),
  );
  return report({ now, before, siteUrl: 'https://docs.example.com' });
}

/** What a report may look like. */
export const REPORTS = {
  week: report({ siteUrl: 'https://docs.example.com' }),
  'full week': fullWeek(),
  incomplete: report({
    now: pagesOf(100),
    before: null,
    totals: counts(90_000, 30_000),
    hasAllPages: false,
    // Columns whose names all take much room.
    period: periodOf('2025-12-13..2026-01-11'),
    history: spansFrom('2025-04-17', EARLIER, 30),
    days: [],
    gaps: [
      "The `max-requests` limit (2) doesn't allow more.",
      'The period has 120,000 views, 4,000 of them *elsewhere*.',
    ],
    notes: ['Not read: 7 of 7 days.'],
  }),
  month: report({
    period: periodOf('2026-10'),
    comparison: periodOf('2026-09'),
    history: [2, 3, 4, 5, 6, 7, 8, 9].map((month) => ({
      ...periodOf(`2026-0${month}`),
      counts: counts(250_000 + 9_000 * month, 90_000),
    })),
    days: [],
  }),
  fortnight: report({
    before: null,
    comparison: undefined,
    period: periodOf('2026-01-01..2026-01-14'),
    history: [],
    days: spansFrom('2026-01-01', [...Array(13).fill(9_999), undefined]),
  }),
  'three days': report({
    period: periodOf('2026-11-20..2026-11-22'),
    history: spansFrom('2026-10-27', [9_100, 9_000, 8_800, 9_300, 9_900, 8_700, undefined, 99_100], 3),
    days: spansFrom('2026-11-20', [3_000, 3_100, 2_900]),
  }),
  year: report({
    period: periodOf('2025-11-28..2026-11-27'),
    comparison: periodOf('2024-11-28..2025-11-27'),
    history: spansFrom('2017-11-30', YEARS, 365),
    days: [],
  }),
  nothing: report({ now: [], before: [], history: [], days: spansFrom('2026-01-05', Array(7).fill(0)) }),
  'one page': report({ now: [page('/big', 2 ** 52, 2 ** 51)], before: [page('/big', 2 ** 51, 5)], ...LISTS }),
  'long paths': report({
    now: LONG_PATHS.map((path, at) => page(path, 9_000 - at, 300)),
    before: LONG_PATHS.map((path, at) => page(path, at % 2 === 0 ? 7_000 : 12_000, 100)),
    siteUrl: 'https://docs.example.com',
  }),
  hostile: report({
    projectId: '</title><script>alert(2)</script>',
    now: HOSTILE_PATHS.map((path, at) => page(path, 5000 - at * 10, 300 + at)),
    before: HOSTILE_PATHS.map((path, at) => page(at < 6 ? `${path} gone` : path, 2000 + at * 400, 10)),
  }),
};
