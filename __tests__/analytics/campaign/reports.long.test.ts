import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readReport } from '../../../src/analytics/read.ts';
import { headlineOf } from '../../../src/analytics/report/phrases.ts';
import { CollectedLog } from '../../helpers/collected-log.ts';
import { removeMainDirectory, runMain } from '../../helpers/run-main.ts';
import { earlier, type Plan, Reader, type Written } from './reader.ts';
import {
  anySite,
  DAY_MS,
  dayOf,
  lengthOf,
  plus,
  type Random,
  type Range,
  randomOf,
  serve,
  sumOf,
} from './site.ts';

afterAll(removeMainDirectory);

interface Run extends Plan {
  readonly today: string;
  readonly inputs: Readonly<Record<string, string>>;
}

const named = ({ from, to }: Range) => `${from}..${to}`;

/** A period, and the input that names it. */
function anyPeriod(random: Random, today: string): [input: string, Range] {
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const month = `${plus(`${today.slice(0, 8)}01`, -1).slice(0, 8)}01`;
  const start = plus(today, -20 - random.below(60));
  const range = { from: start, to: plus(start, random.of([0, 1, 6, 9, 19])) };
  const before = (count: number) => ({ from: plus(today, -count), to: plus(today, -1) });
  return random.of([
    ['7d', before(7)],
    ['7d', before(7)],
    ['1d', before(1)],
    ['30d', before(30)],
    ['100d', before(100)],
    ['last-week', { from: plus(today, -weekday - 7), to: plus(today, -weekday - 1) }],
    ['last-month', { from: month, to: plus(`${today.slice(0, 8)}01`, -1) }],
    ['last-month', { from: month, to: plus(`${today.slice(0, 8)}01`, -1) }],
    [named(range), range],
  ]);
}

function lastYear({ from, to }: Range): Range {
  const before = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`;
  return { from: before(from), to: before(to) };
}

function anyRun(seed: number): Run {
  const random = randomOf(seed);
  const today = dayOf(Date.parse('2026-05-01') + random.below(1100) * DAY_MS);
  const [input, period] = anyPeriod(random, today);
  const isMonth = input === 'last-month';
  const range = {
    from: plus(period.from, -2 * lengthOf(period)),
    to: plus(period.from, -lengthOf(period) - 1),
  };
  const [compare, comparison] = random.of<[string, Range | undefined]>([
    ...Array(4).fill(['previous', earlier(period, isMonth, 1)[0]]),
    ['last-year', lastYear(period)],
    ['none', undefined],
    [named(range), range],
  ]);
  const trend = random.next() < 0.8;
  const maxRequests = random.of([90, 90, 90, 90, 40, 21, 12, 6, 3, 1]);
  const isBroken = random.next() < 0.4;
  const ids = ['docs', 'blog', 'handbook'].slice(0, random.of([1, 1, 1, 2, 3]));
  const sites = ids.map((id) => anySite(random, id, period, lengthOf(period) > 31, isBroken));
  const inputs = {
    ...{ mode: 'analytics', 'project-id': ids.join(), period: input, compare, 'artifact-name': '' },
    ...{ trend: String(trend), 'max-requests': String(maxRequests) },
  };
  return { today, inputs, period, isMonth, comparison, trend, maxRequests, sites };
}

/** Waits for nothing: what is retried in ten minutes is retried now. */
function clockOn(today: string) {
  let now = Date.parse(`${today}T08:00:00Z`);
  const sleep = async (ms: number) => {
    now += ms;
  };
  return { now: () => now, date: () => new Date(now), sleep };
}

const read = (files: Readonly<Record<string, string>>, end: string) => {
  const [, latin1 = ''] = Object.entries(files).find(([name]) => name.endsWith(end)) ?? [];
  return Buffer.from(latin1, 'latin1').toString('utf8');
};

/** Plays a run; `undefined` if nothing could be read, of which there is no report. */
async function play(plan: Run) {
  const server = await serve(plan.sites, plan.period);
  try {
    const sandbox = { url: server.url, apiKey: 'mint_campaign_0123456789' };
    const { outputs, files } = await runMain(
      { sandbox, inputs: plan.inputs },
      undefined,
      clockOn(plan.today),
    );
    const json = read(files, 'page-views.json');
    if (json === '') {
      expect([outputs['outcome'], server.asked.some(({ status }) => status === 200)]).toEqual([
        'error',
        false,
      ]);
      expect(outputs['reason']).toMatch(/Mintlify answered|request to Mintlify failed/);
      return undefined;
    }
    const written: Written = { ...JSON.parse(json), markdown: read(files, 'report.md') };
    expect(outputs['complete']).toBe(String(written.gaps.length === 0));
    expect(outputs['headline']).toBe(written.headline);
    for (const gap of written.gaps)
      if (outputs['outcome'] === 'error') expect(outputs['reason']).toContain(gap);
    expect(server.asked.length).toBeLessThanOrEqual(plan.maxRequests);
    return { written, asked: server.asked };
  } finally {
    await server.close();
  }
}

/** The next number in the place of the first one. */
const more = (text: string) => text.replace(/\d(?![\d,]*\d)/, (digit) => String((Number(digit) + 1) % 10));
type Edit = (text: string) => string;
const swap = (from: RegExp, to: Edit | string): Edit => {
  const all = new RegExp(from, `${from.flags.replace('g', '')}g`);
  return (text) => text.replaceAll(all, to as string);
};

/** A lie of each kind of sentence: an edit of the whole report, as JSON. */
const LIES: Readonly<Record<string, Edit>> = {
  headline: swap(/"headline":"(?:[^"]* projects: )?[\d,]+ views? /, '"headline":"Many views '),
  'nothing read': swap(/o views could be read\./, '0 views.'),
  total: swap(/"headline":"(?:[^"]*projects: )?[\d,]+/, more),
  dates: swap(/"headline":"[^"]*?views? (?:from|in|on) [^",]+\d{3}(?=[, .])/, (text) =>
    text.replace(/\d{4}$/, '1999').replace(/\d{3}$/, '999'),
  ),
  projects: swap(/(\d) projects:/, (text) => more(text)),
  superlative: swap(/the (most|fewest)( per day)? since/, (text) =>
    text.includes('most') ? text.replace('most', 'fewest') : text.replace('fewest', 'most'),
  ),
  since: swap(/since at least [^",.]+\d/, more),
  'superlative per day': swap(/the (most|fewest)( per day)? since/, (text) =>
    text.includes('per day') ? text.replace(' per day', '') : text.replace(' since', ' per day since'),
  ),
  'compared with': swap(
    /(?:than|as|0) (?:in|on|from) (?:the )?previous [^,"(.]+|(?:than|as|0) (?:in|on|from) [^,"(.]+\d{4}/,
    (text) => `${text.split(' ')[0]} in May 1999`,
  ),
  change: swap(/ more( per day)? than | fewer( per day)? than /, (text) =>
    text.includes('more') ? text.replace('more', 'fewer') : text.replace('fewer', 'more'),
  ),
  // Within its sentence: a number farther on in the Markdown is none.
  base: swap(/(?:than|as) (?:in|on|from) [^("\\.]+\([\d,]+/, (text) =>
    more(text.slice(text.lastIndexOf('(')))
      .padStart(0)
      .replace(/^/, text.slice(0, text.lastIndexOf('('))),
  ),
  lengths: swap(/this period has \d+/, more),
  mover: swap(/mostly the (page|section)/, (text) =>
    text.includes('page') ? text.replace('page', 'section') : text.replace('section', 'page'),
  ),
  'no mover': swap(/"headline":"[^"]+\d[^"]*\.",/, (text) =>
    text.replace(/\.",$/, ', mostly the page /guides/p-0 (+10.0 %).",'),
  ),
  'its change': swap(/(mostly the [^"]+)\((?:\+|-|new|gone)/, '$1(+9'),
  'its change per day': swap(/mostly the [^"]+? %( per day)?\)/, (text) =>
    text.endsWith('day)') ? text.replace(' per day)', ')') : text.replace(/\)$/, ' per day)'),
  ),
  figures: swap(/"totals":\{"human":\d+/, more),
  'a page': swap(/"path":"[^"]*","human":\d+,"ai":\d+,"total":\d+/, more),
  'its state': swap(/"state":"(?:new|known|gone)"/, (text) =>
    text.includes('known') ? '"state":"new"' : '"state":"known"',
  ),
};

/** Sentences that stand in gaps, notes and above charts: the number or word of each that is changed. */
const TEXTS: Readonly<Record<string, readonly [RegExp, (Edit | string)?]>> = {
  'what is left': [/\([\d,]+ of [\d,]+ views?\)/],
  budget: [/All of max-requests \([\d,]+/],
  'a status': [/Mintlify answered \d{3}/],
  'a broken connection': [/The request to Mintlify failed \(\w+\)/, 'Mintlify answered 418 I'],
  'no address': [/Mintlify answered/, 'GET /v1/analytics/docs/views was answered: Mintlify answered'],
  'earlier periods': [/\d of \d earlier periods/],
  days: [/\d+ of \d+ days/],
  'pages read': [/the pages after the first [\d,]+/],
  'pages read before': [
    /period compared with after the first [\d,]+/,
    (text) => text.replace(/[\d,]+$/, '0'),
  ],
  'the period compared with': [/(?<=[ds] |, |: )the period compared with(?=[., ])(?! )/, 'this project'],
  'this project': [/Not read: this project/, 'Not read: 3 of 7 days'],
  'rows left out': [/Left out: \d+/],
  'repeated rows': [/may be missing, since/, 'are missing, since'],
  'short answer': [/are missing, although/, 'may be missing, although'],
  sums: [/add up to [\d,]+/],
  'part of the trend': [/the latest \d/],
  'no earlier periods': [/(Earlier periods [^(]+)\([\d,]+/, '$1(0'],
  'no days': [/(Single days [^(]+)\([\d,]+/, '$1(0'],
  'lengths differ': [/The periods have \d+/],
  'counting of AI': [/from people on \d+/],
  'a range': [/The previous \d+ (?:periods|months) had/, 'Once there were'],
  'its values': [/(?:periods|months) had [\d,.]+/],
  Busiest: [
    /Busiest [^(]+\([\d,]+/,
    (text) => more(text.slice(text.lastIndexOf('('))).replace(/^/, text.slice(0, text.lastIndexOf('('))),
  ],
  Quietest: [
    /Quietest [^(]+\([\d,]+/,
    (text) => more(text.slice(text.lastIndexOf('('))).replace(/^/, text.slice(0, text.lastIndexOf('('))),
  ],
  'part of the pages': [/Of the [\d,]+ pages? that/],
  'pages of both periods': [/Of the [\d,]+ pages? whose/],
};
type Project = Written['projects'][number];
const COMPARED = /, (?:up from 0|(?:almost )?as many|[\d.]+ %).*/;
/** What is left out where it should stand, or stands where it should not. */
const STRUCTURES: Readonly<Record<string, (project: Project) => Partial<Project>>> = {
  'complete or a gap': ({ gaps }) => ({ gaps: gaps.length > 0 ? [] : ['Not read: this project. No.'] }),
  short: () => ({ gaps: [] }),
  gaps: () => ({ gaps: ['Not told.'] }),
  complete: ({ pages }) => ({ pages: pages.slice(1) }),
  'complete before': ({ pages }) => ({ pages: pages.filter(({ state }) => state === 'new') }),
  'nothing is new or gone': ({ pages }) => ({ pages: pages.map((page) => ({ ...page, state: 'gone' })) }),
  comparison: ({ headline }) => ({ headline: headline.replace(COMPARED, '.') }),
};
const structural = (edit: (project: Project) => Partial<Project>): Edit => {
  return (text) => {
    const written = JSON.parse(text) as Written;
    const projects = written.projects.map((project) => ({ ...project, ...edit(project) }));
    return JSON.stringify({ ...written, projects });
  };
};

/**
 * Sentences without a figure that could be wrong: their lie is that another one stands in their place, so it is the other
 * kind that complains. Every other lie gives a complaint of its own kind.
 */
const EXCHANGED: Readonly<Record<string, string>> = {
  'the period compared with': 'this project',
  'this project': 'days',
  'short answer': 'repeated rows',
  'repeated rows': 'short answer',
  'a broken connection': 'a status',
};

const seen = new Set<string>();
const caught = new Set<string>();

/** Tells each kind of lie, where a report has such a sentence, until the reader reports it by its kind. */
function sabotage(
  plan: Run,
  written: Written,
  asked: Awaited<ReturnType<typeof serve>>['asked'],
  kinds: Set<string>,
) {
  const texts = Object.entries(TEXTS).map(([kind, [from, to = more]]) => [kind, swap(from, to)] as const);
  const structures = Object.entries(STRUCTURES).map(([kind, edit]) => [kind, structural(edit)] as const);
  const whole = JSON.stringify(written);
  for (const [kind, edit] of [...Object.entries(LIES), ...texts, ...structures]) {
    if (caught.has(kind) || !kinds.has(kind)) continue;
    const lie = edit(whole);
    if (lie === whole) continue;
    const { complaints } = new Reader(plan, JSON.parse(lie), asked);
    const kindsOf = complaints.map((complaint) => complaint.slice(0, complaint.indexOf(': ')));
    expect([kind, kindsOf.length > 0]).toEqual([kind, true]);
    if (kindsOf.includes(EXCHANGED[kind] ?? kind)) caught.add(kind);
  }
}

test('what 500 random reports say is so, and each kind of sentence that lies is reported', async () => {
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.nat(2 ** 31 - 1)), async (seed) => {
      const plan = anyRun(seed);
      const played = await play(plan);
      if (!played) return;
      const { complaints, kinds } = new Reader(plan, played.written, played.asked);
      expect({ seed, inputs: plan.inputs, complaints }).toMatchObject({ complaints: [] });
      for (const kind of kinds) seen.add(kind);
      sabotage(plan, played.written, played.asked, kinds);
    }),
    { numRuns: Number(process.env['REPORTS'] ?? 500), endOnFailure: true },
  );
  expect([...seen].filter((kind) => !caught.has(kind))).toEqual([]);
  const kinds = [LIES, TEXTS, STRUCTURES].flatMap(Object.keys);
  expect(kinds.filter((kind) => !caught.has(kind))).toEqual([]);
});

/** Weeks of 150 pages with views as 1/rank: one before and one now, and what the headline says moved. */
async function moverOf(viewsOf: (page: number, isNow: boolean) => number): Promise<string | undefined> {
  const period = { from: '2026-10-05', to: '2026-10-11', isMonth: false };
  const compare = { from: '2026-09-28', to: '2026-10-04', isMonth: false };
  const getViews = async ({ dateFrom }: { dateFrom?: string }) => {
    const views = Array.from({ length: 150 }, (_, page) => {
      const total = viewsOf(page, dateFrom === period.from);
      return { path: `/${page % 7}/${page}`, human: total, ai: 0, total };
    });
    return { totals: sumOf(views), views, oddRows: 0, hasMore: false };
  };
  const options = { period, compare, trend: false, siteUrl: undefined, maxRequests: 90 };
  const { signal } = new AbortController();
  const platforms = [{ projectId: 'docs', platform: { getViews } }];
  const clock = clockOn('2026-10-12');
  const report = await readReport({ ...options, platforms, log: new CollectedLog(), clock, signal });
  return / mostly the (.+?) \(/.exec(headlineOf(report))?.[1];
}

test('of 1,000 quiet weeks at most 2 % name what moved, and of 1,000 weeks in which one page did, all do', async () => {
  const random = randomOf(Number(process.env['CHECK_SEED'] ?? 1));
  // Each page moves by at most 5 %, evenly, from a week without noise. With normal noise of 5 % in both weeks, 25 to 27
  // of 1,000 name a page or a section: the rule weighs shares, not chance.
  let named = 0;
  for (let week = 0; week < 1_000; week += 1) {
    const quiet = (page: number) => Math.round((20_000 / (page + 1)) * (0.95 + 0.1 * random.next()));
    if (await moverOf(quiet)) named += 1;
    const chosen = random.below(150);
    const before = Array.from({ length: 150 }, (_, page) => Math.round(20_000 / (page + 1)));
    const gain = Math.ceil(0.05 * before.reduce((sum, views) => sum + views, 0));
    // The others gain what is left of it, in equal parts.
    const now = before.map(
      (views, page) => views + (page === chosen ? Math.ceil(0.7 * gain) : Math.floor((0.3 * gain) / 149)),
    );
    expect(await moverOf((page, isNow) => (isNow ? now : before)[page] ?? 0)).toBe(
      `page /${chosen % 7}/${chosen}`,
    );
  }
  expect(named).toBeLessThanOrEqual(20);
});
