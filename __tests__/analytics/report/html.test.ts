import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { STYLE } from '../../../src/analytics/report/html/assets.ts';
import { htmlReport } from '../../../src/analytics/report/html/report.ts';
import {
  counts,
  dayFrom,
  daysOf,
  hostileReport,
  incompleteReport,
  page,
  project,
  report,
  uncompared,
} from './fixture.ts';

function render(made = report()): string {
  return [...htmlReport(made)].join('');
}

function rowsIn(html: string): unknown[][] {
  const [, json = ''] = html.match(/<script type="application\/json">(.*?)<\/script>/s) ?? [];
  return JSON.parse(json) as unknown[][];
}

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
  });

  test('charts keep the colours of the style sheet', () => {
    const [svg = ''] = render().match(/<svg.*?<\/svg>/s) ?? [];
    expect(svg).toContain('fill="var(--human)"');
    expect(svg).toContain('fill="var(--ai)"');
    const used = [...render().matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour = '']) => colour);
    expect(
      [...new Set(used)].filter((colour) => colour !== 'none' && !/^var\(--[a-z]+\)$/.test(colour)),
    ).toEqual([]);
  });

  test('begins with what happened, in dates as people say them; the exact bounds come last', () => {
    const html = render();
    expect(html.match(/<p class="lede">(.*?)<\/p>/)?.[1]).toMatch(
      /^71,266 views from 5 to 11 January 2026, 8\.8% fewer/,
    );
    expect(html.match(/<footer><p>(.*?)<\/p>/)?.[1]).toMatch(
      /^Counted: from 2026-01-05 until 2026-01-12 \(UTC, end/,
    );
  });

  test('carries every row up to a limit, and says where the others are', () => {
    const all = render(report([project({ count: 2000 })]));
    expect(rowsIn(all)).toHaveLength(2002);
    expect(all).not.toContain('These are the first');
    expect(Buffer.byteLength(all)).toBeLessThan(400_000);
    const many = render(report([project({ count: 60_000 }), project({ count: 100, projectId: 'b' })]));
    expect(rowsIn(many)).toHaveLength(25_000);
    expect(many).toContain(
      'These are the first 25,000 of 60,002 pages: more would make this page slow. <strong>All are in page-views.csv</strong>',
    );
    const [row] = report([project({ count: 1 })]).projects[0]?.pages ?? [];
    const pages = Array.from({ length: 4000 }, () => ({ ...row, path: 'x'.repeat(4000) }) as never);
    expect(Buffer.byteLength(render(report([project({ pages, gone: [] })])))).toBeLessThan(9.5 * 2 ** 20);
  });

  test('cuts no path in the middle of a character', () => {
    for (let length = 90; length < 165; length += 1) {
      const path = `/${'a'.repeat(length)}${'🙂'.repeat(60)}`;
      const pages = [page(path, counts(5, 1), 'new')];
      const html = render(report([project({ pages, gone: [] })], { siteUrl: 'https://docs.example.com' }));
      expect([length, html.isWellFormed()]).toEqual([length, true]);
    }
  });

  test('links pages to the site, and none that is gone', () => {
    const made = report([project({ count: 30 })], { siteUrl: 'https://docs.example.com/en' });
    const links = [...render(made).matchAll(/<a href="(https[^"]*)" rel="noreferrer">/g)].map(
      ([, href]) => href,
    );
    expect(links).toEqual(made.projects[0]?.pages.map(({ path }) => `https://docs.example.com/en${path}`));
  });

  test('has a table of all projects before their sections, which leads to them', () => {
    const dead = project({ projectId: 'b', count: 0, totals: undefined, complete: false, days: undefined });
    const html = render(report([project(), dead]));
    const [overview = ''] = html.match(/id="overview".*?<\/table>/s) ?? [];
    const rows = [...overview.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      row.replace(/<[^>]*>/g, ' '),
    );
    expect(rows.map((row) => row.trim().replaceAll(/ {2,}/g, ' | '))).toEqual([
      'Project | Views | People | AI | Before | Change | Pages | Complete',
      'handbook-docs | 71,266 | 46,821 | 24,445 | 78,152 | ▼ −8.8% | 140 | yes',
      'b | – | – | – | 0 | – | 0 | no',
      'Together | 71,266 | 46,821 | 24,445 | – | – | 140 | no',
    ]);
    expect(overview).toContain('<a href="#project-1"');
    expect(html.indexOf('id="overview"')).toBeLessThan(html.indexOf('id="project-0"'));
    expect(html).toContain('<li><bdi>b</bdi>: Nothing was read');
  });

  test('tells apart what is empty and what was not read', () => {
    const nothing = counts(0, 0);
    const empty = render(report([project({ count: 0, totals: nothing, days: daysOf(nothing) })]));
    expect(empty).toContain('No views on any of the 7 days.');
    expect(empty).toContain('No page had views.');
    expect(empty).toContain('No page gained or lost views.');
    const short = render(report([project({ count: 0, days: daysOf(nothing).slice(0, 1) })]));
    expect(short).toContain('No views on this day.');
    const incomplete = render(incompleteReport());
    expect(incomplete).toContain('The pages of the previous period were not read.');
    expect(incomplete).toContain('Pages read (not all)');
    const unread = project({
      count: 0,
      totals: undefined,
      complete: false,
      previousComplete: false,
      days: [dayFrom('2026-01-05')],
    });
    const dead = render(report([unread]));
    expect(dead).toContain('There are no numbers: not one response came.');
    expect(dead).not.toContain('Top pages');
    expect(render(report([uncompared(3)], { previousPeriod: undefined }))).not.toMatch(
      /Before|Rising and falling/,
    );
    expect(render(report([project({ count: 0, complete: false })]))).toContain('No page was read.');
    expect(dead).toContain('No day was read.');
    expect(dead).toContain('Days that were not read: 1 of 1.');
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
    expect(Object.keys(colours)).toHaveLength(14);
    for (const text of ['ink', 'muted', 'up', 'down', 'accent']) {
      for (const ground of ['paper', 'panel', 'track']) {
        const found = contrast(colours[text] ?? '', colours[ground] ?? '');
        expect([text, ground, found >= 4.5]).toEqual([text, ground, true]);
      }
    }
    expect(contrast(colours['warn-ink'] ?? '', colours['warn-paper'] ?? '')).toBeGreaterThanOrEqual(4.5);
    // WCAG asks for 3 between parts of a chart and what they stand on; the two kinds of bars differ too.
    for (const bar of ['human', 'up', 'down']) {
      expect(contrast(colours[bar] ?? '', colours['panel'] ?? '')).toBeGreaterThanOrEqual(3);
    }
  });
});
