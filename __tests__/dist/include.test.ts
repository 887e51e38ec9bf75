import { describe, expect, test } from '@jest/globals';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import { mergedPayload, REPOSITORY } from '../agent/include/history.ts';
import { annotations, type StepOptions, visibleText } from '../helpers/action-environment.ts';
import { endOf, expectSound, QUICK, run, start, withSandbox } from './cases.ts';

const MERGED: StepOptions = {
  event: { name: 'pull_request', payload: mergedPayload('Fixes #3 and fixes #4.') },
  env: { GITHUB_REPOSITORY: REPOSITORY },
};
const INPUTS = { ...QUICK, context: 'event', include: 'files, diff, linked-issues, discussion' };
const HANGING: SandboxOptions = {
  history: true,
  faults: [{ on: 'content', behaviour: { kind: 'hang', effect: false } }],
};

// On Windows a process that is killed ends without a signal.
const whereSignalsAre = process.platform === 'win32' ? test.skip : test;

describe('include, in the bundle', () => {
  test('sends what people would change by hand, and nothing that looks like a key', () =>
    withSandbox({ history: true }, async (sandbox) => {
      const result = await run(sandbox, INPUTS, MERGED);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      const prompt = promptOf(sandbox);
      expect(prompt).toContain('> HTTPS_PROXY does nothing.');
      expect(prompt).toContain('> File: docs/proxy.md');
      expect(prompt).not.toContain('node_modules/package-');
      expect(prompt.length).toBeLessThanOrEqual(60_000);
      expect(visibleText(result)).toContain('Parts of the prompt:');
      expect(annotations(result, 'warning')).toEqual([]);
    }));

  test('sends the rest when GitHub does not answer, with one warning', () =>
    withSandbox(HANGING, async (sandbox) => {
      const result = await run(sandbox, INPUTS, MERGED);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(promptOf(sandbox)).toContain('> HTTPS_PROXY does nothing.');
      expect(annotations(result, 'warning')).toEqual([
        expect.stringContaining('The prompt is without files and diff.'),
      ]);
      expect(result.durationMs).toBeLessThan(25_000);
    }));

  whereSignalsAre('stops reading when the run is interrupted, and sends nothing', () =>
    withSandbox(HANGING, async (sandbox) => {
      const step = start(sandbox, INPUTS, MERGED);
      await step.until(() => sandbox.ledger.of('content').length > 0, 'the files to be asked for');
      const at = performance.now();
      step.kill('SIGTERM');
      const result = await step.finished();
      expect(performance.now() - at).toBeLessThan(5000);
      expectSound(result, sandbox.apiKey);
      expect(endOf(result).outcome).toBe('cancelled');
      expect(sandbox.ledger.of('create')).toEqual([]);
    }),
  );
});

function promptOf(sandbox: Sandbox): string {
  return sandbox.ledger.jobs[0]?.prompts[0] ?? '';
}
