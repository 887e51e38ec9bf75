import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import { maySendAgain } from '../../src/platform/failures.ts';
import { opening, setProxies, startProxy, startRawServer } from '../helpers/servers.ts';
import { failureOf, get, KEY, post, transportTo } from './platform.ts';

const HOST = 'https://api.example.test';
const BAD = '502 Bad Gateway';
const portOf = (url: string) => Number(new URL(url).port);

const proxyTo = async (target: number | string, credentials?: string) => {
  const proxy = opening(await startProxy(target, credentials));
  return { ...proxy, at: `127.0.0.1:${proxy.port}` };
};

function failure(variables: Readonly<Record<string, string>>, timeoutMs = 10_000, request = post) {
  setProxies(variables);
  return failureOf(transportTo(HOST).send(request({ timeoutMs })));
}

test('a proxy is asked for a tunnel to the platform, with its own credentials and without the key', async () => {
  const sandbox = opening(await startSandbox({ apiKey: KEY }));
  const { at, asked } = await proxyTo(portOf(sandbox.url), 'me:p@ss');
  setProxies({ HTTP_PROXY: `http://me:p%40ss@${at}` });
  const job = await transportTo('http://api.example.test').send(post());
  expect(job).toMatchObject({ status: 'active' });
  expect(asked.map(({ to }) => to)).toEqual(['api.example.test:80']);
  expect(JSON.stringify(asked)).not.toContain(KEY);
  expect(sandbox.ledger.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
});

test.each<[what: string, variables: (at: string) => Record<string, string>, credentials: string]>([
  ['https_proxy', (at) => ({ https_proxy: `http://${at}`, http_proxy: 'http://127.0.0.1:1' }), ''],
  ['HTTPS_PROXY', (at) => ({ https_proxy: '', HTTPS_PROXY: `http://${at}`, NO_PROXY: 'xample.test' }), ''],
  ['a variable without a scheme', (at) => ({ https_proxy: at }), ''],
  ['a name alone', (at) => ({ https_proxy: `http://token-1@${at}` }), 'token-1:'],
  ['a name and an empty password', (at) => ({ https_proxy: `http://me:@${at}` }), 'me:'],
  ['an encoded password', (at) => ({ https_proxy: `http://me:p%25%3Aw@${at}` }), 'me:p%:w'],
])('a proxy is asked as it is named: %s', async (_, variables, credentials) => {
  const { at, asked } = await proxyTo(BAD, credentials);
  expect((await failure(variables(at))).message).toContain('PROXY_502');
  expect(asked.map(({ to }) => to)).toEqual(['api.example.test:443']);
});

test.each([
  ['answers 502', BAD, "the proxy couldn't connect (PROXY_502)", true],
  ['answers 403', '403 Forbidden', "the proxy couldn't connect (PROXY_403)", true],
  ['wants a password', '407 Denied', 'the proxy requires a user name and a password (PROXY_407)', false],
  ['does not answer', '', 'the request timed out (TIMEOUT)', true],
])('a proxy that %s is named, nothing was sent, and its password is not shown', async (...row) => {
  const [, answer, what, again] = row;
  const { at } = await proxyTo(answer);
  const error = await failure({ https_proxy: `http://me:hunter2@${at}` }, answer ? 10_000 : 200);
  expect(error).toMatchObject({ message: `POST /v2/agent/docs/job failed: ${what}.`, sent: false });
  expect(maySendAgain(error)).toBe(again);
  const told = [error.message, error.advice, String(error.cause), JSON.stringify(error)].join('\n');
  expect(told).not.toMatch(/hunter2|bWU6aHVudGVyMg/);
});

test.each(['POST', 'GET'])('a proxy that closes is asked for one tunnel by a %s', async (method) => {
  const { at, asked } = await proxyTo('hangs up');
  const error = await failure({ https_proxy: at }, 10_000, method === 'GET' ? get : post);
  const message = `${method} /v2/agent/docs/job failed: the proxy couldn't connect (PROXY_UND_ERR_SOCKET).`;
  expect(error).toMatchObject({ message, sent: false });
  expect([asked.length, maySendAgain(error)]).toEqual([1, true]);
});

test('a proxy that speaks another language is named', async () => {
  const greet = (socket: Socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  const { port } = opening(await startRawServer(greet));
  const error = await failure({ https_proxy: `http://127.0.0.1:${port}` });
  expect([error.message, maySendAgain(error)]).toEqual([expect.stringContaining('(PROXY_HPE_'), true]);
});

test.each([
  ...['http://me:hunter%2@proxy.example:1', 'not a url', 'http://me:hunter2@:0x', 'ftp://me:hunter2@', '://'],
])('a proxy with the URL %s is not quoted', async (proxy) => {
  const error = await failure({ https_proxy: proxy });
  expect(error.message).toMatch(/failed: a proxy variable holds an invalid URL \(PROXY_URL\)\.$/);
  expect([error.message, error.advice, String(error.cause)].join()).not.toContain('hunter2');
  expect(maySendAgain(error)).toBe(false);
});

test.each(['127.0.0.1', 'localhost'])('no proxy is asked for %s', async (host) => {
  const sandbox = opening(await startSandbox({ apiKey: KEY }));
  const { at, asked } = await proxyTo(BAD);
  setProxies({ http_proxy: `http://${at}`, https_proxy: `http://${at}` });
  const transport = transportTo(`http://${host}:${portOf(sandbox.url)}`);
  expect(await transport.send(post())).toMatchObject({ status: 'active' });
  expect(asked).toEqual([]);
});

test.each([
  ...['api.example.test', '.example.test', 'example.test', 'x, test', '*'].map((NO_PROXY) => ({ NO_PROXY })),
  { https_proxy: '', HTTP_PROXY: '' },
  { https_proxy: '', http_proxy: 'http://127.0.0.1:1' },
])('no proxy is asked where the variables say so: %j', async (variables) => {
  const { at, asked } = await proxyTo(BAD);
  const error = await failure({ https_proxy: `http://${at}`, ...variables });
  expect(error.message).toMatch(/no connection could be made \((ENOTFOUND|EAI_AGAIN)\)/);
  expect(asked).toEqual([]);
});
