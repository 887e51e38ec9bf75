import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { expect } from '@jest/globals';
import { type Clock, systemClock } from '../../src/clock.ts';
import { GithubApi, GithubError } from '../../src/github/api.ts';
import { listening, opening } from '../helpers/servers.ts';

/** The time limits of a try, and of work with either budget. */
const LIMITS_MS = [10_000, 15_000, 40_000];

/** A clock that notes how long it is slept on, and does not sleep but on time limits. */
export class HastyClock implements Clock {
  readonly slept: number[] = [];
  readonly limits = new Map<AbortSignal | undefined, () => void>();
  #passedMs = 0;
  now = () => this.#passedMs;
  date = () => new Date(Date.UTC(2026, 0, 5) + this.now());
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (LIMITS_MS.includes(ms)) return new Promise((resolve) => this.limits.set(signal, resolve));
    this.slept.push(ms);
    this.pass(ms);
  }
  pass(ms: number): void {
    this.#passedMs += ms;
  }
  /** Lets what is waited for be too late. */
  expire(): void {
    for (const expire of this.limits.values()) expire();
  }
  /** How many time limits were not released. */
  get open(): number {
    return [...this.limits.keys()].filter((signal) => !signal?.aborted).length;
  }
}

export function github(
  apiUrl: string,
  { clock = systemClock, token = 'token-1', signal = new AbortController().signal } = {} as {
    readonly clock?: Clock;
    readonly token?: string;
    readonly signal?: AbortSignal;
  },
): GithubApi {
  return new GithubApi({ token, repository: 'acme/docs', apiUrl, clock, signal });
}

/** Without one the connection is closed; `hangs` leaves it open. */
export type Answer =
  | readonly [status: number, body?: string | Buffer, headers?: OutgoingHttpHeaders]
  | 'closes'
  | 'hangs';

/** A GitHub whose answers `answer` gives. */
export async function startGithub(answer: (request: IncomingMessage, body: string) => Answer) {
  const clock = new HastyClock();
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    requests.push(request);
    const given = answer(request, body);
    if (given === 'hangs') return;
    if (given === 'closes') return void request.socket.destroy();
    const [status, content = '', headers] = given;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content);
  });
  const { port } = opening(await listening(server));
  const url = `http://127.0.0.1:${port}`;
  const paths = () => requests.map((request) => `${request.method} ${request.url}`);
  return { url, requests, paths, clock, slept: clock.slept, api: github(url, { clock }) };
}

/** Gives these answers in their order, then the last one for ever. */
export function answering(...answers: readonly Answer[]) {
  let given = 0;
  return startGithub(() => {
    given += 1;
    return answers[Math.min(given, answers.length) - 1] ?? 'closes';
  });
}

export async function failure(promise: Promise<unknown>): Promise<GithubError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GithubError);
  return error as GithubError;
}

export const needed = { budget: 'needed' } as const;
export const extra = { budget: 'extra' } as const;
