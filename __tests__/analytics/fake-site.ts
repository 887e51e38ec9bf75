import type { Clock } from '../../src/clock.ts';
import type { CallOptions, ViewsPlatform, ViewsQuery } from '../../src/platform/client.ts';
import { HttpError, NetworkError } from '../../src/platform/errors.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/platform/schemas.ts';

export interface Site {
  /** The pages of the period that is asked for. */
  readonly rows: readonly PageViews[] | ((query: ViewsQuery) => readonly PageViews[]);
  /** How long the answer to the nth request takes, from 1. */
  readonly delayMs?: (nth: number) => number;
  /** What the answer to the nth request has in the place of the real one. */
  readonly instead?: (nth: number, query: ViewsQuery, real: ViewsResponse) => Instead;
}
type Instead = Partial<ViewsResponse> | Error | undefined;

/** A platform in memory, whose requests take time on a simulated clock. */
export class FakeSite implements ViewsPlatform {
  readonly queries: ViewsQuery[] = [];
  mostAtOnce = 0;
  /** When the last answer came that was about pages, and not about totals alone. */
  pagesMs = 0;
  #underWay = 0;
  readonly #clock: Clock;
  readonly #site: Site;

  constructor(clock: Clock, site: Site) {
    this.#clock = clock;
    this.#site = site;
  }

  async getViews(query: ViewsQuery, { signal }: CallOptions = {}): Promise<ViewsResponse> {
    const { delayMs = () => 10, instead, rows } = this.#site;
    const nth = this.queries.push(query);
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    await this.#clock
      .sleep(delayMs(nth), signal)
      .catch(() => Promise.reject(networkError('INTERRUPTED')))
      .finally(() => {
        this.#underWay -= 1;
        if (query.limit > 1) this.pagesMs = this.#clock.now();
      });
    const all = typeof rows === 'function' ? rows(query) : rows;
    const end = query.offset + query.limit;
    const views = all.slice(query.offset, end);
    const real = { totals: sumOf(all), views, oddRows: 0, hasMore: end < all.length };
    const answer = instead?.(nth, query, real);
    if (answer instanceof Error) throw answer;
    return { ...real, ...answer };
  }
}

export const counts = (human: number, ai = 0): Counts => ({ human, ai, total: human + ai });
export const page = (path: string, human: number, ai = 0): PageViews => ({ path, ...counts(human, ai) });

export function sumOf(rows: readonly Counts[]): Counts {
  const sum = (kind: keyof Counts) => rows.reduce((all, row) => all + row[kind], 0);
  return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}

const SECTIONS = 'guides api-reference tutorials concepts sdk/python sdk/typescript integrations'.split(' ');

/** Pages with a long tail of views. A third of them has `change` times as many, another third as many less. */
export function pagesOf(count: number, change = 1): PageViews[] {
  return Array.from({ length: count }, (_, index) => {
    const views = Math.ceil((9_000 / (index + 1) ** 0.85) * change ** ((index % 3) - 1));
    const path = index === 0 ? '/' : `/${SECTIONS[index % SECTIONS.length]}/webhooks-${index}`;
    const ai = Math.round(views * (0.2 + ((index * 7) % 13) / 40));
    return page(path, views - ai, ai);
  });
}

const REQUEST = { method: 'GET', path: '/v1/analytics/docs/views', advice: 'Try again later.' };

export function httpError(status: number, retryAfterMs?: number): HttpError {
  const details = {
    ...REQUEST,
    status,
    retryAfterMs,
    platformText: 'Go away',
    isOutOfCredits: status === 402,
  };
  return new HttpError(`GET ${REQUEST.path} returned ${status}.`, details);
}

export function networkError(code = 'ECONNRESET'): NetworkError {
  return new NetworkError(`GET ${REQUEST.path} failed (${code}).`, { ...REQUEST, code, sent: true });
}
