import { describe, expect, test } from '@jest/globals';
import type { Decision } from '../../../src/agent/decide.ts';
import { acceptedTurn, begunTurn, endedTurn } from '../../../src/agent/memory/own-turn.ts';
import type { Turn } from '../../../src/agent/memory/turn.ts';
import type { AgentResult } from '../../../src/agent/result.ts';
import { redactor } from '../../../src/text/redact.ts';

const NOW = 1_800_000_000;
const asked = {
  ...{ id: 'r42', asks: 'a', run: '42', step: 'docs/__run', by: 'alice', what: 'label docs' },
  where: undefined,
};
const same = (text: string) => text;
const redact = redactor(['mint_secret_1']);

function turn(others: Partial<Turn> = {}): Turn {
  const base = { id: 'r42', asks: 'a', run: '42', by: 'alice', what: 'label docs' };
  return { ...base, at: NOW, state: 'working', accepted: true, followUp: false, ...others };
}

const result: AgentResult = { outcome: 'error', reason: 'Why.', advice: 'What.' };
const begun = { state: 'sending', accepted: false, notes: [] } as const;
const left = turn({ job: 'job_1', state: 'timeout', followUp: true, pr: 'https://x.example/1', at: 7 });
const ofAnother = turn({ id: 'r1', run: '1', job: 'job_1' });
const watch = { kind: 'watch', jobId: 'job_1' } as const;
const stop = { kind: 'stop', result } as const;

describe('how a turn begins', () => {
  test.each<[string, Decision, Turn[], Turn | undefined]>([
    ['a new job', { kind: 'create' }, [], turn(begun)],
    ['a new job with a note', { kind: 'create', note: 'Why.' }, [], turn({ ...begun, notes: ['Why.'] })],
    [
      'a message names its job, and is a follow-up',
      { kind: 'message', jobId: 'job_1', knowsSubject: true, note: 'Why.' },
      [],
      turn({ ...begun, notes: ['Why.'], followUp: true, job: 'job_1' }),
    ],
    ['a watch goes on with the turn of an earlier attempt', watch, [ofAnother, left], { ...left, notes: [] }],
    ['of the job of another request it is a new one', watch, [ofAnother], turn({ job: 'job_1', notes: [] })],
    [
      'also of a follow-up that another run sent',
      { ...watch, unsettled: true },
      [],
      turn({ job: 'job_1', notes: [], followUp: true }),
    ],
    ['a stop ends what an earlier attempt began', stop, [left], left],
    ['and writes nothing where there is nothing', { ...stop, isTold: false }, [], undefined],
    ['a stop that is told in the comment is a new one', { ...stop, isTold: true }, [left], turn(begun)],
  ])('%s', (_, decision, turns, expected) => {
    expect(begunTurn(decision, asked, turns, NOW, same)).toEqual(expected);
  });

  test('a place is kept whole or not at all, and a request is cut', () => {
    const of = (others: { where?: string; what?: string }) =>
      begunTurn({ kind: 'create' }, { ...asked, ...others }, [], NOW, redact);
    expect(of({ where: 'x'.repeat(500) })?.where).toBe('x'.repeat(500));
    expect(of({ where: 'x'.repeat(501) })?.where).toBeUndefined();
    expect(of({ what: 'mint_secret_1 '.repeat(100) })?.what).toMatch(/^(\*\*\* ){29}.{3}…$/);
  });
});

test('an accepted turn has its job, unless the comment cannot hold the id: half of it would be none', () => {
  const accepted = (id: string) => acceptedTurn(turn(begun), { id, status: 'active' }, redact);
  expect(accepted('job_1')).toEqual(turn({ notes: [], job: 'job_1' }));
  expect(accepted('x'.repeat(5000)).job).toBeUndefined();
  expect(accepted('job-mint_secret_1').job).toBeUndefined();
});

describe('how a turn ends', () => {
  const ended = (others: Partial<AgentResult>, before: Partial<Turn> = {}) =>
    endedTurn(turn(before), { ...result, ...others }, undefined, redact);

  test('what the headline leaves open is told', () => {
    expect(ended({ outcome: 'error' }, { notes: ['Before.'] }).notes).toEqual(['Before.', 'Why.', 'What.']);
    expect(ended({ outcome: 'unknown' }).notes).toEqual(['Why.', 'What.']);
    expect(ended({ outcome: 'error', advice: undefined }).notes).toEqual(['Why.']);
    expect(ended({ outcome: 'no-pull-request' }).notes).toEqual(['What.']);
    expect(ended({ outcome: 'no-pull-request', advice: undefined }).notes).toEqual([]);
  });

  test.each(['pull-request', 'failed', 'archived', 'started', 'timeout', 'cancelled'] as const)(
    '%s needs no more words, and keeps those it had',
    (outcome) => {
      expect(ended({ outcome })).toMatchObject({ state: outcome, notes: [] });
      expect(ended({ outcome }, { notes: ['A note.'] }).notes).toEqual(['A note.']);
    },
  );

  test('a skipped request is shown as an interruption', () => {
    expect(ended({ outcome: 'skipped' }).state).toBe('cancelled');
  });

  test('what the platform said is kept, cut and without secrets', () => {
    expect(ended({}).said).toBeUndefined();
    expect(ended({ platformText: 'bad key mint_secret_1' }).said).toBe('bad key ***');
    const { notes, said } = ended({ reason: 'x'.repeat(5_000), platformText: 'y'.repeat(5_000) });
    expect(notes?.[0]).toMatch(/^x{699}…$/);
    expect(said).toMatch(/^y{299}…$/);
  });

  test('the pull request of the turn before stays, unless there is another one', () => {
    const job = { id: 'job_1', status: 'completed', prLink: 'https://a.example/pull/2' };
    expect(ended({ job }, { pr: 'https://a.example/pull/1' }).pr).toBe('https://a.example/pull/2');
    expect(ended({}, { pr: 'https://a.example/pull/1' }).pr).toBe('https://a.example/pull/1');
  });
});

test('what GitHub says of the pull request is kept, cut and without secrets', () => {
  const facts = { branch: 'docs', state: 'open', files: 1, additions: 3, deletions: 0 } as const;
  const failed = { outcome: 'failed', reason: 'Why.' } as const;
  const withTitle = (title: string) => endedTurn(turn(), failed, { ...facts, title }, redact);
  expect(withTitle('Say mint_secret_1')).toEqual(
    turn({ state: 'failed', notes: [], prTitle: 'Say ***', prSize: '1 file, +3 −0' }),
  );
  expect(withTitle('x'.repeat(999)).prTitle).toMatch(/^x{159}…$/);
  expect(endedTurn(turn(), failed, undefined, redact)).toEqual(turn({ state: 'failed', notes: [] }));
});
