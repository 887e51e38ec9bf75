import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { event, ISSUE, MAINTAINER, REPOSITORY, scheduled } from '../scripts/demo/people.ts';
import { replies, STANDING_ISSUE, type Stage, scenario } from './stage.ts';
import { stepNamed, type WorkflowRun } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';

/** A merge, squashed: the push of its commit, with the pull requests that GitHub gives for it. */
function merge({ sandbox: { github } }: Stage, number: number, title: string, user = MAINTAINER): object {
  const content = github.contentOf(REPOSITORY);
  const files = [{ filename: `src/${number}.ts`, patch: `@@ -1 +1 @@\n-old\n+part-of-${number}` }];
  const before = content.commitJson('main')?.sha ?? content.commit({ message: 'Begin', files: [] });
  const message = `${title} (#${number})`;
  const after = content.commit({ message, files });
  github.setPullRequest({
    repository: REPOSITORY,
    number,
    title,
    user,
    body: `Fixes #${ISSUE.number}`,
    state: 'closed',
  });
  content.setPullRequestFiles(number, files);
  const commit = { id: after, message, author: { username: user } };
  return {
    before,
    after,
    ref: 'refs/heads/main',
    forced: false,
    created: false,
    deleted: false,
    commits: [commit],
    head_commit: commit,
  };
}

const push = (stage: Stage, payload: object, by = MAINTAINER) =>
  stage.run('docs-on-merge.yml', event('push', '', { by }), { payload });

const outcome = (run: WorkflowRun) => stepNamed(run, ASK).outputs['outcome'];

scenario(
  'Merges go to one docs pull request, with their own changes, and are answered on the standing issue',
  async (stage) => {
    const { ledger } = stage.sandbox;
    const titles = ['Rename --proxy to --via', 'Add --no-color'];
    for (const [index, title] of titles.entries()) {
      const run = await push(stage, merge(stage, 21 + index, title));
      assert.equal(outcome(run), 'pull-request');
      assert.equal(replies(stage, STANDING_ISSUE).length, index + 1);
    }
    const [job, ...others] = ledger.jobs;
    assert.deepEqual([job?.prompts.length, others], [2, []]);
    for (const [index, title] of titles.entries()) {
      for (const part of [title, `+part-of-${21 + index}`, 'Since 2.4 the CLI reads HTTPS_PROXY']) {
        assert.ok(job?.prompts[index]?.includes(part), part);
      }
    }
    const followUp = replies(stage, STANDING_ISSUE)[1] ?? '';
    assert.notEqual(followUp, replies(stage, STANDING_ISSUE)[0]);
  },
  { jobMs: 3000 },
);

scenario("The merge of the agent's own pull request starts nothing", async (stage) => {
  const run = await push(stage, merge(stage, 23, 'Describe --via', 'mintlify[bot]'));
  assert.equal(outcome(run), 'skipped');
  assert.deepEqual([stage.sandbox.ledger.jobs, replies(stage, STANDING_ISSUE)], [[], []]);
});

scenario('One push of two merges is about the one that made the last commit', async (stage) => {
  const { before } = merge(stage, 24, 'Add --quiet') as { before: string };
  const last = merge(stage, 25, 'Add --json');
  assert.equal(outcome(await push(stage, { ...last, before })), 'pull-request');
  const [prompt = ''] = stage.sandbox.ledger.jobs[0]?.prompts ?? [];
  assert.match(prompt, /> Title: Add --json/);
  assert.doesNotMatch(prompt, /> Title: Add --quiet/);
});

scenario(
  'The weekly sweep: the first run marks where to start, the next sends what changed since, or nothing',
  async (stage) => {
    const { github, ledger } = stage.sandbox;
    const content = github.contentOf(REPOSITORY);
    const repository = stage.directory();
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
    git('init', '--quiet', '--initial-branch=main');
    /** What stands on main, for act and for GitHub. */
    const commit = (name: string) => {
      git(
        '-c',
        'user.name=maya',
        '-c',
        'user.email=maya@example.com',
        'commit',
        '--quiet',
        '--allow-empty',
        '--message',
        name,
      );
      content.commit({
        message: name,
        files: [{ filename: `src/${name}.ts`, patch: `@@ -1 +1 @@\n-old\n+${name}` }],
      });
      // GitHub knows the commit by the name that act gives it, too.
      content.release({ tag: git('rev-parse', 'HEAD'), publishedAt: '2026-01-01T00:00:00Z' });
    };
    const sweep = async () => outcome(await stage.run('docs-sweep.yml', scheduled, { repository }));
    commit('first');
    assert.deepEqual([await sweep(), ledger.jobs.length], ['skipped', 0]);
    commit('second');
    assert.deepEqual([await sweep(), ledger.jobs.length], ['pull-request', 1]);
    assert.match(ledger.jobs[0]?.prompts[0] ?? '', /> \+second/);
    assert.doesNotMatch(ledger.jobs[0]?.prompts[0] ?? '', /> \+first/);
    assert.deepEqual([await sweep(), ledger.jobs.length], ['skipped', 1]);
    assert.equal(replies(stage, STANDING_ISSUE).length, 1);
  },
);
