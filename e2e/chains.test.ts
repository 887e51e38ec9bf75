import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commented, event, ISSUE, labeled, REPOSITORY, scheduled } from '../scripts/demo/people.ts';
import { scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const TAG = 'v2.4.0';
const NOTES = 'The CLI heeds HTTPS_PROXY.\n';

scenario('A release asks, and its notes get the link, once', async (stage) => {
  const notes = path.join(stage.releases, TAG);
  writeFileSync(notes, NOTES);
  const run = await stage.run(
    'docs-on-release.yml',
    event('release', 'published', { tag: TAG, body: NOTES }),
  );
  const link = stepNamed(run, 'Ask for a docs pull request').outputs['pr-link'] ?? '';
  assert.deepEqual(run.jobs, { docs: 'success', link: 'success' });
  assert.match(stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '', /The CLI heeds HTTPS_PROXY\./);
  assert.equal(readFileSync(notes, 'utf8'), `${NOTES}\nDocumentation: ${link}\n`);
});

scenario(
  'One job starts (wait: false), the next one waits',
  async (stage) => {
    const { ledger } = stage.sandbox;
    const run = await stage.run(
      'start-then-wait.yml',
      event('workflow_dispatch', '', { inputs: { prompt: 'Document the proxy' } }),
    );
    const start = stepNamed(run, "Start the agent's job");
    const wait = stepNamed(run, "Wait for the agent's job");
    assert.deepEqual(run.jobs, { start: 'success', wait: 'success' });
    assert.equal(start.outputs['outcome'], 'started');
    assert.equal(start.outputs['status'], 'active');
    assert.equal(wait.outputs['outcome'], 'pull-request');
    assert.equal(wait.outputs['job-id'], start.outputs['job-id']);
    assert.equal(ledger.of('create', 'message').length, 1);
    assert.deepEqual(ledger.jobs[0]?.prompts, ['Document the proxy']);
  },
  { jobMs: 3000 },
);

scenario(
  'The reusable workflows, called from another repository',
  async (stage) => {
    const { ledger, artifacts, github } = stage.sandbox;
    const request = await stage.run('reusable-workflows.yml', labeled('docs'));
    const start = stepNamed(request, "Start the agent's job");
    const wait = stepNamed(request, "Wait for the agent's job");
    assert.equal(start.outputs['outcome'], 'started');
    assert.equal(wait.outputs['outcome'], 'pull-request');
    assert.equal(wait.outputs['job-id'], start.outputs['job-id']);
    assert.equal(ledger.jobs.length, 1);
    const replies = github.listedComments({ repository: REPOSITORY, number: ISSUE.number });
    assert.equal(replies.length, 2, 'each of the two jobs replies');
    assert.ok(replies[1]?.body.includes(wait.outputs['pr-link'] ?? ''));

    const followUp = await stage.run('reusable-workflows.yml', commented('/docs and the port'));
    const send = stepNamed(followUp, 'Send the comment to the docs agent');
    assert.deepEqual(
      [send.outputs['outcome'], send.outputs['job-id']],
      ['pull-request', start.outputs['job-id']],
    );

    const report = await stage.run('reusable-workflows.yml', scheduled);
    assert.equal(stepNamed(report, 'Report page views').outputs['outcome'], 'report');
    assert.ok(artifacts.get('docs-page-views'), 'there is an artifact');
    assert.equal(ledger.jobs.length, 1);
  },
  { jobMs: 3000 },
);
