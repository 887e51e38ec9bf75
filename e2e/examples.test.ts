import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { commented, event, ISSUE, labeled, REPOSITORY, STRANGER, scheduled } from '../scripts/scene.ts';
import { APP_TOKEN, DOCS, type Stage, scenario } from './stage.ts';

const PULL = 101;
const dispatched = event('workflow_dispatch', '');
const merged = event('push', '', { push: 'squash', number: PULL });
const needsDocs = event('pull_request', 'labeled', {
  number: PULL,
  isPullRequest: true,
  label: 'needs-docs',
});

/** A stranger's pull request that changes `src`, a commit that does, and one that the workflow checks out. */
function prepare({ sandbox: { github }, directory }: Stage): void {
  const files = [{ filename: 'src/proxy.ts', patch: '@@ -1 +1 @@\n-a\n+HTTPS_PROXY' }];
  github.setPullRequest({
    repository: REPOSITORY,
    number: PULL,
    user: STRANGER,
    title: 'Read the proxy',
    files,
  });
  const content = github.contentOf(REPOSITORY);
  for (const message of ['Start', 'Read HTTPS_PROXY']) content.commit({ message, files });
  const user = ['-c', 'user.name=maya', '-c', 'user.email=maya@example.com'];
  const git = (...command: string[]) =>
    String(execFileSync('git', [...user, ...command], { cwd: directory }));
  git('init', '-q');
  git('commit', '-qm', 'Start', '--allow-empty');
  // GitHub's stand-in knows it by this name.
  content.tag(git('rev-parse', 'HEAD').trim());
}

/** Examples that no other test runs: what happens, and what the prompt quotes. */
for (const [name, asked, quoted, inputs] of [
  ['docs-follow-up.yml', commented('/docs mention the proxy'), ISSUE.title],
  ['docs-before-merge.yml', needsDocs, '+HTTPS_PROXY'],
  ['docs-by-hand.yml', dispatched, '+HTTPS_PROXY', { kind: 'pull request', number: `${PULL}` }],
  ['docs-by-hand.yml', dispatched, ISSUE.title, { kind: 'issue', number: `${ISSUE.number}` }],
  ['docs-in-another-repository.yml', labeled('docs'), ISSUE.title],
  ['docs-on-merge.yml', merged, '+HTTPS_PROXY'],
  ['docs-sweep.yml', scheduled, '+HTTPS_PROXY'],
  ['docs-to-chat.yml', labeled('docs'), ISSUE.title],
  ['start-then-wait.yml', dispatched, 'Add a page', { prompt: 'Add a page' }],
] as const) {
  const githubToken = name === 'docs-in-another-repository.yml' ? { githubToken: APP_TOKEN } : {};
  scenario(`${name} sends one request, about "${quoted}"`, githubToken, async (stage) => {
    prepare(stage);
    const { jobs, log } = await stage.run(name, asked, inputs && { payload: { inputs } });
    assert.deepEqual(new Set(Object.values(jobs)), new Set(['success']));
    const [job, ...others] = stage.sandbox.ledger.jobs;
    assert.deepEqual([others, job?.prompts.length], [[], 1]);
    assert.ok(job?.prompts[0]?.includes(quoted), job?.prompts[0]);
    // Without a thread, the docs pull request has no comment.
    const hasThread = name !== 'start-then-wait.yml';
    assert.equal(stage.replies(job?.pullRequest.number, DOCS).length, hasThread ? 1 : 0);
    assert.doesNotMatch(log, /"command":"(warning|error)"/);
  });
}

scenario('A job is watched by its ID, and nothing is sent', {}, async (stage) => {
  await stage.run('docs-on-label.yml', labeled('docs'));
  const [job] = stage.sandbox.ledger.jobs;
  const { outputs } = await stage.run('watch-job.yml', dispatched, {
    payload: { inputs: { 'job-id': job?.id } },
  });
  assert.equal(outputs['Wait for the agent job']?.['outcome'], 'pull-request');
  assert.equal(stage.sandbox.ledger.of('create', 'message').length, 1);
});

scenario('Reports: one comment on the issue, and an artifact for each project', {}, async (stage) => {
  await stage.run('weekly-report.yml', scheduled);
  assert.equal(stage.replies().length, 1);
  const { jobs } = await stage.run('many-projects.yml', scheduled);
  assert.deepEqual(new Set(Object.values(jobs)), new Set(['success']));
  const names = stage.sandbox.artifacts.all.map(({ name }) => name);
  for (const project of ['handbook-docs', 'api-docs', 'mobile-docs'])
    assert.ok(names.includes(`docs-page-views-${project}`), `${names}`);
});

scenario(
  "An organization's own workflow starts a job, and so does its composite action",
  {},
  async (stage) => {
    const { github, ledger } = stage.sandbox;
    await stage.run('organization-caller.yml', labeled('docs'));
    assert.deepEqual([ledger.jobs.length, stage.replies().length], [1, 1]);
    const edits = {
      'uses: your-org/docs-agent-action@v1': 'uses: YOUR-ORG/wrapper@v1',
      'trigger-label: docs': 'label: docs',
    };
    applyEvent(event('issues', 'unlabeled', { number: ISSUE.number, label: 'docs' }), github);
    await stage.run('docs-on-label.yml', labeled('docs'), { edits });
    assert.equal(ledger.jobs.length, 2);
  },
);
