import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { startSandbox } from '../sandbox/server.ts';
import { createComment, listComments } from '../src/github/operations.ts';
import { isSafeToResend } from '../src/mintlify/failures.ts';
import { github, failureOf as githubFailureOf } from './github/github.ts';
import { opening, setProxies, startProxy, startRawServer } from './helpers/servers.ts';
import { get, KEY, failureOf as mintlifyFailureOf, post, transportTo } from './mintlify/mintlify.ts';

const BAD_GATEWAY = '502 Bad Gateway';
const COMMENT = { issue_number: 7, body: 'x' };
const portOf = (url: string) => Number(new URL(url).port);

async function proxyTo(target: number | string, credentials?: string) {
  const proxy = opening(await startProxy(target, credentials));
  return { host: `127.0.0.1:${proxy.port}`, asked: proxy.asked };
}

/** Returns why a call to Mintlify fails with these proxy variables. */
function failureOfMintlify(variables: Readonly<Record<string, string>>, request = post()) {
  setProxies(variables);
  return mintlifyFailureOf(transportTo('https://api.example.test').send(request));
}

/** Returns why a call to GitHub fails that is tried once. */
function failureOfGithub(signal = new AbortController().signal) {
  return githubFailureOf(github('https://ghe.example.test', { signal }).call(createComment, COMMENT));
}

test('a proxy is asked for a tunnel with its own credentials, and sees neither the key nor the token', async () => {
  const sandbox = opening(await startSandbox({ apiKey: KEY, githubToken: 'token-1' }));
  const { host, asked } = await proxyTo(portOf(sandbox.url), 'me:p@ss');
  setProxies({ HTTP_PROXY: `http://me:p%40ss@${host}` });
  const job = await transportTo('http://api.example.test').send(post());
  expect(job).toMatchObject({ status: 'active' });
  const api = github('http://ghe.example.test/github');
  expect(await api.all(listComments, COMMENT)).toEqual([]);
  expect(asked.map(({ to }) => to)).toEqual(['api.example.test:80', 'ghe.example.test:80']);
  expect(JSON.stringify(asked)).not.toMatch(/mint_|token-1/);
  for (const { headers } of sandbox.ledger.requests)
    expect(headers).not.toHaveProperty('proxy-authorization');
});

test.each<[what: string, variables: (host: string) => Record<string, string>, credentials: string]>([
  ['https_proxy', (host) => ({ https_proxy: `http://${host}`, http_proxy: 'http://127.0.0.1:1' }), ''],
  [
    'HTTPS_PROXY',
    (host) => ({ https_proxy: '', HTTPS_PROXY: `http://${host}`, NO_PROXY: 'xample.test' }),
    '',
  ],
  ['a variable without a scheme', (host) => ({ https_proxy: host }), ''],
  ['a name alone', (host) => ({ https_proxy: `http://token-1@${host}` }), 'token-1:'],
  ['a name and an empty password', (host) => ({ https_proxy: `http://me:@${host}` }), 'me:'],
  ['an encoded password', (host) => ({ https_proxy: `http://me:p%25%3Aw@${host}` }), 'me:p%:w'],
])('a proxy is asked as it is named: %s', async (_, variables, credentials) => {
  const { host, asked } = await proxyTo(BAD_GATEWAY, credentials);
  expect((await failureOfMintlify(variables(host))).message).toContain('PROXY_502');
  expect(asked.map(({ to }) => to)).toEqual(['api.example.test:443']);
});

test.each([
  { does: 'answers 502', answer: BAD_GATEWAY, why: "the proxy couldn't connect (PROXY_502)" },
  { does: 'answers 403', answer: '403 Forbidden', why: "the proxy couldn't connect (PROXY_403)" },
  {
    does: 'wants a password',
    answer: '407 Denied',
    why: 'the proxy requires a user name and a password (PROXY_407)',
    needsFix: true,
  },
  // undici alone would ask it again some thousand times a second.
  { does: 'closes', answer: 'hangs up', why: "the proxy couldn't connect (PROXY_UND_ERR_SOCKET)" },
  {
    does: "doesn't answer",
    answer: '',
    why: 'the request timed out (TIMEOUT)',
    whyOfGithub: "GitHub didn't answer in time",
    timeoutMs: 200,
  },
])(
  'a proxy that $does is asked once and named; nothing was sent, and its password is not shown',
  async ({ answer, why, whyOfGithub = why, needsFix = false, timeoutMs = 10_000 }) => {
    const { host, asked } = await proxyTo(answer);
    for (const request of [post({ timeoutMs }), get({ timeoutMs })]) {
      const failure = await failureOfMintlify({ https_proxy: `http://me:hunter2@${host}` }, request);
      const message = `${request.method} /v2/agent/docs/job failed: ${why}.`;
      expect(failure).toMatchObject({ message, sent: false });
      expect(isSafeToResend(failure)).toBe(!needsFix);
      const texts = [failure.message, failure.help, String(failure.cause), JSON.stringify(failure)];
      expect(texts.join('\n')).not.toMatch(/hunter2|bWU6aHVudGVyMg/);
    }
    const failure = await failureOfGithub(AbortSignal.timeout(timeoutMs));
    expect(failure.message).toBe(`Writing the comment failed: ${whyOfGithub}.`);
    expect(failure.kind).toBe(needsFix ? 'refused' : 'transient');
    expect(failure.advice).toMatch(needsFix ? /^Store a URL such as (?!.*hunter2)/ : /^$/);
    expect(asked).toHaveLength(3);
  },
);

test('a proxy that speaks another language is named', async () => {
  const greet = (socket: Socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  const { port } = opening(await startRawServer(greet));
  const failure = await failureOfMintlify({ https_proxy: `http://127.0.0.1:${port}` });
  expect(failure.message).toContain('(PROXY_HPE_');
  expect(isSafeToResend(failure)).toBe(true);
});

test.each([
  'http://me:hunter%2@proxy.example:1',
  'not a url',
  'http://me:hunter2@:0x',
  'ftp://me:hunter2@',
  '://',
])('a proxy with the URL %s is not quoted', async (proxy) => {
  const error = await failureOfMintlify({ https_proxy: proxy });
  expect(isSafeToResend(error)).toBe(false);
  for (const { message, advice, cause } of [error, await failureOfGithub()]) {
    expect(message).toMatch(/ failed: a proxy variable holds an invalid URL \(PROXY_URL\)\.$/);
    expect([message, advice, String(cause)].join()).not.toContain('hunter2');
  }
});

test.each(['127.0.0.1', 'localhost'])('no proxy is asked for %s', async (host) => {
  const sandbox = opening(await startSandbox({ apiKey: KEY }));
  const { host: proxy, asked } = await proxyTo(BAD_GATEWAY);
  setProxies({ http_proxy: `http://${proxy}`, https_proxy: `http://${proxy}` });
  const transport = transportTo(`http://${host}:${portOf(sandbox.url)}`);
  expect(await transport.send(post())).toMatchObject({ status: 'active' });
  expect(asked).toEqual([]);
});

test.each([
  { NO_PROXY: 'api.example.test' },
  { NO_PROXY: '.example.test' },
  { NO_PROXY: 'example.test' },
  { NO_PROXY: 'x, test' },
  { NO_PROXY: '*' },
  { https_proxy: '', HTTP_PROXY: '' },
  { https_proxy: '', http_proxy: 'http://127.0.0.1:1' },
])('no proxy is asked where the variables say so: %j', async (variables) => {
  const { host, asked } = await proxyTo(BAD_GATEWAY);
  const error = await failureOfMintlify({ https_proxy: `http://${host}`, ...variables });
  expect(error.message).toMatch(/no connection could be made \((ENOTFOUND|EAI_AGAIN)\)/);
  expect(asked).toEqual([]);
});
