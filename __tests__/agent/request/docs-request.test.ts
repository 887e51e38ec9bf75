import { expect, test } from '@jest/globals';
import { threadNumber } from '../../../src/agent/request-context.ts';
import { example } from '../../helpers/payloads.ts';
import { MARIA, type Texts, World } from '../world.ts';

const LABELED = example('issues', 'labeled', { label: 'docs' });

const requestWith = (inputs: Texts, variables: Texts = {}) =>
  new World().context('issues', LABELED, inputs, variables).request;

/** Inputs and variables, each of which makes another request than all others. */
const REQUESTS: readonly (readonly [inputs: Texts, variables?: Texts])[] = [
  [{}],
  [{ 'base-url': 'http://127.0.0.1:4010' }],
  [{ 'project-id': 'x' }],
  [{ prompt: 'x' }],
  [{ include: 'none' }],
  [{ 'job-id': 'x' }],
  [{ 'release-tag': 'x' }],
  [{ 'issue-number': '7' }],
  [{ 'trigger-label': 'x' }],
  [{ 'api-key': 'mint_test_another_key' }],
  [{}, { GITHUB_RUN_ID: '43' }],
  [{}, { GITHUB_JOB: 'x' }],
  [{}, { GITHUB_ACTION: '__run_2' }],
  [{ include: 'changes' }],
  [{ include: 'changes', paths: 'x/**' }],
  [{ 'job-id': 'x', prompt: 'y' }],
  [{ 'job-id': 'y', prompt: 'x' }],
];

test('what asks decides the ID of a request: two that ask for something else never share one', () => {
  const ids = REQUESTS.map((given) => requestWith(...given).id);
  const sharingOne = REQUESTS.filter((_, index) => ids.indexOf(ids[index] ?? '') !== index);
  expect(sharingOne).toEqual([]);
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
});

test('attempts, tokens, times and what becomes of the result make no other request', () => {
  const others = {
    wait: 'false',
    notify: 'true',
    'fail-on': 'failed',
    'timeout-minutes': '5',
    'github-token': 'other',
    'poll-interval-seconds': '5',
    'trigger-phrase': '/write',
    prompt: ' ',
  };
  expect(requestWith(others, { GITHUB_RUN_ATTEMPT: '2' })).toEqual(requestWith({}));
});

test('a comment elsewhere asks for a new job, and is answered on `issue-number`', () => {
  const payload = { action: 'created', comment: { body: '/docs say why', user: MARIA } };
  const inputs = { prompt: 'Look', 'issue-number': '9' };
  const context = new World().context('discussion_comment', payload, inputs);
  expect(context.request).toMatchObject({ kind: 'event', target: 'new', words: 'say why' });
  expect(threadNumber(context)).toBe(9);
});
