import * as z from 'zod/mini';
import { systemClock } from '../../src/clock.ts';
import type { MintlifyError } from '../../src/mintlify/errors.ts';
import { type MintlifyRequest, Transport, type TransportOptions } from '../../src/mintlify/transport.ts';
import { opening } from '../helpers/servers.ts';

export const KEY = 'mint_0123456789abcdef';

export function transportTo(baseUrl: string, options: Partial<TransportOptions> = {}): Transport {
  return opening(new Transport({ baseUrl: new URL(baseUrl), apiKey: KEY, clock: systemClock, ...options }));
}

export function get(extra: Partial<MintlifyRequest<unknown>> = {}): MintlifyRequest<unknown> {
  return {
    method: 'GET',
    resource: 'job',
    path: '/v2/agent/docs/job',
    schema: z.unknown(),
    timeoutMs: 10_000,
    maxBytes: 1000,
    signal: new AbortController().signal,
    ...extra,
  };
}

export function post(extra: Partial<MintlifyRequest<unknown>> = {}): MintlifyRequest<unknown> {
  return get({ method: 'POST', body: { prompt: 'x' }, ...extra });
}

/** Returns the error that the call throws. */
export async function failureOf(call: Promise<unknown>): Promise<MintlifyError> {
  try {
    await call;
  } catch (error) {
    return error as MintlifyError;
  }
  throw new Error('The call succeeded.');
}
