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
import path from 'node:path';
import { launchChromium } from './chromium.ts';
import { summaryPage, threadPage } from './screenshots/github-page.ts';
import { play } from './screenshots/play.ts';

const IMAGES = path.resolve(import.meta.dirname, '../docs/images');
const { issue, pullRequest, reportSummary, reportPage } = await play();
const browser = await launchChromium('--font-render-hinting=none');

/**
 * @param width in CSS pixels
 * @param endsAbove what the picture ends above; it shows the whole page unless given
 */
async function take(name: string, html: string, width: number, endsAbove?: string, isDark = false) {
  const page = await browser.newPage({
    viewport: { width, height: 700 },
    colorScheme: isDark ? 'dark' : 'light',
    deviceScaleFactor: 2,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await page.setContent(html);
  const end = endsAbove === undefined ? undefined : await page.locator(endsAbove).boundingBox();
  const clip = end && { clip: { x: 0, y: 0, width, height: Math.floor(end.y) } };
  const file = path.join(IMAGES, `${name}.png`);
  const { length } = await page.screenshot({ path: file, fullPage: true, animations: 'disabled', ...clip });
  console.log(`${path.relative(process.cwd(), file)}  ${Math.ceil(length / 1024)} kB`);
  await page.close();
}

async function takeBoth(name: string, html: string, width: number, endsAbove?: string) {
  await take(`${name}-light`, html, width, endsAbove);
  await take(`${name}-dark`, html, width, endsAbove, true);
}

try {
  await takeBoth('thread', threadPage(issue), 860);
  await takeBoth('pull-request', threadPage(pullRequest), 860);
  const summary = summaryPage('Report page views', reportSummary);
  await takeBoth('report-summary', summary, 860, 'h3:text-is("Most views gained")');
  await takeBoth('report', reportPage, 1120, '.panel:has(h2:text-is("Sections"))');
  await take('report-phone', reportPage, 390, '.panel:has(h2:text-is("Most views gained"))');
} finally {
  await browser.close();
}
