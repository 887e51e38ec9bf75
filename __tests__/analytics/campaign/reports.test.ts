import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import type { Tokens } from 'marked';
import type { Report } from '../../../src/analytics/model.ts';
import type { Period } from '../../../src/analytics/period.ts';
import { readReport } from '../../../src/analytics/read.ts';
import { csvText } from '../../../src/analytics/report/csv.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { markdownReport, reportComment } from '../../../src/analytics/report/markdown.ts';
import { headlineOf } from '../../../src/analytics/report/phrases.ts';
import { formulaSafe } from '../../../src/text/csv.ts';
import { withoutCommands } from '../../../src/text/log.ts';
import { CollectedLog } from '../../helpers/collected-log.ts';
import fc from '../../helpers/fast-check.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { actingText } from '../../hostile/corpus.ts';
import { FakeSite } from '../fake-site.ts';
import { tokensIn, tokensOf } from '../report/tokens.ts';
import { plus, type Random, RandomSite } from './site.ts';
import { earlier, listed, type Plan, Truth } from './truth.ts';

function anyPeriod({ below, of }: Random): Period {
  const start = plus('2026-05-01', below(1100));
  const from = `${start.slice(0, 8)}01`;
  const nextMonth = `${plus(from, 31).slice(0, 8)}01`;
  const to = plus(start, of([1, 3, 7, 7, 7, 7, 10, 30, 100]) - 1);
  return below(4) === 0
    ? { from, to: plus(nextMonth, -1), isMonth: true }
    : { from: start, to, isMonth: false };
}

function lastYear({ from, to, isMonth }: Period): Period {
  const [first = '', last = ''] = [from, to].map((day) =>
    `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28'),
  );
  return { from: first, to: last, isMonth: isMonth && plus(last, 1).endsWith('-01') };
}

function anyPlan(random: Random): Plan {
  const { below, of } = random;
  const period = anyPeriod(random);
  const [before, previous] = earlier({ ...period, isMonth: false }, 2);
  const usual = period.isMonth ? earlier(period, 1)[0] : previous;
  const comparison = of([usual, usual, usual, lastYear(period), before, undefined]);
  const isBroken = below(2) === 0;
  const sites = ['docs', '@acme', 'handbook']
    .slice(0, of([1, 1, 1, 2, 3]))
    .map((id) => new RandomSite(random, id, period, isBroken));
  return {
    period,
    comparison,
    sites,
    trend: below(5) > 0,
    maxRequests: of([...Array(6).fill(90), 40, 21, 12, 6, 3, 1]),
  };
}

/** A line of GitHub's Markdown as people read it. */
const plain = (text: string) =>
  text.replaceAll('\u00a0', ' ').replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));

/** What stands between a heading and its chart or table. */
function textsOf(markdown: string): Record<string, string | undefined> {
  const parts = plain(markdown).split('\n\n');
  const headings = parts.flatMap((part, at) =>
    part.startsWith('### ') ? [[part.slice(4), parts[at + 1]]] : [],
  );
  return Object.fromEntries(
    headings.map(([title, next]) => [title, /^(?:\|| {4})/.test(next ?? '') ? undefined : next]),
  );
}

const SITE_URL = 'https://docs.example.com';

interface Written {
  readonly headline: string;
  readonly gaps: readonly string[];
  readonly [other: string]: unknown;
  readonly notes: readonly string[];
}

async function read(plan: Plan): Promise<{ report: Report; asked: number }> {
  const clock = new SimulatedClock();
  const platforms = plan.sites.map(({ id, rows, instead }) => {
    return { projectId: id, platform: new FakeSite({ clock, rows, instead }) };
  });
  const { signal } = new AbortController();
  const options = { ...plan, compare: plan.comparison, siteUrl: SITE_URL, clock, signal };
  const report = await readReport({ ...options, platforms, log: new CollectedLog() });
  const asked = platforms.reduce((count, { platform }) => count + platform.queries.length, 0);
  return { report, asked };
}

/** Reads the sites, and compares the files with the truth. */
async function play(plan: Plan): Promise<void> {
  const { sites, period, comparison, maxRequests } = plan;
  const { report, asked } = await read(plan);
  expect(asked).toBeLessThanOrEqual(maxRequests);
  const isRead = report.projects.some(({ totals }) => totals);
  expect(isRead).toBe(sites.some((site) => site.answered(period).totals));
  if (!isRead) return;
  const [{ history = [], days } = {}] = report.projects;
  const truth = new Truth(plan, { history: history.length, days: days !== undefined });
  const json = JSON.parse([...jsonText(report)].join('')) as Written & { projects: Written[] };
  const { projects, ...all } = json;
  const daysOf = ({ from, to }: Period) => ({ from, to });
  expect(all).toMatchObject({
    headline: truth.headlineOf(truth.projects),
    period: daysOf(period),
    previousPeriod: comparison ? daysOf(comparison) : null,
    siteUrl: sites.length === 1 ? SITE_URL : null,
    requests: { allowed: maxRequests, spent: asked },
  });
  for (const [at, project] of truth.projects.entries()) {
    const { headline, gaps, notes, ...written } = projects[at] as Written;
    expect(written).toEqual(project.written);
    expect(headline).toBe(truth.headlineOf([project]));
    expect(notes).toEqual([...truth.notes, ...project.notes]);
    expectGaps(gaps, truth, project, asked);
  }
  const gaps = sites.flatMap(({ id }, at) => (projects[at]?.gaps ?? []).map((text) => ({ id, text })));
  const lines = [...Map.groupBy(gaps, ({ text }) => text)].map(([text, same]) =>
    sites.length > 1 ? `${listed(same.map(({ id }) => id))}: ${text}` : text,
  );
  expect(all.gaps).toEqual(lines);
  expectFiles(report, truth);
  const { Views: _, Notes: __, ...texts } = textsOf(markdownReport(report, {}));
  const told = Object.keys(texts).map((title) => [title, truth.texts[title]]);
  if (sites.length === 1) expect(texts).toMatchObject(Object.fromEntries(told));
}

function expectGaps(
  gaps: readonly string[],
  truth: Truth,
  project: Truth['projects'][number],
  asked: number,
) {
  const unread = gaps.flatMap((gap) => {
    const [, parts, reason] = /^Not read: (.+?)\. ([A-Z].*)$/.exec(gap) ?? [];
    if (reason !== undefined) expect(truth.reasonsOf(project, asked)).toContain(reason);
    return parts?.split(/, | and /) ?? [];
  });
  expect(unread.toSorted()).toEqual(project.unread.toSorted());
  const others = gaps.filter((gap) => !gap.startsWith('Not read: '));
  expect(others).toEqual([project.now, project.before].flatMap((side) => side?.gaps ?? []));
}

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });
const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));
/** As UTF-8 has it: half of a surrogate pair is no character. */
const inCsv = (text: string) => formulaSafe(withoutCommands(text)).toWellFormed();

/** Whatever the paths are, each file can be read by its reader, and nothing in it acts. */
function expectFiles(report: Report, truth: Truth) {
  expect([validate(JSON.parse([...jsonText(report)].join(''))), validate.errors]).toEqual([true, null]);
  expect(headlineOf(report)).toMatch(/^[\d\p{L} ,.();%–:/_~+-]+\.$/u);
  const csv = Buffer.from([...csvText(report)].join(''));
  const [, ...rows] = parse(csv, { bom: true, record_delimiter: '\r\n' }) as string[][];
  const { from, to } = report.period;
  const pages = truth.projects.flatMap(({ written: { projectId, pages } }) =>
    pages.map(({ path, human, ai, total, previous, changePercent, state }) =>
      [
        from,
        to,
        inCsv(projectId),
        inCsv(path),
        human,
        ai,
        total,
        previous?.total ?? '',
        changePercent ?? '',
        state,
      ].map(String),
    ),
  );
  expect(rows).toEqual(pages);
  for (const text of [markdownReport(report, {}), reportComment(report, {})]) {
    const tokens = tokensIn(text);
    const tags = tokensOf<Tokens.HTML>(tokens, 'html').map(({ raw }) => raw.trim());
    expect(tags.filter((raw) => !/^<\/?(?:code|sub)>$/.test(raw))).toEqual([]);
    expect(tokensOf(tokens, 'image')).toEqual([]);
    const links = tokensOf<Tokens.Link>(tokens, 'link').map(({ href }) => href);
    expect(links.filter((href) => !href.startsWith('https://docs.example.com/'))).toEqual([]);
    expect(text).not.toMatch(/\r|##\[/);
    // The last column is this action's own: a path that breaks its cell would push it out.
    for (const row of tokensOf<Tokens.Table>(tokens, 'table').flatMap(({ rows: each }) => each)) {
      expect(row.at(-1)?.text).toMatch(
        /^(?:(?:[█░]+\s)?[–\d.]+(?:\s%)? AI|not read|[\d.–]+(?:\s%)? of all views.*|[\d,]+ new, [\d,]+ gone|[\d,]+|)$/,
      );
    }
    // It mentions nobody, and refers to nothing, outside of code and of links to the site.
    const outside = text.replace(
      /<code>.*?<\/code>|`[^`\n]+`|\(<https:\/\/docs\.example\.com\/[^>]*>\)/g,
      '',
    );
    expect(outside).not.toMatch(/@\w|(?<![\w&])#\d|:\/\/|www\./);
  }
}

/** More with `npm run test:all`, and with a new seed by `npm run explore`. */
const RUNS = process.env['CHECK_SEED'] || process.env['CHECK_ALL'] ? 500 : 100;

test('random reports say what is so of their sites, and say all of it', async () => {
  const drawn = fc.noBias(fc.gen()).map((draw) => {
    const below = (end: number) => draw(fc.nat, end - 1);
    const text = () => draw(() => actingText);
    return anyPlan({ below, text, of: (list) => list[below(list.length)] as (typeof list)[number] });
  });
  await fc.assert(fc.asyncProperty(drawn, play), { numRuns: RUNS, endOnFailure: true });
});
