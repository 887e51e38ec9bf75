/**
 * Plays what a maintainer does before and after the first push, on a copy of the repository: name it, see all checks green,
 * prepare a release, and push its tag. Needs actionlint, shellcheck and zizmor.
 *
 * Commands that take minutes and don't depend on the name are left to `.ci/run`, which runs them anyway.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { StartedStep } from '../__tests__/helpers/run-bundle.ts';
import { runtimeToken } from '../sandbox/results.ts';
import { git } from './git-repository.ts';
import { jobsOf, type Player, playJob, type Step, type StepEnd } from './play-job.ts';

const root = path.resolve(import.meta.dirname, '..');
const temporary = mkdtempSync(path.join(os.tmpdir(), 'first-push-'));
const copy = path.join(temporary, 'docs-agent-action');

const NAME = 'acme/docs-agent-action';
/** Not the version of any release. */
const VERSION = '97.0.0';

/** What is played instead of a step's command. */
const INSTEAD: [RegExp, string][] = [
  [/^npm ci$/, 'true'],
  [/^go install .*\/(\w+)@\S+.*$/s, 'true'],
  // The name matters in this scenario; all of them are played beside this file.
  [
    /^npm run e2e$/,
    'command -v act > /dev/null || exit 0; node --test --test-name-pattern=organization e2e/chains.test.ts',
  ],
  [/^npm run test:all$/, 'npm test -- __tests__/tools/repository'],
  [/^npm run demo$|^npm run bench -- --smoke$/, 'true'],
];

const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [
    path.dirname(process.execPath),
    ...[process.env['PATH'], path.join(os.homedir(), 'go/bin')],
    // Where there is no pipx, what it would run is on the PATH.
    path.join(root, 'e2e/stand-ins/fallback'),
  ].join(':'),
  RUNNER_TEMP: temporary,
  NODE_TEST_CONTEXT: undefined,
};

/** Commits everything, and pushes it to main. */
function push(message: string): void {
  git(copy, 'add', '--all');
  git(copy, 'commit', '--quiet', '--message', message);
  git(copy, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
}

before(() => {
  mkdirSync(copy);
  for (const file of git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')) {
    const place = path.join(root, file);
    if (file !== '' && existsSync(place)) cpSync(place, path.join(copy, file));
  }
  // Links where the file system allows it: there are 16,000 files.
  const command = `cp -al node_modules '${copy}' 2> /dev/null || cp -a node_modules '${copy}'`;
  execFileSync('bash', ['-c', command], { cwd: root });
  git(copy, 'init', '--quiet', '--initial-branch=main');
  push('Start');
});
after(() => rmSync(temporary, { recursive: true, force: true }));

/** Runs a command of a person's in the copy, and returns its errors; fails unless it ends with `exitCode`. */
function run(command: string, exitCode = 0): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: copy, env, encoding: 'utf8' });
  assert.equal(status, exitCode, `${command}\n${stdout}${stderr}`);
  return stderr;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Plays the actions that the workflows use. */
async function uses({ uses: action = '', with: inputs = {} }: Step, port: number): Promise<StepEnd> {
  const done = { ok: true, outputs: {} };
  // Types are checked by `npm test`: the program of that action comes in no package registry.
  if (/^(actions\/(checkout|setup-node)|typesafegithub\/github-actions-typing)@/.test(action)) return done;
  if (action.startsWith('actions/upload-artifact@')) {
    return { ...done, ok: readdirSync(path.join(copy, inputs['path'] ?? '')).length > 0 };
  }
  assert.equal(action, './', `${action} is not known here`);
  const given = Object.entries(inputs).map(([name, value]) => [
    name,
    String(value).replace('4010', `${port}`),
  ]);
  const own = { RUNNER_TEMP: temporary, ACTIONS_RUNTIME_TOKEN: runtimeToken('first-push') };
  const step = new StartedStep(path.join(copy, 'dist/index.js'), {
    inputs: Object.fromEntries(given),
    env: { ...own, ACTIONS_RESULTS_URL: `http://127.0.0.1:${port}/` },
  });
  const { exitCode, outputs } = await step.finished();
  return { ok: exitCode === 0, outputs };
}

async function play(file: string, job: string, variables: NodeJS.ProcessEnv = {}): Promise<void> {
  const port = await freePort();
  const player: Player = {
    directory: copy,
    env: { ...env, ...variables, CI: 'true' },
    values: { 'matrix.os': 'ubuntu-latest', 'matrix.node': '24' },
    uses: (step) => uses(step, port),
    rewrite: (script) =>
      INSTEAD.reduce((text, [pattern, instead]) => text.replace(pattern, instead), script.trim()).replaceAll(
        '4010',
        `${port}`,
      ),
  };
  const { [job]: found } = jobsOf(path.join(copy, '.github/workflows', file));
  assert.ok(found, `${file} has the job ${job}`);
  await playJob(found, player);
}

test('npm run own names it', () => {
  run(`npm run own -- ${NAME}`);
  run('npm run own -- --check');
  push('Name the repository');
});

for (const file of ['ci.yml', 'workflows.yml']) {
  for (const job of Object.keys(jobsOf(path.join(root, '.github/workflows', file)))) {
    test(`${file}, ${job}: green after the first push`, () => play(file, job));
  }
}

test('one command prepares a release, which is refused before', () => {
  assert.match(run('node scripts/prepare-release.ts --check', 1), /npm run release:prepare/);
  run(`npm run release:prepare -- ${VERSION}`);
  push(`Release ${VERSION}`);
});

test('the tag of a release passes what release.yml checks, and makes its notes', async () => {
  const tag = { GITHUB_REF_NAME: `v${VERSION}` };
  await assert.rejects(
    play('release.yml', 'check', { GITHUB_REF_NAME: 'v97.0.1' }),
    /package.json says 97.0.0/,
  );
  await play('release.yml', 'check', tag);
  const notes = readFileSync(path.join(copy, 'release/notes.md'), 'utf8');
  assert.match(notes, /\n- \S/);
  assert.doesNotMatch(notes, /^## |no release yet/m);
});
