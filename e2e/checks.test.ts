import assert from 'node:assert/strict';
import * as people from '../scripts/demo/people.ts';
import { scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const BUILD = { kind: 'run', name: 'build', url: 'https://ci.example/' } as const;

/** Checks must stay complete for 30 s, so this takes longer than all others. It only waits, so others run beside it. */
scenario('Checks fail: one follow-up names them, and the next head passes', async (stage) => {
  const { ledger, github } = stage.sandbox;
  const build = (state: string) => [{ ...BUILD, states: { 0: state } }];
  github.checks = [build('failure'), build('success')];
  const run = await stage.run('docs-repair.yml', people.labeled('docs'));
  const [first, second] = ['Ask for a docs pull request', 'Ask for a repair'].map(
    (name) => stepNamed(run, name).outputs,
  );
  assert.partialDeepStrictEqual(first, { outcome: 'pull-request', checks: 'failure' });
  assert.partialDeepStrictEqual(second, { checks: 'success', 'job-id': first?.['job-id'] });
  assert.match(ledger.jobs[0]?.prompts[1] ?? '', /^Checks of your pull request failed\..*\["build"\]/s);
  assert.equal(ledger.of('create', 'message').length, 2);
});
