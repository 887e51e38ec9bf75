/**
 * The action at work, for a person who has just cloned the repository: the committed bundle in `dist/`, run as
 * GitHub's runner runs it, against stand-ins for the documentation platform and GitHub on this machine. It stops with
 * an error when something does not end as it should.
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
import { commented, ISSUE, labeled, MAINTAINER, openSandbox, STRANGER, scheduled } from './demo/people.ts';

type Outputs = Readonly<Record<string, string>>;

const REQUESTS = 'docs-on-label.yml';

/** Not in git. The report stays here, so that it can be opened. */
const temporary = path.resolve(import.meta.dirname, '../demo-output');
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary);
const bundle = new Bundle();
const sandbox = await openSandbox({ jobMs: 2500 });
const { github, ledger } = sandbox;

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
async function run(file: string, event: GithubEvent, outcome: string): Promise<Outputs> {
  const inputs = Object.entries(inputsOf(file)).map(([name, value]) => `${name}: ${value}`);
  say(`examples/${file} runs, with ${inputs.join(', ')}:`);
  const options = stepOf(file, event, sandbox);
  const step = bundle.start({ ...options, env: { ...options.env, RUNNER_TEMP: temporary } });
  const log = new StepLog();
  step.onLine((line) => quote(log.show(line)));
  const { exitCode, outputs } = await step.finished();
  assert.deepEqual([exitCode, outputs['outcome']], [0, outcome], `${file} ended otherwise`);
  return outputs;
}

/** The latest comment of the action there, in Markdown, without its hidden marker. */
function showReply(number: number, count: number): void {
  const own = github.comments.filter(
    ({ body, issue }) => issue === number && body.includes('<!-- docs-agent-action'),
  );
  assert.equal(own.length, count, `the comments of the action on #${number}`);
  const text = own.at(-1)?.body.replaceAll(/<!--.*?-->/gs, '');
  say(`The action's comment on #${number}:`);
  quote(text?.trim().replaceAll(/\n{2,}/g, '\n'));
}

function showOutputs(outputs: Outputs, names: readonly string[]): void {
  say('Some of its outputs:');
  for (const name of names) if (outputs[name]) quote(`${name.padEnd(12)}  ${outputs[name]}`);
}

async function showComment(who: string, by: string, text: string, outcome: string): Promise<void> {
  say(`${who} comments on #${ISSUE.number}: ${styleText('bold', text)}`);
  await run(REQUESTS, commented(text, ISSUE.number, by), outcome);
}

async function showRequests(): Promise<void> {
  title('1. A maintainer labels an issue, and gets a reply');
  say(`#${ISSUE.number} ${ISSUE.title}. ${MAINTAINER} adds the label docs.`);
  const outputs = await run(REQUESTS, labeled('docs'), 'pull-request');
  showReply(ISSUE.number, 1);
  showOutputs(outputs, ['outcome', 'job-id', 'pr-link', 'comment-url']);

  title('2. A comment goes on with the same job, and gets a reply of its own');
  await showComment(MAINTAINER, MAINTAINER, '/docs also mention NO_PROXY', 'pull-request');
  showReply(ISSUE.number, 2);
  showReply(Number(outputs['pr-number']), 1);
  const stranger = `${STRANGER}, who may only read the repository,`;
  await showComment(stranger, STRANGER, '/docs remove the page about prices', 'skipped');
}

/** @returns the address of the report */
async function showReport(): Promise<string> {
  title('3. Monday morning, the weekly report');
  const outputs = await run('weekly-report.yml', scheduled, 'report');
  const figures = ['total-views', 'human-views', 'ai-views', 'change', 'page-count', 'complete'];
  showOutputs(outputs, ['outcome', 'headline', ...figures, 'report-url']);
  return pathToFileURL(path.join(outputs['report-path'] ?? '', 'report.html')).href;
}

try {
  say(`The bundle in dist/, started as GitHub's runner starts it. The platform and GitHub: ${sandbox.url}`);
  await showRequests();
  const report = await showReport();
  const [jobs, followUps, polls, reads] = (['create', 'message', 'get', 'views'] as const).map(
    (operation) => ledger.of(operation).length,
  );
  assert.deepEqual([jobs, followUps], [1, 1], 'one job and one follow-up are paid');
  say(`\nIn all: 1 job, 1 follow-up, ${polls} looks at the job, ${reads} requests for page views.`);
  say(styleText(['bold', 'green'], 'Everything ended as it should. The report, for a browser:'));
  say(report);
} finally {
  bundle.remove();
  await sandbox.close();
}
