import { expect, test } from '@jest/globals';
import { json } from '../../sandbox/exchange.ts';
import type { Behaviour } from '../../sandbox/faults.ts';
import type { Text } from '../../sandbox/github/state.ts';
import type { Operation } from '../../sandbox/operations.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import type { StepOptions } from '../helpers/action-environment.ts';
import { commentPayload, example, labeledPayload, type Payload, REPOSITORY } from '../helpers/payloads.ts';
import { HURRIED } from '../helpers/preloaded.ts';
import type { BundleResult, StartedStep } from '../helpers/run-bundle.ts';
import { expectSound, start, withSandbox } from './cases.ts';

/** Who asks, and whom the action writes as. */
export const PEOPLE = { Codertocat: 'write', stranger: 'read' } as const;
const BOT = 'github-actions[bot]';
const ISSUE = 1;

/** What differs between the runs of a workflow. */
export interface RunOptions {
  /** Of the workflow run; another one for each event. */
  readonly run?: number;
  readonly attempt?: number;
  /** Inputs, on top of `comment: true`. */
  readonly given?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a reply remembers, as its marker has it. */
interface Marked {
  readonly state: string;
  readonly job?: string;
  readonly does?: string;
}

/** A comment of the action's own. */
export interface Reply extends Marked {
  readonly id: number;
  readonly body: string;
  readonly issue: number;
}

/** An answer of GitHub, with nothing done. */
export function github(status: number, headers: Record<string, string> = {}): Behaviour {
  const reply = json(status, { message: 'So says GitHub' }, headers);
  return { kind: 'answer', effect: false, reply };
}

/** With an issue in a sandbox of its own, whose jobs take as long as a busy machine needs to see them at work. */
export function onIssue(body: (issue: Issue) => Promise<void>, options: SandboxOptions = {}): Promise<void> {
  return withSandbox({ jobMs: 400, permissions: PEOPLE, ...options }, (sandbox) => body(new Issue(sandbox)));
}

/** A test on one, beside others. */
export function testOnIssue(
  name: string,
  body: (issue: Issue) => Promise<void>,
  options?: SandboxOptions,
): void {
  test.concurrent(name, () => onIssue(body, options));
}

/** A comment whose run is killed while it sends, so that its reply says for good that it is being sent. */
export async function killed(issue: Issue): Promise<void> {
  issue.sandbox.setFaults([{ on: 'create', only: [1], behaviour: { kind: 'hang', effect: false } }]);
  const step = issue.start('issue_comment', issue.comment('/docs'));
  await step.until(() => issue.sent === 1, 'the request to the platform');
  step.kill('SIGKILL');
  await step.finished();
  expect(issue.replies).toMatchObject([{ state: 'sending' }]);
}

/** An issue, or a pull request, of `Codertocat/Hello-World`, whose labels and comments start runs of the bundle. */
export class Issue {
  readonly sandbox: Sandbox;
  readonly repository: string;
  #lastRun = 100;

  constructor(sandbox: Sandbox, repository = REPOSITORY) {
    this.sandbox = sandbox;
    this.repository = repository;
  }

  /** The step that `name` starts. */
  start(name: string, payload: Payload, { run, attempt = 1, given, env }: RunOptions = {}): StartedStep {
    this.#lastRun += 1;
    const step: Required<Pick<StepOptions, 'event' | 'env'>> = {
      event: { name, payload },
      env: {
        GITHUB_REPOSITORY: this.repository,
        GITHUB_RUN_ID: String(run ?? this.#lastRun),
        GITHUB_RUN_ATTEMPT: String(attempt),
        ...env,
      },
    };
    return start(this.sandbox, { comment: 'true', 'poll-interval-seconds': '0.3', ...given }, step);
  }

  async run(name: string, payload: Payload, options: RunOptions = {}): Promise<BundleResult> {
    const result = await this.start(name, payload, options).finished();
    expectSound(result, this.sandbox.apiKey);
    return result;
  }

  label(options?: RunOptions): Promise<BundleResult> {
    return this.run('issues', labeledPayload('docs'), options);
  }

  /** A person's comment that was just made, as its event has it. */
  comment(body: string): Payload {
    const payload = commentPayload(body);
    const { id, createdAt } = this.write(body);
    const dates = { created_at: createdAt, updated_at: createdAt };
    return { ...payload, comment: { ...payload.comment, id, ...dates } };
  }

  /** A comment that asks. Its run is in a hurry: a follow-up may have to settle for a minute. */
  ask(body: string, { env, ...options }: RunOptions = {}): Promise<BundleResult> {
    return this.run('issue_comment', this.comment(body), { ...options, env: { ...HURRIED, ...env } });
  }

  /** A comment that starts no run. */
  write(body: string): Text {
    return this.#add(ISSUE, body);
  }

  /** A comment on the pull request of that number, which the agent opened. */
  commentOn(number: number, body: string): Payload {
    const payload = commentPayload(body);
    const { id } = this.#add(number, body);
    const thread = this.#pullRequest(number);
    const issue = { ...payload.issue, ...thread, pull_request: { html_url: thread.html_url } };
    return { ...payload, issue, comment: { ...payload.comment, id } };
  }

  /** A review of that pull request, with comments on lines. */
  review(number: number, body: string, lines: readonly string[]): Payload {
    const payload = example('pull_request_review', 'submitted');
    const place = { repository: this.repository, issue: number, user: 'Codertocat' };
    const { id } = this.sandbox.github.addReview({ ...place, body });
    for (const line of lines) this.sandbox.github.addReviewComment({ ...place, body: line, review: id });
    Object.assign(payload.pull_request, this.#pullRequest(number));
    Object.assign(payload.review, { id, body });
    return payload;
  }

  /** The action's comments, on any issue, in the order of GitHub's list. */
  get replies(): Reply[] {
    return this.sandbox.github.comments
      .filter(({ user }) => user === BOT)
      .map(({ id, body, issue }) => ({ id, body, issue, ...markerOf(body) }));
  }

  /** How often the platform was asked to do something. */
  get sent(): number {
    return this.sandbox.ledger.of('create', 'message').length;
  }

  /** What GitHub was asked since the last `count` of all requests. */
  github(since = 0): Operation[] {
    return this.sandbox.ledger.requests
      .slice(since)
      .filter(({ path }) => path.startsWith('/github'))
      .map(({ operation }) => operation);
  }

  #add(issue: number, body: string): Text {
    return this.sandbox.github.addComment({ repository: this.repository, issue, user: 'Codertocat', body });
  }

  #pullRequest(number: number) {
    const html_url = `https://github.com/${this.repository}/pull/${number}`;
    return { number, html_url, user: { login: 'mintlify[bot]', type: 'Bot' } };
  }
}

/** A reply without a marker is none that a later run could find. */
function markerOf(body: string): Marked {
  const [, payload = ''] = /<!-- docs-agent-action v3 (\S+) [0-9a-f]{64} -->/.exec(body) ?? [];
  if (payload === '') throw new Error(`This comment has no marker:\n${body}`);
  return JSON.parse(Buffer.from(payload, 'base64').toString()) as Marked;
}
