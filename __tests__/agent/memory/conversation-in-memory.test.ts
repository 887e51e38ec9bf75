import { beforeEach, describe, expect, test } from '@jest/globals';
import { Conversation } from '../../../src/agent/memory/conversation.ts';
import { type Memo, readMarker, signMarker } from '../../../src/agent/memory/marker.ts';
import type { Turn } from '../../../src/agent/memory/turn.ts';
import { type Request, requestOf } from '../../../src/agent/request.ts';
import type { AgentResult } from '../../../src/agent/result.ts';
import type { TriggerEvent } from '../../../src/github/event.ts';
import { CollectedLog } from '../../helpers/collected-log.ts';
import {
  agentInputs,
  commentPayload,
  event,
  example,
  labeledPayload,
  REPOSITORY,
  workflowRun,
} from '../../helpers/payloads.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { jobOf } from '../../helpers/wait-world.ts';
import { gone, MemoryGithub, trouble } from './memory-github.ts';

/** What a run does to the comment, step by step, on a clock that takes no time. */

const ISSUE = 1;
const KEY = 'mint_test_0123456789';
const comment = event('issue_comment', commentPayload('/docs x'));
const labeled = event('issues', labeledPayload('docs'));
const COMMENT_ID = comment.kind === 'comment' ? comment.comment.id : 0;
const ended: AgentResult = {
  outcome: 'pull-request',
  reason: 'Done.',
  job: jobOf('completed', { prLink: 'https://github.com/acme/docs/pull/41' }),
  polls: 1,
  durationMs: 1,
};

let github: MemoryGithub;
let clock: SimulatedClock;
let log: CollectedLog;
let interruption: AbortController;
beforeEach(() => {
  github = new MemoryGithub(REPOSITORY);
  github.store.nextId = 500;
  clock = new SimulatedClock();
  log = new CollectedLog();
  interruption = new AbortController();
});

interface Given {
  readonly at?: TriggerEvent;
  readonly given?: Record<string, string>;
  readonly withToken?: boolean;
}

function requestAt(at: TriggerEvent, given: Record<string, string> = {}): Request {
  return requestOf(at, agentInputs({ comment: 'true', ...given }), workflowRun());
}

function conversation({ at = comment, given = {}, withToken = true }: Given = {}): Conversation {
  const inputs = agentInputs({ comment: 'true', ...given });
  const run = workflowRun();
  const settings = { event: at, inputs, run, request: requestOf(at, inputs, run) };
  const redact = (text: string) => text;
  const ports = { github: withToken ? github : undefined, log, clock, redact, signal: interruption.signal };
  return new Conversation(settings, ports);
}

function seconds(): number {
  return Math.floor(clock.date().getTime() / 1000);
}

function turn(id: string, others: Partial<Turn> = {}): Turn {
  const base = { id, asks: 'a', run: '7', at: seconds(), by: 'bob', what: `ask ${id}` } as const;
  return { ...base, state: 'sending', accepted: false, followUp: false, ...others };
}

function placeOf(commentId: number, repository = REPOSITORY, issue = ISSUE) {
  return { repository, issue, projectId: 'p1', commentId };
}

function memoIn(id: number): Memo | undefined {
  const stored = github.store.comments.find((comment) => comment.id === id);
  return stored && readMarker(stored.body, placeOf(id, stored.repository, stored.issue), KEY);
}

function rewrite(id: number, turns: readonly Turn[]): void {
  github.edit(id, `Status.\n\n${signMarker({ turns }, placeOf(id), KEY)}`);
}

function turnsIn(id: number): readonly Turn[] {
  return memoIn(id)?.turns ?? [];
}

/** A conversation that has announced a new job in a comment with these turns before it. */
async function begun(...before: readonly Turn[]): Promise<Conversation> {
  const { id } = github.add(ISSUE, '');
  rewrite(id, before);
  const ours = conversation();
  await ours.open(true, false);
  await ours.begin({ kind: 'create' });
  github.forgetCalls();
  return ours;
}

test.each([
  ['a leg of a matrix sees to it that another leg left its turn there', '{\n  "page": "a"\n}', true],
  ['a run outside of a matrix has no need to', 'null', false],
  ['nor has one under act, which has an empty matrix', '{}', false],
])('%s', async (_, matrix, isThere) => {
  const { id } = github.add(ISSUE, '');
  rewrite(id, [turn('earlier', { state: 'error' })]);
  // The other leg has read before this one wrote, and writes after it.
  let isOverwritten = false;
  github.store.after = (call) => {
    if (!call.startsWith('update') || isOverwritten) return;
    isOverwritten = true;
    rewrite(id, [turn('earlier', { state: 'error' }), turn('other leg')]);
  };
  const given = { matrix, prompt: 'Document a', 'issue-number': String(ISSUE) };
  const ours = conversation({ at: event('workflow_dispatch', {}), given });
  await ours.open(false, false);
  await ours.begin({ kind: 'create' });
  expect(turnsIn(id)).toHaveLength(isThere ? 3 : 2);
});

describe('two that ask at the same moment', () => {
  const OTHER = 'other';

  test('alone, a run looks once and starts its job', async () => {
    const ours = await begun();
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect([clock.now(), github.calls]).toEqual([0, ['list 1']]);
  });

  test('whoever stands second goes on with the job of the first', async () => {
    const ours = await begun(turn(OTHER));
    clock.at(7_000, () =>
      rewrite(500, [
        turn(OTHER, { state: 'working', accepted: true, job: 'job_9' }),
        ...turnsIn(500).slice(1),
      ]),
    );
    expect(await ours.jobOfOthers()).toBe('job_9');
    expect(clock.now()).toBe(8_000);
  });

  test('and starts its own when the first one gives up, or says nothing for 30 seconds', async () => {
    const ours = await begun(turn(OTHER));
    clock.at(3_000, () => rewrite(500, [turn(OTHER, { state: 'error' }), ...turnsIn(500).slice(1)]));
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(4_000);
    github = new MemoryGithub(REPOSITORY);
    github.store.nextId = 500;
    const second = await begun(turn(OTHER));
    expect(await second.jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(34_000);
  });

  test('whoever stands first looks twice: the other one may not have seen it', async () => {
    const ours = await begun();
    rewrite(500, [...turnsIn(500), turn(OTHER)]);
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect([clock.now(), github.calls]).toEqual([2_000, ['list 1', 'list 1']]);
  });

  test('a run that was overwritten writes itself again, and looks again', async () => {
    const ours = await begun();
    const own = turnsIn(500)[0]?.id;
    rewrite(500, [turn(OTHER, { state: 'error' })]);
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(turnsIn(500).map(({ id }) => id)).toContain(own);
    expect(clock.now()).toBe(2_000);
  });

  test('jobs and requests of before do not count', async () => {
    const ours = await begun(turn('before', { state: 'failed', accepted: true, job: 'job_1' }));
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(0);
  });

  test('trouble and interruptions end the look', async () => {
    const ours = await begun(turn(OTHER));
    github.store.before = () => {
      throw trouble();
    };
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(0);
    github.store.before = () => {};
    interruption.abort(new Error('interrupted'));
    github.forgetCalls();
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(github.calls).toEqual([]);
  });

  test('without a memory there is nothing to look at', async () => {
    const ours = conversation({ given: { comment: 'false' } });
    await ours.open(true, false);
    await ours.begin({ kind: 'create' });
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(await conversation().jobOfOthers()).toBeUndefined();
    expect(github.calls).toEqual([]);
  });
});

describe('the first look', () => {
  test.each([
    [true, 30_000],
    [false, 10_000],
  ])('bears with GitHub longer where it decides (%s)', async (isDecisive, ms) => {
    await conversation().open(isDecisive, false);
    expect(github.store.options[0]?.patienceMs).toBe(ms);
    expect(github.store.options[0]?.signal.aborted).toBe(false);
  });

  test('gives what was found, or why nothing was', async () => {
    const { id } = github.add(ISSUE, '');
    rewrite(id, [turn('1')]);
    expect(await conversation().open(true, false)).toEqual({ kind: 'read', turns: [turn('1')] });
    expect(await conversation({ given: { comment: 'false' } }).open(true, false)).toEqual({ kind: 'none' });
    const error = trouble();
    github.store.before = () => {
      throw error;
    };
    expect(await conversation().open(true, false)).toEqual({ kind: 'unread', error });
  });

  test('of a re-run goes on until its own turn is found', async () => {
    const { id } = github.add(ISSUE, '');
    rewrite(id, [turn('1')]);
    for (const body of ['a', 'b', 'c']) github.add(ISSUE, body);
    await conversation().open(true, false);
    expect(github.calls).toHaveLength(1);
    github.forgetCalls();
    await conversation().open(true, true);
    expect(github.calls).toHaveLength(2);
  });

  test('is given up after the time for a last try', async () => {
    github.store.before = () => clock.sleep(20_000);
    const ours = conversation();
    const look = ours.open(false, false);
    await clock.sleep(14_999);
    expect(github.store.options[0]?.signal.aborted).toBe(false);
    expect(github.store.options[0]?.patienceMs).toBe(0);
    await clock.sleep(2);
    expect(github.store.options[0]?.signal.aborted).toBe(true);
    await look;
  });

  test.each([
    [{ at: event('push', {}) }, 'the event has no issue or pull request, and issue-number is not given'],
    [{ withToken: false }, 'that needs github-token, and a repository'],
  ])('says why there is no comment: %#', async (given, why) => {
    const ours = conversation(given);
    await ours.begin({ kind: 'create' });
    await ours.finish(ended);
    expect(log.texts('warning')).toEqual([`This run keeps no status comment: ${why}.`]);
    expect([ours.url, github.calls]).toEqual(['', []]);
  });
});

describe('trouble', () => {
  const STALE = 'The status comment is not kept up to date: ';
  const AGAIN = 'A re-run of this workflow run would send the request again.';

  test('is one warning, and a refusal is not tried again', async () => {
    const refusal = gone(403);
    github.store.before = () => {
      throw refusal;
    };
    const ours = conversation({ at: labeled });
    expect(await ours.open(false, false)).toEqual({ kind: 'unread', error: refusal });
    await ours.begin({ kind: 'create' });
    ours.accepted(jobOf('active'));
    await ours.finish(ended);
    expect(log.texts('warning')).toEqual([`${STALE}Not Found. The job goes on. ${AGAIN} Look at the token.`]);
    expect(github.calls).toEqual(['list 1']);
  });

  test('while it is announced is told at once; while it is at work, too', async () => {
    for (const when of ['begin', 'accepted'] as const) {
      log.lines.length = 0;
      github = new MemoryGithub(REPOSITORY);
      const ours = conversation({ at: labeled });
      await ours.open(false, false);
      const fail = () => {
        github.store.before = () => {
          throw trouble();
        };
      };
      if (when === 'begin') fail();
      await ours.begin({ kind: 'create' });
      fail();
      ours.accepted(jobOf('active'));
      await ours.finish(ended);
      const words = when === 'begin' ? ` ${AGAIN}` : '';
      expect(log.texts('warning')).toEqual([`${STALE}GitHub answered 502. The job goes on.${words}`]);
    }
  });

  test('after an interruption is none', async () => {
    const ours = conversation({ at: labeled });
    await ours.open(false, false);
    await ours.begin({ kind: 'create' });
    interruption.abort(new Error('interrupted'));
    github.store.before = () => {
      throw trouble();
    };
    await ours.finish(ended);
    expect(log.texts('warning')).toEqual([]);
  });

  test('a mistake in the program is not hidden', async () => {
    github.store.before = () => {
      throw new TypeError('oops');
    };
    await expect(conversation().open(true, false)).rejects.toThrow('oops');
  });
});

describe('a request from its beginning to its end', () => {
  test('reactions on the comment that asked, and the states in the status comment', async () => {
    const ours = conversation();
    await ours.open(true, false);
    await ours.begin({ kind: 'message', jobId: 'job_1', knowsSubject: true });
    expect(turnsIn(500)[0]).toMatchObject({ state: 'sending', job: 'job_1', accepted: false });
    ours.accepted(jobOf('active'));
    const before = github.calls.length;
    ours.accepted(jobOf('active'));
    await ours.finish({ ...ended, outcome: 'failed', job: undefined });
    expect(turnsIn(500)[0]).toMatchObject({ state: 'failed', accepted: true });
    expect(github.calls.filter((call) => call.startsWith('react'))).toEqual([
      `react issue ${COMMENT_ID} eyes`,
      `react issue ${COMMENT_ID} confused`,
    ]);
    expect(before).toBeGreaterThan(0);
    expect(ours.url).toBe(`https://github.com/${REPOSITORY}/issues/1#issuecomment-500`);
  });

  test('a watch and a stop announce nothing', async () => {
    for (const decision of [
      { kind: 'watch', jobId: 'job_1' },
      { kind: 'stop', result: ended },
    ] as const) {
      const ours = conversation();
      await ours.open(true, false);
      github.forgetCalls();
      await ours.begin(decision);
      expect(github.calls).toEqual([]);
    }
  });

  test('`notify` is a comment that mentions who asked, if there is an end', async () => {
    const asked = { given: { notify: 'true', comment: 'false' } };
    const told = async (result: AgentResult) => {
      github = new MemoryGithub(REPOSITORY);
      await conversation(asked).finish(result);
      return github.bodies(ISSUE);
    };
    expect(await told(ended)).toEqual([
      expect.stringMatching(
        /^@Codertocat ✅ The docs pull request is ready: \[`https:\S+`\]\(<https:\S+\/pull\/41>\)\n\n<!-- docs-agent-action -->$/,
      ),
    ]);
    expect(await told({ ...ended, outcome: 'failed' })).toEqual([
      '@Codertocat ❌ The docs agent failed.\n\n<!-- docs-agent-action -->',
    ]);
    expect(await told({ ...ended, outcome: 'skipped' })).toEqual([]);
    expect(await told({ ...ended, outcome: 'started' })).toEqual([]);
    expect(requestAt(comment).by).toBe('Codertocat');
  });
});

describe('the pull request', () => {
  const facts = { title: 'T', branch: 'b', state: 'open', files: 1, additions: 2, deletions: 3 } as const;
  const at = (prLink: string) => ({ ...ended, job: jobOf('completed', { prLink }) });

  test('is read where it is: on the run’s own server', async () => {
    github.store.pullRequest = facts;
    expect(await conversation().pullRequest(ended)).toEqual(facts);
    expect(github.calls).toEqual(['pull request acme/docs#41']);
    expect(github.store.options[0]?.patienceMs).toBe(10_000);
  });

  test.each([
    'https://github.example/acme/docs/pull/41',
    'https://gitlab.com/acme/docs/pull/41',
    'https://github.com/acme/docs/issues/41',
    'https://github.com/acme/docs/pull/0',
    'https://github.com/acme/docs/pull/41/files',
    'https://github.com/acme/docs/pull/x41',
    'https://github.com/acme/docs/pull/41x',
    'https://github.com//docs/pull/41',
    'https://github.com/acme//pull/41',
    'https://github.com/acme/docs/pull/1234567890123456',
  ])('is not looked for at %s', async (url) => {
    github.store.pullRequest = facts;
    expect(await conversation().pullRequest(at(url))).toBeUndefined();
    expect(github.calls).toEqual([]);
  });

  test('is not read without a comment, nor after an interruption, and may be out of reach', async () => {
    expect(await conversation().pullRequest(ended)).toBeUndefined();
    github.store.pullRequest = facts;
    expect(await conversation({ given: { comment: 'false' } }).pullRequest(ended)).toBeUndefined();
    interruption.abort(new Error('interrupted'));
    expect(await conversation().pullRequest(ended)).toBeUndefined();
    expect(github.calls).toEqual(['pull request acme/docs#41']);
  });
});

describe('the status comment on the pull request', () => {
  const HOME = 500;
  const job = { id: 'job_1', status: 'completed', prLink: 'https://github.com/acme/docs/pull/41' };
  const done: AgentResult = { ...ended, job };

  async function finished(at: TriggerEvent, result: AgentResult = done, before?: () => void) {
    const ours = conversation({ at });
    await ours.open(true, false);
    await ours.begin({ kind: 'create' });
    ours.accepted(job);
    before?.();
    await ours.finish(result);
    return ours;
  }

  function onPullRequest(number: number): TriggerEvent {
    const payload = commentPayload('/docs x');
    payload.issue.number = number;
    payload.issue.pull_request = {};
    return event('issue_comment', payload);
  }

  function idOf(repository: string, issue: number): number {
    const found = github.store.comments.filter(
      (stored) => stored.repository === repository && stored.issue === issue,
    );
    expect(found).toHaveLength(1);
    return found[0]?.id ?? 0;
  }

  test('is made once, with the turns of its job, and each names the other', async () => {
    const { id } = github.add(ISSUE, '');
    rewrite(id, [turn('other job', { state: 'failed', accepted: true, job: 'job_0' })]);
    await finished(labeled);
    const there = idOf('acme/docs', 41);
    expect(memoIn(there)).toEqual({
      origin: { repository: REPOSITORY, issue: ISSUE, comment: HOME },
      turns: [expect.objectContaining({ state: 'pull-request', job: 'job_1', repository: REPOSITORY })],
    });
    expect(turnsIn(there)[0]).not.toHaveProperty('prComment');
    expect(turnsIn(HOME).map(({ prComment }) => prComment)).toEqual([undefined, there]);
    expect(github.bodies(ISSUE)[0]).toContain('https://github.com/acme/docs/pull/41');
    expect(github.bodies(41, 'acme/docs')[0]).not.toContain('/pull/41>');
    expect(github.calls.filter((call) => call === 'list 41')).toHaveLength(1);
  });

  test('is found by its id from then on', async () => {
    await finished(labeled);
    const there = idOf('acme/docs', 41);
    github.forgetCalls();
    await clock.sleep(5_000);
    const next = conversation({ given: { prompt: 'More.' } });
    await next.open(true, false);
    await next.begin({ kind: 'message', jobId: 'job_1', knowsSubject: true });
    // The turn at hand may have no link of its own; an earlier one of the same job has.
    await next.finish({ ...done, outcome: 'timeout', job: undefined });
    expect(github.calls).not.toContain('list 41');
    expect(github.calls).toContain(`get ${there}`);
    expect(turnsIn(there).map(({ state }) => state)).toEqual(['pull-request', 'timeout']);
  });

  test('is this one, where the request was made on that pull request', async () => {
    const prLink = `https://github.com/${REPOSITORY}/pull/7`;
    const own = { ...done, job: { ...job, prLink } };
    await finished(onPullRequest(7), own);
    expect(github.store.comments).toHaveLength(1);
    expect(github.bodies(7)[0]).not.toContain(`${prLink}>`);
    await finished(onPullRequest(8), own);
    expect(github.calls.filter((call) => call === 'list 7')).toHaveLength(2);
    expect(github.store.comments.map(({ issue }) => issue)).toEqual([7, 8]);
    expect(turnsIn(idOf(REPOSITORY, 7)).every(({ repository }) => repository === undefined)).toBe(true);
    await finished(onPullRequest(41));
    expect(github.bodies(41, 'acme/docs')).toHaveLength(1);
  });

  test('that cannot be written is told in the log and in the comment, and is no warning', async () => {
    github.store.before = (call) => {
      if (call === 'create 41') throw gone(403);
    };
    await finished(labeled);
    const note = 'People cannot go on with the job on the pull request itself: Not Found. Look at the token.';
    expect(log.texts('info')).toEqual([note]);
    expect(log.texts('warning')).toEqual([]);
    expect(turnsIn(HOME)[0]?.notes).toEqual([note]);
    log.lines.length = 0;
    github.store.before = (call) => {
      if (call.endsWith(' 41')) throw trouble();
    };
    await finished(labeled);
    expect(log.texts('info')).toEqual([
      'People cannot go on with the job on the pull request itself: GitHub answered 502.',
    ]);
  });

  test('is not written by a run that is interrupted, nor by one that cannot read its own', async () => {
    await finished(labeled, done, () => interruption.abort(new Error('interrupted')));
    expect(github.calls.filter((call) => call.endsWith(' 41'))).toEqual([]);
    interruption = new AbortController();
    github = new MemoryGithub(REPOSITORY);
    github.store.before = () => {
      throw trouble();
    };
    await finished(labeled);
    expect(github.calls.filter((call) => call.endsWith(' 41'))).toEqual([]);
  });

  describe('tells where the conversation began', () => {
    const THERE = { repository: 'acme/product', issue: 3, comment: 900 };

    /** A comment in another repository, and the one on the pull request that names it. */
    function begunElsewhere(): void {
      const body = signMarker({ turns: [] }, placeOf(900, THERE.repository, THERE.issue), KEY);
      github.store.comments.push({ ...THERE, id: 900, url: '', body });
      const { id } = github.add(7, '');
      github.edit(id, signMarker({ turns: [turn('1')], origin: THERE }, placeOf(id, REPOSITORY, 7), KEY));
    }

    test('with its own turn alone', async () => {
      begunElsewhere();
      await finished(onPullRequest(7), { ...done, job: undefined });
      expect(turnsIn(900)).toEqual([
        expect.objectContaining({ state: 'pull-request', repository: REPOSITORY, prComment: HOME }),
      ]);
      expect(github.store.comments).toHaveLength(2);
      expect(github.bodies(3, THERE.repository)[0]).toContain(
        `https://github.com/${REPOSITORY}/actions/runs/`,
      );
    });

    test('unless it is interrupted; trouble with it is told in the log', async () => {
      begunElsewhere();
      const quiet = { ...done, job: undefined };
      github.store.before = (call) => {
        if (call === 'get 900') throw trouble();
      };
      await finished(onPullRequest(7), quiet);
      expect(log.texts('info')).toEqual(['The issue is not told: GitHub answered 502.']);
      github.store.before = () => {};
      await finished(onPullRequest(7), quiet, () => interruption.abort(new Error('interrupted')));
      expect(turnsIn(900)).toEqual([]);
    });
  });
});

describe('a request in pieces', () => {
  const job = jobOf('active');

  test('a re-run that watches goes on with the turn that an earlier attempt left', async () => {
    const { id, asks } = requestAt(comment);
    const left = turn(id, { asks, state: 'timeout', accepted: true, followUp: true, job: job.id, at: 7 });
    github.add(ISSUE, '');
    rewrite(500, [left]);
    const ours = conversation();
    await ours.open(true, true);
    await ours.begin({ kind: 'watch', jobId: job.id });
    await ours.finish({ ...ended, outcome: 'timeout', job: undefined });
    expect(turnsIn(500)).toEqual([expect.objectContaining({ state: 'timeout', followUp: true, at: 7 })]);
  });

  test('a memory that could not be read is not written before the request, and is read at the end', async () => {
    github.store.before = () => {
      throw trouble();
    };
    const ours = conversation({ at: labeled });
    await ours.open(false, false);
    github.store.before = () => {};
    github.forgetCalls();
    await ours.begin({ kind: 'create' });
    expect(github.calls).toEqual([]);
    expect(log.texts('warning')).toHaveLength(1);
    await ours.finish(ended);
    expect(github.calls.filter((call) => call.endsWith(' 41'))).toEqual([]);
    expect(turnsIn(500)[0]?.state).toBe('pull-request');
  });

  test('the comment says that the agent is at work, once, and trouble with that is made good', async () => {
    const ours = conversation({ at: labeled });
    ours.accepted(job);
    expect(github.calls).toEqual([]);
    await ours.open(false, false);
    await ours.begin({ kind: 'create' });
    ours.accepted(job);
    await clock.sleep(1);
    expect(turnsIn(500)[0]).toMatchObject({ state: 'working', accepted: true, job: job.id });
    const { length } = github.calls;
    ours.accepted(job);
    await clock.sleep(1);
    expect(github.calls).toHaveLength(length);
    expect(github.calls.filter((call) => call.startsWith('list'))).toHaveLength(1);
    expect(clock.sleepers).toBe(0);

    const troubled = conversation();
    await troubled.open(true, false);
    await troubled.begin({ kind: 'create' });
    github.store.before = () => {
      throw trouble();
    };
    troubled.accepted(job);
    await clock.sleep(1);
    expect(log.texts('warning')).toHaveLength(1);
    github.store.before = () => {};
    await troubled.finish({ ...ended, job: undefined });
    expect(log.texts('warning')).toHaveLength(1);
    expect(turnsIn(500).at(-1)?.state).toBe('pull-request');
  });

  test('a job without a pull request has none to be read or named', async () => {
    expect(await conversation().pullRequest({ ...ended, job: undefined })).toBeUndefined();
    await conversation({ given: { notify: 'true', comment: 'false' } }).finish({ ...ended, job: undefined });
    expect(github.bodies(ISSUE)).toEqual([
      '@Codertocat ✅ The docs pull request is ready.\n\n<!-- docs-agent-action -->',
    ]);
  });

  test('a notification that cannot be written is one warning; without an issue there is none', async () => {
    github.store.before = () => {
      throw trouble();
    };
    const given = { notify: 'true', comment: 'false' };
    await conversation({ given }).finish(ended);
    expect(log.texts('warning')).toHaveLength(1);
    github.forgetCalls();
    await conversation({ at: event('push', {}), given }).finish(ended);
    expect(github.calls).toEqual([]);
  });

  test.each(['7', '123', '123456789012345'])('pull request %s is read', async (number) => {
    const prLink = `https://github.com/acme/docs/pull/${number}`;
    await conversation().pullRequest({ ...ended, job: { ...job, prLink } });
    expect(github.calls).toEqual([`pull request acme/docs#${number}`]);
  });

  test('a home that cannot be made has no comment on the pull request', async () => {
    github.store.before = (call) => {
      if (call === 'create 1') throw trouble();
    };
    const ours = conversation({ at: labeled });
    await ours.open(false, false);
    await ours.begin({ kind: 'create' });
    await ours.finish(ended);
    expect(github.calls.filter((call) => call.endsWith(' 41'))).toEqual([]);
  });

  test('the comment of this pull request is known by any turn that names it', async () => {
    const pr = 'https://github.com/acme/docs/pull/41';
    const others = { accepted: true, state: 'pull-request', job: job.id } as const;
    const there = [
      turn('1', { ...others, pr, prComment: 88 }),
      turn('2', { ...others, pr }),
      turn('3', { ...others, pr: 'https://github.com/acme/docs/pull/40', prComment: 77 }),
    ];
    github.add(ISSUE, '');
    rewrite(500, there);
    const ours = conversation();
    await ours.open(true, false);
    await ours.begin({ kind: 'message', jobId: job.id, knowsSubject: true });
    await ours.finish({ ...ended, job: jobOf('completed', { prLink: pr }) });
    expect(github.calls).toContain('get 88');
    expect(github.calls).not.toContain('get 77');
    expect(github.calls).not.toContain('list 41');
  });

  test('a memory of which half was read is told nowhere else', async () => {
    github.add(ISSUE, '');
    rewrite(500, [turn('1', { accepted: true, state: 'pull-request', job: job.id })]);
    for (const body of ['a', 'b']) github.add(ISSUE, body);
    let pages = 0;
    github.store.before = (call) => {
      if (call === 'list 1') pages += 1;
      if (pages > 1) throw trouble();
    };
    const ours = conversation({ at: labeled });
    await ours.open(true, true);
    expect(pages).toBe(2);
    github.store.before = () => {};
    await ours.begin({ kind: 'create' });
    await ours.finish(ended);
    expect(github.calls.filter((call) => call.endsWith(' 41'))).toEqual([]);
  });

  test('the comment of another pull request, or none, is not taken for this one’s', async () => {
    const pr = 'https://github.com/acme/docs/pull/41';
    const others = { accepted: true, state: 'pull-request', job: job.id } as const;
    const there = [
      turn('1', { ...others, pr: 'https://github.com/acme/docs/pull/40', prComment: 77 }),
      turn('2', { ...others, pr }),
    ];
    github.add(ISSUE, '');
    rewrite(500, there);
    const ours = conversation();
    await ours.open(true, false);
    await ours.begin({ kind: 'message', jobId: job.id, knowsSubject: true, note: 'A note.' });
    github.store.before = (call) => {
      if (call === 'create 41') throw trouble();
    };
    await ours.finish(ended);
    expect(github.calls).toContain('list 41');
    expect(github.calls).not.toContain('get 77');
    expect(turnsIn(500).at(-1)?.notes).toEqual([
      'A note.',
      'People cannot go on with the job on the pull request itself: GitHub answered 502.',
    ]);
  });
});

describe('reactions', () => {
  test('are for comments that can have one, and only where a comment is kept', async () => {
    const review = event('pull_request_review', example('pull_request_review', 'submitted'));
    for (const given of [{ at: review }, { at: labeled }, { given: { comment: 'false' } }]) {
      const ours = conversation(given);
      await ours.begin({ kind: 'create' });
      await ours.finish(ended);
    }
    expect(github.calls.filter((call) => call.startsWith('react'))).toEqual([]);
  });

  test('that are refused are one warning, and nothing else stops', async () => {
    github.store.before = (call) => {
      if (call.startsWith('react')) throw gone(403);
    };
    const ours = conversation();
    await ours.open(true, false);
    await ours.begin({ kind: 'create' });
    await ours.finish({ ...ended, job: undefined });
    expect(log.texts('warning')).toHaveLength(1);
    expect(turnsIn(500)[0]?.state).toBe('pull-request');
  });

  test('are not made by a run that is interrupted', async () => {
    const ours = conversation();
    await ours.open(true, false);
    interruption.abort(new Error('interrupted'));
    await ours.finish(ended);
    expect(github.calls.filter((call) => call.startsWith('react'))).toEqual([]);
  });
});
