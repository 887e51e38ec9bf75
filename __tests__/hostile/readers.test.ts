import { expect, test } from '@jest/globals';
import type { StepResult } from '../helpers/action-environment.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { TRAP } from './corpus.ts';
import { expectInert, expectInertMarkdown, readCsv } from './readers.ts';

type Left = Partial<Pick<StepResult, 'log' | 'written' | 'summary'>>;

/** What a run left behind that ended well, save for what is given. */
function resultWith({ log = '', written = [], summary = '' }: Left): StepResult {
  const own = '::add-mask::k\n::group::Waiting\nStatus active\n::endgroup::\n::notice::Done\n';
  const parsed = parseRunnerOutput(own + log);
  return { log, stderr: '', ...parsed, written, outputs: Object.fromEntries(written), summary, files: {} };
}

test('what the action leaves behind is inert', () => {
  const written = [['pr-link', 'https://github.com/acme/docs/pull/7'] as const];
  const summary =
    '## Done\n\n| Job | `@team #1` |\n| :-- | :-- |\n| [it](<https://x.dev>) | <code>&#64;a</code> |\n';
  expectInert(resultWith({ written, summary, log: ': :error::x\n# #[group]\n' }));
});

test.each<[string, Left]>([
  ['a command', { log: '::set-output name=a::b\n' }],
  ['a command of old', { log: 'text ##[add-path]x\n' }],
  ['half of one', { log: 'text ##[ x\n' }],
  ['a group that is not closed', { log: '::group::x\n' }],
  ['groups within groups', { log: '::group::x\n::group::y\n::endgroup::\n::endgroup::\n' }],
  ['an escape for the terminal', { log: 'a\u001b[2Kb\n' }],
  ['text that runs backwards', { log: '::notice::a\u202eb\n' }],
  ['an output of its own', { written: [['Status', 'x']] }],
  ['an output of two lines', { written: [['status', 'a\nb']] }],
  ['an output that is a command', { written: [['status', '::error::x']] }],
  ['a summary that acts', { summary: 'ask @octocat' }],
])('a run is not inert that leaves %s', (_, left) => {
  expect(() => expectInert(resultWith(left))).toThrow(/Received/);
});

test.each([
  ['an image', `![x](${TRAP}/x.png)`],
  ['an image in HTML', '<img src=x>'],
  ['a script', '<script>alert(1)</script>'],
  ['an attribute that acts', '<p onclick="x">y</p>'],
  ['a link to the trap', `[x](${TRAP})`],
  ['its bare address', `x ${TRAP}`],
  ['a link without https', '[x](javascript:alert(1))'],
  ['a mention', 'x @octocat'],
  ['a mention by entity', 'x &#64;octocat'],
  ['an issue', 'fixes #12'],
  ['an issue in words', 'see GH-12'],
  ['a commit', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['a comment', '<!-- x -->'],
  ['a box', '- [ ] x'],
])('Markdown is not inert that holds %s', (_, markdown) => {
  expect(() => expectInertMarkdown(`Before\n\n${markdown}\n`)).toThrow(/Received/);
});

test.each(['=1', '@SUM(A1)', '" =1"', 'a;=1', 'a\t-x', '\u200b+x', '＝1'])(
  'a formula is found: %s',
  (cell) => {
    expect(() => readCsv(Buffer.from(`path,total\n${cell},1\n`))).toThrow(/Received/);
  },
);

test('numbers and texts are no formulas', () => {
  expect(readCsv(Buffer.from("path,change\n'=1,-1.5\n/a-b,+2\n"))).toEqual([
    ['path', 'change'],
    ["'=1", '-1.5'],
    ['/a-b', '+2'],
  ]);
});
