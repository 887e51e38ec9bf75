import { beforeEach, describe, expect, test } from '@jest/globals';
import { UNSIGNED_MARKER } from '../../../src/agent/memory/marker.ts';
import {
  type CommentSettings,
  type KnownComment,
  StatusComment,
} from '../../../src/agent/memory/status-comment.ts';
import type { Turn } from '../../../src/agent/memory/turn.ts';
import type { CallOptions } from '../../../src/github/api.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { MemoryGithub, refusal, trouble } from './memory-github.ts';

const ISSUE = 12;
const KEY = 'mint_test_0123456789';
const NOW = SimulatedClock.EPOCH_MS / 1000;
const options: CallOptions = { signal: new AbortController().signal, patienceMs: 5 };
const ORIGIN = { repository: 'acme/product', issue: 3, comment: 99 };

let github: MemoryGithub;
beforeEach(() => {
  github = new MemoryGithub();
});

function commentOn(known?: KnownComment): StatusComment {
  const settings: CommentSettings = {
    ...{ issue: ISSUE, projectId: 'p1', apiKey: KEY, clock: new SimulatedClock() },
    ...{ serverUrl: 'https://github.com', repository: 'acme/docs', triggerPhrase: '/docs' },
  };
  return new StatusComment(github, settings, known);
}

function turn(id: string, others: Partial<Turn> = {}): Turn {
  const base = { id, asks: 'a', run: id, at: NOW, by: 'alice', what: `ask ${id}` } as const;
  return { ...base, state: 'failed', accepted: true, followUp: false, ...others };
}

function idsIn(id: number): string[] {
  return github.turnsIn(id).map((turn) => turn.id);
}

/** A comment that another run has left, and how this run has found it. */
async function found(...turns: readonly Turn[]): Promise<{ id: number; comment: StatusComment }> {
  const id = github.leave(ISSUE, ...turns);
  const comment = commentOn();
  await comment.find(undefined, options);
  return { id, comment };
}

describe('the first write', () => {
  test('makes the comment, then signs it with its id', async () => {
    const bodies: string[] = [];
    github.store.after = () => {
      bodies.push(github.bodies(ISSUE)[0] ?? '');
    };
    const comment = commentOn();
    expect([comment.id, comment.url, comment.turns]).toEqual([undefined, '', []]);
    await comment.write(turn('1'), options);
    expect(github.calls).toEqual(['create 12', 'update 1']);
    expect(bodies[0]?.endsWith(`\n\n${UNSIGNED_MARKER}`)).toBe(true);
    expect(bodies[1]).toContain('❌ The docs agent failed');
    expect([comment.id, comment.url]).toEqual([1, 'https://github.com/acme/docs/issues/12#issuecomment-1']);
    expect(idsIn(1)).toEqual(['1']);
    expect(github.store.options.every((given) => given === options)).toBe(true);
  });

  test.each([
    ['finds it again if the answer was lost', 'after', 1],
    ['makes another one if it never arrived', 'before', 1],
  ] as const)('%s', async (_, when, count) => {
    leaveNoise();
    const comment = commentOn();
    github.store[when] = (call) => {
      if (call.startsWith('create')) throw trouble();
    };
    await expect(comment.write(turn('1'), options)).rejects.toThrow('502');
    github.store[when] = () => {};
    await comment.write(turn('1', { state: 'archived' }), options);
    const own = github.bodies(ISSUE).filter((body) => body.includes('docs-agent-action'));
    expect(own).toHaveLength(count);
    expect(own[0]).toContain('The job is archived');
    // From then on nothing is looked for.
    github.delete(comment.id ?? 0);
    github.forgetCalls();
    await comment.write(turn('1'), options);
    expect(github.calls.filter((call) => call.startsWith('list'))).toEqual([]);
  });

  function leaveNoise(): void {
    for (const body of ['a', 'b', 'c']) github.add(ISSUE, body);
  }
});

describe('the look for it', () => {
  test('reads no further than the comment, unless the request that is wanted is not in it', async () => {
    const first = github.leave(ISSUE, turn('1'));
    for (const body of ['a', 'b']) github.add(ISSUE, body);
    const second = github.leave(ISSUE, turn('2', { at: NOW + 1 }));
    for (const body of ['c', 'd', 'e']) github.add(ISSUE, body);
    const comment = commentOn();
    expect(await comment.find(undefined, options)).toEqual([turn('1')]);
    expect(comment.id).toBe(first);
    expect(github.calls).toEqual(['list 12']);
    github.forgetCalls();
    expect(await comment.find(turn('1'), options)).toEqual([turn('1')]);
    expect(github.calls).toHaveLength(1);
    github.forgetCalls();
    expect(await commentOn().find(turn('2'), options)).toEqual([turn('1'), turn('2', { at: NOW + 1 })]);
    expect(github.calls).toHaveLength(2);
    github.delete(first);
    const other = commentOn();
    expect(await other.find(turn('3'), options)).toEqual([turn('2', { at: NOW + 1 })]);
    expect(other.id).toBe(second);
  });

  test('is deceived by no other comment', async () => {
    const copied = github.leave(ISSUE, turn('1'));
    github.add(ISSUE, github.bodies(ISSUE)[0] ?? '');
    github.delete(copied);
    github.add(ISSUE, UNSIGNED_MARKER);
    const comment = commentOn();
    expect(await comment.find(undefined, options)).toEqual([]);
    expect([comment.id, comment.turns]).toEqual([undefined, []]);
  });

  test('keeps what this run knew', async () => {
    github.leave(ISSUE, turn('1'));
    const comment = commentOn({ turns: [turn('0', { at: NOW - 1 })] });
    expect(await comment.find(undefined, options)).toEqual([turn('1')]);
    expect(comment.turns.map(({ id }) => id)).toEqual(['0', '1']);
  });
});

describe('a write', () => {
  test('keeps what others wrote since', async () => {
    const { id, comment } = await found(turn('1'));
    github.rewrite(id, turn('1', { state: 'archived' }), turn('2'));
    await comment.write(turn('3'), options);
    expect(github.turnsIn(id).map(({ id, state }) => [id, state])).toEqual([
      ['1', 'archived'],
      ['2', 'failed'],
      ['3', 'failed'],
    ]);
    expect(comment.turns).toHaveLength(3);
  });

  test('puts back what somebody took away', async () => {
    const { id, comment } = await found(turn('1'));
    github.edit(id, 'Buy shoes');
    await comment.write(turn('2'), options);
    expect(idsIn(id)).toEqual(['1', '2']);
    expect(github.bodies(ISSUE)[0]).not.toContain('shoes');
  });

  test('that changes nothing is not made, also where an editor changed the ends of lines', async () => {
    const comment = commentOn();
    await comment.write(turn('1'), options);
    const [body = ''] = github.bodies(ISSUE);
    for (const same of [body, `${body}\n`, body.replaceAll('\n', '\r\n')]) {
      github.edit(1, same);
      github.forgetCalls();
      await comment.write(turn('1'), options);
      expect(github.calls).toEqual(['get 1']);
    }
  });

  test.each([404, 410])('makes it anew when it is gone (%s), and remembers', async (status) => {
    const { id, comment } = await found(turn('1'));
    github.fail(/^get/, refusal(status));
    await comment.write(turn('2'), options);
    expect(idsIn(id + 1)).toEqual(['1', '2']);
    expect(comment.id).toBe(id + 1);
  });

  test('makes it anew when it goes between the look and the change', async () => {
    const { id, comment } = await found(turn('1'));
    github.store.before = (call) => {
      if (call === `update ${id}`) github.delete(id);
    };
    await comment.write(turn('2'), options);
    expect(github.calls.slice(1)).toEqual([`get ${id}`, `update ${id}`, 'create 12', `update ${id + 1}`]);
    expect(idsIn(id + 1)).toEqual(['1', '2']);
  });

  test.each(['get', 'update'])('does not hide trouble (%s)', async (call) => {
    const { comment } = await found(turn('1'));
    const error = trouble();
    github.fail(new RegExp(`^${call} `), error);
    await expect(comment.write(turn('2'), options)).rejects.toBe(error);
    expect(github.bodies(ISSUE)).toHaveLength(1);
  });
});

describe('the last write', () => {
  test('alone is one', async () => {
    const comment = commentOn();
    await comment.write(turn('1', { state: 'working' }), options);
    github.forgetCalls();
    await comment.writeLast(turn('1'), options);
    expect(github.calls).toEqual(['get 1', 'update 1']);
  });

  test('puts back what another run overwrites in the meantime', async () => {
    const { id, comment } = await found(turn('2', { state: 'working' }));
    github.store.after = (call) => {
      if (call !== `update ${id}`) return;
      github.store.after = () => {};
      github.rewrite(id, turn('2', { state: 'archived' }));
    };
    await comment.writeLast(turn('1'), options);
    expect(
      github
        .memoIn(id)
        ?.turns.map(({ id, state }) => `${id} ${state}`)
        .toSorted(),
    ).toEqual(['1 failed', '2 archived']);
  });

  test('looks again after it met a change by others, and not for its own unfinished turn', async () => {
    const { id, comment } = await found(turn('2'));
    github.rewrite(id, turn('2', { state: 'archived' }));
    github.forgetCalls();
    await comment.writeLast(turn('1'), options);
    expect(github.calls).toEqual([`get ${id}`, `update ${id}`, `get ${id}`]);
    github = new MemoryGithub();
    const alone = commentOn();
    await alone.write(turn('1'), options);
    github.forgetCalls();
    await alone.writeLast(turn('1', { state: 'sending' }), options);
    expect(github.calls).toEqual(['get 1', 'update 1']);
  });
});

describe('a comment that another one names', () => {
  test('is written where it is expected, and says where the conversation began', async () => {
    const id = github.leave(ISSUE, turn('1'));
    const comment = commentOn({ id, turns: [turn('0', { at: NOW - 1 })], origin: ORIGIN });
    expect(comment.origin).toEqual(ORIGIN);
    expect([comment.id, comment.url]).toEqual([id, '']);
    await comment.write(turn('2'), options);
    expect(idsIn(id)).toEqual(['0', '1', '2']);
    expect(github.memoIn(id)?.origin).toEqual(ORIGIN);
    expect(github.bodies(ISSUE)[0]).toContain('Began in');
    const reader = commentOn();
    await reader.find(undefined, options);
    expect(reader.origin).toEqual(ORIGIN);
  });

  test('is changed only if it is there, and only by its own turn', async () => {
    const id = github.leave(ISSUE, turn('1'));
    const comment = commentOn({ id });
    await comment.write(turn('2'), options, true);
    expect(idsIn(id)).toEqual(['1', '2']);
    github.edit(id, 'no marker');
    await comment.write(turn('3'), options, true);
    expect(github.bodies(ISSUE)).toEqual(['no marker']);
    github.delete(id);
    await comment.write(turn('3'), options, true);
    expect(github.bodies(ISSUE)).toEqual([]);
  });
});
