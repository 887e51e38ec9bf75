import { afterAll, expect, test } from '@jest/globals';
import { startSandbox } from '../sandbox/server.ts';
import { annotations } from './helpers/action-environment.ts';
import { removeMainDirectory, runMain } from './helpers/run-main.ts';
import { opening } from './helpers/servers.ts';

afterAll(removeMainDirectory);

type Given = Record<string, string>;
const AGENT = { prompt: 'Document the proxy', 'poll-interval-seconds': '0.1' };
const REPORT = { mode: 'analytics', trend: 'false', 'artifact-name': '' };
const BY_HAND = { name: 'workflow_dispatch', payload: {} };

/** What somebody wrote, what the error says, and what they change who have read it and nothing else. */
test.each<[string, Given, said: RegExp[], remedy: Given]>([
  [
    'no key',
    { ...AGENT, 'api-key': '' },
    [/api-key: missing\. Set it to an admin API key from a secret/],
    {},
  ],
  [
    'another kind of key',
    { ...AGENT, 'api-key': 'mint_dsc_x' },
    [/Create an admin key in the Mintlify d/],
    {},
  ],
  [
    'the address of a project',
    { ...AGENT, 'project-id': 'https://dashboard.mintlify.com/acme/docs' },
    [/project-id: got "https:.*Accepted: an identifier, not a URL/],
    { 'project-id': 'docs' },
  ],
  [
    'several projects for the agent',
    { ...AGENT, 'project-id': 'docs, api' },
    [/Agent mode accepts one project\. For several, use a matrix/],
    { 'project-id': 'docs' },
  ],
  [
    'no mode for a report',
    { period: '30d', 'site-url': 'https://docs.example.com' },
    [/no effect: period, site-url\. .*set mode: analytics/, /prompt: Give a prompt.*set `?mode: analytics/],
    REPORT,
  ],
  [
    'a report for no thread',
    { ...REPORT, comment: 'true' },
    [/comment: There is nowhere to post the report.*Set issue-number, or leave comment out/],
    { comment: 'false' },
  ],
  [
    'one site for several projects',
    { ...REPORT, 'project-id': 'docs, api', 'site-url': 'https://docs.example.com' },
    [/site-url: got "https:.*is the site of one project.*Leave site-url out/],
    { 'site-url': '' },
  ],
  [
    'days in reverse',
    { ...REPORT, period: '2025-02-02..2025-02-01' },
    [/period: got "2025-02-02\.\.2025-02-01"\. .*(in order|before)/],
    { period: '2025-02-01..2025-02-02' },
  ],
  [
    'a list of nothing',
    { ...AGENT, 'fail-on': ',' },
    [/fail-on: got ","\. Accepted: any of failed, .*; or none/],
    { 'fail-on': 'none' },
  ],
  [
    'a mistyped flag',
    { ...AGENT, wait: 'flase' },
    [/wait: got "flase"\. Accepted: true or false/],
    { wait: 'false' },
  ],
  [
    'two prompts',
    { ...AGENT, 'prompt-file': 'prompt.md' },
    [/prompt-file: got "prompt\.md"\. Give prompt or prompt-file, not both/],
    { 'prompt-file': '' },
  ],
  [
    'the address of a job',
    { ...AGENT, wait: 'false', 'job-id': 'https://dashboard.mintlify.com/jobs/job_1' },
    [/job-id: got .*Accepted: an identifier, not a URL/],
    { 'job-id': '' },
  ],
  [
    'hasty polls',
    { ...AGENT, 'poll-interval-seconds': '0.01' },
    [/poll-interval-seconds: got "0\.01"\. Accepted: a number from 0\.1 to 3600/],
    { 'poll-interval-seconds': '0.1' },
  ],
  [
    'a damaged token',
    { ...AGENT, 'github-token': 'ghs_1\u200b' },
    [/github-token: it contains invalid characters\. Paste the token into the secret again/],
    { 'github-token': 'ghs_1' },
  ],
  [
    'everything included and nothing',
    { ...AGENT, include: 'none, changes' },
    [/include: got "none, changes"\. Accepted: any of .*; or none/],
    { include: 'none' },
  ],
  [
    'a thread by its title',
    { ...AGENT, 'issue-number': 'Typo' },
    [/issue-number: got "Typo"\. Accepted: the number of an issue or pull request, such as 12/],
    { 'issue-number': '12' },
  ],
])('%s is put right from the message alone', async (_, mistake, said, remedy) => {
  const sandbox = opening(await startSandbox({ jobMs: 10 }));
  const run = (inputs: Given) => runMain({ sandbox, event: BY_HAND, inputs });
  const wrong = await run(mistake);
  expect([wrong.succeeded, wrong.outputs['outcome'], sandbox.ledger.requests]).toEqual([false, 'error', []]);
  const told = [...annotations(wrong, 'error'), ...annotations(wrong, 'warning')].join('\n');
  for (const line of said) expect(told).toMatch(line);
  const right = await run({ ...mistake, 'api-key': sandbox.apiKey, ...remedy });
  expect([annotations(right, 'error'), right.succeeded]).toEqual([[], true]);
});
