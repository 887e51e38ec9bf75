import { expect, jest, test } from '@jest/globals';
import { launchChromium } from '../../scripts/chromium.ts';
import { htmlReport } from '../../src/analytics/report/html/report.ts';
import { jsonText } from '../../src/analytics/report/json.ts';
import { counts, dayFrom, fullReport, gonePage, page, project, report } from '../analytics/report/fixture.ts';
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
        { ...dayFrom('2026-01-05'), counts: counts(100, 50) },
        { ...dayFrom('2026-01-06'), counts: counts(660, 340) },
        dayFrom('2026-01-07'),
      ],
      notes: ['Not all days were read: max-requests (9) was used up.'],
    }),
  ],
  { siteUrl: 'https://docs.example.com' },
);

const json = JSON.parse([...jsonText(REPORT)].join(''));
const [{ totals, previousTotals, sections, pages, days, history, notes, headline }] = json.projects;
const named = (path: string) => pages.find((each: { path: string }) => each.path === path);
const full = fullReport();
const fullJson = JSON.parse([...jsonText(full)].join(''));

/** Each question, what the JSON says and should say, and what the page says. */
const QUESTIONS: readonly (readonly [string, unknown, unknown, ...string[]])[] = [
  [
    'How many views, and how did that change?',
    [totals.total, previousTotals.total, headline],
    [
      1150,
      800,
      expect.stringMatching(/1,150 views from 5 to 11 January 2026, 43\.8% more than in the 7 days before/),
    ],
    'Views 1,150 ▲ +43.8% from 800',
  ],
  [
    'Is that unusual?',
    [...history.map(({ counts }: { counts: { total: number } }) => counts.total), headline],
    [500, 700, 600, 800, expect.stringContaining('the most since at least 8 December 2025')],
    'Is this unusual? People AI This period and the 4 before it: the most since at least 8 December 2025.',
  ],
  [
    'Which section grew?',
    sections,
    [
      { section: '/guides', pages: 2, ...counts(700, 350), previous: counts(300, 100), changePercent: 162.5 },
      { section: '/api', pages: 1, ...counts(60, 40), previous: counts(320, 80), changePercent: -75 },
    ],
    '/guides 2 1,050 700 350 400 ▲ +162.5%',
    '/api 1 100 60 40 400 ▼ −75.0%',
  ],
  [
    'Which page rose, fell, appeared, vanished?',
    ['/guides/start', '/api/errors', '/guides/proxy', '/api/legacy'].map(named),
    [
      expect.objectContaining({ state: 'known', changePercent: 100 }),
      expect.objectContaining({ state: 'known', changePercent: -66.7 }),
      expect.objectContaining({ state: 'new' }),
      expect.objectContaining({ state: 'gone', total: 0, previous: counts(70, 30) }),
    ],
    '/guides/start 800 500 300 400 ▲ +100.0%',
    '/api/errors 100 60 40 300 ▼ −66.7%',
    '/guides/proxy 250 200 50 0 new',
    '/api/legacy 0 0 0 100 gone',
    '1 new, 1 gone',
  ],
  [
    'How much is AI, and how did its share change?',
    [totals.ai / totals.total, previousTotals.ai / previousTotals.total, headline],
    [390 / 1150, 180 / 800, expect.stringContaining('33.9% of them by AI (22.5% before)')],
    'By AI 390 33.9% of all views, 22.5% before ▲ +116.7% from 180',
  ],
  [
    'Which was the best day?',
    Math.max(...days.map((day: { counts: { total: number } | null }) => day.counts?.total ?? 0)),
    1000,
    'Most: 1,000 on Tue 6 Jan.',
  ],
  [
    'What was not read?',
    [days[2], notes],
    [{ date: '2026-01-07', counts: null }, ['Not all days were read: max-requests (9) was used up.']],
    'This report is incomplete. Days that were not read: 1 of 3.',
    'Not all days were read: max-requests (9) was used up.',
  ],
  [
    'What was counted?',
    [json.period, json.previousPeriod],
    [
      { kind: 'dates', from: '2026-01-05', to: '2026-01-12' },
      { kind: 'dates', from: '2025-12-29', to: '2026-01-05' },
    ],
    'Counted: from 2026-01-05 until 2026-01-12 (UTC, end exclusive).',
    'Compared with: from 2025-12-29 until 2026-01-05 (UTC, end exclusive).',
  ],
  ['Where is that page?', json.siteUrl, 'https://docs.example.com'],
  [
    'Were the pages read that we changed?',
    [fullJson.baseline.period, fullJson.projects[0].pages[0].baseline],
    [{ kind: 'dates', from: '2025-12-01', to: '2025-12-08' }, full.projects[0]?.pages[0]?.baseline],
  ],
];

test.each(QUESTIONS)('%s page-views.json says it', (_, actual, expected) => {
  expect(actual).toEqual(expected);
});

testInChromium('the page answers them with the same figures', async () => {
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    await tab.setContent([...htmlReport(REPORT)].join(''));
    await tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
    const text = (await tab.locator('body').innerText()).replace(/\s+/g, ' ');
    for (const [, , , ...answers] of QUESTIONS) for (const answer of answers) expect(text).toContain(answer);

    const links = tab.locator('.pages');
    expect(await links.getByRole('link', { name: '/api/legacy' }).count()).toBe(0);
    await tab.route('https://docs.example.com/**', (route) => route.fulfill({ body: 'the page itself' }));
    await links.getByRole('link', { name: '/guides/start' }).click();
    expect(tab.url()).toBe('https://docs.example.com/guides/start');

    await tab.setContent([...htmlReport(full)].join(''));
    const panel = tab.locator('figure', { hasText: 'Pages changed since 1–7 December 2025' });
    await panel.getByText('Show as a table').click();
    expect(await panel.locator('tbody tr').count()).toBe(10);
    expect(await tab.locator('.pages thead').innerText()).toContain('Baseline');
  } finally {
    await browser.close();
  }
});
