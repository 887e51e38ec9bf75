import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Random documentation sites behind a server of page views, and what is true of them. It shares nothing with `src`. */

// Taken once: looking up a global is slow inside jest.
const { ceil, floor, imul, min, round } = Math;

export const DAY_MS = 86_400_000;
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
export const plus = (day: string, count: number) => dayOf(Date.parse(day) + count * DAY_MS);

/** Both days included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}
export const lengthOf = ({ from, to }: Range) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

export interface Row {
  readonly path: string;
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

export type Random = ReturnType<typeof randomOf>;

/** Numbers from 0 up to 1 (mulberry32), and choices. */
export function randomOf(seed: number) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => floor(next() * end);
  return { next, below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

type Habit = 'even' | 'noisy' | 'launched' | 'page' | 'section' | 'churn' | 'silent';
const HABITS: Habit[] = ['even', 'noisy', 'noisy', 'launched', 'page', 'page', 'section', 'churn', 'silent'];
type Defect = 'short' | 'repeated' | 'odd' | 'off';

export interface Fault {
  /** 0 for a connection that breaks. */
  readonly status: number;
  readonly when: 'first' | 'before' | 'trend' | 'rest' | 'all';
  readonly retryAfter?: string;
}

export interface Site {
  readonly id: string;
  readonly paths: readonly string[];
  readonly habit: Habit;
  readonly seed: number;
  /** The first day on which habits of change show. */
  readonly turn: string;
  readonly defect?: Defect | undefined;
  readonly fault?: Fault | undefined;
}

const SECTIONS = ['guides', 'api', 'sdk', 'reference', '日本'];

export function anySite(
  random: Random,
  id: string,
  period: Range,
  isSmall: boolean,
  isBroken: boolean,
): Site {
  const size = isSmall ? random.below(25) : random.of([0, 1, 3, 12, 30, 251, 500, 620]);
  const special = ['/', '', '/guides', '/a b', '/x@y', '/مرحبا/دليل'];
  const paths = Array.from({ length: size }, (_, index) =>
    index < special.length && random.next() < 0.5
      ? (special[index] ?? '')
      : `/${SECTIONS[(index * 7) % SECTIONS.length]}/p-${index}`,
  );
  const habit = random.of(HABITS);
  const launch = plus(period.from, -ceil(random.of([1, 3.5, 6]) * lengthOf(period)));
  const turn = habit === 'launched' ? launch : period.from;
  const fault: Fault = {
    status: random.of([0, 400, 401, 403, 404, 429, 429, 500]),
    when: random.of(['first', 'before', 'trend', 'rest', 'all'] as const),
    retryAfter: random.of(['', '1', '90000']),
  };
  const broken = isBroken ? random.below(3) : 0;
  return {
    ...{ id, paths: [...new Set(paths)], habit, seed: random.below(2 ** 30), turn },
    defect:
      broken === 1
        ? random.of(['short', size > 300 ? 'repeated' : 'short', 'odd', 'off'] as const)
        : undefined,
    fault: broken === 2 ? fault : undefined,
  };
}

/** The true rows of a range, in no order of views. */
export function rowsOf(site: Site, range: Range): Row[] {
  const first = Date.parse(range.from) / DAY_MS;
  const turn = Date.parse(site.turn) / DAY_MS;
  return site.paths.flatMap((path, page) => {
    let [human, ai] = [0, 0];
    for (let day = first; day < first + lengthOf(range); day += 1) {
      const views = viewsOn(site, path, page, day, day >= turn);
      const byAi = floor(views / (2 + (page % 5)));
      ai += byAi;
      human += views - byAi;
    }
    return human + ai === 0 ? [] : [{ path, human, ai, total: human + ai }];
  });
}

/** @param day since 1970-01-01 */
function viewsOn({ habit, seed }: Site, path: string, page: number, day: number, isAfter: boolean): number {
  const weight = ceil(400 / (page + 1));
  const mixed = imul(seed ^ imul(page + 1, 0x9e3779b1) ^ imul(day, 0x85ebca6b), 0xc2b2ae35);
  const chance = ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  const noisy = round(weight * (0.8 + 0.4 * chance));
  switch (habit) {
    case 'silent':
      return 0;
    case 'even':
      return weight;
    case 'noisy':
      return noisy;
    case 'launched':
      return isAfter ? noisy : 0;
    case 'page':
      return isAfter && page === seed % 9 ? weight * (1 + (seed % 7)) : weight;
    case 'section':
      return isAfter && path.startsWith('/api/') ? 2 * weight : weight;
    case 'churn':
      return (page + floor(day / 9)) % 4 === 0 ? 0 : noisy;
  }
}

export function sumOf(rows: readonly Row[]) {
  const sum = { human: 0, ai: 0, total: 0 };
  for (const { human, ai, total } of rows) {
    sum.human += human;
    sum.ai += ai;
    sum.total += total;
  }
  return sum;
}

const LISTED = new WeakMap<Site, Map<string, ReturnType<typeof list>>>();

/** What the server says of a range: its totals, and the rows that it lists, some in a format of their own. */
export function listed(site: Site, range: Range) {
  const key = `${range.from}..${range.to}`;
  const known = LISTED.get(site) ?? new Map<string, ReturnType<typeof list>>();
  LISTED.set(site, known);
  const made = known.get(key) ?? list(site, range);
  known.set(key, made);
  return made;
}

function list(site: Site, range: Range) {
  const rows = rowsOf(site, range);
  const totals = sumOf(rows);
  const more = site.seed % 2 === 0 ? ceil(totals.total / 30) : 1;
  const isOff = site.defect === 'off' && totals.total > 0;
  return {
    totals: isOff ? { ...totals, human: totals.human + more, total: totals.total + more } : totals,
    rows: site.defect === 'short' ? rows.slice(0, ceil(rows.length * (site.seed % 2 ? 0.5 : 0.995))) : rows,
    odd: site.defect === 'odd' ? min(2, rows.length) : 0,
  };
}

export interface Asked {
  readonly id: string;
  readonly range: Range;
  readonly limit: number;
  readonly status: number;
}

/** Serves the sites until it is closed; `asked` has every request and its answer. */
export async function serve(sites: readonly Site[], period: Range) {
  const asked: Asked[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const number = (name: string) => Number(url.searchParams.get(name));
    const [from, end] = [url.searchParams.get('dateFrom') ?? '', url.searchParams.get('dateTo') ?? ''];
    const range = { from, to: plus(end, -1) };
    const [limit, offset] = [number('limit'), number('offset')];
    const site = sites.find(({ id }) => url.pathname === `/v1/analytics/${id}/views`);
    if (!site) throw new Error(`no site at ${url.pathname}`);
    const isPeriod = from === period.from && range.to === period.to;
    const when = limit === 1 ? 'trend' : offset > 0 ? 'rest' : isPeriod ? 'first' : 'before';
    const { fault } = site;
    const status = fault && [when, 'all'].includes(fault.when) ? fault.status : 200;
    asked.push({ id: site.id, range, limit, status });
    if (status === 0) return void response.destroy();
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    if (status === 429 && fault?.retryAfter) response.setHeader('retry-after', fault.retryAfter);
    response.end(JSON.stringify(status === 200 ? pageOf(site, range, limit, offset) : { error: 'No' }));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

function pageOf(site: Site, range: Range, limit: number, offset: number) {
  const { totals, rows, odd } = listed(site, range);
  const start = site.defect === 'repeated' && offset === 250 ? 240 : offset;
  const views = rows.slice(start, start + limit).map((row, index) => {
    return start + index < odd && limit > 1 ? { ...row, total: `${row.total} views` } : row;
  });
  return { totals, views, hasMore: offset + limit < rows.length };
}
