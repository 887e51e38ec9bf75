import type { Sandbox } from '../../../sandbox/server.ts';
import { sandboxUser } from '../../helpers/with-sandbox.ts';

/** Runs `body` with a sandbox, and closes it. */
export const withSandbox = sandboxUser({});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What was parsed; it has no fields if the text is not JSON. */
  readonly json: Body;
}

/** The fields that tests look into, as if all of them were there. */
interface Body {
  readonly id: string;
  readonly status: string;
  readonly prLink: string | null;
  readonly archivedAt: string | null;
  readonly totals: { readonly human: number; readonly ai: number; readonly total: number };
  readonly views: readonly { readonly path: string; readonly total: number }[];
  readonly hasMore: boolean;
  readonly signed_upload_url: string;
}

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly key?: string;
  readonly timeoutMs?: number;
}

/** One request with the sandbox's key. Redirects are not followed. */
export async function call(sandbox: Sandbox, path: string, options: Call = {}): Promise<Answer> {
  const { method = 'GET', body, key = sandbox.apiKey, headers = {}, timeoutMs = 20_000 } = options;
  const response = await fetch(sandbox.url + path, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: (parse(text) ?? {}) as Body };
}

export function create(sandbox: Sandbox, prompt = 'Write about proxies', options: Call = {}) {
  return call(sandbox, '/v2/agent/docs/job', { method: 'POST', body: { prompt }, ...options });
}

export function message(sandbox: Sandbox, id: string, prompt: string, options: Call = {}) {
  const path = `/v2/agent/docs/job/${encodeURIComponent(id)}/message`;
  return call(sandbox, path, { method: 'POST', body: { prompt }, ...options });
}

export function get(sandbox: Sandbox, id: string, options: Call = {}) {
  return call(sandbox, `/v2/agent/docs/job/${encodeURIComponent(id)}`, options);
}

export function views(sandbox: Sandbox, query: string, options: Call = {}) {
  return call(sandbox, `/v1/analytics/docs/views?${query}`, options);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
