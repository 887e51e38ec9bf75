import assert from 'node:assert/strict';
import { labeled } from '../scripts/demo/people.ts';
import { scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';

scenario(
  'A job that fails fails the workflow',
  async (stage) => {
    const run = await stage.run('docs-on-label.yml', labeled('docs'), { fails: true });
    const { result, outputs, log, summary } = stepNamed(run, ASK);
    assert.deepEqual([result, outputs['outcome']], ['failure', 'failed']);
    assert.match(log, /^error: The agent met an error/m);
    assert.match(summary, /The docs agent failed/);
  },
  { scenario: 'failed' },
);

scenario('A wrong key fails with what to do, and is not shown', async (stage) => {
  const apiKey = 'mint_wrong_0123456789abcdef';
  const run = await stage.run('docs-on-label.yml', labeled('docs'), { apiKey, fails: true });
  const { result, outputs, log } = stepNamed(run, ASK);
  assert.deepEqual([result, outputs['outcome']], ['failure', 'error']);
  assert.match(log, /^error: .*401/m);
  assert.ok(!run.log.includes(apiKey), 'the key is not in the log');
  assert.equal(stage.sandbox.ledger.jobs.length, 0);
  assert.match(stage.sandbox.github.comments[0]?.body ?? '', /Nothing was started/);
});
