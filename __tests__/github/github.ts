import { expect } from '@jest/globals';
import { plain } from '../../sandbox/exchange.ts';
import { type Behaviour, behaviourNamed } from '../../sandbox/faults.ts';
import type { LedgerEntry } from '../../sandbox/ledger.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { GithubApi, GithubError, type GithubSettings } from '../../src/github/api.ts';
import { opening } from '../helpers/servers.ts';

/** The time limits of a try, and of work with either budget. */
const LIMITS_MS = [10_000, 15_000, 40_000];

/** A clock that notes how long it is slept on, and does not sleep but on time limits. */
export class HastyClock implements Clock {
  readonly slept: number[] = [];
  readonly limits = new Map<AbortSignal | undefined, () => void>();
  readonly limitsMs: number[] = [];
  now = () => this.slept.reduce((sum, ms) => sum + ms, 0);
  date = () => new Date(Date.UTC(2026, 0, 5) + this.now());
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const isLimit = LIMITS_MS.includes(ms);
    (isLimit ? this.limitsMs : this.slept).push(ms);
    if (isLimit) await new Promise<void>((resolve) => this.limits.set(signal, resolve));
  }
  /** Lets what is waited for be too late. */
  expire = () => this.limits.forEach((expire) => void expire());
  /** How many time limits were not released. */
  get open(): number {
    return [...this.limits.keys()].filter((signal) => !signal?.aborted).length;
  }
}

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

/** @param answerTo what a request is answered instead; undefined for what GitHub answers */
export async function startGithub(
  answerTo: (request: LedgerEntry) => Answer | undefined,
  options: SandboxOptions = {},
) {
  const clock = new HastyClock();
  const faultFor = (request: LedgerEntry) => {
    const answer = answerTo(request);
    return answer === undefined ? answer : behaviourOf(answer);
  };
  const now = () => clock.date().getTime();
  const sandbox = opening(await startSandbox({ now, faultFor, ...options }));
  const [url, { requests }] = [`${sandbox.url}/github`, sandbox.ledger];
  const shown = ({ method, path, query }: LedgerEntry) =>
    `${method} ${path.replace('/github', '')}?${new URLSearchParams(query)}`.replace(/\?$/, '');
  const paths = () => requests.map(shown);
  return { sandbox, url, requests, paths, clock, slept: clock.slept, api: github(url, { clock }) };
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

export const needed = { budget: 'needed' } as const;
export const extra = { budget: 'extra' } as const;
