/**
 * Shows the action at work to a person who has just cloned the repository. It runs the committed bundle in `dist/` as
 * GitHub's runner does, against stand-ins for Mintlify and GitHub on this machine. If a run doesn't end as expected, it
 * stops with an error.
 *
 *     npm run demo
 */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { Bundle } from '../__tests__/helpers/run-bundle.ts';
import type { GithubEvent } from '../sandbox/github/events.ts';
import { inputsOf, stepOf } from './demo/example.ts';
import { StepLog } from './demo/log.ts';
import * as people from './demo/people.ts';
import { CHANGE, ISSUE, MAINTAINER, STANDING_ISSUE, STRANGER } from './demo/people.ts';

type Outputs = Readonly<Record<string, string>>;

const REQUESTS = 'docs-on-label.yml';

/** Not in git. The report stays here, so that it can be opened. */
const temporary = path.resolve(import.meta.dirname, '../demo-output');
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary);
const bundle = new Bundle();
const sandbox = await people.openSandbox({ jobMs: 2500 });
const { github, ledger } = sandbox;
const PREVIEW = { kind: 'deployment', name: 'preview', url: 'https://preview.example/' } as const;
const BUILD = { kind: 'run', name: 'build', url: 'https://ci.example/' } as const;
github.checks = [
  [
    { ...PREVIEW, states: { 0: 'in_progress', 1000: 'success' } },
    { ...BUILD, states: { 0: 'queued', 2000: 'success' } },
  ],
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function title(text: string): void {
  say(`\n${styleText('bold', `━━ ${text} ${'━'.repeat(70 - text.length)}`)}`);
}

function quote(text: string | undefined): void {
  for (const line of text?.split('\n') ?? []) say(`${styleText('dim', '  │')} ${line}`);
}

/** Runs the step of an example workflow, and shows its log. */
async function run(file: string, event: GithubEvent, outcome: string, more: Outputs = {}): Promise<Outputs> {
  const inputs = Object.entries({ ...inputsOf(file), ...more }).map(([name, value]) => `${name}: ${value}`);
  say(`examples/${file} runs with these inputs: ${inputs.join(', ')}`);
  say('Its log:');
  const options = stepOf(file, event, sandbox, more);
  const step = bundle.start({ ...options, env: { ...options.env, RUNNER_TEMP: temporary } });
  const log = new StepLog();
  step.onLine((line) => quote(log.show(line)));
  const { exitCode, outputs } = await step.finished();
  assert.deepEqual([exitCode, outputs['outcome']], [0, outcome], `${file} did not end as expected`);
  return outputs;
}

/** Shows the latest comment of the action on an issue or pull request, without its hidden marker. */
function showReply(number: number, count: number): string {
  const own = github.comments.filter(
    ({ body, issue }) => issue === number && body.includes('<!-- docs-agent-action'),
  );
  assert.equal(own.length, count, `the comments of the action on #${number}`);
  const text = own.at(-1)?.body.replaceAll(/<!--.*?-->/gs, '') ?? '';
  say(`The action's comment on #${number}:`);
  quote(text.trim().replaceAll(/\n{2,}/g, '\n'));
  return text;
}

async function showComment(who: string, number: number, text: string, outcome: string): Promise<void> {
  const role = who === STRANGER ? ', who can only read the repository,' : '';
  say(`${who}${role} comments on #${number}: ${styleText('bold', text)}`);
  await run(REQUESTS, people.commented(text, number, who), outcome);
}

async function showLabel(): Promise<void> {
  title('1. A label, and a docs pull request whose checks pass');
  say(`${MAINTAINER} adds the label docs to issue #${ISSUE.number}, "${ISSUE.title}".`);
  // Nobody waits for minutes here: the checks take seconds.
  const outputs = await run(REQUESTS, people.labeled('docs'), 'pull-request', { 'checks-minutes': '0.1' });
  const reply = showReply(ISSUE.number, 1);
  assert.match(reply, /Checks passed.*Preview/);
  assert.deepEqual([outputs['checks'], outputs['preview-url']], ['success', PREVIEW.url]);
  showReply(Number(outputs['pr-number']), 1);
  await showComment(STRANGER, ISSUE.number, '/docs remove the page about prices', 'skipped');
}

async function showMerge(): Promise<void> {
  title('2. A merge becomes a docs pull request, and a comment requests more');
  say(
    `${MAINTAINER} merges pull request #${CHANGE.number}, "${CHANGE.title}". Issue #${STANDING_ISSUE} gets the replies about merges.`,
  );
  await run('docs-on-merge.yml', people.merged(CHANGE.number), 'pull-request');
  showReply(STANDING_ISSUE, 1);
  await showComment(MAINTAINER, STANDING_ISSUE, '/docs also mention NO_PROXY', 'pull-request');
  const followUp = showReply(STANDING_ISSUE, 2);
  assert.match(followUp, /1 new commit/);
  assert.match(followUp, /2 files/);
}

/** @returns the address of the report */
async function showReport(): Promise<string> {
  title('3. The weekly report on Monday morning');
  const outputs = await run('weekly-report.yml', people.scheduled, 'report');
  say('Some outputs of the step:');
  for (const name of ['headline', 'change', 'report-url']) quote(`${name.padEnd(10)}  ${outputs[name]}`);
  return pathToFileURL(path.join(outputs['report-path'] ?? '', 'report.html')).href;
}

try {
  say(
    `This demo runs the bundle in dist/ as GitHub's runner does. A stand-in for Mintlify and GitHub listens at ${sandbox.url}.`,
  );
  await showLabel();
  await showMerge();
  const report = await showReport();
  const [jobs, followUps, polls, reads] = (['create', 'message', 'get', 'views'] as const).map(
    (operation) => ledger.of(operation).length,
  );
  assert.deepEqual([jobs, followUps], [2, 1], 'two jobs and one follow-up are billed');
  say(
    `\nMintlify's stand-in received 2 new jobs, 1 follow-up, ${polls} polls and ${reads} API calls for page views.`,
  );
  say(
    styleText(
      ['bold', 'green'],
      'Everything ended as expected. To see the report, open this address in a browser:',
    ),
  );
  say(report);
} finally {
  bundle.remove();
  await sandbox.close();
}
