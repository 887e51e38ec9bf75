import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import type { Report } from '../../../src/analytics/model.ts';
import { type MarkdownOptions, markdownReport } from '../../../src/analytics/report/markdown.ts';
import { sumOf } from '../fake-site.ts';
import { anyReport } from './arbitrary.ts';
import {
  counts,
  dayFrom,
  daysOf,
  gonePage,
  hostileReport,
  incompleteReport,
  page,
  project,
  report,
  uncompared,
} from './fixture.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';

function render(report: Report, options: Partial<MarkdownOptions> = {}): string {
  return markdownReport(report, { top: 10, ...options });
}

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

describe('a report in Markdown', () => {
  test('begins with what it is, its bounds, and the links', () => {
    const [title, headline, links, ...others] = render(report(), {
      artifactUrl: `${RUN}/1`,
      reportUrl: `${RUN}/2`,
    }).split('\n\n');
    expect(title).toMatch(/^## 📊 Docs page views: 5–11 January 2026$/);
    expect(headline).toBe(
      '71,266 views from 5 to 11 January 2026, 8.8% fewer than in the 7 days before, 34.3% of them by AI (32.8% before).',
    );
    expect(others.at(-2)).toBe(
      '<sub>Counted: from 2026-01-05 until 2026-01-12 (UTC, end exclusive). Compared with: from 2025-12-29 until 2026-01-05 (UTC, end exclusive).</sub>',
    );
    expect(links).toBe(
      `[**Open the report**](<${RUN}/2>) · [All files (CSV, JSON, Markdown, HTML)](<${RUN}/1>)`,
    );
  });

  test('says in its first lines that it is incomplete, and what is missing', () => {
    const [, , warning] = render(incompleteReport()).split('\n\n');
    expect(warning?.split('\n')).toEqual([
      '> [!WARNING]',
      '> **This report is incomplete.**',
      expect.stringMatching(
        /^> - Not all pages were read: only 500 pages, with [\d,]+ of the site's 102,370 views \(95\.5%\)\. The totals are those of the whole site\.$/,
      ),
      expect.stringMatching(/^> - The pages of the previous period were not all read/),
    ]);
  });

  test('shows the headline numbers with share and change', () => {
    const one = project({
      totals: counts(1500, 500),
      previousTotals: counts(1000, 600),
    });
    const [headline] = tablesOf(render(report([one])));
    expect(headline?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['**Total**', '**2,000**', '100.0%', '1,600', '▲ +25.0%'],
      ['People', '**1,500**', '75.0%', '1,000', '▲ +50.0%'],
      ['AI', '**500**', '25.0%', '600', '▼ −16.7%'],
    ]);
    expect(headline?.align).toEqual(['left', 'right', 'right', 'right', 'right']);
  });

  test('draws the trend with bars that align', () => {
    const days = [
      ...daysOf(counts(7000, 3000)).slice(0, 2),
      dayFrom('2026-09-07'),
      { ...dayFrom('2026-09-08'), counts: counts(0, 0) },
    ];
    const chart = tokensOf(render(report([project({ days })]))).find(({ type }) => type === 'code');
    const lines = (chart as Tokens.Code).text.split('\n').slice(2);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/^Mon 7 Sept? +\(not read\)$/);
    expect(lines[3]).toMatch(/^Tue 8 Sept? +0 +– AI$/);
    const ends = lines.filter((line) => line.endsWith('AI')).map((line) => [...line].length);
    expect(new Set(ends).size).toBe(1);
    expect(lines[0]?.match(/█+░+/)?.[0].length).toBeGreaterThan(lines[1] ? 30 : 0);
  });

  test('lists top pages, rising and falling, at most `top` of each', () => {
    const pages = [
      page('/a', counts(90, 10), counts(50, 0)),
      page('/b', counts(60, 0), counts(80, 0)),
      page('/c', counts(40, 0), 'new'),
      page('/d', counts(5, 0)),
    ];
    const gone = [gonePage('/e', counts(1200, 0))];
    const text = render(report([project({ pages, gone })]), { top: 3 });
    expect(rowsUnder(text, 'Top pages')).toEqual([
      ['1', '`/a`', '**100**', '90', '10', '50', '▲ +100.0%'],
      ['2', '`/b`', '**60**', '60', '0', '80', '▼ −25.0%'],
      ['3', '`/c`', '**40**', '40', '0', '0', 'new'],
    ]);
    expect(rowsUnder(text, 'Rising')).toEqual([
      ['`/a`', '50', '**100**', '+50', '▲ +100.0%'],
      ['`/c`', '0', '**40**', '+40', 'new'],
    ]);
    expect(rowsUnder(text, 'Falling')).toEqual([
      ['`/e`', '1,200', '**0**', '−1,200', 'gone'],
      ['`/b`', '80', '**60**', '−20', '▼ −25.0%'],
    ]);
  });

  test('says nothing of changes without a period before', () => {
    const alone = uncompared(3);
    const text = render(report([alone], { period: { kind: 'all' }, previousPeriod: undefined }));
    expect(text).toContain('Counted: no dates were sent. Not compared with a period before.');
    expect(text).not.toMatch(/Before|Change|Rising|Falling|Trend|WARNING/);
    const dated = render(report([alone], { previousPeriod: undefined }));
    expect(dated).toContain('Not compared with a period before.');
  });

  test('is sensible for a site without views, and for one that could not be read', () => {
    const empty = render(report([project({ count: 0 })]));
    expect(empty).toContain('No page had views.');
    expect(empty).toContain('| **Total** | **0** | – | 0 | – |');
    expect(empty).not.toContain('Top pages');
    const unread = project({ count: 0, totals: undefined, complete: false, days: undefined });
    const dead = render(report([unread]));
    expect(dead).toContain('> - Nothing was read: there are no numbers for this project.');
    expect(dead).toContain('No numbers: not one response came.');
    const cut = render(report([project({ count: 0, totals: counts(5, 5), complete: false })]));
    expect(cut).toContain('No page was read.');
  });

  test('has a table of all projects first, then a section for each', () => {
    const second = project({
      projectId: 'api-docs',
      seed: 4,
      count: 30,
      complete: false,
      previousTotals: undefined,
    });
    const third = project({ projectId: 'dead-docs', count: 0, totals: undefined, complete: false });
    const text = render(report([project(), second, third]));
    const [overview] = tablesOf(text);
    expect(
      overview?.rows.map(([id, , , , previous, , pages, complete]) => [
        id?.text,
        previous?.text,
        pages?.text,
        complete?.text,
      ]),
    ).toEqual([
      ['`handbook-docs`', '78,152', '140', 'yes'],
      ['`api-docs`', '–', '30', 'no'],
      ['`dead-docs`', '0', '0', 'no'],
      ['Together', '–', '170', 'no'],
    ]);
    expect(text.match(/^### .*$/gm)).toEqual([
      '### All projects',
      '### `handbook-docs`',
      '### `api-docs`',
      '### `dead-docs`',
    ]);
    expect(text).toContain('> - `api-docs`: Not all pages were read: only 30 pages');
  });

  test('ends with notes, requests and version', () => {
    const text = render(report([project({ notes: ['Rows came again.', 'See #1, *now*, @team.'] })]));
    expect(text).toContain('- Rows came again.\n- See `#1,` &#42;now&#42;, `@team.`');
    expect(text).toContain(
      '<sub>Made 2026-01-12T06:17:42Z by docs-agent-action 1.0.0 with 12 of at most 90 requests.</sub>',
    );
  });
});

describe('what comes from elsewhere', () => {
  const OURS = /^<\/?(?:code|sub)>$/;

  test('is inert in Markdown, and stays in its column', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = render(report, { artifactUrl: `${RUN}/1` });
        const tokens = tokensOf(text);
        const html = tokens.filter(({ type }) => type === 'html').map(({ raw }) => raw.trim());
        expect(html.filter((raw) => !OURS.test(raw))).toEqual([]);
        expect(tokens.filter(({ type }) => type === 'image')).toEqual([]);
        const links = tokens
          .filter(({ type }) => type === 'link')
          .map((token) => (token as Tokens.Link).href);
        expect(links).toEqual([`${RUN}/1`]);
        expect(text).not.toMatch(/\r|##\[/);
        for (const table of tablesOf(text)) {
          for (const row of table.rows) {
            // The last columns are this action's own: a path that breaks its cell would push them out.
            expect(row.at(-1)?.text).toMatch(/^(?:yes|no|new|gone|–|[\d,]+|(?:[▲▼] )?[+−]?\d+\.\d%)$/);
            expect(row.at(-2)?.text).toMatch(/^(?:\*\*)?[+−]?[\d,]+(?:\*\*)?$|^–$|^\d+\.\d%$/);
          }
        }
        // It mentions nobody, and refers to nothing, outside of code.
        const outside = render(report)
          .replace(/<code>.*?<\/code>/g, '')
          .replace(/`[^`\n]+`/g, '');
        expect(outside).not.toMatch(/@\w|(?<![\w&])#\d|:\/\/|www\./);
      }),
    );
  });

  test('keeps the structure of the hostile report', () => {
    const headings = tokensOf(render(hostileReport())).filter(({ type }) => type === 'heading');
    expect(headings.map((token) => (token as Tokens.Heading).depth)).toEqual([
      2, 3, 3, 4, 4, 4, 4, 4, 4, 3, 4, 4, 4, 4, 4,
    ]);
  });
});

describe('the size', () => {
  const NOTICE =
    '*This is cut to what GitHub shows. Everything is in `page-views.csv` and `page-views.json`.*';

  test('of a summary stays below what GitHub takes, however much there is', () => {
    const pages = Array.from({ length: 1200 }, (_, index) =>
      page(`/${'|'.repeat(190)}${index}`, counts(5000 - index, 0), 'new'),
    );
    const text = render(report([project({ pages, gone: [], totals: sumOf(pages) })]), { top: 1000 });
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
