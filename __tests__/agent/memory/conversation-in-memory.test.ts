import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Decision } from '../../../src/agent/decide.ts';
import { Conversation, type Memory } from '../../../src/agent/memory/conversation.ts';
import type { Turn } from '../../../src/agent/memory/turn.ts';
import { requestOf } from '../../../src/agent/request.ts';
import type { AgentResult } from '../../../src/agent/result.ts';
import type { TriggerEvent } from '../../../src/github/event.ts';
import type { Job } from '../../../src/platform/schemas.ts';
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
import { MemoryGithub, refusal, trouble } from './memory-github.ts';

/** What a run does to the comment, step by step, on a clock that takes no time. */

const ISSUE = 1;
/** The comment on the issue. */
const HOME = 500;
const PR = 'https://github.com/acme/docs/pull/41';
const comment = event('issue_comment', commentPayload('/docs x'));
const labeled = event('issues', labeledPayload('docs'));
const COMMENT_ID = comment.kind === 'comment' ? comment.comment.id : 0;
const job = jobOf('completed', { prLink: PR });
const ended: AgentResult = { outcome: 'pull-request', reason: 'Done.', job, polls: 1, durationMs: 1 };
const withoutPullRequest = { ...ended, job: undefined };

let github: MemoryGithub;
let clock: SimulatedClock;
let log: CollectedLog;
let interruption: AbortController;
beforeEach(() => {
  useNewGithub();
  clock = new SimulatedClock();
  log = new CollectedLog();
  interruption = new AbortController();
});

function useNewGithub(): void {
  github = new MemoryGithub(REPOSITORY);
  github.store.nextId = HOME;
}

function interrupt(): void {
  interruption.abort(new Error('interrupted'));
}

interface Given {
  readonly at?: TriggerEvent;
  readonly given?: Record<string, string>;
  readonly attempt?: number;
  readonly withToken?: boolean;
}

function conversation({ at = comment, given = {}, attempt = 1, withToken = true }: Given = {}): Conversation {
  const inputs = agentInputs({ comment: 'true', ...given });
  const run = workflowRun({ GITHUB_RUN_ATTEMPT: String(attempt) });
  const api = withToken ? github : undefined;
  const request = requestOf(at, inputs, run);
  const redact = (text: string) => text;
  const { signal } = interruption;
  return new Conversation({ event: at, inputs, run, request, github: api, log, clock, redact, signal });
}

interface Run extends Given {
  readonly isDecisive?: boolean;
  readonly decision?: Decision;
  /** The platform's answer. */
  readonly accepted?: Job;
  /** What happens before a step of the run. */
  readonly before?: Partial<Record<'begin' | 'accepted' | 'finish', () => void>>;
  readonly result?: AgentResult;
}

/** A whole run: it looks, begins, is accepted if there is an answer, and ends. */
async function play(run: Run = {}): Promise<{ ours: Conversation; memory: Memory }> {
  const { isDecisive = true, decision = { kind: 'create' }, accepted, before } = run;
  const ours = conversation(run);
  const memory = await ours.open(isDecisive);
  before?.begin?.();
  await ours.begin(decision);
  before?.accepted?.();
  if (accepted) ours.accepted(accepted);
  before?.finish?.();
  await ours.finish(run.result ?? ended);
  return { ours, memory };
}

function turn(id: string, others: Partial<Turn> = {}): Turn {
  const at = Math.floor(clock.date().getTime() / 1000);
  const base = { id, asks: 'a', run: '7', at, by: 'bob', what: `ask ${id}` } as const;
  return { ...base, state: 'sending', accepted: false, followUp: false, ...others };
}

const done = { accepted: true, state: 'pull-request', job: job.id } as const;

function onPullRequest(number: number): TriggerEvent {
  const payload = commentPayload('/docs x');
  payload.issue.number = number;
  payload.issue.pull_request = {};
  return event('issue_comment', payload);
}

test.each([
  ['a leg of a matrix sees to it that another leg left its turn there', '{\n  "page": "a"\n}', 3],
  ['a run outside of a matrix has no need to', 'null', 2],
  ['nor has one under act, which has an empty matrix', '{}', 2],
  ['nor one whose matrix is no object', '[{"page": 1}]', 2],
])('%s', async (_, matrix, turns) => {
  const earlier = turn('earlier', { state: 'error' });
  const id = github.leave(ISSUE, earlier);
  // The other leg has read before this one wrote, and writes after it.
  let isOverwritten = false;
  github.store.after = (call) => {
    if (!call.startsWith('update') || isOverwritten) return;
    isOverwritten = true;
    github.rewrite(id, earlier, turn('other leg'));
  };
  const given = { matrix, prompt: 'Document a', 'issue-number': String(ISSUE) };
  const ours = conversation({ at: event('workflow_dispatch', {}), given });
  await ours.open(false);
  await ours.begin({ kind: 'create' });
  expect(github.turnsIn(id)).toHaveLength(turns);
});

describe('two that ask at the same moment', () => {
  const other = () => turn('other');

  /** A conversation that has announced a new job in a comment with these turns before it. */
  async function begun(...before: readonly Turn[]): Promise<Conversation> {
    github.leave(ISSUE, ...before);
    const ours = conversation();
    await ours.open(true);
    await ours.begin({ kind: 'create' });
    github.forgetCalls();
    return ours;
  }

  function rewriteFirst(others: Partial<Turn>): void {
    github.rewrite(HOME, turn('other', others), ...github.turnsIn(HOME).slice(1));
  }

  test('alone, or after jobs and requests of before, a run looks once and starts its job', async () => {
    for (const before of [[], [turn('before', { state: 'failed', accepted: true, job: 'job_1' })]]) {
      useNewGithub();
      expect(await (await begun(...before)).jobOfOthers()).toBeUndefined();
      expect([clock.now(), github.calls]).toEqual([0, ['list 1']]);
    }
  });

  test('whoever stands second goes on with the job of the first', async () => {
    const ours = await begun(other());
    clock.at(7_000, () => rewriteFirst({ state: 'working', accepted: true, job: 'job_9' }));
    expect(await ours.jobOfOthers()).toBe('job_9');
    expect(clock.now()).toBe(8_000);
  });

  test('and starts its own when the first one gives up, or says nothing for 30 seconds', async () => {
    const ours = await begun(other());
    clock.at(3_000, () => rewriteFirst({ state: 'error' }));
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(4_000);
    useNewGithub();
    expect(await (await begun(other())).jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(34_000);
  });

  test('whoever stands first looks twice: the other one may not have seen it', async () => {
    const ours = await begun();
    github.rewrite(HOME, ...github.turnsIn(HOME), other());
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect([clock.now(), github.calls]).toEqual([2_000, ['list 1', 'list 1']]);
  });

  test('a run that was overwritten writes itself again, and looks again', async () => {
    const ours = await begun();
    const own = github.turnsIn(HOME)[0]?.id;
    github.rewrite(HOME, turn('other', { state: 'error' }));
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(github.turnsIn(HOME).map(({ id }) => id)).toContain(own);
    expect(clock.now()).toBe(2_000);
  });

  test('trouble and interruptions end the look', async () => {
    const ours = await begun(other());
    github.fail();
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(0);
    github.recover();
    clock.at(5_000, interrupt);
    expect(await ours.jobOfOthers()).toBeUndefined();
    expect(clock.now()).toBe(5_000);
  });

  test('without a memory there is nothing to look at', async () => {
    const ours = conversation({ given: { comment: 'false' } });
    await ours.open(true);
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
    await conversation().open(isDecisive);
    expect(github.store.options[0]?.patienceMs).toBe(ms);
    expect(github.store.options[0]?.signal.aborted).toBe(false);
  });

  test('gives what was found, or why nothing was', async () => {
    github.leave(ISSUE, turn('1'));
    expect(await conversation().open(true)).toEqual({ kind: 'read', turns: [turn('1')] });
    expect(await conversation({ given: { comment: 'false' } }).open(true)).toEqual({ kind: 'none' });
    const error = trouble();
    github.fail(/^/, error);
    expect(await conversation().open(true)).toEqual({ kind: 'unread', error });
  });

  test('of a re-run goes on until its own turn is found', async () => {
    github.leave(ISSUE, turn('1'));
    for (const body of ['a', 'b', 'c']) github.add(ISSUE, body);
    await conversation().open(true);
    expect(github.calls).toHaveLength(1);
    github.forgetCalls();
    await conversation({ attempt: 2 }).open(true);
    expect(github.calls).toHaveLength(2);
  });

  test('is given up after the time for a last try', async () => {
    github.store.before = () => clock.sleep(20_000);
    const look = conversation().open(false);
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
    const { ours } = await play(given);
    expect(log.texts('warning')).toEqual([`This run keeps no status comment: ${why}.`]);
    expect([ours.url, github.calls]).toEqual(['', []]);
  });
});

describe('trouble', () => {
  const STALE = 'The status comment is not kept up to date: ';
  const AGAIN = 'A re-run of this workflow run would send the request again.';
  const first = { at: labeled, isDecisive: false, accepted: jobOf('active') };

  test('is one warning, and a refusal is not tried again', async () => {
    const error = refusal(403);
    github.fail(/^/, error);
    expect((await play(first)).memory).toEqual({ kind: 'unread', error });
    expect(log.texts('warning')).toEqual([`${STALE}Not Found. The job goes on. ${AGAIN} Look at the token.`]);
    expect(github.calls).toEqual(['list 1']);
  });

  test.each([
    ['begin', ` ${AGAIN}`],
    ['accepted', ''],
  ])('from %s on is told at once', async (when, words) => {
    await play({ ...first, before: { [when]: () => github.fail() } });
    expect(log.texts('warning')).toEqual([`${STALE}GitHub answered 502. The job goes on.${words}`]);
  });

  test('after an interruption is none', async () => {
    const before = {
      finish() {
        interrupt();
        github.fail();
      },
    };
    await play({ at: labeled, isDecisive: false, before });
    expect(log.texts('warning')).toEqual([]);
  });

  test('a mistake in the program is not hidden', async () => {
    github.fail(/^/, new TypeError('oops'));
    await expect(conversation().open(true)).rejects.toThrow('oops');
  });

  test('a memory that could not be read is not written before the request, and is read at the end', async () => {
    github.leave(ISSUE, turn('1'));
    github.fail();
    const ours = conversation({ at: labeled });
    await ours.open(false);
    github.recover();
    github.forgetCalls();
    await ours.begin({ kind: 'create' });
    expect(github.calls).toEqual([]);
    expect(log.texts('warning')).toHaveLength(1);
    await ours.finish(ended);
    expect(github.callsOf('create')).toEqual([]);
    expect(github.turnsIn(HOME).at(-1)?.state).toBe('pull-request');
  });

  test('while the comment says that the agent is at work is made good', async () => {
    const before = { accepted: () => github.fail() };
    const ours = conversation();
    await ours.open(true);
    await ours.begin({ kind: 'create' });
    before.accepted();
    ours.accepted(jobOf('active'));
    await clock.sleep(1);
    expect(log.texts('warning')).toHaveLength(1);
    github.recover();
    await ours.finish(withoutPullRequest);
    expect(log.texts('warning')).toHaveLength(1);
    expect(github.turnsIn(HOME).at(-1)?.state).toBe('pull-request');
  });
});

describe('a request from its beginning to its end', () => {
  test('reactions on the comment that asked, and the states in the status comment', async () => {
    const begun: Turn[] = [];
    const { ours } = await play({
      decision: { kind: 'message', jobId: 'job_1', knowsSubject: true },
      accepted: jobOf('active'),
      before: { accepted: () => begun.push(...github.turnsIn(HOME)) },
      result: { ...withoutPullRequest, outcome: 'failed' },
    });
    expect(begun).toEqual([expect.objectContaining({ state: 'sending', job: 'job_1', accepted: false })]);
    expect(github.turnsIn(HOME)[0]).toMatchObject({ state: 'failed', accepted: true });
    expect(github.callsOf('react')).toEqual([
      `react issues ${COMMENT_ID} eyes`,
      `react issues ${COMMENT_ID} confused`,
    ]);
    expect(ours.url).toBe(`https://github.com/${REPOSITORY}/issues/1#issuecomment-500`);
  });

  test('the comment says once that the agent is at work', async () => {
    const ours = conversation({ at: labeled });
    ours.accepted(jobOf('active'));
    expect(github.calls).toEqual([]);
    await ours.open(false);
    await ours.begin({ kind: 'create' });
    ours.accepted(jobOf('active'));
    await clock.sleep(1);
    expect(github.turnsIn(HOME)[0]).toMatchObject({ state: 'working', accepted: true, job: job.id });
    const { length } = github.calls;
    ours.accepted(jobOf('active'));
    await clock.sleep(1);
    expect(github.calls).toHaveLength(length);
    expect(github.callsOf('list')).toHaveLength(1);
    expect(clock.sleepers).toBe(0);
  });

  test.each<Decision>([
    { kind: 'watch', jobId: 'job_1' },
    { kind: 'stop', result: ended },
  ])('a $kind announces nothing', async (decision) => {
    const ours = conversation();
    await ours.open(true);
    github.forgetCalls();
    await ours.begin(decision);
    expect(github.calls).toEqual([]);
  });

  test('a re-run that watches goes on with the turn that an earlier attempt left', async () => {
    const { id, asks } = requestOf(comment, agentInputs({ comment: 'true' }), workflowRun());
    github.leave(ISSUE, turn(id, { ...done, asks, state: 'timeout', followUp: true, at: 7 }));
    const decision = { kind: 'watch', jobId: job.id } as const;
    await play({ attempt: 2, decision, result: { ...withoutPullRequest, outcome: 'timeout' } });
    expect(github.turnsIn(HOME)).toEqual([
      expect.objectContaining({ state: 'timeout', followUp: true, at: 7 }),
    ]);
  });
});

describe('a notification', () => {
  const asked = { given: { notify: 'true', comment: 'false' } };

  test.each([
    [{}, /^@Codertocat ✅ The docs pull request is ready: \[`https:\S+`\]\(<https:\S+\/pull\/41>\)\n\n/],
    [{ job: undefined }, /^@Codertocat ✅ The docs pull request is ready\.\n\n<!-- docs-agent-action -->$/],
    [{ outcome: 'failed' }, /^@Codertocat ❌ The docs agent failed\.\n\n<!-- docs-agent-action -->$/],
    [{ outcome: 'skipped' }, undefined],
    [{ outcome: 'started' }, undefined],
  ] as const)('mentions who asked, if there is an end: %j', async (others, body) => {
    await conversation(asked).finish({ ...ended, ...others });
    expect(github.bodies(ISSUE)).toEqual(body ? [expect.stringMatching(body)] : []);
  });

  test('that cannot be written is one warning; without an issue there is none', async () => {
    github.fail();
    await conversation(asked).finish(ended);
    expect(log.texts('warning')).toHaveLength(1);
    github.forgetCalls();
    await conversation({ ...asked, at: event('push', {}) }).finish(ended);
    expect(github.calls).toEqual([]);
  });
});

describe('the pull request', () => {
  const facts = { title: 'T', branch: 'b', state: 'open', files: 1, additions: 2, deletions: 3 } as const;
  const at = (prLink: string) => ({ ...ended, job: jobOf('completed', { prLink }) });

  test('is read on the run’s own server, and looked for on no other', async () => {
    github.store.pullRequest = facts;
    expect(await conversation().pullRequest(ended)).toEqual(facts);
    expect(await conversation().pullRequest(at('https://gitlab.com/acme/docs/pull/41'))).toBeUndefined();
    expect(github.calls).toEqual(['pull request acme/docs#41']);
    expect(github.store.options[0]?.patienceMs).toBe(10_000);
  });

  test('is not read without a job or a comment, nor after an interruption, and may be out of reach', async () => {
    expect(await conversation().pullRequest(ended)).toBeUndefined();
    github.store.pullRequest = facts;
    expect(await conversation().pullRequest(withoutPullRequest)).toBeUndefined();
    expect(await conversation({ given: { comment: 'false' } }).pullRequest(ended)).toBeUndefined();
    interrupt();
    expect(await conversation().pullRequest(ended)).toBeUndefined();
    expect(github.calls).toEqual(['pull request acme/docs#41']);
  });
});

describe('the status comment on the pull request', () => {
  const label = { at: labeled, accepted: job };
  const NOTE = 'People cannot go on with the job on the pull request itself: ';

  function idOf(repository: string, issue: number): number {
    const found = github.store.comments.filter(
      (stored) => stored.repository === repository && stored.issue === issue,
    );
    expect(found).toHaveLength(1);
    return found[0]?.id ?? 0;
  }

  test('is made once, with the turns of its job, and each names the other', async () => {
    github.leave(ISSUE, turn('other job', { state: 'failed', accepted: true, job: 'job_0' }));
    await play(label);
    const there = idOf('acme/docs', 41);
    expect(github.memoIn(there)).toEqual({
      origin: { repository: REPOSITORY, issue: ISSUE, comment: HOME },
      turns: [expect.objectContaining({ state: 'pull-request', job: 'job_1', repository: REPOSITORY })],
    });
    expect(github.turnsIn(there)[0]).not.toHaveProperty('prComment');
    expect(github.turnsIn(HOME).map(({ prComment }) => prComment)).toEqual([undefined, there]);
    expect(github.bodies(ISSUE)[0]).toContain(PR);
    expect(github.bodies(41, 'acme/docs')[0]).not.toContain('/pull/41>');
    expect(github.callsOf('list 41')).toHaveLength(1);
  });

  test('is found by its id from then on', async () => {
    await play(label);
    const there = idOf('acme/docs', 41);
    github.forgetCalls();
    await clock.sleep(5_000);
    await play({
      given: { prompt: 'More.' },
      decision: { kind: 'message', jobId: 'job_1', knowsSubject: true },
      // The turn at hand may have no link of its own; an earlier one of the same job has.
      result: { ...withoutPullRequest, outcome: 'timeout' },
    });
    expect(github.calls).not.toContain('list 41');
    expect(github.calls).toContain(`get ${there}`);
    expect(github.turnsIn(there).map(({ state }) => state)).toEqual(['pull-request', 'timeout']);
  });

  test.each([
    ['any turn of the job that names it', [{ pr: PR, prComment: 88 }, { pr: PR }], 'get 88'],
    ['no turn that names another pull request', [{ pr: PR }], 'list 41'],
  ] as const)('is known by %s', async (_, named, call) => {
    const others = { ...done, pr: 'https://github.com/acme/docs/pull/40', prComment: 77 };
    const turns = named.map((each, index) => turn(`${index}`, { ...done, ...each }));
    github.leave(ISSUE, ...turns, turn('of another', others));
    await play({ decision: { kind: 'message', jobId: job.id, knowsSubject: true } });
    expect(github.calls).toContain(call);
    expect(github.calls).not.toContain('get 77');
  });

  test('is this one, where the request was made on that pull request', async () => {
    const prLink = `https://github.com/${REPOSITORY}/pull/7`;
    const own = { accepted: { ...job, prLink }, result: { ...ended, job: { ...job, prLink } } };
    await play({ ...own, at: onPullRequest(7) });
    expect(github.store.comments).toHaveLength(1);
    expect(github.bodies(7)[0]).not.toContain(`${prLink}>`);
    await play({ ...own, at: onPullRequest(8), given: { prompt: 'More.' } });
    expect(github.callsOf('list 7')).toHaveLength(2);
    expect(github.store.comments.map(({ issue }) => issue)).toEqual([7, 8]);
    const there = github.turnsIn(idOf(REPOSITORY, 7));
    expect(there).toHaveLength(2);
    expect(there.every(({ repository }) => repository === undefined)).toBe(true);
    await play({ ...label, at: onPullRequest(41) });
    expect(github.bodies(41, 'acme/docs')).toHaveLength(1);
  });

  test('that cannot be written is told in the log and in the comment, and is no warning', async () => {
    github.fail(/^create 41$/, refusal(403));
    await play({ ...label, decision: { kind: 'create', note: 'A note.' } });
    const note = `${NOTE}Not Found. Look at the token.`;
    expect(log.texts()).toEqual([note]);
    expect(github.turnsIn(HOME)[0]?.notes).toEqual(['A note.', note]);
    log.lines.length = 0;
    github.fail(/ 41$/);
    await play(label);
    expect(log.texts()).toEqual([`${NOTE}GitHub answered 502.`]);
  });

  test.each<[string, Run]>([
    ['that is interrupted', { before: { finish: interrupt } }],
    ['that cannot read its own', { before: { begin: () => github.fail(/ 1$/) } }],
    ['that cannot make its own', { before: { begin: () => github.fail(/^create 1$/) } }],
    ['whose job has none', { result: withoutPullRequest }],
  ])('is not written by a run %s', async (_, run) => {
    await play({ at: labeled, isDecisive: false, ...run });
    expect(github.calls.filter((call) => call.endsWith(' 41'))).toEqual([]);
  });

  test('is not written where only half of the memory was read', async () => {
    github.leave(ISSUE, turn('1', done));
    for (const body of ['a', 'b']) github.add(ISSUE, body);
    let pages = 0;
    github.store.before = (call) => {
      if (call === 'list 1') pages += 1;
      if (pages > 1) throw trouble();
    };
    await play({ at: labeled, attempt: 2, before: { begin: () => github.recover() } });
    expect(pages).toBe(2);
    expect(github.calls.filter((call) => call.endsWith(' 41'))).toEqual([]);
  });

  describe('tells where the conversation began', () => {
    const THERE = { repository: 'acme/product', issue: 3, comment: 900 };
    const HERE = { ...THERE, repository: REPOSITORY };
    const there = { at: onPullRequest(7), accepted: job, result: withoutPullRequest };

    /** A comment where the conversation began, and the one on the pull request that names it. */
    function beginAt(origin: typeof THERE): void {
      github.store.comments.push({ ...origin, id: 900, url: '', body: '' });
      github.of(origin.repository).rewrite(900);
      github.sign(github.add(7, '').id, { turns: [turn('1')], origin });
    }

    test('in the same repository, of which nothing need be said', async () => {
      beginAt(HERE);
      await play(there);
      expect(github.turnsIn(900)).toEqual([expect.not.objectContaining({ repository: REPOSITORY })]);
    });

    test('with its own turn alone', async () => {
      beginAt(THERE);
      await play(there);
      expect(github.turnsIn(900)).toEqual([
        expect.objectContaining({ state: 'pull-request', repository: REPOSITORY, prComment: HOME }),
      ]);
      expect(github.store.comments).toHaveLength(2);
      expect(github.bodies(3, THERE.repository)[0]).toContain(
        `https://github.com/${REPOSITORY}/actions/runs/`,
      );
    });

    test('unless it is interrupted; trouble with it is told in the log', async () => {
      beginAt(THERE);
      github.fail(/^get 900$/);
      await play(there);
      expect(log.texts('info')).toEqual(['This action could not tell the issue: GitHub answered 502.']);
      github.recover();
      await play({ ...there, before: { finish: interrupt } });
      expect(github.turnsIn(900)).toEqual([]);
    });
  });
});

describe('reactions', () => {
  test('are for comments that can have one, and only where a comment is kept', async () => {
    const review = event('pull_request_review', example('pull_request_review', 'submitted'));
    for (const given of [{ at: review }, { at: labeled }, { given: { comment: 'false' } }]) await play(given);
    expect(github.callsOf('react')).toEqual([]);
  });

  test('that are refused are one warning, and nothing else stops', async () => {
    github.fail(/^react/, refusal(403));
    await play({ result: withoutPullRequest });
    expect(log.texts('warning')).toHaveLength(1);
    expect(github.turnsIn(HOME)[0]?.state).toBe('pull-request');
  });

  test('are not made by a run that is interrupted', async () => {
    await play({ before: { begin: interrupt } });
    expect(github.callsOf('react')).toEqual([]);
  });
});
