import { expect, test } from '@jest/globals';
import type { StepResult } from '../helpers/action-environment.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { TRAP } from './corpus.ts';
import { expectInert, readCsv } from './readers.ts';

type Left = Partial<Pick<StepResult, 'log' | 'written' | 'summary'>>;

/** What a run left behind that ended well, save for what is given. */
function resultWith({ log = '', written = [], summary = '' }: Left): StepResult {
  const own = '::add-mask::k\n::group::Waiting\nStatus active\n::endgroup::\n::notice::Done\n';
  const parsed = parseRunnerOutput(own + log);
  return { log, stderr: '', ...parsed, written, outputs: Object.fromEntries(written), summary, files: {} };
}

test('what the action leaves behind is inert', () => {
  const written = [['pr-link', 'https://github.com/acme/docs/pull/7'] as const];
  const table = '| Job | `@team #1` |\n| :-- | :-- |\n| [it](<https://x.dev>) | <code>&#64;a</code> |\n';
  expectInert(resultWith({ written, summary: `## Done\n\n${table}`, log: ': :error::x\n# #[group]\n' }));
});

const UNCLOSED = ['::group::x', '::group::x\n::group::within\n::endgroup::\n::endgroup::'];
test.each<Left>([
  ...['::set-output name=a::b', 'text ##[add-path]x', 'text ##[ x', ...UNCLOSED].map((log) => ({ log })),
  ...['for the terminal\u001b[2Kb', '::notice::backwards\u202eb'].map((log) => ({ log })),
  ...[
    ['Status', 'of its own'],
    ['status', 'two\nlines'],
    ['status', '::error::x'],
  ].map(([name = '', value = '']) => ({ written: [[name, value] as const] })),
  ...[
    ...[`![image](${TRAP}/x.png)`, '<img src=x>', '<script>alert(1)</script>', '<p onclick="x">y</p>'],
    ...[`[to the trap](${TRAP})`, `bare ${TRAP}`, '[without https](javascript:alert(1))'],
    ...['a mention: @octocat', 'by entity: &#64;octocat', 'fixes #12', 'see GH-12'],
    ...['da39a3ee5e6b4b0d3255bfef95601890afd80709', '<!-- comment -->', '- [ ] box'],
  ].map((markdown) => ({ summary: `Before\n\n${markdown}\n` })),
])('a run is not inert that leaves %j', (left) => {
  expect(() => expectInert(resultWith(left))).toThrow(/Received/);
});

test.each(['=1', '@SUM(A1)', '" =1"', 'a;=1', 'a\t-x', '\u200b+x', '＝1'])('%s is a formula', (cell) => {
  expect(() => readCsv(`path,total\n${cell},1\n`)).toThrow(/Received/);
  const harmless = readCsv("path,change\n'=1,-1.5\n/a-b,+2\n");
  expect(harmless.flat().slice(2)).toEqual(["'=1", '-1.5', '/a-b', '+2']);
});
