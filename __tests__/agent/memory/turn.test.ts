import { describe, expect, test } from '@jest/globals';
import { acceptedTurn, endedTurn, turnFor } from '../../../src/agent/memory/own-turn.ts';
import { currentJob, MAX_TURNS, type Turn, turnOf, withTurn } from '../../../src/agent/memory/turn.ts';
import { createRedactor } from '../../../src/text/redact.ts';

const asked = { run: '42', step: 'docs/__run', by: 'alice', what: 'label docs' };
const same = (text: string) => text;

function turn(others: Partial<Turn> = {}): Turn {
  return { ...asked, state: 'working', accepted: true, ...others };
}

describe('the turns of a conversation', () => {
  test('a turn takes the place of the same step’s, whichever attempt, and keeps what others added', () => {
    const turns = [turn({ run: '1' }), turn({ run: '2', state: 'sending' }), turn({ run: '3' })];
    expect(
      withTurn(turns, turn({ run: '2', state: 'failed' })).map(({ run, state }) => [run, state]),
    ).toEqual([
      ['1', 'working'],
      ['2', 'failed'],
      ['3', 'working'],
    ]);
    expect(withTurn(turns, turn({ run: '3', step: 'docs/other' }))).toHaveLength(4);
  });

  test('the last ten stay', () => {
    let turns: Turn[] = [];
    for (let run = 1; run <= 25; run += 1) turns = withTurn(turns, turn({ run: String(run) }));
    expect(turns).toHaveLength(MAX_TURNS);
    expect(turns.map(({ run }) => run)).toEqual(['16', '17', '18', '19', '20', '21', '22', '23', '24', '25']);
  });

  test('only the latest keeps its notes', () => {
    const turns = withTurn(
      [turn({ run: '1', notes: ['long'], said: 'no' })],
      turn({ run: '2', notes: ['x'] }),
    );
    expect(turns.map(({ notes, said }) => [notes, said])).toEqual([
      [undefined, undefined],
      [['x'], undefined],
    ]);
  });

  test('the current job is the latest that the platform is known to have', () => {
    expect(currentJob([])).toBeUndefined();
    expect(
      currentJob([turn({ job: 'a' }), turn({ job: 'b' }), turn({ job: 'c', accepted: false }), turn()]),
    ).toBe('b');
  });
});

describe('this run’s turn', () => {
  test('a new job: sent, accepted, ended', () => {
    const begun = turnFor({ kind: 'create', note: 'The earlier job has failed.' }, asked, [], same);
    expect(begun).toEqual({
      ...asked,
      state: 'sending',
      accepted: false,
      notes: ['The earlier job has failed.'],
    });
    const accepted = acceptedTurn(begun as Turn, { id: 'job_1', status: 'active' }, same);
    expect(accepted).toMatchObject({ state: 'working', accepted: true, job: 'job_1' });
    const job = { id: 'job_1', status: 'completed', prLink: 'https://github.com/acme/docs/pull/7' };
    const result = { outcome: 'pull-request', reason: 'Done.', job, polls: 3, durationMs: 1 } as const;
    expect(endedTurn(accepted, result, same)).toMatchObject({
      state: 'pull-request',
      pr: 'https://github.com/acme/docs/pull/7',
      notes: ['The earlier job has failed.', 'Done.'],
    });
  });

  test('a follow-up names its job from the beginning', () => {
    const decision = { kind: 'message', jobId: 'job_1', knowsSubject: true } as const;
    expect(turnFor(decision, asked, [], same)).toMatchObject({
      state: 'sending',
      job: 'job_1',
      accepted: false,
    });
  });

  test('a watch goes on with the turn that started the job', () => {
    const started = turn({ run: '41', by: 'bob', job: 'job_1', notes: ['old'] });
    const decision = { kind: 'watch', jobId: 'job_1' } as const;
    expect(turnFor(decision, asked, [started, turn({ run: '40', job: 'job_0' })], same)).toEqual({
      ...started,
      notes: [],
    });
    expect(turnFor(decision, asked, [], same)).toMatchObject({ ...asked, accepted: true, job: 'job_1' });
  });

  test('a stop ends what the earlier attempt began', () => {
    const result = { outcome: 'unknown', reason: 'Cut off.', polls: 0, durationMs: 0 } as const;
    const begun = turn({ state: 'sending', accepted: false });
    expect(turnFor({ kind: 'stop', result }, asked, [begun], same)).toBe(begun);
    expect(turnFor({ kind: 'stop', result }, asked, [], same)).toBeUndefined();
    expect(turnOf([begun], { ...asked, step: 'docs/other' })).toBeUndefined();
  });

  test('an error that the platform explained keeps its words, without secrets', () => {
    const redact = createRedactor(['mint_secret_1']);
    const result = {
      outcome: 'error',
      reason: 'GET /x was answered 400.',
      advice: 'Look.',
      platformText: 'bad key mint_secret_1',
      polls: 0,
      durationMs: 0,
    } as const;
    expect(endedTurn(turn({ accepted: false, pr: 'https://x.example/1' }), result, redact)).toMatchObject({
      state: 'error',
      notes: ['GET /x was answered 400.', 'Look.'],
      said: 'bad key ***',
      pr: 'https://x.example/1',
    });
  });

  test('what a comment cannot hold is left out: half an id would be none', () => {
    const redact = createRedactor(['mint_secret_1']);
    expect(acceptedTurn(turn(), { id: 'x'.repeat(5000), status: 'active' }, redact).job).toBeUndefined();
    expect(acceptedTurn(turn(), { id: 'job-mint_secret_1', status: 'active' }, redact).job).toBeUndefined();
    const what = 'mint_secret_1 '.repeat(100);
    expect(turnFor({ kind: 'create' }, { ...asked, what }, [], redact)?.what).toMatch(/^(\*\*\* ){29}.{3}…$/);
  });

  test('an outcome that is none of a sent request is shown as an interruption', () => {
    const result = { outcome: 'skipped', reason: 'Not now.', polls: 0, durationMs: 0 } as const;
    expect(endedTurn(turn(), result, same).state).toBe('cancelled');
  });
});
