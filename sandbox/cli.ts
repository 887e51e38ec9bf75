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
  'no-limits': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `The documentation platform, GitHub's few endpoints and the Actions results service, on this machine.

  --port N             4010 unless given; 0 for any free one
  --scenario NAME      what goes on; one of the list below, happy unless given
  --pages N            pages of the documentation site, 120 unless given; each project has a site of its own
  --job-ms N           milliseconds that a job is active, 4000 unless given
  --checks NAME        how the checks of each docs pull request go: ${Object.keys(CHECKS).join(', ')};
                       'red,green' for the first head and the later ones; green unless given
  --no-limits          without the limits of 100 requests an hour
  --help

GitHub knows these users, and what they may do in acme/product, which has a history: octocat (write), maintainer (maintain),
colleague (write); nobody else has a permission. Any token is good.

Scenarios, of which those of \`get\` are also there for \`create\`, \`message\` and \`views\`:
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
    ...(values['no-limits'] && { perHour: Number.POSITIVE_INFINITY }),
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
