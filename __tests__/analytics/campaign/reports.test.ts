import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Period } from '../../../src/analytics/period.ts';
import { NothingReadError, readReport } from '../../../src/analytics/read.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { markdownReport } from '../../../src/analytics/report/markdown.ts';
import { CollectedLog } from '../../helpers/collected-log.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { FakeSite } from '../fake-site.ts';
import { plus, type Random, RandomSite } from './site.ts';
import { earlier, type Plan, Truth } from './truth.ts';

function anyPeriod({ below, of }: Random): Period {
  const start = plus('2026-05-01', below(1100));
  const from = `${start.slice(0, 8)}01`;
  const nextMonth = `${plus(from, 31).slice(0, 8)}01`;
  const to = plus(start, of([1, 3, 7, 7, 7, 7, 10, 30, 100]) - 1);
  return below(4) === 0
    ? { from, to: plus(nextMonth, -1), isMonth: true }
    : { from: start, to, isMonth: false };
}

function lastYear({ from, to, isMonth }: Period): Period {
  const [first = '', last = ''] = [from, to].map((day) =>
    `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28'),
  );
  return { from: first, to: last, isMonth: isMonth && plus(last, 1).endsWith('-01') };
}

function anyPlan(random: Random): Plan {
  const { below, of } = random;
  const period = anyPeriod(random);
  const [before, previous] = earlier({ ...period, isMonth: false }, 2);
  const usual = period.isMonth ? earlier(period, 1)[0] : previous;
  const comparison = of([usual, usual, usual, lastYear(period), before, undefined]);
  const isBroken = below(5) < 2;
  const sites = ['docs', 'blog', 'handbook']
    .slice(0, of([1, 1, 1, 2, 3]))
    .map((id) => new RandomSite(random, id, period, isBroken));
  return {
    period,
    comparison,
    sites,
    trend: below(5) > 0,
    maxRequests: of([...Array(6).fill(90), 40, 21, 12, 6, 3, 1]),
  };
}

/** A line of GitHub's Markdown as people read it. */
const plain = (text: string) =>
  text.replaceAll('\u00a0', ' ').replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));

/** What stands between a heading and its chart or table. */
function textsOf(markdown: string): Record<string, string | undefined> {
  const parts = plain(markdown).split('\n\n');
  const headings = parts.flatMap((part, at) =>
    part.startsWith('### ') ? [[part.slice(4), parts[at + 1]]] : [],
  );
  return Object.fromEntries(
    headings.map(([title, next]) => [title, /^(?:\||```)/.test(next ?? '') ? undefined : next]),
  );
}

interface Written {
  readonly headline: string;
  readonly gaps: readonly string[];
  readonly [other: string]: unknown;
  readonly notes: readonly string[];
}

/** Reads the sites, and compares the files with the truth. */
async function play(plan: Plan): Promise<void> {
  const { sites, comparison: compare } = plan;
  const clock = new SimulatedClock();
  const platforms = sites.map((site) => {
    return { projectId: site.id, platform: new FakeSite({ clock, rows: site.rows, instead: site.instead }) };
  });
  const options = { ...plan, compare, siteUrl: 'https://docs.example.com', clock, log: new CollectedLog() };
  const { signal } = new AbortController();
  const report = await readReport({ ...options, platforms, signal }).catch((error: unknown) => {
    if (error instanceof NothingReadError) return undefined;
    throw error;
  });
  const asked = platforms.reduce((count, { platform }) => count + platform.queries.length, 0);
  expect(asked).toBeLessThanOrEqual(plan.maxRequests);
  const isRead = sites.some((site) => site.answered(plan.period).totals);
  expect(report !== undefined).toBe(isRead);
  if (!report) return;
  const [first] = report.projects;
  const shown = { history: first?.history?.length ?? 0, days: first?.days !== undefined };
  const truth = new Truth(plan, shown);
  const { projects, ...all } = JSON.parse([...jsonText(report)].join('')) as Written & {
    projects: Written[];
  };
  const daysOf = ({ from, to }: Period) => ({ from, to });
  expect(all).toMatchObject({
    period: daysOf(plan.period),
    previousPeriod: compare ? daysOf(compare) : null,
    siteUrl: sites.length === 1 ? 'https://docs.example.com' : null,
    requests: { allowed: plan.maxRequests, spent: asked },
  });
  expect(all.headline).toBe(truth.headlineOf(truth.projects));
  for (const [at, project] of truth.projects.entries()) {
    const { headline, gaps, notes, ...written } = projects[at] as Written;
    expect(written).toEqual(project.written);
    expect(headline).toBe(truth.headlineOf([project]));
    expect(notes).toEqual([...truth.notes, ...project.notes]);
    expectGaps(gaps, truth, project, asked);
  }
  const gaps = report.projects.flatMap(({ projectId }, at) =>
    (projects[at]?.gaps ?? []).map((text) => ({ projectId, text })),
  );
  const lines = [...Map.groupBy(gaps, ({ text }) => text)].map(([text, same]) =>
    projects.length > 1
      ? `${same
          .map(({ projectId }) => projectId)
          .join(', ')
          .replace(/, (\w+)$/, ' and $1')}: ${text}`
      : text,
  );
  expect(all.gaps).toEqual(lines);
  if (sites.length === 1) {
    const texts = textsOf(markdownReport(report, {}));
    const { Views: _, Notes: __, ...others } = texts;
    expect(others).toMatchObject(
      Object.fromEntries(Object.keys(others).map((title) => [title, truth.texts[title]])),
    );
  }
}

function expectGaps(
  gaps: readonly string[],
  truth: Truth,
  project: Truth['projects'][number],
  asked: number,
) {
  const unread = gaps.flatMap((gap) => {
    const [, parts, reason] = /^Not read: (.+?)\. ([A-Z].*)$/.exec(gap) ?? [];
    if (reason !== undefined) expect(truth.reasonsOf(project, asked)).toContain(reason);
    return parts?.split(/, | and /) ?? [];
  });
  expect(unread.toSorted()).toEqual(project.unread.toSorted());
  const others = gaps.filter((gap) => !gap.startsWith('Not read: '));
  expect(others).toEqual([project.now, project.before].flatMap((side) => side?.gaps ?? []));
}

/** As many again with a new seed, as `npm run explore` has it. */
const RUNS = process.env['CHECK_SEED'] ? 500 : 100;

test('random reports say what is so of their sites, and say all of it', async () => {
  const drawn = fc.noBias(fc.gen()).map((draw) => {
    const below = (end: number) => draw(fc.nat, end - 1);
    return anyPlan({ below, of: (list) => list[below(list.length)] as (typeof list)[number] });
  });
  await fc.assert(fc.asyncProperty(drawn, play), { numRuns: RUNS, endOnFailure: true });
});
