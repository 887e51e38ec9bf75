import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { annotations, StepDirectory } from '../helpers/action-environment.ts';
import { bundle, expectSound, QUICK, start, withSandbox } from './cases.ts';

/** Takes no byte: every write fails with ENOSPC. Linux has it. */
const FULL = '/dev/full';
const isLinux = existsSync(FULL);
const onLinux = isLinux ? test : test.skip;
/** A directory, where a file should be. */
const ROOT = path.parse(process.cwd()).root;
const ANALYTICS = { mode: 'analytics', 'artifact-name': '' };

test.each([
  ['GITHUB_OUTPUT', undefined],
  ['GITHUB_OUTPUT', ROOT],
  ['GITHUB_STEP_SUMMARY', ROOT],
  ...(isLinux ? ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'].map((name) => [name, FULL] as const) : []),
])('an unwritable summary is a warning, and unwritable outputs fail the step: %s=%s', async (name, value) => {
  await withSandbox({}, async (sandbox) => {
    const result = await start(sandbox, QUICK, { env: { [name ?? '']: value } }).finished();
    expectSound(result, sandbox);
    const told = expect.stringMatching(`${name} couldn't be written${value === FULL ? ': .*ENOSPC' : ''}`);
    const isOutput = name === 'GITHUB_OUTPUT';
    expect(result.exitCode).toBe(isOutput ? 1 : 0);
    expect(annotations(result, 'warning')).toEqual(isOutput ? [] : [told]);
    expect(annotations(result, 'error')).toEqual(isOutput ? [told] : []);
    expect(sandbox.ledger.jobs).toHaveLength(1);
  });
});

/** Runs the bundle below a shell that has prepared its limits. Nothing is read of its log if `isHeard` is false. */
async function runInShell(prepare: string, sandbox: Sandbox, inputs: Record<string, string>, isHeard = true) {
  const directory = new StepDirectory();
  const script = `${prepare}; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(bundle.script)} 2>&1`;
  const env = directory.environment({ sandbox, inputs });
  const child = spawn('bash', ['-c', script], { env, cwd: directory.workspace });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (!isHeard) child.stdout.destroy();
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const result = directory.result(log, '');
  directory.remove();
  return { ...result, exitCode };
}

onLinux.each([
  // In units of 1,024 bytes: enough for outputs and summary, too little for the CSV.
  ['a full disk', 'ulimit -f 20', /page-views\.csv could.*written: .*(EFBIG|too large)/],
  ['no directory', `export RUNNER_TEMP=${process.execPath}`, /EEXIST|ENOTDIR|ENOENT/],
])('a report with %s fails the step, and its figures are told', async (_, prepare, error) => {
  await withSandbox({ pages: 613 }, async (sandbox) => {
    const result = await runInShell(prepare, sandbox, ANALYTICS);
    const outputs = { 'total-views': expect.stringMatching(/^\d+$/), outcome: 'error', 'report-path': '' };
    expect(result).toMatchObject({
      exitCode: 1,
      outputs,
      summary: expect.stringContaining('Docs page views'),
    });
    expect(annotations(result, 'error').join()).toMatch(error);
    expect(Object.keys(result.files).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

onLinux('a disk that is full keeps no job from its end', () =>
  withSandbox({}, async (sandbox) => {
    const result = await runInShell('ulimit -f 0', sandbox, QUICK);
    const told = (['error', 'warning'] as const).map((level) => annotations(result, level).length);
    expect([result.exitCode, ...told]).toEqual([1, 1, 1]);
    expect(result.log).toContain('The job completed');
  }),
);

// Windows lets nobody remove the directory that a process works in.
(process.platform === 'win32' ? test.skip : test).each([
  ['nobody reads the log any more', ':', false],
  ['the workspace is gone', 'rmdir "$GITHUB_WORKSPACE"', true],
])('a job is told although %s', async (_, prepare, isHeard) => {
  await withSandbox({ jobMs: 600 }, async (sandbox) => {
    const { outputs, exitCode } = await runInShell(prepare, sandbox, QUICK, isHeard);
    const job = sandbox.ledger.jobs[0]?.id;
    expect([exitCode, outputs['outcome'], outputs['job-id']]).toEqual([0, 'pull-request', job]);
  });
});
