/** Runs the bundle in `dist/` against stand-ins for Mintlify and GitHub, and shows what people see. */
import { mkdirSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { parseCommand } from '../__tests__/helpers/runner-commands.ts';
import type { GithubEvent } from '../sandbox/github/events.ts';
import { BOT } from '../sandbox/github/state.ts';
import * as scene from './scene.ts';
import { ISSUE, MAINTAINER } from './scene.ts';

const MARKER = /<!-- docs-agent.*?-->/s;
const LOOKS = { notice: 'blue', warning: 'yellow', error: 'red' } as const;

// Not in git. The report stays here, so that it can be opened.
rmSync('demo-output', { recursive: true, force: true });
mkdirSync('demo-output');
const sandbox = await scene.openSandbox({ jobMs: 2500 });

const quote = (line: string) => console.log(`${styleText('dim', '  │')} ${line}`);
const title = (text: string) => console.log(styleText('bold', `\n━━ ${text}`));

let isFolded = false;

/** Shows a line of a log as GitHub does: annotations get a colour, groups are folded, and other commands disappear. */
function showLine(line: string): void {
  const { name = '', data = '' } = parseCommand(line) ?? {};
  if (name.endsWith('group')) isFolded = name === 'group';
  if (name in LOOKS) quote(`${styleText(LOOKS[name as keyof typeof LOOKS], `${name}:`)} ${data}`);
  else if (name === '' && !isFolded) quote(line);
}

function run(file: string, event: GithubEvent, outcome: string) {
  const inputs = Object.entries(scene.inputsOf(file)).map(([name, value]) => `${name}: ${value}`);
  console.log(`examples/${file} runs with ${inputs.join(', ')}. Its log:`);
  return scene.runExample(sandbox, file, event, outcome, showLine);
}

/** Shows the latest comment of the action there, without its hidden marker. */
function showReply(number: number): void {
  const own = sandbox.github.comments.filter(({ user, issue }) => issue === number && user === BOT);
  const text = own.at(-1)?.body.replace(MARKER, '').trim() ?? '';
  console.log(`The action's comment on #${number}:`);
  for (const line of text.split(/\n+/)) quote(line);
}

function comment(who: string, text: string, outcome: string) {
  console.log(`${who} comments on #${ISSUE.number}: ${text}`);
  return run('docs-on-label.yml', scene.commented(text, ISSUE.number, who), outcome);
}

try {
  title('1. A label becomes a docs pull request');
  console.log(`${MAINTAINER} adds the label docs to issue #${ISSUE.number}, "${ISSUE.title}".`);
  const label = await run('docs-on-label.yml', scene.labeled('docs'), 'pull-request');
  for (const each of [ISSUE.number, Number(label.outputs['pr-number'])]) showReply(each);
  title('2. A comment requests more, and a stranger may not');
  await comment(MAINTAINER, '/docs also mention NO_PROXY', 'pull-request');
  showReply(ISSUE.number);
  await comment(scene.STRANGER, '/docs remove the page about prices', 'skipped');
  title('3. The weekly report on Monday morning');
  const { outputs } = await run('weekly-report.yml', scene.scheduled, 'report');
  for (const name of ['headline', 'change', 'report-url']) quote(`${name}: ${outputs[name]}`);
  const { length } = sandbox.ledger.of('create', 'message');
  title(`Mintlify's stand-in received ${length} requests. To see the report, open:`);
  console.log(pathToFileURL(`${outputs['report-path']}/report.html`).href);
} finally {
  await sandbox.close();
}
