import { expect, test } from '@jest/globals';
import { closedIssues } from '../../../src/agent/prompt/linked-issues.ts';
import { tableOf } from '../table.ts';

const TEXTS = tableOf<'text' | 'closes'>(`
  text | closes
  Fixes #3 | 3
  closes #1, resolved: #2 and FIX #3 | 1 2 3
  Close acme/app#4 | 4
  Fixed https://github.com/Acme/App/issues/5. | 5
  Resolves #7, resolves #7 | 7
  See #3 |
  prefixes #3 |
  Fixes other/app#3, fixes acme/apps#3, fixes https://github.com/other/app/issues/3 |
  Fixes https://evil.example/acme/app/issues/3 |
  Fixes #0, fixes #1234567890, fixes the issue #3 |
  ${'fixes '.repeat(20_000)}#1 fixes${' '.repeat(100_000)}#2 | 1`);

test.each(TEXTS)('issues of acme/app that a text closes, %#: $closes', ({ text, closes }) => {
  expect(closedIssues(text, 'acme/app', 'https://github.com').join(' ')).toBe(closes);
});
