import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { pageOf } from '../../src/analytics/page.ts';
import type { Report } from '../../src/analytics/report.ts';
import { onOneLine } from '../../src/text/characters.ts';
import { shorten } from '../../src/text/markdown.ts';
import { testInChromium, useChromium } from '../helpers/chromium.ts';
import fc from '../helpers/fast-check.ts';
import { actingText } from '../hostile/corpus.ts';
import { page } from './fake-site.ts';
import { HOSTILE_PATHS, REPORTS, report } from './fixture.ts';

const PHONE = { width: 390, height: 740 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A directory for pictures, for people to look at. */
const SHOTS = process.env['SCREENSHOTS'];
const WEEK = REPORTS['week'] as Report;

const open = useChromium();

/** Opens a report. `read` evaluates source text, because the tests' types have no DOM. */
async function shown(made: Report, options: BrowserContextOptions = {}, body = pageOf(made)) {
  const { page, seen } = await open(body, options);
  const read = async <T>(expression: string) => (await page.evaluate(expression)) as T;
  const close = async () => {
    expect(seen).toEqual([]);
    await page.close();
  };
  return { page, read, close };
}
type Shown = Awaited<ReturnType<typeof shown>>;

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that a change of colours alone can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What is wrong with the page, by the rules that are asked for. */
function violationsIn(tab: Shown, runOnly = RULES, rules = {}): Promise<unknown[]> {
  return tab.read(
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

function poorColours(tab: Shown): Promise<unknown[]> {
  return tab.read(`(() => {
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
      const tab = await shown(made);
      const takePicture = async (kind: string) => {
        const file = path.join(SHOTS ?? '', `${name}-${kind}.png`);
        if (SHOTS) await tab.page.screenshot({ path: file, fullPage: true });
      };
      await tab.page.evaluate(AXE);
      await takePicture('light');
      expect([await violationsIn(tab), await poorColours(tab)]).toEqual([[], []]);
      expect(await tab.read(WIDTH)).toBeLessThanOrEqual(1200);
      await tab.page.emulateMedia({ colorScheme: 'dark' });
      await takePicture('dark');
      expect([await violationsIn(tab, RULES_OF_COLOUR), await poorColours(tab)]).toEqual([[], []]);
      await tab.page.emulateMedia({ colorScheme: 'light' });
      await tab.page.setViewportSize(PHONE);
      await takePicture('phone');
      // The colours are those of the screen, and take half of axe's time.
      expect(await violationsIn(tab, RULES, { 'color-contrast': { enabled: false } })).toEqual([]);
      expect(await tab.read(WIDTH)).toBeLessThanOrEqual(PHONE.width);
      await tab.close();
    },
  );

  testInChromium('has few stops for the keyboard: the skip link, and what scrolls', async () => {
    const tab = await shown(WEEK);
    await tab.page.keyboard.press('Tab');
    expect(await tab.read('document.activeElement.textContent')).toBe('Skip to the numbers');
    await tab.page.keyboard.press('Enter');
    expect(await tab.read('document.activeElement.id')).toBe('report');
    // Beside the links to pages.
    const stops = 'document.querySelectorAll(\'[tabindex="0"], button, input, a:not(tbody a)\').length';
    expect(await tab.read(stops)).toBeLessThanOrEqual(6);
    const tuesday = tab.page.getByRole('list', { name: 'Days' }).getByRole('listitem').nth(1);
    expect(await tuesday.locator('small').textContent()).toMatch(/^Tue 6 Jan: [\d,]+ views, .* by AI$/);
    await tab.close();
  });

  testInChromium.each(['A4', 'Letter'])('prints on two pages of %s at the most', async (format) => {
    const tab = await shown(WEEK);
    const pdf = (await tab.page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
    await tab.close();
  });

  testInChromium(
    'prints in light, two pairs of panels side by side, columns to scale, nothing beyond an edge',
    async () => {
      const tab = await shown(WEEK, { viewport: { width: 694, height: 1000 } });
      await tab.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await tab.read('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
      const boxes = await tab.read<[string, boolean, number][]>(
        "[...document.querySelectorAll('.panel')].map((each) => [each.querySelector('h2').textContent, each.scrollWidth > each.clientWidth, each.offsetTop])",
      );
      expect(boxes.filter(([, overflows]) => overflows)).toEqual([]);
      const topOf = (title: string) => boxes.find(([name]) => name === title)?.[2] ?? Number.NaN;
      expect([topOf('Days'), topOf('Most views lost')]).toEqual([
        topOf('Earlier periods'),
        topOf('Most views gained'),
      ]);
      const heights = await tab.read<number[]>(
        '[...document.querySelectorAll(\'[aria-label="Days"] svg\')].map((each) => Math.round(each.getBoundingClientRect().height))',
      );
      const totals = WEEK.days.map(({ counts: views }) => views?.total ?? 0);
      const scaled = totals.map((total) => (110 * total) / Math.max(...totals));
      expect(heights.filter((height, index) => Math.abs(height - (scaled[index] ?? 0)) > 1)).toEqual([]);
      await tab.close();
    },
  );

  testInChromium('on a phone keeps the page of a row and the changes in sight', async () => {
    const narrow = { ...PHONE, width: 320 };
    const tab = await shown(WEEK, { viewport: narrow, isMobile: true, deviceScaleFactor: 2 });
    const [before, after, scrolled] = await tab.read<[number, number, number]>(`(() => {
      const box = document.querySelector('[aria-label="Top pages"]');
      const left = () => box.querySelector('tbody th').getBoundingClientRect().left;
      const start = left();
      box.scrollLeft = 200;
      return [start, left(), box.scrollLeft];
    })()`);
    expect(scrolled).toBeGreaterThan(20);
    expect(after).toBeCloseTo(before, 0);
    await tab.page.setViewportSize(PHONE);
    await tab.read("document.querySelectorAll('.scroll').forEach((each) => { each.scrollLeft = 0; })");
    const heads = await tab.page.getByRole('columnheader', { name: 'Change' }).all();
    expect(heads).toHaveLength(4);
    for (const head of heads) {
      const box = await head.boundingBox();
      expect((box?.x ?? 1e9) + (box?.width ?? 0)).toBeLessThan(PHONE.width - 16);
    }
    await tab.close();
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
  const tab = await shown(WEEK, {}, htmls.join(''));
  const tags =
    'A B BODY BDI CODE DD DIV DL DT FOOTER H1 H2 HEAD HEADER HTML I LI MAIN META OL P SECTION SMALL SPAN STRONG STYLE TABLE TBODY TD TH THEAD TITLE TR UL WBR rect svg';
  expect(
    await tab.read(`[
      ...[...document.querySelectorAll('*')].map((each) => each.tagName).filter((tag) => !'${tags}'.split(' ').includes(tag)),
      ...[...document.links].map((each) => each.getAttribute('href')).filter((href) => !/^(#report|https:\\/\\/app\\.mintlify\\.com\\/analytics)$/.test(href)),
    ]`),
  ).toEqual([]);
  const cells = await tab.page.locator('[aria-label="Top pages"] tbody th').allTextContents();
  expect(cells).toEqual(texts.map((text) => shorten(onOneLine(text), 300).toWellFormed() || '(empty path)'));
  await tab.page.close();
});
