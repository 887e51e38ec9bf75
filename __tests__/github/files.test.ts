import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRunnerFiles } from '../../src/github/files.ts';
import { redactor } from '../../src/text/redact.ts';
import { StepDirectory } from '../helpers/action-environment.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
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

/** The first line of a kind, with a system error by its code alone. */
const told = (kind: 'warning') => log.texts(kind)[0]?.replace(/(?:Error: )?(E[A-Z]+): .*/, '$1');
const outputs = () => step.result('', '').written;
const summary = () => step.result('', '').summary;

describe('outputs', () => {
  test('are what the runner reads back, whatever they hold', () => {
    const files = runnerFiles();
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z-]{1,12}$/), actingText, (name, value) => {
        step.reset();
        files.setOutput(name, value);
        expect(outputs()).toEqual([[name, value.toWellFormed()]]);
      }),
    );
  });

  test('do not hold the secret', () => {
    runnerFiles().setOutput('reason', `key ${KEY}`);
    expect(outputs()).toEqual([['reason', 'key ***']]);
  });

  test.each([
    ['is not named', undefined, 'the variable is not set'],
    ['is missing', '/nowhere/output', 'Missing file at path: /nowhere/output'],
    ['is a directory', step.workspace, 'EISDIR'],
  ])('that cannot be written because the file %s are one warning', (_, file, why) => {
    const files = runnerFiles({ GITHUB_OUTPUT: file });
    files.setOutput('a', '1');
    files.setOutput('b', '2');
    expect(log.lines).toHaveLength(1);
    expect(told('warning')).toBe(`The file of GITHUB_OUTPUT could not be written: ${why}`);
  });
});

describe('the job summary', () => {
  test('is added to, without the secret', async () => {
    writeFileSync(step.summary, 'before\n');
    const files = runnerFiles();
    await files.addSummary(`# One ${KEY}`);
    await files.addSummary('two');
    expect(summary()).toBe('before\n# One ***\ntwo\n');
  });

  test('stays below what GitHub shows, in one piece or in several', async () => {
    const rows = `${'| a row of a table |\n'.repeat(60_000)}`;
    const files = runnerFiles();
    await files.addSummary(rows);
    await files.addSummary(rows);
    expect(readFileSync(step.summary).length).toBeLessThanOrEqual(1024 * 1024);
    expect(summary()).toMatch(/\n\| a row of a table \|\n\n\*The rest was cut: GitHub shows no more\.\*\n/);
  });

  test('that nobody wants is not written', async () => {
    await runnerFiles({ GITHUB_STEP_SUMMARY: undefined }).addSummary('x');
    expect(log.lines).toEqual([]);
  });

  test('that cannot be written is one warning', async () => {
    const files = runnerFiles({ GITHUB_STEP_SUMMARY: step.workspace });
    await files.addSummary('x');
    await files.addSummary('y');
    expect(log.lines).toHaveLength(1);
    expect(told('warning')).toBe('The file of GITHUB_STEP_SUMMARY could not be written: EISDIR');
  });
});
