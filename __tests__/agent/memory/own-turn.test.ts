import { describe, expect, test } from '@jest/globals';
import { begunTurn, endedTurn, withPullRequest } from '../../../src/agent/memory/own-turn.ts';
import { sendingNow, type Turn, turnOf } from '../../../src/agent/memory/turn.ts';
import type { AgentResult } from '../../../src/agent/result.ts';
import { createRedactor } from '../../../src/text/redact.ts';

const NOW = 1_800_000_000;
const asked = {
  ...{ id: 'r42', asks: 'a', run: '42', step: 'docs/__run', by: 'alice', what: 'label docs' },
  where: undefined,
};
const same = (text: string) => text;

function turn(others: Partial<Turn> = {}): Turn {
  const base = { id: 'r42', asks: 'a', run: '42', by: 'alice', what: 'label docs' };
  return { ...base, at: NOW, state: 'working', accepted: true, followUp: false, ...others };
}

const result: AgentResult = { outcome: 'error', reason: 'Why.', advice: 'What.' };

describe('how a turn begins', () => {
  test('a new job', () => {
    const begun = begunTurn({ kind: 'create' }, asked, [], NOW, same);
    expect(begun).toStrictEqual({
      ...turn({ state: 'sending', accepted: false, notes: [] }),
      where: undefined,
    });
  });

  test('a message is a follow-up', () => {
    const decision = { kind: 'message', jobId: 'job_1', knowsSubject: true, note: 'Why.' } as const;
    expect(begunTurn(decision, asked, [], NOW, same)).toEqual(
      turn({ state: 'sending', accepted: false, followUp: true, job: 'job_1', notes: ['Why.'] }),
    );
  });

  test('a watch of a follow-up that another run sent is one', () => {
    for (const unsettled of [true, false]) {
      const decision = { kind: 'watch', jobId: 'job_1', unsettled } as const;
      expect(begunTurn(decision, asked, [], NOW, same)).toEqual(
        turn({ job: 'job_1', notes: [], followUp: unsettled }),
      );
    }
  });

  test('a stop that is told in the comment is a turn of its own', () => {
    const stop = { kind: 'stop', result } as const;
    expect(begunTurn({ ...stop, isTold: true }, asked, [turn()], NOW, same)).toEqual(
      turn({ state: 'sending', accepted: false, notes: [] }),
    );
    expect(begunTurn({ ...stop, isTold: false }, asked, [turn({ at: 1 })], NOW, same)).toEqual(
      turn({ at: 1 }),
    );
  });

  test('a place is kept whole or not at all', () => {
    const where = (text: string) =>
      begunTurn({ kind: 'create' }, { ...asked, where: text }, [], NOW, same)?.where;
    expect(where('x'.repeat(500))).toBe('x'.repeat(500));
    expect(where('x'.repeat(501))).toBeUndefined();
  });
});

describe('how a turn ends', () => {
  const ended = (others: Partial<AgentResult>, before: Partial<Turn> = {}) =>
    endedTurn(turn(before), { ...result, ...others }, same);

  test('what the headline leaves open is told', () => {
    expect(ended({ outcome: 'error' }).notes).toEqual(['Why.', 'What.']);
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

  test('long texts are cut', () => {
    const { notes, said } = ended({ reason: 'x'.repeat(5_000), platformText: 'y'.repeat(5_000) });
    expect(notes?.[0]).toMatch(/^x{699}…$/);
    expect(said).toMatch(/^y{299}…$/);
    expect(ended({}).said).toBeUndefined();
  });

  test('the pull request of the turn before stays, unless there is another one', () => {
    const job = { id: 'job_1', status: 'completed', prLink: 'https://a.example/pull/2' };
    expect(ended({ job }, { pr: 'https://a.example/pull/1' }).pr).toBe('https://a.example/pull/2');
    expect(ended({}, { pr: 'https://a.example/pull/1' }).pr).toBe('https://a.example/pull/1');
  });
});

describe('what GitHub says of the pull request', () => {
  const facts = { branch: 'docs', state: 'open', files: 1, additions: 3, deletions: 0 } as const;

  test('is kept, cut and without secrets', () => {
    const redact = createRedactor(['mint_secret_1']);
    expect(withPullRequest(turn(), { ...facts, title: 'Say mint_secret_1' }, redact)).toEqual(
      turn({ prTitle: 'Say ***', prSize: '1 file, +3 −0' }),
    );
    expect(withPullRequest(turn(), { ...facts, title: 'x'.repeat(999) }, redact).prTitle).toMatch(
      /^x{159}…$/,
    );
  });

  test('may be nothing', () => {
    expect(withPullRequest(turn(), undefined, same)).toEqual(turn());
  });
});

describe('what other runs are sending', () => {
  const own = turn({ id: 'own', state: 'sending' });
  const other = (id: string, others: Partial<Turn> = {}) => turn({ id, state: 'sending', ...others });

  test('is counted before and after this run’s own turn, which does not count', () => {
    const turns = [other('1'), own, other('2'), other('3')];
    expect(sendingNow(turns, own, NOW)).toEqual({ before: 1, after: 2 });
    expect(sendingNow([own], own, NOW)).toEqual({ before: 0, after: 0 });
  });

  test('comes after it where its own turn is not there', () => {
    expect(sendingNow([other('1'), other('2')], own, NOW)).toEqual({ before: 0, after: 2 });
  });

  test('is nothing that has an answer, and nothing that was cut off two minutes ago', () => {
    const turns = [other('1', { state: 'working' }), other('2', { at: NOW - 120 }), own];
    expect(sendingNow(turns, own, NOW)).toEqual({ before: 0, after: 0 });
    expect(sendingNow([other('2', { at: NOW - 119 }), own], own, NOW)).toEqual({ before: 1, after: 0 });
  });
});

describe('the turn of a request', () => {
  test('has its name; what version 1 wrote is found by run and step', () => {
    const old = { id: '', run: '42', step: 'docs/a' };
    expect(turnOf([turn({ ...old })], { id: 'r42', run: '42', step: 'docs/a' })).toMatchObject(old);
    for (const others of [{ run: '43' }, { step: 'docs/b' }, { step: undefined }]) {
      expect(turnOf([turn({ ...old, ...others })], { id: 'r42', run: '42', step: 'docs/a' })).toBeUndefined();
    }
    const unnamed = { id: '', run: '42', step: undefined };
    expect(turnOf([turn({ id: '', run: '42' })], unnamed)).toBeUndefined();
    const another = turn({ id: 'r43', run: '42', step: 'docs/a' });
    expect(turnOf([another], { id: 'r42', run: '42', step: 'docs/a' })).toBeUndefined();
  });
});
