import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyEvent } from './github/apply-event.ts';
import { type GithubEvent, payloadOf } from './github/events.ts';
import { startSandbox } from './server.ts';

const REPOSITORY = 'acme/product';
const on = (number: number) => ({ repository: REPOSITORY, by: 'octocat', number, isPullRequest: true });
const pull = (action: string, number: number) => ({ name: 'pull_request', action, ...on(number) });

const EVENTS: readonly (readonly [title: string, GithubEvent])[] = [
  ['octocat opens #7', pull('opened', 7)],
  ['octocat comments /docs on #7', { name: 'issue_comment', action: 'created', text: '/docs', ...on(7) }],
  ['octocat pushes to #7', pull('synchronize', 7)],
  ['octocat opens #8', pull('opened', 8)],
  ['octocat adds the label no-docs to #8', { ...pull('labeled', 8), label: 'no-docs' }],
  ['octocat removes the label no-docs from #8', { ...pull('unlabeled', 8), label: 'no-docs' }],
];

/** Plays the commit status `docs` with the action in `file`, and prints what GitHub then shows. */
export async function playStatus(file: string, print: (line: string) => void): Promise<void> {
  const sandbox = await startSandbox({ jobMs: 1000, permissions: { octocat: 'write' } });
  const directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
  const { github, url, apiKey } = sandbox;
  writeFileSync(`${directory}/output`, '');
  for (const number of [7, 8]) github.setPullRequest({ repository: REPOSITORY, number, user: 'octocat' });
  try {
    for (const [nth, [title, event]] of EVENTS.entries()) {
      const payload = path.join(directory, `${nth}.json`);
      writeFileSync(payload, JSON.stringify(payloadOf(applyEvent(event, github))));
      const inputs = { 'api-key': apiKey, 'project-id': 'docs', 'base-url': url, 'github-token': 'ghs_x' };
      const given = Object.entries({ ...inputs, 'commit-status': 'docs', comment: 'true' });
      const env = {
        ...{ PATH: process.env['PATH'], GITHUB_API_URL: `${url}/github`, GITHUB_REPOSITORY: REPOSITORY },
        ...{ GITHUB_EVENT_NAME: event.name, GITHUB_EVENT_PATH: payload, GITHUB_RUN_ID: `${nth + 1}` },
        ...{ GITHUB_RUN_ATTEMPT: '1', GITHUB_JOB: 'docs', GITHUB_ACTION: '__run' },
        ...{ GITHUB_OUTPUT: `${directory}/output`, GITHUB_SERVER_URL: 'https://github.com' },
        ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      };
      const [code] = await once(spawn(process.execPath, [file], { env }), 'exit');
      const { state, description, target } = github.statuses.at(-1) ?? {};
      print(`${title}\n  exit ${code} · status docs is ${state}: ${description} (${target})\n`);
    }
  } finally {
    rmSync(directory, { recursive: true });
    await sandbox.close();
  }
}
