import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { endOf, existingJob, QUICK, start, withSandbox } from '../dist/cases.ts';
import {
  annotations,
  StepDirectory,
  type StepOptions,
  type StepResult,
} from '../helpers/action-environment.ts';
import { Bundle } from '../helpers/run-bundle.ts';

const bundle = new Bundle();
afterAll(() => bundle.remove());

/** Takes no byte: every write fails with ENOSPC. Linux has it. */
const FULL = '/dev/full';
const onLinux = existsSync(FULL) ? describe : describe.skip;
const ANALYTICS = { mode: 'analytics', period: '7d', 'artifact-name': '' };

onLinux('a full disk does not change how a run ends', () => {
  test.concurrent.each(['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])('where %s is', async (name) => {
    await withSandbox({ scenario: 'failed' }, async (sandbox) => {
      const result = await start(sandbox, QUICK, { env: { [name]: FULL } }).finished();
      expect(result.exitCode).toBe(1);
      expect(annotations(result, 'warning')).toEqual([
        expect.stringMatching(`${name} could not be written: .*ENOSPC`),
      ]);
      expect(annotations(result, 'error')).toEqual([expect.stringContaining('could not recover from')]);
      sandbox.setScenario('happy');
      expect((await start(sandbox, QUICK, { env: { [name]: FULL } }).finished()).exitCode).toBe(0);
    });
  });

  test.concurrent('where nothing at all can be written', async () => {
    await withSandbox({}, async (sandbox) => {
      const { result, exitCode } = await runInShell('ulimit -f 0', sandbox, QUICK);
      expect(exitCode).toBe(0);
      expect(result.log).toContain('The job completed, and its pull request is open');
      expect(annotations(result, 'warning')).toHaveLength(2);
      expect(sandbox.ledger.jobs).toHaveLength(1);
    });
  });
});

/** Runs the bundle below a shell that has prepared its limits. */
async function runInShell(
  prepare: string,
  sandbox: Sandbox,
  inputs: Record<string, string>,
  options: StepOptions = {},
): Promise<{ result: StepResult; exitCode: number | null }> {
  const directory = new StepDirectory();
  const env = directory.environment({ sandbox, inputs, ...options });
  const script = `${prepare}; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(bundle.script)}`;
  const child = spawn('bash', ['-c', script], {
    env,
    cwd: directory.workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const result = directory.result(log, '');
  directory.remove();
  return { result, exitCode };
}

const FIGURES = {
  'total-views': expect.stringMatching(/^\d+$/),
  'page-count': expect.stringMatching(/^\d+$/),
};

onLinux('a report for which there is no room', () => {
  test.concurrent('fails the step and says so, and the figures are told', async () => {
    await withSandbox({ pages: 613 }, async (sandbox) => {
      // In units of 1,024 bytes: enough for outputs and summary, too little for the CSV.
      const { result, exitCode } = await runInShell('ulimit -f 20', sandbox, ANALYTICS);
      expect([exitCode, result.outputs['outcome']]).toEqual([1, 'error']);
      expect(result.outputs).toMatchObject(FIGURES);
      expect(annotations(result, 'error').join()).toMatch(
        /page-views\.csv could not be written: .*(?:EFBIG|too large)/,
      );
      expect(result.summary).toContain('Docs page views');
      expect(Object.keys(result.files).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    });
  });

  test.concurrent.each(['page-views.csv', 'page-views.json', 'report.md', 'report.html'])(
    'as where a directory stands in the way of %s',
    async (name) => {
      await withSandbox({}, async (sandbox) => {
        const step = start(sandbox, { ...ANALYTICS, 'report-directory': 'report' });
        mkdirSync(path.join(step.directory.workspace, 'report', name), { recursive: true });
        const result = await step.finished();
        expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
        expect(result.outputs).toMatchObject(FIGURES);
        expect(annotations(result, 'error').join()).toContain(`${name} could not be written`);
        expect(result.summary).toContain('Docs page views');
      });
    },
  );

  test.concurrent('and a link in the workspace takes no report out of it', async () => {
    await withSandbox({}, async (sandbox) => {
      const step = start(sandbox, { ...ANALYTICS, 'report-directory': 'report' });
      symlinkSync(step.directory.temp, path.join(step.directory.workspace, 'report'), 'dir');
      const result = await step.finished();
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(annotations(result, 'error').join()).toContain('a symbolic link leads out of');
      expect(Object.keys(result.files).filter((file) => /page-views|report\./.test(file))).toEqual([]);
    });
  });
});

test('a report in whose way a file stands fails the step and says so, and the figures are told', async () => {
  await withSandbox({}, async (sandbox) => {
    const step = start(sandbox, { ...ANALYTICS, 'report-directory': 'report' });
    writeFileSync(path.join(step.directory.workspace, 'report'), '');
    const result = await step.finished();
    expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
    expect(result.outputs).toMatchObject(FIGURES);
    expect(annotations(result, 'error').join()).toContain('report');
  });
});

describe('a log that nobody reads any more', () => {
  test.concurrent('does not keep the job from being told', async () => {
    await withSandbox({ jobMs: 600 }, async (sandbox) => {
      const directory = new StepDirectory();
      const child = spawn(process.execPath, [bundle.script], {
        env: directory.environment({ sandbox, inputs: QUICK }),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(child.stdout, 'data');
      child.stdout.destroy();
      const [exitCode] = (await once(child, 'close')) as [number | null];
      const { outputs } = directory.result('', '');
      directory.remove();
      expect(outputs).toMatchObject({ outcome: 'pull-request', 'job-id': sandbox.ledger.jobs[0]?.id });
      expect(exitCode).toBe(0);
    });
  });
});

// Windows lets nobody remove the directory that a process works in.
const whereItCanGo = process.platform === 'win32' ? test.skip : test;

whereItCanGo('a workspace that is gone keeps no job from being watched', async () => {
  await withSandbox({}, async (sandbox) => {
    const id = await existingJob(sandbox);
    const { result, exitCode } = await runInShell('rmdir "$GITHUB_WORKSPACE"', sandbox, {
      'job-id': id,
      'poll-interval-seconds': '0.05',
    });
    expect([exitCode, result.outputs['outcome']]).toEqual([0, 'pull-request']);
    expect(readFileSync(bundle.script, 'utf8')).not.toBe('');
  });
});
