import type { Clock } from '../../src/clock.ts';
import type { CallOptions, ViewsPlatform, ViewsQuery } from '../../src/platform/client.ts';
import { HttpError, NetworkError } from '../../src/platform/errors.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/platform/schemas.ts';

export interface FakeSiteOptions {
  readonly clock: Clock;
  /** The pages of the period that is asked for. */
  readonly rows: readonly PageViews[] | ((query: ViewsQuery) => readonly PageViews[]);
  /** How long the answer to the nth request takes, from 1. */
  readonly delayMs?: (nth: number) => number;
  /** Something else than the real answer to the nth request. */
  readonly instead?: (
    nth: number,
    query: ViewsQuery,
    real: ViewsResponse,
  ) => ViewsResponse | Error | undefined;
}

/** A platform in memory, whose requests take time on a simulated clock. */
export class FakeSite implements ViewsPlatform {
  readonly queries: ViewsQuery[] = [];
  mostAtOnce = 0;
  #underWay = 0;
  readonly #options: FakeSiteOptions;

  constructor(options: FakeSiteOptions) {
    this.#options = options;
  }

  async getViews(query: ViewsQuery, { signal }: CallOptions = {}): Promise<ViewsResponse> {
    const { clock, delayMs = () => 10, instead } = this.#options;
    this.queries.push(query);
    const nth = this.queries.length;
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    try {
      await clock.sleep(delayMs(nth), signal);
    } catch {
      throw networkError('INTERRUPTED');
    } finally {
      this.#underWay -= 1;
    }
    const real = this.#answer(query);
    const answer = instead?.(nth, query, real) ?? real;
    if (answer instanceof Error) throw answer;
    return answer;
  }

  #answer(query: ViewsQuery): ViewsResponse {
    const { rows: given } = this.#options;
    const rows = typeof given === 'function' ? given(query) : given;
    const end = query.offset + query.limit;
    const views = rows.slice(query.offset, end);
    return { totals: sumOf(rows), views, oddRows: 0, hasMore: end < rows.length };
  }
}

/** `count` pages with believable views, most first, always the same. */
export function pagesOf(count: number): PageViews[] {
  return Array.from({ length: count }, (_, index) => {
    const human = Math.ceil(5000 / (index + 5));
    const ai = (index * 7) % 13;
    return { path: `/docs/page-${index}`, human, ai, total: human + ai };
  }).sort((a, b) => b.total - a.total);
}

export function counts(human: number, ai: number): Counts {
  return { human, ai, total: human + ai };
}

export const page = (path: string, human: number, ai = 0): PageViews => ({ path, ...counts(human, ai) });

export function sumOf(rows: readonly Counts[]): Counts {
  const sum = (kind: keyof Counts) => rows.reduce((all, row) => all + row[kind], 0);
  return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}

const REQUEST = { method: 'GET', path: '/v1/analytics/docs/views', advice: 'Try again later.' };

export function httpError(status: number, retryAfterMs?: number, platformText = ''): HttpError {
  const isOutOfCredits = status === 402;
  const details = { ...REQUEST, status, retryAfterMs, platformText, isOutOfCredits };
  return new HttpError(`GET ${REQUEST.path} returned ${status}.`, details);
}

export function networkError(code = 'ECONNRESET'): NetworkError {
  return new NetworkError(`GET ${REQUEST.path} failed (${code}).`, { ...REQUEST, code, sent: true });
}
