import assert from 'node:assert/strict';
import { dispatched, labeled } from './events.ts';
import { scenario } from './stage.ts';
import { stepNamed, stepsNamed } from './workflow-run.ts';

scenario(
  'A job that fails fails the workflow, unless fail-on says otherwise (uses: ./)',
  async (stage) => {
    const run = await stage.workflow('failing-job.yml', dispatched(), { fails: true });
    const lenient = stepNamed(run, 'Ask, and do not mind');
    const strict = stepNamed(run, 'Ask');
    assert.deepEqual(run.jobs, { docs: 'failure', after: 'success' });
    assert.deepEqual([lenient.result, lenient.outputs['outcome']], ['success', 'failed']);
    assert.deepEqual([strict.result, strict.outputs['outcome']], ['failure', 'failed']);
    assert.match(strict.log, /^error: The agent met an error/m);
    assert.match(strict.summary, /The docs agent failed/);
    assert.equal(stepsNamed(run, 'Never').length, 0);
    assert.equal(stepNamed(run, 'Tell').log.trim(), 'the job is a failure and its outcome failed');
  },
  { scenario: 'failed' },
);

scenario('A wrong key fails with what to do, and is not shown', async (stage) => {
  const apiKey = 'mint_wrong_0123456789abcdef';
  const run = await stage.example('docs-on-label.yml', labeled('docs'), { apiKey, fails: true });
  const { result, outputs, log } = stepNamed(run, 'Ask for a docs pull request');
  assert.deepEqual([result, outputs['outcome']], ['failure', 'error']);
  assert.match(log, /^error: .*401/m);
  assert.ok(!run.log.includes(apiKey), 'the key is not in the log');
  assert.equal(stage.sandbox.ledger.jobs.length, 0);
  assert.match(stage.sandbox.github.comments[0]?.body ?? '', /Nothing was started/);
});
