import { fetchOver } from '../../simulation/network.ts';
import { Sandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { Stop } from '../../src/agent/end.ts';
import type { AgentRun } from '../../src/agent/request.ts';
import { wantedOf } from '../../src/agent/trigger.ts';
import { GithubApi } from '../../src/github/api.ts';
import { GithubError } from '../../src/github/errors.ts';
import { readWorkflowRun } from '../../src/github/runner.ts';
import { InputError } from '../../src/inputs.ts';
import { CollectedLog } from '../../simulation/collected-log.ts';
import { agentInputs, event, variables } from '../helpers/payloads.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';

// Octokit is loaded late, which would let the simulated time run.
await import('@actions/github');

export const REPOSITORY = 'acme/product';
export const MARIA = { login: 'maria', type: 'User' };

/** The sandbox's GitHub in simulated time, for what no story can say. */
export class World {
  readonly clock = new SimulatedClock();
  readonly log = new CollectedLog();
  readonly sandbox: Sandbox;

  constructor(options: SandboxOptions = {}) {
    const { wall: now, sleep } = this.clock;
    this.sandbox = new Sandbox({ now, sleep, permissions: { maria: 'write' }, ...options });
  }

  get github() {
    return this.sandbox.github;
  }

  /** What GitHub was asked for so far. */
  get asked(): string[] {
    return this.sandbox.ledger.requests.map(({ path }) => path.replace(`/github/repos/${REPOSITORY}/`, ''));
  }

  /** A run of this event, the eighth of its workflow. */
  run(name: string, payload: object, given: Readonly<Record<string, string>> = {}): AgentRun {
    const inputs = agentInputs({ 'github-token': 't', ...given });
    const whole = { repository: { default_branch: 'main' }, sender: MARIA, ...payload };
    const run = readWorkflowRun(
      variables(name, whole, {
        ...{ GITHUB_RUN_ID: '42', GITHUB_RUN_NUMBER: '8', GITHUB_REF_NAME: 'main' },
        ...{ GITHUB_SHA: this.github.contentOf(REPOSITORY).head },
        GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/docs.yml@refs/heads/main`,
      }),
    );
    const { clock, log, sandbox } = this;
    const { signal } = new AbortController();
    const fetch = fetchOver((sent) => sandbox.exchange(sent));
    const place = { token: inputs.githubToken, repository: REPOSITORY, apiUrl: 'http://127.0.0.1/github' };
    const github = inputs.githubToken && new GithubApi({ ...place, clock, signal, fetch });
    const read = event(name, whole);
    const known = { inputs, event: read, wanted: wantedOf(read, inputs), run, clock, log, signal };
    return { ...known, github: github || undefined } as unknown as AgentRun;
  }
}

/** How an attempt ended: `outcome: reason advice`, or what `then` says of its result. */
export async function ending<T>(work: Promise<T>, then: (result: T) => string): Promise<string> {
  try {
    return then(await work);
  } catch (error) {
    if (error instanceof Stop)
      return `${error.end.outcome}: ${error.message} ${error.end.advice ?? ''}`.trim();
    if (error instanceof GithubError) return `failed: ${error.full}`;
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/** The rows of a table: cells between bars, one row a line. `⏎` stands for a line break. */
export function rowsOf(table: string): string[][] {
  const lines = table.trim().split('\n');
  return lines.map((row) => row.split('|').map((cell) => cell.trim().replaceAll('⏎', '\n')));
}

/** Reads `name=value; name=value`. */
export function pairsOf(text = ''): Record<string, string> {
  const pairs = text.split('; ').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
