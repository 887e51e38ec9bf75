/** Does what CONTRIBUTING.md says, on a copy of the repository: the demo of a fresh clone, another name, and a release. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '..');
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'docs-agent-copy-'));
const PATH = `${path.dirname(process.execPath)}:${process.env['PATH']}:${os.homedir()}/go/bin`;
after(() => fs.rmSync(copy, { recursive: true, force: true }));
// What somebody has deleted, and not committed, can't be copied.
run(`git ls-files -zco --exclude-standard | xargs -0 cp --parents -t ${copy} 2>/dev/null || true`, {}, root);

/** Runs a person's command. @returns what it printed; throws if it fails */
function run(command: string, env: NodeJS.ProcessEnv = {}, cwd = copy): string {
  const settings = { cwd, env: { ...process.env, PATH, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', command], settings);
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout + stderr;
}

test('npm run demo says what it installs, and installs two small packages', () => {
  assert.match(run('npm run demo'), /Installing @octokit\/webhooks-examples.* 10 MB/);
  assert.equal(fs.existsSync(path.join(copy, 'node_modules')), false);
  const installed = fs.readdirSync(path.join(copy, 'sandbox/node_modules/@octokit'));
  assert.deepEqual(installed.sort(), ['webhooks-examples', 'webhooks-types']);
});

test('a repository with another name is green', () => {
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  run('git init -q && git add . && git -c user.name=m -c user.email=m@example.com commit -qm Start');
  const contributing = fs.readFileSync(path.join(copy, 'CONTRIBUTING.md'), 'utf8');
  const [command = ''] = /^ *REPO=OWNER\/NAME\n[\s\S]*?(?=```)/m.exec(contributing) ?? [];
  run(`git grep -q 'your[-]org' || exit 0\n${command.replace('OWNER/NAME', 'Globex-1/docs-bot')}`);
  assert.equal(run("git grep -c 'your[-]org' || true"), '');
  assert.match(run('npm run check:docs'), /The docs hold/);
  run('npm test -- __tests__/tools/repository');
  const checked = '. examples/*.yml reports/snippets/*.yml';
  run(`! command -v zizmor || zizmor --offline --quiet --persona=pedantic ${checked}`);
});

test('a release passes what release.yml checks before the attestation, and another tag fails', () => {
  const { jobs } = parse(fs.readFileSync(path.join(copy, '.github/workflows/release.yml'), 'utf8'));
  const scripts: string[] = jobs.check.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  // .ci/run runs the other two, which a name doesn't change.
  const [agrees = '', ...others] = scripts;
  assert.deepEqual(others, ['npm cit', 'npm run check:dist']);
  const { version } = JSON.parse(fs.readFileSync(path.join(copy, 'package.json'), 'utf8'));
  run(agrees, { GITHUB_REF_NAME: `v${version}` });
  assert.throws(() => run(agrees, { GITHUB_REF_NAME: 'v0.0.1' }), /The tag is v0\.0\.1/);
});

test('npm test without Chromium says so in one line', () => {
  const printed = run('npm test -- __tests__/tools/repository/workflows', { CHROMIUM_PATH: '/nowhere' });
  assert.equal(printed.split('\n').filter((line) => /Chromium|^\s+at /.test(line)).length, 1);
});
