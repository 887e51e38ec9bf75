import { expect, test } from '@jest/globals';
import type { GithubSettings } from '../../src/github/api.ts';
import { getIssue, listComments } from '../../src/github/operations.ts';
import { opening, setProxies, startProxy } from '../helpers/servers.ts';
import { answering, extra, failure, github, HastyClock, needed } from './server.ts';

const ISSUE = { issue_number: 7 };

function apiThrough(proxy: string, others: Partial<GithubSettings> = {}) {
  setProxies({ HTTP_PROXY: proxy });
  const clock = new HastyClock();
  return { api: github('http://ghe.example.test', { clock, ...others }), clock };
}

test('the proxy of the runner is asked for a tunnel, and does not see the token', async () => {
  const server = await answering([200, '[]']);
  const { port, asked } = opening(await startProxy(Number(new URL(server.url).port), 'me:hunter2'));
  const { api } = apiThrough(`http://me:hunter2@127.0.0.1:${port}`);
  expect(await api.all(listComments, ISSUE, needed)).toEqual([]);
  expect(asked.map(({ to }) => to)).toEqual(['ghe.example.test:80']);
  expect(JSON.stringify(asked)).not.toContain('token-1');
  const headers = { host: 'ghe.example.test', authorization: 'token token-1' };
  expect(server.requests[0]?.headers).toMatchObject(headers);
});

const CHECK_IT = expect.stringMatching(/^Store a URL such as/);

test.each([
  ['407 Who are you', 'the proxy requires a user name and a password (PROXY_407)', CHECK_IT, 1],
  ['502 Bad Gateway', "the proxy couldn't connect (PROXY_502)", '', 4],
  // undici alone would ask it again some thousand times a second.
  ['hangs up', "the proxy couldn't connect (PROXY_UND_ERR_SOCKET)", '', 4],
])('a proxy that answers %s', async (answer, why, advice, tunnels) => {
  const { port, asked } = opening(await startProxy(answer));
  const { api } = apiThrough(`http://me:hunter2@127.0.0.1:${port}`);
  const error = await failure(api.call(getIssue, ISSUE, extra));
  expect(error).toMatchObject({ message: `Reading issue #7 failed: ${why}.`, advice });
  expect(asked).toHaveLength(tunnels);
  expect(error.full).not.toContain('hunter2');
});

test('a proxy variable without a URL', async () => {
  const { api, clock } = apiThrough('http://me:hunter2@:0');
  const error = await failure(api.call(getIssue, ISSUE, needed));
  const message = 'Reading issue #7 failed: a proxy variable holds an invalid URL (PROXY_URL).';
  expect(error).toMatchObject({ kind: 'refused', message, advice: CHECK_IT });
  expect([error.full.includes('hunter2'), clock.slept]).toEqual([false, []]);
});

test('a tunnel that is never made is waited for no longer than the caller wants', async () => {
  const { port } = opening(await startProxy(''));
  const interruption = new AbortController();
  const { signal } = interruption;
  const { api } = apiThrough(`http://127.0.0.1:${port}`, { signal });
  setTimeout(() => interruption.abort(), 100);
  const error = await failure(api.call(getIssue, ISSUE, needed));
  expect(error.message).toBe("Reading issue #7 failed: GitHub didn't answer in time.");
});
