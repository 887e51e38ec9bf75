import { expect } from '@jest/globals';
import { plain } from '../../sandbox/exchange.ts';
import { type Behaviour, behaviourNamed } from '../../sandbox/faults.ts';
import type { LedgerEntry } from '../../sandbox/ledger.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { fetchOver } from '../../simulation/network.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import { systemClock } from '../../src/clock.ts';
import { GithubApi, type GithubSettings, OPTIONAL_CALL } from '../../src/github/api.ts';
import { GithubError } from '../../src/github/errors.ts';
import { opening } from '../helpers/servers.ts';

export function github(apiUrl: string, settings: Partial<GithubSettings> = {}): GithubApi {
  const { signal } = new AbortController();
  return new GithubApi({
    token: 'token-1',
    repository: 'acme/docs',
    clock: systemClock,
    signal,
    ...settings,
    apiUrl,
  });
}

type Response = readonly [status: number, body?: string, headers?: Readonly<Record<string, string>>];
/** What is answered, or the name of a fault of the sandbox. */
export type Answer = Response | string;

function behaviourOf(answer: Answer): Behaviour {
  if (typeof answer === 'string') return behaviourNamed(answer);
  const [status, body = '', headers] = answer;
  const reply = plain(status, body, { 'content-type': 'application/json', ...headers });
  return { kind: 'answer', reply, effect: false };
}

/**
 * Starts GitHub in simulated time. It also answers real requests to `url`.
 *
 * @param answerTo returns what a request is answered; undefined for what GitHub itself would answer
 */
export async function startGithub(
  answerTo: (request: LedgerEntry) => Answer | undefined = () => undefined,
  options: SandboxOptions = {},
) {
  // What is loaded on the first call would let the simulated time run.
  await import('@actions/github');
  const clock = new SimulatedClock();
  const faultFor = (request: LedgerEntry) => {
    const answer = answerTo(request);
    return answer === undefined ? undefined : behaviourOf(answer);
  };
  const sandbox = opening(await startSandbox({ now: clock.wall, sleep: clock.sleep, faultFor, ...options }));
  const { requests } = sandbox.ledger;
  const url = `${sandbox.url}/github`;
  const settings = { clock, fetch: fetchOver((sent) => sandbox.exchange(sent)) };
  return {
    sandbox,
    url,
    requests,
    clock,
    api: github(url, settings),
    paths: () => requests.map(pathOf),
    /** Milliseconds from the start to each request. */
    times: () => requests.map(({ at }) => at - SimulatedClock.EPOCH_MS),
  };
}

function pathOf({ method, path, query }: LedgerEntry): string {
  const search = new URLSearchParams(query).toString();
  return `${method} ${path.replace('/github', '')}${search && `?${search}`}`;
}

/** Answers with each of `answers` once, then always with the last one. */
export function answering(...answers: readonly Answer[]) {
  return startGithub(({ seq }) => answers[seq - 1] ?? answers.at(-1));
}

/** Returns the error that the call throws. */
export async function failureOf(call: Promise<unknown>): Promise<GithubError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GithubError);
  return error as GithubError;
}

/** For calls that the run can do without. */
export const BRIEFLY = OPTIONAL_CALL;
