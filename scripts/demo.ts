/**
 * Shows the action at work to a person who has just cloned the repository: the committed bundle in `dist/`, run as GitHub's
 * runner does, against stand-ins for Mintlify and GitHub on this machine. It fails if a run doesn't end as expected.
 */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { Bundle } from '../__tests__/helpers/run-bundle.ts';
import { parseCommand } from '../__tests__/helpers/runner-commands.ts';
import type { GithubEvent } from '../sandbox/github/events.ts';
import * as scene from './scene.ts';

const LOOKS = { notice: 'blue', warning: 'yellow', error: 'red' } as const;
const { ISSUE, MAINTAINER, STRANGER } = scene;

/** Not in git. The report stays here, so that it can be opened. */
const temporary = path.resolve(import.meta.dirname, '../demo-output');
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary);
const bundle = new Bundle();
const sandbox = await scene.openSandbox({ jobMs: 2500 });
const { github, ledger } = sandbox;

const say = (line: string) => process.stdout.write(`${line}\n`);
const title = (text: string) => say(`\n${styleText('bold', `━━ ${text} ${'━'.repeat(70 - text.length)}`)}`);
const quote = (line: string) => say(`${styleText('dim', '  │')} ${line}`);

/** Shows a line of a step's log as GitHub does: annotations get a colour, and other commands disappear. */
function showLine(line: string): void {
  const { name, data = '' } = parseCommand(line) ?? {};
  if (name === undefined) quote(line);
  else if (name in LOOKS) quote(`${styleText(LOOKS[name as keyof typeof LOOKS], `${name}:`)} ${data}`);
}

/** Runs the step of an example workflow. */
async function run(file: string, event: GithubEvent, outcome: string) {
  const inputs = Object.entries(scene.inputsOf(file)).map(([name, value]) => `${name}: ${value}`);
  say(`examples/${file} runs with ${inputs.join(', ')}. Its log:`);
  const options = scene.stepOf(file, event, sandbox);
  const step = bundle.start({ ...options, env: { ...options.env, RUNNER_TEMP: temporary } });
  step.onLine(showLine);
  const { exitCode, outputs } = await step.finished();
  assert.deepEqual([exitCode, outputs['outcome']], [0, outcome], `${file} did not end as expected`);
  return outputs;
}

/** Shows the latest comment of the action there, without its hidden marker. */
function showReply(number: number, count: number): string {
  const own = github.comments.filter(
    ({ body, issue }) => issue === number && body.includes('<!-- docs-agent-action'),
  );
  assert.equal(own.length, count, `the comments of the action on #${number}`);
  const text =
    own
      .at(-1)
      ?.body.replaceAll(/<!--.*?-->/gs, '')
      .trim() ?? '';
  say(`The action's comment on #${number}:`);
  for (const line of text.split(/\n+/)) quote(line);
  return text;
}

async function showComment(who: string, text: string, outcome: string): Promise<void> {
  say(`${who} comments on #${ISSUE.number}: ${styleText('bold', text)}`);
  await run('docs-on-label.yml', scene.commented(text, ISSUE.number, who), outcome);
}

async function showRequests(): Promise<void> {
  title('1. A label becomes a docs pull request');
  say(`${MAINTAINER} adds the label docs to issue #${ISSUE.number}, "${ISSUE.title}".`);
  const { 'pr-number': number } = await run('docs-on-label.yml', scene.labeled('docs'), 'pull-request');
  showReply(ISSUE.number, 1);
  showReply(Number(number), 1);
  title('2. A comment requests more, and a stranger may not');
  await showComment(MAINTAINER, '/docs also mention NO_PROXY', 'pull-request');
  assert.match(showReply(ISSUE.number, 2), /commit/);
  await showComment(STRANGER, '/docs remove the page about prices', 'skipped');
}

try {
  say(`This demo runs the bundle in dist/. A stand-in for Mintlify and GitHub listens at ${sandbox.url}.`);
  await showRequests();
  title('3. The weekly report on Monday morning');
  const outputs = await run('weekly-report.yml', scene.scheduled, 'report');
  for (const name of ['headline', 'change', 'report-url']) quote(`${name.padEnd(10)}  ${outputs[name]}`);
  assert.deepEqual([ledger.of('create').length, ledger.of('message').length], [1, 1]);
  say(styleText(['bold', 'green'], '\nOne job and one follow-up were sent. To see the report, open:'));
  say(pathToFileURL(path.join(outputs['report-path'] ?? '', 'report.html')).href);
} finally {
  bundle.remove();
  await sandbox.close();
}
