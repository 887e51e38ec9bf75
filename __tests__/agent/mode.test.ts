import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { answer } from '../../src/agent/mode.ts';
import type { AgentContext } from '../../src/agent/request.ts';
import { createComment, getPullRequest, type Operation, updateComment } from '../../src/github/operations.ts';
import type { GithubApi } from '../../src/github/rest.ts';
import { Outputs } from '../../src/outputs.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { agentInputs, changed, commentPayload, event, workflowRun } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { jobOf, PULL_REQUEST } from '../helpers/wait-world.ts';

const at = { createdAt: '2026-01-05T12:00:00Z', updatedAt: '2026-01-05T12:00:00Z' };
const COMMENT = {
  kind: 'issue',
  id: 500,
  url: 'https://github.com/x/y/issues/1#issuecomment-500',
  body: '',
  ...at,
};
/** Not in their order, which GitHub does not promise. */
const ON_LINES = [2, 1].map((id) => ({ ...COMMENT, kind: 'line', id, body: `line ${id}` }));
const whatOf = (operation: unknown) => (operation as Operation<unknown>).what;
const { url: prLink, head: sha, ...pull } = PULL_REQUEST;

/** A run for a comment, whose `broken`-th request to GitHub or Mintlify meets a mistake in the program. */
async function run(
  broken: number,
  given: Readonly<Record<string, string>> = {},
  fields = {},
  isReview = false,
) {
  const clock = new SimulatedClock();
  const { signal } = new AbortController();
  const asked: string[] = [];
  const statuses: string[] = [];
  let sent = '';
  const polls = [
    jobOf('queued'),
    jobOf('queued'),
    jobOf('queued', { prLink }),
    jobOf('completed', { prLink }),
  ];
  const ask = async <T>(what: string, found: unknown): Promise<T> => {
    asked.push(what);
    if (asked.length === broken) throw new TypeError('oops');
    return found as T;
  };
  const github = {
    forRepository: () => github,
    read: (operation: unknown) => {
      const isComment = [createComment, updateComment].some((each) => each === operation);
      const found = operation === getPullRequest ? { ...pull, merged: false, head: { sha } } : {};
      return ask(whatOf(operation), isComment ? COMMENT : found);
    },
    all: (operation: unknown) =>
      ask(whatOf(operation), /review/.test(whatOf(operation)) ? [...ON_LINES] : []),
  } as unknown as GithubApi;
  const at = isReview
    ? event(
        'pull_request_review',
        changed('pull_request_review', 'submitted', { review: { body: '/docs x' } }),
      )
    : event('issue_comment', { ...commentPayload('/docs shorten'), ...fields });
  const context: AgentContext = {
    inputs: agentInputs({ comment: 'true', 'minimum-permission': 'none', ...given }),
    ...{ event: at, run: workflowRun({ GITHUB_ACTOR: '' }), env: {}, github },
    ...{ clock, log: new CollectedLog(), signal },
    outputs: new Outputs((name, value) => void (name === 'status' && statuses.push(value))),
    ...{ files: { setOutput() {}, async addSummary() {} } },
    redact: (text) => text,
    platform: {
      createJob: (prompt) => {
        sent = prompt;
        return ask('create', jobOf('active'));
      },
      sendMessage: () => ask('message', jobOf('active')),
      getJob: () => ask('get', polls.shift()),
    },
  };
  await answer(context);
  // No timer and no listener is left.
  expect([clock.sleepers, getEventListeners(signal, 'abort')]).toEqual([0, []]);
  return { asked, statuses, sent };
}

test('a mistake in the program is not taken for trouble with GitHub or Mintlify, wherever it is met', async () => {
  for (const [given, isReview, count] of [
    [{ notify: 'true' }, false, 20],
    [{ notify: 'true' }, true, 18],
    [{ 'job-id': 'job_1', include: 'none', wait: 'false' }, false, 2],
  ] as const) {
    const { asked } = await run(0, given, {}, isReview);
    expect(asked).toHaveLength(count);
    for (const nth of asked.keys()) await expect(run(nth + 1, given, {}, isReview)).rejects.toThrow('oops');
  }
});

test('nobody is mentioned where nobody is known to have asked', async () => {
  const mentions = async (fields: object) =>
    (await run(0, { notify: 'true', comment: 'false' }, fields)).asked.length;
  expect(await mentions({})).toBe((await mentions({ sender: null })) + 1);
});

test('outputs have a job at once, then what is new of it, and its end', async () => {
  const [waited, watched] = [
    await run(0),
    await run(0, { 'job-id': 'job_1', include: 'none', wait: 'false' }),
  ];
  expect(waited.statuses).toEqual(['active', 'queued', 'queued', 'completed', 'completed']);
  expect(watched.statuses).toEqual(['queued', 'queued']);
});

test('the comments of a review come in their order, whatever the list’s', async () => {
  expect((await run(0, {}, {}, true)).sent).toMatch(/line 1.*line 2/s);
});
