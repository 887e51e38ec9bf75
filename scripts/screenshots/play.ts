import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BundleResult } from '../../__tests__/helpers/run-bundle.ts';
import { startSandbox } from '../../sandbox/server.ts';
import {
  commented,
  type GithubEvent,
  labeled,
  MAINTAINER,
  PROJECT,
  REPOSITORY,
  scheduled,
} from '../demo/events.ts';
import { ExampleRunner } from '../demo/run-example.ts';

/** Monday morning, when the weekly report is made. */
const BEGIN = Date.parse('2026-10-05T06:17:00Z');

/**
 * Plays what `npm run demo` plays, on a clock that only pauses move.
 *
 * @returns what the runs of the action have made: Markdown, and the page of the report
 */
export async function play() {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-screenshots-'));
  const clock = path.join(temporary, 'clock');
  writeFileSync(clock, String(BEGIN));
  const sandbox = await startSandbox({
    jobMs: 205_000,
    now: () => Number(readFileSync(clock, 'utf8')),
    projectIds: [PROJECT],
    permissions: { [MAINTAINER]: 'maintain' },
  });
  const use = pathToFileURL(path.join(import.meta.dirname, 'use-shared-clock.ts'));
  const env = { RUNNER_TEMP: temporary, NODE_OPTIONS: `--import=${use}`, SCREENSHOTS_CLOCK: clock };
  const runner = new ExampleRunner(sandbox, env);
  const run = async (file: string, event: GithubEvent): Promise<BundleResult> => {
    const end = await runner.run(file, event);
    if (end.exitCode !== 0) throw new Error(`${file} failed:\n${end.log}`);
    return end;
  };
  try {
    const request = await run('docs-on-label.yml', labeled('docs'));
    const body = '/docs also mention the proxy';
    const issue = Number(request.outputs['pr-number']);
    const { id } = sandbox.github.addComment({ repository: REPOSITORY, issue, user: MAINTAINER, body });
    await run('docs-follow-up.yml', commented(MAINTAINER, issue, id, body));
    const report = await run('weekly-report.yml', scheduled());
    const own = sandbox.github.comments.find(({ user, issue: at }) => user !== MAINTAINER && at === issue);
    return {
      requestSummary: request.summary,
      comment: own?.body ?? '',
      reportSummary: report.summary,
      reportPage: readFileSync(path.join(report.outputs['report-path'] ?? '', 'report.html'), 'utf8'),
    };
  } finally {
    runner.remove();
    await sandbox.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}
