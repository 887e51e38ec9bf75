import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRunnerFiles } from '../../src/github/files.ts';
import { redactor } from '../../src/text/redact.ts';
import { StepDirectory } from '../helpers/action-environment.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import fc from '../helpers/fast-check.ts';
import { actingText } from '../hostile/corpus.ts';

const KEY = 'mint_0123456789abcdef';
const step = new StepDirectory();
afterAll(() => step.remove());

let log: CollectedLog;
beforeEach(() => {
  step.reset();
  log = new CollectedLog();
});
afterEach(() => {
  delete process.env['GITHUB_OUTPUT'];
});

/** @param env on top of the runner's; GitHub's toolkit reads the variables of the process */
function runnerFiles(env: Record<string, string | undefined> = {}) {
  const all = step.environment({ env });
  if (all['GITHUB_OUTPUT']) process.env['GITHUB_OUTPUT'] = all['GITHUB_OUTPUT'];
  return createRunnerFiles(all, log, redactor([KEY]));
}

const outputs = () => step.result('', '').written;
const summary = () => step.result('', '').summary;

test('outputs are what the runner reads back, whatever they hold, without the secret', () => {
  const files = runnerFiles();
  files.setOutput('reason', `key ${KEY}`);
  expect(outputs()).toEqual([['reason', 'key ***']]);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z-]{1,12}$/), actingText, (name, value) => {
      step.reset();
      files.setOutput(name, value);
      expect(outputs()).toEqual([[name, value.toWellFormed()]]);
    }),
  );
});

test('the job summary is added to, without the secret', async () => {
  writeFileSync(step.summary, 'before\n');
  const files = runnerFiles();
  await files.addSummary(`# One ${KEY}`);
  await files.addSummary('two');
  expect(summary()).toBe('before\n# One ***\ntwo\n');
});

test('the job summary stays below what GitHub shows, in one piece or in several', async () => {
  const rows = '| a row of a table |\n'.repeat(60_000);
  const files = runnerFiles();
  await files.addSummary(rows);
  await files.addSummary(rows);
  expect(readFileSync(step.summary).length).toBeLessThanOrEqual(1024 * 1024);
  expect(summary()).toMatch(
    /\n\| a row of a table \|\n\n\*The rest was cut, because GitHub limits the length of a summary\.\*\n/,
  );
});

test.each([
  ['GITHUB_OUTPUT', undefined, "the variable isn't set"],
  ['GITHUB_OUTPUT', '/nowhere/output', 'Missing file at path: /nowhere/output'],
  ['GITHUB_OUTPUT', step.workspace, 'EISDIR'],
  ['GITHUB_STEP_SUMMARY', step.workspace, 'EISDIR'],
  ['GITHUB_STEP_SUMMARY', undefined, ''],
])(
  'the file of %s at %s is told of once, and without outputs a run is not complete',
  async (variable, file, why) => {
    const files = runnerFiles({ [variable]: file });
    for (const text of ['1', '2']) {
      files.setOutput('a', text);
      await files.addSummary(text);
    }
    // Of a system error its code alone.
    const level = variable === 'GITHUB_OUTPUT' ? 'error' : 'warning';
    expect(files.lacksOutputs).toBe(level === 'error');
    const told = log.texts(level).map((text) => text.replace(/(?:Error: )?(E[A-Z]+): .*/, '$1'));
    // A summary that nobody wants is not written.
    expect(told).toEqual(why === '' ? [] : [`The file for ${variable} couldn't be written: ${why}`]);
  },
);
