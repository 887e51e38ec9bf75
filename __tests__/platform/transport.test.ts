import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import { NetworkError, type PlatformError } from '../../src/platform/errors.ts';
import { type PlatformRequest, Transport } from '../../src/platform/transport.ts';
import { selfSignedCertificate } from '../helpers/certificate.ts';
import { answering, startRawServer } from '../helpers/raw-server.ts';

const KEY = 'mint_0123456789abcdef';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

function opening<T extends { close(): Promise<void> }>(thing: T): T {
  opened.push(thing);
  return thing;
}

function transportTo(baseUrl: string): Transport {
  return opening(new Transport({ baseUrl: new URL(baseUrl), apiKey: KEY, userAgent: 'test', env: {} }));
}

const get = (extra: Partial<PlatformRequest> = {}): PlatformRequest => ({
  method: 'GET',
  resource: 'job',
  path: '/job',
  timeoutMs: 10_000,
  maxBytes: 1000,
  ...extra,
});
const post = (extra: Partial<PlatformRequest> = {}) =>
  get({ method: 'POST', body: { prompt: 'x' }, ...extra });

async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  return call.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: PlatformError) => error,
  );
}

/** How a POST and a GET to a raw server fail, and how many requests it got from each. */
async function failuresAt(
  onConnection: Parameters<typeof startRawServer>[0],
  requests: string[],
  timeoutMs = 10_000,
) {
  const server = opening(await startRawServer(onConnection));
  const transport = transportTo(`http://127.0.0.1:${server.port}`);
  const posted = await failureOf(transport.send(post({ timeoutMs })));
  const posts = requests.splice(0).length;
  const got = await failureOf(transport.send(get({ timeoutMs })));
  return { posted, posts, got, gets: requests.length };
}

describe('without a connection nothing was sent', () => {
  test('when it is refused', async () => {
    const server = await startRawServer(() => {});
    const { port } = server;
    await server.close();
    const error = await failureOf(transportTo(`http://127.0.0.1:${port}`).send(post()));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      name: 'NetworkError',
      message: 'POST /job failed: the connection was refused (ECONNREFUSED).',
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
    const error = await failureOf(transportTo(sandbox.url).send(post()));
    expect(error).toMatchObject({
      message: 'POST /job failed: the certificate of the host is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
      sent: false,
      advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test('when the other side does not speak TLS', async () => {
    const refusal = 'HTTP/1.1 400 Bad Request\r\n\r\n';
    const server = opening(await startRawServer((socket) => socket.once('data', () => socket.end(refusal))));
    const error = await failureOf(transportTo(`https://127.0.0.1:${server.port}`).send(post()));
    expect(error).toMatchObject({ sent: false, code: expect.stringMatching(/^ERR_SSL_/) });
    expect(error.message).toContain('could not agree on an encrypted connection');
  });

  test('when it is closed during the TLS handshake', async () => {
    const server = opening(await startRawServer((socket) => socket.once('data', () => socket.destroy())));
    const error = await failureOf(transportTo(`https://127.0.0.1:${server.port}`).send(post()));
    expect(error).toMatchObject({ sent: false, code: 'ECONNRESET' });
  });

  test('when the TLS handshake never ends, within the time limit', async () => {
    const server = opening(await startRawServer(() => {}));
    const error = await failureOf(
      transportTo(`https://127.0.0.1:${server.port}`).send(post({ timeoutMs: 100 })),
    );
    expect(error).toMatchObject({
      message: 'POST /job failed: no complete answer came in time (TIMEOUT).',
      sent: false,
    });
  });
});

describe('once it may have been sent, it is sent once', () => {
  test('when the connection is reset', async () => {
    const requests: string[] = [];
    const { posted, posts, got, gets } = await failuresAt(
      answering((socket) => socket.resetAndDestroy(), requests),
      requests,
    );
    expect([posted, got]).toMatchObject([
      {
        sent: true,
        code: 'ECONNRESET',
        message: expect.stringContaining('closed before the answer was complete'),
      },
      { sent: true, code: 'ECONNRESET' },
    ]);
    expect([posts, gets]).toEqual([1, 1]);
  });

  test('when the connection is closed without an answer', async () => {
    const requests: string[] = [];
    const { posted, posts, gets } = await failuresAt(
      answering((socket) => socket.end(), requests),
      requests,
    );
    expect(posted).toMatchObject({ sent: true, code: 'UND_ERR_SOCKET' });
    expect([posts, gets]).toEqual([1, 1]);
  });

  test.each([
    ['before the head is whole', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['in the middle of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"id":"j","status'],
    ['in the middle of a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{"id":"j"'],
  ])('when the answer ends %s', async (_, answer) => {
    const requests: string[] = [];
    const { posted, got } = await failuresAt(
      answering((socket) => socket.end(answer), requests),
      requests,
    );
    for (const error of [posted, got]) {
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({ sent: true });
    }
    expect(posted.message).toContain('closed before the answer was complete');
  });

  test('when the answer is not HTTP', async () => {
    const requests: string[] = [];
    const { posted } = await failuresAt(answering('SSH-2.0-OpenSSH_9.9\r\n', requests), requests);
    expect(posted).toMatchObject({
      sent: true,
      code: expect.stringMatching(/^HPE_/),
      message: expect.stringContaining('what came back is not HTTP'),
    });
  });

  test.each([
    ['nothing comes', () => {}],
    ['the head drips', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-Padding: ')],
    ['the body drips', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')],
  ] satisfies [string, Parameters<typeof answering>[0]][])(
    'when %s, until the time is up',
    async (_, answer) => {
      const requests: string[] = [];
      const { posted, posts, got, gets } = await failuresAt(answering(answer, requests), requests, 150);
      expect(posted).toMatchObject({ sent: true, code: 'TIMEOUT' });
      expect(got).toMatchObject({ sent: true, code: 'TIMEOUT' });
      expect([posts, gets]).toEqual([1, 1]);
    },
  );

  test('when the run is interrupted', async () => {
    const requests: string[] = [];
    const interruption = new AbortController();
    const server = opening(await startRawServer(answering(() => interruption.abort(), requests)));
    const call = transportTo(`http://127.0.0.1:${server.port}`).send(post({ signal: interruption.signal }));
    expect(await failureOf(call)).toMatchObject({
      message: 'POST /job failed: the run was interrupted (INTERRUPTED).',
      sent: true,
    });
    expect(requests).toHaveLength(1);
  });
});

function drip(socket: NodeJS.WritableStream, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 10);
  socket.on('close', () => clearInterval(timer));
}

test('an interruption before the connection stands sends nothing', async () => {
  let connections = 0;
  const server = opening(
    await startRawServer(() => {
      connections += 1;
    }),
  );
  const early = transportTo(`https://127.0.0.1:${server.port}`).send(post({ signal: AbortSignal.abort() }));
  expect(await failureOf(early)).toMatchObject({ code: 'INTERRUPTED', sent: false });
  connections = 0;
  const interruption = new AbortController();
  const waiting = transportTo(`https://127.0.0.1:${server.port}`).send(post({ signal: interruption.signal }));
  const failure = failureOf(waiting);
  while (connections === 0) await delay(5);
  interruption.abort();
  expect(await failure).toMatchObject({ code: 'INTERRUPTED', sent: false });
});

test('an answer that is too large is not read to its end', async () => {
  let written = 0;
  const flood = answering((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536))) written += 65_536;
    };
    socket.on('drain', more);
    more();
  });
  const server = opening(await startRawServer(flood));
  const error = await failureOf(
    transportTo(`http://127.0.0.1:${server.port}`).send(post({ maxBytes: 100_000 })),
  );
  expect(error).toMatchObject({
    name: 'ResponseShapeError',
    message: expect.stringContaining('more than 100000 bytes'),
  });
  await delay(50);
  const afterwards = written;
  await delay(50);
  expect(written).toBe(afterwards);
});

test('the body of an error is read only so far, and need not be whole', async () => {
  const long = `HTTP/1.1 500 Internal Server Error\r\nContent-Length: 9999999\r\n\r\n${'x'.repeat(100_000)}`;
  const cut = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 100\r\n\r\n{"error":';
  for (const [answer, status] of [
    [long, 500],
    [cut, 503],
  ] as const) {
    const server = opening(await startRawServer(answering((socket) => socket.end(answer))));
    const error = await failureOf(transportTo(`http://127.0.0.1:${server.port}`).send(get()));
    expect(error).toMatchObject({ name: 'HttpError', status, platformText: '' });
  }
});

test('each POST has a connection of its own, and GETs share one', async () => {
  const sandbox = opening(await startSandbox({ apiKey: KEY }));
  const transport = transportTo(sandbox.url);
  const path = '/v2/agent/docs/job';
  const { id } = (await transport.send(post({ path }))) as { id: string };
  await transport.send(post({ path }));
  for (let count = 0; count < 10; count += 1) await transport.send(get({ path: `${path}/${id}` }));
  const [first, second, ...gets] = sandbox.ledger.requests.map(({ connection }) => connection);
  expect([first, second]).toEqual([1, 2]);
  expect(Math.min(...gets)).toBe(3);
  expect(new Set(gets).size).toBeLessThan(10);
});

test('a connection that the platform closed while it was idle is replaced', async () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
  let closed = 0;
  const server = opening(
    await startRawServer(
      answering((socket) => {
        socket.write(ok);
        setTimeout(() => socket.end(), 20);
        socket.on('close', () => {
          closed += 1;
        });
      }),
    ),
  );
  const transport = transportTo(`http://127.0.0.1:${server.port}`);
  for (let count = 1; count <= 3; count += 1) {
    expect(await transport.send(get())).toEqual({});
    while (closed < count) await delay(5);
  }
});

describe('no connection is left open', () => {
  /** Keeps connections for a minute, and counts those that are open. */
  async function startKeeper() {
    const open = new Set<unknown>();
    const server = opening(
      await startRawServer((socket) => {
        open.add(socket);
        socket.on('close', () => open.delete(socket));
        answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: timeout=60\r\n\r\n{}')(socket);
      }),
    );
    return { open, transport: transportTo(`http://127.0.0.1:${server.port}`) };
  }

  test('by a POST', async () => {
    const { open, transport } = await startKeeper();
    await transport.send(post());
    while (open.size > 0) await delay(5);
    expect(open.size).toBe(0);
  });

  test('once the transport is closed', async () => {
    const { open, transport } = await startKeeper();
    await transport.send(get());
    await delay(20);
    expect(open.size).toBe(1);
    await transport.close();
    while (open.size > 0) await delay(5);
    expect(open.size).toBe(0);
  });

  test('and none is needed to close', async () => {
    await expect(transportTo('http://127.0.0.1:1').close()).resolves.toBeUndefined();
  });
});
