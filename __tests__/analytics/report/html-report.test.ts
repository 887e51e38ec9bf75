import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ProjectReport } from '../../../src/analytics/model.ts';
import { htmlReport } from '../../../src/analytics/report/html/html-report.ts';
import {
  counts,
  daysOf,
  fullReport,
  hostileReport,
  incompleteReport,
  page,
  project,
  report,
  spanFrom,
  uncompared,
  unread,
} from './fixture.ts';

const render = (...projects: ProjectReport[]) => htmlReport(report(projects));

function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** The rows of the list of pages. */
const pagesIn = (html: string) =>
  html.match(/<h2>Top pages<\/h2>.*?<\/tbody>/s)?.[0].match(/<th scope="row"/g)?.length;

describe('report.html', () => {
  test('has no script, allows its own style by its hash, and nothing else', () => {
    const html = htmlReport(hostileReport());
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

  test('says what happened once: the dates are in the headline, and nowhere else at first', () => {
    const html = htmlReport(fullReport());
    // What is told of a column is for those who cannot see it.
    const [first = ''] = textOf(html.replaceAll(/<small>.*?<\/small>/g, '')).split('Most views gained');
    expect(first.replace(/^.*? Skip/, 'Skip').split('January 2026')).toHaveLength(2);
    expect(html).toContain('<title>Docs page views, 5–11 January 2026</title>');
    expect(html).toMatch(
      /<footer><p>Visitors, .* AI views are those .* Days in UTC: 2026-01-05 to 2026-01-11, compared with /,
    );
  });

  test.each([
    [
      100,
      'page-views.csv, next to this file, lists 102 pages, including 2 with views only in the comparison period.',
    ],
    [
      139,
      'The first 100 of 139 pages, by views. page-views.csv, next to this file, lists 141 pages, including 2 with views only in the comparison period.',
    ],
  ])('lists the first 100 of %i pages, and says how many are in the CSV', (count, text) => {
    const html = render(project({ count }));
    expect(pagesIn(html)).toBe(100);
    expect(html).toContain(`<p class="screen">${text}</p>`);
    expect(html).toContain('<p class="paper">The first 50 of ');
  });

  test('lists the pages of each of several projects, fewer of them on paper, and says what was not read', () => {
    const html = render(
      ...Array.from({ length: 12 }, (_, index) => project({ projectId: `p${index}`, count: 500 })),
    );
    expect(html.match(/<p class="screen">The first 100 of 500 pages, by views\./g)).toHaveLength(12);
    expect(html.match(/<p class="paper">The first 10 of 500 pages, by views\./g)).toHaveLength(12);
    expect(htmlReport(incompleteReport())).toContain(
      '<p class="screen">Covers only the 100 pages that were read. page-views.csv, next to this file, lists 100 pages.</p>',
    );
    expect(render(project({ count: 9_750, complete: false }))).toContain(
      'The first 100 of 9,750 pages that were read, by views.',
    );
  });

  test('stays small, also with long paths', () => {
    const pages = Array(4000).fill(page('x'.repeat(4000), counts(1, 1)));
    expect(Buffer.byteLength(render(project({ pages })))).toBeLessThan(2 ** 18);
  });

  test('links pages to the site, and none that is gone', () => {
    const made = report([project({ count: 30 })], { siteUrl: 'https://docs.example.com/en' });
    const [, table = ''] = htmlReport(made).split('<h2>Top pages');
    const links = [...table.matchAll(/<a href="(https:\/\/docs[^"]*)">/g)].map(([, href]) => href);
    const paths = made.projects[0]?.pages.map(({ path }) => path).slice(0, -2);
    expect(links).toEqual(paths?.map((path) => `https://docs.example.com/en${path}`));
  });

  test('has a table of all projects before their sections, and says what is missing of each', () => {
    const gaps = [{ projectId: 'dead', text: 'Nothing was read.' }];
    const html = htmlReport(report([project({ count: 1 }), unread()], { gaps }));
    expect(html.indexOf('All projects')).toBeLessThan(html.indexOf('id="project-0"'));
    expect(html).toContain('<strong>This report is incomplete.</strong>');
    expect(html).toContain('<li>dead: Nothing was read.</li>');
  });

  test('tells apart what is empty and what was not read', () => {
    const empty = textOf(render(project({ count: 0, days: daysOf(counts(0, 0)) })));
    expect(empty).toContain(
      'Views People 0 from 0 AI 0 from 0 Pages with views 0 from 0 0 new, 0 gone Views per day ',
    );
    const incomplete = textOf(htmlReport(incompleteReport()));
    expect(incomplete).toMatch(
      /Pages read so far \(incomplete\) 100 Sections Covers only the .* Top pages Covers only the 100 pages that were read\. /,
    );
    expect(incomplete).not.toMatch(/\b(?:new|gone)\b|Compared with earlier|Views per day|Most views/);
    const alone = htmlReport(report([uncompared(3)], { comparison: undefined }));
    expect(alone).not.toMatch(/>(?:Before|Change|Most views gained|Most views lost)</);
  });

  test('gives a sum of sections no bar beside the others, whose scale it does not share', () => {
    const many = Array.from({ length: 120 }, (_, index) => page(`/${index % 60}/${index}`, counts(9, 0)));
    const [, sections = ''] = render(project({ pages: many })).split('<h2>Sections');
    const widths = [...sections.matchAll(/class="human" width="([\d.]+)%"/g)].map(([, width]) => width);
    expect(widths.slice(49, 51)).toEqual(['100.0', '100.0']);
    expect(sections).toContain('<td class="bar"><svg aria-hidden="true"></svg>0.0%');
  });

  test('names the only other section', () => {
    const two = ['/guides/a', '/guides/b'].map((path) => page(path, counts(50, 0), counts(1, 0)));
    const html = textOf(render(project({ pages: [...two, page('/tiny/x', counts(1, 0), 'new')] })));
    expect(html).toMatch(/Sections .* \/tiny\/ x 1 new 0 0\.0% AI 1 Top pages/);
    expect(render(project({ pages: two }))).not.toContain('<h2>Sections');
  });

  test('shows blanks and code as they are, and names an empty path', () => {
    const pages = ['/a b', '/a  b', ''].map((path) => page(path, counts(1, 0)));
    const html = htmlReport(report([project({ pages })], { gaps: [{ projectId: 'x', text: 'Set `a-b`.' }] }));
    for (const text of ['/a  b', '(empty path)', '<code>a-b</code>']) expect(html).toContain(text);
    expect(html).toMatch(/bdi[^{]*\{[^}]*white-space: pre-wrap/);
    expect(html).not.toContain('`');
  });

  test('says of the change of a card that it is per day, where the periods have different lengths', () => {
    const pages = [page('/up', counts(3360, 0), counts(3410, 0))];
    const period = { from: '2026-02-01', to: '2026-02-28', isMonth: true };
    const comparison = { from: '2026-01-01', to: '2026-01-31', isMonth: true };
    const text = textOf(htmlReport(report([project({ pages })], { period, comparison })));
    expect(text).toContain('People 3,360 ▲ +9.1% per day from 3,410 in 31 days');
    expect(text).toContain(
      'Most views gained Sorted by change in views per day. Page Gained per day Change per day',
    );
  });

  test('draws people and AI in their order and to scale, and colours what rose and what fell', () => {
    const pages = [page('/a', counts(30, 10), counts(20, 0)), page('/b', counts(5, 0), counts(10, 0))];
    const days = [counts(6, 2), counts(4, 0)].map((views, index) => {
      return { ...spanFrom('2026-01-05', index), counts: views };
    });
    const html = render(project({ pages, days, history: days }));
    const bar = (human: string, ai: string) =>
      `<rect class="human" width="${human}%" height="100%"/><rect class="ai" x="${human}%" width="${ai}%" height="100%"/></svg>`;
    expect(html).toContain(bar('75.0', '25.0'));
    expect(html).toContain(bar('12.5', '0.0'));
    const column = (height: string, ai: string, human: string) =>
      `height="${height}"><rect class="ai" width="100%" height="${ai}%"/><rect class="human" y="${ai}%" width="100%" height="${human}%"/></svg>`;
    expect(html).toContain(column('110.0', '25.0', '75.0'));
    expect(html).toContain(column('55.0', '0.0', '100.0'));
    expect(html.match(/<li class="past">/g)).toHaveLength(2);
    expect(html).toContain('<span class="up">▲\u00a0+100.0%</span>');
    expect(html).toContain('<span class="down">▼\u00a0−50.0%</span>');
    expect(html).toContain('<i class="human" aria-hidden="true"></i>People');
    expect(html).toContain('<i class="ai" aria-hidden="true"></i>AI</');
  });

  test('puts two blocks side by side only if they are of the same height', () => {
    expect(render(project({ count: 200 }))).toMatch(/<section class="panel narrow"><h2>Most views gained/);
    const pages = ['/a', '/b'].map((path) => page(path, counts(9, 0), counts(1, 0)));
    expect(render(project({ pages }))).not.toMatch(/narrow"><h2>Most views gained/);
    expect(htmlReport(fullReport())).toMatch(
      /narrow"><h2>Compared with earlier periods.*narrow"><h2>Views per day/s,
    );
    expect(render(project())).not.toMatch(/narrow"><h2>Views per day/);
  });
});
