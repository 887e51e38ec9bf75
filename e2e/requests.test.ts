import assert from 'node:assert/strict';
import type { GithubEvent } from '../sandbox/github/events.ts';
import * as events from './events.ts';
import { ISSUE, MAINTAINER, REPOSITORY, STRANGER } from './events.ts';
import { type Stage, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';
const SEND = 'Send the comment to the docs agent';

/** The texts of the action's comments on the issue or pull request. */
function replies({ sandbox }: Stage, issue: number, repository = REPOSITORY): string[] {
  const own = sandbox.github.comments.filter(
    (comment) => comment.user === 'github-actions[bot]' && comment.issue === issue,
  );
  return own.filter((comment) => comment.repository === repository).map(({ body }) => body);
}

function comment({ sandbox }: Stage, user: string, body: string): GithubEvent {
  const { id } = sandbox.github.addComment({ repository: REPOSITORY, issue: ISSUE.number, user, body });
  return events.commented(user, id, body);
}

scenario(
  'A label asks, a comment goes on with the same job, and each has its reply; a re-run pays nothing',
  async (stage) => {
    const { ledger } = stage.sandbox;
    const play = async (event: GithubEvent, rerunOf?: number) =>
      stage.example('docs-on-label.yml', event, rerunOf === undefined ? {} : { rerunOf });
    const first = stepNamed(await play(events.labeled('docs')), ASK);
    const { 'pr-link': link = '', 'pr-number': number, 'job-id': jobId } = first.outputs;
    assert.match(ledger.jobs[0]?.prompts[0] ?? '', new RegExp(ISSUE.title));
    assert.deepEqual([first.outputs['outcome'], jobId], ['pull-request', ledger.jobs[0]?.id]);
    assert.ok(first.summary.includes(link), 'the summary links the pull request');
    assert.match(first.outputs['comment-url'] ?? '', /Hello-World\/issues\/1#issuecomment-\d+$/);
    assert.equal(replies(stage, Number(number), 'acme/docs').length, 1, 'the pull request has its comment');

    const followUp = comment(stage, MAINTAINER, '/docs also mention the proxy');
    const expected = { outcome: 'pull-request', 'job-id': jobId };
    assert.partialDeepStrictEqual(stepNamed(await play(followUp), ASK).outputs, expected);
    assert.match(ledger.jobs[0]?.prompts[1] ?? '', /^also mention the proxy/);
    const rerun = await play(followUp, stage.runs.length);
    assert.partialDeepStrictEqual(stepNamed(rerun, ASK).outputs, expected);
    const stranger = await play(comment(stage, STRANGER, '/docs remove it all'));
    assert.equal(stepNamed(stranger, ASK).outputs['outcome'], 'skipped');
    for (const idle of [events.labeled('bug'), comment(stage, MAINTAINER, 'Nice docs!')]) {
      assert.deepEqual((await play(idle)).jobs, {}, 'no job runs');
    }

    const own = replies(stage, ISSUE.number);
    assert.equal(own.length, 2);
    for (const reply of own) assert.ok(reply.includes(link), 'the reply links the pull request');
    assert.equal(ledger.of('create', 'message').length, 2);
    assert.deepEqual(stage.sandbox.github.reactions, []);
  },
  // The end of the request before is shown for 1.5 s, then the job is active for 3 s.
  { scenario: 'stale-after-message', jobMs: 3000 },
);

scenario(
  'The first workflow of the README: a label, and a comment',
  async (stage) => {
    await stage.example('README.md', events.labeled('docs'));
    await stage.example('README.md', comment(stage, MAINTAINER, '/docs also mention the proxy'));
    assert.equal(replies(stage, ISSUE.number).length, 2);
    assert.deepEqual(
      stage.sandbox.ledger.jobs.map(({ prompts }) => prompts.length),
      [2],
    );
  },
  { jobMs: 3000 },
);

scenario(
  'A review with a line comment is one request, although it causes two runs; who asked is told',
  async (stage) => {
    const { github, ledger } = stage.sandbox;
    const place = { repository: REPOSITORY, issue: 2, user: MAINTAINER };
    github.setPullRequest({ repository: REPOSITORY, number: 2 });
    const whole = github.addReview({ ...place, body: '/docs describe this' });
    const line = github.addReviewComment({ ...place, review: whole.id, body: '/docs and that' });
    const runs: [GithubEvent, string][] = [
      [events.lineCommented(line.id, whole.id, line.body), 'skipped'],
      [events.reviewed(whole.id, whole.body), 'pull-request'],
    ];
    for (const [event, outcome] of runs) {
      const run = await stage.example('docs-follow-up.yml', event);
      assert.equal(stepNamed(run, SEND).outputs['outcome'], outcome);
    }
    assert.equal(ledger.of('create', 'message').length, 1);
    assert.match(ledger.jobs[0]?.prompts[0] ?? '', /^describe this\n[\s\S]*\nand that\n/);
    const [, notice] = replies(stage, 2);
    assert.match(notice ?? '', new RegExp(`@${MAINTAINER}\\b`));
  },
);

scenario('With the docs in another repository, the pull request there gets its comment', async (stage) => {
  const run = await stage.example('docs-in-another-repository.yml', events.labeled('docs'));
  const { outputs } = stepNamed(run, ASK);
  assert.equal(outputs['outcome'], 'pull-request');
  assert.equal(replies(stage, Number(outputs['pr-number']), 'acme/docs').length, 1);
});

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

const PULL_REQUESTS = [
  [
    'docs-before-merge.yml',
    events.labeledPullRequest('needs-docs'),
    /^Does the change .* need documentation\?/,
  ],
  ['docs-on-merge.yml', events.merged, /^The pull request below has been merged into the product\./],
] as const;
for (const [file, event, instruction] of PULL_REQUESTS) {
  scenario(`${file}: a pull request asks with what it changes and closes`, async (stage) => {
    fillPullRequest(stage);
    const run = await stage.example(file, event);
    assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
    const prompt = stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '';
    for (const part of [instruction, /Rename --proxy to --via/, /> src\/cli\.ts: modified, \+1 -1\n/]) {
      assert.match(prompt, part);
    }
    assert.match(prompt, /> -option\('--proxy'\);\n> \+option\('--via'\);/);
    assert.doesNotMatch(prompt, /locked again/);
    if (event !== events.merged) assert.match(prompt, /> Which one is used\?/);
    assert.equal(replies(stage, 7).length, 1);
  });
}
