import { expect } from '@jest/globals';
import { fetchOver } from '../../campaign/network.ts';
import { plain } from '../../sandbox/exchange.ts';
import { type Behaviour, behaviourNamed } from '../../sandbox/faults.ts';
import type { LedgerEntry } from '../../sandbox/ledger.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { systemClock } from '../../src/clock.ts';
import { GithubApi, type GithubSettings, OPTIONAL_RETRY_MS } from '../../src/github/api.ts';
import { GithubError } from '../../src/github/errors.ts';
import { opening } from '../helpers/servers.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

export function github(apiUrl: string, settings: Partial<GithubSettings> = {}): GithubApi {
  const { signal } = new AbortController();
  const others = { token: 'token-1', repository: 'acme/docs', clock: systemClock, signal };
  return new GithubApi({ ...others, ...settings, apiUrl });
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
 * GitHub in simulated time. At `url` it also answers real requests.
 *
 * @param answerTo what a request is answered instead; undefined for what GitHub answers
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
    return answer === undefined ? answer : behaviourOf(answer);
  };
  const { wall: now, sleep } = clock;
  const sandbox = opening(await startSandbox({ now, sleep, faultFor, ...options }));
  const settings = { clock, fetch: fetchOver((sent) => sandbox.exchange(sent)) };
  const [url, { requests }] = [`${sandbox.url}/github`, sandbox.ledger];
  const shown = ({ method, path, query }: LedgerEntry) =>
    `${method} ${path.replace('/github', '')}?${new URLSearchParams(query)}`.replace(/\?$/, '');
  return {
    ...{ sandbox, url, requests, clock, settings, api: github(url, settings) },
    paths: () => requests.map(shown),
    /** Milliseconds from the start to each request. */
    times: () => requests.map(({ at }) => at - SimulatedClock.EPOCH_MS),
  };
}

/** Gives these answers in their order, then the last one for ever. */
export function answering(...answers: readonly Answer[]) {
  return startGithub(({ seq }) => answers[seq - 1] ?? answers.at(-1));
}

export async function failure(promise: Promise<unknown>): Promise<GithubError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GithubError);
  return error as GithubError;
}

export const needed = {} as const;
export const extra = { retryForMs: OPTIONAL_RETRY_MS } as const;
