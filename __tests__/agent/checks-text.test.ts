import { expect, test } from '@jest/globals';
import { type Checks, checksLine, checksMarkdown } from '../../src/agent/checks-text.ts';

const failing = (...names: readonly string[]): Partial<Checks> => ({
  state: 'failure',
  failed: names.map((name) => ({ name, url: name === 'bare' ? undefined : `https://ci.example/${name}` })),
});

test.each<[Partial<Checks>, markdown: string, line: string]>([
  [{}, '', ''],
  [{ state: 'success' }, '✅ Checks passed', '✅ Checks passed'],
  [{ state: 'pending' }, '⏳ Checks are still running', '⏳ Checks are still running'],
  [{ state: 'none' }, 'There are no checks', 'There are no checks'],
  [
    { previewUrl: 'https://preview.example/' },
    '[Preview](<https://preview.example/>)',
    'Preview: https://preview.example/',
  ],
  [
    { ...failing('build', 'bare'), previewUrl: 'https://preview.example/' },
    '❌ 2 checks failed: [`build`](<https://ci.example/build>), `bare` · [Preview](<https://preview.example/>)',
    '❌ 2 checks failed: build (https://ci.example/build), bare · Preview: https://preview.example/',
  ],
  [
    failing('bare', 'bare', 'bare', 'bare', 'bare', 'bare', 'bare'),
    '❌ 7 checks failed: `bare`, `bare`, `bare`, `bare`, `bare` and 2 more',
    '❌ 7 checks failed: bare, bare, bare, bare, bare and 2 more',
  ],
])('%j is told in Markdown and in the log', (checks, markdown, line) => {
  const whole = { state: undefined, failed: [], previewUrl: undefined, pullRequest: undefined, ...checks };
  expect([checksMarkdown(whole), checksLine(whole)]).toEqual([markdown, line]);
});
