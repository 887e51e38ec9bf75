import assert from 'node:assert/strict';
import {
  commented,
  type GithubEvent,
  ISSUE,
  labeled,
  labeledPullRequest,
  lineCommented,
  MAINTAINER,
  merged,
  REPOSITORY,
  reviewed,
  STRANGER,
} from '../events.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { stepNamed } from '../workflow-run.ts';

const ASK = 'Ask for a docs pull request';
const SEND = 'Send the comment to the docs agent';

/** The action's comments on the issue or pull request. */
function ownComments({ sandbox }: Stage, issue = ISSUE.number) {
  return sandbox.github.comments.filter(
    (comment) => comment.user === 'github-actions[bot]' && comment.issue === issue,
  );
}

function comment({ sandbox }: Stage, login: string, body: string): GithubEvent {
  const { id } = sandbox.github.addComment({
    repository: REPOSITORY,
    issue: ISSUE.number,
    user: login,
    body,
  });
  return commented(login, id, body);
}

async function label(stage: Stage): Promise<void> {
  const { sandbox } = stage;
  const run = await stage.example('docs-on-label.yml', labeled('docs'));
  assert.equal(run.exitCode, 0);
  assert.deepEqual(run.jobs, { docs: 'success' });

  const { outputs, summary } = stepNamed(run, ASK);
  const [job] = sandbox.ledger.jobs;
  const [own, ...others] = ownComments(stage);
  assert.equal(sandbox.ledger.of('create', 'message').length, 1);
  assert.match(job?.prompts[0] ?? '', new RegExp(ISSUE.title));
  assert.match(outputs['pr-link'] ?? '', /^https:\/\/github\.com\/acme\/docs\/pull\/\d+$/);
  assert.equal(outputs['outcome'], 'pull-request');
  assert.equal(outputs['status'], 'completed');
  assert.equal(outputs['job-id'], job?.id);
  assert.equal(outputs['pr-number'], outputs['pr-link']?.split('/').at(-1));
  assert.equal(outputs['model'], 'sandbox-writer-1');
  assert.equal(outputs['repository'], 'acme/docs');
  assert.equal(outputs['ref'], 'main');
  assert.equal(outputs['created-at'], job?.createdAt);
  assert.ok(summary.includes(outputs['pr-link'] ?? ''), 'the summary links the pull request');
  assert.ok(own, 'there is a status comment');
  assert.equal(others.length, 0);
  assert.equal(
    outputs['comment-url'],
    `https://github.com/${REPOSITORY}/issues/${ISSUE.number}#issuecomment-${own.id}`,
  );
  assert.ok(own.body.includes(outputs['pr-link'] ?? ''), 'the comment links the pull request');
}

export const asksByLabel: Scenario = {
  title: 'A label asks, a status comment answers',
  async play(stage) {
    await label(stage);

    const other = await stage.example('docs-on-label.yml', labeled('bug'));
    assert.equal(other.exitCode, 0);
    assert.deepEqual(other.jobs, {}, 'another label runs no job');
    assert.equal(stage.sandbox.ledger.jobs.length, 1);
  },
};

export const goesOnByComment: Scenario = {
  title: 'A /docs comment goes on with the same job; a stranger cannot; a re-run pays nothing',
  // The previous turn's end is shown for 1.5 s, then the job is active for 3 s.
  sandbox: { scenario: 'stale-after-message', jobMs: 3000 },
  async play(stage) {
    const { sandbox } = stage;
    await label(stage);
    const jobId = sandbox.ledger.jobs[0]?.id;

    const followUp = comment(stage, MAINTAINER, '/docs also mention the proxy');
    const run = await stage.example('docs-follow-up.yml', followUp);
    const { outputs } = stepNamed(run, SEND);
    assert.equal(run.exitCode, 0);
    assert.equal(outputs['outcome'], 'pull-request');
    assert.equal(outputs['job-id'], jobId);
    assert.match(sandbox.ledger.jobs[0]?.prompts[1] ?? '', /^also mention the proxy/);
    assert.deepEqual(
      sandbox.github.reactions.map(({ content }) => content),
      ['eyes', 'rocket'],
    );
    const [, notice, ...others] = ownComments(stage);
    assert.equal(others.length, 0, 'there is still one status comment');
    assert.match(notice?.body ?? '', new RegExp(`@${MAINTAINER}\\b`), 'who asked is told');

    const rerun = await stage.example('docs-follow-up.yml', followUp, { rerunOf: stage.runs.length });
    assert.equal(stepNamed(rerun, SEND).outputs['outcome'], 'pull-request');
    assert.equal(stepNamed(rerun, SEND).outputs['job-id'], jobId);

    const stranger = await stage.example(
      'docs-follow-up.yml',
      comment(stage, STRANGER, '/docs remove it all'),
    );
    assert.equal(stranger.exitCode, 0);
    assert.equal(stepNamed(stranger, SEND).outputs['outcome'], 'skipped');

    const chat = await stage.example('docs-follow-up.yml', comment(stage, MAINTAINER, 'Nice docs!'));
    assert.deepEqual(chat.jobs, {}, 'another comment runs no job');
    assert.equal(sandbox.ledger.of('create', 'message').length, 2);
  },
};

export const asksByReview: Scenario = {
  title: 'A review with a line comment is one request, although it causes two runs',
  async play(stage) {
    const { sandbox } = stage;
    const place = { repository: REPOSITORY, issue: 2, user: MAINTAINER };
    sandbox.github.setPullRequest({ repository: REPOSITORY, number: 2 });
    const whole = sandbox.github.addReview({ ...place, body: '/docs describe this' });
    const line = sandbox.github.addReviewComment({ ...place, review: whole.id, body: '/docs and that' });

    const single = await stage.example(
      'docs-follow-up.yml',
      lineCommented(MAINTAINER, line.id, whole.id, line.body),
    );
    assert.equal(stepNamed(single, SEND).outputs['outcome'], 'skipped');
    const run = await stage.example('docs-follow-up.yml', reviewed(MAINTAINER, whole.id, whole.body));
    assert.equal(stepNamed(run, SEND).outputs['outcome'], 'pull-request');
    assert.equal(sandbox.ledger.of('create', 'message').length, 1);
    assert.match(sandbox.ledger.jobs[0]?.prompts[0] ?? '', /^describe this\n[\s\S]*\nand that\n/);
  },
};

export const asksElsewhere: Scenario = {
  title: 'With the docs in another repository, the pull request there gets its own comment',
  async play(stage) {
    const run = await stage.example('docs-in-another-repository.yml', labeled('docs'));
    const { outputs } = stepNamed(run, ASK);
    assert.equal(outputs['outcome'], 'pull-request');
    const [own] = ownComments(stage, Number(outputs['pr-number']));
    assert.equal(own?.repository, 'acme/docs');
  },
};

/** What GitHub tells of a pull request's files. */
function fillPullRequest({ sandbox: { github } }: Stage, number: number): void {
  github.setPullRequest({ repository: REPOSITORY, number });
  github.contentOf(REPOSITORY).setPullRequestFiles(number, [
    { filename: 'src/cli.ts', patch: "@@ -1 +1 @@\n-option('--proxy');\n+option('--via');" },
    { filename: 'package-lock.json', patch: '@@ -1 +1 @@\n-locked\n+locked again' },
  ]);
  github.setIssue({
    repository: REPOSITORY,
    number: ISSUE.number,
    title: 'Proxies',
    body: 'Which one is used?',
  });
}

export const asksBeforeMerge: Scenario = {
  title: 'A labeled pull request asks before the merge, with what it changes and closes',
  async play(stage) {
    fillPullRequest(stage, 7);
    const run = await stage.example('docs-before-merge.yml', labeledPullRequest(7, 'needs-docs'));
    assert.equal(run.exitCode, 0);
    const prompt = stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '';
    assert.match(prompt, /^Does the change in the pull request below need documentation\?/);
    assert.match(
      prompt,
      /> File: src\/cli\.ts\n> @@ -1 \+1 @@\n> -option\('--proxy'\);\n> \+option\('--via'\);/,
    );
    assert.match(prompt, /> Which one is used\?/);
    assert.doesNotMatch(prompt, /locked again/);
    const other = await stage.example('docs-before-merge.yml', labeledPullRequest(7, 'bug'));
    assert.deepEqual(other.jobs, {}, 'another label runs no job');
  },
};

export const asksByMerge: Scenario = {
  title: 'A merged pull request asks with instruction, event and what it changed',
  async play(stage) {
    fillPullRequest(stage, 7);
    const run = await stage.example('docs-on-merge.yml', merged(7));
    assert.equal(run.exitCode, 0);
    assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
    const prompt = stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '';
    assert.match(prompt, /^The pull request below has been merged into the product\./);
    assert.match(prompt, /Rename --proxy to --via/);
    assert.match(prompt, /> src\/cli\.ts: modified, \+1 -1\n/);
    assert.match(prompt, /> \+option\('--via'\);/);
    assert.equal(ownComments(stage, 7).length, 1);
  },
};
