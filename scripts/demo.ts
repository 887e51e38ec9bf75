/**
 * The action at work, for a person who has just cloned the repository: the committed bundle in `dist/`, run as
 * GitHub's runner runs it, against stand-ins for the documentation platform and GitHub on this machine. It stops with
 * an error when an act does not end as it should.
 *
 *     npm run demo
 */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { startSandbox } from '../sandbox/server.ts';
import {
  commented,
  type GithubEvent,
  ISSUE,
  labeled,
  MAINTAINER,
  PROJECT,
  REPOSITORY,
  STRANGER,
  scheduled,
} from './demo/events.ts';
import { StepLog } from './demo/log.ts';
import { ExampleRunner, inputsOf } from './demo/run-example.ts';

type Outputs = Readonly<Record<string, string>>;

/** Not in git. The report stays here, so that it can be opened. */
const temporary = path.resolve(import.meta.dirname, '../demo-output');
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary);
const sandbox = await startSandbox({
  jobMs: 3000,
  projectIds: [PROJECT],
  permissions: { [MAINTAINER]: 'maintain', [STRANGER]: 'read' },
});
const runner = new ExampleRunner(sandbox, { RUNNER_TEMP: temporary });

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
  const log = new StepLog();
  const { exitCode, outputs } = await runner.run(file, event, (line) => quote(log.show(line)));
  assert.deepEqual([exitCode, outputs['outcome']], [0, outcome], `${file} ended otherwise`);
  return outputs;
}

/** The status comment, in Markdown, without its hidden marker. */
function showComment(number: number): void {
  const own = sandbox.github.comments.filter(
    ({ body, issue }) => issue === number && body.includes('<!-- docs-agent-action v2'),
  );
  assert.equal(own.length, 1, 'there is one status comment');
  const text = own[0]?.body.replaceAll(/<!--.*?-->/gs, '').trim();
  say(`The status comment on #${number}:`);
  quote(text?.replaceAll(/\n{2,}/g, '\n'));
}

function showOutputs(outputs: Outputs, names: readonly string[]): void {
  say('Some of its outputs:');
  for (const name of names) if (outputs[name]) quote(`${name.padEnd(12)}  ${outputs[name]}`);
}

async function labelAct(): Promise<number> {
  title('Act 1: a maintainer labels an issue');
  say(`#${ISSUE.number} ${ISSUE.title}. ${MAINTAINER} adds the label docs.`);
  const outputs = await run('docs-on-label.yml', labeled('docs'), 'pull-request');
  showComment(ISSUE.number);
  showOutputs(outputs, ['outcome', 'job-id', 'pr-link', 'comment-url']);
  return Number(outputs['pr-number']);
}

async function followUpAct(pullRequest: number): Promise<void> {
  title('Act 2: the conversation goes on, on the pull request');
  const comment = (user: string, who: string, body: string) => {
    say(`${who} comments on #${pullRequest}: ${styleText('bold', body)}`);
    const { id } = sandbox.github.addComment({ repository: REPOSITORY, issue: pullRequest, user, body });
    return commented(user, pullRequest, id, body);
  };
  const asked = comment(MAINTAINER, MAINTAINER, '/docs also mention the proxy');
  await run('docs-follow-up.yml', asked, 'pull-request');
  showComment(pullRequest);
  const stranger = `${STRANGER}, who may only read the repository,`;
  const refused = comment(STRANGER, stranger, '/docs remove the page about prices');
  await run('docs-follow-up.yml', refused, 'skipped');
}

/** @returns the address of the report */
async function reportAct(): Promise<string> {
  title('Act 3: Monday morning, the weekly report');
  const outputs = await run('weekly-report.yml', scheduled(), 'report');
  const figures = ['total-views', 'human-views', 'ai-views', 'change', 'page-count', 'complete'];
  showOutputs(outputs, ['outcome', 'headline', ...figures, 'report-url']);
  return pathToFileURL(path.join(outputs['report-path'] ?? '', 'report.html')).href;
}

try {
  say(`The bundle in dist/, started as GitHub's runner starts it. The platform and GitHub: ${sandbox.url}`);
  await followUpAct(await labelAct());
  const report = await reportAct();
  const [jobs, followUps, looks, reads] = (['create', 'message', 'get', 'views'] as const).map(
    (operation) => sandbox.ledger.of(operation).length,
  );
  assert.deepEqual([jobs, followUps], [1, 1], 'one job and one follow-up are paid');
  say(`\nIn all: 1 job, 1 follow-up, ${looks} looks at the job, ${reads} requests for page views.`);
  say(styleText(['bold', 'green'], 'Every act ended as it should. The report, for a browser:'));
  say(report);
} finally {
  runner.remove();
  await sandbox.close();
}
