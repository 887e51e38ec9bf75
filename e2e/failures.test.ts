import assert from 'node:assert/strict';
import { labeled } from '../scripts/demo/people.ts';
import { replies, type Stage, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

async function askInVain(stage: Stage, outcome: string) {
  const run = await stage.run('docs-on-label.yml', labeled('docs'), { fails: true });
  const step = stepNamed(run, 'Ask for a docs pull request');
  assert.deepEqual([step.result, step.outputs['outcome']], ['failure', outcome]);
  return step;
}

scenario(
  'A job that fails fails the workflow',
  async (stage) => {
    const { log, summary } = await askInVain(stage, 'failed');
    assert.match(log, /^error: The agent met an error/m);
    assert.match(summary, /The docs agent failed/);
  },
  { scenario: 'failed' },
);

scenario(
  'A key that is refused fails with what to do',
  async (stage) => {
    const { log } = await askInVain(stage, 'error');
    assert.match(log, /^error: .*401/m);
    assert.equal(stage.sandbox.ledger.jobs.length, 0);
    assert.match(replies(stage)[0] ?? '', /Nothing was started/);
  },
  { scenario: 'create-401' },
);
