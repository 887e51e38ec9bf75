import { describe, expect, test } from '@jest/globals';
import { lexer, type Tokens } from 'marked';
import type { ProjectReport } from '../../../src/analytics/model.ts';
import { fitted, markdownReport, reportComment } from '../../../src/analytics/report/markdown-report.ts';
import { VERSION } from '../../../src/version.ts';
import fc from '../../helpers/fast-check.ts';
import {
  counts,
  daysOf,
  fullReport,
  gonePage,
  hostileReport,
  page,
  project,
  report,
  spanFrom,
  uncompared,
  unread,
} from './fixture.ts';
import { tokensOf } from './tokens.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';
const LINKS = { artifactUrl: `${RUN}/1`, reportUrl: `${RUN}/2` };

const render = (...projects: ProjectReport[]) => markdownReport(report(projects), {});

/** The text of each cell of the table under the heading `title`. */
function rowsUnder(markdown: string, title: string): string[][] {
  const tokens = lexer(markdown, { gfm: true }).filter(({ type }) => type !== 'space');
  const at = tokens.findIndex((token) => token.type === 'heading' && token['text'] === title);
  return (tokens[at + 1] as Tokens.Table).rows.map((row) => row.map(({ text }) => text));
}

const headingsOf = (markdown: string) => markdown.match(/^#+ .*$/gm);
/** The lines of each chart, below what its signs mean. */
const chartsOf = (markdown: string) =>
  tokensOf<Tokens.Code>(markdown, 'code').map(({ text }) => text.split('\n').slice(2));

const PAGES = [
  page('/a', counts(90, 10), counts(50, 0)),
  page('/b', counts(60, 0), counts(80, 0)),
  page('/c', counts(40, 0), 'new'),
  page('/d', counts(5, 0), counts(5, 0)),
  gonePage('/e', counts(1200, 0)),
];

/** As people read it. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

// What it says of one project is held by random reports, in campaign/.
describe('a report in Markdown', () => {
  test('begins with what happened, and the links; ends with notes, and how it was made', () => {
    const one = project({ pages: PAGES, notes: ['Rows came again.', 'See #1, *now*, @team.'] });
    const [title, headline, links, ...others] = markdownReport(report([one]), LINKS).split('\n\n');
    expect(title).toBe('## 📊 Docs page views of `handbook-docs`');
    expect(headline).toMatch(
      /^\*\*205 views from 5 to 11 January 2026, 84\.6% fewer than in the previous 7 days \(1,335\), with people down 85\.4% and AI up from 0\.\*\*$/,
    );
    expect(links).toBe(
      `[**Open the report**](<${RUN}/2>) · [All files (CSV, JSON, Markdown, HTML)](<${RUN}/1>)`,
    );
    expect(others.slice(-4)).toEqual([
      '### Notes',
      'Rows came again. See `#1`, &#42;now&#42;, `@team`.',
      '---',
      `<sub>AI views are those that Mintlify attributes to AI; search and training crawlers aren't included. Days in UTC: 2026-01-05 to 2026-01-11, compared with 2025-12-29 to 2026-01-04. Made by docs-agent-action ${VERSION} at 2026-01-12T06:17:42Z with 12 of at most 90 API calls.</sub>\n`,
    ]);
  });

  test('says in its first lines what is missing, in one list', () => {
    const gaps = ['handbook-docs', 'b'].map((projectId) => ({ projectId, text: `Of ${projectId}.` }));
    const [both, spent] = [
      report([project(), project({ projectId: 'b' })], { gaps }),
      report([project()], { gaps, runAgainAfter: '2026-01-12T06:59:01.000Z' }),
    ].map((made) => markdownReport(made, {}).split('\n\n')[2]);
    expect(both).toBe(
      '> [!WARNING]\n> **This report is incomplete.**\n> - handbook-docs: Of handbook-docs.\n> - b: Of b.',
    );
    expect(spent).toContain('> - Of b.');
    expect(spent).toContain("> **Mintlify's rate limit for analytics was reached: run again after 07:00");
  });

  test('draws the days with bars that align', () => {
    const days = [
      ...daysOf(counts(7000, 3000)).slice(0, 3),
      spanFrom('2026-09-07'),
      { ...spanFrom('2026-09-08'), counts: counts(0, 0) },
    ];
    const [lines = []] = chartsOf(render(project({ days })));
    expect(lines).toHaveLength(5);
    expect(lines[2]).toMatch(/^Wed 7 Jan +2,714 {2}█{28}░{12} {3}30\.0% AI$/);
    expect(lines[3]).toMatch(/^Mon 7 Sept? +not read$/);
    expect(lines[4]).toMatch(/^Tue 8 Sept? +0 +– AI$/);
    const ends = lines.filter((line) => line.endsWith('AI')).map((line) => [...line].length);
    expect(new Set(ends).size).toBe(1);
  });

  test('shows the periods before in a chart of their own, this one last', () => {
    const [lines = []] = chartsOf(markdownReport(fullReport(), {}));
    expect(lines.map((line) => line.split('  ')[0]?.trim()).filter((_, index) => index % 4 === 0)).toEqual([
      '10–16 Nov',
      '8–14 Dec',
      '5–11 Jan',
    ]);
    const spans = (read: number) =>
      [0, 1, 2].map((at) => ({
        ...spanFrom('2026-01-01', at),
        counts: at < read ? counts(5, 5) : undefined,
      }));
    const drawn = [1, 2].map((read) =>
      chartsOf(render(project({ history: spans(read), days: spans(read) }))),
    );
    expect(drawn.map((charts) => charts.length)).toEqual([0, 2]);
  });

  test('aligns names and bars to the left, and numbers to the right', () => {
    expect(render(project({ pages: PAGES }))).toContain(
      '| Page | Views | Change | Before | People and AI |\n| :-- | --: | --: | --: | :-- |',
    );
  });

  test('lists no page that is gone among the top pages', () => {
    const rows = rowsUnder(render(project({ pages: PAGES })), 'Top pages');
    expect(rows.map(([path]) => path)).toEqual(['`/a`', '`/b`', '`/c`', '`/d`']);
  });

  test('says of a project that nothing was read', () => {
    expect(render(unread())).toMatch(/### Views\n\nNothing was read\.\n\n---/);
  });

  test('says nothing of changes without a comparison', () => {
    const text = markdownReport(report([uncompared(3)], { comparison: undefined }), {});
    expect(text).toContain('Days in UTC: 2026-01-05 to 2026-01-11. Made');
    expect(text).not.toMatch(/Before|Change|Most views|before|WARNING/);
  });

  test('has a table of all projects first, then a section for each', () => {
    const second = project({ projectId: 'b', pages: PAGES.slice(2), previousTotals: undefined });
    const text = plain(render(project({ pages: PAGES }), second, unread()));
    expect(
      rowsUnder(text.replace('\nCovers only the 2 projects that were read.\n', ''), 'All projects').map(
        (row) => row.join(' '),
      ),
    ).toEqual([
      '`handbook-docs` 205 ▼ −84.6% 1,335 ███████████░ 4.9% AI 195 10 4',
      '`b` 45  not read ███ 0.0% AI 45 0 2',
      '`dead`     not read not read not read',
      'All 250  not read 4.0% AI 240 10 6',
    ]);
    expect(headingsOf(text)?.filter((heading) => heading.startsWith('### '))).toEqual([
      '### All projects',
      '### `handbook-docs`',
      '### `b`',
      '### `dead`',
    ]);
  });
});

test('a comment begins with people and AI, of several projects with their table', () => {
  const other = project({ projectId: 'b', pages: [page('/z', counts(95, 0), counts(1, 0))] });
  const text = reportComment(report([project({ pages: PAGES }), other]), {});
  const lists = ['### Views', '### Most views gained', '### Most views lost', '### Top pages'];
  expect(headingsOf(text)).toEqual(['## 📊 Docs page views', '### All projects', ...lists]);
  expect(headingsOf(reportComment(report([other]), {}))).toEqual([
    ...['## 📊 Docs page views of `b`', '### Views', '### Most views gained', '### Top pages'],
  ]);
  const long = reportComment(report([project({ count: 60 })]), {});
  for (const title of lists.slice(1)) {
    const rows = rowsUnder(long, title.slice(4));
    expect([title, rows.length]).toEqual([title, 5]);
  }
  const name = '`handbook-docs`';
  expect(rowsUnder(text, 'Top pages').map(([id, path]) => `${id} ${path}`)).toEqual([
    ...[`${name} \`/a\``, '`b` `/z`', `${name} \`/b\``, `${name} \`/c\``, `${name} \`/d\``],
  ]);
  expect(rowsUnder(text, 'Most views lost')[0]).toEqual([name, '`/e`', '−1,200', 'gone', '0', '–']);
});

describe('what comes from elsewhere', () => {
  test('keeps the structure of the hostile report', () => {
    const headings = tokensOf<Tokens.Heading>(markdownReport(hostileReport(), {}), 'heading');
    // In the second one nothing fell.
    const [first, second] = [Array(7).fill(4), Array(5).fill(4)];
    expect(headings.map(({ depth }) => depth)).toEqual([2, 3, 3, ...first, 3, ...second]);
  });
});

describe('the size', () => {
  const NOTICE =
    '*This report was cut to the length that GitHub shows. `page-views.csv` and `page-views.json` have everything.*';

  test.each([
    ['of a summary', markdownReport, 900_000, 2 ** 20],
    ['of a comment', reportComment, 50_000, 60_000],
  ])('%s stays below what GitHub takes, however much there is', (_, made, least, most) => {
    const pages = Array.from({ length: 10 }, (__, index) =>
      page(`/${'|'.repeat(190)}${index}`, counts(5000 - index, 0), 'new'),
    );
    const projects = Array.from({ length: 60 }, (__, index) => project({ projectId: `p${index}`, pages }));
    const gaps =
      made === reportComment
        ? Array.from({ length: 500 }, (__, index) => ({
            projectId: 'p0',
            text: `${index}${'x'.repeat(200)}`,
          }))
        : [];
    const text = made(report(projects, { gaps }), {});
    expect(Buffer.byteLength(text)).toBeLessThan(most);
    expect(Buffer.byteLength(text)).toBeGreaterThan(least);
    const lines = text.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(NOTICE);
    // Whole rows only.
    expect(lines.filter((line) => line.startsWith('|') && !line.endsWith(' |'))).toEqual([]);
  });

  test('is kept by cutting at a row, or by leaving sections out, never inside a code block', () => {
    const whole = render(project({ count: 40 }));
    fc.assert(
      fc.property(fc.integer({ min: 1500, max: Buffer.byteLength(whole) + 10 }), (maxBytes) => {
        const text = fitted(whole, maxBytes);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
        if (text === whole) return;
        expect(text.trimEnd().endsWith(NOTICE)).toBe(true);
        expect(whole.startsWith(text.slice(0, text.indexOf(NOTICE)).trimEnd())).toBe(true);
      }),
    );
  });
});
