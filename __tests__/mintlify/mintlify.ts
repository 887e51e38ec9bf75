import * as z from 'zod/mini';
import { systemClock } from '../../src/clock.ts';
import type { MintlifyError } from '../../src/mintlify/errors.ts';
import { type MintlifyRequest, Transport, type TransportOptions } from '../../src/mintlify/transport.ts';
import { opening } from '../helpers/servers.ts';

export const KEY = 'mint_0123456789abcdef';

export function transportTo(baseUrl: string, options: Partial<TransportOptions> = {}): Transport {
  const common = { baseUrl: new URL(baseUrl), apiKey: KEY, clock: systemClock };
  return opening(new Transport({ ...common, ...options }));
}

export const get = (extra: Partial<MintlifyRequest<unknown>> = {}): MintlifyRequest<unknown> => ({
  ...({ method: 'GET', resource: 'job', path: '/v2/agent/docs/job' } as const),
  ...{ schema: z.unknown(), timeoutMs: 10_000, maxBytes: 1000, signal: new AbortController().signal },
  ...extra,
});

export const post = (extra: Partial<MintlifyRequest<unknown>> = {}) =>
  get({ method: 'POST', body: { prompt: 'x' }, ...extra });

export async function failureOf(call: Promise<unknown>): Promise<MintlifyError> {
  const nothing = Symbol();
  const error = await call.then(() => nothing).catch((reason) => reason);
  if (error === nothing) throw new Error('it did not fail');
  return error;
}
