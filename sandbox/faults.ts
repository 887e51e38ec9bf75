import { type Incoming, json, plain, type Reply } from './exchange.ts';
import type { Payload } from './github/examples.ts';
import { BOT } from './github/state.ts';
import type { Operation } from './operations.ts';

type Answer = Reply | ((request: Incoming, nowMs: number) => Reply);

/**
 * A way for a request to go wrong. It is carried out unless `effect` is false, but the caller can't see that. `edit` and `delay`
 * send the real answer, changed or after `ms`; `late` also carries the request out only then; `old` is what GitHub answers that
 * knows nothing of the last `ms`. What breaks below HTTP is not in here.
 */
export type Behaviour = { readonly name?: string; readonly effect?: boolean } & (
  | { readonly kind: 'answer'; readonly reply: Answer }
  | { readonly kind: 'reset' | 'close' | 'hang' }
  | { readonly kind: 'edit'; edit(value: Payload): unknown }
  | { readonly kind: 'delay' | 'late' | 'old'; readonly ms: number }
);

export interface Fault {
  readonly on: Operation | readonly Operation[];
  /** Numbers of the requests that go wrong, from 1; all if undefined. */
  readonly only?: readonly number[];
  readonly behaviour: Behaviour;
}

const instead = (reply: Answer, effect = false): Behaviour => ({ kind: 'answer', reply, effect });
/** An error in a form that fits both Mintlify and GitHub. */
const error = (status: number, message: string, headers: Record<string, string> = {}) =>
  instead(json(status, { error: message, message }, headers));
const page = (status: number, title: string, effect: boolean) =>
  instead(plain(status, `<!doctype html>\n<h1>${title}</h1>`, { 'content-type': 'text/html' }), effect);

function echoKey(status: number): Behaviour {
  return instead(({ headers: { authorization = '' } }) => {
    const details = [{ message: authorization.replace(/^Bearer /, '') }];
    return json(status, { error: `Cannot use Authorization: ${authorization}`, details });
  });
}

/** GitHub's error for an exceeded primary rate limit, which resets after `seconds`. */
function primaryLimit(seconds: number): Behaviour {
  return instead((_, nowMs) => {
    const reset = String(Math.ceil(nowMs / 1000) + seconds);
    return json(403, { message: LIMIT }, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset });
  });
}

const edit = (edit: (value: Payload) => unknown): Behaviour => ({ kind: 'edit', edit });
const withField = (name: string, ...values: readonly unknown[]): Behaviour[] =>
  values.map((value) => edit((all) => ({ ...all, [name]: value })));
const after = (kind: 'delay' | 'late', ...times: readonly number[]): Behaviour[] =>
  times.map((ms) => ({ kind, ms }));
const retryAfter = (...values: readonly string[]): Behaviour[] =>
  values.map((value) => instead(json(429, { error: LIMIT, message: LIMIT }, { 'retry-after': value })));
const LIMIT = 'You have exceeded a rate limit.';
const BLOCKED = { message: 'You are blocked for a while.' };
const NO_CREDITS = 'Your organization has no credits left.';

const CATALOGUE: Readonly<Record<string, readonly [description: string, ...forms: readonly Behaviour[]]>> = {
  'reset-before': ['Resets the connection, and does nothing', { kind: 'reset', effect: false }],
  'reset-after': ['Does it, then resets the connection', { kind: 'reset', effect: true }],
  'close-before': ['Closes the connection, and does nothing', { kind: 'close', effect: false }],
  'close-after': ['Does it, then closes the connection', { kind: 'close', effect: true }],
  hang: ['Never does it, and never answers', { kind: 'hang', effect: false }],
  'hang-after': ['Does it, but never answers', { kind: 'hang', effect: true }],
  late: ['Does it 5 s after it arrived, then answers', ...after('late', 5_000, 100, 20_000, 80_000)],
  slow: ['Does it at once, but answers 5 s later', ...after('delay', 5_000, 100, 20_000, 80_000)],

  // After these it is certain that nothing was done.
  400: ['Answers 400', error(400, 'Invalid request')],
  401: ['Answers 401', error(401, 'Unauthorized')],
  403: ['Answers 403', error(403, 'Resource not accessible by integration')],
  404: ['Answers 404', error(404, 'Not found')],
  410: ['Answers 410', error(410, 'This issue was deleted')],
  413: ['Answers 413 with an HTML page', page(413, 'Request Entity Too Large', false)],
  422: ['Answers 422', error(422, 'Validation Failed')],
  'gave-up': [
    'Answers 424, as a server that gave up (.1: 425, .2: 499)',
    ...[424, 425, 499].map((status) => error(status, 'Gave up')),
  ],
  credits: [
    'Answers 402, because credits are used up (.1: 403, .2: 400, .3: 429)',
    error(402, 'Payment Required'),
    ...[403, 400, 429].map((status) => error(status, NO_CREDITS)),
  ],
  'key-in-400': ['Answers 400 with the API key in the message', echoKey(400)],
  429: ['Answers 429 in plain text', instead(plain(429, 'Too many requests, please try again later.'))],
  '429-retry-after': ['Answers 429 with Retry-After: 2', ...retryAfter('2', '1', '20', '600')],
  'secondary-limit': [
    'Answers 403 with Retry-After: 3, a secondary rate limit of GitHub',
    error(403, LIMIT, { 'retry-after': '3' }),
    instead((_, nowMs) => json(403, BLOCKED, { 'retry-after': new Date(nowMs + 4_000).toUTCString() })),
  ],
  abuse: [
    'Answers 403 without Retry-After, a secondary rate limit of GitHub',
    error(403, 'You have triggered an abuse detection mechanism.'),
  ],
  'too-quickly': [
    'Answers 422, as GitHub does if comments are created too quickly',
    instead(json(422, { message: 'Validation Failed', errors: [{ message: 'was submitted too quickly' }] })),
  ],
  'primary-limit': [
    'Answers 403 with a reset in 8 s, the primary rate limit of GitHub',
    primaryLimit(8),
    primaryLimit(3600),
  ],

  // After these it is unknown.
  500: ['Answers 500', error(500, 'Internal server error')],
  '500-done': ['Does it, but answers 500', instead(json(500, { error: 'Internal error' }), true)],
  'key-in-500': ['Answers 500 with the API key in the message', echoKey(500)],
  '502-html': ['Does it, but answers 502 with an HTML page', page(502, 'Bad gateway', true)],
  502: ['Answers 502 with an HTML page', page(502, 'Bad gateway', false)],
  503: ['Answers 503 with Retry-After: 2', instead(plain(503, '', { 'retry-after': '2' }))],
  504: ['Does it, but answers 504', instead(plain(504, ''), true)],
  408: ['Does it, but answers 408', instead(plain(408, ''), true)],
  redirect: [
    'Redirects to another path with 302',
    instead(({ path }) => plain(302, 'Found', { location: `/moved${path}` })),
    instead(plain(307, '', { location: 'https://example.com/' })),
    instead(plain(308, '', { location: '' })),
  ],
  html: ['Does it, but answers 200 with an HTML page', page(200, 'Sign in', true)],
  empty: [
    'Does it, but answers an empty JSON object',
    instead(json(200, {}), true),
    instead(plain(200, ''), true),
    instead({ status: 204, headers: {}, body: '' }, true),
  ],
  'no-id': [
    'Does it, but the answer lacks `id` and `totals`',
    edit(({ id: _, totals: __, ...rest }) => rest),
    ...withField('id', null, '', 7, {}, '.', '..'),
  ],
  'no-status': ['Does it, but `status` is undefined', ...withField('status', undefined, null, 1)],
  'wrong-shape': [
    'Does it, but answers JSON of another shape',
    ...['{"items":[]}', '[]', 'null', '"job"', '{"job":{"id":"x","status":"active"}}', '{"id":'].map((body) =>
      instead({ ...json(200, ''), body }, true),
    ),
  ],

  // What GitHub answers of what it doesn't know yet, or can't make.
  old: ['Answers as of 5 s ago', { kind: 'old', ms: 5_000 }],
  none: ['Answers an empty list', instead(json(200, []), true)],
  'no-commit': ['Answers 422, because there is no such commit', error(422, 'No commit found for SHA: 0')],
  'too-long': [
    'Answers 422, because the diff takes too long (.1: 406, .2: 500)',
    ...[422, 406, 500].map((status) => error(status, 'Sorry, this diff is taking too long to generate.')),
    instead(json(422, { message: 'Server Error', errors: [{ field: 'diff', code: 'not_available' }] })),
  ],
  'no-sizes': [
    'Leaves the sizes out of the pull request',
    edit(({ commits: _, changed_files: __, additions: ___, deletions: ____, ...rest }) => rest),
  ],
  'no-runs': ['An empty list of runs', edit((all) => ({ ...all, total_count: 0, workflow_runs: [] }))],
  'no-files': ['Leaves `files` out of the comparison', edit(({ files: _, ...rest }) => rest)],
  'no-entry-id': [
    'Leaves the ID of the first entry out of the list',
    edit((list) => {
      const [{ id: _, ...first }, ...others] = Object.values(list);
      return [first, ...others];
    }),
  ],

  // Unusual but valid.
  'no-link': ['Does it, but `prLink` is null', ...withField('prLink', null)],
  'left-out': [
    "Leaves the action's oldest comment out of the list",
    edit((list) => withoutOldest(Object.values(list))),
  ],
  'odd-fields': [
    'Does it, but `model` is null',
    ...withField('model', null, 1, {}),
    ...withField('more', []),
    edit(({ status, ...all }) => ({ ...all, status: `\t${status} `.toUpperCase() })),
  ],
};

function withoutOldest(comments: readonly Payload[]): Payload[] {
  const oldest = comments.findIndex(({ user }) => user.login === BOT);
  return comments.filter((_, index) => index !== oldest);
}

export const FAULTS = Object.entries(CATALOGUE).map(([name, [description]]) => ({ name, description }));

/** @param name such as `no-id`, or `no-id.2` for its third form @throws {RangeError} if there is no such fault */
export function behaviourNamed(name: string): Behaviour {
  const [, key = '', form = '0'] = /^(.*?)(?:\.(\d))?$/.exec(name) ?? [];
  const behaviour = (Object.hasOwn(CATALOGUE, key) ? CATALOGUE[key] : undefined)?.[Number(form) + 1];
  if (!behaviour || typeof behaviour === 'string') throw new RangeError(`There is no fault "${name}".`);
  return { ...behaviour, name };
}
