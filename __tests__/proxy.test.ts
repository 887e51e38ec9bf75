import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { startSandbox } from '../sandbox/server.ts';
import { createComment, listComments } from '../src/github/operations.ts';
import { isSafeToResend } from '../src/mintlify/failures.ts';
import { failure, github, needed } from './github/github.ts';
import { opening, setProxies, startProxy, startRawServer } from './helpers/servers.ts';
import { failureOf, get, KEY, post, transportTo } from './mintlify/mintlify.ts';

const BAD = '502 Bad Gateway';
const COMMENT = { issue_number: 7, body: 'x' };
const portOf = (url: string) => Number(new URL(url).port);

const proxyTo = async (target: number | string, credentials?: string) => {
  const proxy = opening(await startProxy(target, credentials));
  return { ...proxy, at: `127.0.0.1:${proxy.port}` };
};

function platformFailure(variables: Readonly<Record<string, string>>, request = post()) {
  setProxies(variables);
  return failureOf(transportTo('https://api.example.test').send(request));
}

/** Of a call that is tried once. */
const githubFailure = (signal = new AbortController().signal) =>
  failure(github('https://ghe.example.test', { signal }).call(createComment, COMMENT, needed));

test('a proxy is asked for a tunnel with its own credentials, and sees neither the key nor the token', async () => {
  const sandbox = opening(await startSandbox({ apiKey: KEY, githubToken: 'token-1' }));
  const { at, asked } = await proxyTo(portOf(sandbox.url), 'me:p@ss');
  setProxies({ HTTP_PROXY: `http://me:p%40ss@${at}` });
  const job = await transportTo('http://api.example.test').send(post());
  expect(job).toMatchObject({ status: 'active' });
  const api = github('http://ghe.example.test/github');
  expect(await api.all(listComments, COMMENT, needed)).toEqual([]);
  expect(asked.map(({ to }) => to)).toEqual(['api.example.test:80', 'ghe.example.test:80']);
  expect(JSON.stringify(asked)).not.toMatch(/mint_|token-1/);
  for (const { headers } of sandbox.ledger.requests)
    expect(headers).not.toHaveProperty('proxy-authorization');
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
  expect((await platformFailure(variables(at))).message).toContain('PROXY_502');
  expect(asked.map(({ to }) => to)).toEqual(['api.example.test:443']);
});

test.each([
  ['answers 502', BAD, "the proxy couldn't connect (PROXY_502)", true],
  ['answers 403', '403 Forbidden', "the proxy couldn't connect (PROXY_403)", true],
  ['wants a password', '407 Denied', 'the proxy requires a user name and a password (PROXY_407)', false],
  // undici alone would ask it again some thousand times a second.
  ['closes', 'hangs up', "the proxy couldn't connect (PROXY_UND_ERR_SOCKET)", true],
  ['does not answer', '', 'the request timed out (TIMEOUT)', true],
])('a proxy that %s is asked once and named; nothing was sent, its password is not shown', async (...row) => {
  const [, answer, what, again] = row;
  const { at, asked } = await proxyTo(answer);
  const timeoutMs = answer === '' ? 200 : 10_000;
  for (const request of [post({ timeoutMs }), get({ timeoutMs })]) {
    const error = await platformFailure({ https_proxy: `http://me:hunter2@${at}` }, request);
    const message = `${request.method} /v2/agent/docs/job failed: ${what}.`;
    expect(error).toMatchObject({ message, sent: false });
    expect(isSafeToResend(error)).toBe(again);
    const told = [error.message, error.advice, String(error.cause), JSON.stringify(error)].join('\n');
    expect(told).not.toMatch(/hunter2|bWU6aHVudGVyMg/);
  }
  const why = answer === '' ? "GitHub didn't answer in time" : what;
  const { message, advice, kind } = await githubFailure(AbortSignal.timeout(timeoutMs));
  expect([kind, message]).toEqual([again ? 'transient' : 'refused', `Writing the comment failed: ${why}.`]);
  expect(advice).toMatch(again ? /^$/ : /^Store a URL such as (?!.*hunter2)/);
  expect(asked).toHaveLength(3);
});

test('a proxy that speaks another language is named', async () => {
  const greet = (socket: Socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  const { port } = opening(await startRawServer(greet));
  const error = await platformFailure({ https_proxy: `http://127.0.0.1:${port}` });
  expect([error.message, isSafeToResend(error)]).toEqual([expect.stringContaining('(PROXY_HPE_'), true]);
});

test.each([
  ...['http://me:hunter%2@proxy.example:1', 'not a url', 'http://me:hunter2@:0x', 'ftp://me:hunter2@', '://'],
])('a proxy with the URL %s is not quoted', async (proxy) => {
  const error = await platformFailure({ https_proxy: proxy });
  expect(isSafeToResend(error)).toBe(false);
  for (const { message, advice, cause } of [error, await githubFailure()]) {
    expect(message).toMatch(/ failed: a proxy variable holds an invalid URL \(PROXY_URL\)\.$/);
    expect([message, advice, String(cause)].join()).not.toContain('hunter2');
  }
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
  const error = await platformFailure({ https_proxy: `http://${at}`, ...variables });
  expect(error.message).toMatch(/no connection could be made \((ENOTFOUND|EAI_AGAIN)\)/);
  expect(asked).toEqual([]);
});
