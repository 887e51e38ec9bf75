import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import { csvText, jsonText } from '../../src/analytics/files.ts';
import { htmlPageOf } from '../../src/analytics/html-page.ts';
import type { Report } from '../../src/analytics/report.ts';
import { commentOf, summaryOf } from '../../src/analytics/summary.ts';
import { VERSION } from '../../src/version.ts';
import { counts, page, REPORTS, report, spansFrom } from './reports.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';
const LINKS = { artifactUrl: `${RUN}/1`, reportUrl: `${RUN}/2` };
const { week, incomplete, hostile } = REPORTS;

test('Markdown begins with the headline and links, and ends with how it was made', () => {
  const [title, headline, links, ...others] = summaryOf(week, LINKS).split('\n\n');
  expect(title).toBe('## 📊 Docs page views of `handbook-docs`');
  expect(headline).toMatch(/^\*\*71,\d{3} views from 5 to 11 January 2026, .* by AI\.\*\*$/);
  const files = 'All files (CSV, JSON, Markdown, HTML)';
  expect(links).toBe(`[**Open the report**](<${RUN}/2>) · [${files}](<${RUN}/1>)`);
  expect(others.slice(-2)).toEqual([
    '---',
    `<sub>Days are in UTC. AI views don't include crawlers. Made by docs-agent-action ${VERSION} at 2026-01-12T06:17:42Z with 16 of at most 90 API calls.</sub>\n`,
  ]);
});

test('the comment has the headline, gaps, what gained and lost most, and links', () => {
  const [title, headline, links] = summaryOf(week, LINKS).split('\n\n');
  const [first, second, ...others] = commentOf(week, LINKS).split('\n\n');
  expect([first, second, others.at(-1)]).toEqual([title, headline, links]);
  expect(others.filter((part) => part.startsWith('###'))).toEqual([
    '### Most views gained',
    '### Most views lost',
  ]);
  expect(commentOf(incomplete, {}).split('\n\n').slice(2)).toEqual([
    "> [!WARNING]\n> **This report is incomplete.**\n> - The `max-requests` limit (2) doesn't allow more.\n> - The period has 120,000 views, 4,000 of them &#42;elsewhere&#42;.",
  ]);
});

test('Markdown draws bars that align, and tables with numbers to the right', () => {
  const history = spansFrom('2025-12-15', [16_100, undefined, 0], 7);
  const text = summaryOf({ ...week, history }, {});
  const [, chart = ''] = /### Earlier periods\n\n([^#]*)/.exec(text) ?? [];
  expect(chart.trimEnd().split('\n')).toEqual([
    '    █ people   ░ AI',
    '',
    `    15–21 Dec       16,100  ${'█'.repeat(6)}${'░'.repeat(3)}${' '.repeat(31)}   30.0%`,
    '    22–28 Dec               not read',
    `    29 Dec – 4 Jan       0  ${' '.repeat(40)}       –`,
    `    5–11 Jan        71,150  ${'█'.repeat(27)}${'░'.repeat(13)}   32.9%`,
  ]);
  // The shares of days would repeat much.
  expect(text).toContain(`    Wed 7 Jan   16,100  ${'█'.repeat(28)}${'░'.repeat(12)}\n`);
  expect(text).toContain('|   | Views | Change | Before | Share | Share before |\n');
  expect(text).toContain('| Page | Views | Change | AI |\n|:--|--:|--:|--:|');
  expect(text).toContain('| Section | Views | +/− | Change | AI |\n');
  expect(text).not.toContain('&#96;');
});

test('report.html has no script, allows its own style by its hash, and nothing else', () => {
  const html = htmlPageOf(hostile);
  const [, policy, style = ''] =
    /Policy" content="([^"]*)"[\s\S]*<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(policy).toBe(
    `default-src 'none'; script-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
  expect(html).toContain('<a href="https://app.mintlify.com/analytics">');
  expect(html).not.toMatch(/<(?:script|img|details)|<[^>]*\s(?:style|src|on\w+)=/);
});

test('report.html says once what happened, and what is missing', () => {
  const textOf = (html: string) =>
    html
      .replace(/<wbr>/g, '')
      .replace(/<(style|small)>.*?<\/\1>|<[^>]*>/gs, ' ')
      .replace(/\s+/g, ' ');
  const [text, missing] = [textOf(htmlPageOf(week)), htmlPageOf(incomplete)];
  // The title, and the headline.
  expect(text.split('January 2026')).toHaveLength(3);
  expect(htmlPageOf(week)).toContain('<title>Docs page views, 5–11 January 2026</title>');
  const change = /▼−\d+\.\d% from \d{2},\d{3}/.source;
  expect(text).toMatch(
    new RegExp(
      `Total 71,\\d{3} ${change} People 47,\\d{3} ${change} 67\\.\\d% of all views, 66\\.\\d% before AI`,
    ),
  );
  const first = '<li>The <code>max-requests</code> limit (2) doesn&#39;t allow more.</li>';
  expect(missing).toContain(`<strong>This report is incomplete.</strong><ul>${first}`);
  expect(textOf(missing)).not.toMatch(/\b(?:new|gone)\b|from 0|Most views/);
  expect(htmlPageOf({ ...week, gaps: ['Why.'] })).toContain('<ul><li>Why.</li></ul>');
});

test('report.html draws people and AI in their order and to scale, and colours what rose and what fell', () => {
  const days = week.days.slice(0, 2);
  const spans = days.map((day, at) => ({ ...day, counts: at === 0 ? counts(6, 2) : counts(4) }));
  const now = [page('/a  b', 30, 10), page('/b', 5), page('/c', 1)];
  const before = [page('/a  b', 20), page('/b', 10), page('/d', 9)];
  const html = htmlPageOf(report({ now, before, days: spans, history: spans }));
  const bar = (human: string, ai: string) =>
    `<rect class="human" width="${human}%" height="100%"/><rect class="ai" x="${human}%" width="${ai}%" height="100%"/></svg>`;
  const column = (height: string, ai: string, human: string) =>
    `height="${height}"><rect class="ai" width="100%" height="${ai}%"/><rect class="human" y="${ai}%" width="100%" height="${human}%"/></svg>`;
  const up = ['▲+100.0%', '+20', 'new'].map((text) => `<span class="up">${text}</span>`);
  const down = ['▼−50.0%', '−5', 'gone'].map((text) => `<span class="down">${text}</span>`);
  const details = '<small>Mon 5 Jan: 8 views, 6 by people and 2 by AI</small>';
  const bars = [bar('75.0', '25.0'), bar('12.5', '0.0'), column('110.0', '25.0', '75.0')];
  const all = [...bars, column('55.0', '0.0', '100.0'), ...up, ...down, '<bdi>/a  b</bdi>', details];
  for (const part of all) expect(html).toContain(part);
  expect(html.match(/<li class="past">/g)).toHaveLength(2);
  expect(html).toMatch(/bdi[^{]*\{[^}]*white-space: pre-wrap/);
});

test('report.html names periods in lines that break alike, and weeks by both days', () => {
  const html = htmlPageOf({ ...week, days: spansFrom('2026-11-20', [3_000, 3_100, 2_900]) });
  const labels = [...html.matchAll(/<\/b><span aria-hidden="true">(.*?)<br><\/span>/g)].map(
    ([, label]) => label,
  );
  expect(labels.slice(-6)).toEqual([
    '22–28<br>Dec',
    '29 Dec –<br>4 Jan',
    '5–11<br>Jan',
    'Fri<br>20 Nov',
    'Sat<br>21 Nov',
    'Sun<br>22 Nov',
  ]);
  for (const total of ['60.1K', '3,000']) expect(html).toContain(`<b aria-hidden="true">${total}<svg `);
  const years = htmlPageOf(REPORTS.year);
  expect(years).toContain('<span aria-hidden="true">30 Nov<br>2017 –<br>29 Nov<br>2018<br></span>');
});

test('report.html wraps long numbers between their groups, and says no "from 0" beside 0', () => {
  const long = htmlPageOf(REPORTS['one page']);
  expect(long).toContain('<dd class="figure">6,<wbr>755,<wbr>399,<wbr>441,<wbr>055,<wbr>744</dd>');
  expect(long).toContain('<td class="long">6,<wbr>755,<wbr>399,<wbr>441,<wbr>055,<wbr>744</td>');
  expect(htmlPageOf(REPORTS.nothing)).not.toContain('from 0');
  expect(htmlPageOf(report({ before: [] }))).toContain(' from 0</dd>');
});

test('report.html gives a chart of more than ten columns the whole width', () => {
  const classesFor = (count: number) => {
    const days = spansFrom('2026-01-01', Array(count).fill(900));
    return /<ol class="([^"]*)" aria-label="Days"/.exec(htmlPageOf({ ...week, days }))?.[1];
  };
  expect([classesFor(10), classesFor(11)]).toEqual(['columns', 'columns many']);
});

test('both stay small with thousands of long paths', () => {
  const now = Array.from({ length: 4000 }, (_, at) => page(`/${at % 9}/${'|'.repeat(4000)}${at}`, 1));
  const made = report({ now, before: [] });
  expect(Buffer.byteLength(htmlPageOf(made))).toBeLessThan(2 ** 16);
  expect(Buffer.byteLength(summaryOf(made, LINKS))).toBeLessThan(2 ** 17);
});

test('page-views.csv has each page with its change, those that are gone at the end', () => {
  const now = [page('/c', 9), page('/a', 9), page('/b', 9), page('/d', 0.5)];
  const before = [page('/a', 8), page('/b', 8, 1), page('/gone', 3)];
  const text = [...csvText(report({ now, before, projectId: 'a,b' }))].join('');
  const head = 'from,to,project,path,human,ai,total,previous_total,change_percent,state';
  // Without the byte order mark, Excel garbles other than ASCII.
  expect(text.split('\r\n')[0]).toBe(`\ufeff${head}`);
  const rows = parse(text, { bom: true, from: 2 }) as string[][];
  expect(rows.map((row) => row.slice(3).join(' ')).join()).toBe(
    '/a 9 0 9 8 12.5 known,/b 9 0 9 9 0 known,/c 9 0 9 0  new,/d 0.5 0 0.5 0  new,/gone 0 0 0 3 -100 gone',
  );
  expect(rows[0]?.slice(0, 3)).toEqual(['2026-01-05', '2026-01-11', 'a,b']);
});

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } });
const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));
const read = (made: Report) => JSON.parse([...jsonText(made)].join(''));

test.each(Object.entries(REPORTS))(
  'page-views.json fits its schema, has a page on each line, and no command: %s',
  (_, made) => {
    const text = [...jsonText(made)].join('');
    const json = JSON.parse(text);
    expect([validate(json), validate.errors]).toEqual([true, null]);
    const { totals, gaps, pages, days } = made;
    const lines = text.match(/^\{"path"/gm) ?? [];
    expect([json.totals, json.pages.length, lines.length]).toEqual([totals, pages.length, pages.length]);
    expect([json.complete, json.days === null]).toEqual([gaps.length === 0, days.length === 0]);
    expect(text).not.toContain('##[');
  },
);

test('page-views.json is shown by an example that fits the schema, with every field that is written', () => {
  const example = JSON.parse(readFileSync('docs/page-views.example.json', 'utf8'));
  expect([validate(example), validate.errors]).toEqual([true, null]);
  expect(Object.keys(example)).toEqual(Object.keys(read(week)));
});

test.each([
  ['a negative count', { requests: { allowed: -1, spent: 0 } }],
  ['a period without an end', { period: { from: '2026-01-05' } }],
  ['a time in place of a day', { period: { from: '2026-01-05T00:00:00Z', to: '2026-01-06' } }],
  ['a page without a path', { pages: [counts(1)] }],
  ['no totals', { totals: null }],
  ['a later format', { formatVersion: 2 }],
])('the schema of page-views.json refuses %s', (_, field) => {
  expect(validate({ ...read(week), ...field })).toBe(false);
});
