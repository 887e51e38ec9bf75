/**
 * The action at work, for a person who has just cloned the repository: the committed bundle in `dist/`, run as
 * GitHub's runner runs it, against stand-ins for the documentation platform and GitHub on this machine. It ends with
 * exit code 0 only if every act ended as it should.
 *
 *     npm run demo
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runtimeToken } from '../sandbox/results.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { MAINTAINER, REPOSITORY, STRANGER } from './demo/events.ts';
import { Runner } from './demo/runner.ts';
import { PROJECT, Story } from './demo/story.ts';
import { styled, Terminal } from './demo/terminal.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Not in git. The report stays here, so that it can be opened. */
const output = path.join(root, 'demo-output');

function createRunner({ url, apiKey }: Sandbox): Runner {
  const expressions = {
    'secrets.DOCS_API_KEY': apiKey,
    'vars.DOCS_PROJECT_ID': PROJECT,
    'github.token': 'ghs_sandbox',
  };
  const env = {
    GITHUB_API_URL: `${url}/github`,
    ACTIONS_RESULTS_URL: `${url}/`,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(),
  };
  return new Runner({ root, temporary: output, repository: REPOSITORY, expressions, env });
}

async function play(terminal: Terminal): Promise<readonly string[]> {
  const sandbox = await startSandbox({
    jobMs: 3000,
    projectIds: [PROJECT],
    permissions: { [MAINTAINER]: 'maintain', [STRANGER]: 'read' },
    artifactDirectory: path.join(output, 'artifacts'),
  });
  const runner = createRunner(sandbox);
  try {
    terminal.say(
      `The bundle in dist/ on Node ${process.versions.node}, started as GitHub's runner starts it.`,
    );
    terminal.say(`The documentation platform and GitHub are stand-ins at ${sandbox.url}.`);
    const story = new Story({ root, terminal, sandbox, runner });
    await story.labelAct();
    await story.followUpAct();
    await story.reportAct();
    story.showLedger();
    return story.problems;
  } finally {
    runner.close();
    await sandbox.close();
  }
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output);
const terminal = new Terminal(process.stdout);
const problems = await play(terminal);
terminal.say();
if (problems.length === 0) {
  terminal.say(styled(['bold', 'green'], 'Every act ended as it should.'));
} else {
  terminal.say(styled(['bold', 'red'], 'Not everything is as it should be:'));
  for (const problem of problems) terminal.say(`  - ${problem}`);
  process.exitCode = 1;
}
