import { expect, test } from '@jest/globals';
import { type Checks, checksLine, checksMarkdown } from '../../src/agent/checks-text.ts';

// Other states are told in agent/stories.

const failing = (...names: readonly string[]): Checks['failed'] =>
  names.map((name) => ({ name, url: name === 'bare' ? undefined : `https://ci.example/${name}` }));
const SIX = '`bare`, `bare`, `bare`, `bare`, `bare` and 1 more';

test.each<[Checks['failed'], markdown: string, line: string]>([
  [
    failing('build', 'bare'),
    '2 checks failed: [`build`](<https://ci.example/build>), `bare`',
    'build (https://ci.example/build), bare',
  ],
  [failing(...Array<string>(6).fill('bare')), `6 checks failed: ${SIX}`, SIX.replaceAll('`', '')],
])('%j are named in Markdown and in the log', (failed, markdown, line) => {
  const checks = { state: 'failure', failed, previewUrl: undefined, pullRequest: undefined } as const;
  expect(checksMarkdown(checks)).toBe(`❌ ${markdown}`);
  expect(checksLine(checks)).toBe(`❌ ${failed.length} checks failed: ${line}`);
});
