import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { event, REPOSITORY } from '../scripts/scene.ts';
import { type Stage, scenario } from './stage.ts';

const NOTES = 'The CLI reads HTTPS_PROXY.';
const TAG = 'v2.4.0';
const DIRECT = event('push', '', { push: 'direct' });
const pushed = (tag: string) => event('push', '', { push: 'tag', tag });

/** The previous release, a commit in packages/cli, and the release that the workflow makes. */
function release(stage: Stage, previous: string, tag: string, isDraft = false): void {
  const content = stage.sandbox.github.contentOf(REPOSITORY);
  for (const [index, name] of [previous, tag].entries()) {
    const patch = `@@ -1 +1 @@\n-old\n+part-of-${index}`;
    const files = ['packages/cli/a.ts', 'packages/api/b.ts'].map((filename) => ({ filename, patch }));
    content.commit({ message: `Change ${name}`, files });
    content.release(name, isDraft && name === tag ? undefined : `2026-0${index + 1}-01T00:00:00Z`, NOTES);
  }
}

function promptOf({ sandbox }: Stage): string {
  const [job, ...others] = sandbox.ledger.jobs;
  const prompt = job?.prompts[0] ?? '';
  assert.deepEqual(others, []);
  for (const part of [NOTES, '+part-of-1']) assert.ok(prompt.includes(part), part);
  return prompt;
}

scenario('A release is announced after its docs, and a re-run finds the pre-release', async (stage) => {
  release(stage, 'v2.3.0', TAG);
  const run = await stage.run('docs-before-announcement.yml', pushed(TAG));
  assert.deepEqual(run.jobs, { release: 'success', docs: 'success', announce: 'success' });
  promptOf(stage);
  assert.equal(readFileSync(path.join(stage.place, TAG), 'utf8'), '--prerelease=false --latest\n');
  const again = await stage.run('docs-before-announcement.yml', pushed(TAG), { rerunOf: 1 });
  assert.deepEqual(again.jobs, { release: 'success', docs: 'success', announce: 'success' });
});

for (const [name, published] of [
  ['docs-after-release-please.yml', false],
  ['docs-before-release-please.yml', true],
] as const) {
  scenario(`${name}: its release is documented, and other pushes start nothing`, async (stage) => {
    assert.deepEqual((await stage.run(name, DIRECT)).jobs, { release: 'success' });
    release(stage, 'v2.3.0', TAG);
    for (const file of [TAG, 'tag']) writeFileSync(path.join(stage.place, file), TAG);
    const { jobs } = await stage.run(name, DIRECT);
    assert.deepEqual(jobs, { release: 'success', docs: 'success', ...(published && { publish: 'success' }) });
    promptOf(stage);
    assert.equal(readFileSync(path.join(stage.place, TAG), 'utf8') === '--draft=false --latest\n', published);
  });
}

for (const [name, event, waiting, flags] of [
  ['docs-before-announcement.yml', pushed(TAG), 'announce', '--prerelease=false --latest'],
  ['docs-before-release-please.yml', DIRECT, 'publish', '--draft=false --latest'],
] as const) {
  scenario(
    `${name}: after a timeout, a re-run watches the job, and what waited for it starts`,
    async (stage) => {
      release(stage, 'v2.3.0', TAG);
      writeFileSync(path.join(stage.place, 'tag'), TAG);
      if (waiting === 'publish') writeFileSync(path.join(stage.place, TAG), TAG);
      const { jobs } = await stage.run(name, event, { minutes: 0.05, fails: true });
      assert.deepEqual(jobs, { release: 'success', docs: 'failure' });
      const again = await stage.run(name, event, { rerunOf: 1 });
      assert.deepEqual(again.jobs, { release: 'success', docs: 'success', [waiting]: 'success' });
      promptOf(stage);
      assert.equal(stage.replies().length, 1);
      assert.equal(readFileSync(path.join(stage.place, TAG), 'utf8'), `${flags}\n`);
    },
    { jobMs: 8_000 },
  );
}

scenario('A draft is documented by hand, and a re-run watches the job', async (stage) => {
  release(stage, 'v2.3.0', TAG, true);
  const dispatched = event('workflow_dispatch', '');
  for (const options of [{}, { rerunOf: 1 }]) {
    const payload = { inputs: { tag: TAG } };
    const run = await stage.run('docs-before-publishing.yml', dispatched, { ...options, payload });
    assert.deepEqual(run.jobs, { docs: 'success' });
  }
  promptOf(stage);
});

scenario("A scoped package's tag is about its own files", async (stage) => {
  release(stage, '@acme/cli@2.0.0', '@acme/cli@2.1.0');
  const run = await stage.run('docs-on-package-tag.yml', pushed('@acme/cli@2.1.0'));
  assert.deepEqual(run.jobs, { docs: 'success' });
  const prompt = promptOf(stage);
  assert.ok(prompt.includes('packages/cli/a.ts') && !prompt.includes('packages/api/b.ts'));
});
