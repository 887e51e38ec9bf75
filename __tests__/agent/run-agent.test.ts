import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import type { AgentContext } from '../../src/agent/request.ts';
import { answer } from '../../src/agent/run-agent.ts';
import { wantedOf } from '../../src/agent/trigger.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { createComment, getPullRequest, type Operation, updateComment } from '../../src/github/operations.ts';
import type { GithubApi } from '../../src/github/rest.ts';
import { Outputs } from '../../src/outputs.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { agentInputs, changed, commentPayload, event, workflowRun } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { jobOf, PULL_REQUEST } from '../helpers/wait-world.ts';

const TIMES = { createdAt: '2026-01-05T12:00:00Z', updatedAt: '2026-01-05T12:00:00Z' };
const COMMENT = {
  kind: 'issue',
  id: 500,
  url: 'https://github.com/x/y/issues/1#issuecomment-500',
  body: '',
  ...TIMES,
};
const ON_LINES = [1, 2].map((id) => ({ ...COMMENT, kind: 'line', id, body: `line ${id}` }));
const whatOf = (operation: unknown) => (operation as Operation<unknown>).what;
const { url: prLink, head: sha, ...pull } = PULL_REQUEST;

const ON_ISSUE = commentPayload('/docs shorten');
const COMMENTED = event('issue_comment', ON_ISSUE);
const NOBODY = event('issue_comment', { ...ON_ISSUE, sender: null });
const REVIEW = { review: { body: '/docs x' } };
const REVIEWED = event('pull_request_review', changed('pull_request_review', 'submitted', REVIEW));

type Ask = (what: string, found: unknown) => Promise<never>;

function githubOf(ask: Ask): GithubApi {
  const github = {
    forRepository: () => github,
    call: (operation: unknown) => {
      const isComment = [createComment, updateComment].some((each) => each === operation);
      const found = operation === getPullRequest ? { ...pull, merged: false, head: { sha } } : {};
      return ask(whatOf(operation), isComment ? COMMENT : found);
    },
    all: (operation: unknown) =>
      ask(whatOf(operation), /review/.test(whatOf(operation)) ? [...ON_LINES] : []),
  } as unknown as GithubApi;
  return github;
}

/** A run whose `broken`-th request to GitHub or Mintlify meets a mistake in the program. */
async function run(broken: number, given: Readonly<Record<string, string>> = {}, at = COMMENTED) {
  const clock = new SimulatedClock();
  const { signal } = new AbortController();
  const asked: string[] = [];
  const ask: Ask = async (what, found) => {
    asked.push(what);
    if (asked.length === broken) throw new TypeError('oops');
    return found as never;
  };
  const linked = { prLink };
  const polls = [...Array(3).fill(jobOf('queued')), jobOf('queued', linked), jobOf('completed', linked)];
  const inputs = agentInputs({ comment: 'true', 'minimum-permission': 'none', ...given });
  const context: AgentContext = {
    ...{ inputs, event: at, wanted: wantedOf(at, inputs), run: workflowRun({ GITHUB_ACTOR: '' }), env: {} },
    github: githubOf(ask),
    ...{ clock, log: new CollectedLog(), signal, redact: (text: string) => text },
    outputs: new Outputs(() => {}),
    files: { lacksOutputs: false, setOutput() {}, async addSummary() {} },
    platform: {
      createJob: () => ask('create', jobOf('active')),
      sendMessage: () => ask('message', jobOf('active')),
      getJob: () => ask('get', polls.shift()),
    },
  };
  await answer(context);
  // No timer and no listener is left.
  expect([clock.sleepers, getEventListeners(signal, 'abort')]).toEqual([0, []]);
  return asked;
}

test('a mistake in the program is not taken for trouble with GitHub or Mintlify, wherever it is met', async () => {
  for (const [given, at] of [
    [{ notify: 'true' }, COMMENTED],
    [{ notify: 'true' }, REVIEWED],
    [{ 'job-id': 'job_1', include: 'none', wait: 'false' }, COMMENTED],
  ] as const) {
    const asked = await run(0, given, at);
    expect(asked).toContain('get');
    for (const nth of asked.keys()) await expect(run(nth + 1, given, at)).rejects.toThrow('oops');
  }
});

test('nobody is mentioned where nobody is known to have asked', async () => {
  const mentions = async (at: TriggerEvent) =>
    (await run(0, { notify: 'true', comment: 'false' }, at)).length;
  expect(await mentions(COMMENTED)).toBe((await mentions(NOBODY)) + 1);
});
