import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { endOf, existingJob, expectSound, QUICK, start, withSandbox } from './cases.ts';

/** The runner sends SIGINT, then SIGTERM after 7.5 s, and kills after 10 s. The machine may be busy with the other steps. */
const PROMPTLY_MS = 15_000;

async function ended(step: ReturnType<typeof start>, interruptedAt: number, apiKey: string) {
  const result = await step.finished();
  expect(performance.now() - interruptedAt).toBeLessThan(PROMPTLY_MS);
  expectSound(result, apiKey);
  return result;
}

// On Windows a process that is killed ends without a signal; only a console can send one.
const whereSignalsAre = process.platform === 'win32' ? describe.skip : describe;

/** Interrupts the process the moment it can hear it, and leaves the names of Node's modules that were loaded by then. */
const AT_ONCE = `
const on = process.on;
process.on = function (name, listener) {
  const result = on.call(this, name, listener);
  if (name === process.env.SIGNAL_AT_ONCE) {
    require('node:fs').writeFileSync(process.env.RUNNER_TEMP + '/loaded', process.moduleLoadList.join());
    // Only Windows can send Ctrl-Break.
    if (name === 'SIGBREAK') process.emit(name, name);
    else process.kill(process.pid, name);
  }
  return result;
};`;

whereSignalsAre('a run that is interrupted', () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-early-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test.concurrent('as early as it can hear it, which is before the bundle is loaded, leaves an outcome', async () => {
    const preloaded = path.join(directory, 'at-once.cjs');
    writeFileSync(preloaded, AT_ONCE);
    const cases = [
      ['SIGINT', 'agent', 'cancelled'],
      ['SIGBREAK', 'agent', 'cancelled'],
      ['SIGTERM', 'analytics', 'error'],
    ] as const;
    for (const [name, mode, outcome] of cases) {
      await withSandbox({}, async (sandbox) => {
        const at = performance.now();
        const env = { NODE_OPTIONS: `--require ${preloaded}`, SIGNAL_AT_ONCE: name };
        const result = await ended(start(sandbox, { ...QUICK, mode }, { env }), at, sandbox.apiKey);
        expect(result.outputs['outcome']).toBe(outcome);
        expect(sandbox.ledger.requests).toEqual([]);
        expect(result.files['temp/loaded']).not.toContain('NativeModule tls');
      });
    }
  });

  test.concurrent.each([
    ['agent', 'create', 'unknown'],
    ['analytics', 'views', 'error'],
  ] as const)(
    'in %s mode, and whose process ends before it, leaves an outcome',
    async (mode, on, outcome) => {
      const preloaded = path.join(directory, 'exit.cjs');
      writeFileSync(preloaded, "process.on('SIGINT', () => process.exit());");
      const fault = { on, behaviour: { kind: 'hang', effect: true } } as const;
      await withSandbox({ faults: [fault] }, async (sandbox) => {
        const env = { NODE_OPTIONS: `--require ${preloaded}` };
        const step = start(sandbox, { ...QUICK, mode }, { env });
        await step.until(() => sandbox.ledger.of(on).length > 0, `the request ${on}`);
        const at = performance.now();
        step.kill('SIGINT');
        const result = await ended(step, at, sandbox.apiKey);
        expect(endOf(result)).toEqual({ exitCode: 1, outcome });
        expect(result.outputs['reason']).toContain('The run was interrupted');
      });
    },
  );

  test.concurrent.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s while it waits ends at once, and says how to go on',
    async (signal) => {
      await withSandbox({ scenario: 'slow' }, async (sandbox) => {
        const step = start(sandbox, { ...QUICK, 'poll-interval-seconds': '30' });
        await step.logged('Waiting for the job');
        const at = performance.now();
        step.kill(signal);
        const result = await ended(step, at, sandbox.apiKey);
        const id = sandbox.ledger.jobs[0]?.id ?? '';
        expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
        expect(result.outputs).toMatchObject({ 'job-id': id, status: 'active' });
        expect(result.files['output']).toContain(id);
        expect(visibleText(result)).toContain('the job was not stopped');
        expect(visibleText(result)).toContain('The job goes on remotely. To watch it');
        expect(visibleText(result)).toContain(id);
        expect(result.summary).toContain('## ✋ Interrupted: the job goes on');
      });
    },
  );

  test.concurrent('twice ends the same', async () => {
    await withSandbox({ scenario: 'slow' }, async (sandbox) => {
      const step = start(sandbox, QUICK);
      await step.logged('Waiting for the job');
      const at = performance.now();
      step.kill('SIGINT');
      step.kill('SIGTERM');
      step.kill('SIGINT');
      const result = await ended(step, at, sandbox.apiKey);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
    });
  });

  test.concurrent('while a poll hangs does not wait for it', async () => {
    await withSandbox({ scenario: 'get-hang' }, async (sandbox) => {
      const id = await existingJob(sandbox);
      const step = start(sandbox, { 'job-id': id });
      await step.until(() => sandbox.ledger.of('get').length > 0, 'the poll');
      const at = performance.now();
      step.kill('SIGINT');
      const result = await ended(step, at, sandbox.apiKey);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(result.outputs['job-id']).toBe(id);
    });
  });

  test.concurrent('while its POST is under way gets the answer that comes soon, and keeps the job', async () => {
    const fault = { on: 'create' as const, behaviour: { kind: 'delay' as const, ms: 1000 } };
    await withSandbox({ scenario: 'slow', faults: [fault] }, async (sandbox) => {
      const step = start(sandbox, QUICK);
      await step.until(() => sandbox.ledger.of('create').length > 0, 'the create');
      const at = performance.now();
      step.kill('SIGINT');
      const result = await ended(step, at, sandbox.apiKey);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(result.outputs['job-id']).toBe(sandbox.ledger.jobs[0]?.id);
    });
  });

  test.concurrent('while its POST is under way and not answered is unknown', async () => {
    await withSandbox({ scenario: 'create-hang-after' }, async (sandbox) => {
      const step = start(sandbox, QUICK);
      await step.until(() => sandbox.ledger.of('create').length > 0, 'the create');
      const at = performance.now();
      step.kill('SIGINT');
      const result = await ended(step, at, sandbox.apiKey);
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'unknown' });
      expect(result.outputs['reason']).toContain('the run was interrupted while the request was under way');
      expect(annotations(result, 'error')[0]).toContain('Look at the agent jobs in the platform dashboard');
      expect(sandbox.ledger.of('create')).toHaveLength(1);
    });
  });

  test.concurrent('before it sends again sends nothing more', async () => {
    await withSandbox({ scenario: 'create-429' }, async (sandbox) => {
      const step = start(sandbox, { ...QUICK, 'poll-interval-seconds': '30' });
      await step.logged('Sending it again in 2 s');
      const at = performance.now();
      step.kill('SIGTERM');
      const result = await ended(step, at, sandbox.apiKey);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(result.outputs['job-id']).toBe('');
      expect(sandbox.ledger.of('create')).toHaveLength(1);
      expect(result.summary).toContain('## ✋ Interrupted\n');
    });
  });
});

whereSignalsAre('a prompt-file that is a pipe', () => {
  test('is refused and not waited for', () =>
    withSandbox({}, async (sandbox) => {
      const step = start(sandbox, { 'prompt-file': 'pipe' });
      execFileSync('mkfifo', [path.join(step.directory.workspace, 'pipe')]);
      const at = performance.now();
      const result = await ended(step, at, sandbox.apiKey);
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(visibleText(result)).toContain('It must be a regular file');
      expect(sandbox.ledger.of('create')).toEqual([]);
    }));
});
