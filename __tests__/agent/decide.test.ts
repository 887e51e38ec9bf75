import { describe, expect, test } from '@jest/globals';
import { type Decision, decide } from '../../src/agent/decide.ts';
import type { Turn } from '../../src/agent/memory/turn.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { HttpError, NetworkError } from '../../src/platform/errors.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { agentInputs, commentPayload, event, labeledPayload, workflowRun } from '../helpers/payloads.ts';

const { signal } = new AbortController();
const labeled = event('issues', labeledPayload('docs'));
const comment = event('issue_comment', commentPayload('/docs also this'));
const step = 'docs/__run';

function turn(others: Partial<Turn> = {}): Turn {
  const base = {
    run: '41',
    step,
    kind: 'create',
    by: 'alice',
    what: 'label docs',
    state: 'pull-request',
  } as const;
  return { ...base, accepted: true, job: 'job_1', ...others };
}

/** A platform whose jobs are all like this one; it keeps what it was asked. */
function platform(answer: string | Error) {
  return {
    asked: [] as string[],
    async getJob(id: string): Promise<Job> {
      this.asked.push(id);
      if (typeof answer !== 'string') throw answer;
      return { id, status: answer };
    },
  };
}

function decided(
  at: TriggerEvent,
  turns: readonly Turn[],
  { given = {}, attempt = 1, api = platform('completed') as ReturnType<typeof platform> | undefined } = {},
): Promise<Decision> {
  const run = workflowRun({ GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: String(attempt) });
  return decide({ event: at, inputs: agentInputs(given), run, turns }, api, signal);
}

describe('the first attempt', () => {
  test('a label starts a job, also when there was one', async () => {
    expect(await decided(labeled, [])).toEqual({ kind: 'create' });
    expect(await decided(labeled, [turn()])).toEqual({ kind: 'create' });
  });

  test('a comment goes on with the job, or starts one', async () => {
    expect(await decided(comment, [turn()])).toEqual({ kind: 'message', jobId: 'job_1', knowsSubject: true });
    expect(await decided(comment, [])).toEqual({ kind: 'create' });
    expect(await decided(comment, [turn({ accepted: false, state: 'unknown', job: undefined })])).toEqual({
      kind: 'create',
    });
  });

  const problem = { method: 'GET', path: '/x', advice: '' };
  const gone = new HttpError('gone', { ...problem, status: 404, platformText: '', retryAfterMs: undefined });
  const denied = new HttpError('no', { ...problem, status: 401, platformText: '', retryAfterMs: undefined });
  const down = new NetworkError('down', { ...problem, code: 'ECONNRESET', sent: true });

  test.each([
    ['failed', /has failed/],
    ['archived', /is archived/],
    [gone, /is gone/],
  ])('a comment on a job that is %s starts a new one and says so', async (answer, note) => {
    const api = platform(answer);
    expect(await decided(comment, [turn()], { api })).toEqual({
      kind: 'create',
      note: expect.stringMatching(note),
    });
    expect(api.asked).toEqual(['job_1']);
  });

  test.each([['active'], ['completed'], ['paused'], [denied], [down]])(
    'on one that is %s it goes on',
    async (answer) => {
      expect(await decided(comment, [turn()], { api: platform(answer) })).toMatchObject({ kind: 'message' });
    },
  );

  test('a mistake in the program is not hidden', async () => {
    await expect(decided(comment, [turn()], { api: platform(new TypeError('oops')) })).rejects.toThrow(
      'oops',
    );
  });

  test('a dry run asks nobody', async () => {
    const run = workflowRun();
    const situation = { event: comment, inputs: agentInputs(), run, turns: [turn()] };
    expect(await decide(situation, undefined, signal)).toMatchObject({ kind: 'message', jobId: 'job_1' });
  });

  test('job-id wins, with a prompt and without', async () => {
    const api = platform('failed');
    const given = { 'job-id': 'job_9' };
    expect(await decided(labeled, [turn()], { given, api })).toEqual({ kind: 'watch', jobId: 'job_9' });
    expect(await decided(comment, [turn()], { given, api })).toEqual({
      kind: 'message',
      jobId: 'job_9',
      knowsSubject: false,
    });
    expect(await decided(comment, [turn({ job: 'job_9' })], { given, api })).toMatchObject({
      knowsSubject: true,
    });
    expect(await decided(labeled, [], { given: { ...given, prompt: 'x' }, api })).toMatchObject({
      kind: 'message',
    });
    expect(api.asked).toEqual([]);
  });

  test('another step of the same run is another request', async () => {
    expect(await decided(labeled, [turn({ run: '42' })])).toEqual({ kind: 'create' });
  });
});

describe('a re-run', () => {
  const own = (others: Partial<Turn> = {}) => turn({ run: '42', job: 'job_2', ...others });

  test.each([labeled, comment])('watches the job that its run has sent to', async (at) => {
    const api = platform('completed');
    const turns = [turn(), own(), turn({ run: '43', job: 'job_3' })];
    expect(await decided(at, turns, { attempt: 2, api })).toMatchObject({ kind: 'watch', jobId: 'job_2' });
    expect(api.asked).toEqual([]);
  });

  test('also with a prompt and job-id', async () => {
    const given = { prompt: 'x', 'job-id': 'job_2' };
    expect(await decided(labeled, [own()], { attempt: 3, given })).toMatchObject({
      kind: 'watch',
    });
  });

  test('sends nothing when an attempt was cut off while it sent, and says so', async () => {
    const decision = await decided(labeled, [own({ state: 'sending', accepted: false, job: undefined })], {
      attempt: 2,
    });
    expect(decision).toMatchObject({
      kind: 'stop',
      result: { outcome: 'unknown', reason: expect.stringContaining('cut off'), polls: 0 },
    });
  });

  test('sends nothing when the job is known to exist, but not its id', async () => {
    expect(await decided(labeled, [own({ job: undefined })], { attempt: 2 })).toMatchObject({ kind: 'stop' });
  });

  test.each(['unknown', 'error', 'cancelled'] as const)(
    'sends the request when the earlier attempt ended as %s: people have been told',
    async (state) => {
      const turns = [own({ state, accepted: false, job: undefined })];
      const decision = await decided(labeled, turns, { attempt: 2 });
      expect(decision).toMatchObject({ kind: 'create' });
      expect('note' in decision && decision.note?.includes('may be two jobs')).toBe(state === 'unknown');
    },
  );

  test('of another step or run is a request of its own', async () => {
    expect(await decided(labeled, [own({ step: 'docs/other' })], { attempt: 2 })).toEqual({ kind: 'create' });
    expect(await decided(labeled, [turn()], { attempt: 2 })).toEqual({ kind: 'create' });
  });
});
