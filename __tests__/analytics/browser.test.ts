import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts';
import { pageOf } from '../../src/analytics/page.ts';
import type { Report } from '../../src/analytics/report.ts';
import { onOneLine } from '../../src/text/characters.ts';
import { shorten } from '../../src/text/markdown.ts';
import { testInChromium } from '../helpers/chromium.ts';
import fc from '../helpers/fast-check.ts';
import { actingText } from '../hostile/corpus.ts';
import { HOSTILE_PATHS, page, REPORTS, report } from './fixture.ts';

const ADDRESS = 'https://report.example/report.html';
const PHONE = { width: 390, height: 740 };
const DESKTOP = { width: 1200, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A directory for pictures, for people to look at. */
const SHOTS = process.env['SCREENSHOTS'];
const WEEK = REPORTS['week'] as Report;

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

  static async open(made: Report, options: BrowserContextOptions = {}, body = pageOf(made)): Promise<Shown> {
    const page = await (browser as Browser).newPage({ viewport: DESKTOP, ...options });
    const shown = new Shown(page);
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
    );
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

const WIDTH = 'document.documentElement.scrollWidth';

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
      expect([await violationsIn(shown), await poorColours(shown)]).toEqual([[], []]);
      expect(await shown.read(WIDTH)).toBeLessThanOrEqual(DESKTOP.width);
      await shown.page.emulateMedia({ colorScheme: 'dark' });
      await takePicture('dark');
      expect([await violationsIn(shown, RULES_OF_COLOUR), await poorColours(shown)]).toEqual([[], []]);
      await shown.page.emulateMedia({ colorScheme: 'light' });
      await shown.page.setViewportSize(PHONE);
      await takePicture('phone');
      // The colours are those of the screen, and take half of axe's time.
      expect(await violationsIn(shown, RULES, { 'color-contrast': { enabled: false } })).toEqual([]);
      expect(await shown.read(WIDTH)).toBeLessThanOrEqual(PHONE.width);
      await shown.close();
    },
  );

  testInChromium('has few stops for the keyboard: the skip link, and what scrolls', async () => {
    const shown = await Shown.open(WEEK);
    await shown.page.keyboard.press('Tab');
    expect(await shown.read('document.activeElement.textContent')).toBe('Skip to the numbers');
    await shown.page.keyboard.press('Enter');
    expect(await shown.read('document.activeElement.id')).toBe('report');
    // Beside the links to pages.
    const stops = 'document.querySelectorAll(\'[tabindex="0"], button, input, a:not(tbody a)\').length';
    expect(await shown.read(stops)).toBeLessThanOrEqual(6);
    const tuesday = shown.page.getByRole('list', { name: 'Days' }).getByRole('listitem').nth(1);
    expect(await tuesday.locator('small').textContent()).toMatch(/^Tue 6 Jan: [\d,]+ views, .* by AI$/);
    await shown.close();
  });

  testInChromium.each(['A4', 'Letter'])('prints on two pages of %s at the most', async (format) => {
    const shown = await Shown.open(WEEK);
    const pdf = (await shown.page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
    await shown.close();
  });

  testInChromium(
    'prints in light, two pairs of panels side by side, columns to scale, nothing beyond an edge',
    async () => {
      const shown = await Shown.open(WEEK, { viewport: { width: 694, height: 1000 } });
      await shown.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await shown.read('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
      const boxes = await shown.read<[string, boolean, number][]>(
        "[...document.querySelectorAll('.panel')].map((each) => [each.querySelector('h2').textContent, each.scrollWidth > each.clientWidth, each.offsetTop])",
      );
      expect(boxes.filter(([, overflows]) => overflows)).toEqual([]);
      const topOf = (title: string) => boxes.find(([name]) => name === title)?.[2] ?? Number.NaN;
      expect([topOf('Days'), topOf('Most views lost')]).toEqual([
        topOf('Earlier periods'),
        topOf('Most views gained'),
      ]);
      const heights = await shown.read<number[]>(
        '[...document.querySelectorAll(\'[aria-label="Days"] svg\')].map((each) => Math.round(each.getBoundingClientRect().height))',
      );
      const totals = WEEK.days.map(({ counts: views }) => views?.total ?? 0);
      const scaled = totals.map((total) => (110 * total) / Math.max(...totals));
      expect(heights.filter((height, index) => Math.abs(height - (scaled[index] ?? 0)) > 1)).toEqual([]);
      await shown.close();
    },
  );

  testInChromium('on a phone keeps the page of a row and the changes in sight', async () => {
    const shown = await Shown.open(WEEK, { viewport: PHONE, isMobile: true, deviceScaleFactor: 2 });
    const [before, after, scrolled] = await shown.read<[number, number, number]>(`(() => {
      const box = document.querySelector('[aria-label="Top pages"]');
      const left = () => box.querySelector('tbody th').getBoundingClientRect().left;
      const start = left();
      box.scrollLeft = 200;
      return [start, left(), box.scrollLeft];
    })()`);
    expect(scrolled).toBeGreaterThan(20);
    expect(after).toBeCloseTo(before, 0);
    await shown.read("document.querySelectorAll('.scroll').forEach((each) => { each.scrollLeft = 0; })");
    const heads = await shown.page.getByRole('columnheader', { name: 'Change' }).all();
    expect(heads).toHaveLength(4);
    for (const head of heads) {
      const box = await head.boundingBox();
      expect((box?.x ?? 1e9) + (box?.width ?? 0)).toBeLessThan(PHONE.width - 16);
    }
    await shown.close();
  });
});

testInChromium('what comes from elsewhere is text, whatever it is', async () => {
  const texts = [...new Set([...fc.sample(actingText, { numRuns: 400, seed: 7 }), ...HOSTILE_PATHS])];
  const top = Array.from({ length: Math.ceil(texts.length / 20) }, (_, at) =>
    texts.slice(at * 20, at * 20 + 20),
  );
  const htmls = top.map((paths) => {
    const now = paths.map((text, index) => page(text, 10_000 - index));
    return pageOf(report({ now, before: null, projectId: paths[0] ?? '' }));
  });
  const shown = await Shown.open(WEEK, {}, htmls.join(''));
  const tags =
    'A B BODY BDI CODE DD DIV DL DT FOOTER H1 H2 HEAD HEADER HTML I LI MAIN META OL P SECTION SMALL SPAN STRONG STYLE TABLE TBODY TD TH THEAD TITLE TR UL WBR rect svg';
  expect(
    await shown.read(`[
      ...[...document.querySelectorAll('*')].map((each) => each.tagName).filter((tag) => !'${tags}'.split(' ').includes(tag)),
      ...[...document.links].map((each) => each.getAttribute('href')).filter((href) => !/^(#report|https:\\/\\/app\\.mintlify\\.com\\/analytics)$/.test(href)),
    ]`),
  ).toEqual([]);
  const cells = await shown.page.locator('[aria-label="Top pages"] tbody th').allTextContents();
  expect(cells).toEqual(texts.map((text) => shorten(onOneLine(text), 300).toWellFormed() || '(empty path)'));
  await shown.page.close();
});
