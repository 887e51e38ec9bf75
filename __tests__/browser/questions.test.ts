import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts';
import { htmlReport } from '../../src/analytics/report/html/report.ts';
import { jsonText } from '../../src/analytics/report/json.ts';
import { counts, fullReport, gonePage, page, project, report } from '../analytics/report/fixture.ts';
import { testInChromium } from './chromium.ts';

/** What a docs lead asks on Monday: answered by the JSON and by the page, with the same figures. */

jest.setTimeout(120_000);

const PAGES = [
  page('/guides/start', counts(500, 300), counts(300, 100)),
  page('/guides/proxy', counts(200, 50), 'new'),
  page('/api/errors', counts(60, 40), counts(250, 50)),
];
const GONE = [gonePage('/api/legacy', counts(70, 30))];
const weekFrom = (index: number) =>
  new Date(Date.parse('2025-12-08') + index * 604_800_000).toISOString().slice(0, 10);
const HISTORY = [500, 700, 600, 800].map((total, index) => ({
  from: weekFrom(index),
  to: weekFrom(index + 1),
  counts: counts(total, 0),
}));
const REPORT = report(
  [
    project({
      pages: PAGES,
      gone: GONE,
      totals: counts(760, 390),
      previousTotals: counts(620, 180),
      sums: counts(760, 390),
      history: HISTORY,
      days: [
        { date: '2026-01-05', counts: counts(100, 50) },
        { date: '2026-01-06', counts: counts(660, 340) },
        { date: '2026-01-07' },
      ],
      notes: ['Not all days were read: max-requests (9) was used up.'],
    }),
  ],
  { siteUrl: 'https://docs.example.com' },
);

const json = JSON.parse([...jsonText(REPORT)].join(''));
const [{ totals, previousTotals, sections, pages, days, history, notes, headline }] = json.projects;
const named = (path: string) => pages.find((each: { path: string }) => each.path === path);

let browser: Browser | undefined;
let tab: Page;
let text = '';
beforeAll(async () => {
  if (!chromiumPath) return;
  browser = await launchChromium();
  tab = await browser.newPage();
  await tab.setContent([...htmlReport(REPORT)].join(''));
  await tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
  text = (await tab.locator('body').innerText()).replace(/\s+/g, ' ');
});
afterAll(() => browser?.close());

/** The question, what the JSON says, and what the page says. */
function asks(question: string, inJson: () => void, onPage: () => unknown): void {
  describe(question, () => {
    test('in page-views.json', inJson);
    testInChromium('on the page', async () => {
      await onPage();
    });
  });
}

async function row(first: string): Promise<string> {
  const found = tab.locator('.pages tbody tr', { hasText: first });
  return (await found.innerText()).replace(/\s+/g, ' ');
}

asks(
  '1. How many views, and how did that change?',
  () => {
    expect([totals.total, previousTotals.total]).toEqual([1150, 800]);
    expect(headline).toContain('1,150 views from 5 to 11 January 2026, 43.8% more than in the 7 days before');
  },
  () => expect(text).toContain('Views 1,150 ▲ +43.8% from 800'),
);

asks(
  '2. Is that unusual?',
  () => {
    expect(history.map((each: { counts: { total: number } }) => each.counts.total)).toEqual([
      500, 700, 600, 800,
    ]);
    expect(headline).toContain('the most since at least 8 December 2025');
  },
  () =>
    expect(text).toContain(
      'Is this unusual? People AI This period and the 4 before it: the most since at least 8 December 2025.',
    ),
);

asks(
  '3. Which section grew?',
  () =>
    expect(sections).toEqual([
      { section: '/guides', pages: 2, ...counts(700, 350), previous: counts(300, 100), changePercent: 162.5 },
      { section: '/api', pages: 1, ...counts(60, 40), previous: counts(320, 80), changePercent: -75 },
    ]),
  () => {
    expect(text).toContain('/guides 2 1,050 700 350 400 ▲ +162.5%');
    expect(text).toContain('/api 1 100 60 40 400 ▼ −75.0%');
  },
);

asks(
  '4. Which page rose, fell, appeared, vanished?',
  () => {
    expect(named('/guides/start')).toMatchObject({ state: 'known', changePercent: 100 });
    expect(named('/api/errors')).toMatchObject({ state: 'known', changePercent: -66.7 });
    expect(named('/guides/proxy')).toMatchObject({ state: 'new' });
    expect(named('/api/legacy')).toMatchObject({ state: 'gone', total: 0, previous: counts(70, 30) });
  },
  async () => {
    expect(await row('/guides/start')).toMatch(/▲ \+100\.0%/);
    expect(await row('/api/errors')).toMatch(/▼ −66\.7%/);
    expect(await row('/guides/proxy')).toMatch(/new/);
    expect(await row('/api/legacy')).toMatch(/gone/);
    expect(text).toContain('1 new, 1 gone');
  },
);

asks(
  '5. How much is AI, and how did its share change?',
  () => {
    expect([totals.ai / totals.total, previousTotals.ai / previousTotals.total]).toEqual([
      390 / 1150,
      180 / 800,
    ]);
    expect(headline).toContain('33.9% of them by AI (22.5% before)');
  },
  () => expect(text).toContain('By AI 390 33.9% of all views, 22.5% before ▲ +116.7% from 180'),
);

asks(
  '6. Which was the best day?',
  () =>
    expect(Math.max(...days.map((day: { counts: { total: number } | null }) => day.counts?.total ?? 0))).toBe(
      1000,
    ),
  () => expect(text).toContain('Most: 1,000 on Tue 6 Jan.'),
);

asks(
  '7. Where is that page?',
  () => expect(json.siteUrl).toBe('https://docs.example.com'),
  async () => {
    const link = tab.locator('.pages').getByRole('link', { name: '/guides/start' });
    expect(await link.getAttribute('href')).toBe('https://docs.example.com/guides/start');
    expect(await tab.locator('.pages').getByRole('link', { name: '/api/legacy' }).count()).toBe(0);
    await tab.route('https://docs.example.com/**', (route) => route.fulfill({ body: 'the page itself' }));
    await link.click();
    expect(tab.url()).toBe('https://docs.example.com/guides/start');
    await tab.setContent([...htmlReport(REPORT)].join(''));
  },
);

asks(
  '8. What was not read?',
  () => {
    expect(days[2]).toEqual({ date: '2026-01-07', counts: null });
    expect(notes).toEqual(['Not all days were read: max-requests (9) was used up.']);
  },
  () => {
    expect(text).toContain('This report is incomplete. Days that were not read: 1 of 3.');
    expect(text).toContain('Not all days were read: max-requests (9) was used up.');
  },
);

asks(
  '9. What was counted?',
  () =>
    expect([json.period, json.previousPeriod]).toEqual([
      { kind: 'dates', from: '2026-01-05', to: '2026-01-12' },
      { kind: 'dates', from: '2025-12-29', to: '2026-01-05' },
    ]),
  () => {
    expect(text).toContain('Counted: from 2026-01-05 until 2026-01-12 (UTC, end exclusive).');
    expect(text).toContain('Compared with: from 2025-12-29 until 2026-01-05 (UTC, end exclusive).');
  },
);

asks(
  '10. Were the pages read that we changed?',
  () => {
    const made = JSON.parse([...jsonText(fullReport())].join(''));
    expect(made.baseline.period).toEqual({ kind: 'dates', from: '2025-12-01', to: '2025-12-08' });
    const [first] = made.projects[0].pages;
    expect(first.baseline.total).toBe(fullReport().projects[0]?.pages[0]?.baseline?.total);
  },
  async () => {
    const other = await (browser as Browser).newPage();
    await other.setContent([...htmlReport(fullReport())].join(''));
    const panel = other.locator('figure', { hasText: 'Pages changed since 1–7 December 2025' });
    await panel.getByText('Show as a table').click();
    expect(await panel.locator('tbody tr').count()).toBe(10);
    expect(await other.locator('.pages thead').innerText()).toContain('Baseline');
    await other.close();
  },
);
