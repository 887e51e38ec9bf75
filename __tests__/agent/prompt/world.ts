import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stop } from '../../../src/agent/end.ts';
import type { AgentRun } from '../../../src/agent/request.ts';
import { wantedOf } from '../../../src/agent/trigger.ts';
import { GithubApi, GithubError } from '../../../src/github/api.ts';
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
  readonly clock = new SimulatedClock();
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
    const limit = reply === 429 ? { headers: { 'retry-after': '20' } } : undefined;
    if (typeof reply === 'number') return Response.json({ message: 'No.' }, { status: reply, ...limit });
    if (!Array.isArray(reply) || !url.searchParams.has('per_page')) return Response.json(reply);
    const [size = 0, page = 0] = ['per_page', 'page'].map((key) => Number(url.searchParams.get(key) ?? 1));
    url.searchParams.set('page', `${page + 1}`);
    const link = reply.length > size * page ? { link: `<${url}>; rel="next"` } : undefined;
    return Response.json(reply.slice(size * (page - 1), size * page), link && { headers: link });
  };

  /** A run of this event in this world, the eighth of its workflow. */
  run(name: string, payload: object, given: Readonly<Record<string, string>> = {}): AgentRun {
    const file = path.join(DIRECTORY, 'event.json');
    const usual = { repository: { default_branch: 'main' }, sender: MARIA };
    writeFileSync(file, JSON.stringify({ ...usual, ...payload }));
    const entries = Object.entries({ 'api-key': 'mint_test_0123456789', 'project-id': 'p1', ...given });
    const variables = {
      ...{ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file, GITHUB_REPOSITORY: REPOSITORY },
      ...{ GITHUB_RUN_ID: '42', GITHUB_RUN_NUMBER: '8', GITHUB_REF_NAME: 'main', GITHUB_SHA: 'head' },
      ...{ GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/docs.yml@refs/heads/main` },
      ...{ 'INPUT_GITHUB-TOKEN': 't' },
      ...Object.fromEntries(entries.map(([key, value]) => [`INPUT_${key.toUpperCase()}`, value])),
    };
    const inputs = readAgentInputs(variables);
    const [event, run] = [readEvent(variables), readWorkflowRun(variables)];
    const { clock, log, fetch } = this;
    const [{ githubToken: token }, { signal }] = [inputs, new AbortController()];
    const settings = {
      token,
      repository: REPOSITORY,
      apiUrl: 'https://api.github.com',
      clock,
      signal,
      fetch,
    };
    const github = token === '' ? undefined : new GithubApi(settings);
    const known = { inputs, event, wanted: wantedOf(event, inputs), run, clock, log, signal, github };
    return known as unknown as AgentRun;
  }
}

export const MARIA = { login: 'maria', type: 'User' };
export const RENOVATE = { login: 'renovate[bot]', type: 'Bot' };

/** An issue or a pull request, as GitHub describes it. */
export function subject(number: number, others: object = {}): object {
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
    if (error instanceof Stop)
      return `${error.end.outcome}: ${error.message} ${error.end.advice ?? ''}`.trim();
    if (error instanceof GithubError) return `failed: ${error.full}`;
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

/** Reads answers of GitHub: statuses, or names of values. `404>5>files` is 404 during the first 5 s. */
export function answersOf(text = '', values: Answers = {}): Answers {
  const replyOf = (name = '') => (/^\d{3}$/.test(name) ? Number(name) : (values[name] ?? 500));
  return Object.fromEntries(
    Object.entries(pairsOf(text)).map(([path, value]) => {
      const [before, seconds, after] = value.split('>');
      const late = (nowMs: number) => replyOf(nowMs < Number(seconds) * 1000 ? before : after) as Reply;
      return [path, after === undefined ? replyOf(before) : late] as const;
    }),
  );
}
