import assert from 'node:assert/strict';
import { dispatched, labeled } from '../events.ts';
import type { Scenario } from '../scenario.ts';
import { stepNamed, stepsNamed } from '../workflow-run.ts';

export const failsWithTheJob: Scenario = {
  title: 'A job that fails fails the workflow, unless fail-on says otherwise (uses: ./)',
  sandbox: { scenario: 'failed' },
  async play(stage) {
    const run = await stage.workflow('failing-job.yml', dispatched({}));
    const lenient = stepNamed(run, 'Ask, and do not mind');
    const strict = stepNamed(run, 'Ask');
    assert.equal(run.exitCode, 1);
    assert.deepEqual(run.jobs, { docs: 'failure', after: 'success' });
    assert.equal(lenient.result, 'success');
    assert.equal(lenient.outputs['outcome'], 'failed');
    assert.equal(strict.result, 'failure');
    assert.equal(strict.outputs['outcome'], 'failed');
    assert.equal(strict.outputs['status'], 'failed');
    assert.match(strict.log, /^error: The agent met an error/m);
    assert.match(strict.summary, /The docs agent failed/);
    assert.equal(stepsNamed(run, 'Never').length, 0);
    assert.equal(stepNamed(run, 'Tell').log.trim(), 'the job is a failure and its outcome failed');
  },
};

export const failsWithAWrongKey: Scenario = {
  title: 'A wrong key fails with what to do, and is not shown',
  async play(stage) {
    const apiKey = 'mint_wrong_0123456789abcdef';
    const run = await stage.example('docs-on-label.yml', labeled('docs'), { apiKey });
    const { result, outputs, log } = stepNamed(run, 'Ask for a docs pull request');
    assert.equal(run.exitCode, 1);
    assert.equal(result, 'failure');
    assert.equal(outputs['outcome'], 'error');
    assert.match(log, /^error: .*401/m);
    assert.ok(!run.log.includes(apiKey), 'the key is not in the log');
    assert.equal(stage.sandbox.ledger.jobs.length, 0);
    assert.match(stage.sandbox.github.comments[0]?.body ?? '', /Nothing was started/);
  },
};
