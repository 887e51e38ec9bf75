import { appendFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { leaksOf, StepDirectory } from '../helpers/action-environment.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';

// What finds nothing in hostile text finds it here.
test.each([
  ['::warning file=a.ts,line=1::50%25%0Adone', { name: 'warning file=a.ts,line=1', data: '50%\ndone' }],
  ['\u2003 ::stop-commands::x', { name: 'stop-commands', data: 'x' }],
  ['text ##[add-path]/bin', { name: 'add-path', data: '/bin' }],
  ['text\r::error::x', { name: 'error', data: 'x' }],
])('the runner would read a command in %j', (text, command) => {
  expect(parseRunnerOutput(text).commands).toEqual([command]);
});

test('a secret is found wherever a step leaves it, save in the command that masks it', () => {
  const step = new StepDirectory();
  const leaks = (log: string) => leaksOf('secret', step.result(log, ''));
  expect(leaks('::add-mask::a secret\n')).toEqual([]);
  appendFileSync(step.summary, 'a secret');
  expect(leaks('::notice::a secret\n')).toEqual(['log', 'summary']);
  expect(leaks('a secret\n')).toEqual(['log', 'summary']);
  step.remove();
});
