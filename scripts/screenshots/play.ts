import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runtimeToken } from '../../sandbox/results.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { commented, ISSUE, labeled, MAINTAINER, REPOSITORY, scheduled } from '../demo/events.ts';
import { readExample } from '../demo/example.ts';
import { type GithubEvent, Runner, type StepEnd } from '../demo/runner.ts';
import { CLOCK_VARIABLE, SharedClock } from './shared-clock.ts';

/** What real runs of the action have made. */
export interface Made {
  /** The job summary of a request, in Markdown. */
  readonly requestSummary: string;
  /** The status comment after a follow-up, in Markdown. */
  readonly comment: string;
  /** The job summary of a report, in Markdown. */
  readonly reportSummary: string;
  /** The page of the report, in HTML. */
  readonly reportPage: string;
}

const PROJECT = 'rocket-docs';
/** Milliseconds that the agent takes. */
const JOB_MS = 205_000;
/** Monday morning, when the weekly report is made. */
const BEGIN = Date.parse('2026-10-05T06:17:00Z');

const root = path.resolve(import.meta.dirname, '..', '..');

/** Plays what `npm run demo` plays, on a clock that only pauses move. */
export async function play(): Promise<Made> {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-screenshots-'));
  const clock = new SharedClock(path.join(temporary, 'clock'));
  clock.set(BEGIN);
  const sandbox = await startSandbox({
    jobMs: JOB_MS,
    now: clock.now,
    projectIds: [PROJECT],
    permissions: { [MAINTAINER]: 'maintain' },
  });
  const runner = createRunner(sandbox, temporary, clock);
  try {
    return await playAll(sandbox, runner);
  } finally {
    runner.close();
    await sandbox.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function playAll(sandbox: Sandbox, runner: Runner): Promise<Made> {
  let runs = 0;
  const run = async (file: string, event: GithubEvent): Promise<StepEnd> => {
    runs += 1;
    const { workflow, with: inputs } = readExample(root, file);
    const step = { inputs: { ...inputs, 'base-url': sandbox.url }, event, workflow };
    const lines: string[] = [];
    const end = await runner.run({ ...step, runId: String(17_300_000_000 + runs) }, (line) =>
      lines.push(line),
    );
    if (end.exitCode !== 0) throw new Error(`${file} failed:\n${lines.join('\n')}`);
    return end;
  };
  const request = await run('docs-on-label.yml', labeled('docs'));
  const body = '/docs also mention the proxy';
  const { id } = sandbox.github.addComment({
    repository: REPOSITORY,
    issue: ISSUE.number,
    user: MAINTAINER,
    body,
  });
  await run('docs-follow-up.yml', commented(MAINTAINER, id, body));
  const report = await run('weekly-report.yml', scheduled());
  const own = sandbox.github.comments.find(({ user }) => user !== MAINTAINER);
  return {
    requestSummary: request.summary,
    comment: own?.body ?? '',
    reportSummary: report.summary,
    reportPage: readFileSync(path.join(report.outputs['report-path'] ?? '', 'report.html'), 'utf8'),
  };
}

function createRunner({ url, apiKey }: Sandbox, temporary: string, clock: SharedClock): Runner {
  const expressions = {
    'secrets.DOCS_API_KEY': apiKey,
    'vars.DOCS_PROJECT_ID': PROJECT,
    'github.token': 'ghs_sandbox',
  };
  const env = {
    GITHUB_API_URL: `${url}/github`,
    ACTIONS_RESULTS_URL: `${url}/`,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(),
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'use-shared-clock.ts'))}`,
    [CLOCK_VARIABLE]: clock.file,
  };
  return new Runner({ root, temporary, repository: REPOSITORY, expressions, env });
}
