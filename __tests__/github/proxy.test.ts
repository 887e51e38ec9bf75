import { expect, test } from '@jest/globals';
import { getIssue, listComments } from '../../src/github/operations.ts';
import { opening, setProxies, startProxy } from '../helpers/servers.ts';
import { answering, extra, failure, github, HastyClock, needed } from './github.ts';

const ISSUE = { issue_number: 7 };

function apiThrough(proxy: string, signal = new AbortController().signal) {
  setProxies({ HTTP_PROXY: proxy });
  return github('http://ghe.example.test', { clock: new HastyClock(), signal });
}

test('the proxy of the runner is asked for a tunnel, and does not see the token', async () => {
  const server = await answering([200, '[]']);
  const { port, asked } = opening(await startProxy(Number(new URL(server.url).port), 'me:hunter2'));
  const api = apiThrough(`http://me:hunter2@127.0.0.1:${port}`);
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
  ['nothing, as it is not named', 'a proxy variable holds an invalid URL (PROXY_URL)', CHECK_IT, 0],
])('a proxy that answers %s', async (answer, why, advice, tunnels) => {
  const { port, asked } = opening(await startProxy(answer));
  const at = tunnels === 0 ? ':0' : `127.0.0.1:${port}`;
  const error = await failure(apiThrough(`http://me:hunter2@${at}`).call(getIssue, ISSUE, extra));
  expect(error).toMatchObject({ message: `Reading issue #7 failed: ${why}.`, advice });
  expect([asked.length, error.full.includes('hunter2')]).toEqual([tunnels, false]);
});

test('a tunnel that is never made is waited for no longer than the caller wants', async () => {
  const { port } = opening(await startProxy(''));
  const api = apiThrough(`http://127.0.0.1:${port}`, AbortSignal.timeout(100));
  const error = await failure(api.call(getIssue, ISSUE, needed));
  expect(error.message).toBe("Reading issue #7 failed: GitHub didn't answer in time.");
});
