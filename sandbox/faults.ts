import { type Incoming, json, plain, type Reply } from './exchange.ts';
import type { Operation } from './operations.ts';

/** End of the connection after the response. If undefined, the connection stays open. */
type End = 'close' | 'reset' | 'hang';

/**
 * A way for an API call to go wrong. If `effect` is true, the request is carried out, but the caller can't see that. Kinds
 * without `effect` carry the request out:
 *
 * - `bytes`: sends the real response as other bytes
 * - `edit`: sends the real response with its JSON changed
 * - `delay`: sends the real response after `ms`
 * - `late`: carries out the request after `ms`, then sends the real response
 * - `drip`: sends the real response byte by byte, with pauses of `ms`
 * - `idle`: sends the real response, and ends the connection `ms` later
 */
export type Behaviour = { readonly name?: string; readonly end?: End } & (
  | {
      readonly kind: 'answer';
      readonly reply: Reply | ((request: Incoming, nowMs: number) => Reply);
      readonly effect: boolean;
    }
  | { readonly kind: 'reset' | 'close' | 'hang'; readonly effect: boolean }
  | { readonly kind: 'bytes'; change(real: Buffer): Buffer }
  | { readonly kind: 'edit'; edit(value: Record<string, unknown>): unknown }
  | { readonly kind: 'delay' | 'late' | 'drip' | 'idle'; readonly ms: number }
);

/** API calls that go wrong, and how. */
export interface Fault {
  readonly on: Operation | readonly Operation[];
  /** Numbers of the calls that go wrong, from 1; all calls if undefined. */
  readonly only?: readonly number[];
  readonly behaviour: Behaviour;
}

/** Returns the behaviour of the first fault for the `nth` call of `operation`, or undefined if there is none. */
export function behaviourFor(
  faults: readonly Fault[],
  operation: Operation,
  nth: number,
): Behaviour | undefined {
  return faults.find(({ on, only }) => [on].flat().includes(operation) && (!only || only.includes(nth)))
    ?.behaviour;
}

/** Returns a behaviour that sends `reply`. The request is carried out only if `effect` is true. */
function instead(reply: Reply | ((request: Incoming, nowMs: number) => Reply), effect = false): Behaviour {
  return { kind: 'answer', reply, effect };
}

/** Returns an error response in a form that fits both Mintlify and GitHub. */
function error(status: number, message: string, headers: Record<string, string> = {}): Behaviour {
  return instead(json(status, { error: message, message }, headers));
}

/** Returns an HTML page, as gateways and login pages send it. */
function page(status: number, title: string, effect: boolean): Behaviour {
  const body = `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>gateway</body></html>\n`;
  return instead(plain(status, body, { 'content-type': 'text/html; charset=utf-8' }), effect);
}

/** Returns an error response that repeats the caller's API key. */
function echoKey(status: number): Behaviour {
  return instead(({ headers: { authorization = '' } }) => {
    const details = [{ message: authorization.replace(/^Bearer /, '') }];
    return json(status, { error: `Cannot use Authorization: ${authorization}`, details });
  });
}

/** Returns GitHub's error for an exceeded primary rate limit, which resets after `seconds`. */
function primaryLimit(seconds: number): Behaviour {
  return instead((_, nowMs) => {
    const reset = String(Math.ceil(nowMs / 1000) + seconds);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    return json(403, { message: LIMIT }, headers);
  });
}

function text(change: (real: string) => string, more: { end?: End } = {}): Behaviour {
  return { kind: 'bytes', change: (real) => Buffer.from(change(real.toString('latin1')), 'latin1'), ...more };
}

/** Adds a header to the response, right after its status line. */
function withHeader(header: string, more: { end?: End } = {}): Behaviour {
  return text((real) => real.replace('\r\n', `\r\n${header}\r\n`), more);
}

function without(...fields: readonly string[]): Behaviour {
  const edit = (value: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
  return { kind: 'edit', edit };
}

/** Cuts the response to a share of its length, from 0 to 1. */
function truncated(share: number, end: End): Behaviour {
  return { kind: 'bytes', change: (real) => real.subarray(0, Math.ceil(share * real.length)), end };
}

/** Increases `content-length` in the response, but not its body. */
function lengthened(real: string, by: number): string {
  return real.replace(/(?<=content-length: )\d+/i, (length) => `${Number(length) + by}`);
}

function withField(name: string, ...values: readonly unknown[]): Behaviour[] {
  return values.map((value) => ({ kind: 'edit', edit: (all) => ({ ...all, [name]: value }) }));
}

function after(kind: 'delay' | 'late' | 'drip', ...times: readonly number[]): Behaviour[] {
  return times.map((ms) => ({ kind, ms }));
}

const LIMIT = 'You have exceeded a rate limit.';
const CLOSES = { end: 'close' } as const;
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const BODY = /(?<=\r\n\r\n).*$/s;

/** Faults by name, each with a description of its first form, and its forms. `no-id.2` is the third form of `no-id`. */
const CATALOGUE: Readonly<Record<string, readonly [description: string, ...forms: readonly Behaviour[]]>> = {
  'reset-before': [
    'Resets the connection before it carries out the request',
    { kind: 'reset', effect: false },
  ],
  'reset-after': [
    'Carries out the request, then resets the connection without a response',
    { kind: 'reset', effect: true },
  ],
  'close-before': [
    'Closes the connection before it carries out the request',
    { kind: 'close', effect: false },
  ],
  'close-after': [
    'Carries out the request, then closes the connection without a response',
    { kind: 'close', effect: true },
  ],
  hang: [
    'Keeps the connection open, but never carries out the request and never responds',
    { kind: 'hang', effect: false },
  ],
  'hang-after': ['Carries out the request, but never responds', { kind: 'hang', effect: true }],
  late: [
    'Carries out the request 5 s after it arrived, then responds',
    ...after('late', 5_000, 100, 20_000, 80_000),
  ],
  slow: [
    'Carries out the request at once, but responds 5 s later',
    ...after('delay', 5_000, 100, 20_000, 80_000),
  ],
  drips: ['Carries out the request, and sends the response byte by byte', ...after('drip', 1, 100)],
  truncated: [
    'Carries out the request, sends half of the response, then closes the connection',
    truncated(0.5, 'close'),
    truncated(0.1, 'reset'),
    truncated(0.97, 'hang'),
  ],
  'idle-close': [
    'Carries out the request and responds, then closes the connection as soon as it is idle',
    { kind: 'idle', ms: 0, end: 'close' },
    { kind: 'idle', ms: 300, end: 'reset' },
    { kind: 'idle', ms: 4_000, end: 'close' },
  ],

  // After these responses it is certain that the request was not carried out.
  400: ['Returns 400', error(400, 'Invalid request')],
  401: ['Returns 401', error(401, 'Unauthorized')],
  403: ['Returns 403', error(403, 'Resource not accessible by integration')],
  404: ['Returns 404', error(404, 'Not found')],
  410: ['Returns 410', error(410, 'This issue was deleted')],
  413: ['Returns 413 with an HTML page, as gateways do', page(413, 'Request Entity Too Large', false)],
  422: ['Returns 422', error(422, 'Validation Failed')],
  'gave-up': [
    'Returns 424, like a server that gave up on the request (gave-up.1 returns 425, gave-up.2 499)',
    ...[424, 425, 499].map((status) => error(status, 'Gave up')),
  ],
  credits: [
    'Returns 402, because the credits of the plan are used up (credits.1 returns 403, credits.2 400, credits.3 429)',
    error(402, 'Payment Required'),
    ...[403, 400, 429].map((status) => error(status, 'Your organization has no credits left.')),
  ],
  'key-in-400': ['Returns 400 with the API key in the message', echoKey(400)],
  429: ['Returns 429 in plain text', instead(plain(429, 'Too many requests, please try again later.'))],
  '429-retry-after': [
    'Returns 429 with Retry-After: 2',
    ...['2', '1', '20', '600', 'soon', '-1', '1e9'].map((after) =>
      instead(json(429, { error: LIMIT, message: LIMIT }, { 'retry-after': after })),
    ),
  ],
  'secondary-limit': [
    'Returns 403 with Retry-After: 3, as for a secondary rate limit of GitHub',
    error(403, LIMIT, { 'retry-after': '3' }),
    instead((_, nowMs) => {
      const date = new Date(nowMs + 4_000).toUTCString();
      return json(403, { message: 'You are blocked for a while.' }, { 'retry-after': date });
    }),
  ],
  abuse: [
    'Returns 403 without Retry-After, as for a secondary rate limit of GitHub',
    error(403, 'You have triggered an abuse detection mechanism.'),
  ],
  'too-quickly': [
    'Returns 422, as GitHub does if comments are created too quickly',
    instead(json(422, { message: 'Validation Failed', errors: [{ message: 'was submitted too quickly' }] })),
  ],
  'primary-limit': [
    'Returns 403 with a reset time in 8 s, as for the primary rate limit of GitHub',
    primaryLimit(8),
    primaryLimit(3600),
  ],

  // After these responses it is unknown whether the request was carried out.
  500: ['Returns 500', error(500, 'Internal server error')],
  '500-done': [
    'Carries out the request, but returns 500',
    instead(json(500, { error: 'Internal error' }), true),
  ],
  'key-in-500': ['Returns 500 with the API key in the message', echoKey(500)],
  '502-html': ['Carries out the request, but returns 502 with an HTML page', page(502, 'Bad gateway', true)],
  '502': ['Returns 502 with an HTML page', page(502, 'Bad gateway', false)],
  '503': ['Returns 503 with Retry-After: 2', instead(plain(503, '', { 'retry-after': '2' }))],
  '504': ['Carries out the request, but returns 504', instead(plain(504, ''), true)],
  '408': ['Carries out the request, but returns 408', instead(plain(408, ''), true)],
  redirect: [
    'Redirects to another path with 302',
    instead(({ path }) => plain(302, 'Found', { location: `/moved${path}` })),
    instead(plain(307, '', { location: 'https://example.com/' })),
    instead(plain(308, '', { location: '' })),
  ],
  html: ['Carries out the request, but returns 200 with an HTML page', page(200, 'Sign in', true)],
  empty: [
    'Carries out the request, but returns an empty JSON object',
    instead(json(200, {}), true),
    instead(plain(200, ''), true),
    instead({ status: 204, headers: {}, body: '' }, true),
  ],
  'no-id': [
    'Carries out the request, but the response lacks `id` (or `totals`, for page views)',
    without('id', 'totals'),
    ...withField('id', null, '', 7, {}, '.', '..'),
  ],
  'no-status': [
    'Carries out the request, but the response lacks `status`',
    without('status'),
    ...withField('status', null, 1),
  ],
  'wrong-shape': [
    'Carries out the request, but returns JSON of another shape',
    ...['{"items":[]}', '[]', 'null', '"job"', '{"job":{"id":"x","status":"active"}}', '{"id":'].map((body) =>
      instead({ ...json(200, ''), body }, true),
    ),
  ],
  'not-http': [
    'Carries out the request, but the response is not HTTP',
    ...['SSH-2.0-OpenSSH_9.6\r\n', 'HTTP/1.1 OK\r\n\r\n', '\0\0\0'].map((words, nth) =>
      text(() => words, { end: nth === 1 ? 'hang' : 'close' }),
    ),
  ],
  'broken-chunks': [
    'Carries out the request, but the chunked encoding of the response is broken',
    ...['zz', 'ffff'].map((size) =>
      text((real) => `${CHUNKED}${size}\r\n${BODY.exec(real)?.[0]}\r\n`, CLOSES),
    ),
  ],
  'wrong-length': [
    'Carries out the request, but Content-Length in the response is wrong',
    ...[-1, 1, 1000].map((by) => text((real) => lengthened(real, by), CLOSES)),
  ],
  doubled: [
    'Carries out the request, but repeats some bytes of the response',
    ...[0.1, 0.5, 0.9].map((at) =>
      text((real) => real.slice(0, at * real.length + 7) + real.slice(at * real.length)),
    ),
  ],
  'huge-header': [
    'Carries out the request, and adds a header of 40,000 bytes to the response',
    withHeader(`x-padding: ${'x'.repeat(40_000)}`),
  ],
  huge: [
    'Carries out the request, and adds 17 MiB to the response',
    text((real) => {
      const head = real.replace(BODY, '').replace(/content-length: \d+\r\n/i, 'connection: close\r\n');
      return `${head}{"padding":"${'x'.repeat(17 * 1024 * 1024)}",${BODY.exec(real)?.[0].slice(1)}`;
    }, CLOSES),
  ],

  // Unusual but valid responses.
  'no-link': ['Carries out the request, but `prLink` in the response is null', ...withField('prLink', null)],
  'odd-fields': [
    'Carries out the request, but `model` in the response is null',
    ...withField('model', null, 1, {}),
    ...withField('more', []),
    { kind: 'edit', edit: ({ status, ...all }) => ({ ...all, status: `\t${status} `.toUpperCase() }) },
  ],
  'early-hints': [
    'Carries out the request, and sends a 103 response before the real one',
    text((real) => `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${real}`),
  ],
  bom: [
    'Carries out the request, and puts a byte order mark before the JSON',
    text((real) => lengthened(real, 3).replace('\r\n\r\n', '\r\n\r\n\xef\xbb\xbf')),
  ],
  'as-text': [
    'Carries out the request, but the Content-Type of the response is text/plain',
    text((real) => real.replace('application/json', 'text/plain')),
  ],
  closing: [
    'Carries out the request, announces in the response that the connection closes, and closes it',
    withHeader('connection: close', CLOSES),
  ],
  twice: ['Carries out the request, and sends the response twice', text((real) => real + real)],
};

/** Names of all faults, in all their forms. */
export const FAULT_NAMES = Object.entries(CATALOGUE).flatMap(([name, [, ...forms]]) =>
  forms.map((_, form) => (form === 0 ? name : `${name}.${form}`)),
);

/**
 * Returns the behaviour of a fault.
 *
 * @param name such as `no-id`, or `no-id.2` for its third form
 * @throws {RangeError} if there is no fault with that name
 */
export function behaviourNamed(name: string): Behaviour {
  const [, key = '', form = '0'] = /^(.*?)(?:\.(\d))?$/.exec(name) ?? [];
  const behaviour = (Object.hasOwn(CATALOGUE, key) ? CATALOGUE[key] : undefined)?.[Number(form) + 1];
  if (!behaviour || typeof behaviour === 'string') throw new RangeError(`There is no fault "${name}".`);
  return { ...behaviour, name };
}

/** Returns the description of a fault, or an empty text if there is none. */
export function describe(name: string): string {
  return CATALOGUE[name]?.[0] ?? '';
}
