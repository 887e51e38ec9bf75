import { parseArgs } from 'node:util';
import { CHECKS } from './github/checks.ts';
import type { LedgerEntry } from './ledger.ts';
import { runtimeToken } from './results.ts';
import { scenarioList } from './scenarios.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';

const OPTIONS = {
  port: { type: 'string', default: '4010' },
  scenario: { type: 'string', default: 'happy' },
  pages: { type: 'string', default: '120' },
  'job-ms': { type: 'string', default: '4000' },
  checks: { type: 'string', default: 'green' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `Starts stand-ins for Mintlify's API, for the parts of GitHub's API that the action uses, and for artifacts, on this machine.

  --port N             port to listen on (default 4010); 0 for any free one
  --scenario NAME      what happens, from the list below (default happy)
  --pages N            pages of each project's docs site (default 120)
  --job-ms N           milliseconds that a job is active (default 4000)
  --checks NAME        how the checks of each docs pull request end (default green):
                       ${Object.keys(CHECKS).join(', ')};
                       'red,green' means red for the first head, green for later ones
  --help               shows this text

The repository is acme/product; its pull request 7 was merged. These users have permissions there: octocat (write), maintainer (maintain),
colleague (write). Any token is accepted.

Scenarios. Each one for \`get\` also exists for \`create\`, \`message\` and \`views\`:
`;

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`--${name} takes a whole number, and got "${text}".`);
  return Number(text);
}

function welcome({ url, apiKey }: Sandbox, scenario: string): string {
  return `The sandbox listens at ${url} (scenario: ${scenario}).

  api-key: ${apiKey}    base-url: ${url}    project-id: any

  curl -s -H 'Authorization: Bearer ${apiKey}' '${url}/v1/analytics/sandbox-project/views?limit=3'
  curl -s ${url}/_sandbox/ledger

For an action that is started by hand:
  export GITHUB_API_URL=${url}/github ACTIONS_RESULTS_URL=${url}/ ACTIONS_RUNTIME_TOKEN=${runtimeToken()}

`;
}

function lineOf({ at, method, path, status, broken }: LedgerEntry): string {
  const time = new Date(at).toISOString().slice(11, 23);
  const answer = broken === null ? '' : ` (${broken})`;
  return `${time} ${method} ${path} → ${status ?? 'nothing'}${answer}\n`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(USAGE + scenarioList());
    return;
  }
  const options: SandboxOptions = {
    port: wholeNumber('port', values.port),
    scenario: values.scenario,
    history: true,
    pages: wholeNumber('pages', values.pages),
    jobMs: wholeNumber('job-ms', values['job-ms']),
    checks: values.checks,
    permissions: { octocat: 'write' },
    onAnswer: (entry) => process.stdout.write(lineOf(entry)),
  };
  const sandbox = await startSandbox(options);
  process.stdout.write(welcome(sandbox, values.scenario));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
