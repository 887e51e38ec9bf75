import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import type { GithubEvent } from '../sandbox/github/events.ts';
import {
  commented,
  event,
  ISSUE,
  labeled,
  MAINTAINER,
  REPOSITORY,
  STRANGER,
  scheduled,
} from '../scripts/scene.ts';
import { DOCS, scenario } from './stage.ts';

const ASK = 'Ask for a docs pull request';
const README = 'reports/snippets/snippet-README-1.yml';

// The end of the previous request is shown for 1.5 s, then the job is active for 3 s.
const SLOW = { scenario: 'stale-after-message', jobMs: 3000 };

const REQUESTS = 'A label starts a job, a comment is a follow-up, each has its reply; a re-run sends nothing';
scenario(REQUESTS, SLOW, async (stage) => {
  const { ledger, github } = stage.sandbox;
  const run = (asked: GithubEvent, options = {}) => stage.run('docs-on-label.yml', asked, options);
  const { [ASK]: first = {} } = (await run(labeled('docs'))).outputs;
  const { 'pr-link': link = '', 'pr-number': number, 'job-id': jobId } = first;
  assert.match(ledger.jobs[0]?.prompts[0] ?? '', new RegExp(ISSUE.title));
  assert.deepEqual([first['outcome'], jobId], ['pull-request', ledger.jobs[0]?.id]);
  assert.match(first['comment-url'] ?? '', /acme\/docs\/issues\/12#issuecomment-\d+$/);
  assert.equal(stage.replies(Number(number), DOCS).length, 1, 'the pull request has its comment');

  const followUp = applyEvent(commented('/docs also mention the proxy'), github);
  for (const options of [{}, { rerunOf: 2 }]) {
    const { outputs } = await run(followUp, options);
    assert.partialDeepStrictEqual(outputs[ASK], { outcome: 'pull-request', 'job-id': jobId });
  }
  assert.match(ledger.jobs[0]?.prompts[1] ?? '', /^also mention the proxy/);
  const stranger = await run(commented('/docs remove it all', ISSUE.number, STRANGER));
  assert.equal(stranger.outputs[ASK]?.['outcome'], 'skipped');
  for (const idle of [labeled('bug'), commented('Nice docs!')])
    assert.deepEqual((await run(idle)).jobs, {}, 'no job runs');
  assert.equal(stage.replies().filter((reply) => reply.includes(link)).length, 2);
  assert.equal(ledger.of('create', 'message').length, 2);
});

scenario('The first workflow of the README: a dry run, then a label', {}, async (stage) => {
  const dry = await stage.run(README, labeled('docs'));
  assert.deepEqual([stage.sandbox.ledger.jobs, stage.replies()], [[], []]);
  assert.match(dry.log, /dry run/i);
  await stage.run(README, labeled('docs'), { without: /^ +dry-run: true.*\n/m });
  assert.deepEqual([stage.sandbox.ledger.jobs.length, stage.replies().length], [1, 1]);
});

/** What `gh` sees of the checks, look by look; where somebody deleted the retry, no check yet is a failure. */
for (const [checks, fails, without] of [
  ['none pending pending pass', false],
  ['none pending fail', true],
  ['none pass', true, /^ +for _ in[\s\S]*?done\n/m],
] as const) {
  const title = `Checks that are ${checks}${without ? ', without the retry' : ''}: ${fails ? 'red' : 'green'}`;
  scenario(title, {}, async (stage) => {
    writeFileSync(path.join(stage.place, 'checks'), checks.replaceAll(' ', '\n').concat('\n'));
    const run = await stage.run('docs-with-checks.yml', labeled('docs'), { fails, without });
    assert.equal(run.outputs[ASK]?.['outcome'], 'pull-request');
    assert.deepEqual(run.jobs, { docs: fails ? 'failure' : 'success' });
  });
}

/** Whether the pull request waits for a required review; where somebody deleted that check, gh merges at once. */
for (const [review, fails, without, becomes] of [
  ['REVIEW_REQUIRED', false, undefined, 'waits: --auto --squash --match-head-commit abc123'],
  ['', true, undefined, ''],
  ['', false, /^ +if \[ "\$review"[\s\S]*? fi\n/m, 'merged: --auto --squash --match-head-commit abc123'],
] as const) {
  const title = `Auto-merge ${review ? 'waits for a required review' : 'without one'}${without ? ', and without the check' : ''}`;
  scenario(title, {}, async (stage) => {
    writeFileSync(path.join(stage.place, 'review'), review);
    const run = await stage.run('docs-auto-merge.yml', labeled('docs'), { fails, without });
    const { 'pr-number': number, outcome } = run.outputs[ASK] ?? {};
    assert.equal(outcome, 'pull-request');
    const merges = path.join(stage.place, 'merges');
    assert.equal(existsSync(merges) ? readFileSync(merges, 'utf8').trim() : '', becomes);
    assert.equal(run.log.includes("doesn't wait for a required review"), fails);
    const { reviewers } = stage.sandbox.github.thread(DOCS, Number(number));
    assert.deepEqual(reviewers, [MAINTAINER]);
  });
}

scenario('A new schema becomes a prompt, also of a new branch; the same sends nothing', {}, async (stage) => {
  const { directory } = stage;
  const { ledger } = stage.sandbox;
  const bash = (command: string) => String(execFileSync('bash', ['-ec', command], { cwd: directory })).trim();
  const commit = (schema: string) => {
    writeFileSync(path.join(directory, 'openapi.yaml'), schema);
    return bash('git add . && git commit -qm Change --allow-empty && git rev-parse HEAD');
  };
  const push = async (before: string, schema: string) => {
    const payload = { before, after: commit(schema), ref: 'refs/heads/main' };
    await stage.run('docs-on-api-change.yml', event('push', ''), { payload });
    return ledger.of('create').length;
  };
  bash('git init -qb main; git config user.name maya; git config user.email maya@example.com');
  const first = commit('  proxy: string\n');
  assert.equal(await push(first, '  proxy: string\n'), 0);
  assert.equal(await push(first, '    proxy: string\n'), 1);
  assert.match(ledger.jobs[0]?.prompts[0] ?? '', /^The API's schema has changed.*\n-.*\n\+ {4}proxy/s);
  assert.equal(await push('0'.repeat(40), '    proxy: string\n'), 2);
});

scenario('A revoked webhook is red, and the discussion has the headline all the same', {}, async (stage) => {
  const posted = (file: string) => readFileSync(path.join(stage.place, file), 'utf8');
  const revoked = { webhook: 'https://slack.example/revoked', fails: true };
  const run = await stage.run('report-to-chat.yml', scheduled, revoked);
  const { "Report last week's page views": outputs = {} } = run.outputs;
  const text = `${outputs['headline']} ${outputs['report-url']}`;
  assert.match(text, /\d.* https:/);
  assert.ok(posted('discussion').includes(`body=${text}`), 'it is in the discussion');
  assert.partialDeepStrictEqual(outputs, { outcome: 'report', complete: 'true' });
  assert.equal(stage.sandbox.artifacts.all.length, 2);
  await stage.run('report-to-chat.yml', scheduled);
  assert.match(posted('slack.yml'), /text: "Docs: .*\d.* https:/);
});

scenario('A required status is decided by a label or a request, also for later pushes', {}, async (stage) => {
  const { github, ledger } = stage.sandbox;
  const patch = '@@ -1 +1 @@\n-a\n+b';
  const code = { filename: 'src/proxy.ts', patch };
  const page = { filename: 'docs/proxy.mdx', patch };
  const pullRequest = { repository: REPOSITORY, user: STRANGER, title: 'Read HTTPS_PROXY' };
  github.setPullRequest({ ...pullRequest, number: 101, files: [code] });
  github.setPullRequest({ ...pullRequest, number: 102, files: [code, page] });
  const pull = (action: string, more = {}) =>
    event('pull_request_target', action, { number: 101, isPullRequest: true, ...more });
  for (const [asked, expected] of [
    [pull('opened'), /^docs pending: Comment \/docs, or add the label no-docs$/],
    [pull('opened', { number: 102 }), /^docs success: Changes the docs itself$/],
    [pull('labeled', { label: 'no-docs' }), /^docs success: No docs needed/],
    [pull('unlabeled', { label: 'no-docs' }), /^docs pending: Comment/],
    [commented('/docs describe it', 101, STRANGER), /^docs pending: Comment/],
    [commented('/docs describe it', 101), /^docs success: Docs pull request #\d+$/],
    [pull('synchronize'), /^docs success: Docs pull request #\d+ \(asked at [0-9a-f]{7}\)$/],
  ] as const) {
    await stage.run('docs-required.yml', asked);
    const { context, state, description } = github.statuses.at(-1) ?? {};
    assert.match(`${context} ${state}: ${description}`, expected);
  }
  assert.equal(ledger.of('create', 'message').length, 1);
});
