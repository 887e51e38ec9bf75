import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import fc from 'fast-check';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts';
import type { Report } from '../../src/analytics/model.ts';
import { htmlReport } from '../../src/analytics/report/html/report.ts';
import { onOneLine } from '../../src/text/characters.ts';
import { sumOf } from '../analytics/fake-site.ts';
import {
  counts,
  daysOf,
  fullReport,
  HOSTILE_PATHS,
  hostileReport,
  incompleteReport,
  page,
  pagesOf,
  project,
  randomFrom,
  report,
  uncompared,
} from '../analytics/report/fixture.ts';
import { actingText } from '../hostile/corpus.ts';
import { testInChromium } from './chromium.ts';

const ADDRESS = 'https://report.example/report.html';
const PHONE = { width: 375, height: 740 };
const DESKTOP = { width: 1200, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A directory for pictures, for people to look at. */
const SHOTS = process.env['SCREENSHOTS'];

const SCREENS = {
  desktop: { viewport: DESKTOP },
  phone: { viewport: PHONE, isMobile: true, deviceScaleFactor: 2 },
  plain: { viewport: DESKTOP, javaScriptEnabled: false },
} as const satisfies Record<string, BrowserContextOptions>;
type Screen = keyof typeof SCREENS;

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromiumPath) browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
});

/** A page that shows the report, and everything that went wrong or was asked of the network. */
class Shown {
  readonly page: Page;
  readonly requests: string[] = [];
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('dialog', (dialog) => {
      this.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(report: Report, screen: Screen = 'desktop'): Promise<Shown> {
    if (!browser) throw new Error('no browser');
    const shown = new Shown(await (await browser.newContext(SCREENS[screen])).newPage());
    await shown.page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
    );
    const body = [...htmlReport(report)].join('');
    await shown.page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === ADDRESS) return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
      shown.requests.push(url);
      return route.abort();
    });
    await shown.page.goto(ADDRESS);
    return shown;
  }

  /** Evaluates source text: the tests' types have no DOM. */
  async read<T>(expression: string): Promise<T> {
    return (await this.page.evaluate(expression)) as T;
  }

  async column(number: number): Promise<string[]> {
    return this.page.locator(`.pages tbody tr > :nth-child(${number})`).allInnerTexts();
  }

  async close(): Promise<void> {
    expect(this.requests).toEqual([]);
    expect(this.complaints).toEqual([]);
    await this.page.context().close();
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that a change of colours alone can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What is wrong with the page, by the rules that are asked for. */
function violationsIn(shown: Shown, runOnly = RULES): Promise<unknown[]> {
  return shown.read(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
}

/** Shows a report with everything unfolded, none of it beside the screen, and axe loaded. */
async function openForAxe(report: Report, screen: Screen): Promise<Shown> {
  const shown = await Shown.open(report, screen);
  await shown.read("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
  const width = await shown.read('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(SCREENS[screen].viewport.width);
  await shown.page.evaluate(AXE);
  return shown;
}

async function takePicture(shown: Shown, name: string): Promise<void> {
  if (SHOTS) await shown.page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}

const REPORTS: Record<string, () => Report> = {
  week: () => report(),
  everything: fullReport,
  month: () => {
    const whole = project({ count: 400 });
    return report([{ ...whole, days: daysOf(whole.sums, '2026-01-01', 31) }], {
      period: { kind: 'dates', from: '2026-01-01', to: '2026-02-01' },
    });
  },
  incomplete: incompleteReport,
  hostile: hostileReport,
  projects: () =>
    report([
      project(),
      project({ projectId: 'api-docs', seed: 5, count: 60 }),
      project({ projectId: 'x', count: 0, totals: undefined, complete: false, days: undefined }),
    ]),
  'no views': () => {
    const nothing = counts(0, 0);
    return report([project({ count: 0, days: daysOf(nothing), totals: nothing })]);
  },
  'one page': () => report([project({ count: 1, days: daysOf(counts(5, 5)).slice(0, 1) })]),
  'all time': () => {
    return report([uncompared(30)], { period: { kind: 'all' }, previousPeriod: undefined });
  },
  'great counts': () => {
    const pages = [page('/big', counts(2 ** 32 + 5, 2 ** 33), counts(2 ** 31, 5))];
    return report([project({ pages, gone: [] })]);
  },
};

describe('the report in a browser', () => {
  for (const [name, make] of Object.entries(REPORTS)) {
    testInChromium(`${name}: axe finds nothing, in light and dark and on a phone`, async () => {
      const wide = await openForAxe(make(), 'desktop');
      await takePicture(wide, `${name}-light`);
      expect(await violationsIn(wide)).toEqual([]);
      await wide.page.emulateMedia({ colorScheme: 'dark' });
      await takePicture(wide, `${name}-dark`);
      expect(await violationsIn(wide, RULES_OF_COLOUR)).toEqual([]);
      await wide.close();
      const phone = await openForAxe(make(), 'phone');
      await takePicture(phone, `${name}-phone`);
      expect(await violationsIn(phone)).toEqual([]);
      await phone.close();
    });
  }

  testInChromium('sorts by every column, both ways, what is unknown last, and says so', async () => {
    const pages = [page('/unknown', counts(9, 9)), ...pagesOf(60, randomFrom(1))];
    const shown = await Shown.open(report([project({ pages })]));
    const sorted = async (column: string, number: number, direction: string) => {
      const head = shown.page.getByRole('columnheader', { name: column, exact: true });
      await head.getByRole('button').click();
      expect(await head.getAttribute('aria-sort')).toBe(direction);
      expect(await shown.page.locator('.pages [aria-sort]').count()).toBe(1);
      return shown.column(number);
    };
    const numbers = (texts: string[]) =>
      texts.filter((text) => text !== '–').map((text) => Number(text.replaceAll(',', '')));
    for (const [index, column] of ['People', 'AI', 'Views', 'Before'].entries()) {
      const number = [3, 4, 2, 5][index] ?? 0;
      const falling = await sorted(column, number, 'descending');
      expect(numbers(falling)).toEqual(numbers(falling).toSorted((a, b) => b - a));
      const rising = await sorted(column, number, 'ascending');
      expect(numbers(rising)).toEqual(numbers(rising).toSorted((a, b) => a - b));
      const last = [falling, rising].map((texts) => texts.at(-1));
      if (column === 'Before') expect(last).toEqual(['–', '–']);
    }
    const paths = await sorted('Page', 1, 'ascending');
    expect(paths).toEqual(paths.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    const changes = await sorted('Change', 6, 'descending');
    expect([changes[0], changes.at(-2), changes.at(-1)]).toEqual(['new', 'gone', '–']);
    await shown.close();
  });

  testInChromium('filters by words and section, tells what it found, and shows more', async () => {
    const made = report([project({ count: 420 })]);
    const shown = await Shown.open(made);
    const search = shown.page.getByRole('searchbox', { name: 'Filter by path' });
    const status = shown.page.locator('output');
    expect(await status.innerText()).toBe('422 rows');
    expect(await shown.column(1)).toHaveLength(100);
    await shown.page.getByRole('button', { name: 'Show 100 more' }).click();
    expect(await shown.column(1)).toHaveLength(200);
    await search.fill('SDK python');
    const found = await shown.column(1);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((text) => !/sdk.*python/.test(text))).toEqual([]);
    expect(await status.innerText()).toBe(`${found.length} of 422 rows`);
    await search.fill('nowhere');
    expect(await shown.column(1)).toEqual([]);
    expect(await status.innerText()).toBe('0 of 422 rows');
    expect(await shown.page.locator('.sum').innerText()).toBe('No page matches the filter.');
    expect(await shown.page.getByRole('button', { name: /^Show \d/ }).isVisible()).toBe(false);
    await search.fill('');
    const [{ pages, sections } = project()] = made.projects;
    const [section = ''] = sections.map((each) => each.section);
    await shown.page.getByLabel('Section', { exact: true }).selectOption(section);
    await search.fill('webhooks');
    const left = pages.filter(
      ({ path: each }) => each.startsWith(`${section}/`) && each.includes('webhooks'),
    );
    expect(await shown.column(1)).toEqual(left.map(({ path: each }) => each));
    const [human, ai, total] = Object.values(sumOf(left)).map((count) => count.toLocaleString('en-US'));
    const sum = `${total} views, ${human} by people, ${ai} by AI`;
    expect(await shown.page.locator('.sum').innerText()).toBe(sum);
    await shown.close();
  });

  testInChromium('works by keyboard: skip link, sorting, folded paths', async () => {
    const shown = await Shown.open(hostileReport());
    await shown.page.keyboard.press('Tab');
    expect(await shown.read('document.activeElement.textContent')).toBe('Skip to the numbers');
    await shown.page.keyboard.press('Enter');
    expect(await shown.read('document.activeElement.id')).toBe('report');
    const long = shown.page.locator('.path summary').first();
    expect(await shown.page.locator('.path details > bdi').first().isVisible()).toBe(false);
    await long.press('Enter');
    const whole = await shown.page.locator('.path details[open] > bdi').first().textContent();
    expect(whole).toBe(HOSTILE_PATHS.at(-1));
    await shown.close();
  });

  testInChromium('works for each project on its own', async () => {
    const shown = await Shown.open(REPORTS['projects']?.() ?? report());
    const [first, second] = [shown.page.locator('.pages').nth(0), shown.page.locator('.pages').nth(1)];
    await second.getByRole('searchbox').fill('webhooks');
    expect(await second.locator('tbody tr').count()).toBeLessThan(20);
    expect(await first.locator('tbody tr').count()).toBe(100);
    await shown.page.getByRole('link', { name: 'api-docs' }).click();
    expect(shown.page.url()).toBe(`${ADDRESS}#project-1`);
    await shown.close();
  });

  testInChromium('shows the same rows without JavaScript', async () => {
    const scripted = await Shown.open(hostileReport());
    const plain = await Shown.open(hostileReport(), 'plain');
    const rows = (shown: Shown) => shown.page.locator('.pages').first().locator('tbody tr').allInnerTexts();
    expect(await rows(plain)).toEqual(await rows(scripted));
    expect(await plain.page.locator('.tools').first().isVisible()).toBe(false);
    await scripted.close();
    await plain.close();
    const long = await Shown.open(report([project({ count: 420 })]), 'plain');
    expect(await long.page.locator('noscript').innerText()).toBe(
      'The first 100 of 422 rows are shown. Sorting, filtering and the other rows need JavaScript.',
    );
    await long.close();
  });

  testInChromium('prints in light, without the tools, all rows, and a header on every page', async () => {
    const shown = await Shown.open(report([project({ count: 300 })]));
    await shown.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await shown.read('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await shown.page.getByRole('searchbox').isVisible()).toBe(false);
    const [shownHeight, wholeHeight] = await shown.read<[number, number]>(
      "(() => { const { clientHeight, scrollHeight } = document.querySelector('.pages .scroll'); return [clientHeight, scrollHeight]; })()",
    );
    expect(shownHeight).toBe(wholeHeight);
    const pdf = await shown.page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await shown.column(1)).toHaveLength(302);
    expect(await shown.page.locator('.printed').innerText()).toBe('');
    // Chromium repeats the header row, unless a cell of it has a layer of its own.
    expect(
      await shown.read(
        "['.pages thead', '.pages thead th', '.pages thead button'].map((each) => { const { display, position } = getComputedStyle(document.querySelector(each)); return [display, position]; })",
      ),
    ).toEqual([
      ['table-header-group', 'static'],
      ['table-cell', 'static'],
      ['contents', 'static'],
    ]);
    await shown.close();
  });

  testInChromium('says on a print how many rows it left out, and where they are', async () => {
    const shown = await Shown.open(report([project({ count: 4832 })]));
    await shown.page.pdf({ format: 'A4' });
    await shown.page.emulateMedia({ media: 'print' });
    expect(await shown.column(1)).toHaveLength(2000);
    expect(await shown.page.locator('.printed').innerText()).toBe(
      'Printed are 2,000 of 4,834 rows. All are in page-views.csv, beside this file.',
    );
    await shown.close();
    const plain = await Shown.open(report([project({ count: 4832 })]), 'plain');
    await plain.page.emulateMedia({ media: 'print' });
    expect(await plain.page.locator('.printed').innerText()).toBe(
      'Printed are the first 100 of 4,834 rows. All are in page-views.csv, beside this file.',
    );
    await plain.close();
  });

  testInChromium('keeps the page of a row in sight on a phone while its numbers scroll by', async () => {
    const shown = await Shown.open(fullReport(), 'phone');
    const [before, after, scrolled] = await shown.read<[number, number, number]>(`(() => {
      const box = document.querySelector('.pages .scroll');
      const left = () => box.querySelector('tbody th').getBoundingClientRect().left;
      const start = left();
      box.scrollLeft = 200;
      return [start, left(), box.scrollLeft];
    })()`);
    expect(scrolled).toBeGreaterThan(50);
    expect(after).toBeCloseTo(before, 0);
    await shown.close();
  });

  testInChromium('tells the exact values of a chart, by pointer and by keyboard', async () => {
    const shown = await Shown.open(fullReport());
    const plot = shown.page.getByRole('group', { name: 'Views of each day: the arrow keys read the values' });
    const tip = plot.locator('.tip');
    expect(await tip.isVisible()).toBe(false);
    await plot.focus();
    await shown.page.keyboard.press('ArrowRight');
    const days = fullReport().projects[0]?.days ?? [];
    const told = (index: number) => {
      const { counts: views = counts(0, 0) } = days[index] ?? {};
      const [total, human, ai] = [views.total, views.human, views.ai].map((count) =>
        count.toLocaleString('en-US'),
      );
      return `: ${total} views, ${human} by people and ${ai} by AI (${((views.ai / views.total) * 100).toFixed(1)}%)`;
    };
    expect(await tip.innerText()).toBe(`Mon 5 Jan${told(0)}`);
    await shown.page.keyboard.press('End');
    expect(await tip.innerText()).toBe(`Sun 11 Jan${told(6)}`);
    await shown.page.keyboard.press('Escape');
    expect(await tip.isVisible()).toBe(false);
    await plot.locator('.hit').nth(2).hover();
    expect(await tip.innerText()).toBe(`Wed 7 Jan${told(2)}`);
    const inside = await shown.read<boolean>(
      "(() => { const [tip, plot] = ['.tip:not([hidden])', '.plot'].map((each) => document.querySelector(each).getBoundingClientRect()); return tip.left >= plot.left - 1 && tip.right <= plot.right + 1; })()",
    );
    expect(inside).toBe(true);
    await shown.close();
  });

  testInChromium('sorts and filters 25,000 pages at once, and 5,000 are at most 1.5 MB', async () => {
    const made = report([project({ count: 5000 })], { siteUrl: 'https://docs.example.com' });
    expect(Buffer.byteLength([...htmlReport(made)].join(''))).toBeLessThan(1_500_000);
    const shown = await Shown.open(report([project({ count: 25_000 })]));
    const status = shown.page.locator('output');
    expect(await status.innerText()).toBe('25,002 rows');
    const took = await shown.read<number[]>(`(() => {
      const timed = (act) => { const start = performance.now(); act(); document.body.offsetHeight; return performance.now() - start; };
      const search = document.querySelector('input[type=search]');
      return [
        timed(() => document.querySelector('.pages thead th button').click()),
        timed(() => { search.value = 'part-18'; search.dispatchEvent(new Event('input')); }),
      ];
    })()`);
    // 200 ms is the target for 5,000; a busy machine takes longer.
    expect(Math.max(...took)).toBeLessThan(5_000);
    expect(await status.innerText()).toMatch(/^\d+ of 25,002 rows$/);
    expect((await shown.column(1)).length).toBeGreaterThan(0);
    await shown.close();
  });
});

describe('what comes from elsewhere', () => {
  const TAGS =
    'A BODY BDI BUTTON CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 HEAD HEADER HTML INPUT LABEL LI MAIN META NOSCRIPT OPTION OUTPUT P SCRIPT SECTION SELECT SPAN STRONG STYLE SUMMARY TABLE TBODY TD TH THEAD TIME TITLE TR UL WBR g path rect svg text';

  testInChromium('is text, whatever it is', async () => {
    // One page for many texts: a page for each would take minutes.
    const texts = [...new Set([...fc.sample(actingText, { numRuns: 400, seed: 7 }), ...HOSTILE_PATHS])];
    const pages = texts.map((path, index) => page(path, counts(10_000 - index, 1), 'new'));
    const projects = texts.slice(0, 30).map((projectId, index) =>
      project({
        projectId,
        pages: index === 0 ? pages : pages.slice(index * 10, index * 10 + 10),
        gone: [],
        sums: sumOf(pages),
        notes: texts.slice(index, index + 5),
      }),
    );
    const shown = await Shown.open(report(projects));
    const tags = await shown.read<string[]>(
      "[...new Set([...document.querySelectorAll('*')].map((each) => each.tagName))]",
    );
    expect(tags.filter((tag) => !TAGS.split(' ').includes(tag))).toEqual([]);
    expect(await shown.read("document.querySelectorAll('script').length")).toBe(
      projects.filter(({ pages }) => pages.length > 0).length + 1,
    );
    expect(
      await shown.read(
        "[...document.querySelectorAll('a')].filter((each) => !/^#(report|project-\\d+)$/.test(each.getAttribute('href')))",
      ),
    ).toEqual([]);
    const embedded = await shown.read<string[]>(
      "JSON.parse(document.querySelector('.pages script').textContent).map(([path]) => path)",
    );
    expect(embedded).toEqual(texts.map((text) => onOneLine(text).toWellFormed()));
    const cells = await shown.page.locator('.pages').first().locator('tbody th').allTextContents();
    const expected = texts.slice(0, 100).map((text) => onOneLine(text).toWellFormed());
    expect(
      cells.map((cell, index) => (expected[index] && expected[index].length > 160 ? expected[index] : cell)),
    ).toEqual(expected.map((text) => text || '(empty)'));
    await shown.close();
  });
});
