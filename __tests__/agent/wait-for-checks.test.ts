import { expect, test } from '@jest/globals';
import type { CheckPlan } from '../../sandbox/github/checks.ts';
import { startSandbox } from '../../sandbox/server.ts';
import type { Checks } from '../../src/agent/checks-text.ts';
import { waitForChecks } from '../../src/agent/wait-for-checks.ts';
import { systemClock as clock } from '../../src/clock.ts';
import { RunnerGithub } from '../../src/github/rest.ts';
import { readWorkflowRun } from '../../src/github/workflow-run.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { opening } from '../helpers/servers.ts';

// How long they are waited for is told in agent/stories.

const DOCS = 'https://github.com/acme/docs';

/** What one look finds out about a pull request with such checks. */
async function seen(checks: readonly CheckPlan[], runId = '', url = `${DOCS}/pull/41`) {
  const sandbox = opening(await startSandbox({ jobMs: 0 }));
  sandbox.github.checks = [checks];
  sandbox.platform.startJob('docs', 'Document it');
  const env = { GITHUB_API_URL: `${sandbox.url}/github`, GITHUB_RUN_ID: runId };
  const github = new RunnerGithub({ token: 't', repository: { owner: 'acme', name: 'app' }, clock, env });
  const { signal } = new AbortController();
  const log = new CollectedLog();
  const common = { github, run: readWorkflowRun(env), clock, signal, log, timeoutMs: 0 };
  return { ...(await waitForChecks({ ...common, url })), warnings: log.texts('warning') };
}

const run = (name: string, state: string, url = 'https://ci.example/'): CheckPlan => ({
  ...{ kind: 'run', name, url },
  states: { 0: state },
});
const OWN = run('docs', 'in_progress', `${DOCS}/actions/runs/77/job/5`);

test.each<[string, readonly CheckPlan[], Checks['state']]>([
  ['this very workflow run is not waited for', [OWN, run('build', 'success')], 'success'],
  ['a run whose number begins so is', [run('docs', 'queued', `${DOCS}/actions/runs/775/job/5`)], 'pending'],
  [
    'what was cancelled and is there once more',
    ['cancelled', 'success'].map((each) => run('build', each)),
    'success',
  ],
  ['what was cancelled', [run('build', 'cancelled')], 'failure'],
  ['what is stale', ['stale', 'success'].map((each) => run('build', each)), 'failure'],
])('%s', async (_, plans, state) => {
  expect(await seen(plans, '77')).toMatchObject({ state, warnings: [] });
});

test('names of checks stay on one line', async () => {
  const { failed } = await seen([run('a\n::error::no', 'failure')]);
  expect(failed).toEqual([{ name: 'a ::error::no', url: expect.stringContaining(`${DOCS}/runs/`) }]);
});

test('what is on no GitHub server of this run costs a warning', async () => {
  const checks = await seen([], '', 'https://gitlab.com/a/b/1');
  expect(checks).toMatchObject({
    state: undefined,
    warnings: [expect.stringContaining("It isn't on the GitHub")],
  });
});
