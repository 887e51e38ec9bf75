import assert from 'node:assert/strict';
import { ISSUE, MAINTAINER, merged, REPOSITORY, STANDING_ISSUE, scheduled } from '../scripts/demo/people.ts';
import { GitRepository } from './git-repository.ts';
import { replies, type Stage, scenario } from './stage.ts';
import { stepNamed, type WorkflowRun } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';

/** An open pull request that closes the issue, with a change of its own. */
function setPullRequest({ sandbox: { github } }: Stage, number: number, more: object): void {
  const patch = `@@ -1 +1 @@\n-old\n+part-of-${number}`;
  const files = [{ filename: `src/${number}.ts`, patch }];
  const body = `Fixes #${ISSUE.number}`;
  github.setPullRequest({ repository: REPOSITORY, number, user: MAINTAINER, body, files, ...more });
}

const outcome = (run: WorkflowRun) => stepNamed(run, ASK).outputs['outcome'];

scenario(
  'Merges go to one docs pull request, with their own changes, and are answered on the standing issue',
  async (stage) => {
    const { ledger } = stage.sandbox;
    const titles = ['Rename --proxy to --via', 'Add --no-color'];
    for (const [index, title] of titles.entries()) {
      setPullRequest(stage, 21 + index, { title, ...(index === 1 && { headRepository: 'sam/docs' }) });
      const run = await stage.run('docs-on-merge.yml', merged(21 + index, index === 0 ? 'squash' : 'merge'));
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

scenario(
  'The weekly sweep: the first run marks where to start, the next sends what changed since, or nothing',
  async (stage) => {
    const { github, ledger } = stage.sandbox;
    const content = github.contentOf(REPOSITORY);
    const repository = new GitRepository(stage.directory());
    /** What stands on main, for act and for GitHub. */
    const commit = (name: string) => {
      const patch = `@@ -1 +1 @@\n-old\n+${name}`;
      content.commit({ message: name, files: [{ filename: `src/${name}.ts`, patch }] });
      // GitHub then also knows the commit by its name in git.
      content.release(repository.commit('file', name), '2026-01-01T00:00:00Z');
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
