import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import * as undici from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import { startSandbox } from '../../sandbox/server.ts';
import { selfSignedCertificate } from '../helpers/certificate.ts';
import { answering, startRawServer } from '../helpers/servers.ts';
import { failureOf, get, KEY, opening, post, transportTo } from './platform.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const EMPTY = `${OK}Content-Length: 2\r\n\r\n{}`;

/** The code of a request whose time was up. */
const TIMEOUT = /^TIMEOUT$/;

const serverOf = async (onConnection: (socket: Socket) => void) =>
  opening(await startRawServer(onConnection));

test('the parts of undici are those of its index', () => {
  expect([Agent, Dispatcher, EnvHttpProxyAgent]).toEqual([
    undici.Agent,
    undici.Dispatcher,
    undici.EnvHttpProxyAgent,
  ]);
});

describe('without a connection nothing was sent', () => {
  test('when it is refused', async () => {
    const server = await startRawServer(() => {});
    await server.close();
    await expect(transportTo(`http://127.0.0.1:${server.port}`).send(post())).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'POST /v2/agent/docs/job failed: the connection was refused (ECONNREFUSED).',
      code: 'ECONNREFUSED',
      sent: false,
      advice: expect.stringContaining('proxy variables'),
    });
  });

  test('when the host has no address', async () => {
    const error = await failureOf(transportTo('http://nowhere.invalid').send(post()));
    expect(error).toMatchObject({ sent: false, code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
    expect(error.message).toMatch(/the host name could not be (found|resolved at the moment)/);
  });

  test('when the certificate is not trusted', async () => {
    const tls = selfSignedCertificate('127.0.0.1');
    const sandbox = opening(await startSandbox({ tls }));
    await expect(transportTo(sandbox.url).send(post())).rejects.toMatchObject({
      message: expect.stringContaining('host is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).'),
      sent: false,
      advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test.each<[string, (socket: Socket) => void, RegExp, string]>([
    [
      'does not speak TLS',
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      /^ERR_SSL_/,
      'could not agree on an encrypted connection',
    ],
    [
      'hangs up during the handshake',
      (socket) => socket.once('data', () => socket.destroy()),
      /^ECONNRESET$/,
      'the connection closed',
    ],
    ['never ends the handshake', () => {}, TIMEOUT, 'no complete answer came in time'],
  ])('when the other side %s', async (_, onConnection, code, what) => {
    const { port } = await serverOf(onConnection);
    const timeoutMs = code === TIMEOUT ? 1_000 : 60_000;
    await expect(transportTo(`https://127.0.0.1:${port}`).send(post({ timeoutMs }))).rejects.toMatchObject({
      sent: false,
      code: expect.stringMatching(code),
      message: expect.stringContaining(what),
    });
  });

  test('when the run is interrupted before there is one', async () => {
    const server = await serverOf(() => {});
    const transport = transportTo(`https://127.0.0.1:${server.port}`);
    const interrupted = { code: 'INTERRUPTED', sent: false };
    const early = transport.send(post({ signal: AbortSignal.abort() }));
    await expect(early).rejects.toMatchObject(interrupted);
    const before = server.connections;
    const interruption = new AbortController();
    const failure = failureOf(transport.send(post({ signal: interruption.signal })));
    while (server.connections === before) await delay(5);
    interruption.abort();
    expect(await failure).toMatchObject(interrupted);
  });
});

describe('once it may have been sent, it is sent once', () => {
  const CUT = 'the connection closed before the answer was complete';
  const LATE = 'no complete answer came in time';

  test.each<[string, string | ((socket: Socket) => void), RegExp, string]>([
    ['the connection is reset', (socket) => socket.resetAndDestroy(), /^ECONNRESET$/, CUT],
    ['it is closed without an answer', (socket) => socket.end(), /^UND_ERR_SOCKET$/, CUT],
    ['the head ends early', (socket) => socket.end(`${OK}Content-Le`), /./, CUT],
    ['the body ends early', (socket) => socket.end(`${OK}Content-Length: 50\r\n\r\n{"id":"j"`), /./, CUT],
    [
      'a chunk ends early',
      (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n40\r\n{"id":"j"`),
      ...([/./, CUT] as const),
    ],
    ['the answer is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', /^HPE_/, 'what came back is not HTTP'],
    ['nothing comes', () => {}, TIMEOUT, LATE],
    ['the head drips', drip(`${OK}X-Padding: `), TIMEOUT, LATE],
    ['the body drips', drip(`${OK}Content-Length: 100000\r\n\r\n`), TIMEOUT, LATE],
  ])('when %s', async (_, answer, code, what) => {
    const requests: string[] = [];
    const { port } = await serverOf(answering(answer, requests));
    const transport = transportTo(`http://127.0.0.1:${port}`);
    const timeoutMs = code === TIMEOUT ? 1_500 : 60_000;
    for (const request of [post({ timeoutMs }), get({ timeoutMs })]) {
      await expect(transport.send(request)).rejects.toMatchObject({
        name: 'NetworkError',
        sent: true,
        code: expect.stringMatching(code),
        message: expect.stringContaining(what),
      });
      expect(requests.splice(0)).toHaveLength(1);
    }
  });

  test('when the run is interrupted', async () => {
    const requests: string[] = [];
    const interruption = new AbortController();
    const { port } = await serverOf(answering(() => interruption.abort(), requests));
    const { signal } = interruption;
    await expect(transportTo(`http://127.0.0.1:${port}`).send(post({ signal }))).rejects.toMatchObject({
      message: 'POST /v2/agent/docs/job failed: the run was interrupted (INTERRUPTED).',
      sent: true,
    });
    expect(requests).toHaveLength(1);
  });
});

function drip(head: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(timer));
  };
}

test('an answer that is too large is not read to its end', async () => {
  let written = 0;
  const { port } = await serverOf(
    answering((socket) => {
      socket.write(`${OK}\r\n`);
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536))) written += 65_536;
      };
      socket.on('drain', more);
      more();
    }),
  );
  const sent = transportTo(`http://127.0.0.1:${port}`).send(post({ maxBytes: 100_000 }));
  await expect(sent).rejects.toThrow('was answered with a body of more than 100000 bytes.');
  await delay(50);
  const afterwards = written;
  await delay(50);
  expect(written).toBe(afterwards);
});

test.each([
  [500, `Internal Server Error\r\nContent-Length: 9999999\r\n\r\n${'x'.repeat(100_000)}`],
  [503, 'Service Unavailable\r\nContent-Length: 100\r\n\r\n{"error":'],
])('the body of a %d is read only so far, and need not be whole', async (status, rest) => {
  const { port } = await serverOf(answering((socket) => socket.end(`HTTP/1.1 ${status} ${rest}`)));
  await expect(transportTo(`http://127.0.0.1:${port}`).send(get())).rejects.toMatchObject({
    name: 'HttpError',
    status,
    platformText: '',
  });
});

describe('connections', () => {
  test('are new for each POST, and shared by GETs', async () => {
    const sandbox = opening(await startSandbox({ apiKey: KEY }));
    const transport = transportTo(sandbox.url);
    const { id } = (await transport.send(post())) as { id: string };
    await transport.send(post());
    for (let count = 0; count < 10; count += 1) {
      await transport.send(get({ path: `/v2/agent/docs/job/${id}` }));
    }
    const [first, second, ...gets] = sandbox.ledger.requests.map(({ connection }) => connection);
    expect([first, second]).toEqual([1, 2]);
    expect(Math.min(...gets)).toBe(3);
    expect(new Set(gets).size).toBeLessThan(10);
  });

  test('that the platform closes while they are idle are replaced', async () => {
    let closed = 0;
    const { port } = await serverOf(
      answering((socket) => {
        socket.write(EMPTY);
        setTimeout(() => socket.end(), 20);
        socket.on('close', () => {
          closed += 1;
        });
      }),
    );
    const transport = transportTo(`http://127.0.0.1:${port}`);
    for (let count = 1; count <= 3; count += 1) {
      expect(await transport.send(get())).toEqual({});
      while (closed < count) await delay(5);
    }
  });

  test('are closed after a POST, and with the transport', async () => {
    const open = new Set<Socket>();
    const { port } = await serverOf((socket) => {
      open.add(socket.on('close', () => open.delete(socket)));
      answering(EMPTY.replace('\r\n\r\n', '\r\nKeep-Alive: timeout=60\r\n\r\n'))(socket);
    });
    const transport = transportTo(`http://127.0.0.1:${port}`);
    await transport.send(post());
    while (open.size > 0) await delay(5);
    await transport.send(get());
    await delay(20);
    expect(open.size).toBe(1);
    await transport.close();
    while (open.size > 0) await delay(5);
    await expect(transportTo('http://127.0.0.1:1').close()).resolves.toBeUndefined();
  });
});
