import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import { lexer, type Token } from 'marked';
import { csvText, jsonText } from '../../src/analytics/files.ts';
import { pageOf } from '../../src/analytics/page.ts';
import type { Report } from '../../src/analytics/report.ts';
import { headOf, summaryOf } from '../../src/analytics/summary.ts';
import type { PageViews } from '../../src/platform/schemas.ts';
import { VERSION } from '../../src/version.ts';
import { counts, page } from './fake-site.ts';
import { HOSTILE_PATHS, REPORTS, report, spansFrom } from './fixture.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';
const LINKS = { artifactUrl: `${RUN}/1`, reportUrl: `${RUN}/2` };
const { week, incomplete, hostile } = REPORTS as Record<string, Report> &
  Record<'week' | 'incomplete' | 'hostile', Report>;

describe('a report in Markdown', () => {
  test('begins with the headline and the links, which are also the comment; ends with how it was made', () => {
    const [title, headline, links, ...others] = summaryOf(week, LINKS).split('\n\n');
    expect(title).toBe('## 📊 Docs page views of `handbook-docs`');
    expect(headline).toMatch(/^\*\*71,\d{3} views from 5 to 11 January 2026, .* by AI\.\*\*$/);
    expect(links).toBe(
      `[**Open the report**](<${RUN}/2>) · [All files (CSV, JSON, Markdown, HTML)](<${RUN}/1>)`,
    );
    expect(headOf(week, LINKS)).toBe([title, headline, links].join('\n\n'));
    expect(others.slice(-2)).toEqual([
      '---',
      `<sub>Days are in UTC. AI views don't include crawlers. Made by docs-agent-action ${VERSION} at 2026-01-12T06:17:42Z with 16 of at most 90 API calls.</sub>\n`,
    ]);
  });

  test('says in its first lines what is missing', () => {
    expect(headOf(incomplete, {}).split('\n\n')[2]).toBe(
      '> [!WARNING]\n> **This report is incomplete.**\n> - The `max-requests` limit (2) was reached.\n> - The period has 120,000 views, 4,000 of them elsewhere.',
    );
  });

  test('draws bars that align, and tables with numbers to the right', () => {
    const days = [...week.days.slice(0, 3), ...spansFrom('2026-09-07', [undefined, 0])];
    const text = summaryOf({ ...week, days }, {});
    const [, chart = ''] = /### Days\n\n([^#]*)/.exec(text) ?? [];
    const [legend, , ...lines] = chart.trimEnd().split('\n');
    expect([legend, lines.length]).toEqual(['    █ people   ░ AI', 5]);
    expect(lines[2]).toMatch(/^ {4}Wed 7 Jan {2}16,100 {2}█{28}░{12} {3}30\.0%$/);
    expect(lines.slice(3)).toEqual([
      expect.stringMatching(/^ {4}Mon 7 Sep +not read$/),
      expect.stringMatching(/^ {4}Tue 8 Sep +0 +–$/),
    ]);
    const ends = lines.filter((line) => /[%–]$/.test(line)).map((line) => [...line].length);
    expect(new Set(ends).size).toBe(1);
    expect(text).toContain('| Page | Views | Change | AI |\n| :-- | --: | --: | --: |');
    expect(text).toContain('| Section | Views | Change |\n');
    expect(text).not.toContain('&#96;');
  });

  test('keeps its structure whatever paths and project are called, and stays far below what GitHub shows', () => {
    const text = summaryOf({ ...hostile, siteUrl: 'https://docs.example.com' }, LINKS);
    const headings = lexer(text, { gfm: true }).filter((token: Token) => token.type === 'heading');
    expect(headings.map(({ raw }) => raw.split(/[\n<]/)[0]).join()).toBe(
      '## 📊 Docs page views of `,### Views,### Earlier periods,### Days,### Most views gained,### Most views lost,### Top pages',
    );
    const long = Array.from({ length: 40 }, (_, index) => page(`/${index}/${'|'.repeat(4000)}`, 100));
    const now = [...long, ...long.map((each) => page(`${each.path}/x`, 1))];
    const most = summaryOf(report({ now, before: long }), LINKS);
    expect(Buffer.byteLength(most)).toBeLessThan(2 ** 17);
  });
});

const textOf = (html: string) =>
  html
    .replace(/<(style|small)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('report.html', () => {
  test('has no script, allows its own style by its hash, and nothing else', () => {
    const html = pageOf(hostile);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(html.match(/Content-Security-Policy" content="([^"]*)"/)?.[1]).toBe(
      `default-src 'none'; script-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    const markup = html.replace(/<style[\s\S]*?<\/style>/g, '');
    const isOther =
      /<[^>]*\s(?:style=|on\w+=|src=|href="(?!#|https:\/\/app\.mintlify\.com\/analytics"))|<script/;
    expect(markup).not.toMatch(isOther);
    expect(markup).toContain('<a href="https://app.mintlify.com/analytics">');
  });

  test('says once what happened, and what is missing', () => {
    const text = textOf(pageOf(week));
    // The title, and the headline.
    expect(text.split('January 2026')).toHaveLength(3);
    expect(pageOf(week)).toContain('<title>Docs page views, 5–11 January 2026</title>');
    expect(text).toMatch(/People 47,\d{3} ▼−\d+\.\d% from 48,\d{3} 67\.\d% of all views AI/);
    const missing = pageOf(incomplete);
    expect(missing).toContain(
      '<strong>This report is incomplete.</strong><ul><li>The <code>max-requests</code> limit (2) was reached.</li>',
    );
    expect(textOf(missing)).not.toMatch(/\b(?:new|gone)\b|from 0|Most views/);
  });

  test('draws people and AI in their order and to scale, and colours what rose and what fell', () => {
    const days = [counts(6, 2), counts(4, 0)].map((views, at) => ({
      ...week.days[at],
      counts: views,
    })) as never;
    const now = [page('/a  b', 30, 10), page('/b', 5), page('/c', 1)];
    const before = [page('/a  b', 20), page('/b', 10), page('/d', 9)];
    const html = pageOf(report({ now, before, days, history: days }));
    const bar = (human: string, ai: string) =>
      `<rect class="human" width="${human}%" height="100%"/><rect class="ai" x="${human}%" width="${ai}%" height="100%"/></svg>`;
    const column = (height: string, ai: string, human: string) =>
      `height="${height}"><rect class="ai" width="100%" height="${ai}%"/><rect class="human" y="${ai}%" width="100%" height="${human}%"/></svg>`;
    const bars = [bar('75.0', '25.0'), bar('12.5', '0.0')];
    for (const part of [...bars, column('110.0', '25.0', '75.0'), column('55.0', '0.0', '100.0')]) {
      expect(html).toContain(part);
    }
    expect(html.match(/<li class="past">/g)).toHaveLength(2);
    for (const up of ['▲+100.0%', '+20', 'new']) expect(html).toContain(`<span class="up">${up}</span>`);
    for (const down of ['▼−50.0%', '−5', 'gone']) expect(html).toContain(`<span class="down">${down}</span>`);
    expect(html).toContain('<bdi>/a  b</bdi>');
    expect(html).toMatch(/bdi[^{]*\{[^}]*white-space: pre-wrap/);
  });

  test('stays small, also with long paths', () => {
    const now = Array.from({ length: 4000 }, (_, index) =>
      page(`/${index % 9}/${'x'.repeat(4000)}${index}`, 1),
    );
    expect(Buffer.byteLength(pageOf(report({ now, before: [] })))).toBeLessThan(2 ** 16);
  });
});

describe('page-views.csv', () => {
  const HEAD = 'from,to,project,path,human,ai,total,previous_total,change_percent,state';
  const written = (now: readonly PageViews[], before: readonly PageViews[] | null = null) => {
    return [...csvText(report({ now, before, projectId: 'a,b' }))].join('');
  };

  test('begins with a byte order mark and ends every line with CRLF, even without pages', () => {
    expect(Buffer.from(written([]))).toEqual(Buffer.from(`\u00ef\u00bb\u00bf${HEAD}\r\n`, 'latin1'));
  });

  test('quotes every line break, so that readers of all kinds see the same rows', () => {
    const paths = ['/lf\nx', '/cr\rx', '/crlf\r\nx', '/formula\r\n=1+1'];
    const outsideQuotes = written(paths.map((path) => page(path, 1))).replace(/"[^"]*"/g, '""');
    expect(outsideQuotes.split('\r\n')).toHaveLength(paths.length + 2);
    expect(outsideQuotes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('has each page with its change, those that are gone at the end', () => {
    const now = [page('/a', 9), page('/b', 9), page('/c', 9), page('/d', 0.5)];
    const text = written(now, [page('/a', 8), page('/b', 8, 1), page('/gone', 3)]);
    const rows = parse(text, { bom: true, from: 2 }) as string[][];
    expect(rows.map((row) => row.slice(3).join(' ')).join()).toBe(
      '/a 9 0 9 8 12.5 known,/b 9 0 9 9 0 known,/c 9 0 9 0  new,/d 0.5 0 0.5 0  new,/gone 0 0 0 3 -100 gone',
    );
    expect(rows[0]?.slice(0, 3)).toEqual(['2026-01-05', '2026-01-11', 'a,b']);
  });
});

describe('page-views.json', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } });
  const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));
  const read = (made: Report) => JSON.parse([...jsonText(made)].join(''));

  test('has a page on each line, and none that the runner would take for a command', () => {
    const text = [...jsonText(hostile)].join('');
    expect(text).not.toContain('##[');
    expect(text.endsWith(']}\n')).toBe(true);
    expect(text).toContain('"path":"x #\\u0023[add-mask]x"');
    const lines = text.split('\n').filter((line) => line.startsWith('{"path"'));
    expect(lines).toHaveLength(HOSTILE_PATHS.length + 6);
    const paths = (rows: readonly PageViews[]) => rows.map(({ path }) => path);
    expect(paths(read(hostile).pages)).toEqual(paths(hostile.pages));
  });

  test.each(Object.entries(REPORTS))('fits its schema: %s', (_, made) => {
    const json = read(made);
    expect([validate(json), validate.errors]).toEqual([true, null]);
    const { totals, gaps, pages } = made;
    expect([json.totals, json.complete, json.pages.length]).toEqual([
      totals,
      gaps.length === 0,
      pages.length,
    ]);
    expect(json.days === null).toBe(made.days.length === 0);
    expect(read({ ...made, gaps: ['The comparison period was not read.'] }).complete).toBe(false);
  });

  test('is shown by an example that fits the schema, with every field that is written', () => {
    const example = JSON.parse(readFileSync('docs/page-views.example.json', 'utf8'));
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(Object.keys(example)).toEqual(Object.keys(read(week)));
  });

  const VALID = read(report({ now: [page('/a', 1)], before: [page('/a', 2)] }));
  test.each([
    ['a negative count', { requests: { allowed: -1, spent: 0 } }],
    ['a period without an end', { period: { from: '2026-01-05' } }],
    ['a time in place of a day', { period: { from: '2026-01-05T00:00:00Z', to: '2026-01-06' } }],
    ['a page without a path', { pages: [counts(1, 0)] }],
    ['no totals', { totals: null }],
    ['a later format', { formatVersion: 2 }],
  ])('its schema refuses %s', (_, wrong) => {
    expect(validate(VALID)).toBe(true);
    expect(validate({ ...VALID, ...wrong })).toBe(false);
  });
});
