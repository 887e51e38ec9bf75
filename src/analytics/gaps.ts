import { counted, listed, thousands } from '../text/numbers.ts';
import { differenceOf, rounded, sumOf } from './counts.ts';
import type { Gap } from './model.ts';
import type { PeriodPages } from './period-pages.ts';
import type { LeftOut, ProjectReading, Requests } from './requests.ts';

/** All that was asked for and is missing: first what concerns every project, then project by project. */
export function gapsOf(
  readings: readonly ProjectReading[],
  leftOut: readonly LeftOut[],
  requests: Requests,
): Gap[] {
  const told = new Set(leftOut.map(({ kind }) => kind));
  const each = readings.flatMap((reading) => {
    const { projectId, history, days } = reading;
    const missing = [
      ...missingPages(reading),
      ...(told.has('history') ? [] : missingTotals(reading, history, 'periods before')),
      ...(told.has('days') ? [] : missingTotals(reading, days, 'days')),
    ];
    const texts = [...byReason(missing, reading, requests), ...unsoundPages(reading)];
    return texts.map((text): Gap => ({ projectId, text }));
  });
  return [...leftOutGap(leftOut, requests), ...each];
}

const TREND_NAMES = { history: 'the periods before', days: 'each day' } as const;

function leftOutGap(leftOut: readonly LeftOut[], { closedBy, allowed }: Requests): Gap[] {
  const [first] = leftOut;
  if (!first) return [];
  const needed = leftOut.reduce((sum, { requests }) => sum + requests, 0);
  const why = closedBy
    ? 'the platform took no more requests'
    : `it takes ${counted(needed, 'request')}, and of max-requests (${thousands(allowed)}) ${thousands(first.left)} were left`;
  return [
    {
      text: `Not read: the totals of ${listed(leftOut.map(({ kind }) => TREND_NAMES[kind]))}, since ${why}.`,
    },
  ];
}

/** What is missing, and the period whose reading ended. */
interface Missing {
  readonly what: string;
  readonly pages: PeriodPages;
}

function missingPages({ pages, before }: ProjectReading): Missing[] {
  const { totals, sums } = pages;
  if (!totals) return [{ what: 'this project', pages }];
  const missing: Missing[] = [];
  const isCutOff = ({ isOpen, error }: PeriodPages) => isOpen || error !== undefined;
  if (isCutOff(pages)) {
    const views = rounded(totals.total - sums.total);
    const share = views > 0 ? ` (${thousands(views)} of ${counted(totals.total, 'view')})` : '';
    missing.push({ what: `pages after the first ${thousands(pages.rows.length)}${share}`, pages });
  }
  if (before && !before.totals) missing.push({ what: 'the period compared with', pages: before });
  if (before?.totals && isCutOff(before)) {
    const what = `pages of the period compared with after the first ${thousands(before.rows.length)}`;
    missing.push({ what, pages: before });
  }
  return missing;
}

function missingTotals(
  { pages, before }: ProjectReading,
  all: readonly PeriodPages[],
  what: string,
): Missing[] {
  const unread = all.filter((each) => !each.totals && each !== before);
  const [first] = unread;
  if (!pages.totals || !first) return [];
  return [{ what: `${thousands(unread.length)} of ${thousands(all.length)} ${what}`, pages: first }];
}

/** One sentence for each reason. */
function byReason(missing: readonly Missing[], { error }: ProjectReading, requests: Requests): string[] {
  const reasonOf = ({ pages }: Missing) => {
    const cause = pages.error ?? error ?? requests.closedBy;
    return cause
      ? `${cause.message} ${cause.advice}`
      : `All of max-requests (${thousands(requests.allowed)}) was used.`;
  };
  return [...Map.groupBy(missing, reasonOf)].map(
    ([reason, parts]) => `Not read: ${listed(parts.map(({ what }) => what))}. ${reason}`,
  );
}

/** What is missing although every request was answered. */
function unsoundPages(reading: ProjectReading): string[] {
  return periodsOf(reading).flatMap(([name, { isUnsound, oddRows, sums, totals }]) => [
    ...(isUnsound
      ? [`Pages of ${name} may be missing, since rows were repeated. ${differences(name, [sums], totals)}`]
      : []),
    ...(oddRows > 0
      ? [`Left out: ${counted(oddRows, 'row')} of ${name} in another shape than the platform documents.`]
      : []),
  ]);
}

/** What does not add up although nothing is known to be missing. */
export function notesOf(reading: ProjectReading): string[] {
  const ofPages = periodsOf(reading).map(([name, { isComplete, sums, totals }]) =>
    isComplete ? differences(name, [sums], totals) : '',
  );
  const days = reading.days.map(({ totals }) => totals);
  const ofDays =
    days.length > 0 && days.every(Boolean) ? differences('each day', days, reading.pages.totals) : '';
  return [...ofPages, ofDays].filter((note) => note !== '');
}

function periodsOf({ pages, before }: ProjectReading): (readonly [name: string, pages: PeriodPages])[] {
  return [['the period', pages] as const, ...(before ? [['the period compared with', before] as const] : [])];
}

type Sums = Parameters<typeof sumOf>[0];

function differences(name: string, parts: Sums, totals: PeriodPages['totals']): string {
  const sums = sumOf(parts);
  const differing = totals && differenceOf(sums, totals);
  if (!totals || !differing) return '';
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[differing];
  const what = name === 'each day' ? 'The days' : `The pages of ${name}`;
  return `${what} add up to ${thousands(sums[differing])} ${views}, but the platform's total is ${thousands(totals[differing])}.`;
}
