import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import { markdownReport, reportComment } from '../../../src/analytics/report/markdown.ts';
import { sumOf } from '../fake-site.ts';
import { anyReport } from './arbitrary.ts';
import {
  counts,
  daysOf,
  fullReport,
  gonePage,
  hostileReport,
  incompleteReport,
  page,
  project,
  report,
  spanFrom,
  uncompared,
} from './fixture.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';
const LINKS = { artifactUrl: `${RUN}/1`, reportUrl: `${RUN}/2` };

const render = (made = report(), options = {}) => markdownReport(made, options);

function tokensOf(markdown: string): Token[] {
  const tokens: Token[] = [];
  walkTokens(lexer(markdown, { gfm: true }), (token) => {
    tokens.push(token);
  });
  return tokens;
}

function tablesOf(markdown: string): Tokens.Table[] {
  return tokensOf(markdown).filter((token): token is Tokens.Table => token.type === 'table');
}

/** The text of each cell of the table under the heading `title`. */
function rowsUnder(markdown: string, title: string): string[][] {
  const tokens = lexer(markdown, { gfm: true }).filter(({ type }) => type !== 'space');
  const at = tokens.findIndex((token) => token.type === 'heading' && token['text'] === title);
  const table = tokens[at + 1] as Tokens.Table;
  return table.rows.map((row) => row.map(({ text }) => text));
}

const PAGES = [
  page('/a', counts(90, 10), counts(50, 0)),
  page('/b', counts(60, 0), counts(80, 0)),
  page('/c', counts(40, 0), 'new'),
  page('/d', counts(5, 0), counts(5, 0)),
];
const GONE = [gonePage('/e', counts(1200, 0))];

describe('a report in Markdown', () => {
  test('begins with what happened, and the links', () => {
    const [title, headline, links, ...others] = render(report(), LINKS).split('\n\n');
    expect(title).toBe('## 📊 Docs page views of `handbook-docs`');
    expect(headline).toMatch(/^\*\*71,266 views from 5 to 11 January 2026, 8\.8 % fewer .*\*\*$/);
    expect(links).toBe(
      `[**Open the report**](<${RUN}/2>) · [All files (CSV, JSON, Markdown, HTML)](<${RUN}/1>)`,
    );
    expect(others.at(-1)).toMatch(
      /^<sub>Days in UTC: 2026-01-05 to 2026-01-11, compared with 2025-12-29 to 2026-01-04\. Made 2026-01-12T06:17:42Z by docs-agent-action 1\.0\.0 with 12 of at most 90 requests\.<\/sub>\n$/,
    );
  });

  test('says in its first lines what is missing, in one list', () => {
    const [, , warning] = render(incompleteReport()).split('\n\n');
    expect(warning?.split('\n')).toEqual([
      '> [!WARNING]',
      '> **This report is incomplete.**',
      '> - Not read: the pages after the first 100 and the period compared with. All of max-requests (2) was used.',
    ]);
    const gaps = [{ text: 'All.' }, { projectId: 'b', text: 'One.' }];
    const both = render(report([project(), project({ projectId: 'b' })], { gaps }));
    expect(both).toContain('\n> - All.\n> - b: One.\n');
    const spent = render(report([project()], { gaps, runAgainAfter: '2026-01-12T06:59:01.000Z' }));
    expect(spent).toContain(
      "> **The organization's analytics requests of this hour are spent: run again after 07:00 UTC.**",
    );
  });

  test('shows people, AI and pages with share and change; the total is in the headline', () => {
    const one = project({
      pages: PAGES,
      gone: GONE,
      totals: counts(1500, 500),
      previousTotals: counts(1000, 600),
    });
    const [figures] = tablesOf(render(report([one])));
    expect(figures?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['People', '1,500', '1,000', '▲ +50.0 %', '75.0 % of all views, 62.5 % before'],
      ['AI', '500', '600', '▼ −16.7 %', '25.0 % of all views, 37.5 % before'],
      ['Pages with views', '4', '4', '0.0 %', '1 new, 1 gone'],
    ]);
  });

  test('draws the days with bars that align', () => {
    const days = [
      ...daysOf(counts(7000, 3000)).slice(0, 2),
      spanFrom('2026-09-07'),
      { ...spanFrom('2026-09-08'), counts: counts(0, 0) },
    ];
    const chart = tokensOf(render(report([project({ days })]))).find(({ type }) => type === 'code');
    const lines = (chart as Tokens.Code).text.split('\n').slice(2);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/^Mon 7 Sept? +not read$/);
    expect(lines[3]).toMatch(/^Tue 8 Sept? +0 +– AI$/);
    const ends = lines.filter((line) => line.endsWith('AI')).map((line) => [...line].length);
    expect(new Set(ends).size).toBe(1);
    expect(lines[1]?.match(/█+░+/)?.[0]).toHaveLength(40);
  });

  test('shows the periods before in a chart of their own, this one last', () => {
    const charts = tokensOf(render(fullReport())).filter(({ type }) => type === 'code');
    const lines = (charts[0] as Tokens.Code).text.split('\n').slice(2);
    expect([lines.length, lines[0]?.slice(0, 9), lines.at(-1)?.slice(0, 8)]).toEqual([
      9,
      '10–16 Nov',
      '5–11 Jan',
    ]);
  });

  test('lists rising, falling and top pages, new and gone among them', () => {
    const text = render(report([project({ pages: PAGES, gone: GONE })]));
    expect(rowsUnder(text, 'Rising')).toEqual([
      ['`/a`', '50', '100', '▲ +100.0 %'],
      ['`/c`', '0', '40', 'new'],
    ]);
    expect(rowsUnder(text, 'Falling')).toEqual([
      ['`/e`', '1,200', '0', 'gone'],
      ['`/b`', '80', '60', '▼ −25.0 %'],
    ]);
    expect(rowsUnder(text, 'Top pages')).toEqual([
      ['`/a`', '100', `${'█'.repeat(11)}░ 10.0 % AI`, '50', '▲ +100.0 %'],
      ['`/b`', '60', `${'█'.repeat(7)} 0.0 % AI`, '80', '▼ −25.0 %'],
      ['`/c`', '40', `${'█'.repeat(5)} 0.0 % AI`, '0', 'new'],
      ['`/d`', '5', `${'█'.repeat(1)} 0.0 % AI`, '5', '0.0 %'],
    ]);
    expect(rowsUnder(render(report([project({ count: 90 })])), 'Top pages')).toHaveLength(10);
  });

  test('says of what was not read that it was not read', () => {
    const partly = project({
      pages: [PAGES[0], { ...PAGES[1], state: 'unknown', previous: undefined }] as never,
      gone: [],
      previousComplete: false,
    });
    const text = render(report([partly]));
    expect(rowsUnder(text, 'Top pages')[1]?.slice(3)).toEqual(['not read', '']);
    expect(text).toContain('### Rising\n\nOf the pages that were read in both periods.');
    expect(text).toContain('### Falling\n\nNo page that was read in both periods lost views.');
    expect(text).toMatch(/\| Pages with views \| 2 \| not read \| {2}\| {2}\|/);
    const none = render(incompleteReport());
    expect(none).toMatch(/### Rising\n\nNot read\.[\s\S]*### Falling\n\nNot read\./);
    expect(none).not.toMatch(/\b(?:new|gone)\b/);
    const dead = project({ count: 0, totals: undefined, complete: false, days: undefined });
    expect(render(report([dead]))).toContain('### Views\n\nNot read.');
    expect(render(report([project({ count: 0 })]))).toContain('### Top pages\n\nNo page had views.');
  });

  test('says nothing of changes without a comparison', () => {
    const text = render(report([uncompared(3)], { comparison: undefined }));
    expect(text).toContain('<sub>Days in UTC: 2026-01-05 to 2026-01-11. Made');
    expect(text).not.toMatch(/Before|Change|Rising|Falling|before|WARNING/);
  });

  test('has a table of all projects first, then a section for each', () => {
    const second = project({ projectId: 'api-docs', seed: 4, count: 30, previousTotals: undefined });
    const third = project({ projectId: 'dead-docs', count: 0, totals: undefined, complete: false });
    const text = render(report([project(), second, third]));
    const rows = rowsUnder(text, 'All projects').map(([id, , , before, , pages]) => [id, pages, before]);
    expect(rows).toEqual([
      ['`handbook-docs`', '140', '78,152'],
      ['`api-docs`', '30', 'not read'],
      ['`dead-docs`', 'not read', ''],
      ['Together', '170', 'not read'],
    ]);
    expect(text.match(/^### .*$/gm)).toEqual([
      '### All projects',
      '### `handbook-docs`',
      '### `api-docs`',
      '### `dead-docs`',
    ]);
  });

  test('ends with notes', () => {
    const text = render(report([project({ notes: ['Rows came again.', 'See #1, *now*, @team.'] })]));
    expect(text).toContain('### Notes\n\nRows came again. See `#1,` &#42;now&#42;, `@team.`');
  });
});

describe('a comment', () => {
  test('has top, rising, falling and gone pages below the headline', () => {
    const text = reportComment(report([project({ pages: PAGES, gone: GONE })]), LINKS);
    expect(text.match(/^#+ .*$/gm)).toEqual([
      '## 📊 Docs page views of `handbook-docs`',
      '### Top pages',
      '### Rising',
      '### Falling',
    ]);
    expect(rowsUnder(text, 'Falling')[0]).toEqual(['`/e`', '1,200', '0', 'gone']);
  });

  test('of several projects names the project of each page', () => {
    const other = project({ projectId: 'b', pages: [page('/z', counts(95, 0), counts(1, 0))], gone: [] });
    const text = reportComment(report([project({ pages: PAGES, gone: GONE }), other]), {});
    expect(rowsUnder(text, 'Top pages').map(([id, path]) => `${id} ${path}`)).toEqual([
      '`handbook-docs` `/a`',
      '`b` `/z`',
      ...['b', 'c', 'd'].map((path) => `\`handbook-docs\` \`/${path}\``),
    ]);
  });

  test('keeps below what GitHub takes', () => {
    const pages = Array.from({ length: 10 }, (_, index) =>
      page(`/${'|'.repeat(190)}${index}`, counts(5, 0), 'new'),
    );
    const gaps = Array.from({ length: 500 }, () => ({ text: 'x'.repeat(200) }));
    const text = reportComment(report([project({ pages })], { gaps }), {});
    expect(text.length).toBeLessThanOrEqual(60_000);
  });
});

describe('what comes from elsewhere', () => {
  const OURS = /^<\/?(?:code|sub)>$/;

  test('is inert in Markdown, and stays in its column', () => {
    fc.assert(
      fc.property(anyReport, (made) => {
        for (const text of [
          render(made, { artifactUrl: `${RUN}/1` }),
          reportComment(made, { artifactUrl: `${RUN}/1` }),
        ]) {
          const tokens = tokensOf(text);
          const html = tokens.filter(({ type }) => type === 'html').map(({ raw }) => raw.trim());
          expect(html.filter((raw) => !OURS.test(raw))).toEqual([]);
          expect(tokens.filter(({ type }) => type === 'image')).toEqual([]);
          const links = tokens
            .filter(({ type }) => type === 'link')
            .map((token) => (token as Tokens.Link).href);
          expect(links).toEqual([`${RUN}/1`]);
          expect(text).not.toMatch(/\r|##\[/);
          for (const { rows } of tablesOf(text)) {
            // The last column is this action's own: a path that breaks its cell would push it out.
            for (const row of rows) {
              expect(row.at(-1)?.text).toMatch(
                /^(?:(?:[▲▼] )?[+−]?[\d.]+ %|new|gone|–|(?:[█░]+ )?[–\d.]+(?: %)? AI|not read|[\d.–]+(?: %)? of all views.*|[\d,]+ new, [\d,]+ gone|[\d,]+|)$/,
              );
            }
          }
        }
        // It mentions nobody, and refers to nothing, outside of code.
        const outside = render(made)
          .replace(/<code>.*?<\/code>/g, '')
          .replace(/`[^`\n]+`/g, '');
        expect(outside).not.toMatch(/@\w|(?<![\w&])#\d|:\/\/|www\./);
      }),
    );
  });

  test('keeps the structure of the hostile report', () => {
    const headings = tokensOf(render(hostileReport())).filter(({ type }) => type === 'heading');
    const ofProject = [3, 4, 4, 4, 4, 4];
    const depths = headings.map((token) => (token as Tokens.Heading).depth);
    expect(depths).toEqual([2, 3, ...ofProject, 4, 4, ...ofProject]);
  });
});

describe('the size', () => {
  const NOTICE =
    '*This is cut to what GitHub shows. Everything is in `page-views.csv` and `page-views.json`.*';

  test('of a summary stays below what GitHub takes, however much there is', () => {
    const pages = Array.from({ length: 10 }, (_, index) =>
      page(`/${'|'.repeat(190)}${index}`, counts(5000 - index, 0), 'new'),
    );
    const projects = Array.from({ length: 60 }, (_, index) =>
      project({ projectId: `p${index}`, pages, gone: [], totals: sumOf(pages) }),
    );
    const text = render(report(projects));
    expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    const lines = text.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(NOTICE);
    // Whole rows only.
    expect(lines.filter((line) => line.startsWith('|') && !line.endsWith(' |'))).toEqual([]);
  });

  test('is kept by cutting at a row, or by leaving sections out, never inside a code block', () => {
    const whole = render(report([project({ count: 40 })]));
    fc.assert(
      fc.property(fc.integer({ min: 1500, max: Buffer.byteLength(whole) + 10 }), (maxBytes) => {
        const text = render(report([project({ count: 40 })]), { maxBytes });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
        if (text === whole) return;
        expect(text.trimEnd().endsWith(NOTICE)).toBe(true);
        expect(whole.startsWith(text.slice(0, text.indexOf(NOTICE)).trimEnd())).toBe(true);
      }),
    );
  });
});
