import { expect, test } from '@jest/globals';
import type { StepResult } from '../helpers/action-environment.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { TRAP } from './corpus.ts';
import { expectInert, readCsv } from './readers.ts';

type Left = Partial<Pick<StepResult, 'log' | 'written' | 'summary'>>;

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
    `![image](${TRAP}/x.png)`,
    '<img src=x>',
    '<script>alert(1)</script>',
    '<p onclick="x">y</p>',
    `[to the trap](${TRAP})`,
    `bare ${TRAP}`,
    '[without https](javascript:alert(1))',
    'a mention: @octocat',
    'by entity: &#64;octocat',
    'fixes #12',
    'see GH-12',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    '<!-- comment -->',
    '- [ ] box',
  ].map((markdown) => ({ summary: `Before\n\n${markdown}\n` })),
])('a run is not inert that leaves %j beside what is', (more) => {
  const own = '::add-mask::k\n::group::Waiting\nStatus active\n::endgroup::\n::notice::Done\n';
  const files = { written: [], outputs: {}, summary: '', files: {} };
  const inert = { log: own, stderr: '', ...parseRunnerOutput(own), ...files };
  expectInert(inert);
  const left = { ...inert, ...more, ...parseRunnerOutput(own + (more.log ?? '')) };
  expect(() => expectInert(left)).toThrow(/Received/);
});

test.each(['=1', '@SUM(A1)', '" =1"', 'a;=1', 'a\t-x', '\u200b+x', '＝1'])('%s is a formula', (cell) => {
  expect(() => readCsv(`path,total\n${cell},1\n`)).toThrow(/Received/);
  const harmless = readCsv("path,change\n'=1,-1.5\n/a-b,+2\n");
  expect(harmless.flat().slice(2)).toEqual(["'=1", '-1.5', '/a-b', '+2']);
});
