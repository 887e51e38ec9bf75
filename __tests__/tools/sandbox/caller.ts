import type { Sandbox } from '../../../sandbox/server.ts';
import { sandboxUser } from '../../helpers/with-sandbox.ts';

/** Runs `body` with a sandbox, and closes it. */
export const withSandbox = sandboxUser({});

/** What was parsed, as if all fields that tests look into were there; it has none if the text is not JSON. */
interface Body {
  readonly id: string;
  readonly status: string;
  readonly prLink: string | null;
  readonly archivedAt: string | null;
  readonly totals: { readonly human: number; readonly ai: number; readonly total: number };
  readonly views: readonly { readonly path: string; readonly total: number }[];
  readonly hasMore: boolean;
}

export interface Call {
  /** It is sent by POST; a text as it is. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** One request with the sandbox's key. Redirects are not followed. */
export async function call(sandbox: Sandbox, path: string, options: Call = {}) {
  const { body, headers = {} } = options;
  const response = await fetch(sandbox.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) as Body };
}

export function create(sandbox: Sandbox, prompt = 'Write about proxies', options: Call = {}) {
  return call(sandbox, '/v2/agent/docs/job', { body: { prompt }, ...options });
}

export function message(sandbox: Sandbox, id: string, prompt: string) {
  return call(sandbox, `/v2/agent/docs/job/${id}/message`, { body: { prompt } });
}

export function get(sandbox: Sandbox, id: string) {
  return call(sandbox, `/v2/agent/docs/job/${id}`);
}

export function views(sandbox: Sandbox, query: string) {
  return call(sandbox, `/v1/analytics/docs/views?${query}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
