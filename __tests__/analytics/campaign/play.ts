import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import { lexer, type Tokens } from 'marked';
import type { Report } from '../../../src/analytics/model.ts';
import { readReport } from '../../../src/analytics/read.ts';
import { htmlReport } from '../../../src/analytics/report/html/html-report.ts';
import { markdownReport, reportComment } from '../../../src/analytics/report/markdown-report.ts';
import { csvText } from '../../../src/analytics/report/page-views-csv.ts';
import { jsonText } from '../../../src/analytics/report/page-views-json.ts';
import { reportHeadline } from '../../../src/analytics/report/phrases.ts';
import type { Period } from '../../../src/period.ts';
import { formulaSafe } from '../../../src/text/csv.ts';
import { withoutCommands } from '../../../src/text/workflow-commands.ts';
import { CollectedLog } from '../../helpers/collected-log.ts';
import fc from '../../helpers/fast-check.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { actingText } from '../../hostile/corpus.ts';
import { FakeSite } from '../fake-site.ts';
import { tokensIn, tokensOf } from '../report/tokens.ts';
import { plus, type Random, RandomSite } from './site.ts';
import { earlier, listed, type Plan, Truth } from './truth.ts';

/**
 * Random reports against the truth. It runs in plain Node, too, so that `src` can be broken as it is loaded:
 * `node --import …/sabotage.mjs play.ts` fails where the campaign notices.
 */

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
  text
    .replaceAll('\u00a0', ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))
    .replaceAll('`', '');

interface Shown {
  readonly texts: Record<string, string | undefined>;
  /** The texts of cells; of names only those that Markdown shows as they are. */
  readonly tables: Record<string, (string | undefined)[][]>;
}

/** What stands below each heading. */
function shownIn(markdown: string): Shown {
  const [texts, tables]: [Shown['texts'], Shown['tables']] = [{}, {}];
  let title = '';
  const tokens = lexer(markdown, { gfm: true }).filter(({ type }) => type !== 'space');
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading') title = token['text'];
    const next = tokens[index + 1];
    if (token.type === 'heading') texts[title] = next?.type === 'paragraph' ? plain(next['text']) : undefined;
    if (token.type === 'table') {
      tables[title] = (token as Tokens.Table).rows.map((row) => {
        const [name, ...cells] = row.map(({ text }, index) => (index === 0 ? nameIn(text) : plain(text)));
        // A sum has no bar beside what it sums up.
        return [
          name,
          ...cells.map((cell) => (/ others$/.test(name ?? '') ? cell : cell?.replace(/^[█░]+ /, ''))),
        ];
      });
    }
  }
  return { texts, tables };
}

const PLAIN = /^[\w/ -]+$/;
function nameIn(cell: string): string | undefined {
  const [, linked] = /^\[(.*)\]\(</.exec(cell) ?? [];
  const name = (linked ?? cell).replaceAll('`', '');
  return PLAIN.test(name) ? name : undefined;
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
  assert(asked <= maxRequests);
  const isRead = report.projects.some(({ totals }) => totals);
  assert.equal(
    isRead,
    sites.some((site) => site.answered(period).totals),
  );
  if (!isRead) return;
  const [{ history = [], days } = {}] = report.projects;
  const truth = new Truth(plan, { history: history.length, days: days !== undefined });
  const json = JSON.parse([...jsonText(report)].join('')) as Written & { projects: Written[] };
  const { projects, gaps, headline } = json;
  const daysOf = ({ from, to }: Period) => ({ from, to });
  assert.deepEqual(
    [json['period'], json['previousPeriod']],
    [daysOf(period), comparison ? daysOf(comparison) : null],
  );
  assert.deepEqual(
    [json['siteUrl'], json['requests']],
    [sites.length === 1 ? SITE_URL : null, { allowed: maxRequests, spent: asked }],
  );
  assert.equal(headline, truth.headlineOf(truth.projects));
  for (const [at, project] of truth.projects.entries()) {
    const { headline: own, gaps: missing, notes, ...written } = projects[at] as Written;
    assert.deepEqual(written, project.written);
    assert.equal(own, truth.headlineOf([project]));
    assert.deepEqual(notes, [...truth.notes, ...truth.comparisonNotes(project), ...project.notes]);
    judgeGaps(missing, truth, project, asked);
  }
  const missing = sites.flatMap(({ id }, at) => (projects[at]?.gaps ?? []).map((text) => ({ id, text })));
  const lines = [...Map.groupBy(missing, ({ text }) => text)].map(([text, same]) =>
    sites.length > 1 ? `${listed(same.map(({ id }) => id))}: ${text}` : text,
  );
  const [limit = '', ...others] = report.runAgainAfter === undefined ? ['', ...gaps] : gaps;
  assert.equal(
    /^Mintlify's rate limit for analytics was reached: run again after [\w ,:]+ UTC\.$/.test(limit),
    limit !== '',
  );
  assert.deepEqual(others, lines);
  judgeFiles(report, truth);
  judgeShown(report, truth);
}

/** Sentences and tables of a report on one project. */
function judgeShown(report: Report, truth: Truth) {
  const markdown = markdownReport(report, {});
  // A limit is told once, by its title.
  const told = `${markdown}${htmlReport(report)}`.match(/rate limit|429 Too|an hour/g)?.length ?? 0;
  assert.equal(told, report.runAgainAfter === undefined ? 0 : 2);
  if (report.projects.length > 1) return;
  const { Notes: _, ...texts } = shownIn(markdown).texts;
  const tables = shownIn(markdown).tables;
  const titles = Object.keys(texts).filter(
    (title) => truth.texts[title] !== undefined || title in truth.tables,
  );
  const wanted = titles.map((title) => [title, truth.texts[title]]);
  assert.deepEqual(
    titles.map((title) => [title, texts[title]]),
    wanted,
  );
  assert('Compared with earlier periods' in texts === truth.isTrend);
  const rows = Object.entries(truth.tables).filter(([, each]) => each.length > 0);
  const cells = rows.map(([title, each]) => [
    title,
    each.map(([name, ...cell]) => [PLAIN.test(String(name)) ? name : undefined, ...cell]),
  ]);
  assert.deepEqual(
    Object.entries(tables)
      .map(([title, each]) => [title, each])
      .sort(),
    cells.sort(),
  );
  judgePage(htmlReport(report), truth);
}

/** The list of pages of the HTML page. */
function judgePage(html: string, truth: Truth) {
  const [project] = truth.projects;
  const pages = project?.pages ?? [];
  const read = pages.filter(({ state }) => state !== 'gone').length;
  const [, list = ''] = html.split('<h2>Top pages</h2>');
  assert.equal(list.match(/<th scope="row"/g)?.length ?? 0, Math.min(100, read));
  if (read > 0) assert(list.includes(`lists ${pages.length.toLocaleString('en-US')} page`));
  assert(!/<script/i.test(html));
}

function judgeGaps(gaps: readonly string[], truth: Truth, project: Truth['projects'][number], asked: number) {
  const unread = gaps.flatMap((gap) => {
    const [, none, parts = '', reason = ''] =
      /^(?:(Nothing was read)|Not read: (.+?))\.(?: ([A-Z].*))?$/.exec(gap) ?? [];
    if (none || parts) assert(truth.reasonsOf(project, asked).includes(reason), gap);
    return none ? [none] : parts.split(/, | and /).filter(Boolean);
  });
  assert.deepEqual(unread.toSorted(), project.unread.toSorted());
  const others = gaps.filter((gap) => !/^(?:Not read: |Nothing was read)/.test(gap));
  assert.deepEqual(
    others,
    [project.now, project.before].flatMap((side) => side?.gaps ?? []),
  );
}

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });
const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));
/** As UTF-8 has it: half of a surrogate pair is no character. */
const inCsv = (text: string) => formulaSafe(withoutCommands(text.toWellFormed()));

/** Whatever the paths are, each file can be read by its reader, and nothing in it acts. */
function judgeFiles(report: Report, truth: Truth) {
  assert(validate(JSON.parse([...jsonText(report)].join(''))), JSON.stringify(validate.errors));
  assert.match(reportHeadline(report), /^[\d\p{L} ,.();%–:/_~+-]+\.$/u);
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
  assert.deepEqual(rows, pages);
  for (const text of [markdownReport(report, {}), reportComment(report, {})]) {
    const tokens = tokensIn(text);
    const tags = tokensOf<Tokens.HTML>(tokens, 'html').map(({ raw }) => raw.trim());
    assert.deepEqual(
      tags.filter((raw) => !/^<\/?(?:code|sub)>$/.test(raw)),
      [],
    );
    assert.deepEqual(tokensOf(tokens, 'image'), []);
    const links = tokensOf<Tokens.Link>(tokens, 'link').map(({ href }) => href);
    assert.deepEqual(
      links.filter((href) => !href.startsWith('https://docs.example.com/')),
      [],
    );
    assert.doesNotMatch(text, /\r|##\[/);
    // The last column is this action's own: a path that breaks its cell would push it out.
    for (const row of tokensOf<Tokens.Table>(tokens, 'table').flatMap(({ rows: each }) => each)) {
      assert.match(
        row.at(-1)?.text ?? '',
        /^(?:(?:[█░]+\s)?[–\d.]+%?(?:\sAI)?|not read|[\d.–]+%? of all views.*|[\d,]+ new, [\d,]+ gone|[\d,]+|)$/,
      );
    }
    // It mentions nobody, and refers to nothing, outside of code and of links to the site.
    const outside = text.replace(
      /<code>.*?<\/code>|`[^`\n]+`|\(<https:\/\/docs\.example\.com\/[^>]*>\)/g,
      '',
    );
    assert.doesNotMatch(outside, /@\w|(?<![\w&])#\d|:\/\/|www\./);
  }
}

/** Plays so many random reports. */
export async function playReports(numRuns: number): Promise<void> {
  const drawn = fc.noBias(fc.gen()).map((draw) => {
    const below = (end: number) => draw(fc.nat, end - 1);
    const text = () => draw(() => actingText);
    return anyPlan({ below, text, of: (list) => list[below(list.length)] as (typeof list)[number] });
  });
  await fc.assert(fc.asyncProperty(drawn, play), { numRuns, endOnFailure: true });
}

if (import.meta.main) await playReports(Number(process.argv[2] ?? 100));
