import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../../../scripts/chromium.ts';
import type { Report } from '../../../../src/analytics/model.ts';
import { htmlReport } from '../../../../src/analytics/report/html/html-report.ts';
import { onOneLine } from '../../../../src/text/characters.ts';
import { shorten } from '../../../../src/text/markdown.ts';
import fc from '../../../helpers/fast-check.ts';
import { actingText } from '../../../hostile/corpus.ts';
import {
  counts,
  daysOf,
  fullReport,
  gonePage,
  HOSTILE_PATHS,
  hostileReport,
  incompleteReport,
  page,
  project,
  report,
  spanFrom,
  uncompared,
  unread,
} from '../fixture.ts';
import { testInChromium } from './chromium.ts';

const ADDRESS = 'https://report.example/report.html';
const PHONE = { width: 390, height: 740 };
const DESKTOP = { width: 1200, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A directory for pictures, for people to look at. */
const SHOTS = process.env['SCREENSHOTS'];

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
  readonly #seen: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => this.#seen.push(message.text()));
    page.on('pageerror', (error) => this.#seen.push(error.message));
    page.on('dialog', (dialog) => {
      this.#seen.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(report: Report, options: BrowserContextOptions = {}): Promise<Shown> {
    const page = await browser?.newPage({ viewport: DESKTOP, ...options });
    if (!page) throw new Error('no browser');
    const shown = new Shown(page);
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
    );
    const body = htmlReport(report);
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === ADDRESS) return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
      shown.#seen.push(url);
      return route.abort();
    });
    await page.goto(ADDRESS);
    return shown;
  }

  /** Evaluates source text: the tests' types have no DOM. */
  async read<T>(expression: string): Promise<T> {
    return (await this.page.evaluate(expression)) as T;
  }

  async close(): Promise<void> {
    expect(this.#seen).toEqual([]);
    await this.page.close();
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that a change of colours alone can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What is wrong with the page, by the rules that are asked for. */
function violationsIn(shown: Shown, runOnly = RULES, rules = {}): Promise<unknown[]> {
  return shown.read(
    `axe.run(document, { ...${JSON.stringify({ runOnly, rules })}, resultTypes: ['violations'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
}

/** What axe does not look at: parts of charts, for which WCAG asks for 3, and what is seen at times only. */
const CONTRASTS = [
  ['human', 'panel', 3],
  ['accent', 'panel', 4.5],
  ['accent', 'paper', 4.5],
];

function poorColours(shown: Shown): Promise<unknown[]> {
  return shown.read(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colourOf = (name) => {
      probe.style.color = 'var(--' + name + ')';
      const colour = new axe.commons.color.Color();
      colour.parseString(getComputedStyle(probe).color);
      return colour;
    };
    return ${JSON.stringify(CONTRASTS)}.filter(
      ([part, ground, least]) => axe.commons.color.getContrast(colourOf(part), colourOf(ground)) < least);
  })()`);
}

const BIG = page('/big', counts(2 ** 32 + 5, 2 ** 33), counts(2 ** 31, 5));
const REPORTS: Record<string, Report> = {
  everything: fullReport(),
  incomplete: incompleteReport(),
  hostile: hostileReport(),
  alone: report([{ ...uncompared(30), days: daysOf(counts(900, 90), '2026-01-01', 31) }], {
    ...{ comparison: undefined, period: { from: '2026-01-01', to: '2026-01-31', isMonth: true } },
  }),
  projects: report([
    project({ count: 40 }),
    project({ projectId: 'great counts', pages: [BIG] }),
    project({ projectId: 'one page', count: 1, days: daysOf(counts(5, 5)).slice(0, 1) }),
    project({ projectId: 'no views', count: 0, days: daysOf(counts(0, 0)) }),
    unread(),
  ]),
};

const HISTORY = [500, 700, 600, 800].map((total, index) => {
  return { ...spanFrom('2025-12-08', 7 * index, 7), counts: counts(total, 0) };
});
const DAYS = [counts(100, 50), counts(650, 330), counts(5, 5), undefined].map((views, index) => {
  return { ...spanFrom('2026-01-05', index), counts: views };
});
const MONDAY = report([
  project({
    pages: [
      page('/guides/start', counts(500, 300), counts(300, 100)),
      page('/guides/proxy', counts(200, 50), 'new'),
      page('/api/errors', counts(60, 40), counts(250, 50)),
      gonePage('/api/legacy', counts(70, 30)),
    ],
    ...{ totals: counts(760, 390), previousTotals: counts(620, 180), history: HISTORY, days: DAYS },
  }),
]);

/** How many, why, is that unusual, which page, how much is AI, which day? */
const ANSWERS = [
  '1,150 views from 5 to 11 January 2026, the most since at least 8 December 2025, 43.8% more than in the previous 7 days (800), mostly the section /guides (+162.5%).',
  'Compared with earlier periods This period had 1,150 views, above the range of the previous 4 periods: 500 to 800.',
  'Most views gained Page Gained Change Views AI /guides/start +400 ▲ +100.0% 800 37.5% /guides/proxy +250 new 250 20.0%',
  '1 new, 1 gone',
  'AI 390 ▲ +116.7% from 180 33.9% of all views, 22.5% before',
  'Top pages page-views.csv, next to this file, lists 4 pages, including 1 with views only in the comparison period. Page Views Change Before People and AI /guides/start 800 ▲ +100.0% 400 37.5% AI',
];

describe('the report in a browser', () => {
  testInChromium.each(Object.entries(REPORTS))(
    '%s: axe finds nothing, in light and dark and on a phone, where nothing is beside the screen',
    async (name, made) => {
      const shown = await Shown.open(made);
      const takePicture = async (kind: string) => {
        const file = path.join(SHOTS ?? '', `${name}-${kind}.png`);
        if (SHOTS) await shown.page.screenshot({ path: file, fullPage: true });
      };
      await shown.page.evaluate(AXE);
      await takePicture('light');
      expect(await violationsIn(shown)).toEqual([]);
      expect(await poorColours(shown)).toEqual([]);
      expect(await shown.read('document.documentElement.scrollWidth')).toBeLessThanOrEqual(DESKTOP.width);
      await shown.page.emulateMedia({ colorScheme: 'dark' });
      await takePicture('dark');
      expect(await violationsIn(shown, RULES_OF_COLOUR)).toEqual([]);
      expect(await poorColours(shown)).toEqual([]);
      await shown.page.emulateMedia({ colorScheme: 'light' });
      await shown.page.setViewportSize(PHONE);
      await takePicture('phone');
      // The colours are those of the screen, and take half of axe's time.
      expect(await violationsIn(shown, RULES, { 'color-contrast': { enabled: false } })).toEqual([]);
      expect(await shown.read('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
      await shown.close();
    },
  );

  testInChromium('has few stops for the keyboard: the skip link, and what scrolls', async () => {
    const shown = await Shown.open(fullReport());
    await shown.page.keyboard.press('Tab');
    expect(await shown.read('document.activeElement.textContent')).toBe('Skip to the numbers');
    await shown.page.keyboard.press('Enter');
    expect(await shown.read('document.activeElement.id')).toBe('report');
    // Beside the links to pages.
    const stops = 'document.querySelectorAll(\'[tabindex="0"], button, input, a:not(tbody a)\').length';
    expect(await shown.read(stops)).toBeLessThanOrEqual(6);
    const tuesday = shown.page.getByRole('list', { name: 'Views per day' }).getByRole('listitem').nth(1);
    expect(await tuesday.locator('small').textContent()).toMatch(/^Tue 6 Jan: [\d,]+ views, .* by AI$/);
    await shown.close();
  });

  testInChromium.each([
    ['one project', report([project({ count: 300 })]), 50],
    ['several projects', report([project({ count: 300 }), project({ projectId: 'b', count: 60 })]), 10],
  ])('prints the first pages of %s in light, and says how many', async (_, made, rows) => {
    const shown = await Shown.open(made);
    await shown.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await shown.read('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const list = shown.page.locator('.pages').first();
    expect(await list.locator('tbody tr:visible').count()).toBe(rows);
    expect(await list.locator('p:visible').allTextContents()).toEqual([
      expect.stringMatching(new RegExp(`^The first ${rows} of 300 pages, by views\\.`)),
    ]);
    await shown.close();
  });

  testInChromium.each(['A4', 'Letter'])(
    'a report on 139 pages, with all it can hold, takes two pages of %s',
    async (format) => {
      const full = fullReport();
      const [{ history } = {}] = full.projects;
      const shown = await Shown.open({ ...full, projects: [{ ...project({ count: 139 }), history }] });
      const pdf = (await shown.page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
      await shown.close();
    },
  );

  testInChromium(
    'prints two pairs of panels side by side on A4, with nothing beyond their edges',
    async () => {
      const full = fullReport();
      const pages = [
        page('/integrations/projects/configure', counts(98_765, 0), counts(4_321, 0)),
        page('/integrations/projects/validate', counts(4_321, 0), counts(98_765, 0)),
      ];
      const made = { ...full, projects: full.projects.map((each) => ({ ...each, pages })) };
      const shown = await Shown.open(made, { viewport: { width: 694, height: 1000 } });
      await shown.page.emulateMedia({ media: 'print' });
      const boxes = await shown.read<[string, boolean, number, number][]>(
        "[...document.querySelectorAll('.panel')].map((each) => [each.querySelector('h2').textContent, each.scrollWidth > each.clientWidth, each.offsetTop, each.offsetLeft])",
      );
      expect(boxes.filter(([, overflows]) => overflows)).toEqual([]);
      const [first, second, third, fourth, fifth] = boxes.map(([name, , top, left]) => ({ name, top, left }));
      expect([first, second, third, fourth].map((each) => each?.name)).toEqual([
        ...['Compared with earlier periods', 'Views per day', 'Most views gained', 'Most views lost'],
      ]);
      expect([second?.top, fourth?.top]).toEqual([first?.top, third?.top]);
      expect([third?.left, fourth?.left]).toEqual([first?.left, second?.left]);
      expect(fifth?.left).toBe(first?.left);
      await shown.close();
    },
  );

  testInChromium(
    'on a phone has the first list of pages within two screens, and keeps the page of a row in sight',
    async () => {
      for (const made of [incompleteReport(), fullReport()]) {
        const shown = await Shown.open(made, { viewport: PHONE, isMobile: true, deviceScaleFactor: 2 });
        const top = await shown.page
          .locator('h2', { hasText: /Most views gained|Top pages/ })
          .first()
          .boundingBox();
        const table = await shown.page.locator('.scroll').first().boundingBox();
        expect(Math.max(top?.y ?? 1e9, table?.y ?? 1e9)).toBeLessThan(2 * PHONE.height);
        const [before, after, scrolled] = await shown.read<[number, number, number]>(`(() => {
        const box = document.querySelector('.pages .scroll');
        const left = () => box.querySelector('tbody th').getBoundingClientRect().left;
        const start = left();
        box.scrollLeft = 200;
        return [start, left(), box.scrollLeft];
      })()`);
        expect(scrolled).toBeGreaterThan(50);
        expect(after).toBeCloseTo(before, 0);
        // The change is on the screen in every table, before it is scrolled.
        await shown.read("document.querySelectorAll('.scroll').forEach((each) => { each.scrollLeft = 0; })");
        const heads = await shown.page.getByRole('columnheader', { name: 'Change' }).all();
        expect(heads.length).toBeGreaterThan(1);
        for (const head of heads) {
          const box = await head.boundingBox();
          expect((box?.x ?? 1e9) + (box?.width ?? 0)).toBeLessThan(PHONE.width - 16);
        }
        await shown.close();
      }
    },
  );

  testInChromium('answers what a docs lead asks on Monday', async () => {
    const { page: tab } = await Shown.open(MONDAY);
    const text = (await tab.locator('body').innerText()).replace(/\s+/g, ' ');
    for (const answer of ANSWERS) expect(text).toContain(answer);
    await tab.close();
  });
});

testInChromium('what comes from elsewhere is text, whatever it is', async () => {
  // One page for many texts: a page for each would take minutes.
  const texts = [...new Set([...fc.sample(actingText, { numRuns: 400, seed: 7 }), ...HOSTILE_PATHS])];
  const pages = texts.map((path, index) => page(path, counts(10_000 - index, 1), 'new'));
  const projects = texts.slice(0, 30).map((projectId, index) => {
    // As many as are listed of each project.
    const shown = pages.slice(index * 100, index * 100 + 100);
    return project({ projectId, pages: shown, notes: texts.slice(index, index + 5) });
  });
  const shown = await Shown.open(report(projects));
  const tags =
    'A B BODY BDI CODE DD DIV DL DT FOOTER H1 H2 HEAD HEADER HTML I LI MAIN META OL P SECTION SMALL SPAN STRONG STYLE TABLE TBODY TD TH THEAD TITLE TR UL WBR rect svg';
  expect(
    await shown.read(`[
      ...[...document.querySelectorAll('*')].map((each) => each.tagName).filter((tag) => !'${tags}'.split(' ').includes(tag)),
      ...[...document.links].map((each) => each.getAttribute('href')).filter((href) => !/^(#(report|project-\\d+)|https:\\/\\/app\\.mintlify\\.com\\/analytics)$/.test(href)),
    ]`),
  ).toEqual([]);
  const cells = await shown.page.locator('.pages tbody th').allTextContents();
  const told = texts.map((text) => shorten(onOneLine(text), 300).toWellFormed() || '(empty path)');
  expect(cells).toEqual(told);
  await shown.close();
});
