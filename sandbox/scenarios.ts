import { plain, type Reply } from './exchange.ts';
import { behaviourNamed, describe, echoKey, type Fault } from './faults.ts';
import type { Operation } from './operations.ts';
import type { End, Lifecycle, Phase } from './platform/jobs.ts';
import type { PlatformScenario } from './platform/routes.ts';
import type { SiteKind } from './platform/site.ts';
import type { PagingDefect } from './platform/views.ts';
import { nameTaken, twirpError } from './results.ts';

/** How the sandbox behaves, as data. What is left out is as in `happy`. */
export interface Scenario extends PlatformScenario {
  /** What it does, on one line. */
  readonly description: string;
  readonly faults?: readonly Fault[];
}

const active = (lasts: number): Phase => ({ shows: 'active', lasts });
const hidden = (lasts: number): Phase => ({ shows: 'hidden', lasts });
const queued = (lasts: number): Phase => ({ shows: 'queued', lasts });
const previous = (lasts: number): Phase => ({ shows: 'previous', lasts });
const ends = (status: string, pullRequest = false, more: Partial<End> = {}): Partial<Lifecycle> => ({
  end: { status, pullRequest, ...more },
});

/** What jobs go through, and what it is in words. */
const LIFECYCLES: Readonly<Record<string, readonly [description: string, Partial<Lifecycle>]>> = {
  happy: ['A job is active for jobMs, then completed with a pull request; so is each follow-up.', {}],
  slow: ['A job takes 100 times jobMs.', { first: [active(100)], followUp: [active(100)] }],
  'stale-after-message': [
    'A follow-up is accepted, but its answer and the job show what was before for half of jobMs; then active, then completed.',
    { followUp: [previous(0.5), active(1)] },
  ],
  'stale-active-answer': [
    'The answer to a follow-up says active, then the job shows what was before for half of jobMs; then active, then completed.',
    { followUp: [previous(0.5), active(1)], answersActive: true },
  ],
  'stale-for-good': [
    'A follow-up is accepted, and the job never shows anything but what was before.',
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
      ...['503', 'reset-after', 'html', 'truncated', '502-html', 'empty', 'reset-after'].map(
        (name, index): Fault => ({ on: 'get', only: [index + 1], behaviour: behaviourNamed(name) }),
      ),
    ],
  },
};

const PLATFORM = ['create', 'message', 'get', 'views'] as const satisfies readonly Operation[];

/** What can befall any of the platform's operations; becomes the scenarios `create-400`, `create-401` and so on. */
const FAILURES =
  `400 401 403 404 413 429 429-retry-after 500 502-html reset-before reset-after hang hang-after truncated
  html no-id redirect huge`.split(/\s+/);

function failing(on: Operation, name: string): readonly [string, Scenario] {
  const isBrief = name === '429-retry-after';
  const fault = { on, behaviour: behaviourNamed(name), ...(isBrief && { to: 1 }) };
  const description = `${on}: ${describe(name)}${isBrief ? ' the first time' : ''}.`;
  return [`${on}-${name}`, { description, faults: [fault] }];
}

function keyInError(status: number): Scenario {
  return {
    description: `Creates, messages, polls and views are answered ${status} with the key in the error.`,
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
  'rate-limited-midway': ['429 from the fourth request on', { from: 4, behaviour: behaviourNamed('429') }],
  'rate-limited-briefly': [
    'the fourth request is answered 429 with Retry-After: 1',
    { only: [4], behaviour: behaviourNamed('429-retry-after.1') },
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
  ...Object.fromEntries(PLATFORM.flatMap((on) => FAILURES.map((name) => failing(on, name)))),
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
    faults: [{ on, behaviour: { kind: 'answer', reply, effect: false } }],
  })),
};

/** @throws {RangeError} when there is no such scenario */
export function scenarioNamed(name: string): Scenario {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario) throw new RangeError(`There is no scenario "${name}". They are listed by --help.`);
  return scenario;
}
