import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { command } from './command.ts';

const campaign = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => command('cli.ts', args, env);

test('the action keeps its promises through 300 faulty runs', async () => {
  const { code, text } = await campaign([
    '--bundle-runs',
    '0',
    '--jobs',
    '2',
    '--runs',
    '300',
    '--seed',
    '7',
  ]);
  expect(text).toContain('Every promise was kept.');
  expect(text).toMatch(/\| runs +\| +300 \|/);
  expect(text).toMatch(/\*\*runs with more than one job or follow-up\*\* +\| +0 \|/);
  expect(code).toBe(0);
});

test('a run is played again exactly', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => campaign(['--replay', '7:11'])));
  expect(first?.text).toContain('run 7:11 (simulated)');
  expect(first?.text).toContain('On the wire:');
  expect(first?.text).toBe(second?.text);
  expect(first?.code).toBe(0);
});

/** Each breaks one promise in one line. */
const SABOTAGES = [
  {
    name: 'sends again what may have arrived',
    file: 'src/platform/retry.ts',
    good: "if (error.sent) return 'unknown';",
    bad: '',
    found: /jobs were made|follow-ups were taken|was followed by another/,
  },
  {
    name: 'forgets the job-id',
    file: 'src/outputs.ts',
    good: "'job-id': job?.id ?? jobId,",
    bad: "'job-id': jobId && '',",
    found: /job-id is "", and the platform said|job-id is "", not the one/,
  },
  {
    name: 'calls an unknown outcome an error',
    file: 'src/agent/outcome.ts',
    good: "outcome: 'unknown',",
    bad: "outcome: 'error',",
    found: /outcome is "error", and the truth is: unknown/,
  },
  {
    name: 'takes the previous turn for this one',
    file: 'src/agent/wait.ts',
    good: 'if (this.#isSettled())',
    bad: 'if (true)',
    found: /outcome is "[a-z-]+", and the truth is: the platform had told of no end that counts/,
  },
  {
    name: 'succeeds when nobody knows',
    file: 'src/agent/mode.ts',
    good: "fails === 'always' || ",
    bad: '',
    found: /the step succeeded with outcome "unknown"/,
  },
  {
    name: 'lingers after a signal',
    file: 'src/agent/run.ts',
    good: 'INTERRUPT_GRACE_MS = 2_500',
    bad: 'INTERRUPT_GRACE_MS = 25_000',
    found: /it took \d+ ms to stop/,
  },
  {
    name: 'waits past the deadline',
    file: 'src/agent/wait.ts',
    good: 'this.#lastLookMs = settings.timeoutMs',
    bad: 'this.#lastLookMs = 60_000 + settings.timeoutMs',
    found: /it ended after \d+ ms, later than/,
  },
  {
    name: 'shows the key',
    file: 'src/text/redact.ts',
    good: 'text.replace(pattern, MASK)',
    bad: 'text',
    found: /the key is in log \(plain/,
  },
];

describe('the campaign finds an action that', () => {
  test.each(SABOTAGES)('$name', async ({ file, good, bad, found }) => {
    const hook = pathToFileURL(path.join(import.meta.dirname, 'sabotage.mjs')).href;
    const { code, text } = await campaign(
      ['--bundle-runs', '0', '--jobs', '1', '--until', found.source, '--runs', '240', '--seed', '7'],
      {
        NODE_OPTIONS: `--import ${hook}`,
        SABOTAGE: JSON.stringify({ file, good, bad }),
      },
    );
    expect(text).toMatch(found);
    expect(text).toContain('Again: npm run campaign -- --replay 7:');
    expect(code).toBe(1);
  });
});
