import { expect, test } from '@jest/globals';
import { endOf, expectSound, start, withSandbox } from './cases.ts';

test('the bundle reads 613 rows in three requests', () =>
  withSandbox({ pages: 613 }, async (sandbox) => {
    const report = { mode: 'analytics', 'artifact-name': '', compare: 'none', 'max-requests': '3' };
    const result = await start(sandbox, report).finished();
    expectSound(result, sandbox);
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'report' });
    expect([result.outputs['complete'], sandbox.ledger.of('views').length]).toEqual(['true', 3]);
  }));
