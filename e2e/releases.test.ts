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

/** Workflows that make a release, and which job waits for its docs and changes the release with which flags. */
for (const [name, event, waiting, flags] of [
  ['docs-before-announcement.yml', pushed(TAG), 'announce', '--prerelease=false --latest'],
  ['docs-before-release-please.yml', DIRECT, 'publish', '--draft=false --latest'],
  ['docs-after-release-please.yml', DIRECT],
] as const) {
  const announced = waiting && { [waiting]: 'success' };
  const left = (stage: Stage) => readFileSync(path.join(stage.place, TAG), 'utf8');
  // The stand-in for release-please makes a release of the tag in this file, and the announcement makes its own.
  const prepare = (stage: Stage) => {
    release(stage, 'v2.3.0', TAG);
    if (event === DIRECT) for (const file of [TAG, 'tag']) writeFileSync(path.join(stage.place, file), TAG);
  };

  scenario(`${name}: a release gets its docs, and a re-run finds it`, {}, async (stage) => {
    if (event === DIRECT) assert.deepEqual((await stage.run(name, DIRECT)).jobs, { release: 'success' });
    prepare(stage);
    // Without an issue there is no reply, by which a re-run would find the job.
    for (const options of waiting ? [{}, { rerunOf: stage.runs.length + 1 }] : [{}]) {
      const { jobs } = await stage.run(name, event, options);
      assert.deepEqual(jobs, { release: 'success', docs: 'success', ...announced });
    }
    promptOf(stage);
    assert.equal(left(stage), flags ? `${flags}\n` : TAG);
  });

  const title = `${name}: after a timeout, a re-run watches the job, and what waited for it starts`;
  const prepareAndRun = async (stage: Stage) => {
    prepare(stage);
    const { jobs } = await stage.run(name, event, { minutes: 0.05, fails: true });
    assert.deepEqual(jobs, { release: 'success', docs: 'failure' });
    const again = await stage.run(name, event, { rerunOf: 1 });
    assert.deepEqual(again.jobs, { release: 'success', docs: 'success', ...announced });
    promptOf(stage);
    assert.equal(stage.replies().length, 1);
    assert.equal(left(stage), `${flags}\n`);
  };
  if (waiting) scenario(title, { jobMs: 8_000 }, prepareAndRun);
}

scenario(
  'An announcement waits until the docs pull request is merged, as the recipe does',
  {},
  async (stage) => {
    const recipes = readFileSync(path.join(import.meta.dirname, '../docs/recipes.md'), 'utf8');
    const [, section = ''] = recipes.split('### Check that the docs are merged');
    const [outputs = '', step = ''] = [...section.matchAll(/```yaml\n([\s\S]*?\n) *```/g)].map(
      ([, yaml]) => yaml,
    );
    const ask = '    steps:\n      - name: Ask for a docs pull request\n';
    const announce = '    steps:\n      - name: Mark it as the latest release\n';
    const edits = {
      [ask]: `${outputs.replace(/^/gm, ' ').trimEnd()}\n${ask}        id: docs\n`,
      [announce]: announce.replace('\n', `\n${step.replace(/^(?=.)/gm, '   ')}`),
    };
    release(stage, 'v2.3.0', TAG);
    for (const [state, options, announced] of [
      ['OPEN', { fails: true }, 'failure'],
      ['MERGED', { rerunOf: 1 }, 'success'],
    ] as const) {
      writeFileSync(path.join(stage.place, 'state'), `${state}\n`);
      const run = await stage.run('docs-before-announcement.yml', pushed(TAG), { ...options, edits });
      assert.deepEqual(run.jobs, { release: 'success', docs: 'success', announce: announced });
    }
    promptOf(stage);
  },
);

scenario('A release that a person publishes gets its docs', {}, async (stage) => {
  release(stage, 'v2.3.0', TAG);
  const published = event('release', 'released', { tag: TAG, body: NOTES });
  const run = await stage.run('docs-on-release.yml', published);
  assert.deepEqual(run.jobs, { docs: 'success' });
  promptOf(stage);
});

scenario('A draft is documented by hand, and a re-run watches the job', {}, async (stage) => {
  release(stage, 'v2.3.0', TAG, true);
  const dispatched = event('workflow_dispatch', '');
  for (const options of [{}, { rerunOf: 1 }]) {
    const payload = { inputs: { tag: TAG } };
    const run = await stage.run('docs-before-publishing.yml', dispatched, { ...options, payload });
    assert.deepEqual(run.jobs, { docs: 'success' });
  }
  promptOf(stage);
});

for (const before of ['@acme/cli@', 'cli-v'])
  scenario(`A package's tag ${before}2.1.0 is about its own files`, {}, async (stage) => {
    release(stage, `${before}2.0.0`, `${before}2.1.0`);
    const run = await stage.run('docs-on-package-tag.yml', pushed(`${before}2.1.0`));
    assert.deepEqual(run.jobs, { docs: 'success' });
    const prompt = promptOf(stage);
    assert.ok(prompt.includes('packages/cli/a.ts') && !prompt.includes('packages/api/b.ts'));
  });

scenario(
  'In a monorepo, release-please names the package in its outputs, as the recipe does',
  {},
  async (stage) => {
    const recipes = readFileSync(path.join(import.meta.dirname, '../docs/recipes.md'), 'utf8');
    const [created = '', tag = ''] = recipes.match(/steps\.release\.outputs\['packages\/cli--\w+'\]/g) ?? [];
    const edits = {
      'steps.release.outputs.release_created': created,
      'steps.release.outputs.tag_name': tag,
      'include: changes': 'include: changes\n          paths: packages/cli/**',
    };
    release(stage, 'cli-v2.0.0', 'cli-v2.1.0');
    writeFileSync(path.join(stage.place, 'tag'), 'cli-v2.1.0');
    const asItIs = await stage.run('docs-after-release-please.yml', DIRECT);
    assert.deepEqual(asItIs.jobs, { release: 'success' });
    const run = await stage.run('docs-after-release-please.yml', DIRECT, { edits });
    assert.deepEqual(run.jobs, { release: 'success', docs: 'success' });
    const prompt = promptOf(stage);
    assert.ok(prompt.includes('packages/cli/a.ts') && !prompt.includes('packages/api/b.ts'));
  },
);
