import { type Asked, lengthOf, listed, plus, type Range, type Row, type Site, sumOf } from './site.ts';

/**
 * Reads every sentence that a report can say, and holds it against the sites' own data. It shares nothing with `src`: what
 * a sentence means is written here a second time.
 */

/** Whole calendar months are compared with months. */
export interface Plan {
  readonly period: Range;
  readonly isMonth: boolean;
  readonly comparison?: Range | undefined;
  readonly trend: boolean;
  readonly maxRequests: number;
  readonly sites: readonly Site[];
}

type Counts = Omit<Row, 'path'>;
interface Page extends Row {
  readonly state: string;
  readonly previous: Counts | null;
}
interface Project {
  readonly projectId: string;
  readonly headline: string;
  readonly totals: Counts | null;
  readonly previousTotals: Counts | null;
  readonly complete: boolean;
  readonly previousComplete: boolean | null;
  readonly gaps: readonly string[];
  readonly notes: readonly string[];
  readonly days: readonly { readonly date: string; readonly counts: Counts | null }[] | null;
  readonly history: readonly (Range & { readonly counts: Counts | null })[] | null;
  readonly pages: readonly Page[];
}
export interface Written {
  readonly headline: string;
  readonly gaps: readonly string[];
  readonly projects: readonly Project[];
  /** Of `report.md`. */
  readonly markdown: string;
}

const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });
const views = (value: number) => `${shown(value)} ${value === 1 ? 'view' : 'views'}`;
const numberOf = (text: string | undefined) => Number(text?.replaceAll(',', ''));

/** The day of a text such as `5 January 2026`, or the first one of `January 2026`. */
function dayIn(text: string): string {
  const [, day = '1', month = '', year = ''] = /^(?:(\d+) )?(\p{L}+) (\d{4})$/u.exec(text) ?? [];
  const ms = Date.parse(`${day} ${month} ${year} UTC`);
  return Number.isNaN(ms) ? `no day: ${text}` : new Date(ms).toISOString().slice(0, 10);
}

/** The range that a text names, such as `from 5 to 11 January 2026`, `on 5 January 2026` or `in January 2026`. */
function rangeIn(text: string, { period, isMonth }: Plan): Range | undefined {
  const previous = /^(?:in|on) the previous (?:(\d+) days|(day)|(month))$/.exec(text);
  if (previous) {
    const isRight = previous[3] ? isMonth : Number(previous[1] ?? 1) === lengthOf(period);
    return isRight ? earlier(period, isMonth, 1)[0] : undefined;
  }
  const [, first = '', last = ''] = /^from (.+) to (.+)$/.exec(text) ?? [];
  if (first) {
    // What both have in common stands once.
    const [parts, whole] = [first.split(' '), last.split(' ')];
    return { from: dayIn([...parts, ...whole.slice(parts.length)].join(' ')), to: dayIn(last) };
  }
  const [, unit, name = ''] = /^(on|in) (.+)$/.exec(text) ?? [];
  if (!unit) return undefined;
  return { from: dayIn(name), to: unit === 'on' ? dayIn(name) : plus(nextMonth(dayIn(name)), -1) };
}

function nextMonth(first: string): string {
  const [year = 0, month = 0] = first.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** The periods right before, oldest first. */
export function earlier(period: Range, isMonth: boolean, count: number): Range[] {
  const found: Range[] = [];
  for (let { from } = period; found.length < count; from = found[0]?.from ?? '') {
    const to = plus(from, -1);
    found.unshift({ from: isMonth ? `${to.slice(0, 8)}01` : plus(from, -lengthOf(period)), to });
  }
  return found;
}

const isSame = (a: Range | undefined, b: Range | undefined) => a?.from === b?.from && a?.to === b?.to;
const total = (sites: readonly Site[], range: Range) =>
  sites.reduce((sum, site) => sum + listed(site, range).totals.total, 0);

const HEADLINE =
  /^(?:(?:(\d+) of )?(\d+) projects: )?([\d,]+) views? (.+?)(?:, the (most|fewest)( per day)? since at least ([\p{L}\d ]+))?(?:, (?:(up from 0|as many|almost as many|[\d.]+ %(?: more| fewer))( per day)?(?: as| than)? ((?:in|on|from) [^(,]+?)(?: \(([\d,]+)(?: in (\d+) days?; this period has (\d+))?\))?))?(?:, mostly the (page|section) (\S+)(?: of (\S+))? \((new|gone|[+-][\d.]+ %)( per day)?\))?\.$/u;

export class Reader {
  readonly complaints: string[] = [];
  /** The kinds of sentences that were read. */
  readonly kinds = new Set<string>();
  readonly #plan: Plan;
  readonly #written: Written;
  readonly #asked: readonly Asked[];

  constructor(plan: Plan, written: Written, asked: readonly Asked[]) {
    this.#plan = plan;
    this.#written = written;
    this.#asked = asked;
    const { projects, gaps, headline } = written;
    this.#headline(headline, projects);
    for (const project of projects) {
      const site = plan.sites.find(({ id }) => id === project.projectId);
      if (!site) throw new Error(`no site ${project.projectId}`);
      this.#headline(project.headline, [project]);
      this.#figures(project, site);
      this.#pages(project, site);
      for (const gap of project.gaps) this.#gap(gap, project, site);
      for (const note of project.notes) this.#note(note, project, site);
      this.#missing(project, site);
    }
    const isTold = (text: string) => gaps.some((gap) => gap.endsWith(text));
    this.#expect('gaps', projects.flatMap((each) => each.gaps).every(isTold), gaps.join(' '));
    if (projects.length === 1 && projects[0]?.totals) this.#charts(projects[0]);
  }

  #expect(kind: string, isRight: boolean, said: unknown) {
    this.kinds.add(kind);
    if (!isRight) this.complaints.push(`${kind}: ${typeof said === 'string' ? said : JSON.stringify(said)}`);
  }

  #headline(text: string, projects: readonly Project[]) {
    const { sites, period, comparison } = this.#plan;
    const all = projects.length > 1;
    const read = projects.filter(({ totals }) => totals);
    const known = sites.filter(({ id }) => read.some(({ projectId }) => projectId === id));
    if (read.length === 0) {
      const prefix = all ? `0 of ${projects.length} projects: no` : 'No';
      return this.#expect('nothing read', text === `${prefix} views could be read.`, text);
    }
    const parts = HEADLINE.exec(text);
    this.#expect('headline', parts !== null, text);
    if (!parts) return;
    const [, some, count, number, when = '', , , , compared, , name = '', base, daysBefore, daysNow] = parts;
    const now = total(known, period);
    this.#expect('total', text.includes(`${views(now)} ${when}`) && numberOf(number) === now, text);
    this.#expect('dates', isSame(rangeIn(when, this.#plan), period), text);
    const [part, whole] = all ? [read.length, projects.length] : [undefined, undefined];
    const isCounted = Number(count) === whole || (count === undefined && !all);
    this.#expect('projects', isCounted && (Number(some ?? part) === part || !all), text);
    this.#superlative(parts, projects, text);
    const isCompared = comparison && projects.every((each) => each.totals && each.previousTotals);
    this.#expect('comparison', Boolean(compared) === Boolean(isCompared), text);
    this.#mover(parts, projects, text);
    if (!comparison || !compared) return;
    this.#expect('compared with', isSame(rangeIn(name, this.#plan), comparison), text);
    const before = total(known, comparison);
    const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison)];
    this.#expect('change', this.#isChange(`${compared}${parts[9] ?? ''}`, now, before), text);
    const isExact = before === 0 || (length === lengthBefore && now === before);
    this.#expect('base', isExact ? base === undefined : numberOf(base) === before, text);
    const lengths = before > 0 && length !== lengthBefore ? `${lengthBefore} ${length}` : ' ';
    this.#expect('lengths', lengths === `${daysBefore ?? ''} ${daysNow ?? ''}`, text);
  }

  #isChange(text: string, now: number, before: number): boolean {
    const { period, comparison = period } = this.#plan;
    const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison)];
    const perDay = length === lengthBefore ? '' : ' per day';
    if (before === 0) return text === (now === 0 ? 'as many' : 'up from 0');
    if (now * lengthBefore === before * length) return text === `as many${perDay}`;
    const percent = ((now * lengthBefore) / (before * length) - 1) * 100;
    const isNear = (told: number) => Math.abs(told - Math.abs(percent)) < 0.050001;
    if (text === `almost as many${perDay}`) return isNear(0);
    const [, digits] = /^([\d.]+) % /.exec(text) ?? [];
    return text === `${digits} % ${percent > 0 ? 'more' : 'fewer'}${perDay}` && isNear(Number(digits));
  }

  /** The earlier periods that were read right before, from the first one with views; per day if their lengths differ. */
  #history(projects: readonly Project[]) {
    const { period, sites, isMonth } = this.#plan;
    const planned = projects[0]?.history?.length ?? 0;
    const spans = earlier(period, isMonth, planned);
    const isRead = (span: Range) =>
      projects.every(({ history }) => history?.some((each) => isSame(each, span) && each.counts));
    const read = spans.slice(spans.findLastIndex((span) => !isRead(span)) + 1);
    const own = sites.filter(({ id }) => projects.some(({ projectId }) => projectId === id));
    const start = read.findIndex((span) => total(own, span) > 0);
    const known = start < 0 ? [] : read.slice(start);
    const isPerDay = new Set([...known, period].map(lengthOf)).size > 1;
    const valueIn = (span: Range) =>
      isPerDay ? Math.round((total(own, span) / lengthOf(span)) * 10) / 10 : total(own, span);
    const values = known.map(valueIn);
    const isRange = known.length >= 3 && new Set(values).size > 1;
    const [least, most, now] = [Math.min(...values), Math.max(...values), valueIn(period)];
    return {
      known,
      isPerDay,
      isRange,
      least,
      most,
      now,
      word: now > most ? 'most' : now < least ? 'fewest' : '',
    };
  }

  #superlative(
    [, , , , , word = '', perDay, since = '']: RegExpExecArray,
    projects: readonly Project[],
    text: string,
  ) {
    const { known, isRange, isPerDay, word: right } = this.#history(projects);
    const expected = isRange ? right : '';
    this.#expect('superlative', word === expected, text);
    if (!word) return;
    this.#expect('since', dayIn(since) === known[0]?.from, text);
    this.#expect('superlative per day', Boolean(perDay) === isPerDay, text);
  }

  /** What moved, found by the rule of the contract from the true rows. */
  #mover(parts: RegExpExecArray, projects: readonly Project[], text: string) {
    const [kind, path, id, change, perDay] = parts.slice(-5);
    const expected = this.#moverOf(projects);
    const isPlain = expected && /^[\p{L}\p{N}/._~-]+$/u.test(expected.path);
    if (!isPlain) return this.#expect('no mover', kind === undefined, text);
    const isNamed = kind === expected.kind && path === expected.path;
    this.#expect(
      'mover',
      isNamed && (id ?? projects[0]?.projectId) === expected.id,
      `${text} (${expected.path})`,
    );
    const percent = ((expected.now - expected.before) / expected.before) * 100;
    const isNear = Math.abs(Number(change?.replace(' %', '')) - percent) < 0.050001;
    const word = expected.before === 0 ? 'new' : expected.now === 0 && kind === 'page' ? 'gone' : undefined;
    this.#expect('its change', word ? change === word : isNear, text);
    const { period, comparison = period } = this.#plan;
    const isPerDay = lengthOf(period) !== lengthOf(comparison) && change?.includes('%') === true;
    this.#expect('its change per day', Boolean(perDay) === isPerDay, text);
  }

  #moverOf(projects: readonly Project[]) {
    const { period, comparison, sites } = this.#plan;
    if (!comparison || projects.some((each) => !each.complete || !each.previousComplete)) return undefined;
    const scale = lengthOf(period) / lengthOf(comparison);
    const pages = projects.flatMap(({ projectId: id }) => {
      const site = sites.find((each) => each.id === id) as Site;
      const [now, before] = [period, comparison].map(
        (range) => new Map(listed(site, range).rows.map((row) => [row.path, row.total])),
      );
      return [...new Set([...(now?.keys() ?? []), ...(before?.keys() ?? [])])].map((path) => {
        return { id, kind: 'page', path, now: now?.get(path) ?? 0, before: (before?.get(path) ?? 0) * scale };
      });
    });
    const bySection = Map.groupBy(
      pages,
      ({ id, path }) => `${id}\n/${path.replace(/^\//, '').split('/')[0]}`,
    );
    const sections = [...bySection].map(([key, group]) => {
      const sum = (pick: 'now' | 'before') => group.reduce((all, each) => all + each[pick], 0);
      const [id = '', path = ''] = key.split('\n');
      return { id, kind: 'section', path, now: sum('now'), before: sum('before') };
    });
    const own = sites.filter(({ id }) => projects.some(({ projectId }) => projectId === id));
    const [now, before] = [total(own, period), total(own, comparison) * scale];
    const sign = Math.sign(now - before);
    if (sign === 0 || Math.abs(now - before) < 0.01 * before) return undefined;
    const gained = pages.reduce((sum, each) => sum + Math.max(0, sign * (each.now - each.before)), 0);
    const viewsBefore = pages.reduce((sum, each) => sum + each.before, 0) || 1;
    return [...pages, ...sections].find((each) => {
      const share = (sign * (each.now - each.before)) / gained;
      return share >= 0.6 && share >= (1.5 * each.before) / viewsBefore;
    });
  }

  /** Totals of the period, the one before, its days and the earlier ones. */
  #figures({ totals, previousTotals, days: daily, history }: Project, site: Site) {
    const { period, comparison } = this.#plan;
    const check = (counts: Counts | null, range: Range) => {
      const { human, ai, total: all } = listed(site, range).totals;
      const isRight = !counts || (counts.human === human && counts.ai === ai && counts.total === all);
      this.#expect('figures', isRight, [range, counts]);
    };
    check(totals, period);
    if (comparison) check(previousTotals, comparison);
    for (const { date, counts } of daily ?? []) check(counts, { from: date, to: date });
    for (const { from, to, counts } of history ?? []) check(counts, { from, to });
  }

  #pages({ pages, complete, previousComplete }: Project, site: Site) {
    const { period, comparison } = this.#plan;
    const now = new Map(listed(site, period).rows.map((row) => [row.path, row]));
    const before = new Map(comparison && listed(site, comparison).rows.map((row) => [row.path, row]));
    const same = (row: Row | undefined, counts: Counts | null) =>
      (row?.total ?? 0) === (counts?.total ?? 0) && (row?.ai ?? 0) === (counts?.ai ?? 0);
    for (const page of pages) {
      const [row, past] = [now.get(page.path), before.get(page.path)];
      const isRight = same(row, page) && (page.previous === null || same(past, page.previous));
      this.#expect('a page', isRight, page);
      const state = row && past ? 'known' : row ? 'new' : 'gone';
      this.#expect('its state', page.state === 'unknown' || page.state === state, page);
    }
    const count = pages.filter(({ state }) => state !== 'gone').length;
    this.#expect('complete', !complete || count === now.size, `${count} of ${now.size}`);
    const past = pages.filter(({ state }) => state === 'known' || state === 'gone').length;
    const isWhole = complete && previousComplete === true;
    this.#expect('complete before', !isWhole || past === before.size, `${past} of ${before.size}`);
  }

  /** Everything that is missing is a gap, and nothing else is. */
  #missing({ totals, previousTotals, complete, previousComplete, gaps, ...trend }: Project, site: Site) {
    const { comparison, period } = this.#plan;
    const isBefore = !comparison || (previousTotals !== null && previousComplete === true);
    const isTrend = [...(trend.days ?? []), ...(trend.history ?? [])].every(({ counts }) => counts);
    const isAll = totals !== null && complete && isBefore && isTrend;
    this.#expect('complete or a gap', isAll === (gaps.length === 0), gaps.join(' ') || 'no gap');
    const isShort = [period, comparison].some((range) => {
      const { rows, totals: all } = listed(site, range ?? period);
      return sumOf(rows).total < 0.99 * all.total;
    });
    if (isShort) this.#expect('short', gaps.length > 0, 'more than 1 % is missing, and no gap says so');
  }

  #gap(text: string, project: Project, site: Site) {
    const [, parts, why] = /^Not read: (.+?)\. ([A-Z].*)$/.exec(text) ?? [];
    if (parts === undefined || why === undefined) return this.#unsound(text, project, site);
    for (const part of parts.split(/ \(.*?\)|, | and /)) if (part) this.#unread(part, text, project);
    const [, rest, of] = /\(([\d,]+) of ([\d,]+) views?\)/.exec(parts) ?? [];
    if (rest) {
      const all = listed(site, this.#plan.period).totals.total;
      const read = sumOf(project.pages).total;
      this.#expect('what is left', numberOf(rest) === all - read && numberOf(of) === all, text);
    }
    const [, budget] = /^All of max-requests \(([\d,]+)\) was used\.$/.exec(why) ?? [];
    const [, status] = /^Mintlify answered (\d{3}) [A-Z]/.exec(why) ?? [];
    // A 401 or 429 of one project ends the reading of all.
    const seen = this.#asked.filter(({ id, status: each }) => id === site.id || [401, 429].includes(each));
    const isSeen = seen.some((each) => each.status === Number(status ?? 0));
    const isBudget = this.#asked.length === numberOf(budget) && numberOf(budget) === this.#plan.maxRequests;
    if (budget) this.#expect('budget', isBudget, text);
    else this.#expect(status ? 'a status' : 'a broken connection', isSeen, text);
    this.#expect('no address', !/GET|\/v1\//.test(text), text);
  }

  #unread(part: string, text: string, { totals, previousTotals, history, days: daily, pages }: Project) {
    const [, count, all, what] = /^(\d+) of (\d+) (earlier periods|days)$/.exec(part) ?? [];
    const [, isBefore, first] =
      /^(?:the pages|those)( of the period compared with)? after the first ([\d,]+)$/.exec(part) ?? [];
    if (what) {
      const spans = what === 'days' ? daily : history;
      // The period compared with has a gap of its own.
      const own = history?.some((each) => isSame(each, this.#plan.comparison) && !each.counts) ? 1 : 0;
      const unread = (spans ?? []).filter(({ counts }) => !counts).length - (what === 'days' ? 0 : own);
      this.#expect(what, Number(count) === unread && Number(all) === spans?.length, text);
    } else if (first) {
      const isRead = ({ state }: Page) => state !== 'gone';
      const known = ({ previous, state }: Page) => previous && state !== 'new';
      const read = pages.filter(isBefore ? known : isRead).length;
      // Of the period compared with, only pages that have views now are shown where one of both is not whole.
      const isRight = isBefore ? read <= numberOf(first) : read === numberOf(first);
      this.#expect(isBefore ? 'pages read before' : 'pages read', isRight, text);
    } else if (part === 'the period compared with') {
      this.#expect(part, previousTotals === null && this.#plan.comparison !== undefined, text);
    } else {
      this.#expect('this project', part === 'this project' && totals === null, text);
    }
  }

  /** What is missing although everything was answered. */
  #unsound(text: string, project: Project, site: Site) {
    const { period, comparison = period } = this.#plan;
    const range = text.includes('the period compared with') ? comparison : period;
    const [, rows] =
      /^Left out: ([\d,]+) rows? of the period(?: compared with)? in another format/.exec(text) ?? [];
    if (rows) return this.#expect('rows left out', numberOf(rows) === listed(site, range).odd, text);
    const [, doubt, sums] =
      /^Pages of the period(?: compared with)? (may be|are) missing, .+?\. (.+)$/.exec(text) ?? [];
    if (!sums) return this.#expect('a gap', false, text);
    const isRight = doubt === 'may be' ? site.defect === 'repeated' : site.defect !== 'repeated';
    this.#expect(doubt === 'may be' ? 'repeated rows' : 'short answer', isRight, text);
    const news = project.pages.filter(({ state }) => state === 'new' || state === 'gone');
    this.#expect('nothing is new or gone', news.length === 0, text);
    this.#sums(sums, project, site);
  }

  #sums(text: string, project: Project, site: Site) {
    const { period, comparison = period } = this.#plan;
    const [, what, sum, kind, whole] =
      /^The (pages of the period compared with|pages of the period|days) add up to ([\d,.]+) views( by people| by AI)?, but Mintlify's total is ([\d,.]+)\.$/.exec(
        text,
      ) ?? [];
    if (!what) return this.#expect('a note', false, text);
    const { totals, rows } = listed(site, what.endsWith('with') ? comparison : period);
    const name = kind === ' by people' ? 'human' : kind ? 'ai' : 'total';
    const daily = (project.days ?? []).reduce((all, { counts }) => all + (counts?.[name] ?? 0), 0);
    // Of the period compared with, pages without views now are not shown where one of both is not whole.
    const read =
      what === 'days' ? daily : what.endsWith('with') ? sumOf(rows)[name] : sumOf(project.pages)[name];
    const isRight =
      numberOf(sum) === read || (what.endsWith('with') && ['odd', 'repeated'].includes(site.defect ?? ''));
    this.#expect('sums', isRight && numberOf(whole) === totals[name] && sum !== whole, text);
  }

  #note(text: string, project: Project, site: Site) {
    const { period, comparison = period, maxRequests } = this.#plan;
    const budget = `do not fit into max-requests (${shown(maxRequests)} ${maxRequests === 1 ? 'request' : 'requests'}).`;
    const [, latest] =
      /^Of the 8 earlier periods, the latest (\d) were read: the others (.*)$/.exec(text) ?? [];
    const [, one, other] =
      /^The periods have (\d+) and (\d+) days: changes in tables are of totals/.exec(text) ?? [];
    const [, dates] =
      /^Mintlify changed how it distinguishes AI from people on (.+): shares/.exec(text) ?? [];
    if (latest) {
      const isRight =
        project.history?.length === Number(latest) && text.endsWith(budget) && Number(latest) > 2;
      this.#expect('part of the trend', isRight, text);
    } else if (text.startsWith('Earlier periods were not read')) {
      this.#expect('no earlier periods', project.history === null && text.endsWith(budget), text);
    } else if (text.startsWith('Single days were not read')) {
      const isRight = project.days === null && lengthOf(period) <= 31 && text.endsWith(budget);
      this.#expect('no days', isRight, text);
    } else if (one) {
      const lengths = [lengthOf(period), lengthOf(comparison)];
      this.#expect('lengths differ', `${lengths}` === `${one},${other}` && one !== other, text);
    } else if (dates) {
      const first = [comparison.from, project.history?.[0]?.from ?? period.from].sort()[0] ?? '';
      const known = dates.split(' and ').map(dayIn);
      const isRight = ['2026-06-19', '2026-07-31'].every((day) => {
        return known.includes(day) === (first < day && day <= period.to);
      });
      this.#expect('counting of AI', isRight, text);
    } else this.#sums(text, project, site);
  }

  /** What stands above the charts and lists of one project. */
  #charts(project: Project) {
    const text = this.#written.markdown
      .replaceAll('\u00a0', ' ')
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
    const { isRange, isPerDay, known, least, most, word } = this.#history([project]);
    const range =
      /^The previous (\d+) (periods|months) had ([\d,.]+) to ([\d,.]+) views?( per day)?\.( This one is within)?/m;
    const [told, count, unit, from, to, perDay, within] = range.exec(text) ?? [];
    this.#expect('a range', Boolean(told) === isRange, told ?? 'no range');
    if (told) {
      const isUnit = (unit === 'months') === this.#plan.isMonth && Boolean(perDay) === isPerDay;
      const isCounted = Number(count) === known.length && numberOf(from) === least && numberOf(to) === most;
      this.#expect('its values', isUnit && isCounted && Boolean(within) === (word === ''), told);
    }
    const read = (project.days ?? []).flatMap(({ date, counts }) =>
      counts ? [{ date, views: counts.total }] : [],
    );
    for (const [, end, one] of text.matchAll(/(Busiest|Quietest) (.+?\(.+?\))\./g))
      this.#day(end, one, read, project);
    const part = /^Of the ([\d,]+) pages? that (?:was|were) read\.$/m.exec(text)?.[1];
    const pages = project.pages.filter(({ state }) => state !== 'gone').length;
    if (pages === 0) return;
    this.#expect('part of the pages', project.complete ? !part : numberOf(part) === pages, part ?? 'no part');
    const both = /^Of the ([\d,]+) pages? whose views in both/m.exec(text)?.[1];
    const compared = project.pages.filter(({ previous }) => previous).length;
    this.#expect('pages of both periods', both === undefined || numberOf(both) === compared, both ?? '');
  }

  #day(end = '', text = '', read: readonly { date: string; views: number }[], { days: all }: Project) {
    const [, part, names = '', count] =
      /^(?:days?|of the (\d+) days that were read): (.+) \(([\d,]+) views?\)$/.exec(text) ?? [];
    const numbers = read.map((day) => day.views);
    const extreme = end === 'Busiest' ? Math.max(...numbers) : Math.min(...numbers);
    const dates = read.filter((day) => day.views === extreme).map(({ date }) => Number(date.slice(8)));
    const named = [...names.matchAll(/\d+/g)].map(Number);
    const isPart = (part === undefined ? all?.length : Number(part)) === read.length;
    const isRight = numberOf(count) === extreme && `${named}` === `${dates}` && read.length > 2;
    this.#expect(end, isRight && isPart, text);
  }
}
