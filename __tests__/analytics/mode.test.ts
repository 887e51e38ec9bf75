import { afterAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '../../sandbox/faults.ts';
import { annotations } from '../helpers/action-environment.ts';
import { removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';

afterAll(removeMainDirectory);

const withSandbox = sandboxUser({});
const ANALYTICS = { mode: 'analytics', 'artifact-name': '' };

/** The answer of `status` to the views requests of these numbers; to all without any. */
function refusing(status: number, only?: readonly number[]): Fault {
  const reply = {
    status,
    body: '{"error":"Go away"}',
    headers: { 'content-type': 'application/json' },
  };
  return { on: 'views', ...(only && { only }), behaviour: { kind: 'answer', effect: false, reply } };
}

describe('a project that the platform refuses', () => {
  test.each([
    [401, 'keys last 90 days'],
    [403, '`read` scope'],
    [404, 'check project-id'],
  ])(
    'alone, with %i: the step fails, and says in log, summary and reason what to change',
    async (status, advice) => {
      await withSandbox({}, async (sandbox) => {
        sandbox.setFaults([refusing(status)]);
        const result = await runMain({ sandbox, inputs: ANALYTICS });
        expect([result.succeeded, result.outputs['outcome']]).toEqual([false, 'error']);
        expect(result.outputs['reason']).toMatch(new RegExp(`was answered ${status} [A-Z][A-Za-z ]+\\. `));
        expect(result.outputs['reason']).toContain(advice);
        expect(annotations(result, 'error').join()).toContain(advice);
        expect(annotations(result, 'error').join()).toContain('Go away');
        expect(result.summary.replace(/<\/?code>|&#\d+;|`/g, '')).toContain(advice.replaceAll('`', ''));
      });
    },
  );

  test.each([401, 403, 404])(
    'beside others, with %i: their report is written, and then the step fails',
    async (status) => {
      await withSandbox({}, async (sandbox) => {
        // Each project has its first request in turn.
        sandbox.setFaults([refusing(status, [2])]);
        const inputs = { ...ANALYTICS, 'project-id': 'docs\nwrong' };
        const result = await runMain({ sandbox, inputs });
        expect([result.succeeded, result.outputs['outcome']]).toEqual([false, 'error']);
        const reason = result.outputs['reason'] ?? '';
        expect(reason).toMatch(/^The platform refused wrong: .* was answered /);
        expect(annotations(result, 'error').join()).toContain(reason);
        expect(Number(result.outputs['total-views'])).toBeGreaterThan(0);
        expect(Object.keys(result.files).filter((name) => /page-views|report\./.test(name))).toHaveLength(4);
        expect(result.summary).toContain('The platform refused this project.');
      });
    },
  );
});
