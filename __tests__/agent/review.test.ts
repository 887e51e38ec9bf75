import { expect, test } from '@jest/globals';
import { readReview } from '../../src/agent/review.ts';
import type { GithubApi } from '../../src/github/rest.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { agentInputs, changed, event, workflowRun } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

/** What is read of a review with the phrase. */
function read(all: () => Promise<unknown[]>) {
  const payload = changed('pull_request_review', 'submitted', { review: { id: 900, body: '/docs x' } });
  const at = { event: event('pull_request_review', payload), inputs: agentInputs(), run: workflowRun() };
  const context = { clock: new SimulatedClock(), signal: new AbortController().signal };
  return readReview({ ...at, ...context, log: new CollectedLog(), github: { all } as unknown as GithubApi });
}

test('the comments of a review come in their order, whatever the list’s', async () => {
  const others = [{ id: 1 }, { id: 2 }];
  const whole = await read(async () => others.toReversed());
  expect(whole).toMatchObject({ kind: 'event', event: { comment: { id: 900, others } } });
});

test('a mistake in the program is not taken for trouble with GitHub', async () => {
  await expect(read(() => Promise.reject(new TypeError('oops')))).rejects.toThrow(TypeError);
});
