import { expect, test } from '@jest/globals';
import { answer } from '../../src/agent/mode.ts';
import type { AgentContext } from '../../src/agent/request.ts';
import { createComment, getPullRequest, type Operation, updateComment } from '../../src/github/operations.ts';
import type { GithubApi } from '../../src/github/rest.ts';
import { Outputs } from '../../src/outputs.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { agentInputs, commentPayload, event, workflowRun } from '../helpers/payloads.ts';
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
const { url: prLink, head: sha, ...pull } = PULL_REQUEST;

/** A run for a comment, on a GitHub whose `broken`-th request meets a mistake in the program. */
async function run(broken: number, given: Readonly<Record<string, string>> = {}, sender?: null) {
  const asked: string[] = [];
  const ask = async <T>({ what }: Operation<T>, found: unknown): Promise<T> => {
    asked.push(what);
    if (asked.length === broken) throw new TypeError('oops');
    return found as T;
  };
  const github = {
    forRepository: () => github,
    read: (operation: unknown) => {
      const isComment = [createComment, updateComment].some((each) => each === operation);
      const found = operation === getPullRequest ? { ...pull, merged: false, head: { sha } } : {};
      return ask(operation as Operation<unknown>, isComment ? COMMENT : found);
    },
    all: (operation: unknown) => ask(operation as Operation<unknown>, []),
  } as unknown as GithubApi;
  const payload = { ...commentPayload('/docs shorten'), ...(sender === null && { sender }) };
  const context: AgentContext = {
    inputs: agentInputs({ comment: 'true', 'minimum-permission': 'none', ...given }),
    ...{ event: event('issue_comment', payload), run: workflowRun({ GITHUB_ACTOR: '' }), env: {}, github },
    ...{ clock: new SimulatedClock(), log: new CollectedLog(), signal: new AbortController().signal },
    ...{ outputs: new Outputs(() => {}), files: { setOutput() {}, async addSummary() {} } },
    redact: (text) => text,
    platform: {
      createJob: async () => jobOf('active'),
      sendMessage: async () => jobOf('active'),
      getJob: async () => jobOf('completed', { prLink }),
    },
  };
  await answer(context);
  return asked;
}

test('a mistake in the program is not taken for trouble with GitHub, wherever it is met', async () => {
  const asked = await run(0, { notify: 'true' });
  expect(asked.length).toBeGreaterThan(10);
  for (const nth of asked.keys()) await expect(run(nth + 1, { notify: 'true' })).rejects.toThrow('oops');
});

test('nobody is mentioned where nobody is known to have asked', async () => {
  const mentions = async (sender?: null) =>
    (await run(0, { notify: 'true', comment: 'false' }, sender)).length;
  expect(await mentions()).toBe((await mentions(null)) + 1);
});
