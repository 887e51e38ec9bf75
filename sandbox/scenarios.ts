import { html, json, plain, type Reply } from './exchange.ts';
import { type Behaviour, echoKey, type Fault, limited, page, redirect, refuse } from './faults.ts';
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

const PULL_REQUEST: End = { status: 'completed', pullRequest: true };
const active = (lasts: number): Phase => ({ shows: 'active', lasts });

/** Active for `jobMs` after the creation and after each follow-up, then completed with a pull request. */
export const HAPPY_LIFECYCLE: Lifecycle = { first: [active(1)], followUp: [active(1)], end: PULL_REQUEST };

const LIFECYCLES = {
  happy: {
    description: 'A job is active for jobMs, then completed with a pull request; so is each follow-up.',
  },
  slow: {
    description: 'A job takes 100 times jobMs.',
    lifecycle: { first: [active(100)], followUp: [active(100)] },
  },
  'stale-after-message': {
    description:
      'A follow-up is accepted, but its answer and the job show the previous turn for half of jobMs; then active, then completed.',
    lifecycle: { followUp: [{ shows: 'previous', lasts: 0.5 }, active(1)] },
  },
  'stale-active-answer': {
    description:
      'The answer to a follow-up says active, then the job shows the previous turn for half of jobMs; then active, then completed.',
    lifecycle: { followUp: [{ shows: 'previous', lasts: 0.5 }, active(1)], answersActive: true },
  },
  'stale-for-good': {
    description: 'A follow-up is accepted, and the job never shows anything but the previous turn.',
    lifecycle: { followUp: [{ shows: 'previous', lasts: 1e9 }] },
  },
  'no-pull-request': {
    description: 'Completed, with prLink null.',
    lifecycle: { end: { status: 'completed', pullRequest: false } },
  },
  archived: {
    description: 'Archived in the end, with a pull request and archivedAt. Follow-ups are refused with 400.',
    lifecycle: { end: { status: 'archived', pullRequest: true, archivedAt: true } },
  },
  'archived-null-at': {
    description: 'Archived in the end, with archivedAt null and no pull request.',
    lifecycle: { end: { status: 'archived', pullRequest: false } },
  },
  failed: {
    description: 'Failed in the end; follow-ups are accepted.',
    lifecycle: { end: { status: 'failed', pullRequest: false } },
  },
  'unknown-status': {
    description: 'Queued for half of jobMs, then active, then completed.',
    lifecycle: {
      first: [{ shows: 'queued', lasts: 0.5 }, active(0.5)],
      followUp: [{ shows: 'queued', lasts: 0.5 }, active(0.5)],
    },
  },
  'unknown-fields': {
    description: 'Jobs with fields that nobody has heard of, and a null ref.',
    shape: 'unknown-fields',
  },
  'bare-job': { description: 'Jobs with nothing but id and status.', shape: 'bare' },
  'early-404': {
    description: 'A new job is answered 404 for half of jobMs.',
    lifecycle: { first: [{ shows: 'hidden', lasts: 0.5 }, active(0.5)] },
  },
  'lost-job': {
    description: 'A new job is answered 404 for good.',
    lifecycle: { first: [{ shows: 'hidden', lasts: 1e9 }] },
  },
  'flaky-polls': {
    description:
      'The first seven polls are answered 503, a reset, HTML, cut-off JSON, 502, {} and a reset; then all is well.',
    faults: [
      { on: 'get', only: [1], behaviour: refuse(503, 'Service unavailable') },
      { on: 'get', only: [2, 7], behaviour: { kind: 'reset', effect: true } },
      { on: 'get', only: [3], behaviour: page(200, 'Just a moment') },
      { on: 'get', only: [4], behaviour: { kind: 'truncate' } },
      { on: 'get', only: [5], behaviour: page(502, 'Bad gateway') },
      { on: 'get', only: [6], behaviour: { kind: 'answer', reply: json(200, {}), effect: true } },
    ],
  },
} satisfies Record<string, Scenario>;

const PLATFORM = ['create', 'message', 'get', 'views'] as const satisfies readonly Operation[];

/** What can befall any of the platform's operations; becomes the scenarios `create-400`, `create-401` and so on. */
const FAILURES: Readonly<Record<string, { what: string; behaviour: Behaviour; to?: number }>> = {
  '400': { what: 'always 400', behaviour: refuse(400, 'Invalid request', ['prompt: Too small']) },
  '401': { what: 'always 401', behaviour: refuse(401, 'Unauthorized') },
  '403': { what: 'always 403', behaviour: refuse(403, 'Forbidden') },
  '404': { what: 'always 404', behaviour: refuse(404, 'Not found') },
  '413': {
    what: 'always 413, as a gateway says it',
    behaviour: {
      kind: 'answer',
      reply: html(413, '<html><h1>413 Request Entity Too Large</h1></html>'),
      effect: false,
    },
  },
  '429': { what: 'always 429 in plain text', behaviour: limited() },
  '429-retry-after': { what: '429 with Retry-After: 2 the first time', behaviour: limited(2), to: 1 },
  '429-once': { what: '429 without Retry-After the first time', behaviour: limited(), to: 1 },
  '500': { what: 'always 500, not carried out', behaviour: refuse(500, 'Internal server error') },
  '502-html': { what: 'carried out, then always 502 with HTML', behaviour: page(502, 'Bad gateway') },
  'reset-before': {
    what: 'always reset before it is carried out',
    behaviour: { kind: 'reset', effect: false },
  },
  'reset-after': { what: 'carried out, then always reset', behaviour: { kind: 'reset', effect: true } },
  hang: { what: 'never carried out nor answered', behaviour: { kind: 'hang', effect: false } },
  'hang-after': { what: 'carried out, never answered', behaviour: { kind: 'hang', effect: true } },
  truncated: { what: 'carried out; half of the answer, then closed', behaviour: { kind: 'truncate' } },
  html: { what: 'carried out; answered 200 with HTML', behaviour: page(200, 'Sign in') },
  'empty-object': {
    what: 'carried out; answered 200 with {}',
    behaviour: { kind: 'answer', reply: json(200, {}), effect: true },
  },
  'empty-body': {
    what: 'carried out; answered 204 with nothing',
    behaviour: { kind: 'answer', reply: plain(204, ''), effect: true },
  },
  'no-id': {
    what: 'carried out; the answer lacks id (views: totals)',
    behaviour: { kind: 'edit', edit: withoutId },
  },
  redirect: { what: 'always 302 to another path', behaviour: redirect() },
  huge: {
    what: 'carried out; the answer has 32 MiB more',
    behaviour: { kind: 'huge', bytes: 32 * 1024 * 1024 },
  },
  drip: {
    what: 'carried out; the answer comes a byte every 5 ms',
    behaviour: { kind: 'drip', msPerByte: 5 },
  },
};

function withoutId(value: Record<string, unknown>): unknown {
  const { id: _id, totals: _totals, ...rest } = value;
  return rest;
}

function platformFaults(): Record<string, Scenario> {
  const scenarios: Record<string, Scenario> = {};
  for (const on of PLATFORM) {
    for (const [name, { what, behaviour, to }] of Object.entries(FAILURES)) {
      const fault: Fault = { on, behaviour, ...(to !== undefined && { to }) };
      scenarios[`${on}-${name}`] = { description: `${on}: ${what}.`, faults: [fault] };
    }
  }
  return scenarios;
}

const TEXTS = {
  'key-in-error': {
    description:
      'Creates, messages, polls and views are answered 400 with the key in the error, plain and encoded.',
    faults: [{ on: PLATFORM, behaviour: echoKey(400) }],
  },
  'key-in-server-error': {
    description:
      'Creates, messages, polls and views are answered 500 with the key in the error, plain and encoded.',
    faults: [{ on: PLATFORM, behaviour: echoKey(500) }],
  },
  'hostile-text': {
    description:
      'Ids, models, repositories, links and page paths that act in logs, Markdown, HTML and spreadsheets.',
    shape: 'hostile',
    site: 'hostile',
  },
} satisfies Record<string, Scenario>;

const ANALYTICS = {
  'moving-totals': { description: 'views: totals grow with every request.', pagingDefect: 'moving-totals' },
  'repeated-pages': {
    description: 'views: the first rows again for every offset.',
    pagingDefect: 'repeated-pages',
  },
  'overlapping-rows': {
    description: 'views: every page but the first begins with the last 10 rows of the page before it.',
    pagingDefect: 'overlapping-rows',
  },
  'empty-with-more': {
    description: 'views: from the third page on no rows, and hasMore true.',
    pagingDefect: 'empty-with-more',
  },
  endless: {
    description: 'views: hasMore is always true, and the rows begin again after the last.',
    pagingDefect: 'endless',
  },
  'no-views': { description: 'views: a site that nobody has seen.', site: 'empty' },
  'one-page': { description: 'views: a site of one page.', site: 'one-page' },
  'long-path': { description: 'views: one page has a path of 4,000 characters.', site: 'long-path' },
  'unicode-paths': {
    description: 'views: paths in many scripts, with emoji and combining marks.',
    site: 'unicode',
  },
  'big-counts': { description: 'views: pages with more than 2^31 views a week.', site: 'big-counts' },
  fractions: {
    description: 'views: counts are fractions, as the published schema allows.',
    site: 'fractions',
  },
  'rate-limited-midway': {
    description: 'views: 429 from the fourth request on.',
    faults: [{ on: 'views', from: 4, behaviour: limited() }],
  },
  'rate-limited-briefly': {
    description: 'views: the fourth request is answered 429 with Retry-After: 1.',
    faults: [{ on: 'views', only: [4], behaviour: limited(1) }],
  },
  'dies-midway': {
    description: 'views: every connection is reset from the fourth request on.',
    faults: [{ on: 'views', from: 4, behaviour: { kind: 'reset', effect: false } }],
  },
  'wrong-shape-midway': {
    description: 'views: from the fourth request on the counts are texts.',
    faults: [{ on: 'views', from: 4, behaviour: { kind: 'edit', edit: withTextCounts } }],
  },
} satisfies Record<string, Scenario>;

function withTextCounts(value: Record<string, unknown>): unknown {
  const views = value['views'] as Record<string, unknown>[];
  return { ...value, views: views.map((row) => ({ ...row, total: `${row['total']} views` })) };
}

function artifact(what: string, on: Operation, reply: Reply): Scenario {
  const behaviour: Behaviour = { kind: 'answer', reply, effect: false };
  return { description: `Artifacts: ${what}.`, faults: [{ on, behaviour }] };
}

const ARTIFACTS: Readonly<Record<string, Scenario>> = {
  'artifact-conflict': artifact('every name is taken', 'artifact-create', nameTaken()),
  'artifact-quota': artifact(
    'the storage quota is used up',
    'artifact-create',
    twirpError(403, 'resource_exhausted', 'insufficient usage to create artifact'),
  ),
  'artifact-403': artifact(
    'the token may not write them',
    'artifact-create',
    twirpError(403, 'permission_denied', 'permission denied'),
  ),
  'artifact-blob-403': artifact(
    'the storage refuses every upload',
    'blob',
    plain(403, 'AuthenticationFailed'),
  ),
};

/** Every scenario by its name. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...LIFECYCLES,
  ...platformFaults(),
  ...TEXTS,
  ...ANALYTICS,
  ...ARTIFACTS,
};

/** @throws {RangeError} when there is no such scenario */
export function scenarioNamed(name: string): Scenario {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario) throw new RangeError(`There is no scenario "${name}". They are listed by --help.`);
  return scenario;
}
