import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { Bundle, type BundleResult } from '../../__tests__/helpers/run-bundle.ts';
import { type GithubEvent, payloadOf } from '../../sandbox/github/events.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';

/** The docs live in it, so that the agent's pull request does, too. */
export const REPOSITORY = 'acme/docs';
const PROJECT = 'rocket-docs';
export const MAINTAINER = 'maya';
export const STRANGER = 'mallory';
export const ISSUE = {
  number: 12,
  title: 'Document the proxy settings',
  body: 'Since 2.4 the CLI heeds HTTPS_PROXY, and the docs do not say a word about it.\n\nThe page to change is probably `guides/network`.',
  author: 'sam',
};

/** Title of the agent's. */
export const PULL_REQUEST = 'Describe the proxy settings';

interface Workflow {
  readonly jobs: Record<string, { steps: { uses?: string; with: Record<string, unknown> }[] }>;
}

/** What the step of a file of `examples/` that uses this action says itself. */
export function inputsOf(file: string): Record<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, '../../examples', file), 'utf8');
  const { jobs }: Workflow = parse(text);
  const steps = Object.values(jobs).flatMap(({ steps }) => steps);
  const step = steps.find(({ uses }) => uses?.includes('/docs-agent-action@'));
  if (!step) throw new Error(`No step in examples/${file} uses this action.`);
  const own = Object.entries(step.with).filter(([, value]) => !String(value).includes('${{'));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

/** People on a GitHub that is a sandbox, and the steps of the examples, run as GitHub's runner runs them. */
export class Stage {
  readonly sandbox: Sandbox;
  readonly #env: Readonly<Record<string, string>>;
  readonly #bundle = new Bundle();
  #runs = 0;

  private constructor(sandbox: Sandbox, env: Readonly<Record<string, string>>) {
    this.sandbox = sandbox;
    this.#env = env;
  }

  /** @param env on top of what the runner sets; `RUNNER_TEMP` is a directory that is there */
  static async open(
    options: SandboxOptions,
    env: { readonly RUNNER_TEMP: string } & Readonly<Record<string, string>>,
  ): Promise<Stage> {
    const permissions = { [MAINTAINER]: 'maintain', [STRANGER]: 'read' } as const;
    return new Stage(await startSandbox({ projectIds: [PROJECT], permissions, ...options }), env);
  }

  /** The maintainer labels the issue. */
  labels(label: string): GithubEvent {
    return { name: 'issues', action: 'labeled', by: MAINTAINER, repository: REPOSITORY, ...ISSUE, label };
  }

  /** Somebody comments on the issue, or on the agent's pull request. */
  comments(by: string, number: number, text: string): GithubEvent {
    const { id } = this.sandbox.github.addComment({
      repository: REPOSITORY,
      issue: number,
      user: by,
      body: text,
    });
    const association = by === MAINTAINER ? 'MEMBER' : 'NONE';
    return { name: 'issue_comment', action: 'created', by, id, text, association, ...this.#thread(number) };
  }

  /** The maintainer reviews the agent's pull request, with a comment on a line. */
  reviews(number: number, text: string, line: { path: string; hunk: string; body: string }): GithubEvent {
    const on = { repository: REPOSITORY, issue: number, user: MAINTAINER };
    const { id } = this.sandbox.github.addReview({ ...on, body: text });
    this.sandbox.github.addReviewComment({ ...on, ...line, review: id });
    const thread = this.#thread(number);
    return { name: 'pull_request_review', action: 'submitted', by: MAINTAINER, id, text, ...thread };
  }

  /** @param onLine given each line that the step prints, as it comes */
  run(file: string, event: GithubEvent, onLine: (line: string) => void = () => {}): Promise<BundleResult> {
    this.#runs += 1;
    const step = this.#bundle.start({
      sandbox: this.sandbox,
      inputs: { 'project-id': PROJECT, ...inputsOf(file) },
      event: { name: event.name, payload: payloadOf(event) },
      env: {
        ACTIONS_RESULTS_URL: `${this.sandbox.url}/`,
        ACTIONS_RUNTIME_TOKEN: runtimeToken(),
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ID: String(17_300_000_000 + this.#runs),
        ...this.#env,
      },
    });
    step.onLine(onLine);
    return step.finished();
  }

  async close(): Promise<void> {
    this.#bundle.remove();
    await this.sandbox.close();
  }

  #thread(number: number): Partial<GithubEvent> {
    if (number === ISSUE.number) return { repository: REPOSITORY, ...ISSUE };
    const agent = { isPullRequest: true, author: 'mintlify[bot]', title: PULL_REQUEST };
    return { repository: REPOSITORY, number, ...agent, body: '' };
  }
}

/** Monday morning. */
export const SCHEDULED: GithubEvent = { name: 'schedule', action: '', repository: REPOSITORY };
