/**
 * Makes the pictures of the documentation, `docs/images/*.png`: what real runs of the bundle in `dist/` wrote, against
 * the sandbox and in Chromium. Dates and numbers are the same each time. What a job summary and a comment look like
 * around the action's own Markdown is redrawn (`github-page.ts`).
 *
 *     npm run screenshots
 *
 * Chromium is `$CHROMIUM_PATH`, or one in the usual places. The pictures in the repository were made with the fonts Noto
 * Sans, Noto Serif, DejaVu Sans Mono and Noto Color Emoji.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { commentPage, summaryPage } from './screenshots/github-page.ts';
import { type Made, play } from './screenshots/play.ts';

const images = path.resolve(import.meta.dirname, '..', 'docs', 'images');

interface Picture {
  readonly name: string;
  readonly html: string;
  /** CSS pixels. */
  readonly width: number;
  /** What the picture ends above; it shows the whole page unless given. */
  readonly endsAbove?: string;
  readonly colorScheme: 'light' | 'dark';
}

const GITHUB = { width: 860 };

function pictures({ requestSummary, comment, reportSummary, reportPage }: Made): Picture[] {
  const pages = {
    summary: { html: summaryPage('Ask the docs agent', requestSummary), ...GITHUB },
    comment: { html: commentPage(comment), ...GITHUB },
    'report-summary': {
      html: summaryPage('Report page views', reportSummary),
      ...GITHUB,
      endsAbove: 'h3:text-is("Rising")',
    },
    report: { html: reportPage, width: 1120, endsAbove: '.pages' },
  };
  const inBoth = Object.entries(pages).flatMap(([name, page]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      ...page,
      name: `${name}-${colorScheme}`,
      colorScheme,
    })),
  );
  const phone = { html: reportPage, width: 390, endsAbove: 'figure:has(h3:text-is("Top pages"))' };
  return [...inBoth, { ...phone, name: 'report-phone', colorScheme: 'light' }];
}

async function take(browser: Browser, picture: Picture): Promise<Buffer> {
  const { html, width, endsAbove, colorScheme } = picture;
  const options: BrowserContextOptions = {
    viewport: { width, height: 100 },
    colorScheme,
    deviceScaleFactor: 2,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  };
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.setContent(html);
    const end = endsAbove === undefined ? undefined : await page.locator(endsAbove).boundingBox();
    const clip = end && { clip: { x: 0, y: 0, width, height: Math.floor(end.y) } };
    return await page.screenshot({ fullPage: true, animations: 'disabled', ...clip });
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  const made = await play();
  const browser = await launchChromium('--font-render-hinting=none');
  try {
    for (const picture of pictures(made)) {
      const png = await take(browser, picture);
      const file = path.join(images, `${picture.name}.png`);
      writeFileSync(file, png);
      console.log(`${path.relative(process.cwd(), file)}  ${Math.ceil(png.length / 1024)} kB`);
    }
  } finally {
    await browser.close();
  }
}

await main();
