import { expect, test } from '@jest/globals';
import { parseRetryAfter } from '../../src/clock.ts';
import * as advices from '../../src/platform/advice.ts';
import { HttpError } from '../../src/platform/errors.ts';
import { errorText } from '../../src/platform/response.ts';
import { sentence } from '../../src/text/markdown.ts';

const { adviceAfterAccepted, adviceForConnection, adviceForStatus, OUT_OF_CREDITS } = advices;

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
  [429, 'POST', 'job', 1, 'was reached. Mintlify says to try again in 1 s. Mintlify allows each project 100'],
  [429, 'GET', 'job', 1000, "in 1 s. Mintlify doesn't document a limit on reading jobs."],
  [429, 'GET', 'views', 5_400_000, 'in 1 h 30 min. Mintlify allows each organization 100 an'],
])('a %d to %s of a %s', (status, method, resource, retryAfterMs, text) => {
  expect(adviceForStatus(status, { method, resource }, retryAfterMs)).toContain(text);
});

const HOST = /^Check `base-url`\. If the runner needs/;
const [PROXY, CA] = [/^Store a URL such as/, /NODE_EXTRA_CA_CERTS/];
const UNREACHED = 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT';
const BROKEN = 'ECONNRESET EPIPE UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const EXPIRED = 'CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID';
const UNTRUSTED = `${EXPIRED} UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY`;
const OTHERS = 'EPROTO HPE_INVALID_CONSTANT ERR_SSL_WRONG_VERSION_NUMBER XECONNRESET';

test.each<[codes: string, happened: string, advice: RegExp]>([
  ['TIMEOUT', 'the request timed out', HOST],
  ['INTERRUPTED', 'the run was interrupted', /re-run the workflow/],
  [UNREACHED, 'no connection could be made', HOST],
  [BROKEN, 'the connection closed before the response was complete', HOST],
  ['PROXY_503 PROXY_403 PROXY_UND_ERR_SOCKET', "the proxy couldn't connect", HOST],
  ['PROXY_URL', 'a proxy variable holds an invalid URL', PROXY],
  ['PROXY_407', 'the proxy requires a user name and a password', PROXY],
  [UNTRUSTED, "the host's certificate isn't trusted", CA],
  [OTHERS, 'the request failed', HOST],
])('%s: %s', (codes, happened, advice) => {
  for (const code of codes.split(' '))
    expect(adviceForConnection(code)).toEqual({ happened, advice: expect.stringMatching(advice) });
});

test('the address of the usage page can be clicked, in the log and in Markdown', () => {
  for (const text of [OUT_OF_CREDITS, sentence(OUT_OF_CREDITS)])
    expect(text).toMatch(/ https:\/\/app\.mintlify\.com\/settings\/organization\/usage(\s|$)/);
  const others = sentence('https://app.mintlify.com/a?b https://app.mintlify.com.example/');
  expect(others).not.toMatch(/ https|^https/);
});

test('after a job was accepted, a 401 also says how to watch it, and that a re-run would send again', () => {
  const error = (status: number) => new HttpError('', { status, advice: 'Create a new key.' });
  const says = /^Create a new key\. .*keeps running\. .*`job-id: job_1`\. A re-run .* the request again\.$/;
  expect(adviceAfterAccepted(error(401), 'job_1')).toMatch(says);
  expect(adviceAfterAccepted(error(403), 'job_1')).toBe('Create a new key.');
});

test.each([
  ['{"error":"No","details":[{"message":"a"},{"message":"b"}]}', 'application/json', 'No; a; b'],
  ['{"error":"No","details":"odd"}', 'application/json', 'No'],
  ['{"error":"No","details":[{"code":1}]}', 'application/json', 'No'],
  ['{"error":"No"}', 'text/plain', 'No'],
  ['{"message":"other shape"}', 'application/json', '{"message":"other shape"}'],
  [' Too many requests\n', 'text/plain', 'Too many requests'],
  ['<html>Bad gateway</html>', 'text/plain', ''],
  ['\n <!doctype html>', '', ''],
  ['Bad gateway', 'text/html; charset=utf-8', ''],
  ['', 'application/json', ''],
  ['"text"', 'application/json', '"text"'],
  ['x'.repeat(2000), 'text/plain', `${'x'.repeat(499)}…`],
  [JSON.stringify({ error: 'é'.repeat(2000) }), 'application/json', `${'é'.repeat(499)}…`],
])('what Mintlify says of an error, %.60s as %s, is "%.60s"', (body, contentType, text) => {
  expect(errorText(body, contentType, (text) => text)).toBe(text);
});

const NOTHING = [
  '',
  ' ',
  'soon',
  '-5',
  '1.5',
  '1e3',
  '99999999999999999999',
  '2026-01-05T12:01:30Z',
  'Mon, x',
];
test.each<[string | string[] | undefined, number | undefined]>([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
  ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
  ['Monday, 05-Jan-26 12:00:10 GMT', 10_000],
  [['7', '9'], 7000],
  ...[undefined, ...NOTHING].map((header): [string | undefined, undefined] => [header, undefined]),
])('Retry-After: %j is %p ms', (header, ms) => {
  expect(parseRetryAfter(header, Date.parse('2026-01-05T12:00:00Z'))).toBe(ms);
});
