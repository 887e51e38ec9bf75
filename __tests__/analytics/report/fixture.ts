import { sectionsOf } from '../../../src/analytics/compare.ts';
import type { PageRow, ProjectReport, Report, Span } from '../../../src/analytics/model.ts';
import type { Counts } from '../../../src/platform/schemas.ts';
import { sumOf } from '../fake-site.ts';

/** Reports as the analytics would compute them for a believable documentation site. */

const SECTIONS = 'guides api-reference tutorials concepts sdk/python sdk/typescript integrations'.split(' ');
const TOPICS =
  `quickstart authentication webhooks pagination rate-limits errors deployments custom-domains search
  analytics single-sign-on migrate-from-v1 environments billing roles-and-permissions audit-log changelog idempotency
  streaming file-uploads`.split(/\s+/);

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function counts(human: number, ai: number): Counts {
  return { human, ai, total: human + ai };
}

/** @param before views in the previous period; absent if unknown */
export function page(path: string, now: Counts, before?: Counts | 'new'): PageRow {
  if (before === 'new') return { path, ...now, state: 'new', previous: counts(0, 0) };
  return { path, ...now, state: before ? 'known' : 'unknown', previous: before };
}

export function gonePage(path: string, previous: Counts): PageRow {
  return { path, ...counts(0, 0), state: 'gone', previous };
}

/** The path of the page that is number `index` in order of views. */
function pathOf(index: number): string {
  const section = SECTIONS[(index * 5) % SECTIONS.length];
  const topic = TOPICS[index % TOPICS.length];
  const round = Math.floor(index / (SECTIONS.length * TOPICS.length));
  if (index === 0) return '/';
  return `/${section}/${topic}${round > 0 ? `/part-${round}` : ''}`;
}

/** Pages with a long tail of views; some are new, and most had somewhat fewer views before. */
export function pagesOf(count: number, random: () => number): PageRow[] {
  return Array.from({ length: count }, (_, index): PageRow => {
    const views = Math.max(1, Math.round((9_000 / (index + 1) ** 0.85) * (0.8 + random() * 0.4)));
    const now = split(views, 0.2 + random() * 0.35);
    const growth = 0.65 + random() * 0.6 + (random() < 0.05 ? 0.9 : 0);
    const before = split(Math.round(views / growth), 0.15 + random() * 0.3);
    const isNew = index > 4 && random() < 0.06;
    return page(pathOf(index), now, isNew ? 'new' : before);
  }).sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}

function split(total: number, aiShare: number): Counts {
  const ai = Math.round(total * aiShare);
  return { human: total - ai, ai, total };
}

const WEEK = [1.05, 1.1, 1.55, 1.2, 0.95, 0.5, 0.55];

/** The days of a span that begins so many days after `first`. */
export function spanFrom(first: string, after = 0, length = 1): Span {
  const dateOf = (days: number) => new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
  return { from: dateOf(after), to: dateOf(after + length - 1) };
}

/** A week of days that add up to `total`, quieter at its end, with a launch on Wednesday. */
export function daysOf(total: Counts, first = '2026-01-05', length = 7): Span[] {
  const weights = Array.from({ length }, (_, index) => WEEK[index % 7] ?? 1);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, index) => ({
    ...spanFrom(first, index),
    counts: counts(
      Math.round((total.human * weight) / whole),
      Math.round(((total.ai * weight) / whole) * (0.9 + index * 0.03)),
    ),
  }));
}

export interface ProjectOptions extends Partial<ProjectReport> {
  readonly count?: number;
  readonly seed?: number;
}

export function project({ count = 140, seed = 1, ...given }: ProjectOptions = {}): ProjectReport {
  const random = randomFrom(seed);
  const pages = given.pages ?? pagesOf(count, random);
  const gone =
    count > 20
      ? [
          gonePage('/guides/legacy-dashboard', counts(310, 96)),
          gonePage('/api-reference/v0/overview', counts(41, 122)),
        ]
      : [];
  const sums = sumOf(pages);
  const made = {
    projectId: 'handbook-docs',
    totals: sums,
    previousTotals: sumOf([...pages, ...gone].flatMap(({ previous }) => previous ?? [])),
    pages,
    gone,
    complete: true,
    previousComplete: true,
    sums,
    days: daysOf(sums),
    notes: [],
    ...given,
  };
  return {
    ...made,
    sections:
      given.sections ??
      sectionsOf([...made.pages, ...made.gone], made.complete && made.previousComplete === true),
  };
}

export function report(
  projects: readonly ProjectReport[] = [project()],
  given: Partial<Report> = {},
): Report {
  return {
    generatedAt: '2026-01-12T06:17:42Z',
    version: '1.0.0',
    period: { from: '2026-01-05', to: '2026-01-11', isMonth: false },
    comparison: { from: '2025-12-29', to: '2026-01-04', isMonth: false },
    projects,
    gaps: [],
    requests: { allowed: 90, spent: 12 },
    ...given,
  };
}

/** A project whose trend and comparison were not asked for. */
export function uncompared(count: number): ProjectReport {
  const pages = pagesOf(count, randomFrom(3)).map(({ path, human, ai }) => page(path, counts(human, ai)));
  const none = { gone: [], previousTotals: undefined, previousComplete: undefined, days: undefined };
  return project({ pages, ...none });
}

/** Everything that a report can hold: history, days, links. */
export function fullReport(): Report {
  const whole = project({ count: 150 });
  const { totals = counts(0, 0), previousTotals } = whole;
  const history = [0.93, 0.99, 0.91, 0.96, 1.04, 0.97, 1.01].map((factor, index) => ({
    ...spanFrom('2025-11-10', 7 * index, 7),
    counts: counts(Math.round(totals.human * factor), Math.round(totals.ai * factor * (0.7 + index * 0.04))),
  }));
  const before = { ...spanFrom('2025-12-29', 0, 7), counts: previousTotals };
  return report([{ ...whole, history: [...history, before] }], { siteUrl: 'https://docs.example.com' });
}

/** Of whose pages two thirds were read. */
export function incompleteReport(): Report {
  const whole = project({ count: 150 });
  const pages = whole.pages.slice(0, 100).map((each) => page(each.path, counts(each.human, each.ai)));
  const read = project({
    ...whole,
    pages,
    gone: [],
    sums: sumOf(pages),
    totals: whole.totals,
    complete: false,
    previousTotals: undefined,
    previousComplete: false,
    days: undefined,
  });
  const text =
    'Not read: the pages after the first 100 and the period compared with. All of max-requests (2) was used.';
  const gaps = [{ projectId: read.projectId, text }];
  return report([read], { gaps, requests: { allowed: 2, spent: 2 } });
}

/** Paths that would act if a format let them. */
export const HOSTILE_PATHS = [
  '=HYPERLINK("http://x")',
  '| <img src=x onerror=alert(1)> @team',
  'a\r##[add-mask]x',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"><svg/onload=alert(1)>',
  '`code` **bold** [link](javascript:alert(1)) ![i](https://x/y.png)',
  '\\| \\` $x$ #1 https://evil.example www.evil.example',
  '\u202eevil\u2028line\u0000nul\ufeff',
  '\tx',
  ' =1+1',
  '＝1+1',
  '/a;=1+1',
  '@SUM(A1)',
  '-1',
  '+1',
  '/日本語/ガイド',
  '/emoji/👩‍👩‍👧',
  '/\ud800lone',
  '',
  '__proto__',
  'constructor',
  `/${'long-segment/'.repeat(308)}`.slice(0, 4000),
];

export function hostileReport(): Report {
  const pages = HOSTILE_PATHS.map((path, index) => {
    const before = index % 3 === 0 ? 'new' : counts(2000 + index * 400, 10);
    return page(path, counts(5000 - index * 10, 300 + index), before);
  });
  const gone = HOSTILE_PATHS.slice(0, 6).map((path) => gonePage(`${path} gone`, counts(900, 80)));
  const hostile = HOSTILE_PATHS[1] ?? '';
  return report([
    project({
      projectId: hostile,
      pages,
      gone,
      notes: [`The page "${hostile}" came twice, see https://x.example/#1 @team.`],
    }),
    project({ projectId: '</title><script>alert(2)</script>', pages: pages.slice(0, 3), gone: [] }),
  ]);
}
