import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentRun } from '../../../src/agent/request.ts';
import { wantedOf } from '../../../src/agent/trigger.ts';
import { GithubApi } from '../../../src/github/api.ts';
import { readEvent } from '../../../src/github/event.ts';
import { readWorkflowRun } from '../../../src/github/runner.ts';
import { readAgentInputs } from '../../../src/inputs.ts';
import { CollectedLog } from '../../helpers/collected-log.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';

// Octokit is loaded late, which would let the simulated time run.
await import('@actions/github');

/** An answer of GitHub: a status, or what it sends with 200. It may depend on how often it was asked for. */
type Reply = number | object;
export type Answers = Readonly<Record<string, Reply | ((nowMs: number, url: URL) => Reply)>>;

export const REPOSITORY = 'acme/product';
const DIRECTORY = mkdtempSync(path.join(tmpdir(), 'world-'));

/** GitHub in memory. It answers paths below the repository, and 404 to what it does not know. */
export class World {
  readonly clock = new SimulatedClock((then) => void setImmediate(() => setImmediate(then)));
  readonly log = new CollectedLog();
  readonly asked: string[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers = {}) {
    this.#answers = answers;
  }

  readonly fetch = async (address: string | URL | Request): Promise<Response> => {
    const url = new URL(String(address));
    const name = decodeURIComponent(url.pathname.replace(`/repos/${REPOSITORY}/`, ''));
    this.asked.push(name);
    const answer = this.#answers[name] ?? 404;
    const reply = typeof answer === 'function' ? answer(this.clock.now(), url) : answer;
    if (typeof reply === 'number') return Response.json({ message: 'No.' }, { status: reply });
    if (!Array.isArray(reply)) return Response.json(reply);
    const [size, page] = [
      Number(url.searchParams.get('per_page') ?? 30),
      Number(url.searchParams.get('page') ?? 1),
    ];
    url.searchParams.set('page', `${page + 1}`);
    const link = reply.length > size * page ? { link: `<${url}>; rel="next"` } : undefined;
    return Response.json(reply.slice(size * (page - 1), size * page), link && { headers: link });
  };

  /** A run of this event in this world. */
  run(
    name: string,
    payload: object,
    given: Readonly<Record<string, string>> = {},
    env: NodeJS.ProcessEnv = {},
  ): AgentRun {
    const file = path.join(DIRECTORY, 'event.json');
    writeFileSync(
      file,
      JSON.stringify({ repository: { default_branch: 'main' }, sender: MARIA, ...payload }),
    );
    const entries = Object.entries({ 'github-token': 't', ...given });
    const variables = {
      ...{
        GITHUB_EVENT_NAME: name,
        GITHUB_EVENT_PATH: file,
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ID: '42',
      },
      ...{ GITHUB_RUN_NUMBER: '8', GITHUB_REF_NAME: 'main', GITHUB_SHA: 'head' },
      ...{ GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/docs.yml@refs/heads/main` },
      ...{ 'INPUT_API-KEY': 'mint_test_0123456789', 'INPUT_PROJECT-ID': 'p1', ...env },
      ...Object.fromEntries(entries.map(([key, value]) => [`INPUT_${key.toUpperCase()}`, value])),
    };
    const inputs = readAgentInputs(variables);
    const event = readEvent(variables);
    const { clock, log, fetch } = this;
    const { signal } = new AbortController();
    const settings = { token: inputs.githubToken, repository: REPOSITORY, apiUrl: 'https://api.github.com' };
    const github =
      inputs.githubToken === '' ? undefined : new GithubApi({ ...settings, clock, signal, fetch });
    const run = readWorkflowRun(variables);
    const known = { inputs, event, wanted: wantedOf(event, inputs), run, clock, log, signal, github };
    return known as unknown as AgentRun;
  }
}

export const MARIA = { login: 'maria', type: 'User' };
export const RENOVATE = { login: 'renovate[bot]', type: 'Bot' };

/** An issue or a pull request, as GitHub describes it. */
export function subject(number: number, others: object = {}): { readonly number: number } {
  const html_url = `https://github.com/${REPOSITORY}/pull/${number}`;
  return { number, title: `Subject ${number}`, body: 'Why.', html_url, user: MARIA, ...others };
}

/** A pull request that was merged as this commit. */
export function merged(number: number, merge_commit_sha: string, others: object = {}) {
  const base = { sha: 'b', ref: 'main', repo: { full_name: REPOSITORY } };
  const state = { merged_at: '2026-01-05T11:00:00Z', merge_commit_sha, base, head: { ...base, sha: 'h' } };
  const size = { commits: 1, changed_files: 1, additions: 1, deletions: 1 };
  return subject(number, { ...state, ...size, ...others });
}

/** How an attempt ended: `outcome: reason advice`, or what `then` says of its result. */
export async function ending<T>(work: Promise<T>, then: (result: T) => string): Promise<string> {
  try {
    return then(await work);
  } catch (error) {
    const { end, full } = error as {
      end?: { outcome: string; reason: string; advice?: string };
      full?: string;
    };
    if (end) return `${end.outcome}: ${end.reason} ${end.advice ?? ''}`.trim();
    if (full === undefined) throw error;
    return `failed: ${full}`;
  }
}
