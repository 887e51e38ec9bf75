import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ProjectReport } from '../../../src/analytics/model.ts';
import { htmlReport } from '../../../src/analytics/report/html/report.ts';
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
  unread,
} from './fixture.ts';

const render = (...projects: ProjectReport[]) => htmlReport(report(projects));

function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

const rowsIn = (html: string) => html.match(/<tr data-numbers="[^"]+"><th>/g)?.length ?? 0;

describe('report.html', () => {
  test('allows its own style and script by their hashes, and nothing else', () => {
    const html = htmlReport(hostileReport());
    const hashOf = (element: string) => {
      const [, text = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(html) ?? [];
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(html.match(/Content-Security-Policy" content="([^"]*)"/)?.[1]).toBe(
      `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; base-uri 'none'; form-action 'none'`,
    );
    const markup = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
    expect(markup).not.toMatch(/<[^>]*\s(?:style=|on\w+=|src=|href="(?!#))|<script/);
  });

  test('says what happened once: dates and total are in the headline, and nowhere else at first', () => {
    const html = htmlReport(fullReport());
    // What is told of a column is seen only by whoever points at it.
    const [first = ''] = textOf(html.replaceAll(/<small>.*?<\/small>/g, '')).split('Rising');
    const { totals = counts(0, 0) } = fullReport().projects[0] ?? {};
    for (const once of ['January 2026', totals.total.toLocaleString('en-US')]) {
      expect([once, first.replace(/^.*? Skip/, 'Skip').split(once).length - 1]).toEqual([once, 1]);
    }
    expect(html).toContain('<title>Docs page views, 5–11 January 2026</title>');
    expect(html).toMatch(
      /<footer><p>AI views are those .* Days in UTC: 2026-01-05 to 2026-01-11, compared with /,
    );
  });

  test('has every row up to a limit, and says where the others are', () => {
    const all = render(project({ count: 2000 }));
    expect(rowsIn(all)).toBe(2002);
    expect(all).not.toContain('These are the first');
    const many = render(project({ count: 6_000 }), project({ count: 100, projectId: 'b' }));
    expect(rowsIn(many)).toBe(2_500 + 102);
    expect(textOf(many)).toContain(
      'These are the first 2,500 of 6,002 rows. All are in page-views.csv , beside',
    );
  });

  test('stays small: 5,000 rows with links, or with long paths', () => {
    const html = htmlReport(report([project({ count: 4998 })], { siteUrl: 'https://docs.example.com' }));
    expect(rowsIn(html)).toBe(5000);
    expect(Buffer.byteLength(html)).toBeLessThan(1_200_000);
    const pages = Array(4000).fill(page('x'.repeat(4000), counts(1, 1)));
    expect(Buffer.byteLength(render(project({ pages })))).toBeLessThan(2 ** 21);
  });

  test('links pages to the site, and none that is gone', () => {
    const made = report([project({ count: 30 })], { siteUrl: 'https://docs.example.com/en' });
    const [, table = ''] = htmlReport(made).split('All pages');
    const links = [...table.matchAll(/<a href="(https[^"]*)">/g)].map(([, href]) => href);
    const paths = made.projects[0]?.pages.map(({ path }) => path).slice(0, -2);
    expect(links).toEqual(paths?.map((path) => `https://docs.example.com/en${path}`));
  });

  test('has a table of all projects before their sections, and says what is missing of each', () => {
    const gaps = [{ projectId: 'dead', text: 'Not read: this project.' }];
    const html = htmlReport(report([project({ count: 1 }), unread()], { gaps }));
    expect(html.indexOf('All projects')).toBeLessThan(html.indexOf('id="project-0"'));
    expect(html).toContain('<strong>This report is incomplete.</strong>');
    expect(html).toContain('<li>dead: Not read: this project.</li>');
  });

  test('tells apart what is empty and what was not read', () => {
    const empty = textOf(render(project({ count: 0, days: daysOf(counts(0, 0)) })));
    expect(empty).toContain(
      'People 0 from 0 AI 0 from 0 Pages with views 0 from 0 0 new, 0 gone Which day? 0 Mon',
    );
    const incomplete = textOf(htmlReport(incompleteReport()));
    expect(incomplete).toMatch(/Pages read, not all 100 Top pages Of the .* Pages that were read Filter/);
    expect(incomplete).not.toMatch(/\b(?:new|gone)\b|Is this unusual|Which day|Rising/);
    const alone = htmlReport(report([uncompared(3)], { comparison: undefined }));
    expect(alone).not.toMatch(/>(?:Before|Change|Rising|Falling)</);
  });

  test('shows sections of two pages or more, in either period, and pages with 5 % of all views', () => {
    const pages = [
      page('/guides/a', counts(10, 0), counts(4, 0)),
      page('/guides/b', counts(9, 0), counts(4, 0)),
      page('/one/x', counts(8, 0), counts(2, 0)),
      page('/', counts(1, 0), 'new'),
      page('/two', counts(1, 0), 'new'),
      ...['/old/a', '/old/b'].map((path) => gonePage(path, counts(3, 0))),
    ];
    const sectionsIn = (html: string) => textOf(html).split('Sections')[1]?.split('All pages')[0]?.trim();
    expect(sectionsIn(render(project({ pages })))).toBe(
      'Section Views Change Before People and AI Pages /guides 19 ▲ +137.5 % 8 0.0 % AI 2 /one/ x 8 ▲ +300.0 % 2 0.0 % AI 1 /old 0 ▼ −100.0 % 6 – AI 0 2 others 2 new 0 0.0 % AI 2',
    );
    expect(sectionsIn(render(project({ pages: pages.slice(0, 2) })))).toBeUndefined();
    expect(sectionsIn(render(project({ pages: pages.slice(2, 4) })))).toMatch(/ \/one\/ x 8 .* \/ 1 new /);
    // Two pages, although there was only one at a time.
    const renamed = [page('/blog/new', counts(8, 0), 'new'), gonePage('/blog/old', counts(5, 0))];
    expect(sectionsIn(render(project({ pages: [...renamed, ...pages] })))).toContain('/blog 8 ▲ +60.0 % 5 ');
    const many = Array.from({ length: 120 }, (_, index) => page(`/${index % 60}/${index}`, counts(9, 0)));
    // The bar of what is summed is longer than the others, whose scale it shares.
    const html = render(project({ pages: many }));
    expect(sectionsIn(html)).toMatch(/ 10 others 180 /);
    const [, sections = ''] = html.split('<h2>Sections');
    expect(
      [...sections.matchAll(/class="human" width="([\d.]+)%"/g)].slice(49, 51).map(([, width]) => width),
    ).toEqual(['10.0', '100.0']);
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
    expect(html).toContain(column('120.0', '25.0', '75.0'));
    expect(html).toContain(column('60.0', '0.0', '100.0'));
    expect(html.match(/<li tabindex="0" class="past">/g)).toHaveLength(2);
    expect(html).toContain('<span class="up">▲\u00a0+100.0\u00a0%</span>');
    expect(html).toContain('<span class="down">▼\u00a0−50.0\u00a0%</span>');
    expect(html).toContain('<i class="human" aria-hidden="true"></i>People');
    expect(html).toContain('<i class="ai" aria-hidden="true"></i>AI</');
  });

  test('puts two blocks side by side only if they are of the same height', () => {
    expect(render(project({ count: 200 }))).toMatch(/<section class="panel narrow"><h2>Rising/);
    const pages = ['/a', '/b'].map((path) => page(path, counts(9, 0), counts(1, 0)));
    expect(render(project({ pages }))).not.toMatch(/narrow"><h2>Rising/);
    expect(htmlReport(fullReport())).toMatch(/narrow"><h2>Is this unusual\?.*narrow"><h2>Which day/s);
    expect(render(project())).not.toMatch(/narrow"><h2>Which day/);
  });
});
