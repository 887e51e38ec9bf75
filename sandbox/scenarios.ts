import { html, json, plain, type Reply } from './exchange.ts';
import { type Behaviour, echoKey, type Fault, instead, limited, page, redirect, refuse } from './faults.ts';
import type { JobShape } from './job-json.ts';
import type { End, Lifecycle, Phase } from './jobs.ts';
import { nameTaken, twirpError } from './results.ts';
import type { Operation } from './routes.ts';
import type { SiteKind } from './site.ts';
import type { PagingDefect } from './views.ts';

/** How the sandbox behaves, as data. What is left out is as in `happy`. */
export interface Scenario {
  /** What it does, on one line. */
  readonly description: string;
  readonly lifecycle?: Partial<Lifecycle>;
  readonly shape?: JobShape;
  readonly faults?: readonly Fault[];
  readonly site?: SiteKind;
  readonly pagingDefect?: PagingDefect;
}

const active = (lasts: number): Phase => ({ shows: 'active', lasts });
const hidden = (lasts: number): Phase => ({ shows: 'hidden', lasts });
const queued = (lasts: number): Phase => ({ shows: 'queued', lasts });
const previous = (lasts: number): Phase => ({ shows: 'previous', lasts });
const ends = (status: string, pullRequest = false, more: Partial<End> = {}): Partial<Lifecycle> => ({
  end: { status, pullRequest, ...more },
});

/** Active for `jobMs` after the creation and after each follow-up, then completed with a pull request. */
export const HAPPY_LIFECYCLE: Lifecycle = {
  first: [active(1)],
  followUp: [active(1)],
  end: { status: 'completed', pullRequest: true },
};

/** What jobs go through, and what it is in words. */
const LIFECYCLES: Readonly<Record<string, readonly [description: string, Partial<Lifecycle>]>> = {
  happy: ['A job is active for jobMs, then completed with a pull request; so is each follow-up.', {}],
  slow: ['A job takes 100 times jobMs.', { first: [active(100)], followUp: [active(100)] }],
  'stale-after-message': [
    'A follow-up is accepted, but its answer and the job show the previous turn for half of jobMs; then active, then completed.',
    { followUp: [previous(0.5), active(1)] },
  ],
  'stale-active-answer': [
    'The answer to a follow-up says active, then the job shows the previous turn for half of jobMs; then active, then completed.',
    { followUp: [previous(0.5), active(1)], answersActive: true },
  ],
  'stale-for-good': [
    'A follow-up is accepted, and the job never shows anything but the previous turn.',
    { followUp: [previous(1e9)] },
  ],
  'no-pull-request': ['Completed, with prLink null.', ends('completed')],
  archived: [
    'Archived in the end, with a pull request and archivedAt. Follow-ups are refused with 400.',
    ends('archived', true, { archivedAt: true }),
  ],
  'archived-null-at': ['Archived in the end, with archivedAt null and no pull request.', ends('archived')],
  failed: ['Failed in the end; follow-ups are accepted.', ends('failed')],
  'unknown-status': [
    'Queued for half of jobMs, then active, then completed.',
    { first: [queued(0.5), active(0.5)], followUp: [queued(0.5), active(0.5)] },
  ],
  'early-404': ['A new job is answered 404 for half of jobMs.', { first: [hidden(0.5), active(0.5)] }],
  'lost-job': ['A new job is answered 404 for good.', { first: [hidden(1e9)] }],
};

const JOBS: Readonly<Record<string, Scenario>> = {
  'unknown-fields': {
    description: 'Jobs with fields that nobody has heard of, and a null ref.',
    shape: 'unknown-fields',
  },
  'bare-job': { description: 'Jobs with nothing but id and status.', shape: 'bare' },
  'flaky-polls': {
    description:
      'The first seven polls are answered 503, a reset, HTML, cut-off JSON, 502, {} and a reset; then all is well.',
    faults: [
      { on: 'get', only: [1], behaviour: refuse(503, 'Service unavailable') },
      { on: 'get', only: [2, 7], behaviour: { kind: 'reset', effect: true } },
      { on: 'get', only: [3], behaviour: page(200, 'Just a moment') },
      { on: 'get', only: [4], behaviour: { kind: 'truncate' } },
      { on: 'get', only: [5], behaviour: page(502, 'Bad gateway') },
      { on: 'get', only: [6], behaviour: instead(json(200, {}), true) },
    ],
  },
};

const PLATFORM = ['create', 'message', 'get', 'views'] as const satisfies readonly Operation[];

/** What can befall any of the platform's operations; becomes the scenarios `create-400`, `create-401` and so on. */
const FAILURES: Readonly<Record<string, readonly [what: string, Behaviour, to?: number]>> = {
  '400': ['always 400', refuse(400, 'Invalid request', ['prompt: Too small'])],
  '401': ['always 401', refuse(401, 'Unauthorized')],
  '403': ['always 403', refuse(403, 'Forbidden')],
  '404': ['always 404', refuse(404, 'Not found')],
  '413': [
    'always 413, as a gateway says it',
    instead(html(413, '<html><h1>413 Request Entity Too Large</h1></html>')),
  ],
  '429': ['always 429 in plain text', limited()],
  '429-retry-after': ['429 with Retry-After: 2 the first time', limited(2), 1],
  '500': ['always 500, not carried out', refuse(500, 'Internal server error')],
  '502-html': ['carried out, then always 502 with HTML', page(502, 'Bad gateway')],
  'reset-before': ['always reset before it is carried out', { kind: 'reset', effect: false }],
  'reset-after': ['carried out, then always reset', { kind: 'reset', effect: true }],
  hang: ['never carried out nor answered', { kind: 'hang', effect: false }],
  'hang-after': ['carried out, never answered', { kind: 'hang', effect: true }],
  truncated: ['carried out; half of the answer, then closed', { kind: 'truncate' }],
  html: ['carried out; answered 200 with HTML', page(200, 'Sign in')],
  'no-id': ['carried out; the answer lacks id (views: totals)', { kind: 'edit', edit: withoutId }],
  redirect: ['always 302 to another path', redirect()],
  huge: ['carried out; the answer has 32 MiB more', { kind: 'huge', bytes: 32 * 1024 * 1024 }],
};

function withoutId(value: Record<string, unknown>): unknown {
  const { id: _id, totals: _totals, ...rest } = value;
  return rest;
}

function keyInError(status: number): Scenario {
  return {
    description: `Creates, messages, polls and views are answered ${status} with the key in the error, plain and encoded.`,
    faults: [{ on: PLATFORM, behaviour: echoKey(status) }],
  };
}

const PAGING_DEFECTS: Readonly<Record<PagingDefect, string>> = {
  'moving-totals': 'totals grow with every request',
  'repeated-pages': 'the first rows again for every offset',
  'overlapping-rows': 'every page but the first begins with the last 10 rows of the page before it',
  'empty-with-more': 'from the third page on no rows, and hasMore true',
  endless: 'hasMore is always true, and the rows begin again after the last',
};

const SITES: Readonly<Record<string, readonly [what: string, SiteKind]>> = {
  'no-views': ['a site that nobody has seen', 'empty'],
  'one-page': ['a site of one page', 'one-page'],
  'long-path': ['one page has a path of 4,000 characters', 'long-path'],
  'unicode-paths': ['paths in many scripts, with emoji and combining marks', 'unicode'],
  'big-counts': ['pages with more than 2^31 views a week', 'big-counts'],
  fractions: ['counts are fractions, as the published schema allows', 'fractions'],
};

/** What befalls some requests for views. */
const MIDWAY: Readonly<Record<string, readonly [what: string, Omit<Fault, 'on'>]>> = {
  'rate-limited-midway': ['429 from the fourth request on', { from: 4, behaviour: limited() }],
  'rate-limited-briefly': [
    'the fourth request is answered 429 with Retry-After: 1',
    { only: [4], behaviour: limited(1) },
  ],
  'dies-midway': [
    'every connection is reset from the fourth request on',
    { from: 4, behaviour: { kind: 'reset', effect: false } },
  ],
  'wrong-shape-midway': [
    'from the fourth request on the counts are texts',
    { from: 4, behaviour: { kind: 'edit', edit: withTextCounts } },
  ],
};

function withTextCounts(value: Record<string, unknown>): unknown {
  const views = value['views'] as Record<string, unknown>[];
  return { ...value, views: views.map((row) => ({ ...row, total: `${row['total']} views` })) };
}

const ARTIFACTS: Readonly<Record<string, readonly [what: string, Operation, Reply]>> = {
  'artifact-conflict': ['every name is taken', 'artifact-create', nameTaken()],
  'artifact-quota': [
    'the storage quota is used up',
    'artifact-create',
    twirpError(403, 'resource_exhausted', 'insufficient usage to create artifact'),
  ],
  'artifact-403': [
    'the token may not write them',
    'artifact-create',
    twirpError(403, 'permission_denied', 'permission denied'),
  ],
  'artifact-blob-403': ['the storage refuses every upload', 'blob', plain(403, 'AuthenticationFailed')],
};

function each<T>(things: Readonly<Record<string, T>>, scenarioOf: (thing: T, name: string) => Scenario) {
  return Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, scenarioOf(thing, name)]));
}

/** Every scenario by its name. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...each(LIFECYCLES, ([description, lifecycle]) => ({ description, lifecycle })),
  ...JOBS,
  ...Object.fromEntries(
    PLATFORM.flatMap((on) =>
      Object.entries(FAILURES).map(([name, [what, behaviour, to]]) => {
        const fault: Fault = { on, behaviour, ...(to !== undefined && { to }) };
        return [`${on}-${name}`, { description: `${on}: ${what}.`, faults: [fault] }];
      }),
    ),
  ),
  'key-in-error': keyInError(400),
  'key-in-server-error': keyInError(500),
  'hostile-text': {
    description:
      'Ids, models, repositories, links and page paths that act in logs, Markdown, HTML and spreadsheets.',
    shape: 'hostile',
    site: 'hostile',
  },
  ...each(PAGING_DEFECTS, (what, name) => ({
    description: `views: ${what}.`,
    pagingDefect: name as PagingDefect,
  })),
  ...each(SITES, ([what, site]) => ({ description: `views: ${what}.`, site })),
  ...each(MIDWAY, ([what, fault]) => ({
    description: `views: ${what}.`,
    faults: [{ on: 'views', ...fault }],
  })),
  ...each(ARTIFACTS, ([what, on, reply]) => ({
    description: `Artifacts: ${what}.`,
    faults: [{ on, behaviour: instead(reply) }],
  })),
};

/** @throws {RangeError} when there is no such scenario */
export function scenarioNamed(name: string): Scenario {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario) throw new RangeError(`There is no scenario "${name}". They are listed by --help.`);
  return scenario;
}
