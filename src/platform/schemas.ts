import * as z from 'zod/mini';

/**
 * Shapes of Mintlify's API, read tolerantly. Unknown fields are dropped. A field that is missing, null or of another
 * type counts as absent, unless the object is unusable without it.
 */

const optionalText = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);

/**
 * Checks whether an id stays the same wherever it is written, because a follow-up and a watch need it whole. An id is
 * refused if one of these would change it:
 *
 * - a path: a dot segment, or half of a surrogate pair
 * - an output: a command to a runner that prints it, the end of a line, or its length
 * - the redaction of the key: `***`
 */
export function isUsableId(id: string): boolean {
  return USABLE_ID.test(id) && id.length <= LONGEST_ID;
}

const USABLE_ID = /^(?!\.{1,2}$)(?!\s*::)(?!.*(?:##\[|\*{3}))[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;
const LONGEST_ID = 300;

export const jobSchema = z.pipe(
  z.object({
    id: z.string(),
    /** `active`, `completed`, `archived` or `failed`; others may come, and are not terminal. */
    status: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1)),
    source: z.catch(z.object({ repository: optionalText, ref: optionalText }), {}),
    model: optionalText,
    /** Absent while the job is active, and when none was reported. Remote text, not yet a safe link. */
    prLink: optionalText,
    /** ISO 8601, as Mintlify wrote it. */
    createdAt: optionalText,
    archivedAt: optionalText,
  }),
  z.transform(({ source, ...job }) => ({ ...source, ...job })),
);

/** An agent job. Only `id` and `status` are sure to be there. */
export type Job = Readonly<z.infer<typeof jobSchema>>;

/** Characters of a URL. A longer one would be cut in the output, and lead elsewhere. */
const LONGEST_URL = 2_000;

/**
 * Returns the URL, without credentials, and the number of the pull request that a job reports; undefined if it reports
 * none, or something that is not the http(s) address of one on GitHub, GitLab or Bitbucket.
 */
export function pullRequestOf(job: Job | undefined): { url: string; number: string } | undefined {
  const url = URL.parse(job?.prLink ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  Object.assign(url, { username: '', password: '' });
  const number = /\/(?:pull|merge_requests|pull-requests)\/([1-9]\d*)(?![^/])/.exec(url.pathname)?.[1];
  return number === undefined || url.href.length > LONGEST_URL ? undefined : { url: url.href, number };
}

/** Greater than any count, so that sums stay finite. */
const MOST_VIEWS = 1e300;
/** Documented as integers, and published as numbers: fractions and numbers above 2^53 may come. */
const count = z.number().check(
  z.nonnegative(),
  z.maximum(MOST_VIEWS),
  // JSON has a zero with a sign, which would be shown.
  z.overwrite((value) => value + 0),
);
const counts = z.object({ human: count, ai: count, total: count });
const rowSchema = z.extend(counts, { path: z.string() });

/** Views by people, by AI, and both. */
export type Counts = Readonly<z.infer<typeof counts>>;
/** One page of the site and its views in the period. */
export type PageViews = Readonly<z.infer<typeof rowSchema>>;
/** One response of the page view export. */
export type ViewsResponse = Readonly<z.infer<typeof viewsSchema>>;

export const MOST_ROWS = 250;

export const viewsSchema = z.pipe(
  z.object({
    /** Totals of the whole site in the period, not of this response's rows. */
    totals: counts,
    // Not `z.array`, which visits each of a million rows before it counts them.
    views: z.custom<unknown[]>((rows) => Array.isArray(rows) && rows.length <= MOST_ROWS),
    hasMore: z.boolean(),
  }),
  // Rows of another shape are left out, and counted.
  z.transform(({ totals, views: rows, hasMore }) => {
    const views: readonly PageViews[] = rows.flatMap((row) => rowSchema.safeParse(row).data ?? []);
    return { totals, views, oddRows: rows.length - views.length, hasMore };
  }),
);
