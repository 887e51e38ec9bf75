import { describe, expect, test } from '@jest/globals';
import { acceptedTurn, begunTurn, endedTurn } from '../../../src/agent/memory/own-turn.ts';
import {
  currentJob,
  isFinished,
  isUnfinished,
  merged,
  SHOWN_TURNS,
  type Turn,
  turnOf,
  turnsSchema,
} from '../../../src/agent/memory/turn.ts';
import { createRedactor } from '../../../src/text/redact.ts';

const NOW = 1_800_000_000;
const DAY = 24 * 3600;
const WHERE = 'https://github.com/acme/docs/issues/12';
const asked = {
  ...{ id: 'r42', asks: 'a', run: '42', step: 'docs/__run', by: 'alice', what: 'label docs' },
  where: WHERE,
};
const same = (text: string) => text;

function turn(others: Partial<Turn> = {}): Turn {
  const { step: _, ...base } = asked;
  return { ...base, at: NOW, state: 'working', accepted: true, followUp: false, ...others };
}

/** `turn` of the request with that name. */
function of(id: string, others: Partial<Turn> = {}): Turn {
  return turn({ id, run: id, ...others });
}

const ids = (turns: readonly Turn[]) => turns.map(({ id }) => id);

describe('the turns of a conversation', () => {
  test('a turn takes the place of the same request’s, and keeps what others added', () => {
    const turns = [of('1'), of('2', { state: 'sending' }), of('3')];
    const after = merged(turns, [], of('2', { state: 'failed' }), NOW);
    expect(after.map(({ id, state }) => [id, state])).toEqual([
      ['1', 'working'],
      ['2', 'failed'],
      ['3', 'working'],
    ]);
    expect(ids(merged(turns, [], of('4'), NOW))).toEqual(['1', '2', '3', '4']);
  });

  test('where nothing is new, nothing changes its place', () => {
    const turns = [of('1', { state: 'sending', at: 3 }), of('2', { at: 2 })];
    expect(ids(merged(turns, [], undefined, 4))).toEqual(['1', '2']);
    expect(ids(merged(turns, turns, of('1', { state: 'sending' }), 4))).toEqual(['1', '2']);
    expect(ids(merged(turns, [], of('1', { state: 'failed' }), 4))).toEqual(['1', '2']);
    expect(ids(merged([of('1'), of('2')], [], of('1', { state: 'failed' }), NOW))).toEqual(['1', '2']);
  });

  test('the ten that are shown stay, however old; older ones for 31 days, and those without a date', () => {
    const shown = Array.from({ length: 10 }, (_, index) => of(`${index}`, { at: 1 }));
    const before = [
      of('version 1', { at: 0 }),
      of('32 days', { at: NOW - 32 * DAY }),
      of('31 days', { at: NOW - 31 * DAY }),
      of('almost', { at: NOW - 31 * DAY + 1 }),
    ];
    expect(ids(merged([...before, ...shown], [], undefined, NOW))).toEqual([
      'version 1',
      'almost',
      ...ids(shown),
    ]);
  });

  test('a comment holds four hundred', () => {
    const turns = Array.from({ length: 405 }, (_, index) => of(`${index}`));
    expect(ids(merged(turns, [], undefined, NOW))).toEqual(ids(turns.slice(5)));
  });

  test('a turn with a name is found by run and step if the request has none', () => {
    const found = turn({ step: 'docs/a' });
    expect(turnOf([found], { id: '', run: '42', step: 'docs/a' })).toBe(found);
  });

  test('what version 1 left out is empty', () => {
    expect(turnsSchema.parse([{ run: '42', state: 'working', accepted: true }])).toEqual([
      {
        ...{ id: '', asks: '', run: '42', at: 0, by: '', what: '' },
        ...{ state: 'working', accepted: true, followUp: false },
      },
    ]);
  });

  test('the end of a job is one of four states', () => {
    const states = ['sending', 'working', 'pull-request', 'no-pull-request', 'failed', 'archived'] as const;
    const others = ['started', 'timeout', 'cancelled', 'unknown', 'error'] as const;
    const finished = [...states, ...others].filter((state) => isFinished(turn({ state })));
    expect(finished).toEqual(['pull-request', 'no-pull-request', 'failed', 'archived']);
    const unfinished = [...states, ...others].filter((state) => isUnfinished(turn({ state })));
    expect(unfinished).toEqual(['sending', 'working']);
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

  test('the last ten are whole; older ones say what a re-run must know, for 31 days', () => {
    let turns: Turn[] = [];
    for (let index = 1; index <= 25; index += 1) {
      const at = NOW + (index - 25) * 3 * DAY;
      turns = merged(turns, [], of(String(index), { at, job: `job_${index}`, pr: 'https://x.example' }), NOW);
    }
    expect(ids(turns)).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 15)));
    expect(turns.slice(-SHOWN_TURNS).every(({ what }) => what === 'label docs')).toBe(true);
    const short = { at: NOW - 30 * DAY, job: 'job_15', by: '', what: '', where: undefined };
    expect(turns[0]).toEqual(of('15', short));
  });

  test('no request of the last days is forgotten, however many there were', () => {
    let turns: Turn[] = [];
    for (let index = 1; index <= 300; index += 1) turns = merged(turns, [], of(String(index)), NOW);
    expect(turns).toHaveLength(300);
  });

  test('turns of version 1 stay, although they do not say when they were written', () => {
    const old = [of('', { run: '1', step: 'docs/a', at: 0 }), of('', { run: '2', step: 'docs/a', at: 0 })];
    let turns: readonly Turn[] = old;
    for (let index = 1; index <= 20; index += 1) turns = merged(turns, [], of(String(index)), NOW);
    expect(turns).toHaveLength(22);
    expect(turnOf(turns, { id: 'x', run: '2', step: 'docs/a' })?.run).toBe('2');
    expect(turnOf(turns, { id: 'x', run: '2', step: 'docs/b' })).toBeUndefined();
  });

  test('only the latest keeps its notes', () => {
    const turns = merged([of('1', { notes: ['long'], said: 'no' })], [], of('2', { notes: ['x'] }), NOW);
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

  test('some have ended, of some nobody knows, and some are under way', () => {
    const states = ['sending', 'working', 'pull-request', 'failed', 'archived', 'timeout'] as const;
    const turns = states.map((state) => turn({ state }));
    expect(turns.filter(isUnfinished).map(({ state }) => state)).toEqual(['sending', 'working']);
    expect(turns.filter(isFinished).map(({ state }) => state)).toEqual([
      ...['pull-request', 'failed', 'archived'],
    ]);
  });

  test('another shape is none', () => {
    expect(turnsSchema.safeParse([{ ...turn(), state: 'new' }]).success).toBe(false);
    expect(turnsSchema.safeParse({}).success).toBe(false);
  });
});

describe('this run’s turn', () => {
  test('a new job: sent, accepted, ended', () => {
    const begun = begunTurn({ kind: 'create', note: 'The earlier job has failed.' }, asked, [], NOW, same);
    expect(begun).toEqual(
      turn({ state: 'sending', accepted: false, notes: ['The earlier job has failed.'] }),
    );
    const accepted = acceptedTurn(begun as Turn, { id: 'job_1', status: 'active' }, same);
    expect(accepted).toMatchObject({ state: 'working', accepted: true, job: 'job_1' });
    const job = { id: 'job_1', status: 'completed', prLink: 'https://github.com/acme/docs/pull/7' };
    const result = { outcome: 'pull-request', reason: 'Done.', job, polls: 3, durationMs: 1 } as const;
    expect(endedTurn(accepted, result, same)).toMatchObject({
      state: 'pull-request',
      pr: 'https://github.com/acme/docs/pull/7',
      notes: ['The earlier job has failed.'],
    });
  });

  test('a follow-up names its job from the beginning', () => {
    const decision = { kind: 'message', jobId: 'job_1', knowsSubject: true } as const;
    expect(begunTurn(decision, asked, [], NOW, same)).toMatchObject({
      state: 'sending',
      job: 'job_1',
      accepted: false,
    });
  });

  test('a watch goes on with the turn that an earlier attempt left', () => {
    const started = turn({
      job: 'job_1',
      state: 'timeout',
      followUp: true,
      pr: 'https://x.example/1',
      at: 7,
    });
    const decision = { kind: 'watch', jobId: 'job_1', unsettled: true } as const;
    expect(begunTurn(decision, asked, [of('1'), started], NOW, same)).toEqual({ ...started, notes: [] });
  });

  test('a watch of a job that another request started is a turn of its own', () => {
    const decision = { kind: 'watch', jobId: 'job_1' } as const;
    expect(begunTurn(decision, asked, [of('1', { job: 'job_1' })], NOW, same)).toEqual(
      turn({ job: 'job_1', notes: [] }),
    );
  });

  test('a stop ends what the earlier attempt began', () => {
    const result = { outcome: 'unknown', reason: 'Cut off.' } as const;
    const begun = turn({ state: 'sending', accepted: false });
    expect(begunTurn({ kind: 'stop', result }, asked, [begun], NOW, same)).toBe(begun);
    expect(begunTurn({ kind: 'stop', result }, asked, [], NOW, same)).toBeUndefined();
  });

  test('an error that the platform explained keeps its words, without secrets', () => {
    const redact = createRedactor(['mint_secret_1']);
    const result = {
      outcome: 'error',
      reason: 'GET /x was answered 400.',
      advice: 'Look.',
      platformText: 'bad key mint_secret_1',
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
    expect(begunTurn({ kind: 'create' }, { ...asked, what }, [], NOW, redact)?.what).toMatch(
      /^(\*\*\* ){29}.{3}…$/,
    );
  });

  test('an outcome that is none of a sent request is shown as an interruption', () => {
    const result = { outcome: 'skipped', reason: 'Not now.' } as const;
    expect(endedTurn(turn(), result, same).state).toBe('cancelled');
  });
});
