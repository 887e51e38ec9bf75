import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compose, type PromptPart } from '../../src/agent/quotation.ts';

/** A part that takes as much room as it gets, up to its size, if it gets `least`. */
function part(name: string, size: number, least = 1): PromptPart {
  return {
    name,
    notice: `[${name}]`,
    fit(room) {
      if (room < least) return undefined;
      const leftOut = room < size ? `${size - room} characters` : '';
      return { text: name.charAt(0).repeat(Math.min(size, room)), leftOut };
    },
  };
}

describe('the prompt', () => {
  test('is never longer than the limit unless the instructions are, and those are whole', () => {
    const size = fc.oneof(fc.nat(50_000), fc.nat(20));
    const some = fc.record({ size, least: fc.nat(1_000) });
    const parts = fc.array(some, { maxLength: 4 });
    const length = fc.oneof(fc.nat(70_000), fc.integer({ min: 59_900, max: 60_010 }));
    fc.assert(
      fc.property(length, parts, (length, given) => {
        const own = 'i'.repeat(length);
        const all = given.map(({ size, least }) => part('part', size, least));
        const { text, parts } = compose([own], all, 60_000);
        expect(text.startsWith(own)).toBe(true);
        expect(text.length).toBeLessThanOrEqual(Math.max(60_000, length));
        expect(parts).toHaveLength(1 + given.length);
      }),
    );
  });

  test('takes what is there, two lines apart, without blank instructions', () => {
    const parts = [part('subject', 3), part('none', 0), part('changes', 2)];
    expect(compose(['do', '', 'it'], parts, 100).text).toBe('do\n\nit\n\nsss\n\ncc');
    expect(compose([], parts, 100).text).toBe('sss\n\ncc');
  });

  /** How long two parts are, how much of each is taken, and what is said to be left out. */
  test.each([
    ['the first parts have the room', [80_000, 80_000], [59_985, 9], ['20015 characters', 'all of it']],
    [
      'what a part does not need is the next one’s',
      [50_000, 80_000],
      [50_000, 9_994],
      ['', '70006 characters'],
    ],
    ['everything fits', [50_000, 9_994], [50_000, 9_994], ['', '']],
    ['everything but one character', [50_000, 9_995], [50_000, 9_994], ['', '1 characters']],
  ])('%s', (_, sizes, characters, leftOut) => {
    const [subject = 0, changes = 0] = sizes;
    const { text, parts } = compose(['do'], [part('subject', subject), part('changes', changes, 10)], 60_000);
    expect(parts.map(({ name }) => name)).toEqual(['instructions', 'subject', 'changes']);
    expect(parts.map((each) => each.characters)).toEqual([2, ...characters]);
    expect(parts.map((each) => each.leftOut)).toEqual(['', ...leftOut]);
    expect(text.length).toBe(parts.reduce((sum, each) => sum + each.characters, 4));
  });

  test.each([
    [20, 'a\n\n[subject]\n\n[code]'],
    [19, 'a\n\n[subject]'],
    [12, 'a\n\n[subject]'],
    [11, 'a\n\n[code]'],
    [8, 'a'],
  ])('in %i characters names what there is no room for, if that fits', (limit, expected) => {
    const { text, parts } = compose(['a'], [part('subject', 100, 50), part('code', 100, 50)], limit);
    expect(text).toBe(expected);
    expect(parts.slice(1).map(({ leftOut }) => leftOut)).toEqual(['all of it', 'all of it']);
  });
});
