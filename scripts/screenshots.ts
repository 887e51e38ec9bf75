/**
 * Makes the pictures of the documentation, `docs/images/*.png`: what real runs of `src` wrote, against the sandbox and in
 * Chromium. Dates and numbers are the same each time. What a job summary and a comment look like around the action's own
 * Markdown is redrawn (`github-page.ts`).
 *
 *     npm run screenshots
 *
 * Chromium is `$CHROMIUM_PATH`, or one in the usual places. The pictures in the repository were made with the fonts Noto
 * Sans, Noto Sans CJK, Noto Serif, DejaVu Sans Mono and Noto Color Emoji.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { summaryPage, threadPage } from './screenshots/github-page.ts';
import { play } from './screenshots/play.ts';

const images = path.resolve(import.meta.dirname, '..', 'docs', 'images');

interface Picture {
  readonly html: string;
  /** CSS pixels. */
  readonly width: number;
  /** What the picture ends above; it shows the whole page unless given. */
  readonly endsAbove?: string;
  /** With more than one, the file's name says which. */
  readonly schemes: readonly ('light' | 'dark')[];
}

const panel = (title: string) => `.panel:has(h2:text-is("${title}"))`;

async function pictures(): Promise<Record<string, Picture>> {
  const { issue, pullRequest, reportSummary, reportPage } = await play();
  const schemes = ['light', 'dark'] as const;
  const github = { width: 860, schemes };
  const reportHtml = summaryPage('Report page views', reportSummary);
  return {
    thread: { html: threadPage(issue), ...github },
    'pull-request': { html: threadPage(pullRequest), ...github },
    'report-summary': { html: reportHtml, ...github, endsAbove: 'h3:text-is("Rising")' },
    report: { html: reportPage, width: 1120, endsAbove: panel('Sections'), schemes },
    'report-phone': { html: reportPage, width: 390, endsAbove: panel('Rising'), schemes: ['light'] },
  };
}

async function take(browser: Browser, picture: Picture, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const { html, width, endsAbove } = picture;
  const options: BrowserContextOptions = {
    viewport: { width, height: 700 },
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

const made = await pictures();
const browser = await launchChromium('--font-render-hinting=none');
try {
  for (const [name, picture] of Object.entries(made)) {
    for (const scheme of picture.schemes) {
      const png = await take(browser, picture, scheme);
      const file = path.join(images, `${name}${picture.schemes.length > 1 ? `-${scheme}` : ''}.png`);
      writeFileSync(file, png);
      console.log(`${path.relative(process.cwd(), file)}  ${Math.ceil(png.length / 1024)} kB`);
    }
  }
} finally {
  await browser.close();
}
