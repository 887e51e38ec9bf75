import { parseArgs } from 'node:util';
import type { LedgerEntry } from './ledger.ts';
import { runtimeToken } from './results.ts';
import { scenarioList } from './scenarios.ts';
import { type Sandbox, startSandbox } from './server.ts';

const OPTIONS = {
  port: { type: 'string', default: '4010' },
  scenario: { type: 'string', default: 'happy' },
  pages: { type: 'string', default: '120' },
  'job-ms': { type: 'string', default: '4000' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `Starts a sandbox on this machine. It stands in for Mintlify's API, the parts of GitHub's API that the action
uses, and GitHub's storage for workflow artifacts. GET /_sandbox/ledger returns the ledger, which lists every API call
that the sandbox received and every job that it has.

  --port N             port to listen on (default 4010); 0 picks a free one
  --scenario NAME      behaviour of the sandbox, from the list below (default happy)
  --pages N            number of pages of each project's docs site (default 120)
  --job-ms N           how long a job is active, in milliseconds (default 4000)
  --help               shows this text

In GitHub's stand-in, octocat has write permission in every repository. Any token is accepted.

A scenario that begins with get- is a fault: something that goes wrong whenever the action reads the status of a job.
Replace get- with create-, message- or views- to break other API calls: those that create a job, send a follow-up, or
read page views. "Does it" means that the request is carried out. The fault 429-retry-after happens only once.
Some faults have more forms, such as get-no-id.1; they are in sandbox/faults.ts.

Scenarios:
`;

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`--${name} must be a whole number, but is "${text}".`);
  return Number(text);
}

function welcome({ url, apiKey }: Sandbox, scenario: string): string {
  return `The sandbox listens at ${url} (scenario: ${scenario}).

  api-key: ${apiKey}    base-url: ${url}    project-id: any

  curl -s -H 'Authorization: Bearer ${apiKey}' '${url}/v1/analytics/sandbox-project/views?limit=3'
  curl -s ${url}/_sandbox/ledger

To start the action by hand, set:
  export GITHUB_API_URL=${url}/github ACTIONS_RESULTS_URL=${url}/ ACTIONS_RUNTIME_TOKEN=${runtimeToken()}

`;
}

function lineOf({ at, method, path, status, broken }: LedgerEntry): string {
  const time = new Date(at).toISOString().slice(11, 23);
  const fault = broken === null ? '' : ` (fault: ${broken})`;
  return `${time} ${method} ${path} → ${status ?? 'no response'}${fault}\n`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(USAGE + scenarioList());
    return;
  }
  const sandbox = await startSandbox({
    port: wholeNumber('port', values.port),
    scenario: values.scenario,
    pages: wholeNumber('pages', values.pages),
    jobMs: wholeNumber('job-ms', values['job-ms']),
    permissions: { octocat: 'write' },
    onAnswer: (entry) => process.stdout.write(lineOf(entry)),
  });
  process.stdout.write(welcome(sandbox, values.scenario));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
