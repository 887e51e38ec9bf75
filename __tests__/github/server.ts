import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { expect } from '@jest/globals';
import { type Clock, systemClock } from '../../src/clock.ts';
import { GithubApi, GithubError, type GithubSettings } from '../../src/github/api.ts';
import { listening, opening } from '../helpers/servers.ts';

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

type Response = readonly [status: number, body?: string | Buffer, headers?: OutgoingHttpHeaders];
export type Answer = Response | 'closes' | 'hangs';

export async function startGithub(answer: (request: IncomingMessage, body: string) => Answer) {
  const clock = new HastyClock();
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    const content = (await request.toArray()).join('');
    requests.push(request);
    const given = answer(request, content);
    if (given === 'closes') request.socket.destroy();
    if (typeof given === 'string') return;
    const [status, body = '', headers] = given;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  const url = `http://127.0.0.1:${opening(await listening(server)).port}`;
  const paths = () => requests.map((request) => `${request.method} ${request.url}`);
  return { url, requests, paths, clock, slept: clock.slept, api: github(url, { clock }) };
}

/** Gives these answers in their order, then the last one for ever. */
export function answering(...answers: readonly Answer[]) {
  let last: Answer = 'closes';
  const rest = [...answers];
  return startGithub(() => (last = rest.shift() ?? last));
}

export async function failure(promise: Promise<unknown>): Promise<GithubError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GithubError);
  return error as GithubError;
}

export const needed = { budget: 'needed' } as const;
export const extra = { budget: 'extra' } as const;
