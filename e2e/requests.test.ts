import assert from 'node:assert/strict';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import * as people from '../scripts/demo/people.ts';
import { CHANGE, ISSUE, MAINTAINER, REPOSITORY, STRANGER } from '../scripts/demo/people.ts';
import { DOCS, replies, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';
const SEND = 'Send the comment to the docs agent';
const CHANGES = [/Rename --proxy to --via/, /src\/cli\.ts: modified/, /> -option\('--proxy'\);/];
const CLOSES = /> Since 2\.4 the CLI reads HTTPS_PROXY/;

scenario(
  'A label starts a job, a comment is a follow-up, each has its reply; a re-run sends nothing',
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

    const followUp = applyEvent(people.commented('/docs also mention the proxy'), github);
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
  'A review with a line comment is one request, although it causes two runs; its author is notified',
  async (stage) => {
    const { github, ledger } = stage.sandbox;
    github.setPullRequest({ repository: REPOSITORY, number: 2 });
    const whole = applyEvent(people.reviewed('/docs describe this', 2), github);
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

scenario('docs-before-merge.yml: a label sends what a pull request changes and closes', async (stage) => {
  const labeled = people.event('pull_request', 'labeled', { number: CHANGE.number, label: 'needs-docs' });
  const run = await stage.run('docs-before-merge.yml', labeled);
  assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
  for (const part of [/^Does the change .* need documentation\?/, CLOSES, ...CHANGES]) {
    assert.match(stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '', part);
  }
  assert.equal(replies(stage, CHANGE.number).length, 1);
});

scenario(
  'A pull request from a fork: its conversation is heard, its reviews and lines start no runner',
  async (stage) => {
    const fork = people.event('pull_request', 'labeled', { number: CHANGE.number, repository: 'sam/docs' });
    const payload = { pull_request: payloadOf(fork)['pull_request'] };
    const review = people.event('pull_request_review', 'submitted', {
      number: CHANGE.number,
      text: '/docs this',
    });
    const line = people.event('pull_request_review_comment', 'created', {
      number: CHANGE.number,
      text: '/docs that',
    });
    const label = people.event('pull_request', 'labeled', { number: CHANGE.number, label: 'needs-docs' });
    for (const [file, event] of [
      ...[review, line].map((event) => ['docs-on-label.yml', event] as const),
      ['docs-before-merge.yml', label] as const,
    ]) {
      assert.deepEqual((await stage.run(file, event, { payload })).jobs, {}, `${file}: ${event.name}`);
    }
    const run = await stage.run('docs-on-label.yml', people.commented('/docs describe this', CHANGE.number));
    assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
    assert.equal(replies(stage, CHANGE.number).length, 1);
  },
);

scenario('What starts nothing: a triager (who gets 😕 on the issue), a bot, an edit', async (stage) => {
  const { github, ledger } = stage.sandbox;
  const bot = people.commented('/docs mine', ISSUE.number, 'helper[bot]');
  const edit = { ...people.commented('/docs again'), action: 'edited' };
  for (const asked of [{ ...people.labeled('docs'), by: people.TRIAGER }, bot, edit]) {
    const run = await stage.run('docs-on-label.yml', asked);
    assert.equal(stepNamed(run, ASK).outputs['outcome'], 'skipped');
  }
  assert.deepEqual([ledger.jobs, replies(stage)], [[], []]);
  const reactions = github.reactions.map(({ content, subject }) => [content, subject]);
  assert.deepEqual(reactions, [['confused', ISSUE.number]]);
});

scenario('By hand: an issue, then a pull request, each with what is known of it', async (stage) => {
  for (const [kind, number, ...parts] of [
    ['issue', ISSUE.number, new RegExp(ISSUE.title)] as const,
    ['pull request', CHANGE.number, CLOSES, ...CHANGES] as const,
  ]) {
    const run = await stage.run('docs-by-hand.yml', people.dispatched({ kind, number: `${number}` }));
    assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
    for (const part of parts) assert.match(stage.sandbox.ledger.jobs.at(-1)?.prompts[0] ?? '', part);
    assert.equal(replies(stage, number).length, 1);
  }
});

for (const [broken, outcome, message] of [
  ['failed', 'failed', /^error: The (docs )?agent/m],
  ['create-401', 'error', /^error: .*401/m],
] as const) {
  scenario(
    `${broken}: the workflow fails, and says why`,
    async (stage) => {
      const run = await stage.run('docs-on-label.yml', people.labeled('docs'), { fails: true });
      const { result, outputs, log } = stepNamed(run, ASK);
      assert.deepEqual([result, outputs['outcome'], replies(stage).length], ['failure', outcome, 1]);
      assert.match(log, message);
    },
    { scenario: broken },
  );
}
