import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { annotations } from '../helpers/action-environment.ts';
import { endOf, expectSound, preloading, start, withSandbox } from './cases.ts';

/** Takes no byte: every write fails with ENOSPC. Linux has it. */
const FULL = '/dev/full';
const onLinux = existsSync(FULL) ? test : test.skip;
const told = (result: Parameters<typeof annotations>[0]) =>
  (['error', 'warning'] as const).map((level) => annotations(result, level).join('\n'));

onLinux.each<[Record<string, string | undefined>, number, RegExp, RegExp]>([
  [{ GITHUB_OUTPUT: undefined }, 1, /GITHUB_OUTPUT couldn't be written/, /^$/],
  [{ GITHUB_OUTPUT: FULL }, 1, /^The file for GITHUB_OUTPUT couldn't be written: .*ENOSPC.*$/, /^$/],
  [{ GITHUB_STEP_SUMMARY: FULL }, 0, /^$/, /^The file for GITHUB_STEP_SUMMARY couldn't be .*ENOSPC.*$/],
  [{ GITHUB_OUTPUT: FULL, GITHUB_STEP_SUMMARY: FULL }, 1, /^.*OUTPUT.*ENOSPC.*$/, /^.*SUMMARY.*ENOSPC.*$/],
])(
  'unwritable outputs fail the step, an unwritable summary does not: %j',
  async (env, exitCode, ...texts) => {
    await withSandbox({}, async (sandbox) => {
      const result = await start(sandbox, {}, { env }).finished();
      expectSound(result, sandbox);
      expect([result.exitCode, ...told(result)]).toEqual([
        exitCode,
        ...texts.map((text) => expect.stringMatching(text)),
      ]);
      expect(result.log).toContain('The job completed');
      expect(sandbox.ledger.jobs).toHaveLength(1);
    });
  },
);

onLinux.each([
  // In units of 1,024 bytes: enough for outputs and summary, too little for the CSV.
  ['a full disk', 'ulimit -f 20', /page-views\.csv could.*written: .*(EFBIG|too large)/],
  ['no directory', `export RUNNER_TEMP=${process.execPath}`, /EEXIST|ENOTDIR|ENOENT/],
])('a report with %s fails the step, and its figures are told', async (_, shell, error) => {
  await withSandbox({ pages: 613 }, async (sandbox) => {
    const inputs = { mode: 'analytics', 'artifact-name': '', prompt: '' };
    const result = await start(sandbox, inputs, {}, shell).finished();
    const outputs = { 'total-views': expect.stringMatching(/^\d+$/), outcome: 'error', 'report-path': '' };
    const summary = expect.stringContaining('Docs page views');
    expect(result).toMatchObject({ exitCode: 1, outputs, summary });
    expect(told(result)[0]).toMatch(error);
    expect(Object.keys(result.files).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

// Windows lets nobody remove the directory that a process works in.
(process.platform === 'win32' ? test.skip : test).each([
  ['nobody reads the log any more', ''],
  ['something keeps the process alive', 'setInterval(() => {}, 1000)'],
  ['the workspace is gone', "require('node:fs').rmdirSync(process.env.GITHUB_WORKSPACE)"],
])('a job is told although %s', async (_, code) => {
  await withSandbox({ jobMs: 600 }, async (sandbox) => {
    const step = start(sandbox, {}, code ? { env: preloading(code) } : {});
    await step.logged('::');
    if (code === '') step.hangUp();
    const result = await step.finished();
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
    expect(result.outputs['job-id']).toBe(sandbox.ledger.jobs[0]?.id);
  });
});
