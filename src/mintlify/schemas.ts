import * as z from 'zod/mini';

// Schemas of Mintlify's responses. Unknown fields are dropped. If the action can do without a field, an invalid value
// is treated as absent.

const optionalText = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);

/** Matches IDs that neither a path, an output nor the redaction of the API key (`***`) changes. */
const USABLE_ID = /^(?!\.{1,2}$)(?!\s*::)(?!.*(?:##\[|\*{3}))[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,300}$/u;

export function isUsableId(id: string): boolean {
  return USABLE_ID.test(id);
}

export type AgentJob = Readonly<{
  id: string;
  /** `active`, `completed`, `archived` or `failed`, in lower case. Any other status isn't terminal. */
  status: string;
  /** Repository and branch that the job reads. */
  repository?: string | undefined;
  ref?: string | undefined;
  model?: string | undefined;
  /** URL of the pull request, as Mintlify returns it. It may be an unsafe link. */
  prLink?: string | undefined;
  createdAt?: string | undefined;
  archivedAt?: string | undefined;
}>;

export const jobSchema = z.pipe(
  z.object({
    id: z.string(),
    status: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1)),
    source: z.catch(z.object({ repository: optionalText, ref: optionalText }), {}),
    model: optionalText,
    prLink: optionalText,
    createdAt: optionalText,
    archivedAt: optionalText,
  }),
  z.transform(({ source, ...job }): AgentJob => ({ ...source, ...job })),
);

/** Maximum length of a URL. An output would cut a longer URL, which would then lead elsewhere. */
const LONGEST_URL = 2_000;

/** Undefined without an http(s) URL of a pull request on GitHub, GitLab or Bitbucket. The URL has no credentials. */
export function pullRequestOf(
  job: Pick<AgentJob, 'prLink'> | undefined,
): { url: string; number: string } | undefined {
  const url = URL.parse(job?.prLink ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  const number = /\/(?:pull|merge_requests|pull-requests)\/([1-9]\d*)(?![^/])/.exec(url.pathname)?.[1];
  return number === undefined || url.href.length > LONGEST_URL ? undefined : { url: url.href, number };
}

/** Maximum number of views. Above it, numbers aren't exact, and sums could become infinite. */
const MOST_VIEWS = 2 ** 53;

/** Mintlify's documentation says integers, but its schema says numbers, so fractions are accepted. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_VIEWS;
}

// JSON can hold a negative zero, which a report would show.
const count = z.custom<number>(isCount).check(z.overwrite((value) => value + 0));

/** Page views by people, by AI, and both. */
export interface Counts {
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

export interface PageViews extends Counts {
  readonly path: string;
}

export interface ViewsResponse {
  /** Totals of the whole site in the period, not only of these rows. */
  readonly totals: Counts;
  readonly views: readonly PageViews[];
  /** Number of rows that were left out because they have another shape. */
  readonly oddRows: number;
  readonly hasMore: boolean;
}

export const MOST_ROWS = 250;

export const viewsSchema = z.pipe(
  z.object({
    totals: z.object({ human: count, ai: count, total: count }),
    // `z.array` would validate a million rows before it checks their number.
    views: z.custom<unknown[]>((rows) => Array.isArray(rows) && rows.length <= MOST_ROWS),
    hasMore: z.boolean(),
  }),
  z.transform(({ totals, views: rows, hasMore }): ViewsResponse => {
    const views: PageViews[] = [];
    for (const row of rows) {
      const page = readRow(row);
      if (page) views.push(page);
    }
    return { totals, views, oddRows: rows.length - views.length, hasMore };
  }),
);

/** Reads a row by hand, because a schema takes a tenth of the time of a large report. */
function readRow(row: unknown): PageViews | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { path, human, ai, total } = row as Partial<Record<keyof PageViews, unknown>>;
  const areCounts = isCount(human) && isCount(ai) && isCount(total);
  if (typeof path !== 'string' || !areCounts) return undefined;
  return { path, human: human + 0, ai: ai + 0, total: total + 0 };
}
