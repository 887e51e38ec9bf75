import assert from 'node:assert/strict';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import * as people from '../scripts/demo/people.ts';
import { CHANGE, ISSUE, MAINTAINER, STRANGER } from '../scripts/demo/people.ts';
import { DOCS, replies, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';
const SEND = 'Send the comment to the docs agent';
const CHANGES = [/Rename --proxy to --via/, /src\/cli\.ts: modified/, /> -option\('--proxy'\);/];
const SUBJECT = new RegExp(ISSUE.title);
const CLOSES = /> Since 2\.4 the CLI reads HTTPS_PROXY/;
const NEEDS_DOCS = people.event('pull_request', 'labeled', { number: CHANGE.number, label: 'needs-docs' });
const byHand = (kind: string, number: number) => people.dispatched({ kind, number: `${number}` });

scenario(
  'A label starts a job, a comment is a follow-up, each has its reply; a re-run sends nothing',
  async (stage) => {
    const { ledger, github } = stage.sandbox;
    const play = (asked: GithubEvent, options = {}) => stage.run('docs-on-label.yml', asked, options);
    const first = stepNamed(await play(people.labeled('docs')), ASK);
    const { 'pr-link': link = '', 'pr-number': number, 'job-id': jobId } = first.outputs;
    assert.match(ledger.jobs[0]?.prompts[0] ?? '', SUBJECT);
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
  },
  // The end of the request before is shown for 1.5 s, then the job is active for 3 s.
  { scenario: 'stale-after-message', jobMs: 3000 },
);

scenario(
  'The first workflow of the README: a dry run, then a label, and a comment',
  async (stage) => {
    const dry = await stage.run('README.md', people.labeled('docs'));
    assert.deepEqual([stage.sandbox.ledger.jobs, replies(stage)], [[], []]);
    assert.match(dry.log, /This is a dry run, so nothing was sent to Mintlify\./);
    const options = { without: /^ +dry-run: true.*\n/m };
    await stage.run('README.md', people.labeled('docs'), options);
    await stage.run('README.md', people.commented('/docs also mention the proxy'), options);
    const [job, ...others] = stage.sandbox.ledger.jobs;
    assert.deepEqual([job?.prompts.length, others.length, replies(stage).length], [2, 0, 2]);
  },
  { jobMs: 3000 },
);

/** Of each: what happens, and what the prompt has of it. */
for (const [file, name, request, ...parts] of [
  ['docs-before-merge.yml', ASK, NEEDS_DOCS, /^Does the change .* need documentation\?/, CLOSES, ...CHANGES],
  ['docs-by-hand.yml', ASK, byHand('issue', ISSUE.number), SUBJECT],
  ['docs-by-hand.yml', ASK, byHand('pull request', CHANGE.number), CLOSES, ...CHANGES],
  ['docs-follow-up.yml', SEND, people.reviewed('/docs describe this', CHANGE.number), /^describe this/],
  ['docs-in-another-repository.yml', ASK, people.labeled('docs'), SUBJECT],
] as const) {
  scenario(
    `${file} on ${request.name}: one job, one reply, and a comment on the docs pull request`,
    async (stage) => {
      const { outputs } = stepNamed(await stage.run(file, request), name);
      const [job, ...others] = stage.sandbox.ledger.jobs;
      assert.deepEqual([outputs['outcome'], others], ['pull-request', []]);
      for (const part of parts) assert.match(job?.prompts[0] ?? '', part);
      const { number = Number(request.inputs?.['number'] ?? ISSUE.number) } = request;
      const [reply, notice] = replies(stage, number);
      assert.ok(reply?.includes(outputs['pr-link'] ?? '?'), 'the reply links the pull request');
      if (file === 'docs-follow-up.yml') assert.match(notice ?? '', new RegExp(`@${MAINTAINER}\\b`));
      assert.equal(replies(stage, Number(outputs['pr-number']), DOCS).length, 1);
    },
  );
}

scenario(
  'A pull request from a fork: its conversation is heard, its reviews and lines start no runner',
  async (stage) => {
    const fork = people.event('pull_request', 'labeled', { number: CHANGE.number, repository: 'sam/docs' });
    const payload = { pull_request: payloadOf(fork)['pull_request'] };
    const on = { number: CHANGE.number, text: '/docs this' };
    for (const [file, event] of [
      ['docs-on-label.yml', people.event('pull_request_review', 'submitted', on)],
      ['docs-on-label.yml', people.event('pull_request_review_comment', 'created', on)],
      ['docs-before-merge.yml', NEEDS_DOCS],
    ] as const) {
      assert.deepEqual((await stage.run(file, event, { payload })).jobs, {}, `${file}: ${event.name}`);
    }
    const run = await stage.run('docs-on-label.yml', people.commented('/docs describe this', CHANGE.number));
    assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
    assert.equal(replies(stage, CHANGE.number).length, 1);
  },
);
