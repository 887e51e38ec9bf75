import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import type { NetworkError, PlatformError } from '../../src/platform/errors.ts';
import { deliveryOf } from '../../src/platform/retry.ts';
import { Transport } from '../../src/platform/transport.ts';
import { selfSignedCertificate } from '../helpers/certificate.ts';

const KEY = 'mint_0123456789abcdef';
const opened: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

interface Proxy {
  readonly url: string;
  readonly port: number;
  /** Where the tunnels were to lead, and the headers of the requests for them. */
  readonly asked: { readonly to: string; readonly headers: IncomingHttpHeaders }[];
}

/** A proxy that answers CONNECT by `answer`; with 200 the tunnel leads to `target`, whatever was asked for. */
async function startProxy(answer: string, target = 0): Promise<Proxy> {
  const asked: Proxy['asked'] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', (request, socket: Socket) => {
    asked.push({ to: request.url ?? '', headers: request.headers });
    socket.on('error', () => {});
    if (answer === '') return;
    socket.write(`HTTP/1.1 ${answer}\r\n\r\n`);
    if (!answer.startsWith('200')) return;
    const onward = connect(target, '127.0.0.1').on('error', () => {});
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, asked };
}

function transportTo(baseUrl: string, env: NodeJS.ProcessEnv): Transport {
  const transport = new Transport({ baseUrl: new URL(baseUrl), apiKey: KEY, userAgent: 'test', env });
  opened.push(transport);
  return transport;
}

const send = (transport: Transport, timeoutMs = 10_000) =>
  transport.send({
    method: 'POST',
    resource: 'job',
    path: '/v2/agent/docs/job',
    body: { prompt: 'x' },
    timeoutMs,
    maxBytes: 10_000,
  });

async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  return call.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: PlatformError) => error,
  );
}

describe('a proxy', () => {
  test('is asked for a tunnel to the platform, with its own credentials and without the key', async () => {
    const sandbox = await startSandbox({ apiKey: KEY });
    opened.push(sandbox);
    const { port, asked } = await startProxy('200 Connection established', Number(new URL(sandbox.url).port));
    const proxy = `http://me:p%40ss@127.0.0.1:${port}`;
    const job = await send(transportTo('http://api.example.test', { HTTP_PROXY: proxy }));
    expect(job).toMatchObject({ status: 'active' });
    expect(asked).toEqual([{ to: 'api.example.test:80', headers: expect.any(Object) }]);
    expect(asked[0]?.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    );
    expect(JSON.stringify(asked)).not.toContain(KEY);
    expect(sandbox.ledger.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('is taken from the variable for https, in either spelling', async () => {
    for (const name of ['https_proxy', 'HTTPS_PROXY']) {
      const { url, asked } = await startProxy('502 Bad Gateway');
      await failureOf(
        send(transportTo('https://api.example.test', { [name]: url, http_proxy: 'http://127.0.0.1:1' })),
      );
      expect(asked.map(({ to }) => to)).toEqual(['api.example.test:443']);
    }
  });

  test('that wants a user and a password says so, and that is the end of it', async () => {
    const { url } = await startProxy('407 Proxy Authentication Required');
    const error = await failureOf(send(transportTo('https://api.example.test', { https_proxy: url })));
    expect(error).toMatchObject({
      message: 'POST /v2/agent/docs/job failed: the proxy asks for a user and a password (PROXY_407).',
      code: 'PROXY_407',
      sent: false,
    });
    expect(deliveryOf(error)).toBe('refused');
  });

  test('whose password is wrong does not show it', async () => {
    const { port } = await startProxy('407 Proxy Authentication Required');
    const proxy = `http://me:hunter2@127.0.0.1:${port}`;
    const error = await failureOf(send(transportTo('https://api.example.test', { https_proxy: proxy })));
    const told = [error.message, error.advice, String(error.cause), JSON.stringify(error)].join('\n');
    expect(told).not.toMatch(/hunter2|bWU6aHVudGVyMg/);
  });

  test.each([
    ['502 Bad Gateway', 'the proxy answered 502 (PROXY_502)'],
    ['403 Forbidden', 'the proxy answered 403 (PROXY_403)'],
  ])('that answers %s is named, and nothing was sent', async (answer, what) => {
    const { url } = await startProxy(answer);
    const error = (await failureOf(
      send(transportTo('https://api.example.test', { https_proxy: url })),
    )) as NetworkError;
    expect(error.message).toBe(`POST /v2/agent/docs/job failed: ${what}.`);
    expect(error.sent).toBe(false);
    expect(deliveryOf(error)).toBe('again');
  });

  test('that does not answer is given up in time', async () => {
    const { url } = await startProxy('');
    const error = await failureOf(send(transportTo('https://api.example.test', { https_proxy: url }), 200));
    expect(error).toMatchObject({ code: 'TIMEOUT', sent: false });
  });

  test('that is not there is a refused connection', async () => {
    const error = await failureOf(
      send(transportTo('https://api.example.test', { https_proxy: 'http://127.0.0.1:1' })),
    );
    expect(error).toMatchObject({
      code: 'ECONNREFUSED',
      sent: false,
      advice: expect.stringContaining('proxy'),
    });
  });

  test.each(['proxy.example:3128', 'not a url', 'http://me:hunter2@:0x', '://'])(
    'with the URL %s is not quoted',
    async (proxy) => {
      const error = await failureOf(send(transportTo('https://api.example.test', { https_proxy: proxy })));
      expect(error).toMatchObject({
        message: 'POST /v2/agent/docs/job failed: a proxy variable holds no URL (PROXY_URL).',
        sent: false,
      });
      expect([error.message, error.advice, String(error.cause)].join()).not.toContain('hunter2');
      expect(deliveryOf(error)).toBe('refused');
    },
  );
});

describe('with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  beforeEach(() => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    // Node tells once for each process that the variable is dangerous.
    jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
  });
  afterEach(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    jest.restoreAllMocks();
  });

  test('a certificate that nobody vouches for is refused all the same, direct and through a proxy', async () => {
    const sandbox = await startSandbox({ apiKey: KEY, tls: selfSignedCertificate('api.example.test') });
    opened.push(sandbox);
    const { port } = new URL(sandbox.url);
    const { url } = await startProxy('200 Connection established', Number(port));
    for (const transport of [
      transportTo(`https://127.0.0.1:${port}`, {}),
      transportTo('https://api.example.test', { https_proxy: url }),
    ]) {
      const error = await failureOf(send(transport));
      expect(error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', sent: false });
      expect(deliveryOf(error)).toBe('refused');
    }
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test('so is the certificate of the proxy itself', async () => {
    const proxy = createTlsServer(selfSignedCertificate('127.0.0.1'), () => {
      throw new Error('it was trusted');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    opened.push({ close: () => void proxy.close() });
    const url = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const error = await failureOf(send(transportTo('https://api.example.test', { https_proxy: url })));
    expect(error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', sent: false });
  });
});

describe('no proxy is asked', () => {
  test.each(['127.0.0.1', 'localhost'])('for %s', async (host) => {
    const sandbox = await startSandbox({ apiKey: KEY });
    opened.push(sandbox);
    const { url, asked } = await startProxy('502 Bad Gateway');
    const origin = `http://${host}:${new URL(sandbox.url).port}`;
    expect(await send(transportTo(origin, { http_proxy: url, https_proxy: url }))).toMatchObject({
      status: 'active',
    });
    expect(asked).toEqual([]);
  });

  test.each(['api.example.test', '.example.test', '*'])('for a host of NO_PROXY=%s', async (noProxy) => {
    const { url, asked } = await startProxy('502 Bad Gateway');
    const env = { https_proxy: url, NO_PROXY: noProxy };
    const error = await failureOf(send(transportTo('https://api.example.test', env)));
    expect((error as NetworkError).code).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
    expect(asked).toEqual([]);
  });

  test('when the variables are empty', async () => {
    const error = await failureOf(
      send(transportTo('https://api.example.test', { https_proxy: '', HTTP_PROXY: '' })),
    );
    expect((error as NetworkError).code).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });
});
