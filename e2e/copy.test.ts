/** Plays what CONTRIBUTING.md says, on a copy of the repository: the demo of a fresh clone, another name, and a release. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';

const NAME = 'Globex-1/docs-bot';
const root = path.resolve(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-copy-'));
const PATH = [path.dirname(process.execPath), process.env['PATH'], path.join(os.homedir(), 'go/bin')].join(
  ':',
);
after(() => rmSync(copy, { recursive: true, force: true }));

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
});
for (const file of files
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))) {
  cpSync(path.join(root, file), path.join(copy, file));
}
const { version } = JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8'));
const contributing = readFileSync(path.join(copy, 'CONTRIBUTING.md'), 'utf8');
const [named = ''] = /^ *REPO=OWNER\/NAME\n[\s\S]*?(?=```)/m.exec(contributing) ?? [];

/** Runs a person's command there. @returns what it printed; fails unless it ends as expected */
function run(command: string, env: NodeJS.ProcessEnv = {}, fails = false): string {
  const settings = { cwd: copy, env: { ...process.env, PATH, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-eo', 'pipefail', '-c', command],
    settings,
  );
  assert.equal(status !== 0, fails, `${command}\n${stdout}${stderr}`);
  return stdout + stderr;
}

test('npm run demo says what it installs, and installs one small package', () => {
  assert.match(run('npm run demo'), /Installing @octokit\/webhooks-examples.* 10 MB/);
  assert.equal(existsSync(path.join(copy, 'node_modules')), false);
  const installed = readdirSync(path.join(copy, 'sandbox/node_modules/@octokit'));
  assert.deepEqual(installed, ['webhooks-examples']);
});

test('a repository with another name is green', () => {
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  run(
    'git init --quiet && git add . && git -c user.name=m -c user.email=m@example.com commit --quiet --message Start',
  );
  run(named.replace('OWNER/NAME', NAME));
  assert.equal(run("git grep -c 'your[-]org' || true"), '');
  assert.match(run('npm run check:docs'), /The docs hold/);
  run('npm test -- __tests__/tools/repository');
  run(
    '! command -v zizmor || zizmor --offline --quiet --persona=pedantic . examples/*.yml reports/snippets/*.yml',
  );
});

test('a release passes what release.yml checks before the attestation, and another tag fails', () => {
  const { jobs } = parse(readFileSync(path.join(copy, '.github/workflows/release.yml'), 'utf8'));
  const scripts: string[] = jobs.check.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  // .ci/run runs the other two, which a name doesn't change.
  const [agrees = '', ...others] = scripts;
  assert.deepEqual(others, ['npm cit', 'npm run check:dist']);
  run(agrees, { GITHUB_REF_NAME: `v${version}` });
  assert.match(run(agrees, { GITHUB_REF_NAME: 'v0.0.1' }, true), /The tag is v0\.0\.1/);
});

test('npm test without Chromium says so in one line', () => {
  const printed = run('npm test -- __tests__/tools/repository/permissions', { CHROMIUM_PATH: '/nowhere' });
  assert.equal(printed.split('\n').filter((line) => /Chromium|^\s+at /.test(line)).length, 1);
});
