/**
 * The action at work, for a person who has just cloned the repository: the committed bundle in `dist/`, run as
 * GitHub's runner runs it, against stand-ins for the documentation platform and GitHub on this machine. It ends with
 * exit code 0 only if every act ended as it should.
 *
 *     npm run demo
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { Bundle } from '../__tests__/helpers/run-bundle.ts';
import { startSandbox } from '../sandbox/server.ts';
import { MAINTAINER, PROJECT, STRANGER } from './demo/events.ts';
import { Story } from './demo/story.ts';

/** Not in git. The report stays here, so that it can be opened. */
const output = path.resolve(import.meta.dirname, '../demo-output');
rmSync(output, { recursive: true, force: true });
mkdirSync(output);

const say = (line: string) => process.stdout.write(`${line}\n`);
const bundle = new Bundle();
const sandbox = await startSandbox({
  jobMs: 3000,
  projectIds: [PROJECT],
  permissions: { [MAINTAINER]: 'maintain', [STRANGER]: 'read' },
});
say(`The bundle in dist/ on Node ${process.versions.node}, started as GitHub's runner starts it.`);
say(`The documentation platform and GitHub are stand-ins at ${sandbox.url}.`);
const story = new Story({ bundle, sandbox, temporary: output }, say);
try {
  await story.labelAct();
  await story.followUpAct();
  const report = await story.reportAct();
  const looks = sandbox.ledger.of('get').length;
  const reads = sandbox.ledger.of('views').length;
  say(`\nIn all: 1 job, 1 follow-up, ${looks} looks at the job, ${reads} requests for page views.`);
  if (story.problems.length === 0) {
    say(styleText(['bold', 'green'], 'Every act ended as it should. The report, for a browser:'));
    say(report);
  } else {
    say(styleText(['bold', 'red'], `Not everything is as it should be:\n${story.problems.join('\n')}`));
    process.exitCode = 1;
  }
} finally {
  bundle.remove();
  await sandbox.close();
}
