import type { Behaviour } from '../../sandbox/faults.ts';
import { Sandbox, type SandboxOptions } from '../../sandbox/server.ts';
import { CollectedLog } from '../../simulation/collected-log.ts';
import { networkOver, type Wire } from '../../simulation/network.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import { readRequest, subjectOfEvent } from '../../src/agent/request/docs-request.ts';
import type { GithubContext } from '../../src/agent/request-context.ts';
import { RunStopped } from '../../src/agent/run-result.ts';
import { GithubApi } from '../../src/github/api.ts';
import { readEvent } from '../../src/github/event.ts';
import { createRunnerFiles, readWorkflowRun } from '../../src/github/runner.ts';
import { InputError, readAgentInputs } from '../../src/inputs.ts';
import { MintlifyClient } from '../../src/mintlify/client.ts';
import { Transport } from '../../src/mintlify/transport.ts';
import { Outputs } from '../../src/outputs.ts';
import { joinNonEmpty } from '../../src/text/join.ts';
import { StepDirectory } from '../helpers/action-environment.ts';
import type { Payload } from '../helpers/payloads.ts';

// Octokit is loaded policy, which would let the simulated time run.
await import('@actions/github');

export const REPOSITORY = 'acme/product';
export const MARIA = { login: 'maria', type: 'User' };

/** Minimizes the comments of a list whose text is "Hidden.". */
export const HIDE_COMMENTS: Behaviour = {
  kind: 'edit',
  edit: (list) =>
    Object.values(list).map((each: Payload) => ({ ...each, minimized: each.body === 'Hidden.' && {} })),
};

/** Inputs of action.yml, or variables, by their names. */
export type Texts = Readonly<Record<string, string>>;

const step = new StepDirectory();

/** The sandbox in simulated time, for what no story can say. */
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

  /** Brings a request to the sandbox. */
  wire: Wire = (sent, onConnect) => {
    onConnect();
    return this.sandbox.exchange(sent);
  };

  readonly network = networkOver((...call) => this.wire(...call));

  get mintlify(): MintlifyClient {
    const { clock, network, sandbox } = this;
    const baseUrl = new URL('http://127.0.0.1');
    const transport = new Transport({
      baseUrl,
      apiKey: sandbox.apiKey,
      clock,
      dispatcher: network.dispatcher,
    });
    return new MintlifyClient(transport, 'p1');
  }

  /** Paths below the repository that GitHub was asked for so far. */
  get askedPaths(): string[] {
    return this.sandbox.ledger.requests.map(({ path }) => path.replace(`/github/repos/${REPOSITORY}/`, ''));
  }

  /** What the phases of a run get: by maria, the eighth of its workflow, with the inputs' defaults unless given. */
  context(name = 'schedule', payload: object = {}, given: Texts = {}, variables: Texts = {}): GithubContext {
    const { clock, log, network, mintlify, sandbox } = this;
    const env = step.environment({
      inputs: { 'api-key': sandbox.apiKey, 'project-id': 'p1', 'github-token': 't', ...given },
      event: { name, payload: { repository: { default_branch: 'main' }, sender: MARIA, ...payload } },
      env: {
        GITHUB_RUN_ID: '42',
        GITHUB_RUN_NUMBER: '8',
        GITHUB_REF_NAME: 'main',
        GITHUB_SHA: this.github.contentOf(REPOSITORY).head,
        GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/docs.yml@refs/heads/main`,
        ...variables,
      },
    });
    const redact = (text: string) => text;
    const { signal } = new AbortController();
    const inputs = readAgentInputs(env);
    const event = readEvent(env);
    const workflowRun = readWorkflowRun(env);
    const place = { token: 't', repository: REPOSITORY, apiUrl: 'http://127.0.0.1/github' };
    return {
      env,
      log,
      clock,
      outputs: new Outputs(() => {}),
      files: createRunnerFiles({}, log, redact),
      redact,
      signal,
      network,
      inputs,
      event,
      request: readRequest(env, event, inputs, workflowRun),
      subject: subjectOfEvent(event),
      workflowRun,
      mintlify,
      github: new GithubApi({ ...place, clock, signal, fetch: network.fetch }),
      startedAt: clock.date(),
    };
  }
}

/** Says what came of it: what `describe` makes of its value, or what stopped it. */
export async function describeOutcome<T>(work: Promise<T>, describe: (value: T) => string): Promise<string> {
  try {
    return describe(await work);
  } catch (error) {
    if (error instanceof RunStopped) {
      const { outcome, reason, advice = '', nothingWas } = error.result;
      const nothing = nothingWas === 'sent' ? 'Nothing was sent.' : '';
      return joinNonEmpty([`${outcome}: ${reason}`, advice, nothing], ' ');
    }
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
