import assert from 'node:assert/strict';
import type { GithubEvent } from '../sandbox/github/events.ts';
import { happen } from '../sandbox/github/happen.ts';
import * as people from '../scripts/demo/people.ts';
import { ISSUE, MAINTAINER, REPOSITORY, STRANGER } from '../scripts/demo/people.ts';
import { DOCS, replies, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';
const SEND = 'Send the comment to the docs agent';

scenario(
  'A label asks, a comment goes on with the same job, and each has its reply; a re-run pays nothing',
  async (stage) => {
    const { ledger, github } = stage.sandbox;
    const play = (asked: GithubEvent, options = {}) => stage.run('docs-on-label.yml', asked, options);
    const first = stepNamed(await play(people.labeled('docs')), ASK);
    const { 'pr-link': link = '', 'pr-number': number, 'job-id': jobId } = first.outputs;
    assert.match(ledger.jobs[0]?.prompts[0] ?? '', new RegExp(ISSUE.title));
    assert.deepEqual([first.outputs['outcome'], jobId], ['pull-request', ledger.jobs[0]?.id]);
    assert.ok(first.summary.includes(link), 'the summary links the pull request');
    assert.match(first.outputs['comment-url'] ?? '', /acme\/docs\/issues\/12#issuecomment-\d+$/);
    assert.equal(replies(stage, Number(number), DOCS).length, 1, 'the pull request has its comment');

    const followUp = happen(people.commented('/docs also mention the proxy'), github);
    for (const options of [{}, { rerunOf: 2 }]) {
      const { outputs } = stepNamed(await play(followUp, options), ASK);
      assert.partialDeepStrictEqual(outputs, { outcome: 'pull-request', 'job-id': jobId });
    }
    assert.match(ledger.jobs[0]?.prompts[1] ?? '', /^also mention the proxy/);
    const stranger = await play(people.commented('/docs remove it all', ISSUE.number, STRANGER));
    assert.equal(stepNamed(stranger, ASK).outputs['outcome'], 'skipped');
    for (const idle of [people.labeled('bug'), people.commented('Nice docs!')]) {
      assert.deepEqual((await play(idle)).jobs, {}, 'no job runs');
    }

    const own = replies(stage);
    assert.equal(own.length, 2);
    for (const reply of own) assert.ok(reply.includes(link), 'the reply links the pull request');
    assert.equal(ledger.of('create', 'message').length, 2);
    assert.deepEqual(github.reactions, []);
  },
  // The end of the request before is shown for 1.5 s, then the job is active for 3 s.
  { scenario: 'stale-after-message', jobMs: 3000 },
);

scenario(
  'The first workflow of the README: a label, and a comment',
  async (stage) => {
    await stage.run('README.md', people.labeled('docs'));
    await stage.run('README.md', people.commented('/docs also mention the proxy'));
    const [job, ...others] = stage.sandbox.ledger.jobs;
    assert.deepEqual([job?.prompts.length, others.length, replies(stage).length], [2, 0, 2]);
  },
  { jobMs: 3000 },
);

scenario(
  'A review with a line comment is one request, although it causes two runs; who asked is told',
  async (stage) => {
    const { github, ledger } = stage.sandbox;
    github.setPullRequest({ repository: REPOSITORY, number: 2 });
    const whole = happen(people.reviewed('/docs describe this', 2), github);
    const { id: review = 0 } = whole;
    const place = { repository: REPOSITORY, issue: 2, user: MAINTAINER };
    const { id, body: text } = github.addReviewComment({ ...place, review, body: '/docs and that' });
    const line = people.event('pull_request_review_comment', 'created', { number: 2, review, id, text });
    for (const [asked, outcome] of [[line, 'skipped'] as const, [whole, 'pull-request'] as const]) {
      const run = await stage.run('docs-follow-up.yml', asked);
      assert.equal(stepNamed(run, SEND).outputs['outcome'], outcome);
    }
    assert.equal(ledger.of('create', 'message').length, 1);
    assert.match(ledger.jobs[0]?.prompts[0] ?? '', /^describe this\n[\s\S]*\nand that\n/);
    const [, notice] = replies(stage, 2);
    assert.match(notice ?? '', new RegExp(`@${MAINTAINER}\\b`));
  },
);

scenario('With the docs in another repository, the pull request there gets its comment', async (stage) => {
  const run = await stage.run('docs-in-another-repository.yml', people.labeled('docs'));
  const { outcome, 'pr-number': number } = stepNamed(run, ASK).outputs;
  assert.equal(outcome, 'pull-request');
  assert.equal(replies(stage, Number(number), DOCS).length, 1);
});

const LABELED = people.event('pull_request', 'labeled', { number: 7, label: 'needs-docs' });
const MERGED = people.event('pull_request', 'closed', { number: 7, merged: true });
const CHANGES = [/Rename --proxy to --via/, /src\/cli\.ts: modified/, /> -option\('--proxy'\);/];
const CLOSES = /> Since 2\.4 the CLI reads HTTPS_PROXY/;
for (const [file, asked, ...told] of [
  ['docs-before-merge.yml', LABELED, /^Does the change .* need documentation\?/, CLOSES] as const,
  ['docs-on-merge.yml', MERGED, /^The pull request below has been merged into the product\./] as const,
]) {
  scenario(`${file}: a pull request asks with what it changes and closes`, async (stage) => {
    const { github, ledger } = stage.sandbox;
    const body = `Fixes #${ISSUE.number}`;
    const pullRequest = { number: 7, user: MAINTAINER, title: 'Rename --proxy to --via', body };
    github.setPullRequest({ repository: REPOSITORY, ...pullRequest });
    const patch = "@@ -1 +1 @@\n-option('--proxy');\n+option('--via');";
    github.contentOf(REPOSITORY).setPullRequestFiles(7, [{ filename: 'src/cli.ts', patch }]);
    const run = await stage.run(file, asked);
    assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
    for (const part of [...told, ...CHANGES]) assert.match(ledger.jobs[0]?.prompts[0] ?? '', part);
    assert.equal(replies(stage, 7).length, 1);
  });
}
