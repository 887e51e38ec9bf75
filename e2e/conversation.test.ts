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
} from './events.ts';
import { type Stage, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';
const SEND = 'Send the comment to the docs agent';

/** The action's comments on the issue or pull request. */
function ownComments({ sandbox }: Stage, issue = ISSUE.number) {
  return sandbox.github.comments.filter(
    (comment) => comment.user === 'github-actions[bot]' && comment.issue === issue,
  );
}

function comment({ sandbox }: Stage, user: string, body: string): GithubEvent {
  const { id } = sandbox.github.addComment({ repository: REPOSITORY, issue: ISSUE.number, user, body });
  return commented(user, id, body);
}

async function label(stage: Stage): Promise<void> {
  const { ledger } = stage.sandbox;
  const run = await stage.example('docs-on-label.yml', labeled('docs'));
  const { outputs, summary } = stepNamed(run, ASK);
  const { 'pr-link': link = '' } = outputs;
  const [job] = ledger.jobs;
  const [own, ...others] = ownComments(stage);
  assert.equal(ledger.of('create', 'message').length, 1);
  assert.match(job?.prompts[0] ?? '', new RegExp(ISSUE.title));
  assert.match(link, /^https:\/\/github\.com\/acme\/docs\/pull\/\d+$/);
  assert.deepEqual([outputs['outcome'], outputs['job-id']], ['pull-request', job?.id]);
  const place = `https://github.com/${REPOSITORY}/issues/${ISSUE.number}`;
  assert.equal(outputs['comment-url'], `${place}#issuecomment-${own?.id}`);
  assert.ok(summary.includes(link), 'the summary links the pull request');
  assert.ok(own?.body.includes(link), 'the comment links the pull request');
  assert.equal(others.length, 0);
}

scenario('A label asks, a status comment answers', async (stage) => {
  await label(stage);
  const other = await stage.example('docs-on-label.yml', labeled('bug'));
  assert.deepEqual(other.jobs, {}, 'another label runs no job');
  assert.equal(stage.sandbox.ledger.jobs.length, 1);
});

scenario(
  'A /docs comment goes on with the same job; a stranger cannot; a re-run pays nothing',
  async (stage) => {
    const { ledger, github } = stage.sandbox;
    const send = (event: GithubEvent, rerunOf?: number) =>
      stage.example('docs-follow-up.yml', event, rerunOf === undefined ? {} : { rerunOf });
    await label(stage);
    const jobId = ledger.jobs[0]?.id;
    const expected = { outcome: 'pull-request', 'job-id': jobId };

    const followUp = comment(stage, MAINTAINER, '/docs also mention the proxy');
    assert.partialDeepStrictEqual(stepNamed(await send(followUp), SEND).outputs, expected);
    assert.match(ledger.jobs[0]?.prompts[1] ?? '', /^also mention the proxy/);
    assert.deepEqual(
      github.reactions.map(({ content }) => content),
      ['eyes', 'rocket'],
    );
    const [, notice, ...others] = ownComments(stage);
    assert.equal(others.length, 0, 'there is still one status comment');
    assert.match(notice?.body ?? '', new RegExp(`@${MAINTAINER}\\b`), 'who asked is told');

    const rerun = await send(followUp, stage.runs.length);
    assert.partialDeepStrictEqual(stepNamed(rerun, SEND).outputs, expected);
    const stranger = await send(comment(stage, STRANGER, '/docs remove it all'));
    assert.equal(stepNamed(stranger, SEND).outputs['outcome'], 'skipped');
    const chat = await send(comment(stage, MAINTAINER, 'Nice docs!'));
    assert.deepEqual(chat.jobs, {}, 'another comment runs no job');
    assert.equal(ledger.of('create', 'message').length, 2);
  },
  // The previous turn's end is shown for 1.5 s, then the job is active for 3 s.
  { scenario: 'stale-after-message', jobMs: 3000 },
);

scenario('A review with a line comment is one request, although it causes two runs', async (stage) => {
  const { github, ledger } = stage.sandbox;
  const place = { repository: REPOSITORY, issue: 2, user: MAINTAINER };
  github.setPullRequest({ repository: REPOSITORY, number: 2 });
  const whole = github.addReview({ ...place, body: '/docs describe this' });
  const line = github.addReviewComment({ ...place, review: whole.id, body: '/docs and that' });
  const events = [
    lineCommented(MAINTAINER, line.id, whole.id, line.body),
    reviewed(MAINTAINER, whole.id, whole.body),
  ];
  for (const [index, outcome] of ['skipped', 'pull-request'].entries()) {
    const run = await stage.example('docs-follow-up.yml', events[index] as GithubEvent);
    assert.equal(stepNamed(run, SEND).outputs['outcome'], outcome);
  }
  assert.equal(ledger.of('create', 'message').length, 1);
  assert.match(ledger.jobs[0]?.prompts[0] ?? '', /^describe this\n[\s\S]*\nand that\n/);
});

scenario(
  'With the docs in another repository, the pull request there gets its own comment',
  async (stage) => {
    const run = await stage.example('docs-in-another-repository.yml', labeled('docs'));
    const { outputs } = stepNamed(run, ASK);
    assert.equal(outputs['outcome'], 'pull-request');
    const [own] = ownComments(stage, Number(outputs['pr-number']));
    assert.equal(own?.repository, 'acme/docs');
  },
);

/** What GitHub tells of pull request 7 and the issue that it closes. */
function fillPullRequest({ sandbox: { github } }: Stage): void {
  const repository = REPOSITORY;
  github.setPullRequest({ repository, number: 7 });
  github.contentOf(repository).setPullRequestFiles(7, [
    { filename: 'src/cli.ts', patch: "@@ -1 +1 @@\n-option('--proxy');\n+option('--via');" },
    { filename: 'package-lock.json', patch: '@@ -1 +1 @@\n-locked\n+locked again' },
  ]);
  github.setIssue({ repository, number: ISSUE.number, title: 'Proxies', body: 'Which one is used?' });
}

scenario('A labeled pull request asks before the merge, with what it changes and closes', async (stage) => {
  fillPullRequest(stage);
  await stage.example('docs-before-merge.yml', labeledPullRequest(7, 'needs-docs'));
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
});

scenario('A merged pull request asks with instruction, event and what it changed', async (stage) => {
  fillPullRequest(stage);
  const run = await stage.example('docs-on-merge.yml', merged(7));
  assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
  const prompt = stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '';
  assert.match(prompt, /^The pull request below has been merged into the product\./);
  assert.match(prompt, /Rename --proxy to --via/);
  assert.match(prompt, /> src\/cli\.ts: modified, \+1 -1\n/);
  assert.match(prompt, /> \+option\('--via'\);/);
  assert.equal(ownComments(stage, 7).length, 1);
});
