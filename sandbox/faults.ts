import { html, type Incoming, json, plain, type Reply } from './exchange.ts';
import type { Operation } from './routes.ts';

/**
 * A way for a request to go wrong. `effect` says whether the request is carried out all the same: what the caller
 * sees is then no sign of what happened.
 */
export type Behaviour =
  /** Another answer than the real one. */
  | {
      readonly kind: 'answer';
      readonly reply: Reply | ((request: Incoming) => Reply);
      readonly effect: boolean;
    }
  /** The connection is reset (RST) before a byte of the answer. */
  | { readonly kind: 'reset'; readonly effect: boolean }
  /** No answer, and the connection stays open. */
  | { readonly kind: 'hang'; readonly effect: boolean }
  /** Carried out; half of the real answer, then the connection is closed. */
  | { readonly kind: 'truncate' }
  /** Carried out; the real answer with a field of `bytes` bytes more. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** Carried out; the real answer's JSON changed. */
  | { readonly kind: 'edit'; edit(value: Record<string, unknown>): unknown }
  /** Carried out; the real answer after `ms` of real time. */
  | { readonly kind: 'delay'; readonly ms: number };

/** Which requests go wrong, and how. */
export interface Fault {
  readonly on: Operation | readonly Operation[];
  /** The first and the last call of the operation that this befalls, counted from 1. All unless given. */
  readonly from?: number;
  readonly to?: number;
  /** These calls alone. */
  readonly only?: readonly number[];
  readonly behaviour: Behaviour;
}

/** What befalls the `nth` call of `operation`: the first fault that fits. */
export function behaviourFor(
  faults: readonly Fault[],
  operation: Operation,
  nth: number,
): Behaviour | undefined {
  return faults.find((fault) => {
    const { on, from = 1, to = Number.POSITIVE_INFINITY, only } = fault;
    const named = typeof on === 'string' ? on === operation : on.includes(operation);
    return named && (only ? only.includes(nth) : nth >= from && nth <= to);
  })?.behaviour;
}

/** That answer. Nothing is carried out unless `effect` is true. */
export function instead(reply: Reply | ((request: Incoming) => Reply), effect = false): Behaviour {
  return { kind: 'answer', reply, effect };
}

/** An error as the platform writes it: `{error, details?: [{message}]}`. */
export function refuse(status: number, error: string, details?: readonly string[]): Behaviour {
  const body = { error, ...(details && { details: details.map((message) => ({ message })) }) };
  return instead(json(status, body));
}

/** 429 as the platform writes it, in plain text. */
export function limited(retryAfterSeconds?: number): Behaviour {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return instead(plain(429, 'Too many requests, please try again later.', headers));
}

/** A page for people, as gateways and login walls send it. The request behind it was carried out. */
export function page(status: number, title: string): Behaviour {
  const body = `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>gateway</body></html>\n`;
  return instead(html(status, body), true);
}

/** A redirect to another path here, which answers 404. */
export function redirect(): Behaviour {
  return instead(({ path }) => plain(302, 'Found', { location: `/moved${path}` }));
}

/** An error that gives the caller's key back, as it is and encoded. */
export function echoKey(status: number): Behaviour {
  return instead(({ headers: { authorization = '' } }) => {
    const key = Buffer.from(authorization.replace(/^Bearer /, ''));
    const details = [
      `base64 ${Buffer.from(authorization).toString('base64')}`,
      `base64 of the key ${key.toString('base64')}`,
      `encoded ${encodeURIComponent(String(key))}, hex ${key.toString('hex')}`,
      `every byte encoded ${key.toString('hex').toUpperCase().replace(/../g, '%$&')}`,
    ].map((message) => ({ message }));
    return json(status, { error: `Cannot use Authorization: ${authorization}`, details });
  });
}
