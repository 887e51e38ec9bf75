import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { startSandbox } from '../../sandbox/server.ts';
import { systemClock } from '../../src/clock.ts';
import type { TransportOptions } from '../../src/mintlify/transport.ts';
import { answering, opening, startRawServer, tls } from '../helpers/servers.ts';
import { failureOf, get, post, transportTo } from './mintlify.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';
const EMPTY = `${OK}Content-Length: 2\r\n\r\n{}`;

type OnConnection = (socket: Socket) => void;
const serverOf = async (onConnection: OnConnection) => opening(await startRawServer(onConnection));

/** A transport to a server whose every request is answered with `answer`; the requests are kept. */
async function answeredWith(
  answer: string | OnConnection,
  requests: string[] = [],
  options: Partial<TransportOptions> = {},
) {
  const { port } = await serverOf(answering(answer, requests));
  return transportTo(`http://127.0.0.1:${port}`, options);
}

const onData = (act: OnConnection) => (socket: Socket) => socket.once('data', () => act(socket));

test('without a connection nothing was sent', async () => {
  const server = await startRawServer(() => {});
  await server.close();
  const refused = await failureOf(transportTo(`http://127.0.0.1:${server.port}`).send(post()));
  expect(refused).toMatchObject({ name: 'NetworkError', code: 'ECONNREFUSED', sent: false });
  const unknown = await failureOf(transportTo('http://nowhere.invalid').send(post()));
  expect(unknown).toMatchObject({ sent: false, code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
  const message = /^POST \/v2\/agent\/docs\/job failed: no connection could be made \([A-Z_]+\)\.$/;
  for (const error of [refused, unknown]) expect(error.message).toMatch(message);
});

test('a certificate that is not trusted is told with its host, and nothing was sent', async () => {
  const { url } = opening(await startSandbox({ tls }));
  const message = `a certificate on the way to ${new URL(url).host} isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT).`;
  const failure = await failureOf(transportTo(url).send(post()));
  expect(failure).toMatchObject({ message: `POST /v2/agent/docs/job failed: ${message}`, sent: false });
});

test.each<[string, OnConnection, RegExp, number]>([
  ['does not speak TLS', onData((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')), /^ERR_SSL_/, 60_000],
  ['hangs up during the handshake', onData((socket) => socket.destroy()), /^ECONNRESET$/, 60_000],
  ['never ends the handshake', () => {}, /^TIMEOUT$/, 500],
])('nothing was sent when the other side %s', async (_, onConnection, code, timeoutMs) => {
  const { port } = await serverOf(onConnection);
  const error = await failureOf(transportTo(`https://127.0.0.1:${port}`).send(post({ timeoutMs })));
  expect(error).toMatchObject({ sent: false, code: expect.stringMatching(code) });
});

test('nothing was sent when the run is interrupted before there is a connection, or before it is written on', async () => {
  const server = await serverOf(() => {});
  const tls = transportTo(`https://127.0.0.1:${server.port}`);
  const interrupted = { code: 'INTERRUPTED', sent: false };
  expect(await failureOf(tls.send(post({ signal: AbortSignal.abort() })))).toMatchObject(interrupted);
  const before = server.connections();
  const interruption = new AbortController();
  const failure = failureOf(tls.send(post({ signal: interruption.signal })));
  while (server.connections() === before) await delay(5);
  interruption.abort();
  expect(await failure).toMatchObject(interrupted);

  const requests: string[] = [];
  const transport = await answeredWith(EMPTY, requests);
  await transport.send(get());
  await delay(20);
  expect(await failureOf(transport.send(get({ signal: AbortSignal.abort() })))).toMatchObject(interrupted);
  await transport.send(get());
  expect(requests).toHaveLength(2);
});

const CLOSED = /: the connection closed/;
const LATE = /: the request timed out \(TIMEOUT\)/;

test.each<[string, string | OnConnection, RegExp]>([
  ['the connection is reset', (socket) => socket.resetAndDestroy(), /connection closed .* \(ECONNRESET/],
  ['it is closed without an answer', (socket) => socket.end(), /connection closed .* \(UND_ERR_SOCKET/],
  ['the head ends early', (socket) => socket.end(`${OK}Content-Le`), CLOSED],
  ['the body ends early', (socket) => socket.end(`${OK}Content-Length: 50\r\n\r\n{"id":"j"`), CLOSED],
  ['a chunk ends early', (socket) => socket.end(`${OK}${CHUNKED}40\r\n{"i`), CLOSED],
  // undici 6 takes it for a mistake, as does the fetch of Node 24.
  ['100 Continue comes first', `HTTP/1.1 100 Continue\r\n\r\n${EMPTY}`, CLOSED],
  ['the answer is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', /: the request failed \(HPE_/],
  ['nothing comes', () => {}, LATE],
  ['the head drips', drip(`${OK}X-Padding: `), LATE],
  ['the body drips', drip(`${OK}Content-Length: 100000\r\n\r\n`), LATE],
])('once it may have been sent, it is sent once, and fails when %s', async (_, answer, message) => {
  const requests: string[] = [];
  // The time is up once both requests have arrived, and the answer has begun.
  const sleep = async () => {
    while (requests.length < 2) await delay(5);
    await delay(50);
  };
  const options = message === LATE ? { clock: { ...systemClock, sleep } } : {};
  const transport = await answeredWith(answer, requests, options);
  const failures = [post(), get()].map((request) => failureOf(transport.send(request)));
  const details = { name: 'NetworkError', sent: true, message: expect.stringMatching(message) };
  expect(await Promise.all(failures)).toMatchObject([details, details]);
  expect(requests.map((request) => request.slice(0, 4)).sort()).toEqual(['GET ', 'POST']);
});

test('once it may have been sent, an interruption says so', async () => {
  const requests: string[] = [];
  const interruption = new AbortController();
  const transport = await answeredWith(() => interruption.abort(), requests);
  const message = 'POST /v2/agent/docs/job failed: the run was interrupted (INTERRUPTED).';
  const error = await failureOf(transport.send(post({ signal: interruption.signal })));
  expect([error, requests.length]).toMatchObject([{ message, sent: true }, 1]);
});

function drip(head: string): OnConnection {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(timer));
  };
}

const TOO_LONG = 'GET /v2/agent/docs/job returned a body of more than 100000 bytes.';

test.each([
  [200, 100_000, { message: TOO_LONG }],
  [500, 65_536, { name: 'HttpError', status: 500, responseText: '' }],
])('the body of a %d that is too large is not read to its end', async (status, maxBytes, failure) => {
  let written = 0;
  const onRequest = (socket: Socket) => {
    socket.write(`HTTP/1.1 ${status} Whatever\r\n\r\n`);
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536))) written += 65_536;
    };
    socket.on('drain', more);
    more();
  };
  const transport = await answeredWith(onRequest);
  expect(await failureOf(transport.send(get({ maxBytes })))).toMatchObject(failure);
  await delay(50);
  const afterwards = written;
  await delay(50);
  expect(written).toBe(afterwards);
});

test.each([
  ['is shown up to 64 KiB', `Content-Length: 65536\r\n\r\n${'x'.repeat(65_536)}`, `${'x'.repeat(499)}…`],
  ['is not shown beyond', `Content-Length: 65537\r\n\r\n${'x'.repeat(65_537)}`, ''],
  ['need not be whole', 'Content-Length: 100\r\n\r\n{"error":', ''],
])('the body of an error %s', async (_, rest, responseText) => {
  const transport = await answeredWith((socket) => socket.end(`HTTP/1.1 503 Unavailable\r\n${rest}`));
  const error = await failureOf(transport.send(get()));
  expect(error).toMatchObject({ name: 'HttpError', status: 503, responseText });
});

test('a byte order mark before the JSON is skipped', async () => {
  const transport = await answeredWith(`${OK}Content-Length: 11\r\n\r\n\ufeff{"id":1}`);
  expect(await transport.send(post())).toEqual({ id: 1 });
});

test('the time limit covers the reading of a response', async () => {
  const transport = await answeredWith(EMPTY);
  const slow = z.custom(() => {
    const startMs = performance.now();
    while (performance.now() - startMs < 400);
    return true;
  });
  expect(await transport.send(post({ schema: slow }))).toEqual({});
  const error = await failureOf(transport.send(post({ schema: slow, timeoutMs: 300 })));
  expect(error).toMatchObject({ code: 'TIMEOUT', sent: true });
});

test('a mistake of this action is not taken for a failure of the network', async () => {
  const transport = transportTo('http://127.0.0.1:1');
  const error = await failureOf(transport.send(get({ path: 'no-slash' })));
  expect(error).toMatchObject({ name: 'InvalidArgumentError', code: 'UND_ERR_INVALID_ARG' });
});

test('connections that Mintlify closes while they are idle are replaced', async () => {
  const closed: Socket[] = [];
  const onRequest = (socket: Socket) => {
    socket.write(EMPTY);
    setTimeout(() => socket.end(), 20);
    socket.on('close', () => closed.push(socket));
  };
  const transport = await answeredWith(onRequest);
  for (let count = 1; count <= 3; count += 1) {
    expect(await transport.send(get())).toEqual({});
    while (closed.length < count) await delay(5);
  }
});

test('a POST has a connection of its own, and GETs share one until the transport is closed', async () => {
  const open = new Set<Socket>();
  const { port, connections } = await serverOf((socket) => {
    open.add(socket.on('close', () => open.delete(socket)));
    answering(EMPTY.replace('\r\n\r\n', '\r\nKeep-Alive: timeout=600\r\n\r\n'))(socket);
  });
  const transport = transportTo(`http://127.0.0.1:${port}`);
  const requests = [post(), post(), get(), get(), get()];
  const made: number[] = [];
  for (const request of requests) {
    await transport.send(request);
    while (request.method === 'POST' && open.size > 0) await delay(5);
    await delay(20);
    made.push(connections());
  }
  expect([made, open.size]).toEqual([[1, 2, 3, 3, 3], 1]);
  await transport.close();
  while (open.size > 0) await delay(5);
  await expect(transportTo('http://127.0.0.1:1').close()).resolves.toBeUndefined();
});
