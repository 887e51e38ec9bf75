import { HOSTILE } from '../../../sandbox/hostile.ts';
import { sectionsOf } from '../../../src/analytics/compare.ts';
import type { DatedCounts, PageRow, ProjectReport, Report } from '../../../src/analytics/model.ts';
import type { Counts } from '../../../src/platform/schemas.ts';
import { sumOf } from '../fake-site.ts';

/** Reports as the analytics would compute them for a believable documentation site. */

const SECTIONS = 'guides api-reference tutorials concepts sdk/python sdk/typescript integrations'.split(' ');

export function counts(human: number, ai: number): Counts {
  return { human, ai, total: human + ai };
}

/** @param before views in the previous period; absent if unknown */
export function page(path: string, now: Counts, before?: Counts | 'new'): PageRow {
  const row = { projectId: 'handbook-docs', path, ...now };
  if (before === 'new') return { ...row, state: 'new', previous: counts(0, 0) };
  return { ...row, state: before ? 'known' : 'unknown', previous: before };
}

export function gonePage(path: string, previous: Counts): PageRow {
  return { ...page(path, counts(0, 0), previous), state: 'gone' };
}

/** Pages with a long tail of views; some are new, the others had a bit more or less before; from 20 on some are gone. */
export function pagesOf(count: number): PageRow[] {
  const pages = Array.from({ length: count }, (_, index): PageRow => {
    const views = Math.ceil(9_000 / (index + 1) ** 0.85);
    const ai = Math.round(views * (0.2 + ((index * 7) % 13) / 40));
    const before = Math.round(views * (0.7 + ((index * 5) % 11) / 16));
    const previous = index % 17 === 16 ? 'new' : counts(before, Math.round(before / 3));
    const path = index === 0 ? '/' : `/${SECTIONS[index % SECTIONS.length]}/webhooks-${index}`;
    return page(path, counts(views - ai, ai), previous);
  });
  if (count < 20) return pages;
  return [...pages, gonePage('/guides/legacy', counts(310, 96)), gonePage('/api/v0', counts(41, 122))];
}

/** The days of a span that begins so many days after `first`. */
export function spanFrom(first: string, after = 0, length = 1): DatedCounts {
  const dateOf = (days: number) => new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
  return { from: dateOf(after), to: dateOf(after + length - 1) };
}

/** Days that add up to about `total`, with a launch on Wednesday. */
export function daysOf({ human, ai }: Counts, first = '2026-01-05', length = 7): DatedCounts[] {
  return Array.from({ length }, (_, index) => {
    const weight = (index % 7 === 2 ? 1.9 : 0.85) / length;
    return { ...spanFrom(first, index), counts: counts(Math.round(human * weight), Math.round(ai * weight)) };
  });
}

export interface ProjectOptions extends Partial<ProjectReport> {
  readonly count?: number;
}

export function project({ count = 140, ...given }: ProjectOptions = {}): ProjectReport {
  const { projectId = 'handbook-docs', pages = pagesOf(count) } = given;
  const totals = sumOf(pages);
  const read = {
    totals,
    previousTotals: sumOf(pages.flatMap(({ previous }) => previous ?? [])),
    complete: true,
    previousComplete: true,
    days: daysOf(totals),
    notes: [],
    ...given,
    projectId,
    pages: pages.map((each) => ({ ...each, projectId })),
  };
  return { ...read, sections: sectionsOf(read) };
}

/** A project of which nothing could be read. */
export function unread(projectId = 'dead'): ProjectReport {
  return { projectId, pages: [], sections: [], complete: false, notes: [] };
}

/** A project whose trend and comparison were not asked for. */
export function uncompared(count: number): ProjectReport {
  const pages = pagesOf(count)
    .filter(({ state }) => state !== 'gone')
    .map(({ path, human, ai }) => page(path, counts(human, ai)));
  return project({ pages, previousTotals: undefined, previousComplete: undefined, days: undefined });
}

export function report(
  projects: readonly ProjectReport[] = [project()],
  given: Partial<Report> = {},
): Report {
  return {
    generatedAt: '2026-01-12T06:17:42Z',
    period: { from: '2026-01-05', to: '2026-01-11', isMonth: false },
    comparison: { from: '2025-12-29', to: '2026-01-04', isMonth: false },
    projects,
    gaps: [],
    notes: [],
    requests: { allowed: 90, spent: 12 },
    ...given,
  };
}

/** Everything that a report can hold: history, days, links. */
export function fullReport(): Report {
  const whole = project({ count: 60 });
  const { human, ai } = whole.totals ?? counts(0, 0);
  const history = [0.93, 0.99, 0.91, 0.96, 1.04, 0.97, 1.01].map((factor, index) => ({
    ...spanFrom('2025-11-10', 7 * index, 7),
    counts: counts(Math.round(human * factor), Math.round(ai * factor * (0.7 + index * 0.04))),
  }));
  const before = { ...spanFrom('2025-12-29', 0, 7), counts: whole.previousTotals };
  return report([{ ...whole, history: [...history, before] }], { siteUrl: 'https://docs.example.com' });
}

/** Of whose pages two thirds were read. */
export function incompleteReport(): Report {
  const { totals } = project({ count: 150 });
  const read = project({ ...uncompared(100), totals, complete: false, previousComplete: false });
  const text =
    'Not read: the pages after the first 100 and the period compared with. All of max-requests (2) was used.';
  const gaps = [{ projectId: read.projectId, text }];
  return report([read], { gaps, requests: { allowed: 2, spent: 2 } });
}

/** Paths that would act if a format let them. */
export const HOSTILE_PATHS = [
  '"><svg/onload=alert(1)>',
  ...HOSTILE,
  '',
  '/\ud800lone',
  `/${'long-segment/'.repeat(308)}`.slice(0, 4000),
];

export function hostileReport(): Report {
  const pages = HOSTILE_PATHS.map((path, index) => {
    const before = index % 3 === 0 ? 'new' : counts(2000 + index * 400, 10);
    return page(path, counts(5000 - index * 10, 300 + index), before);
  });
  const gone = HOSTILE_PATHS.slice(0, 6).map((path) => gonePage(`${path} gone`, counts(900, 80)));
  const [hostile] = HOSTILE;
  const notes = [`The page "${hostile}" came twice, see https://x.example/#1 @team.`];
  return report([
    project({ projectId: hostile, pages: [...pages, ...gone], notes }),
    project({ projectId: '</title><script>alert(2)</script>', pages: pages.slice(0, 3) }),
  ]);
}
