import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commented, dispatched, event, labeled } from '../scripts/demo/people.ts';
import { GitRepository } from './git-repository.ts';
import { replies, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const WAIT = "Wait for the agent's job";
const ASK = 'Ask for a docs pull request';
const NOTES = 'The CLI reads HTTPS_PROXY.\n';
const TAG = 'v2.4.0';

scenario('A release asks, and its notes get the link, once', async (stage) => {
  const notes = path.join(stage.releases, TAG);
  writeFileSync(notes, NOTES);
  const released = event('release', 'released', { tag: TAG, body: NOTES });
  const run = await stage.run('docs-on-release.yml', released);
  const link = stepNamed(run, ASK).outputs['pr-link'] ?? '';
  assert.deepEqual(run.jobs, { docs: 'success', link: 'success' });
  assert.match(stage.sandbox.ledger.jobs[0]?.prompts[0] ?? '', /The CLI reads HTTPS_PROXY\./);
  assert.equal(readFileSync(notes, 'utf8'), `${NOTES}\nDocumentation: ${link}\n`);
});

scenario(
  'One job starts (wait: false), the next one waits',
  async (stage) => {
    const run = await stage.run('start-then-wait.yml', dispatched({ prompt: 'Document the proxy' }));
    assert.deepEqual(run.jobs, { start: 'success', wait: 'success' });
    const [{ id, prompts } = { id: '', prompts: [] }, ...others] = stage.sandbox.ledger.jobs;
    const start = stepNamed(run, "Start the agent's job").outputs;
    const wait = stepNamed(run, WAIT).outputs;
    assert.partialDeepStrictEqual(start, { outcome: 'started', status: 'active', 'job-id': id });
    assert.partialDeepStrictEqual(wait, { outcome: 'pull-request', 'job-id': id });
    const watch = stepNamed(await stage.run('watch-job.yml', dispatched({ 'job-id': id })), WAIT).outputs;
    assert.partialDeepStrictEqual(watch, { outcome: 'pull-request', 'job-id': id });
    assert.deepEqual([prompts, others], [['Document the proxy'], []]);
  },
  { jobMs: 3000 },
);

scenario(
  "An organization's own workflow, called from a repository",
  async (stage) => {
    const { ledger } = stage.sandbox;
    for (const asked of [labeled('docs'), commented('/docs and the port')]) {
      const { outputs } = stepNamed(await stage.run('organization-caller.yml', asked), ASK);
      assert.partialDeepStrictEqual(outputs, { outcome: 'pull-request', 'job-id': ledger.jobs[0]?.id });
    }
    for (const other of [labeled('bug'), commented('Nice docs!')]) {
      assert.deepEqual((await stage.run('organization-caller.yml', other)).steps, []);
    }
    assert.deepEqual([ledger.jobs.length, ledger.of('message').length, replies(stage).length], [1, 1, 2]);
  },
  { jobMs: 3000 },
);

scenario('A new schema becomes a prompt, also a new indentation; the same sends nothing', async (stage) => {
  const [old, indented] = ['  proxy: string\n', '    proxy: string\n'];
  const { ledger } = stage.sandbox;
  for (const [schemas, requests] of [[[old, indented, old], 0] as const, [[old, indented], 1] as const]) {
    const repository = new GitRepository(stage.directory());
    const commits = schemas.map((schema) => repository.commit('openapi.yaml', schema));
    const pushed = { before: commits[0], after: commits.at(-1), ref: 'refs/heads/main' };
    await stage.run('docs-on-api-change.yml', event('push', ''), { repository, payload: pushed });
    assert.equal(ledger.of('create').length, requests);
  }
  assert.match(
    ledger.jobs[0]?.prompts[0] ?? '',
    /^The API's schema, openapi\.yaml[\s\S]*\n\+ {4}proxy: string/,
  );
});

scenario(
  'v1 moves to the newest release, also if GitHub does not list it yet, or else the run fails',
  async (stage) => {
    const moved = path.join(stage.releases, 'v1');
    /** @returns where `v1` then is */
    const publish = async (tag: string, ghFails?: string, prerelease = false) => {
      const options = {
        payload: { release: { tag_name: tag, prerelease } },
        ghFails,
        fails: ghFails !== undefined,
      };
      const released = event('release', 'published', { tag });
      await stage.run('.github/workflows/move-major-tag.yml', released, options);
      const calls = existsSync(moved) ? readFileSync(moved, 'utf8') : '';
      return /(POST|PATCH).*commit-of-(\S+)/s.exec(calls)?.slice(1);
    };
    const list = (tag: string) => writeFileSync(path.join(stage.releases, tag), NOTES);
    list('v1.9.0');
    for (const calls of ['*/releases', '*/commits/*', '*/git/ref*'])
      assert.deepEqual(await publish('v1.10.0', calls), undefined, calls);
    assert.deepEqual(await publish('v1.10.0'), ['POST', 'v1.10.0']);
    list('v1.10.0');
    for (const calls of ['*/releases', '*/commits/*', '*/git/refs*'])
      assert.deepEqual(await publish('v1.11.0', calls), ['POST', 'v1.10.0'], calls);
    assert.deepEqual(await publish('v1.12.0', undefined, true), ['POST', 'v1.10.0']);
    assert.deepEqual(await publish('v1.9.1'), ['POST', 'v1.10.0']);
    assert.deepEqual(await publish('v1.11.0'), ['PATCH', 'v1.11.0']);
  },
);
