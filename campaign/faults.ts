import { type RequestBytes, readResponse, writeMessage } from './http-bytes.ts';
import type { Random } from './random.ts';
import type { Kind } from './wire.ts';

/** What befalls one request on its way. Left out: nothing of the kind. */
export interface Fault {
  readonly name: string;
  /** Whether the platform gets the request, and so does what it asks. */
  readonly passOn: boolean;
  /** Milliseconds before it is passed on. */
  readonly beforeMs?: number;
  /** Milliseconds from the platform's answer to the first byte that goes back. */
  readonly afterMs?: number;
  /** What goes back instead of the real answer. */
  answer?(request: RequestBytes, real: Buffer): Buffer;
  /** How much of the answer goes back, from 0 to 1. */
  readonly part?: number;
  /** The answer comes a byte at a time. */
  readonly msPerByte?: number;
  /** What becomes of the connection then; it is kept unless given. */
  readonly end?: 'close' | 'reset' | 'hang';
  /** Milliseconds of idleness before that. */
  readonly idleMs?: number;
  /** The bytes can be read in more than one way, so either way is right. */
  readonly ambiguous?: boolean;
}

/** How long things take: `simulated` in minutes, `real` in tenths of a second, since somebody waits for it. */
export type Pace = 'simulated' | 'real';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

type Made = Omit<Fault, 'name'>;
type Maker = (random: Random, pace: Pace) => Made;

const GATEWAY = '<!doctype html><html><body><h1>Bad gateway</h1></body></html>';

function delay(random: Random, pace: Pace): number {
  return pace === 'real' ? random.between(20, 1_500) : 10 ** random.between(1, 4.95);
}

function response(status: number, body: string, headers: Record<string, string> = {}): Buffer {
  return writeMessage(`HTTP/1.1 ${status} Some Reason`, body, headers);
}

function answered(passOn: boolean, status: number, body: string, headers: Record<string, string> = {}): Made {
  return { passOn, answer: () => response(status, body, headers) };
}

function refused(status: number, error: Record<string, string>, headers: Record<string, string> = {}): Made {
  return answered(false, status, JSON.stringify(error), { ...JSON_TYPE, ...headers });
}

/** After which nobody knows whether it was done. */
function unclear(status: number, body: string, headers: Record<string, string> = {}): Maker {
  return (random) => answered(random.chance(0.5), status, body, headers);
}

const LIMIT = { message: 'You have exceeded a rate limit.' };

function primaryLimit(seconds: number): Made {
  const reset = () => String(Math.ceil(Date.now() / 1000) + seconds);
  const headers = () => ({ ...JSON_TYPE, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset() });
  return { passOn: false, answer: () => response(403, JSON.stringify(LIMIT), headers()) };
}

/** The job of the real answer, with one field changed. */
function changed(fields: readonly string[], values: readonly unknown[]): Maker {
  return (random) => {
    const change = { [random.pick(fields)]: random.pick(values) };
    return { passOn: true, answer: (_, real) => withJob(real, change) };
  };
}

/** What befalls requests on their way, or is answered to them. */
const FAULTS: Readonly<Record<string, Made | Maker>> = {
  'connection/reset before': { passOn: false, part: 0, end: 'reset' },
  'connection/closed before': { passOn: false, part: 0, end: 'close' },
  'connection/reset after': { passOn: true, part: 0, end: 'reset' },
  'connection/closed after': { passOn: true, part: 0, end: 'close' },
  'connection/hangs before': { passOn: false, part: 0, end: 'hang' },
  'connection/hangs after': { passOn: true, part: 0, end: 'hang' },
  'connection/delayed before': (random, pace) => ({ passOn: true, beforeMs: delay(random, pace) }),
  'connection/delayed after': (random, pace) => ({ passOn: true, afterMs: delay(random, pace) }),
  'connection/5 s late': (_random, pace) => ({ passOn: true, beforeMs: pace === 'real' ? 500 : 5_000 }),
  'connection/truncated': (random) => ({
    passOn: true,
    part: random.between(0.05, 0.999),
    end: random.pick(['close', 'reset', 'hang']),
  }),
  'connection/drips': (random, pace) => ({
    passOn: true,
    msPerByte: pace === 'real' ? random.between(0.5, 3) : random.between(1, 250),
  }),
  'connection/idle close': (random, pace) => ({
    passOn: true,
    end: random.pick(['close', 'reset']),
    idleMs: random.between(0, pace === 'real' ? 200 : 4_000),
  }),
  'connection/answered twice': { passOn: true, answer: (_, real) => Buffer.concat([real, real]) },
  'connection/bytes doubled': (random) => {
    const at = random.next();
    return { passOn: true, ambiguous: true, answer: (_, real) => withDoubledBytes(real, at) };
  },

  // Answers from which it is certain that nothing was done.
  'refusals/400': refused(400, { error: 'Invalid request' }),
  'refusals/401': refused(401, { error: 'Unauthorized' }),
  'refusals/403': refused(403, { error: 'Forbidden' }),
  'refusals/404': refused(404, { error: 'Not found' }),
  'refusals/413': answered(false, 413, '<html><h1>413 Payload Too Large</h1></html>', HTML_TYPE),
  'refusals/400 with the key': { passOn: false, answer: (request) => keyEcho(request, 400) },

  'limits/429': answered(false, 429, 'Too many requests, please try again later.', {
    'content-type': 'text/plain',
  }),
  'limits/429 for a while': (random, pace) => {
    const after = String(random.pick(pace === 'real' ? [0, 1] : [1, 20, 600]));
    return answered(false, 429, '', { 'retry-after': after });
  },
  'limits/429 for an odd while': (random) => {
    const odd = ['soon', '-1', '1e9', '99999999999999999999', 'Thu, 01 Jan 1970 00:00:00 GMT', ''];
    return answered(false, 429, '', { 'retry-after': random.pick(odd) });
  },

  'unclear/500': unclear(500, JSON.stringify({ error: 'Internal error' }), JSON_TYPE),
  'unclear/500 with the key': (random) => ({
    passOn: random.chance(0.5),
    answer: (request) => keyEcho(request, 500),
  }),
  'unclear/502 HTML': unclear(502, GATEWAY, HTML_TYPE),
  'unclear/503': unclear(503, '', { 'retry-after': '2' }),
  'unclear/504': unclear(504, ''),
  'unclear/408': unclear(408, ''),
  'unclear/redirect': (random) => {
    const location = random.pick(['/elsewhere', 'https://example.com/', '//example.com/x', '']);
    return answered(false, random.pick([301, 302, 303, 307, 308]), '', { location });
  },
  'unclear/200 HTML': answered(true, 200, GATEWAY, HTML_TYPE),
  'unclear/200 {}': answered(true, 200, '{}', JSON_TYPE),
  'unclear/200 empty': answered(true, 200, '', JSON_TYPE),
  'unclear/204': answered(true, 204, ''),
  'unclear/no id': changed(['id'], [undefined, null, '', 7, {}, '.', '..']),
  'unclear/no status': changed(['status'], [undefined, null, '', 1, []]),
  'unclear/wrong shape': (random) => {
    const body = random.pick(['[]', 'null', '"job"', '1', '{"job":{"id":"x","status":"active"}}', '{"id":']);
    return answered(true, 200, body, JSON_TYPE);
  },
  'unclear/not HTTP': (random) => {
    const text = random.pick(['SSH-2.0-OpenSSH_9.6\r\n', '\0\0\0', 'HTTP/1.1 OK\r\n\r\n', '\r\n\r\n']);
    return { passOn: true, answer: () => Buffer.from(text), end: random.pick(['close', 'hang']) };
  },
  'unclear/wrong length': (random) => {
    const by = random.pick([-1, 1, 1000]);
    return { passOn: true, ambiguous: true, answer: (_, real) => withLength(real, by), end: 'close' };
  },
  'unclear/broken chunks': (random) => {
    const cut = random.chance(0.5);
    return { passOn: true, answer: (_, real) => withBrokenChunks(real, cut), end: 'close' };
  },
  'unclear/huge header': {
    passOn: true,
    ambiguous: true,
    answer: (_, real) => inserted(real, `x-padding: ${'x'.repeat(40_000)}\r\n`),
  },

  // Oddities of an answer that change nothing.
  'harmless/odd fields': changed(
    ['source', 'model', 'createdAt', 'archivedAt', 'more'],
    [null, 1, 'x', [], {}],
  ),
  'harmless/early hints': {
    passOn: true,
    answer: (_, real) => Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), real]),
  },
  'harmless/as text': {
    passOn: true,
    answer: (_, real) => edited(real, /application\/json/, () => 'text/plain'),
  },
  'harmless/closed': {
    passOn: true,
    answer: (_, real) => inserted(real, 'connection: close\r\n'),
    end: 'close',
  },

  'github/500': refused(500, { message: 'Server Error' }),
  'github/502 HTML': answered(false, 502, GATEWAY, HTML_TYPE),
  'github/403 secondary limit': refused(403, LIMIT, { 'retry-after': '3' }),
  'github/403 primary limit': primaryLimit(8),
  'github/403 primary limit for an hour': primaryLimit(3600),
  'github/429': refused(429, LIMIT, { 'retry-after': '2' }),
  'github/403 forbidden': refused(403, { message: 'Resource not accessible by integration' }),
  'github/200 HTML': answered(true, 200, GATEWAY, HTML_TYPE),
  'github/odd shape': answered(true, 200, '{"items":[]}', JSON_TYPE),
};

function edited(real: Buffer, pattern: RegExp, by: (all: string, part: string) => string): Buffer {
  return Buffer.from(real.toString('latin1').replace(pattern, by), 'latin1');
}

function withDoubledBytes(real: Buffer, at: number): Buffer {
  const from = Math.floor(at * real.length);
  return Buffer.concat([real.subarray(0, from + 7), real.subarray(from)]);
}

function withLength(real: Buffer, by: number): Buffer {
  return edited(real, /content-length: (\d+)/i, (_all, length) => `content-length: ${Number(length) + by}`);
}

/** A real job in another form. An error of the platform stays as it is. */
function withJob(real: Buffer, change: Record<string, unknown>): Buffer {
  const read = readResponse(real);
  if (!read || read.status >= 300) return real;
  const job = { ...(JSON.parse(read.body) as object), ...change };
  return response(read.status, JSON.stringify(job), JSON_TYPE);
}

function inserted(real: Buffer, header: string): Buffer {
  const at = real.indexOf('\r\n') + 2;
  return Buffer.concat([real.subarray(0, at), Buffer.from(header), real.subarray(at)]);
}

function withBrokenChunks(real: Buffer, cut: boolean): Buffer {
  const body = readResponse(real)?.body ?? '';
  const size = cut ? (Buffer.byteLength(body) + 5).toString(16) : 'zz';
  return Buffer.from(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${size}\r\n${body}\r\n`);
}

/** An error that gives the caller's key back in every way that a service might write it. */
function keyEcho({ headers }: RequestBytes, status: number): Buffer {
  const authorization = headers['authorization'] ?? '';
  const key = authorization.replace(/^Bearer /, '');
  const bytes = Buffer.from(key);
  const details = [
    authorization,
    Buffer.from(authorization).toString('base64'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    Buffer.from(`x${key}`).toString('base64'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(key),
    bytes.toString('hex').replace(/../g, '%$&'),
    key.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
    JSON.stringify(key),
  ].map((message) => ({ message }));
  return response(status, JSON.stringify({ error: `Bad key ${key}`, details }), JSON_TYPE);
}

const WEIGHTS = {
  post: { connection: 8, refusals: 2, limits: 4, unclear: 7, harmless: 3 },
  get: { connection: 8, refusals: 0.2, limits: 2, unclear: 6, harmless: 3 },
  github: { connection: 6, github: 10 },
} as const;

export function drawFault(random: Random, kind: Kind, pace: Pace): Fault {
  const group = random.weighted<string>(WEIGHTS[kind]);
  return faultNamed(random.pick(faultsIn(group)), random, pace);
}

export function faultsIn(group: string): readonly string[] {
  return Object.keys(FAULTS).filter((name) => name.startsWith(`${group}/`));
}

/** @param name as `connection/reset before` */
export function faultNamed(name: string, random: Random, pace: Pace): Fault {
  const made = FAULTS[name];
  if (!made) throw new RangeError(`There is no fault "${name}".`);
  return { name, ...(typeof made === 'function' ? made(random, pace) : made) };
}
