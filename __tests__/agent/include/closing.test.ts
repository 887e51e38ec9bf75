import { expect, test } from '@jest/globals';
import { closedIssues } from '../../../src/agent/include/closing.ts';

const closed = (text: string) => closedIssues(text, 'acme/app', 'https://github.com');

test.each([
  ['Fixes #3', [3]],
  ['closes #1, resolved: #2 and FIX #3', [1, 2, 3]],
  ['Close acme/app#4', [4]],
  ['Fixed https://github.com/Acme/App/issues/5.', [5]],
  ['Resolves #7\nresolves #7', [7]],
])('%j closes %j', (text, numbers) => {
  expect(closed(text)).toEqual(numbers);
});

test.each([
  'See #3',
  'prefixes #3',
  'Fixes other/app#3',
  'Fixes acme/apps#3',
  'Fixes https://github.com/other/app/issues/3',
  'Fixes https://evil.example/acme/app/issues/3',
  'Fixes #0',
  'Fixes #1234567890',
  'Fixes the issue #3',
])('%j closes nothing here', (text) => {
  expect(closed(text)).toEqual([]);
});

test('a long text takes no time', () => {
  expect(closed(`${'fixes '.repeat(20_000)}#1`)).toEqual([1]);
  expect(closed(`fixes${' '.repeat(100_000)}#1`)).toEqual([]);
});
