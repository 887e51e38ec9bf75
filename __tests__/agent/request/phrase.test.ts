import { expect, test } from '@jest/globals';
import { wordsAfterPhrase } from '../../../src/agent/request/phrase.ts';

test.each([
  [
    'the words are what GitHub shows',
    '/docs',
    '/docs mention it\nand this <!-- x -->',
    'mention it\nand this',
  ],
  ['an accent may be a character of its own', '/\u00e9crire', '/e\u0301crire vite', 'vite'],
])('%s', (_, phrase, body, words) => {
  expect(wordsAfterPhrase(body, phrase)).toBe(words);
});
