import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allot, compose, type PromptPart } from '../../src/agent/budget.ts';

/** A part that takes as much room as it gets, up to its size. */
function part(name: string, size: number, weight = 1): PromptPart {
  return {
    name,
    size,
    weight,
    fit: (room) => ({
      text: name.charAt(0).repeat(Math.min(size, room)),
      leftOut: room < size ? `${size - room} characters` : '',
    }),
  };
}

describe('shares of the room', () => {
  test('are what each needs, if that fits', () => {
    expect(allot(1000, [part('a', 100), part('b', 200)])).toEqual([102, 202]);
  });

  test('go by weight, and what one does not need goes to the others', () => {
    expect(allot(1000, [part('a', 98), part('b', 5000, 2), part('c', 5000, 1)])).toEqual([100, 600, 300]);
  });

  const sizes = fc.array(fc.record({ size: fc.nat(100_000), weight: fc.integer({ min: 1, max: 9 }) }));

  test('are never more than there is, and nothing is left while somebody needs it', () => {
    fc.assert(
      fc.property(fc.nat(60_000), sizes, (room, parts) => {
        const shares = allot(room, parts);
        const sum = shares.reduce((total, share) => total + share, 0);
        expect(sum).toBeLessThanOrEqual(room);
        const isShort = parts.some(({ size }, index) => (shares[index] ?? 0) < size + 2);
        if (isShort) expect(sum).toBeGreaterThan(room - parts.length - 1);
      }),
    );
  });
});

describe('the prompt', () => {
  test('is never longer than the limit unless the instructions are, and those are whole', () => {
    const parts = fc.array(
      fc.nat(50_000).map((size) => part('p', size)),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.nat(70_000), parts, parts, (length, subject, others) => {
        const own = 'i'.repeat(length);
        const { text } = compose([own], subject, others, 60_000);
        expect(text.startsWith(own)).toBe(true);
        expect(text.length).toBeLessThanOrEqual(Math.max(60_000, length));
        expect(compose([own], subject, others, 60_000).text).toBe(text);
      }),
    );
  });

  test('holds the subject before the rest, which still gets half of the room', () => {
    const { parts } = compose(['do'], [part('subject', 80_000)], [part('diff', 80_000)], 60_000);
    expect(parts).toEqual([
      { name: 'instructions', characters: 2, leftOut: '' },
      { name: 'subject', characters: 29_997, leftOut: '50003 characters' },
      { name: 'diff', characters: 29_997, leftOut: '50003 characters' },
    ]);
  });

  test('holds the subject whole beside small parts', () => {
    const { parts } = compose(['do'], [part('subject', 50_000)], [part('files', 800)], 60_000);
    expect(parts.map(({ characters }) => characters)).toEqual([2, 50_000, 800]);
  });
});
