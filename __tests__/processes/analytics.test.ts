import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import type { BundleResult } from '../helpers/run-bundle.ts';
import { listening, opening } from '../helpers/servers.ts';
import { endOf, start, withSandbox } from './cases.ts';

/** What reports once got wrong, as the bundle reports it now. */

const INPUTS = { mode: 'analytics', 'artifact-name': '', period: '2026-10-05..2026-10-11' };
/** Totals of pages between the day `from`, and the day `end`, which is not included. */
type Pages = (from: string, end: string, id: string) => Readonly<Record<string, number>>;
interface Site {
  readonly pages: Pages;
  /** A status instead of the answer. */
  readonly fails?: (from: string, limit: number, id: string) => number | undefined;
  readonly retryAfter?: string;
  /** Pages that are listed, and no more. */
  readonly listed?: number;
}

const daysIn = (from: string, end: string) => (Date.parse(end) - Date.parse(from)) / 86_400_000;
const isNow = (from: string) => from >= '2026-10-05';

function serve({ pages, fails, retryAfter = '', listed = Number.POSITIVE_INFINITY }: Site) {
  const server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '', 'http://localhost');
    const [from = '', end = ''] = ['dateFrom', 'dateTo'].map((name) => searchParams.get(name) ?? '');
    const [limit = 0, offset = 0] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)));
    const id = pathname.split('/')[3] ?? '';
    const rows = Object.entries(pages(from, end, id)).map(([path, total]) => {
      return { path, human: total, ai: 0, total };
    });
    const total = rows.reduce((sum, row) => sum + row.total, 0);
    response.statusCode = fails?.(from, limit, id) ?? 200;
    response.setHeader('content-type', 'application/json');
    if (retryAfter && response.statusCode === 429) response.setHeader('retry-after', retryAfter);
    const hasMore = offset + limit < Math.min(rows.length, listed);
    const views = rows.slice(0, listed).slice(offset, offset + limit);
    response.end(JSON.stringify({ totals: { human: total, ai: 0, total }, views, hasMore }));
  });
  return listening(server);
}

async function reported(site: Site, inputs: Record<string, string> = {}): Promise<BundleResult> {
  const { port } = opening(await serve(site));
  const server = { url: `http://127.0.0.1:${port}`, apiKey: 'mint_0123456789abcdef' };
  return start(server, { ...INPUTS, ...inputs }).finished();
}

const many = (count: number, weight = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p/${at}`, weight * (count - at)]));
/** As many views a day as the day of the month. */
const byDay: Pages = (from, end) => ({ '/': daysIn(from, end) > 1 ? 56 : Number(from.slice(8)) });
const even: Pages = (from, end) => ({ '/a': 600 * daysIn(from, end), '/b': 400 * daysIn(from, end) });
const moving = (now: Record<string, number>, before: Record<string, number>): Site => {
  return { pages: (from) => (isNow(from) ? now : before) };
};

type Row = [what: string, Site, Record<string, string>, RegExp, ...not: RegExp[]];
/** Each is held against outputs and summary, without blanks that do not break. */
const ROWS: Row[] = [
  [
    'a superlative of the days that were read',
    {
      pages: byDay,
      fails: (from, limit) => (limit === 1 && isNow(from) && from < '2026-10-09' ? 400 : undefined),
    },
    {},
    /Busiest of the 3 days that were read: Sun 11 Oct \(11 views\)/,
  ],
  [
    'a section as a section, whose page of that name fell',
    moving(
      { '/guides/a': 150, '/guides/b': 150, '/guides/c': 150, '/guides': 80, '/d': 900 },
      { '/guides/a': 100, '/guides/b': 100, '/guides/c': 100, '/guides': 100, '/d': 900 },
    ),
    {},
    /mostly the section \/guides \(\+32\.5 %\)/,
  ],
  [
    'no mover without a name',
    moving({ '': 180, '/a': 50 }, { '': 100, '/a': 50 }),
    {},
    /\(150\)\./,
    /mostly/,
  ],
  [
    'the base of a change',
    moving({ '/a': 180 }, { '/a': 100 }),
    {},
    /80\.0 % more than in the previous 7 days \(100\)/,
  ],
  [
    'a part of the pages',
    { pages: () => many(599) },
    { 'max-requests': '2' },
    /Top pages\s+Of the 250 pages that were read\./,
  ],
  [
    'a year whose February has another day as many per day',
    { pages: even },
    { period: '2024-02-26..2024-03-03', compare: 'last-year' },
    /as many per day as from 26 February to 3 March 2023 \(6,000 in 6 days; this period has 7\)/,
  ],
  [
    'a short answer as incomplete',
    { pages: () => many(600), listed: 250 },
    { 'fail-on': 'incomplete' },
    /are missing, although Mintlify says that these are all/,
  ],
  [
    'no zeros before the first views',
    { pages: (from) => ({ '/a': from < '2026-09-28' ? 0 : 100 }) },
    {},
    /Top pages/,
    /0 to 100|0 to 0/,
  ],
  ['no range of equal periods', { pages: even }, {}, /Is this unusual/, /7,000 to 7,000/],
  [
    'the day on which a long limit ends',
    { pages: () => many(300), fails: (from) => (isNow(from) ? undefined : 429), retryAfter: '90000' },
    {},
    /run again after \d+ \p{L}+ \d{4}, \d\d:\d\d UTC/u,
  ],
  [
    'ten top pages, though one has a path that outputs leave out',
    { pages: () => ({ ...many(12), [`/${'x'.repeat(2_100)}`]: 900 }) },
    {},
    /"top-pages: 10"/,
  ],
  [
    'twelve projects with the trend that fits all',
    { pages: () => many(120) },
    { 'project-id': 'abcdefghijkl'.split('').join() },
    /"complete: true"(?:.|\n)*only the latest 6 fit into/,
  ],
];

test.each(ROWS)('a report has %s', async (_, site, inputs, right, ...wrong) => {
  const { outputs, summary } = await reported(site, inputs);
  const tops = JSON.parse(outputs['top-pages'] ?? '[]').length;
  const facts = [
    outputs['headline'],
    outputs['reason'],
    `"complete: ${outputs['complete']}"`,
    `"top-pages: ${tops}"`,
  ];
  const text = [...facts, summary]
    .join('\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
  expect(text).toMatch(right);
  for (const each of wrong) expect(text).not.toMatch(each);
});

test('613 rows take three requests', () =>
  withSandbox({ pages: 613 }, async (sandbox) => {
    const inputs = { ...INPUTS, compare: 'none', trend: 'false', period: '7d' };
    const result = await start(sandbox, inputs).finished();
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'report' });
    expect([result.outputs['complete'], sandbox.ledger.of('views').length]).toEqual(['true', 3]);
  }));

test('the reason names every refused project with its advice, and what else is missing', async () => {
  const statuses: Record<string, number> = { one: 404, two: 403 };
  const site: Site = { pages: () => many(900), fails: (_from, _limit, id) => statuses[id] };
  const result = await reported(site, { 'project-id': 'one, two, good', 'max-requests': '6' });
  expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
  const { reason, complete } = result.outputs;
  expect(complete).toBe('false');
  for (const text of [
    'one: Not read: this project. Mintlify answered 404',
    'check project-id',
    'two: Not read: this project. Mintlify answered 403',
    '`read` scope',
    'good: Not read: the pages after the first ',
  ])
    expect(reason).toContain(text);
});
