import { STATUS_CODES } from 'node:http';
import type { Period } from '../../../src/period.ts';
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
const signed = (percent: number) => `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
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
    ? 'may be missing, because Mintlify repeated rows or sent fewer than it promised'
    : 'are missing, although Mintlify says that it returned all of them';
  const gaps = [
    ...(isUnsound ? [`Pages of ${name} ${why}. ${differs}`] : []),
    ...(oddRows > 0
      ? [`Left out: ${counted(oddRows, 'row')} of ${name}, because Mintlify doesn't document their format.`]
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
    this.before = comparison && sideOf(site, comparison, 'the comparison period');
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
    if (!now.totals) return ['Nothing was read'];
    const left = now.totals.total - now.sums.total;
    const share = left > 0 ? ` (${thousands(left)} of ${counted(now.totals.total, 'view')})` : '';
    const after = ({ rows }: typeof now) => `after the first ${thousands(rows.size)}`;
    const countOf = (spans: readonly Range[], name: string) => {
      const missing = spans.filter((span) => !isSame(span, period) && !site.answered(span).totals);
      const isTold = missing.every((span) => isSame(span, comparison));
      return isTold ? [] : [`${missing.length} of ${spans.length} ${name}`];
    };
    return [
      ...(now.isCut ? [`pages ${after(now)}${share}`] : []),
      ...(before && !before.totals ? ['the comparison period'] : []),
      ...(before?.totals && before.isCut ? [`pages of the comparison period ${after(before)}`] : []),
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

  /** Why something of the project was not read: what failed, of it or for all, or the budget; nothing after a rate limit, which is told once. */
  reasonsOf({ site }: ProjectTruth, asked: number): string[] {
    const isLimited = this.#plan.sites.some(({ failures }) => failures.has(429));
    const failed = [...site.failures]
      .filter((status) => status !== 429)
      .map((status) =>
        status === 0
          ? 'The request to Mintlify failed (ECONNRESET). Try again later.'
          : `Mintlify answered ${status} ${STATUS_CODES[status]}. Try again later.`,
      );
    const reasons = isLimited ? [...failed, ''] : failed;
    const used = `The \`max-requests\` limit (${this.#plan.maxRequests}) was reached.`;
    return asked === this.#plan.maxRequests ? [...reasons, used] : reasons;
  }

  headlineOf(projects: readonly ProjectTruth[]): string {
    const { period, comparison } = this.#plan;
    const read = projects.filter(({ now }) => now.totals).map(({ site }) => site);
    const count = projects.length === read.length ? '' : `${read.length} of `;
    const subject = projects.length > 1 ? `${count}${projects.length} projects: ` : '';
    if (read.length === 0) return subject ? `${subject}no views could be read.` : 'No views could be read.';
    const { known, isPerDay, record } = this.#rangeOf(projects);
    const since = known[0] && dayName(known[0].from, LONG).replace(period.isMonth ? /^\d+ / : /^$/, '');
    const isCompared = projects.every(({ now, before }) => now.totals && before?.totals);
    return [
      `${subject}${counted(total(read, period), 'view')} ${timeOf(period)}`,
      record === '' ? '' : `, the ${record}${isPerDay ? ' per day' : ''} since at least ${since}`,
      comparison && isCompared ? `, ${this.#changeOf(read, comparison)}` : '',
      comparison && isCompared ? this.#oppositeOf(read, comparison) : '',
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
    if (percent === 0) return `about as many${perDay} as ${name}${base}`;
    return `${Math.abs(percent).toFixed(1)}% ${percent > 0 ? 'more' : 'fewer'}${perDay} than ${name}${base}`;
  }

  /** People and AI, where the one rose and the other fell by 5 % and more. */
  #oppositeOf(sites: readonly RandomSite[], comparison: Period): string {
    const { period } = this.#plan;
    const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison)];
    const [people, ai] = (['human', 'ai'] as const).map((kind) => {
      const now = sumOf(sites.flatMap((site) => site.answered(period).totals ?? []))[kind] * lengthBefore;
      const before = sumOf(sites.flatMap((site) => site.answered(comparison).totals ?? []))[kind] * length;
      const sign = now !== before && 20 * Math.abs(now - before) >= before ? Math.sign(now - before) : 0;
      const percent = Math.abs(percentOf(now, before || 1)).toFixed(1);
      return { sign, told: before === 0 ? 'up from 0' : `${sign > 0 ? 'up' : 'down'} ${percent}%` };
    });
    if (!people || !ai || people.sign * ai.sign >= 0) return '';
    return `, with people ${people.told} and AI ${ai.told}${length === lengthBefore ? '' : ' per day'}`;
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
    const isPerDay = spans.some((span) => lengthOf(span) !== lengthOf(period));
    const valueIn = (span: Range) =>
      isPerDay ? Math.round((total(sites, span) / lengthOf(span)) * 10) / 10 : total(sites, span);
    const values = known.map(valueIn);
    const [least, most, now] = [Math.min(...values), Math.max(...values), valueIn(period)];
    const isRange = known.length >= 3 && least !== most;
    const word = now > most ? 'above' : now < least ? 'below' : 'within';
    // Of tenths, so that all products are whole.
    const [tenths, top, bottom] = [now, most, least].map((value) => Math.round(10 * value)) as [
      number,
      number,
      number,
    ];
    const isMost = now > most && 100 * tenths >= 101 * top;
    const isFewest = now < least && 100 * tenths <= 99 * bottom;
    const record = isRange && isMost ? 'most' : isRange && isFewest ? 'fewest' : '';
    return { known, isPerDay, isRange, least, most, now, word, record };
  }

  /** By the rule of the contract: three fifths of what all pages gained, one and a half times its share, at most twice the change. */
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
    const lost = pages.reduce((sum, row) => sum + Math.max(0, -gainOf(row)), 0);
    if (Math.max(gained, lost) > 2 * Math.abs(now - before) + 1e-6) return '';
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

  /** Of all projects: what did not fit into the budget. */
  get notes(): string[] {
    const { period, trend, maxRequests } = this.#plan;
    const { history, days } = this.#shown;
    const budget = `because of \`max-requests\` (${thousands(maxRequests)}).`;
    const some = `Only the latest ${history} of 8 earlier periods were requested, ${budget}`;
    const none = `Earlier periods weren't requested, ${budget}`;
    return [
      trend && history < 8 ? (history > 0 ? some : none) : '',
      trend && !days && lengthOf(period) <= 14 ? `Daily totals weren't requested, ${budget}` : '',
    ].filter((note) => note !== '');
  }

  /** What readers have to know to compare the two periods of a project. */
  comparisonNotes({ before }: ProjectTruth): string[] {
    const { period, comparison } = this.#plan;
    if (!comparison || !before?.totals) return [];
    const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison)];
    const changes = ['2026-06-19', '2026-07-31'].filter((day) => comparison.from < day && day <= period.to);
    const dates = listed(changes.map((day) => dayName(day, LONG)));
    return [
      length === lengthBefore
        ? ''
        : `The periods have ${length} and ${lengthBefore} days, so changes in views are per day. In the CSV and JSON files, they are changes in totals.`,
      dates &&
        `On ${dates}, Mintlify changed how it distinguishes AI from people, so counts of people and AI from before and after can't be compared.`,
    ].filter((note) => note !== '');
  }

  /** What stands below the headings of the only project, by heading. */
  get texts(): Record<string, string | undefined> {
    const [project] = this.projects as [ProjectTruth];
    const { period, comparison } = this.#plan;
    const { isRange, isPerDay, known, least, most, now, word } = this.#rangeOf([project]);
    const unit = period.isMonth ? 'month' : 'period';
    const perDay = isPerDay ? ' per day' : '';
    const range = `This ${unit} had ${counted(now, 'view')}${perDay}, ${word} the range of the previous ${known.length} ${unit}s: ${thousands(least)} to ${thousands(most)}.`;
    const none =
      "There isn't enough data to show a normal range. That takes at least three earlier periods with known views that aren't all equal.";
    const read = project.now.rows.size;
    const both = project.pages.filter(({ previous }) => previous).length;
    const part = `Covers only the ${counted(read, 'page')} that ${read === 1 ? 'was' : 'were'} read.`;
    const { isComplete } = project.now;
    const moved = [
      project.isWhole
        ? ''
        : `Covers only the ${counted(both, 'page')} whose views in both periods are known.`,
      comparison && lengthOf(period) !== lengthOf(comparison) ? 'Sorted by change in views per day.' : '',
    ].filter((text) => text !== '');
    return {
      'Compared with earlier periods': `${isRange ? range : none}${isPerDay ? ' The chart shows views per day.' : ''}`,
      Views: this.comparisonNotes(project).join(' ') || undefined,
      'Most views gained': moved.join(' ') || undefined,
      'Most views lost': moved.join(' ') || undefined,
      Sections: isComplete ? undefined : part,
      'Top pages':
        read === 0 ? (isComplete ? 'No page had views.' : 'Not read.') : isComplete ? undefined : part,
    };
  }

  /** The rows of the tables of the only project, by heading, without bars. */
  get tables(): Record<string, (string | number)[][]> {
    const [project] = this.projects as [ProjectTruth];
    return {
      Views: this.#figures(project),
      'Most views gained': this.#movers(project, 1),
      'Most views lost': this.#movers(project, -1),
      Sections: this.#sections(project),
      'Top pages': project.pages
        .filter(({ state }) => state !== 'gone')
        .slice(0, 10)
        .map((page) => [page.path, ...this.#views(page)]),
    };
  }

  /** Whether there is a chart of earlier periods. */
  get isTrend(): boolean {
    const [{ history, site }] = this.projects as [ProjectTruth];
    return history.filter((span) => site.answered(span).totals).length > 1;
  }

  #figures({ now, before, pages, isWhole }: ProjectTruth): (string | number)[][] {
    const { period, comparison } = this.#plan;
    const shareOf = (counts: Counts, kind: 'human' | 'ai') =>
      `${((counts[kind] / counts.total) * 100).toFixed(1)}%`;
    const isOther = comparison && lengthOf(period) !== lengthOf(comparison);
    const days = isOther ? ` in ${counted(lengthOf(comparison), 'day')}` : '';
    const rows = (['human', 'ai'] as const).map((kind) => {
      const { totals = sumOf([]) } = now;
      const was = before?.totals;
      const share = totals.total > 0 ? `${shareOf(totals, kind)} of all views` : '';
      const shareBefore = totals.total > 0 && was && was.total > 0 ? `, ${shareOf(was, kind)} before` : '';
      const views = { total: totals[kind], previous: was ? { total: was[kind] } : null };
      const compared = was ? [this.#label(views), `${thousands(was[kind])}${days}`] : [];
      return [
        kind === 'ai' ? 'AI' : 'People',
        thousands(totals[kind]),
        ...compared,
        `${share}${shareBefore}`,
      ];
    });
    const added = pages.filter(({ state }) => state === 'new').length;
    const gone = pages.filter(({ state }) => state === 'gone').length;
    const [read, countBefore] = [pages.length - gone, pages.length - added];
    const change = !isOther ? labelOf(read, countBefore, 1, 1) : '';
    const known = isWhole ? [change, thousands(countBefore)] : ['', 'not read'];
    const aside = isWhole ? `${thousands(added)} new, ${thousands(gone)} gone` : '';
    const name = now.isComplete ? 'Pages with views' : 'Pages read so far (incomplete)';
    return [...rows, [name, thousands(read), ...(before?.totals ? known : []), aside]];
  }

  #label({
    total: now,
    previous,
    state,
  }: Pick<Page, 'total'> & { previous: { total: number } | null; state?: string }) {
    const { period, comparison } = this.#plan;
    if (state === 'new' || state === 'gone') return state;
    if (!previous || !comparison) return '';
    return labelOf(now, previous.total, lengthOf(period), lengthOf(comparison), state);
  }

  /** Views, change and views before, and the share of AI. */
  #views(row: Counts & { previous: Counts | null; state?: string }): string[] {
    const compared = [this.#label(row), row.previous ? thousands(row.previous.total) : 'not read'];
    return [thousands(row.total), ...(this.#plan.comparison ? compared : []), `${aiShare(row)} AI`];
  }

  #movers({ pages }: ProjectTruth, sign: 1 | -1): (string | number)[][] {
    const { period, comparison } = this.#plan;
    if (!comparison) return [];
    const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison)];
    // Whole numbers: views of as many days in both periods.
    const gainOf = ({ total: now, previous }: Page) =>
      previous ? sign * (now * lengthBefore - previous.total * length) : 0;
    const gained = (page: Page) => {
      const views = gainOf(page) / lengthBefore;
      const daily = views / length;
      const text = daily < 100 ? daily.toPrecision(3) : thousands(Math.round(daily));
      return `${sign > 0 ? '+' : '−'}${length === lengthBefore ? thousands(views) : text}`;
    };
    return pages
      .filter((page) => gainOf(page) > 0)
      .sort((a, b) => gainOf(b) - gainOf(a) || (a.path < b.path ? -1 : 1))
      .slice(0, 10)
      .map((page) => [page.path, gained(page), this.#label(page), thousands(page.total), aiShare(page)]);
  }

  #sections({ sections, pages, now }: ProjectTruth): (string | number)[][] {
    if (sections.length < 2) return [];
    const total = now.totals?.total ?? 0;
    const pathsOf = (section: string) =>
      pages
        .filter(({ path }) => `/${path.replace(/^\/+/, '').split(/[/?#]/)[0]}` === section)
        .map(({ path }) => path);
    const isLarge = (each: (typeof sections)[number]) =>
      pathsOf(each.section).length > 1 || (total > 0 && 20 * each.total >= total);
    const large = sections.filter(isLarge).slice(0, 50);
    const shown = sections.length - large.length === 1 ? sections : large;
    const rows = shown.map((each) => {
      const [first = '', ...more] = pathsOf(each.section);
      return [more.length > 0 ? each.section : first, ...this.#views(each), String(each.pages)];
    });
    const others = sections.filter((each) => !shown.includes(each));
    if (others.length === 0) return rows;
    const previous = others.every((each) => each.previous)
      ? sumOf(others.flatMap((each) => each.previous ?? []))
      : null;
    const count = others.reduce((sum, each) => sum + each.pages, 0);
    const rest = { ...sumOf(others), previous };
    return [...rows, [`${others.length} others`, ...this.#views(rest), String(count)]];
  }
}

const aiShare = ({ ai, total: all }: Counts) => (all === 0 ? '–' : `${((ai / all) * 100).toFixed(1)}%`);

/** How a count compares with the one before, over as many days. */
function labelOf(now: number, before: number, length: number, lengthBefore: number, state?: string): string {
  if (before === 0) return now > 0 && state === undefined ? 'new' : '–';
  const gain = now * lengthBefore - before * length;
  const arrow = gain > 0 ? '▲ ' : gain < 0 ? '▼ ' : '';
  return `${arrow}${signed(percentOf(now, (before * length) / lengthBefore)).replace('-', '−')}`;
}
