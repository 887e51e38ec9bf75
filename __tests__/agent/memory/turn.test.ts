import { describe, expect, test } from '@jest/globals';
import {
  currentJob,
  isFinished,
  isUnfinished,
  merged,
  SHOWN_TURNS,
  sendingNow,
  type Turn,
  turnOf,
  turnsSchema,
} from '../../../src/agent/memory/turn.ts';

const NOW = 1_800_000_000;
const DAY = 24 * 3600;

function turn(others: Partial<Turn> = {}): Turn {
  const base = { id: 'r42', asks: 'a', run: '42', by: 'alice', what: 'label docs', at: NOW } as const;
  const where = 'https://github.com/acme/docs/issues/12';
  return { ...base, where, state: 'working', accepted: true, followUp: false, ...others };
}

/** `turn` of the request with that name. */
function of(id: string, others: Partial<Turn> = {}): Turn {
  return turn({ id, run: id, ...others });
}

const ids = (turns: readonly Turn[]) => turns.map(({ id }) => id);
const many = (count: number, others: Partial<Turn> = {}) =>
  Array.from({ length: count }, (_, index) => of(`${index}`, others));

describe('what is known after a look', () => {
  test('a turn takes the place of the same request’s, and keeps what others added', () => {
    const turns = [of('1'), of('2', { state: 'sending' }), of('3')];
    const after = merged(turns, [], of('2', { state: 'failed' }), NOW);
    expect(after).toEqual([of('1'), of('2', { state: 'failed' }), of('3')]);
    expect(ids(merged(turns, [], of('4'), NOW))).toEqual(['1', '2', '3', '4']);
  });

  test('where nothing is new, nothing changes its place', () => {
    const turns = [of('1', { state: 'sending', at: 3 }), of('2', { at: 2 })];
    expect(ids(merged(turns, [], undefined, 4))).toEqual(['1', '2']);
    expect(ids(merged(turns, turns, of('1', { state: 'sending' }), 4))).toEqual(['1', '2']);
    expect(ids(merged(turns, [], of('1', { state: 'failed' }), 4))).toEqual(['1', '2']);
    expect(ids(merged([of('1'), of('2')], [], of('1', { state: 'failed' }), NOW))).toEqual(['1', '2']);
  });

  test('a request that is sent anew becomes the latest', () => {
    const turns = [of('1', { state: 'failed' }), of('2')];
    expect(ids(merged(turns, [], of('1', { state: 'sending' }), NOW))).toEqual(['2', '1']);
  });

  test('what the comment has lost is put back where it was; what it says of others counts', () => {
    const known = [of('1', { at: 1 + NOW }), of('2', { at: NOW + 2 }), of('4', { at: NOW + 4 })];
    const read = [of('2', { at: NOW + 2, state: 'failed' }), of('3', { at: NOW + 3 })];
    const after = merged(read, known, undefined, NOW);
    expect(ids(after)).toEqual(['1', '2', '3', '4']);
    expect(turnOf(after, of('2'))?.state).toBe('failed');
  });

  test('the ten that are shown stay, however old; older ones for 31 days, and those without a date', () => {
    const shown = many(SHOWN_TURNS, { at: 1 });
    const before = [
      of('', { run: '2', step: 'docs/a', at: 0 }),
      of('32 days', { at: NOW - 32 * DAY }),
      of('31 days', { at: NOW - 31 * DAY }),
      of('almost', { at: NOW - 31 * DAY + 1 }),
    ];
    const after = merged([...before, ...shown], [], undefined, NOW);
    expect(ids(after)).toEqual(['', 'almost', ...ids(shown)]);
    expect(turnOf(after, { id: 'x', run: '2', step: 'docs/a' })?.run).toBe('2');
  });

  test('the last ten are whole; older ones say what a re-run must know', () => {
    const [oldest, ...others] = merged([], many(11, { job: 'job_1', pr: 'x' }), undefined, NOW);
    expect(oldest).toEqual(of('0', { job: 'job_1', by: '', what: '', where: undefined, pr: undefined }));
    expect(others).toEqual(many(11, { job: 'job_1', pr: 'x' }).slice(1));
  });

  test('a comment holds four hundred', () => {
    expect(ids(merged(many(405), [], undefined, NOW))).toEqual(ids(many(405).slice(5)));
  });

  test('only the latest keeps its notes', () => {
    const turns = merged([of('1', { notes: ['long'], said: 'no' })], [], of('2', { notes: ['x'] }), NOW);
    expect(turns.map(({ notes, said }) => [notes, said])).toEqual([
      [undefined, undefined],
      [['x'], undefined],
    ]);
  });
});

describe('a turn', () => {
  test('of version 1 has the rest empty; another shape is none', () => {
    expect(turnsSchema.parse([{ run: '42', state: 'working', accepted: true }])).toEqual([
      {
        ...{ id: '', asks: '', run: '42', at: 0, by: '', what: '' },
        ...{ state: 'working', accepted: true, followUp: false },
      },
    ]);
    expect(turnsSchema.safeParse([{ ...turn(), state: 'new' }]).success).toBe(false);
    expect(turnsSchema.safeParse({}).success).toBe(false);
  });

  test('has ended in four states, and is under way in two', () => {
    const states = ['sending', 'working', 'pull-request', 'no-pull-request', 'failed', 'archived'] as const;
    const others = ['started', 'timeout', 'cancelled', 'unknown', 'error'] as const;
    const turns = [...states, ...others].map((state) => turn({ state }));
    expect(turns.filter(isFinished).map(({ state }) => state)).toEqual(states.slice(2));
    expect(turns.filter(isUnfinished).map(({ state }) => state)).toEqual(states.slice(0, 2));
  });

  test('is found by the name of its request; what version 1 wrote, by run and step', () => {
    const request = { id: 'r42', run: '42', step: 'docs/a' };
    const old = { id: '', run: '42', step: 'docs/a' };
    expect(turnOf([turn(old)], request)).toMatchObject(old);
    expect(turnOf([turn({ step: 'docs/a' })], { ...request, id: '' })).toEqual(turn({ step: 'docs/a' }));
    for (const others of [{ run: '43' }, { step: 'docs/b' }, { step: undefined }]) {
      expect(turnOf([turn({ ...old, ...others })], request)).toBeUndefined();
    }
    expect(turnOf([turn({ id: '' })], { id: '', run: '42', step: undefined })).toBeUndefined();
    expect(turnOf([turn({ id: 'r43', step: 'docs/a' })], request)).toBeUndefined();
  });
});

test('the current job is the latest that the platform is known to have', () => {
  const turns = [turn({ job: 'a' }), turn({ job: 'b' }), turn({ job: 'c', accepted: false }), turn()];
  expect(currentJob([])).toBeUndefined();
  expect(currentJob(turns)).toBe('b');
});

describe('what other runs are sending', () => {
  const own = of('own', { state: 'sending' });
  const other = (id: string, others: Partial<Turn> = {}) => of(id, { state: 'sending', ...others });

  test.each([
    ['its own turn does not count', [own], 0, 0],
    ['counted on both sides of it', [other('1'), own, other('2'), other('3')], 1, 2],
    ['after it, where its own turn is not there', [other('1'), other('2')], 0, 2],
    ['none with an answer', [other('1', { state: 'working' }), own], 0, 0],
    ['none that was cut off two minutes ago', [other('1', { at: NOW - 120 }), own], 0, 0],
    ['one of a second less', [other('1', { at: NOW - 119 }), own], 1, 0],
  ])('%s', (_, turns, before, after) => {
    expect(sendingNow(turns, own, NOW)).toEqual({ before, after });
  });
});
