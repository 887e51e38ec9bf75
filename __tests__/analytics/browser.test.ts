import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts';
import { htmlPageOf } from '../../src/analytics/html-page.ts';
import { onOneLine } from '../../src/text/characters.ts';
import { shorten } from '../../src/text/markdown.ts';
import fc from '../helpers/fast-check.ts';
import { actingText, CORPUS } from '../hostile/corpus.ts';
import { page, REPORTS, report, spansFrom } from './reports.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { week } = REPORTS;

if (!chromiumPath && process.env['REQUIRE_CHROMIUM'] === '1')
  throw new Error('No Chromium: set CHROMIUM_PATH to one.');

/** `REQUIRE_CHROMIUM=1` says that there must be one. */
const testInChromium = chromiumPath ? test : test.skip;
const ADDRESS = 'https://shown.example/';

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromiumPath) browser = await launchChromium();
});
afterAll(() => browser?.close());

/**
 * Opens a page, and collects what it runs, breaks and asks of the network. `read` evaluates source text, because the
 * tests' types have no DOM.
 */
async function shown(body = htmlPageOf(week), options: BrowserContextOptions = {}) {
  const tab = await (browser as Browser).newPage({ viewport: { width: 1200, height: 900 }, ...options });
  const seen: string[] = [];
  tab.on('console', (message) => seen.push(message.text()));
  tab.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  tab.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await tab.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
  );
  await tab.route('**/*', (route) => {
    const url = route.request().url();
    if (url === ADDRESS) return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
    seen.push(`request: ${url}`);
    return route.abort();
  });
  await tab.goto(ADDRESS);
  const read = async <T>(expression: string) => (await tab.evaluate(expression)) as T;
  const close = async () => {
    expect(seen).toEqual([]);
    await tab.close();
  };
  return { tab, seen, read, close };
}
type Shown = Awaited<ReturnType<typeof shown>>;

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What axe does not look at: parts of charts, for which WCAG asks for 3, and what is seen at times only. */
const CONTRASTS = ['human panel 3', 'accent panel 4.5', 'accent paper 4.5'].map((row) => row.split(' '));

/** What is wrong with the page, by the rules that are asked for, and which colours are too close. */
function problemsIn({ read }: Shown, runOnly = RULES, rules = {}): Promise<unknown[]> {
  return read(`(async () => {
    const options = ${JSON.stringify({ runOnly, rules, resultTypes: ['violations'] })};
    const { violations } = await axe.run(document, options);
    const colourOf = (name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--' + name + ')';
      const colour = new axe.commons.color.Color();
      colour.parseString(getComputedStyle(probe).color);
      probe.remove();
      return colour;
    };
    const poor = ${JSON.stringify(CONTRASTS)}.filter(
      ([part, ground, least]) => axe.commons.color.getContrast(colourOf(part), colourOf(ground)) < least);
    return [...poor, ...violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])];
  })()`);
}

// Those that differ in their markup.
testInChromium.each(['week', 'incomplete', 'fortnight', 'nothing', 'hostile'] as const)(
  '%s: axe finds nothing, in light and dark, and on a phone',
  async (kind) => {
    const page = await shown(htmlPageOf(REPORTS[kind]));
    await page.tab.evaluate(AXE);
    expect(await problemsIn(page)).toEqual([]);
    await page.tab.emulateMedia({ colorScheme: 'dark' });
    // The rules that a change of colours alone can break.
    expect(await problemsIn(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
    await page.tab.emulateMedia({ colorScheme: 'light' });
    await page.tab.setViewportSize({ width: 390, height: 740 });
    // The colours are those of the screen, and take half of axe's time.
    expect(await problemsIn(page, RULES, { 'color-contrast': { enabled: false } })).toEqual([]);
    await page.close();
  },
);

/**
 * What is wrong with the texts on a page: one that is cut off by a box or the screen, or lies over another. A text is a
 * run of characters of one text node on one line. Those for readers who can't see the page are left out.
 */
const TEXT_PROBLEMS = `(() => {
  const texts = [];
  const problems = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.data.trim() === '' || parent.closest('style, small, .unseen, .skip')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0.5);
    const clipping = [];
    for (let each = parent; each; each = each.parentElement)
      if (getComputedStyle(each).overflow !== 'visible') clipping.push(each.getBoundingClientRect());
    const panel = parent.closest('.panel, .cards > div')?.getBoundingClientRect();
    for (const box of boxes) {
      const text = node.data.trim().slice(0, 40);
      const bounds = [{ left: 0, right: innerWidth }, ...clipping, ...(panel ? [panel] : [])];
      if (bounds.some(({ left, right }) => box.left < left - 0.5 || box.right > right + 0.5)) problems.push('cut: ' + text);
      for (const other of texts) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        // Lines of text may touch: their boxes are higher than their letters.
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 0.3 * Math.min(box.height, other.box.height)) problems.push('over: ' + other.text + ' / ' + text);
      }
      texts.push({ text, box });
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) problems.push('scrolls to ' + document.documentElement.scrollWidth);
  return problems;
})()`;

testInChromium.each(Object.entries(REPORTS))(
  '%s: no text is cut off, lies over another, or needs scrolling sideways',
  async (_, made) => {
    const page = await shown(htmlPageOf(made));
    for (const width of [360, 390, 640, 1200]) {
      await page.tab.setViewportSize({ width, height: 800 });
      expect([width, await page.read(TEXT_PROBLEMS)]).toEqual([width, []]);
    }
    await page.tab.setViewportSize({ width: 718, height: 1000 });
    await page.tab.emulateMedia({ media: 'print' });
    expect(await page.read(TEXT_PROBLEMS)).toEqual([]);
    await page.close();
  },
);

testInChromium('such texts would be noticed', async () => {
  const { read, close } = await shown(
    '<div style="overflow: hidden; width: 9px">cut</div><p style="height: 1px; margin: 0">one</p>two<p style="width: 2000px">a</p>',
  );
  expect(await read(TEXT_PROBLEMS)).toEqual(['cut: cut', 'over: one / two', 'scrolls to 2008']);
  await close();
});

testInChromium('names of columns wrap alike, right below the columns and above the shares', async () => {
  const days = spansFrom('2026-11-20', [3_000, 3_100, 2_900]);
  const { tab, read, close } = await shown(htmlPageOf({ ...week, days }));
  for (const width of [360, 1200]) {
    await tab.setViewportSize({ width, height: 800 });
    // Heights of the names, their distances to the columns above, and to the shares below.
    const columns = await read<number[][]>(`[...document.querySelectorAll('.columns li')].map((item) => {
      const boxOf = (part) => item.querySelector(part)?.getBoundingClientRect();
      const name = document.createRange();
      name.selectNodeContents(item.querySelector('span'));
      const { height, bottom } = name.getBoundingClientRect();
      const share = boxOf('.part');
      return [height, boxOf('span').top - boxOf('svg').bottom, share ? share.top - bottom : 0].map(Math.round);
    })`);
    expect(columns.length).toBe(12);
    expect(new Set(columns.map(([height]) => height)).size).toBe(1);
    expect(columns.filter(([, above = 0, below = 0]) => above !== 0 || below > 8)).toEqual([]);
  }
  await close();
});

testInChromium('has few stops for the keyboard: the skip link, and links', async () => {
  const { tab, read, close } = await shown();
  await tab.keyboard.press('Tab');
  expect(await read('document.activeElement.textContent')).toBe('Skip to the numbers');
  await tab.keyboard.press('Enter');
  expect(await read('document.activeElement.id')).toBe('report');
  // Beside the links to pages.
  const stops = 'document.querySelectorAll(\'[tabindex="0"], button, input, a:not(tbody a)\').length';
  expect(await read(stops)).toBe(2);
  const tuesday = tab.getByRole('list', { name: 'Days' }).getByRole('listitem').nth(1);
  expect(await tuesday.locator('small').textContent()).toMatch(/^Tue 6 Jan: [\d,]+ views, .* by AI$/);
  await close();
});

testInChromium(
  'prints a week on one page, in light, panels in pairs, columns to scale, all on paper',
  async () => {
    const { tab, read, close } = await shown(htmlPageOf(REPORTS['full week']), {
      viewport: { width: 718, height: 1000 },
    });
    for (const format of ['A4', 'Letter']) {
      const pdf = (await tab.pdf({ format })).toString('latin1');
      expect([format, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([format, 1]);
    }
    await tab.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await read('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const tops = await read<Record<string, number>>(
      "Object.fromEntries([...document.querySelectorAll('.panel')].map((each) => [each.querySelector('h2').textContent, each.offsetTop]))",
    );
    expect(tops).toMatchObject({
      Days: tops['Earlier periods'],
      'Most views lost': tops['Most views gained'],
    });
    const heights = await read<number[]>(
      '[...document.querySelectorAll(\'[aria-label="Days"] svg\')].map((each) => Math.round(each.getBoundingClientRect().height))',
    );
    const totals = week.days.map(({ counts }) => counts?.total ?? 0);
    const scaled = totals.map((total) => (Math.max(...heights) * total) / Math.max(...totals));
    expect(heights.filter((height, index) => Math.abs(height - (scaled[index] ?? 0)) > 1)).toEqual([]);
    await close();
  },
);

/** Reports of these paths, the first of which is also the project. */
function* reportsOf(paths: readonly string[]) {
  for (let at = 0; at < paths.length; at += 20) {
    const now = paths.slice(at, at + 20).map((path, index) => page(path, 10_000 - index));
    yield report({ now, before: null, projectId: paths[at] ?? '', siteUrl: 'https://docs.example.com' });
  }
}

testInChromium('what comes from elsewhere is text, whatever it is, and does nothing by itself', async () => {
  const texts = [...new Set(['', ...CORPUS, ...fc.sample(actingText, { numRuns: 400, seed: 7 })])];
  const { tab, seen, read } = await shown([...reportsOf(texts)].map(htmlPageOf).join(''));
  const tags =
    'A B BODY BDI BR CODE DD DIV DL DT FOOTER H1 H2 HEAD HEADER HTML I LI MAIN META OL P SECTION SMALL SPAN STRONG STYLE TABLE TBODY TD TH THEAD TITLE TR UL WBR rect svg';
  const strange = `[
    ...[...document.querySelectorAll('*')].map((each) => each.tagName).filter((tag) => !'${tags}'.split(' ').includes(tag)),
    ...[...document.querySelectorAll('body *')].flatMap((each) => each.getAttributeNames()).filter((name) => /^(style|src|on.*)$/.test(name)),
    ...[...document.links].map((each) => each.getAttribute('href')).filter((href) => !/^(#report$|https:\\/\\/(app\\.mintlify\\.com|docs\\.example\\.com)\\/)/.test(href)),
  ]`;
  expect(await read(strange)).toEqual([]);
  const cells = await tab.locator('[aria-label="Top pages"] tbody th').allTextContents();
  expect(cells).toEqual(texts.map((text) => shorten(onOneLine(text), 300).toWellFormed() || '(empty path)'));
  const acting = await shown('<img src=https://trap.example/x.png><script>alert(1)</script>');
  const acts = [seen, acting.seen].map(
    (each) => each.filter((line) => /^(error|dialog|request): /.test(line)).length,
  );
  expect(acts).toEqual([0, 2]);
  for (const each of [tab, acting.tab]) await each.close();
});
