import { afterAll, expect, test } from '@jest/globals';
import { startSandbox } from '../sandbox/server.ts';
import { annotations } from './helpers/action-environment.ts';
import { removeMainDirectory, runMain } from './helpers/run-main.ts';
import { opening } from './helpers/servers.ts';

afterAll(removeMainDirectory);

type Given = Record<string, string>;
const AGENT = { prompt: 'Document the proxy', 'poll-interval-seconds': '0.1' };
const REPORT = { mode: 'analytics', 'artifact-name': '' };
const NO_MODE =
  "don't have an effect: period, site-url. … set `mode: analytics` … Set `prompt` … set `mode: analytics`";
const ONE_PROJECT = 'project-id: got "docs, api". … use a matrix';
const IN_ORDER = 'period: got "2025-02-02..2025-02-01". … in order';
const LATEST = { 'job-id': 'latest', comment: 'true', 'issue-number': '12', 'github-token': '' };
const NO_REPLIES = "job-id: `latest` can't find the job … because `github-token` is empty";
const BY_HAND = { name: 'workflow_dispatch', payload: {} };

const SITE = { 'site-url': 'https://docs.example.com' };

/** What each input refuses is told by inputs.test.ts. Here is what somebody wrote, what the error says (parts behind `…`), and what they change who have read it and nothing else. */
test.each<[Given, said: string, remedy: Given]>([
  [{ ...SITE, period: '30d' }, NO_MODE, REPORT],
  [{ ...REPORT, ...SITE, 'project-id': 'docs, api' }, ONE_PROJECT, { 'project-id': 'docs' }],
  [{ ...REPORT, period: '2025-02-02..2025-02-01' }, IN_ORDER, { period: '2025-02-01..2025-02-02' }],
  [{ ...AGENT, wait: 'flase' }, 'wait: got "flase". Accepted: true or false', { wait: 'false' }],
  [{ comment: 'yes' }, 'comment: got "yes". … Set `prompt`', { ...AGENT, comment: 'false' }],
  [{ 'trigger-phrase': 'a b' }, 'one word … Set `prompt`', { ...AGENT, 'trigger-phrase': '' }],
  [{ ...AGENT, ...LATEST }, NO_REPLIES, { 'job-id': '', comment: 'false' }],
])('%j is put right from the message alone', async (mistake, said, remedy) => {
  const sandbox = opening(await startSandbox({ jobMs: 10 }));
  const run = (inputs: Given) => runMain({ sandbox, event: BY_HAND, inputs });
  const wrong = await run(mistake);
  expect([wrong.succeeded, wrong.outputs['outcome'], sandbox.ledger.requests]).toEqual([false, 'error', []]);
  const told = [...annotations(wrong, 'error'), ...annotations(wrong, 'warning')].join('\n');
  for (const part of said.split(/ ?… ?/)) expect(told).toContain(part);
  const right = await run({ ...mistake, 'api-key': sandbox.apiKey, ...remedy });
  expect([annotations(right, 'error'), right.succeeded]).toEqual([[], true]);
});
