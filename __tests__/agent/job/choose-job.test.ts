import { expect, test } from '@jest/globals';
import type { JobCandidate, JobReading } from '../../../src/agent/job/candidate.ts';
import { chooseJob } from '../../../src/agent/job/choose-job.ts';

// Why a comment starts a new job is told by stories (decide.txt).

/** A job of the thread, asked a minute ago. */
function candidate(reading: JobReading, ageMs = 60_000): JobCandidate {
  return {
    id: 'j',
    isKnown: true,
    pullRequest: undefined,
    ...reading,
    ageMs,
    docsPullRequest: {},
    saysUnseen: false,
  };
}

const jobThatIs = (status: string) => candidate({ job: { id: 'j', status } });

test.each([
  ['after-stable', 'was at work', jobThatIs('active')],
  ['after-stable', 'had an unknown status', jobThatIs('odd')],
  ['after-stable', "couldn't be read", candidate({})],
  ['after-stable', 'was not found within a minute', candidate({ isGone: true }, 59_999)],
  ['after-active', 'had completed', jobThatIs('completed')],
])('a terminal status counts %s a follow-up to a job that %s', (trustTerminalStatus, _, job) => {
  const action = { does: 'message', job: 'j', trustTerminalStatus };
  expect(chooseJob('latest', job)).toEqual({ action, notes: [], knowsThread: true });
});
