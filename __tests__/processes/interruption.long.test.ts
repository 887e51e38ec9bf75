import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { mergedPayload, REPOSITORY } from '../agent/include/history.ts';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import type { BundleResult, StartedStep } from '../helpers/run-bundle.ts';
import { endOf, expectSound, QUICK, start, withSandbox } from './cases.ts';

/** The runner sends SIGINT, then SIGTERM after 7.5 s, and kills after 10 s. The machine may be busy with the other steps. */
const PROMPTLY_MS = 15_000;

/** Interrupts a step, which must end soon. */
async function interrupted(
  step: StartedStep,
  apiKey: string,
  ...signals: NodeJS.Signals[]
): Promise<BundleResult> {
  const at = performance.now();
  for (const signal of signals) step.kill(signal);
  const result = await step.finished();
  expect(performance.now() - at).toBeLessThan(PROMPTLY_MS);
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

  /** The variable with which Node runs `code` before the action. */
  const preloading = (name: string, code: string) => {
    writeFileSync(path.join(directory, name), code);
    return { NODE_OPTIONS: `--require ${path.join(directory, name)}` };
  };

  test.concurrent.each([
    ['SIGINT', 'agent', 'cancelled'],
    ['SIGBREAK', 'agent', 'cancelled'],
    ['SIGTERM', 'analytics', 'error'],
  ])('by %s as early as it can hear it, before the bundle is loaded, leaves an outcome', async (...row) => {
    const [signal, mode = '', outcome] = row;
    await withSandbox({}, async (sandbox) => {
      const env = { ...preloading('at-once.cjs', AT_ONCE), SIGNAL_AT_ONCE: signal };
      const result = await interrupted(start(sandbox, { ...QUICK, mode }, { env }), sandbox.apiKey);
      expect(result.outputs['outcome']).toBe(outcome);
      expect(sandbox.ledger.requests).toEqual([]);
      expect(result.files['temp/loaded']).not.toContain('NativeModule tls');
    });
  });

  test.concurrent.each([
    ['agent', 'create', 'unknown'],
    ['analytics', 'views', 'error'],
  ] as const)(
    'in %s mode, and whose process ends before it, leaves an outcome',
    async (mode, on, outcome) => {
      const env = preloading('exit.cjs', "process.on('SIGINT', () => process.exit());");
      const fault = { on, behaviour: { kind: 'hang', effect: true } } as const;
      await withSandbox({ faults: [fault] }, async (sandbox) => {
        const step = start(sandbox, { ...QUICK, mode }, { env });
        await step.until(() => sandbox.ledger.of(on).length > 0, `the request ${on}`);
        const result = await interrupted(step, sandbox.apiKey, 'SIGINT');
        expect(endOf(result)).toEqual({ exitCode: 1, outcome });
        expect(result.outputs['reason']).toContain('The run was interrupted');
      });
    },
  );

  test.concurrent.each([[['SIGINT']], [['SIGTERM']], [['SIGINT', 'SIGTERM', 'SIGINT']]] as const)(
    'by %j while it waits ends at once, and says how to go on',
    async (signals) => {
      await withSandbox({ scenario: 'slow' }, async (sandbox) => {
        const step = start(sandbox, { ...QUICK, 'poll-interval-seconds': '30' });
        await step.logged('Waiting for the job');
        const result = await interrupted(step, sandbox.apiKey, ...signals);
        const id = sandbox.ledger.jobs[0]?.id ?? '';
        expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
        expect(result.outputs).toMatchObject({ 'job-id': id, status: 'active' });
        expect(visibleText(result)).toContain('did not stop the job');
        expect(visibleText(result)).toContain('The job goes on remotely. To watch it');
        expect(result.summary).toContain('## ✋');
      });
    },
  );

  test.concurrent('while its POST is under way gets the answer that comes soon, and keeps the job', async () => {
    const fault = { on: 'create', behaviour: { kind: 'delay', ms: 1000 } } as const;
    await withSandbox({ scenario: 'slow', faults: [fault] }, async (sandbox) => {
      const step = start(sandbox, QUICK);
      await step.until(() => sandbox.ledger.of('create').length > 0, 'the create');
      const result = await interrupted(step, sandbox.apiKey, 'SIGINT');
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(result.outputs['job-id']).toBe(sandbox.ledger.jobs[0]?.id);
    });
  });

  test.concurrent('while its POST is under way and not answered is unknown', async () => {
    await withSandbox({ scenario: 'create-hang-after' }, async (sandbox) => {
      const step = start(sandbox, QUICK);
      await step.until(() => sandbox.ledger.of('create').length > 0, 'the create');
      const result = await interrupted(step, sandbox.apiKey, 'SIGINT');
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
      const result = await interrupted(step, sandbox.apiKey, 'SIGTERM');
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(result.outputs['job-id']).toBe('');
      expect(sandbox.ledger.of('create')).toHaveLength(1);
      expect(result.summary).toContain('## ✋');
    });
  });

  test.concurrent('while it reads what include names stops reading, and sends nothing', async () => {
    const event = { name: 'pull_request', payload: mergedPayload('Fixes #3.') };
    const inputs = { ...QUICK, context: 'event', include: 'changes' };
    const fault = { on: 'content', behaviour: { kind: 'hang', effect: false } } as const;
    await withSandbox({ history: true, faults: [fault] }, async (sandbox) => {
      const step = start(sandbox, inputs, { event, env: { GITHUB_REPOSITORY: REPOSITORY } });
      await step.until(() => sandbox.ledger.of('content').length > 0, 'the files to be asked for');
      const result = await interrupted(step, sandbox.apiKey, 'SIGTERM');
      expect(endOf(result).outcome).toBe('cancelled');
      expect(sandbox.ledger.of('create')).toEqual([]);
    });
  });
});
