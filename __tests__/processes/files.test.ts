import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { endOf, preloading, run, start, WELL, withSandbox } from './cases.ts';

/** Takes no byte: every write fails with ENOSPC. Linux has it. */
const FULL = '/dev/full';
const onLinux = existsSync(FULL) ? test : test.skip;

// github/runner.test.ts holds what is told where a variable is missing.
onLinux.each([
  { file: 'GITHUB_OUTPUT', exitCode: 1, told: 'errors', others: 'warnings' },
  { file: 'GITHUB_STEP_SUMMARY', exitCode: 0, told: 'warnings', others: 'errors' },
] as const)('unwritable outputs fail the step, an unwritable summary does not: $file', (row) =>
  withSandbox({}, async (sandbox) => {
    const { file, exitCode, told, others } = row;
    const result = await run(sandbox, {}, { env: { [file]: FULL } });
    expect(result).toMatchObject({ exitCode, [others]: '' });
    expect(result[told]).toMatch(new RegExp(`^The file for ${file} couldn't be written: .*ENOSPC.*$`));
    expect(result.log).toContain('The job completed');
    expect(sandbox.ledger.jobs).toHaveLength(1);
  }),
);

onLinux.each([
  // In units of 1,024 bytes: enough for outputs and summary, too little for the CSV.
  ['a full disk', 'ulimit -f 20', /page-views\.csv could.*written: .*(EFBIG|too large)/],
  [
    'no directory',
    `export RUNNER_TEMP=${process.execPath}`,
    /(EEXIST|ENOTDIR|ENOENT)[^.]*\. The figures are in the job summary and in the outputs\.$/,
  ],
])('a report with %s fails the step, and its figures are told', (_, shell, error) =>
  withSandbox({ pages: 613 }, async (sandbox) => {
    const inputs = { mode: 'analytics', 'artifact-name': '', prompt: '' };
    const outputs = { 'total-views': expect.stringMatching(/^\d+$/), outcome: 'error', 'report-path': '' };
    const summary = expect.stringContaining('Docs page views');
    const errors = expect.stringMatching(error);
    expect(await run(sandbox, inputs, { shell })).toMatchObject({ exitCode: 1, outputs, summary, errors });
  }),
);

// Windows lets nobody remove the directory that a process works in.
(process.platform === 'win32' ? test.skip : test).each([
  ['nobody reads the log any more', ''],
  ['something keeps the process alive', 'setInterval(() => {}, 1000)'],
  ['the workspace is gone', "require('node:fs').rmdirSync(process.env.GITHUB_WORKSPACE)"],
])('a job is told although %s', (_, code) =>
  withSandbox({ jobMs: 600 }, async (sandbox) => {
    const step = start(sandbox, {}, code ? { env: preloading(code) } : {});
    await step.logged('::');
    if (code === '') step.process.stdout.destroy();
    const { end, outputs } = await endOf(step, sandbox);
    expect([end, outputs['job-id']]).toEqual([WELL, sandbox.ledger.jobs[0]?.id]);
  }),
);
