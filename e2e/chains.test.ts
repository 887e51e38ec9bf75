import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commented, dispatched, event, labeled, scheduled } from '../scripts/demo/people.ts';
import { replies, type Stage, scenario } from './stage.ts';
import { stepNamed, type WorkflowRun } from './workflow-run.ts';

const NOTES = 'The CLI heeds HTTPS_PROXY.\n';
const TAG = 'v2.4.0';

scenario('A release asks, and its notes get the link, once', async (stage) => {
  const notes = path.join(stage.releases, TAG);
  writeFileSync(notes, NOTES);
  const released = event('release', 'published', { tag: TAG, body: NOTES });
  const run = await stage.run('docs-on-release.yml', released);
  const link = stepNamed(run, 'Ask for a docs pull request').outputs['pr-link'] ?? '';
  assert.deepEqual(run.jobs, { docs: 'success', link: 'success' });
  assert.match(stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '', /The CLI heeds HTTPS_PROXY\./);
  assert.equal(readFileSync(notes, 'utf8'), `${NOTES}\nDocumentation: ${link}\n`);
});

/** Two jobs of a workflow: one starts the agent's job, which the next one waits for. */
function expectStartThenWait(run: WorkflowRun, { sandbox: { ledger } }: Stage) {
  const start = stepNamed(run, "Start the agent's job").outputs;
  const wait = stepNamed(run, "Wait for the agent's job").outputs;
  const jobId = ledger.jobs[0]?.id;
  assert.partialDeepStrictEqual(start, { outcome: 'started', status: 'active', 'job-id': jobId });
  assert.partialDeepStrictEqual(wait, { outcome: 'pull-request', 'job-id': jobId });
  assert.equal(ledger.of('create', 'message').length, 1);
  return { jobId, link: wait['pr-link'] ?? '' };
}

scenario(
  'One job starts (wait: false), the next one waits',
  async (stage) => {
    const run = await stage.run('start-then-wait.yml', dispatched({ prompt: 'Document the proxy' }));
    assert.deepEqual(run.jobs, { start: 'success', wait: 'success' });
    expectStartThenWait(run, stage);
    assert.deepEqual(stage.sandbox.ledger.jobs[0]?.prompts, ['Document the proxy']);
  },
  { jobMs: 3000 },
);

scenario(
  'The reusable workflows, called from another repository',
  async (stage) => {
    const { ledger, artifacts } = stage.sandbox;
    const run = await stage.run('reusable-workflows.yml', labeled('docs'));
    const { jobId, link } = expectStartThenWait(run, stage);
    const [, second = '', ...others] = replies(stage);
    assert.equal(others.length, 0, 'each of the two jobs replies');
    assert.ok(second.includes(link), 'the second one links the pull request');

    const followUp = await stage.run('reusable-workflows.yml', commented('/docs and the port'));
    const { outputs } = stepNamed(followUp, 'Send the comment to the docs agent');
    assert.partialDeepStrictEqual(outputs, { outcome: 'pull-request', 'job-id': jobId });

    const report = await stage.run('reusable-workflows.yml', scheduled);
    assert.equal(stepNamed(report, 'Report page views').outputs['outcome'], 'report');
    assert.ok(artifacts.get('docs-page-views'), 'there is an artifact');
    assert.equal(ledger.jobs.length, 1);
  },
  { jobMs: 3000 },
);
