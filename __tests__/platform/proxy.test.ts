import { describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import { maySendAgain } from '../../src/platform/failures.ts';
import { opening, setProxies, startProxy } from '../helpers/servers.ts';
import { failureOf, get, KEY, post, transportTo } from './platform.ts';

const HOST = 'https://api.example.test';
const portOf = (url: string) => Number(new URL(url).port);

const proxyTo = async (target: number | string, credentials?: string) => {
  const proxy = opening(await startProxy(target, credentials));
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}` };
};

function failure(variables: Readonly<Record<string, string>>, timeoutMs = 10_000, request = post) {
  setProxies(variables);
  return failureOf(transportTo(HOST).send(request({ timeoutMs })));
}

describe('a proxy', () => {
  test('is asked for a tunnel to the platform, with its own credentials and without the key', async () => {
    const sandbox = opening(await startSandbox({ apiKey: KEY }));
    const { port, asked } = await proxyTo(portOf(sandbox.url), 'me:p@ss');
    setProxies({ HTTP_PROXY: `http://me:p%40ss@127.0.0.1:${port}` });
    const job = await transportTo('http://api.example.test').send(post());
    expect(job).toMatchObject({ status: 'active' });
    expect(asked.map(({ to }) => to)).toEqual(['api.example.test:80']);
    expect(JSON.stringify(asked)).not.toContain(KEY);
    expect(sandbox.ledger.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('is taken from the variable for https, in either spelling', async () => {
    for (const name of ['https_proxy', 'HTTPS_PROXY']) {
      const { url, asked } = await proxyTo('502 Bad Gateway');
      await failure({
        https_proxy: '',
        [name]: url,
        http_proxy: 'http://127.0.0.1:1',
        NO_PROXY: 'xample.test',
      });
      expect(asked.map(({ to }) => to)).toEqual(['api.example.test:443']);
    }
  });

  test.each([
    ['answers 502', '502 Bad Gateway', "the proxy couldn't connect (PROXY_502)", true],
    ['answers 403', '403 Forbidden', "the proxy couldn't connect (PROXY_403)", true],
    ['wants a password', '407 Denied', 'the proxy requires a user name and a password (PROXY_407)', false],
    ['does not answer', '', 'the request timed out (TIMEOUT)', true],
  ])(
    'that %s is named, nothing was sent, and its own password is not shown',
    async (_, answer, what, again) => {
      const { port } = await proxyTo(answer);
      const env = { https_proxy: `http://me:hunter2@127.0.0.1:${port}` };
      const error = await failure(env, answer ? 10_000 : 200);
      expect(error).toMatchObject({ message: `POST /v2/agent/docs/job failed: ${what}.`, sent: false });
      expect(maySendAgain(error)).toBe(again);
      const told = [error.message, error.advice, String(error.cause), JSON.stringify(error)].join('\n');
      expect(told).not.toMatch(/hunter2|bWU6aHVudGVyMg/);
    },
  );

  test.each(['POST', 'GET'])('that closes the connection is asked for one tunnel by a %s', async (method) => {
    const { url, asked } = await proxyTo('hangs up');
    const error = await failure({ https_proxy: url }, 10_000, method === 'GET' ? get : post);
    expect(error).toMatchObject({
      message: `${method} /v2/agent/docs/job failed: the proxy couldn't connect (PROXY_UND_ERR_SOCKET).`,
      sent: false,
    });
    expect(asked).toHaveLength(1);
    expect(maySendAgain(error)).toBe(true);
  });

  test.each([
    ['token-1@', 'token-1:'],
    ['me:@', 'me:'],
    ['me:p%25%3Aw@', 'me:p%:w'],
  ])('gets the credentials of %s', async (user, credentials) => {
    const { port, asked } = await proxyTo('502 Bad Gateway', credentials);
    const error = await failure({ https_proxy: `http://${user}127.0.0.1:${port}` });
    expect([asked.length, error.message]).toEqual([1, expect.stringContaining('PROXY_502')]);
  });

  test('needs no scheme', async () => {
    const { port, asked } = await proxyTo('502 Bad Gateway');
    await failure({ https_proxy: `127.0.0.1:${port}` });
    expect(asked).toHaveLength(1);
  });

  test.each([
    'http://me:hunter%2@proxy.example:1',
    'not a url',
    'http://me:hunter2@:0x',
    'ftp://me:hunter2@',
    '://',
  ])('with the URL %s is not quoted', async (proxy) => {
    const error = await failure({ https_proxy: proxy });
    expect(error.message).toMatch(/failed: a proxy variable holds an invalid URL \(PROXY_URL\)\.$/);
    expect([error.message, error.advice, String(error.cause)].join()).not.toContain('hunter2');
    expect(maySendAgain(error)).toBe(false);
  });
});

describe('no proxy is asked', () => {
  test.each(['127.0.0.1', 'localhost'])('for %s', async (host) => {
    const sandbox = opening(await startSandbox({ apiKey: KEY }));
    const { url, asked } = await proxyTo('502 Bad Gateway');
    setProxies({ http_proxy: url, https_proxy: url });
    const transport = transportTo(`http://${host}:${portOf(sandbox.url)}`);
    expect(await transport.send(post())).toMatchObject({ status: 'active' });
    expect(asked).toEqual([]);
  });

  test.each([
    ...['api.example.test', '.example.test', 'example.test', 'x, test', '*'].map((NO_PROXY) => ({
      NO_PROXY,
    })),
    { https_proxy: '', HTTP_PROXY: '' },
    { https_proxy: '', http_proxy: 'http://127.0.0.1:1' },
  ])('where the variables say so: %j', async (variables) => {
    const { url, asked } = await proxyTo('502 Bad Gateway');
    const error = await failure({ https_proxy: url, ...variables });
    expect(error.message).toMatch(/no connection could be made \((ENOTFOUND|EAI_AGAIN)\)/);
    expect(asked).toEqual([]);
  });
});
