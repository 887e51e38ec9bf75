import { expect } from '@jest/globals';
import { jsonText } from '../../../../src/analytics/report/json.ts';
import { counts, gonePage, page, project, report, spanFrom } from '../fixture.ts';

/** What a docs lead asks on Monday: answered by the JSON and by the page, with the same figures. */

const PAGES = [
  page('/guides/start', counts(500, 300), counts(300, 100)),
  page('/guides/proxy', counts(200, 50), 'new'),
  page('/api/errors', counts(60, 40), counts(250, 50)),
  gonePage('/api/legacy', counts(70, 30)),
];
const HISTORY = [500, 700, 600, 800].map((total, index) => ({
  ...spanFrom('2025-12-08', 7 * index, 7),
  counts: counts(total, 0),
}));
export const REPORT = report(
  [
    project({
      pages: PAGES,
      totals: counts(760, 390),
      previousTotals: counts(620, 180),
      history: HISTORY,
      days: [
        { ...spanFrom('2026-01-05'), counts: counts(100, 50) },
        { ...spanFrom('2026-01-06'), counts: counts(650, 330) },
        { ...spanFrom('2026-01-07'), counts: counts(10, 10) },
        spanFrom('2026-01-08'),
      ],
    }),
  ],
  {
    siteUrl: 'https://docs.example.com',
    gaps: [{ projectId: 'handbook-docs', text: 'Not read: 1 of 4 days. All of max-requests (9) was used.' }],
  },
);

const json = JSON.parse(jsonText(REPORT));
const [{ totals, previousTotals, sections, pages, days, history, gaps, headline }] = json.projects;
const named = (path: string) => pages.find((each: { path: string }) => each.path === path);

/** Each question, what the JSON says and should say, and what the page says. */
export const QUESTIONS: readonly (readonly [string, unknown, unknown, ...string[]])[] = [
  [
    'How many views, and how did that change?',
    [totals.total, previousTotals.total, headline],
    [
      1150,
      800,
      expect.stringMatching(/^1,150 views from 5 to 11 January 2026, .*43\.8 % more than in the 7 days/),
    ],
    '1,150 views from 5 to 11 January 2026, the most since at least 8 December 2025, 43.8 % more than in the 7 days before',
  ],
  [
    'Why did it change?',
    headline,
    expect.stringMatching(/, mostly \/guides\/start \(\+100\.0 %\)\.$/),
    'mostly /guides/start (+100.0 %).',
  ],
  [
    'Is that unusual?',
    [...history.map(({ counts }: { counts: { total: number } }) => counts.total), headline],
    [500, 700, 600, 800, expect.stringContaining('the most since at least 8 December 2025')],
    'Is this unusual? The 4 periods before had 500 to 800 views.',
  ],
  [
    'Which section grew?',
    sections,
    [
      { section: '/guides', pages: 2, ...counts(700, 350), previous: counts(300, 100), changePercent: 162.5 },
      { section: '/api', pages: 1, ...counts(60, 40), previous: counts(320, 80), changePercent: -75 },
    ],
    '/guides 2 1,050 33.3 % AI 400 ▲ +162.5 %',
    '/api 1 100 40.0 % AI 400 ▼ −75.0 %',
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
    'Rising Page Before Now Change /guides/start 400 800 ▲ +100.0 % /guides/proxy 0 250 new',
    'Falling Page Before Now Change /api/errors 300 100 ▼ −66.7 % /api/legacy 100 0 gone',
    '1 new, 1 gone',
  ],
  [
    'How much is AI, and how did its share change?',
    [totals.ai / totals.total, previousTotals.ai / previousTotals.total],
    [390 / 1150, 180 / 800],
    'AI 390 ▲ +116.7 % from 180 33.9 % of all views, 22.5 % before',
  ],
  [
    'Which was the best day?',
    Math.max(...days.map((day: { counts: { total: number } | null }) => day.counts?.total ?? 0)),
    980,
    'Which day? Most: 980 on Tue 6 Jan. Fewest: 20 on Wed 7 Jan.',
  ],
  [
    'What was not read?',
    [days[3], json.gaps, gaps],
    [
      { date: '2026-01-08', counts: null },
      ['Not read: 1 of 4 days. All of max-requests (9) was used.'],
      ['Not read: 1 of 4 days. All of max-requests (9) was used.'],
    ],
    'This report is incomplete. Not read: 1 of 4 days. All of max-requests (9) was used.',
  ],
  [
    'What was counted?',
    [json.period, json.previousPeriod],
    [
      { from: '2026-01-05', to: '2026-01-11' },
      { from: '2025-12-29', to: '2026-01-04' },
    ],
    'Days in UTC: 2026-01-05 to 2026-01-11, compared with 2025-12-29 to 2026-01-04.',
  ],
  ['Where is that page?', json.siteUrl, 'https://docs.example.com'],
  [
    'Which pages are read most?',
    pages.slice(0, 2).map(({ path, total }: { path: string; total: number }) => `${path} ${total}`),
    ['/guides/start 800', '/guides/proxy 250'],
    'Top pages Page Views People and AI Before Change /guides/start 800 37.5 % AI 400 ▲ +100.0 %',
  ],
];
