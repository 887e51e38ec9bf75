import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GithubEvent } from '../sandbox/github/events.ts';
import { event, REPOSITORY } from '../scripts/demo/people.ts';
import { type Stage, scenario } from './stage.ts';
import { stepNamed } from './workflow-run.ts';

const ASK = 'Ask for a docs pull request';
const NOTES = 'The CLI reads HTTPS_PROXY.';

const pushed = (tag: string): GithubEvent => ({ ...event('push', ''), push: 'tag', tag });

/** The previous release, a commit in packages/cli, and the release that the workflow makes. */
function release(stage: Stage, previous: string, tag: string): void {
  const content = stage.sandbox.github.contentOf(REPOSITORY);
  for (const [index, name] of [previous, tag].entries()) {
    const patch = `@@ -1 +1 @@\n-old\n+part-of-${index}`;
    const files = ['packages/cli/a.ts', 'packages/api/b.ts'].map((filename) => ({ filename, patch }));
    content.commit({ message: `Change ${name}`, files });
    content.release(name, `2026-0${index + 1}-01T00:00:00Z`, NOTES);
  }
  writeFileSync(path.join(stage.releases, tag.replaceAll('/', '-')), NOTES);
}

function expectAsked({ sandbox }: Stage): string {
  const [job, ...others] = sandbox.ledger.jobs;
  const prompt = job?.prompts[0] ?? '';
  assert.deepEqual(others, []);
  for (const part of [NOTES, '> +part-of-1', 'since the previous release'])
    assert.ok(prompt.includes(part), part);
  return prompt;
}

scenario('A release is announced after its docs', async (stage) => {
  release(stage, 'v2.3.0', 'v2.4.0');
  const run = await stage.run('docs-before-announcement.yml', pushed('v2.4.0'));
  assert.deepEqual(run.jobs, { release: 'success', docs: 'success', announce: 'success' });
  assert.equal(stepNamed(run, ASK).outputs['outcome'], 'pull-request');
  expectAsked(stage);
  assert.equal(readFileSync(path.join(stage.releases, 'latest'), 'utf8'), 'v2.4.0\n');
});

scenario(
  'A release whose docs fail is not announced',
  async (stage) => {
    release(stage, 'v2.3.0', 'v2.4.0');
    const run = await stage.run('docs-before-announcement.yml', pushed('v2.4.0'), { fails: true });
    assert.deepEqual([run.jobs['docs'], run.jobs['announce']], ['failure', undefined]);
    assert.equal(existsSync(path.join(stage.releases, 'latest')), false);
  },
  { scenario: 'failed' },
);

scenario('The release of release-please is documented, and other pushes start nothing', async (stage) => {
  const direct: GithubEvent = { ...event('push', ''), push: 'direct' };
  assert.deepEqual((await stage.run('docs-after-release-please.yml', direct)).jobs, { release: 'success' });
  release(stage, 'v2.3.0', 'v2.4.0');
  const run = await stage.run('docs-after-release-please.yml', direct);
  assert.deepEqual(run.jobs, { release: 'success', docs: 'success' });
  expectAsked(stage);
});

scenario("GoReleaser's release is documented", async (stage) => {
  release(stage, 'v2.3.0', 'v2.4.0');
  const run = await stage.run('docs-on-tag.yml', pushed('v2.4.0'));
  assert.deepEqual(run.jobs, { release: 'success', docs: 'success' });
  expectAsked(stage);
});

scenario("A package's tag is about its own files", async (stage) => {
  release(stage, 'cli@2.0.0', 'cli@2.1.0');
  const run = await stage.run('docs-on-package-tag.yml', pushed('cli@2.1.0'));
  assert.deepEqual(run.jobs, { docs: 'success' });
  const prompt = expectAsked(stage);
  assert.ok(prompt.includes('packages/cli/a.ts') && !prompt.includes('packages/api/b.ts'));
});
