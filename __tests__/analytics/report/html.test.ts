import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { STYLE } from '../../../src/analytics/report/html/assets.ts';
import { htmlReport } from '../../../src/analytics/report/html/report.ts';
import {
  counts,
  daysOf,
  fullReport,
  hostileReport,
  incompleteReport,
  page,
  project,
  report,
  uncompared,
} from './fixture.ts';

const render = (made = report()) => htmlReport(made);

function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

const rowsIn = (html: string) => html.match(/<tr><th>/g)?.length ?? 0;

describe('report.html', () => {
  test('allows its own style and script by their hashes, and nothing else', () => {
    const html = render(hostileReport());
    const hashOf = (element: RegExp) =>
      `'sha256-${createHash('sha256')
        .update(html.match(element)?.[1] ?? '')
        .digest('base64')}'`;
    expect(html.match(/Content-Security-Policy" content="([^"]*)"/)?.[1]).toBe(
      `default-src 'none'; style-src ${hashOf(/<style>([\s\S]*?)<\/style>/)}; script-src ${hashOf(/<script>([\s\S]*?)<\/script>/)}; base-uri 'none'; form-action 'none'`,
    );
    const markup = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
    expect(markup).not.toMatch(/<[^>]*\s(?:style=|on\w+=|src=|href="(?!#))/);
    expect(markup).not.toContain('<script');
  });

  test('says what happened once: dates and total are in the headline, and nowhere else at first', () => {
    const html = render(fullReport());
    // What is told of a column is seen only by whoever points at it.
    const [first = ''] = textOf(html.replaceAll(/<small>.*?<\/small>/g, '')).split('Rising');
    const { totals = counts(0, 0) } = fullReport().projects[0] ?? {};
    for (const once of ['January 2026', totals.total.toLocaleString('en-US')]) {
      expect([once, first.replace(/^.*? Skip/, 'Skip').split(once).length - 1]).toEqual([once, 1]);
    }
    expect(html.match(/<footer><p>(.*?)<\/p>/)?.[1]).toMatch(
      /^Days in UTC: 2026-01-05 to 2026-01-11, compared with 2025-12-29 to 2026-01-04\. Made 2026-/,
    );
  });

  test('has every row up to a limit, and says where the others are', () => {
    const all = render(report([project({ count: 2000 })]));
    expect(rowsIn(all)).toBe(2002);
    expect(all).not.toContain('These are the first');
    const many = render(report([project({ count: 6_000 }), project({ count: 100, projectId: 'b' })]));
    expect(rowsIn(many)).toBe(2_500 + 102);
    expect(textOf(many)).toContain(
      'These are the first 2,500 of 6,002 rows. All are in page-views.csv , beside',
    );
    const pages = Array.from({ length: 4000 }, () => page('x'.repeat(4000), counts(1, 1)));
    expect(Buffer.byteLength(render(report([project({ pages, gone: [] })])))).toBeLessThan(2 ** 21);
  });

  test('of 5,000 rows with links has at most 1.2 MB', () => {
    const made = report([project({ count: 4998 })], { siteUrl: 'https://docs.example.com' });
    expect(rowsIn(render(made))).toBe(5000);
    expect(Buffer.byteLength(render(made))).toBeLessThan(1_200_000);
  });

  test('links pages to the site, and none that is gone', () => {
    const made = report([project({ count: 30 })], { siteUrl: 'https://docs.example.com/en' });
    const [, table = ''] = render(made).split('All pages');
    const links = [...table.matchAll(/<a href="(https[^"]*)">/g)].map(([, href]) => href);
    expect(links).toEqual(made.projects[0]?.pages.map(({ path }) => `https://docs.example.com/en${path}`));
  });

  test('has a table of all projects before their sections, which leads to them', () => {
    const dead = project({ projectId: 'b', count: 0, totals: undefined, complete: false, days: undefined });
    const gaps = [{ projectId: 'b', text: 'Not read: this project.' }];
    const html = render(report([project(), dead], { gaps }));
    const [overview = ''] = html.match(/All projects.*?<\/table>/s) ?? [];
    const rows = [...overview.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => textOf(row).trim());
    expect(rows).toEqual([
      'Project Views People and AI Before Change Pages read',
      'handbook-docs 71,266 34.3 % AI 78,152 ▼ −8.8 % 140',
      'b not read',
      'Together 71,266 34.3 % AI not read 140',
    ]);
    expect(overview).toContain('<a href="#project-1"');
    expect(html.indexOf('All projects')).toBeLessThan(html.indexOf('id="project-0"'));
    expect(html).toContain('<li>b: Not read: this project.</li>');
  });

  test('tells apart what is empty and what was not read', () => {
    const nothing = counts(0, 0);
    const empty = textOf(render(report([project({ count: 0, totals: nothing, days: daysOf(nothing) })])));
    expect(empty).toContain('Which day? No views on any day that was read.');
    expect(empty).toContain('Top pages No page had views.');
    expect(empty).toContain('Rising No page gained views.');
    const incomplete = textOf(render(incompleteReport()));
    expect(incomplete).toContain('This report is incomplete. Not read: the pages after the first 100');
    expect(incomplete).toMatch(/Pages read, not all 100 Before: not read(?! \d)/);
    expect(incomplete).toMatch(/Rising Not read\. .*Falling Not read\./);
    expect(incomplete).not.toMatch(/\b(?:new|gone)\b|Is this unusual|Which day/);
    const unread = project({ count: 0, totals: undefined, complete: false, days: undefined });
    expect(textOf(render(report([unread])))).toMatch(/Views Not read\. (?!.*Top pages)/);
    expect(render(report([uncompared(3)], { comparison: undefined }))).not.toMatch(
      />(?:Before|Change|Rising|Falling)</,
    );
    const half = project({ count: 0, totals: counts(5, 5), complete: false });
    expect(textOf(render(report([half])))).toContain('Top pages Not read.');
  });

  test('shows sections of two pages or more, in either period, and sums the others in one row', () => {
    const pages = [
      page('/guides/a', counts(10, 0), counts(4, 0)),
      page('/guides/b', counts(9, 0), counts(4, 0)),
      page('/one', counts(8, 0), counts(2, 0)),
      page('/', counts(2, 2), 'new'),
    ];
    const before = { path: '', ...counts(0, 0), state: 'gone' as const, previous: counts(3, 0) };
    const gone = ['/old/a', '/old/b'].map((path) => ({ ...before, path }));
    const [, sections = ''] = textOf(render(report([project({ pages, gone })]))).split('Sections');
    expect(sections.split('All pages')[0]?.trim()).toBe(
      'Section Pages Views People and AI Before Change /guides 2 19 0.0 % AI 8 ▲ +137.5 % /old 0 0 – AI 6 ▼ −100.0 % 2 others 2 12 16.7 % AI 2 ▲ +500.0 %',
    );
  });

  test('puts two blocks side by side only if they are of the same height', () => {
    const even = render(report([project({ count: 200 })]));
    expect(even).toMatch(/<section class="panel narrow"><h2>Rising/);
    const pages = [page('/a', counts(9, 0), counts(1, 0)), page('/b', counts(9, 0), counts(1, 0))];
    expect(render(report([project({ pages, gone: [] })]))).not.toMatch(/narrow"><h2>Rising/);
  });
});

describe('the colours', () => {
  /** Relative luminance, as WCAG 2 has it. */
  function luminance(hex: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  const [light, dark] = [...STYLE.matchAll(/:root \{([^}]*--paper[^}]*--human[^}]*)\}/g)].map(
    ([, block = '']) =>
      Object.fromEntries(
        [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
      ),
  ) as Record<string, string>[];

  test.each([
    ['light', light],
    ['dark', dark],
  ])('of text are readable in %s, in charts too', (_, colours = {}) => {
    expect(Object.keys(colours)).toHaveLength(13);
    for (const text of ['ink', 'muted', 'up', 'down', 'accent']) {
      for (const ground of ['paper', 'panel']) {
        const found = contrast(colours[text] ?? '', colours[ground] ?? '');
        expect([text, ground, found >= 4.5]).toEqual([text, ground, true]);
      }
    }
    expect(contrast(colours['warn-ink'] ?? '', colours['warn-paper'] ?? '')).toBeGreaterThanOrEqual(4.5);
    // WCAG asks for 3 between parts of a chart and what they stand on.
    expect(contrast(colours['human'] ?? '', colours['panel'] ?? '')).toBeGreaterThanOrEqual(3);
  });
});
