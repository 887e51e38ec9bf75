import { expect, test } from '@jest/globals';
import { Reply } from '../../src/agent/reply.ts';
import { type AgentRun, requestOf } from '../../src/agent/request.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import {
  agentInputs,
  commentPayload,
  event,
  labeledPayload,
  REPOSITORY,
  workflowRun,
} from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { SimulatedGithub } from '../helpers/simulated-github.ts';
import { jobOf } from '../helpers/wait-world.ts';

const clock = new SimulatedClock();
const github = new SimulatedGithub(clock);
const pullRequest = (number: number) => `https://github.com/${REPOSITORY}/pull/${number}`;

function runOf(at: TriggerEvent, id: string): AgentRun {
  const inputs = agentInputs({ comment: 'true' });
  const run = workflowRun({ GITHUB_RUN_ID: id });
  return {
    ...{ inputs, event: at, run, request: requestOf(at, inputs, run), clock, github },
    ...{ log: new CollectedLog(), signal: new AbortController().signal, redact: (text: string) => text },
  } as unknown as AgentRun;
}

/** A request whose job reports that pull request in the end. */
async function reply(agent: AgentRun, action: Parameters<Reply['announce']>[0], prLink: string) {
  const own = new Reply(agent);
  await own.read();
  await own.announce(action);
  own.accepted(jobOf('active'));
  const job = jobOf('completed', { prLink });
  await own.finish({ outcome: 'pull-request', reason: 'It is ready.', job, jobId: job.id }, false);
}

test('a job that reports another pull request later has one comment on each of them', async () => {
  const message = { kind: 'message', jobId: 'job_1', settle: 'after-active', acceptedAt: undefined } as const;
  const followUp = { ...message, isKnownHere: true, before: undefined };
  await reply(runOf(event('issues', labeledPayload('docs')), '1'), { kind: 'create' }, pullRequest(41));
  for (const [run, number] of [
    ['2', 41],
    ['3', 42],
    ['4', 42],
  ] as const) {
    await reply(
      runOf(event('issue_comment', commentPayload('/docs more')), run),
      followUp,
      pullRequest(number),
    );
  }
  expect([41, 42].map((number) => github.on(number).length)).toEqual([1, 1]);
});
