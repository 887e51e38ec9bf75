import { expect, test } from '@jest/globals';
import { CONVERSATIONS, SINGLE_RUNS } from '../../../campaign/random-story.ts';
import { readStory, storyText } from '../../../campaign/story.ts';
import { interleavings } from '../../../campaign/story-index.ts';
import fc from '../../helpers/fast-check.ts';
import { play } from './play.ts';

test('the command prints the figures of what it played', async () => {
  const { code, text } = await play(['--random', '3', '--runs', '3', '--jobs', '1']);
  expect(text).toContain('Every promise was kept.');
  expect(text.match(/\| stories +\| +3 \|/g)).toHaveLength(2);
  expect(code).toBe(0);
});

test('a story is played again exactly, and shown step by step', async () => {
  const story =
    'label order=0101010101 late=1 | /docs one thing; then 0 > /docs another | 3=502-html 1:message=gone';
  const [first, second] = await Promise.all([1, 2].map(() => play(['--replay', story])));
  for (const part of [story, ', 502-html: 502', '[1] comment-list 1 → 200', '[0] run 0, attempt 1, asks'])
    expect(first?.text).toContain(part);
  expect(first?.text).toBe(second?.text);
  expect(first?.code).toBe(0);
});

test.each([
  ['label | labeled | 99=gone', /^The fault "99=gone" never happened in this story\.\n$/],
  ['label | labeled > jobs hapy', /^There is no scenario "hapy".*\n$/],
])('%s is refused with one line', async (story, line) => {
  const { code, text } = await play(['--replay', story]);
  expect([code, text]).toEqual([1, expect.stringMatching(line)]);
});

test('a story is the same once it was written and read', () => {
  const same = fc.property(fc.oneof(CONVERSATIONS, SINGLE_RUNS), (story) => {
    expect(readStory(storyText(story))).toEqual(story);
  });
  fc.assert(same, { seed: 1, numRuns: 300 });
  for (const wrong of [
    ...['lable | labeled', 'label | labeled | 1=hung', 'label | labeled | crate=500', 'label | labeld'],
    ...['label job-takes=1 | labeled', 'label | jobs hapy > labeled', 'label | labeled > edit 12 delete'],
    ...['label | labeled; them 0', 'push | maria push.squish 101', 'label | labeled | 1=500 | 2=500'],
  ])
    expect(() => readStory(wrong)).toThrow(RangeError);
});

test('every order of two runs is there once, alone and with either gone at each exchange', () => {
  const texts = interleavings({}).map(storyText);
  expect(texts).toHaveLength(4 * 252 * 11);
  expect(new Set(texts).size).toBe(texts.length);
});
