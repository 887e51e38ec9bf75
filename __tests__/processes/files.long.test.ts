import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { annotations, StepDirectory, type StepResult } from '../helpers/action-environment.ts';
import { bundle, endOf, existingJob, expectSound, QUICK, start, withSandbox } from './cases.ts';

/** Takes no byte: every write fails with ENOSPC. Linux has it. */
const FULL = '/dev/full';
const isLinux = existsSync(FULL);
const onLinux = isLinux ? describe : describe.skip;
/** A directory, where a file should be. */
const ROOT = path.parse(process.cwd()).root;
const ANALYTICS = { mode: 'analytics', period: '7d', 'artifact-name': '' };

describe('a file that the runner did not give, or that takes nothing', () => {
  test.concurrent.each([
    ['GITHUB_OUTPUT', undefined],
    ['GITHUB_OUTPUT', '/nowhere/output'],
    ['GITHUB_STEP_SUMMARY', ROOT],
    ...(isLinux ? ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'].map((name) => [name, FULL] as const) : []),
  ])('is a warning, and the end is the true one: %s=%s', async (name = '', value) => {
    await withSandbox({ scenario: 'failed' }, async (sandbox) => {
      const result = await start(sandbox, QUICK, { env: { [name]: value } }).finished();
      expectSound(result, sandbox.apiKey);
      expect(result.exitCode).toBe(1);
      expect(annotations(result, 'warning')).toEqual([
        expect.stringMatching(`${name} could not be written${value === FULL ? ': .*ENOSPC' : ''}`),
      ]);
      expect(annotations(result, 'error')).toEqual([expect.stringContaining('could not recover from')]);
      sandbox.setScenario('happy');
      expect((await start(sandbox, QUICK, { env: { [name]: value } }).finished()).exitCode).toBe(0);
    });
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
  const result: StepResult = directory.result(log, '');
  directory.remove();
  return { ...result, exitCode };
}

const FIGURES = {
  'total-views': expect.stringMatching(/^\d+$/),
  'page-count': expect.stringMatching(/^\d+$/),
};

test.concurrent('a report for which there is no room fails the step, and the figures are told', async () => {
  await withSandbox({}, async (sandbox) => {
    // A file, where a directory should be.
    const result = await start(sandbox, ANALYTICS, { env: { RUNNER_TEMP: process.execPath } }).finished();
    expectSound(result, sandbox.apiKey);
    expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
    expect(result.outputs).toMatchObject({ ...FIGURES, 'report-path': '' });
    expect(annotations(result, 'error').join()).toMatch(/EEXIST|ENOTDIR|ENOENT/);
    expect(result.summary).toContain('Docs page views');
  });
});

onLinux('a disk that is full', () => {
  test.concurrent('leaves a report that says so', async () => {
    await withSandbox({ pages: 613 }, async (sandbox) => {
      // In units of 1,024 bytes: enough for outputs and summary, too little for the CSV.
      const result = await runInShell('ulimit -f 20', sandbox, ANALYTICS);
      expect(result).toMatchObject({ exitCode: 1, outputs: { ...FIGURES, outcome: 'error' } });
      expect(annotations(result, 'error').join()).toMatch(
        /page-views\.csv could not be written: .*(?:EFBIG|too large)/,
      );
      expect(result.summary).toContain('Docs page views');
      expect(Object.keys(result.files).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    });
  });

  test.concurrent('keeps no job from its end', async () => {
    await withSandbox({}, async (sandbox) => {
      const result = await runInShell('ulimit -f 0', sandbox, QUICK);
      expect(result.exitCode).toBe(0);
      expect(result.log).toContain('The job completed, and its pull request is open');
      expect(annotations(result, 'warning')).toHaveLength(2);
      expect(sandbox.ledger.jobs).toHaveLength(1);
    });
  });
});

// Windows lets nobody remove the directory that a process works in.
const whereItCanGo = process.platform === 'win32' ? describe.skip : describe;

whereItCanGo('a job is told', () => {
  test.concurrent('although nobody reads the log any more', async () => {
    await withSandbox({ jobMs: 600 }, async (sandbox) => {
      const { outputs, exitCode } = await runInShell(':', sandbox, QUICK, false);
      expect(outputs).toMatchObject({ outcome: 'pull-request', 'job-id': sandbox.ledger.jobs[0]?.id });
      expect(exitCode).toBe(0);
    });
  });

  test.concurrent('although the workspace is gone', async () => {
    await withSandbox({}, async (sandbox) => {
      const inputs = { 'job-id': await existingJob(sandbox), 'poll-interval-seconds': '0.05' };
      const { outputs, exitCode } = await runInShell('rmdir "$GITHUB_WORKSPACE"', sandbox, inputs);
      expect([exitCode, outputs['outcome']]).toEqual([0, 'pull-request']);
    });
  });
});
