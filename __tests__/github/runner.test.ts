import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { CollectedLog } from '../../simulation/collected-log.ts';
import { createLog, createRunnerFiles, maskSecret, readWorkflowRun } from '../../src/github/runner.ts';
import { redactor } from '../../src/text/redact.ts';
import { StepDirectory } from '../helpers/action-environment.ts';
import fc from '../helpers/fast-check.ts';
import { parseRunnerOutput, stdoutOf } from '../helpers/runner-commands.ts';
import { actingText } from '../hostile/corpus.ts';

const KEY = 'mint_0123456789abcdef';
const redact = redactor([KEY]);
const step = new StepDirectory();
afterAll(() => step.remove());

const ON_RUNNER = {
  GITHUB_REPOSITORY: 'acme/docs',
  GITHUB_RUN_ID: '17',
  GITHUB_RUN_NUMBER: '8',
  GITHUB_RUN_ATTEMPT: '3',
  GITHUB_SERVER_URL: 'https://git.acme.example/',
  GITHUB_JOB: 'docs',
  GITHUB_ACTION: '__acme_docs',
  GITHUB_WORKFLOW_REF: 'acme/docs/.github/workflows/docs sweep.yml@refs/heads/a@b',
  GITHUB_REF_NAME: 'a@b',
  GITHUB_SHA: 'abc',
};
const PAGE = 'acme/docs/actions/runs/17';

test('the workflow run is what the variables say', () => {
  const run = {
    repository: 'acme/docs',
    id: '17',
    number: 8,
    attempt: 3,
    step: 'docs/__acme_docs',
    workflowFile: 'docs sweep.yml',
    ref: 'a@b',
    sha: 'abc',
    serverUrl: 'https://git.acme.example',
    url: `https://git.acme.example/${PAGE}`,
  };
  expect(readWorkflowRun(ON_RUNNER)).toEqual(run);
  expect(readWorkflowRun({ ...ON_RUNNER, GITHUB_RUN_ID: 'x' })).toEqual({ ...run, id: '', url: '' });
  const onGithub = { serverUrl: 'https://github.com', url: `https://github.com/${PAGE}` };
  expect(readWorkflowRun({ ...ON_RUNNER, GITHUB_SERVER_URL: '' })).toEqual({ ...run, ...onGithub });
});

test('nothing is known outside of GitHub Actions', () => {
  const none = { repository: '', id: '', url: '', number: 0, attempt: 1, workflowFile: '', ref: '', sha: '' };
  expect(readWorkflowRun({})).toMatchObject(none);
});

test.each(['acme', 'acme/', '/docs', 'a/b/c'])('the repository %s counts as none', (repository) => {
  expect(readWorkflowRun({ ...ON_RUNNER, GITHUB_REPOSITORY: repository }).url).toBe('');
});

test.each(['0', '-1', 'two', '1e3', ''])('the attempt "%s" counts as the first', (attempt) => {
  expect(readWorkflowRun({ ...ON_RUNNER, GITHUB_RUN_ATTEMPT: attempt }).attempt).toBe(1);
});

// What no text may do to the log is held by text/workflow-commands, and of whole runs by hostile/.
test('the log has lines, annotations and groups, without the secret, and lets no text act', async () => {
  const log = createLog(redact);
  const ANNOTATIONS = ['notice', 'warning', 'error', 'debug'] as const;
  const told = await stdoutOf(async () => {
    for (const kind of ['info', ...ANNOTATIONS] as const) log[kind](`100% of ${KEY}\n::error::x ##[group]y`);
    expect(await log.group(`Waiting\nfor ##[x] ${KEY}`, () => 7)).toBe(7);
    await expect(log.group('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
  const { lines, commands } = parseRunnerOutput(told);
  expect(lines).toEqual(['100% of ***', ': :error::x # #[group]y']);
  const groups = ['group: Waiting for # #[x] ***', 'endgroup: ', 'group: x', 'endgroup: '];
  const annotations = ANNOTATIONS.map((kind) => `${kind}: ${lines.join('\n')}`);
  expect(commands.map(({ name, data }) => `${name}: ${data}`)).toEqual([...annotations, ...groups]);
});

test('a secret is masked as it is and trimmed, once', async () => {
  const secrets = [KEY, ` ${KEY}\n`, 'one\r\ntwo', '', ' \n '];
  const { commands } = parseRunnerOutput(await stdoutOf(() => secrets.forEach(maskSecret)));
  const masked = [KEY, ` ${KEY}\n`, KEY, 'one\r\ntwo'];
  expect(commands).toEqual(masked.map((data) => ({ name: 'add-mask', data })));
});

/** @param env on top of the runner's; GitHub's toolkit reads the variables of the process */
function runnerFiles(env: Record<string, string | undefined> = {}) {
  step.reset();
  const log = new CollectedLog();
  const all = step.environment({ env });
  process.env['GITHUB_OUTPUT'] = all['GITHUB_OUTPUT'] ?? '';
  return { log, files: createRunnerFiles(all, log, redact) };
}

test('the file of outputs holds what the runner reads back, whatever it is, without the secret', () => {
  const { files } = runnerFiles();
  files.setOutput('reason', `key ${KEY}`);
  expect(step.result('', '').written).toEqual([['reason', 'key ***']]);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z-]{1,12}$/), actingText, (name, value) => {
      step.reset();
      files.setOutput(name, value);
      expect(step.result('', '').written).toEqual([[name, value.toWellFormed()]]);
    }),
  );
});

test('the job summary is added to, without the secret, and stays below what GitHub shows', async () => {
  const { files } = runnerFiles();
  writeFileSync(step.summary, 'before\n');
  await files.addSummary(`# One ${KEY}`);
  await files.addSummary('two');
  expect(readFileSync(step.summary, 'utf8')).toBe('before\n# One ***\ntwo\n');
  for (const _ of [1, 2]) await files.addSummary('| a row of a table |\n'.repeat(60_000));
  const summary = readFileSync(step.summary, 'utf8');
  expect(summary.length).toBeLessThanOrEqual(1024 * 1024);
  expect(summary).toMatch(/\| a row of a table \|\n\n\*The rest was cut, because GitHub limits the length /);
});

test.each([
  ['GITHUB_OUTPUT', undefined, "the variable isn't set"],
  ['GITHUB_OUTPUT', '/nowhere/output', 'Missing file at path: /nowhere/output'],
  ['GITHUB_STEP_SUMMARY', step.workspace, 'EISDIR'],
  // A summary that nobody wants is not written.
  ['GITHUB_STEP_SUMMARY', undefined, ''],
])('a missing %s at %s is told once, and without outputs a run is not complete', async (name, file, why) => {
  const { files, log } = runnerFiles({ [name]: file });
  for (const text of ['1', '2']) {
    files.setOutput('a', text);
    await files.addSummary(text);
  }
  const level = name === 'GITHUB_OUTPUT' ? 'error' : 'warning';
  expect(files.lacksOutputs).toBe(level === 'error');
  // Of a system error its code alone.
  const told = log.texts(level).map((text) => text.replace(/(?:Error: )?(E[A-Z]+): .*/, '$1'));
  expect(told).toEqual(why === '' ? [] : [`The file for ${name} couldn't be written: ${why}`]);
});
