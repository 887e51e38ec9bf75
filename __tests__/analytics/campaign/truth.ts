import { STATUS_CODES } from 'node:http';
import type { Period } from '../../../src/analytics/period.ts';
import type { Counts } from '../../../src/platform/schemas.ts';
import { sumOf } from '../fake-site.ts';
import { lengthOf, plus, type RandomSite, type Range } from './site.ts';

/**
 * All that a report has to say, from what the sites have answered. It shares nothing with `src`: each figure and each
 * sentence is made here a second time.
 */

export interface Plan {
  readonly period: Period;
  readonly comparison: Period | undefined;
  readonly trend: boolean;
  readonly maxRequests: number;
  readonly sites: readonly RandomSite[];
}

/** What the report shows of the trend: how many earlier periods, and whether the days. */
export interface Shown {
  readonly history: number;
  readonly days: boolean;
}

const thousands = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });
const counted = (count: number, what: string) => `${thousands(count)} ${what}${count === 1 ? '' : 's'}`;
export const listed = (names: readonly string[]) => names.join(', ').replace(/, ([^,]*)$/, ' and $1');
const signed = (percent: number) => `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
const percentOf = (now: number, before: number) => Number((((now - before) / before) * 100).toFixed(1)) + 0;
const isSame = (a: Range | undefined, b: Range | undefined) => a?.from === b?.from && a?.to === b?.to;
const dayName = (day: string, form: Intl.DateTimeFormatOptions) =>
  new Date(day).toLocaleDateString('en-GB', { ...form, timeZone: 'UTC' }).replace(',', '');
const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** Such as `from 5 to 11 January 2026`: what both days have in common stands once. */
function timeOf({ from, to, isMonth }: Period): string {
  const [first, last] = [from, to].map((day) => dayName(day, LONG));
  if (isMonth) return `in ${last?.replace(/^\d+ /, '')}`;
  if (from === to) return `on ${last}`;
  const same = from.slice(0, 4) !== to.slice(0, 4) ? 3 : from.slice(0, 7) !== to.slice(0, 7) ? 2 : 1;
  return `from ${first?.split(' ').slice(0, same).join(' ')} to ${last}`;
}

/** The periods right before, oldest first. */
export function earlier(period: Period, count: number): Period[] {
  const found: Period[] = [];
  for (let { from } = period; found.length < count; from = found[0]?.from ?? '') {
    const to = plus(from, -1);
    const first = period.isMonth ? `${to.slice(0, 8)}01` : plus(from, -lengthOf(period));
    found.unshift({ from: first, to, isMonth: period.isMonth });
  }
  return found;
}

const daysIn = (range: Range) => Array.from({ length: lengthOf(range) }, (_, at) => plus(range.from, at));
const total = (sites: readonly RandomSite[], range: Range) =>
  sites.reduce((sum, site) => sum + (site.answered(range).totals?.total ?? 0), 0);

/** Where parts do not add up to Mintlify's total: the first kind of views that differs. */
function difference(what: string, sums: Counts, totals: Counts | undefined): string {
  const kind = totals && (['total', 'human', 'ai'] as const).find((each) => sums[each] !== totals[each]);
  if (!kind) return '';
  const by = { total: '', human: ' by people', ai: ' by AI' }[kind];
  return `${what} add up to ${thousands(sums[kind])} views${by}, but Mintlify's total is ${thousands(totals[kind])}.`;
}

/** What came of one of the periods that are compared, and what that is worth. */
function sideOf(site: RandomSite, range: Range, name: string) {
  const { totals, rows, offsets, oddRows, isRepeated: hasRepeats } = site.answered(range);
  const pages = Math.max(1, Math.ceil(site.sizeOf(range) / 250));
  const isCut = Array.from({ length: pages }, (_, at) => 250 * at).some((offset) => !offsets.has(offset));
  const sums = sumOf(rows.values());
  const differs = difference(`The pages of ${name}`, sums, totals);
  const isRepeated = hasRepeats && differs !== '';
  const isUnsound = isRepeated || (totals !== undefined && !isCut && sums.total < 0.99 * totals.total);
  const isComplete = totals !== undefined && !isCut && !isUnsound && oddRows === 0;
  const why = isRepeated
    ? 'may be missing, since Mintlify repeated rows, or sent fewer than it promised'
    : 'are missing, although Mintlify says that these are all';
  const gaps = [
    ...(isUnsound ? [`Pages of ${name} ${why}. ${differs}`] : []),
    ...(oddRows > 0
      ? [`Left out: ${counted(oddRows, 'row')} of ${name} in another format than Mintlify documents.`]
      : []),
  ];
  return { totals, rows, sums, isCut, isUnsound, isComplete, differs, gaps };
}

interface Page extends Counts {
  readonly path: string;
  readonly state: string;
  readonly previous: Counts | null;
}

/** One project of the report, and the pages and sections that may be named as what moved. */
class ProjectTruth {
  readonly site: RandomSite;
  readonly now: ReturnType<typeof sideOf>;
  readonly before: ReturnType<typeof sideOf> | undefined;
  readonly history: readonly Range[];
  readonly days: readonly Range[];
  readonly pages: readonly Page[];
  readonly isWhole: boolean;
  readonly #plan: Plan;

  constructor(plan: Plan, site: RandomSite, shown: Shown) {
    const { period, comparison } = plan;
    this.#plan = plan;
    this.site = site;
    this.now = sideOf(site, period, 'the period');
    this.before = comparison && sideOf(site, comparison, 'the period compared with');
    this.history = earlier(period, shown.history);
    this.days = shown.days ? daysIn(period).map((day) => ({ from: day, to: day })) : [];
    this.isWhole = this.now.isComplete && this.before?.isComplete === true;
    this.pages = this.#pages();
  }

  #pages(): Page[] {
    const { now, before } = this;
    const isNew = before?.isComplete === true && !now.isUnsound;
    const order = (a: Page, b: Page) => b.total - a.total || (a.path < b.path ? -1 : 1);
    const none = sumOf([]);
    const pages = [...now.rows.values()].map((row): Page => {
      const { path: _, ...previous } = before?.rows.get(row.path) ?? { path: '', ...none };
      if (before?.rows.has(row.path)) return { ...row, state: 'known', previous };
      return { ...row, state: isNew ? 'new' : 'unknown', previous: isNew ? none : null };
    });
    const left = [...(isNew && now.isComplete ? before.rows.values() : [])].filter(
      ({ path }) => !now.rows.has(path),
    );
    const gone = left.map((row): Page => ({ ...row, state: '', previous: null })).sort(order);
    return [
      ...pages.sort(order),
      ...gone.map(({ path, human, ai, total: all }) => {
        return { path, ...none, state: 'gone', previous: { human, ai, total: all } };
      }),
    ];
  }

  get sections() {
    const nameOf = (path: string) => `/${path.replace(/^\/+/, '').split(/[/?#]/)[0]}`;
    return [...Map.groupBy(this.pages, ({ path }) => nameOf(path))]
      .map(([section, pages]) => ({
        section,
        pages: pages.filter(({ state }) => state !== 'gone').length,
        ...sumOf(pages),
        previous: this.isWhole ? sumOf(pages.flatMap(({ previous }) => previous ?? [])) : null,
      }))
      .sort((a, b) => b.total - a.total || (a.section < b.section ? -1 : 1));
  }

  /** What was asked for and did not come. */
  get unread(): string[] {
    const { now, before, history, days, site } = this;
    const { period, comparison } = this.#plan;
    if (!now.totals) return ['this project'];
    const left = now.totals.total - now.sums.total;
    const share = left > 0 ? ` (${thousands(left)} of ${counted(now.totals.total, 'view')})` : '';
    const after = ({ rows }: typeof now) => `after the first ${thousands(rows.size)}`;
    const pages = now.isCut ? 'those' : 'the pages';
    const countOf = (spans: readonly Range[], name: string) => {
      const isMissing = (span: Range) => !isSame(span, comparison) && !site.answered(span).totals;
      const missing = spans.filter((span) => !isSame(span, period) && isMissing(span)).length;
      return missing > 0 ? [`${missing} of ${spans.length} ${name}`] : [];
    };
    return [
      ...(now.isCut ? [`the pages ${after(now)}${share}`] : []),
      ...(before && !before.totals ? ['the period compared with'] : []),
      ...(before?.totals && before.isCut ? [`${pages} of the period compared with ${after(before)}`] : []),
      ...countOf(history, 'earlier periods'),
      ...countOf(days, 'days'),
    ];
  }

  get notes(): string[] {
    const sides = [this.now, this.before].flatMap((side) => (side?.isComplete ? side.differs : []));
    const totals = this.days.flatMap((day) => this.site.answered(day).totals ?? []);
    const isAll = totals.length > 0 && totals.length === this.days.length;
    const daily = isAll ? difference('The days', sumOf(totals), this.now.totals) : '';
    return [...sides, daily].filter((note) => note !== '');
  }

  get written() {
    const { now, before, site } = this;
    const withChange = <T extends { total: number; previous: Counts | null }>(views: T) => {
      const base = views.previous?.total;
      return { ...views, changePercent: base ? percentOf(views.total, base) : null };
    };
    const countsOf = (span: Range) => site.answered(span).totals ?? null;
    return {
      ...{ projectId: site.id, totals: now.totals ?? null, previousTotals: before?.totals ?? null },
      ...{ sums: now.sums, complete: now.isComplete, previousComplete: before?.isComplete ?? null },
      days: this.days.length > 0 ? this.days.map((day) => ({ date: day.from, counts: countsOf(day) })) : null,
      history:
        this.history.length > 0
          ? this.history.map((span) => ({ from: span.from, to: span.to, counts: countsOf(span) }))
          : null,
      sections: this.sections.map(withChange),
      pages: this.pages.map(withChange),
    };
  }
}

export class Truth {
  readonly projects: readonly ProjectTruth[];
  readonly #plan: Plan;
  readonly #shown: Shown;

  constructor(plan: Plan, shown: Shown) {
    this.#plan = plan;
    this.#shown = shown;
    this.projects = plan.sites.map((site) => new ProjectTruth(plan, site, shown));
  }

  /** Why something of the project was not read: what failed, of it or for all, or the budget. */
  reasonsOf({ site }: ProjectTruth, asked: number): string[] {
    const ofAll = this.#plan.sites.flatMap(({ failures }) => [...failures].filter((each) => each === 429));
    const failed = [...site.failures, ...ofAll].map((status) =>
      status === 0
        ? 'The request to Mintlify failed (ECONNRESET). Try again later.'
        : `Mintlify answered ${status} ${STATUS_CODES[status]}. Try again later.`,
    );
    const used = `All of max-requests (${this.#plan.maxRequests}) was used.`;
    return asked === this.#plan.maxRequests ? [...failed, used] : failed;
  }

  headlineOf(projects: readonly ProjectTruth[]): string {
    const { period, comparison } = this.#plan;
    const read = projects.filter(({ now }) => now.totals).map(({ site }) => site);
    const count = projects.length === read.length ? '' : `${read.length} of `;
    const subject = projects.length > 1 ? `${count}${projects.length} projects: ` : '';
    if (read.length === 0) return subject ? `${subject}no views could be read.` : 'No views could be read.';
    const { known, isPerDay, word } = this.#rangeOf(projects);
    const since = known[0] && dayName(known[0].from, LONG).replace(period.isMonth ? /^\d+ / : /^$/, '');
    const isCompared = projects.every(({ now, before }) => now.totals && before?.totals);
    return [
      `${subject}${counted(total(read, period), 'view')} ${timeOf(period)}`,
      word === 'within' ? '' : `, the ${word}${isPerDay ? ' per day' : ''} since at least ${since}`,
      comparison && isCompared ? `, ${this.#changeOf(read, comparison)}` : '',
      `${comparison ? this.#moverOf(projects, comparison) : ''}.`,
    ].join('');
  }

  #changeOf(sites: readonly RandomSite[], comparison: Period): string {
    const { period } = this.#plan;
    const [now, before] = [total(sites, period), total(sites, comparison)];
    const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison)];
    const previous = period.isMonth
      ? 'in the previous month'
      : length === 1
        ? 'on the previous day'
        : `in the previous ${length} days`;
    const name = isSame(comparison, earlier(period, 1)[0]) ? previous : timeOf(comparison);
    if (before === 0) return now === 0 ? `as many as ${name}` : `up from 0 ${name}`;
    const isOther = length !== lengthBefore;
    const perDay = isOther ? ' per day' : '';
    const lengths = isOther ? ` in ${counted(lengthBefore, 'day')}; this period has ${length}` : '';
    const base = ` (${thousands(before)}${lengths})`;
    // Whole numbers: they are the same exactly, or not.
    if (now * lengthBefore === before * length) return `as many${perDay} as ${name}${isOther ? base : ''}`;
    const percent = percentOf(now, (before * length) / lengthBefore);
    if (percent === 0) return `almost as many${perDay} as ${name}${base}`;
    return `${Math.abs(percent).toFixed(1)} % ${percent > 0 ? 'more' : 'fewer'}${perDay} than ${name}${base}`;
  }

  /** The earlier periods that were read right before, from the first one with views; per day if their lengths differ. */
  #rangeOf(projects: readonly ProjectTruth[]) {
    const { period } = this.#plan;
    const sites = projects.map(({ site }) => site);
    const spans = earlier(period, this.#shown.history);
    const read = spans.slice(
      spans.findLastIndex((span) => sites.some((site) => !site.answered(span).totals)) + 1,
    );
    const start = read.findIndex((span) => total(sites, span) > 0);
    const known = start < 0 ? [] : read.slice(start);
    const isPerDay = new Set([...known, period].map(lengthOf)).size > 1;
    const valueIn = (span: Range) =>
      isPerDay ? Math.round((total(sites, span) / lengthOf(span)) * 10) / 10 : total(sites, span);
    const values = known.map(valueIn);
    const [least, most, now] = [Math.min(...values), Math.max(...values), valueIn(period)];
    const isRange = known.length >= 3 && least !== most;
    const word = isRange && now > most ? 'most' : isRange && now < least ? 'fewest' : 'within';
    return { known, isPerDay, isRange, least, most, word };
  }

  /** By the rule of the contract: three fifths of what all pages gained, and one and a half times its share before. */
  #moverOf(projects: readonly ProjectTruth[], comparison: Period): string {
    const { period } = this.#plan;
    const scale = lengthOf(period) / lengthOf(comparison);
    const sites = projects.map(({ site }) => site);
    const [now, before] = [total(sites, period), total(sites, comparison) * scale];
    const sign = Math.sign(now - before);
    const isWhole = projects.every((project) => project.isWhole);
    if (!isWhole || sign === 0 || Math.abs(now - before) < 0.01 * before) return '';
    const all = projects.flatMap(({ site: { id }, pages, sections }) => [
      ...pages.map((page) => ({ id, kind: 'page', ...page })),
      ...sections.map(({ section, ...views }) => ({
        id,
        kind: 'section',
        path: section,
        state: '',
        ...views,
      })),
    ]);
    const gainOf = (row: Pick<Page, 'total' | 'previous'>) =>
      sign * (row.total - scale * (row.previous?.total ?? 0));
    const pages = all.filter(({ kind }) => kind === 'page');
    const gained = pages.reduce((sum, row) => sum + Math.max(0, gainOf(row)), 0);
    const viewsBefore = pages.reduce((sum, { previous }) => sum + (previous?.total ?? 0), 0) || 1;
    const isMain = (row: Pick<Page, 'total' | 'previous'>) => {
      const [gain, ofBefore] = [gainOf(row), row.previous?.total ?? 0];
      return gain * 5 >= gained * 3 && gain * viewsBefore * 2 >= ofBefore * gained * 3;
    };
    const mover = pages.find(isMain) ?? all.find(isMain);
    const isPlain = (name: string) => /^[\p{L}\p{N}/._~-]{1,100}$/u.test(name);
    if (!mover || !isPlain(mover.path) || (projects.length > 1 && !isPlain(mover.id))) return '';
    const base = (mover.previous?.total ?? 0) * scale;
    const perDay = scale === 1 ? '' : ' per day';
    const percent = `${signed(percentOf(mover.total, base))}${perDay}`;
    const change = mover.state === 'gone' ? 'gone' : base === 0 ? 'new' : percent;
    const whose = projects.length > 1 ? ` of ${mover.id}` : '';
    return `, mostly the ${mover.kind} ${mover.path}${whose} (${change})`;
  }

  /** Of all projects. */
  get notes(): string[] {
    const { period, comparison, trend, maxRequests } = this.#plan;
    const { history, days } = this.#shown;
    const budget = `do not fit into max-requests (${counted(maxRequests, 'request')}).`;
    const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison ?? period)];
    const some = `Of the 8 earlier periods, only the latest ${history} ${budget.replace('do not ', '')}`;
    const none = `Earlier periods were not read for a trend: they ${budget}`;
    const [first] = [period.from, comparison?.from, earlier(period, history)[0]?.from].filter(Boolean).sort();
    const changes = ['2026-06-19', '2026-07-31'].filter((day) => (first ?? '') < day && day <= period.to);
    const dates = listed(changes.map((day) => dayName(day, LONG)));
    return [
      trend && history < 8 ? (history > 0 ? some : none) : '',
      trend && !days && length <= 31 ? `Single days were not read: they ${budget}` : '',
      length === lengthBefore
        ? ''
        : `The periods have ${length} and ${lengthBefore} days: changes in tables are of totals, not per day.`,
      dates &&
        `Mintlify changed how it distinguishes AI from people on ${dates}: shares of AI before and after are not comparable.`,
    ].filter((note) => note !== '');
  }

  /** What stands below the headings of the only project, by heading. */
  get texts(): Record<string, string | undefined> {
    const [project] = this.projects as [ProjectTruth];
    const { isRange, isPerDay, known, least, most, word } = this.#rangeOf([project]);
    const unit = this.#plan.period.isMonth ? 'months' : 'periods';
    const perDay = isPerDay ? ' per day' : '';
    const range = `The previous ${known.length} ${unit} had ${thousands(least)} to ${counted(most, 'view')}${perDay}.`;
    const within = word === 'within' ? ' This one is within that range.' : '';
    const read = project.now.rows.size;
    const both = project.pages.filter(({ previous }) => previous).length;
    const part = `Of the ${counted(read, 'page')} that ${read === 1 ? 'was' : 'were'} read.`;
    const compared = `Of the ${counted(both, 'page')} whose views in both periods are known.`;
    const { isComplete } = project.now;
    const empty = isComplete ? 'No page had views.' : 'Not read.';
    const moved = project.isWhole ? undefined : compared;
    return {
      'Is this unusual?': isRange ? `${range}${within}` : undefined,
      'Which day?': this.#extremeDays(project),
      ...{ Rising: moved, Falling: moved, Sections: isComplete ? undefined : part },
      'Top pages': read === 0 ? empty : isComplete ? undefined : part,
    };
  }

  #extremeDays({ days, site }: ProjectTruth): string | undefined {
    const read = days.flatMap(({ from }) => {
      const views = site.answered({ from, to: from }).totals?.total;
      return views === undefined
        ? []
        : { views, name: dayName(from, { weekday: 'short', day: 'numeric', month: 'short' }) };
    });
    const numbers = read.map(({ views }) => views);
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    if (read.length < 3 || least === most) return undefined;
    const sentences = Object.entries({ Busiest: most, Quietest: least }).flatMap(([word, extreme]) => {
      const names = read.flatMap(({ views, name }) => (views === extreme ? name : []));
      const some = read.length < days.length ? ` of the ${read.length} days that were read` : '';
      const what = some || ` day${names.length > 1 ? 's' : ''}`;
      return names.length > 3 ? [] : `${word}${what}: ${listed(names)} (${counted(extreme, 'view')}).`;
    });
    return sentences.join(' ') || undefined;
  }
}
