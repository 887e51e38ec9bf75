import { expect, test } from '@jest/globals';
import {
  adviceAfterAccepted,
  adviceForConnection,
  adviceForStatus,
  OUT_OF_CREDITS,
} from '../../src/platform/advice.ts';
import { HttpError } from '../../src/platform/errors.ts';
import { sentence } from '../../src/text/markdown.ts';

test.each<[number, 'GET' | 'POST', 'job' | 'views', number | undefined, string]>([
  [400, 'POST', 'job', undefined, 'rejected this request as invalid. Check the inputs.'],
  [401, 'GET', 'job', undefined, 'Keys last 90 days unless set otherwise. Create a new admin key'],
  [403, 'POST', 'job', undefined, '`write` scope, which agent mode needs'],
  [403, 'GET', 'job', undefined, '`read` scope, which it needs to read jobs and page views'],
  [404, 'GET', 'job', undefined, "Mintlify can't find this project or job. Check `project-id` and `job-id`"],
  [404, 'GET', 'views', undefined, "Mintlify can't find this project. Check `project-id`, and"],
  [413, 'POST', 'job', undefined, 'Shorten it, or set `include: none`'],
  [307, 'POST', 'job', undefined, "which the action doesn't follow"],
  [399, 'GET', 'job', undefined, "which the action doesn't follow"],
  [418, 'GET', 'job', undefined, 'Check `base-url` and the other inputs'],
  [500, 'GET', 'job', undefined, "Mintlify's server failed."],
  [599, 'POST', 'job', undefined, "Mintlify's server failed."],
  [500, 'GET', 'views', undefined, "Mintlify's server failed. Try again later."],
  [429, 'POST', 'job', undefined, 'Wait up to an hour, then try again. Mintlify allows each project 100 new'],
  [
    429,
    'POST',
    'job',
    1,
    "Mintlify's rate limit was reached. Mintlify says to try again in 1 s. Mintlify allows each project 100 new",
  ],
  [429, 'GET', 'job', 1000, "in 1 s. Mintlify doesn't document a limit on reading jobs."],
  [429, 'GET', 'views', 5_400_000, 'in 1 h 30 min. Mintlify allows each organization 100 an'],
])('a %d to %s of a %s', (status, method, resource, retryAfterMs, text) => {
  expect(adviceForStatus(status, { method, resource }, retryAfterMs)).toContain(text);
});

const [HOST, PROXY] = [/^Check `base-url`\. If the runner needs a proxy/, /^Store a URL such as/];

test.each<[code: string, happened: string, advice: RegExp]>([
  ['TIMEOUT', 'the request timed out', HOST],
  ['INTERRUPTED', 'the run was interrupted', /re-run the workflow/],
  ['ENOTFOUND', 'no connection could be made', HOST],
  ['ECONNRESET', 'the connection closed before the response was complete', HOST],
  ['PROXY_503', "the proxy couldn't connect", HOST],
  ['PROXY_URL', 'a proxy variable holds an invalid URL', PROXY],
  ['PROXY_407', 'the proxy requires a user name and a password', PROXY],
  ['CERT_HAS_EXPIRED', "the host's certificate isn't trusted", /set NODE_EXTRA_CA_CERTS/],
  ['EPROTO', 'the request failed', HOST],
])('%s: %s', (code, happened, advice) => {
  expect(adviceForConnection(code)).toEqual({ happened, advice: expect.stringMatching(advice) });
});

test('the address of the usage page can be clicked, in the log and in Markdown', () => {
  for (const text of [OUT_OF_CREDITS, sentence(OUT_OF_CREDITS)])
    expect(text).toMatch(/ https:\/\/app\.mintlify\.com\/settings\/organization\/usage(\s|$)/);
  expect(sentence('https://app.mintlify.com/a?b https://app.mintlify.com.example/')).not.toMatch(
    / https|^https/,
  );
});

test('after a job was accepted, a 401 also says how to watch it, and that a re-run would send again', () => {
  const error = (status: number) => new HttpError('', { status, advice: 'Create a new key.' });
  expect(adviceAfterAccepted(error(401), 'job_1')).toMatch(
    /^Create a new key\. .*keeps running\. .*`job-id: job_1`\. A re-run .* send the request again\.$/,
  );
  expect(adviceAfterAccepted(error(403), 'job_1')).toBe('Create a new key.');
});
