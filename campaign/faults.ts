import { type RequestBytes, readResponse, writeResponse } from './http-bytes.ts';
import type { Random } from './random.ts';

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

type Maker = (random: Random, pace: Pace) => Omit<Fault, 'name'>;

const CONNECTION: Readonly<Record<string, Maker>> = {
  'reset before': () => ({ passOn: false, part: 0, end: 'reset' }),
  'closed before': () => ({ passOn: false, part: 0, end: 'close' }),
  'reset after': () => ({ passOn: true, part: 0, end: 'reset' }),
  'closed after': () => ({ passOn: true, part: 0, end: 'close' }),
  'hangs before': () => ({ passOn: false, part: 0, end: 'hang' }),
  'hangs after': () => ({ passOn: true, part: 0, end: 'hang' }),
  'delayed before': (random, pace) => ({ passOn: true, beforeMs: delay(random, pace) }),
  'delayed after': (random, pace) => ({ passOn: true, afterMs: delay(random, pace) }),
  '5 s late': (_random, pace) => ({ passOn: true, beforeMs: pace === 'real' ? 500 : 5_000 }),
  truncated: (random) => ({
    passOn: true,
    part: random.between(0.05, 0.999),
    end: random.pick(['close', 'reset', 'hang']),
  }),
  drips: (random, pace) => ({
    passOn: true,
    msPerByte: pace === 'real' ? random.between(0.5, 3) : random.between(1, 250),
  }),
  'idle close': (random, pace) => ({
    passOn: true,
    end: random.pick(['close', 'reset']),
    idleMs: random.between(0, pace === 'real' ? 200 : 4_000),
  }),
  'answered twice': () => ({ passOn: true, answer: (_, real) => Buffer.concat([real, real]) }),
  'bytes doubled': (random) => {
    const at = random.next();
    return { passOn: true, ambiguous: true, answer: (_, real) => withDoubledBytes(real, at) };
  },
};

function withDoubledBytes(real: Buffer, at: number): Buffer {
  const from = Math.floor(at * real.length);
  return Buffer.concat([real.subarray(0, from + 7), real.subarray(from)]);
}

function delay(random: Random, pace: Pace): number {
  return pace === 'real' ? random.between(20, 1_500) : 10 ** random.between(1, 4.95);
}

function answered(status: number, body: string, headers: Record<string, string>, passOn: boolean): Maker {
  return () => ({ passOn, answer: () => writeResponse(status, body, headers) });
}

function refused(status: number, error: string): Maker {
  return answered(status, JSON.stringify({ error }), JSON_TYPE, false);
}

const GATEWAY = '<!doctype html><html><body><h1>Bad gateway</h1></body></html>';

/** Answers from which it is certain that nothing was done. */
const REFUSALS: Readonly<Record<string, Maker>> = {
  400: refused(400, 'Invalid request'),
  401: refused(401, 'Unauthorized'),
  403: refused(403, 'Forbidden'),
  404: refused(404, 'Not found'),
  413: answered(413, '<html><h1>413 Payload Too Large</h1></html>', HTML_TYPE, false),
  '400 with the key': () => ({ passOn: false, answer: (request) => keyEcho(request, 400) }),
};

const LIMITS: Readonly<Record<string, Maker>> = {
  429: answered(429, 'Too many requests, please try again later.', { 'content-type': 'text/plain' }, false),
  '429 for a while': (random, pace) => ({
    passOn: false,
    answer: () =>
      writeResponse(429, '', { 'retry-after': String(random.pick(pace === 'real' ? [0, 1] : [1, 20, 600])) }),
  }),
  '429 for an odd while': (random) => {
    const after = random.pick([
      'soon',
      '-1',
      '1e9',
      '99999999999999999999',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      '',
    ]);
    return { passOn: false, answer: () => writeResponse(429, '', { 'retry-after': after }) };
  },
};

/** Answers after which nobody knows whether it was done. */
const UNCLEAR: Readonly<Record<string, Maker>> = {
  '500': (random) => ({
    passOn: random.chance(0.5),
    answer: () => writeResponse(500, JSON.stringify({ error: 'Internal error' }), JSON_TYPE),
  }),
  '500 with the key': (random) => ({
    passOn: random.chance(0.5),
    answer: (request) => keyEcho(request, 500),
  }),
  '502 HTML': (random) => ({
    passOn: random.chance(0.5),
    answer: () => writeResponse(502, GATEWAY, HTML_TYPE),
  }),
  503: (random) => ({
    passOn: random.chance(0.5),
    answer: () => writeResponse(503, '', { 'retry-after': '2' }),
  }),
  504: (random) => ({ passOn: random.chance(0.5), answer: () => writeResponse(504, '') }),
  408: (random) => ({ passOn: random.chance(0.5), answer: () => writeResponse(408, '') }),
  redirect: (random) => {
    const status = random.pick([301, 302, 303, 307, 308]);
    const location = random.pick(['/elsewhere', 'https://example.com/', '//example.com/x', '']);
    return { passOn: false, answer: () => writeResponse(status, '', { location }) };
  },
  '200 HTML': answered(200, GATEWAY, HTML_TYPE, true),
  '200 {}': answered(200, '{}', JSON_TYPE, true),
  '200 empty': answered(200, '', JSON_TYPE, true),
  204: answered(204, '', {}, true),
  'no id': (random) => ({
    passOn: true,
    answer: (_, real) => withJob(real, { id: random.pick([undefined, null, '', 7, {}, '.', '..']) }),
  }),
  'no status': (random) => ({
    passOn: true,
    answer: (_, real) => withJob(real, { status: random.pick([undefined, null, '', 1, []]) }),
  }),
  'wrong shape': (random) => {
    const body = random.pick(['[]', 'null', '"job"', '1', '{"job":{"id":"x","status":"active"}}', '{"id":']);
    return { passOn: true, answer: () => writeResponse(200, body, JSON_TYPE) };
  },
  'not HTTP': (random) => ({
    passOn: true,
    answer: () =>
      Buffer.from(random.pick(['SSH-2.0-OpenSSH_9.6\r\n', '\0\0\0', 'HTTP/1.1 OK\r\n\r\n', '\r\n\r\n'])),
    end: random.pick(['close', 'hang'] as const),
  }),
  'wrong length': (random) => ({
    passOn: true,
    ambiguous: true,
    answer: (_, real) =>
      Buffer.from(
        real.toString('latin1').replace(/content-length: (\d+)/i, (_all, length) => {
          return `content-length: ${Number(length) + random.pick([-1, 1, 1000])}`;
        }),
        'latin1',
      ),
    end: 'close',
  }),
  'broken chunks': (random) => ({
    passOn: true,
    answer: (_, real) => withBrokenChunks(real, random.chance(0.5)),
    end: 'close',
  }),
  'huge header': () => ({
    passOn: true,
    ambiguous: true,
    answer: (_, real) => inserted(real, `x-padding: ${'x'.repeat(40_000)}\r\n`),
  }),
};

/** Oddities of an answer that change nothing. */
const HARMLESS: Readonly<Record<string, Maker>> = {
  'odd fields': (random) => ({
    passOn: true,
    answer: (_, real) =>
      withJob(real, {
        [random.pick(['source', 'model', 'createdAt', 'archivedAt', 'more'])]: random.pick([
          null,
          1,
          'x',
          [],
          {},
        ]),
      }),
  }),
  'early hints': () => ({
    passOn: true,
    answer: (_, real) => Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), real]),
  }),
  'as text': () => ({
    passOn: true,
    answer: (_, real) =>
      Buffer.from(real.toString('latin1').replace(/application\/json/, 'text/plain'), 'latin1'),
  }),
  closed: () => ({
    passOn: true,
    answer: (_, real) => inserted(real, 'connection: close\r\n'),
    end: 'close',
  }),
};

function limited(status: number, headers: () => Record<string, string>): Maker {
  const body = JSON.stringify({ message: 'You have exceeded a rate limit.' });
  return () => ({ passOn: false, answer: () => writeResponse(status, body, { ...JSON_TYPE, ...headers() }) });
}

function githubSays(status: number, message: string): Maker {
  return answered(status, JSON.stringify({ message }), JSON_TYPE, false);
}

/** What befalls requests to GitHub, beside what befalls connections. */
const GITHUB: Readonly<Record<string, Maker>> = {
  500: githubSays(500, 'Server Error'),
  '502 HTML': answered(502, GATEWAY, HTML_TYPE, false),
  '403 secondary limit': limited(403, () => ({ 'retry-after': '3' })),
  '403 primary limit': limited(403, () => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 8),
  })),
  '403 primary limit for an hour': limited(403, () => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3600),
  })),
  429: limited(429, () => ({ 'retry-after': '2' })),
  '403 forbidden': githubSays(403, 'Resource not accessible by integration'),
  '200 HTML': answered(200, GATEWAY, HTML_TYPE, true),
  'odd shape': answered(200, '{"items":[]}', JSON_TYPE, true),
};

/** A real job in another form. An error of the platform stays as it is. */
function withJob(real: Buffer, change: Record<string, unknown>): Buffer {
  const response = readResponse(real);
  if (!response || response.status >= 300) return real;
  const job = { ...(JSON.parse(response.body) as object), ...change };
  return writeResponse(response.status, JSON.stringify(job), JSON_TYPE);
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
  return writeResponse(status, JSON.stringify({ error: `Bad key ${key}`, details }), JSON_TYPE);
}

const GROUPS = {
  connection: CONNECTION,
  refusals: REFUSALS,
  limits: LIMITS,
  unclear: UNCLEAR,
  harmless: HARMLESS,
  github: GITHUB,
} as const;

const WEIGHTS = {
  post: { connection: 8, refusals: 2, limits: 4, unclear: 7, harmless: 3, github: 0 },
  get: { connection: 8, refusals: 0.2, limits: 2, unclear: 6, harmless: 3, github: 0 },
  github: { connection: 6, refusals: 0, limits: 0, unclear: 0, harmless: 0, github: 10 },
} as const;

/** A fault for a create or a message, for a poll, or for a request to GitHub. */
export function drawFault(random: Random, kind: keyof typeof WEIGHTS, pace: Pace): Fault {
  const group = random.weighted(WEIGHTS[kind]);
  return faultNamed(`${group}/${random.pick(Object.keys(GROUPS[group]))}`, random, pace);
}

/** @param name as `connection/reset before` */
export function faultNamed(name: string, random: Random, pace: Pace): Fault {
  const [group = '', kind = ''] = name.split('/');
  const maker = (GROUPS as Readonly<Record<string, Readonly<Record<string, Maker>>>>)[group]?.[kind];
  if (!maker) throw new RangeError(`There is no fault "${name}".`);
  return { name, ...maker(random, pace) };
}
