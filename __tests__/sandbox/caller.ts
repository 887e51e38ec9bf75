import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';

/** A clock that stands still until it is told otherwise. */
export class TestClock {
  ms = Date.UTC(2026, 2, 4, 12);
  readonly now = () => this.ms;
}

/** Runs `body` with a sandbox, and closes it. */
export async function withSandbox<T>(
  options: SandboxOptions,
  body: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandbox(options);
  try {
    return await body(sandbox);
  } finally {
    await sandbox.close();
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What was parsed; it has no fields if the text is not JSON. */
  readonly json: Body;
  readonly isJson: boolean;
}

/** The fields that tests look into, as if all of them were there. */
export interface Body {
  readonly id: string;
  readonly status: string;
  readonly prLink: string | null;
  readonly archivedAt: string | null;
  readonly details: unknown;
  readonly totals: { readonly human: number; readonly ai: number; readonly total: number };
  readonly views: readonly { readonly path: string; readonly total: number }[];
  readonly hasMore: boolean;
  readonly padding: string;
  readonly message: string;
  readonly code: string;
  readonly signed_upload_url: string;
  readonly artifact_id: string;
  readonly artifacts: unknown;
}

interface Call {
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
  const parsed = parse(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (parsed ?? {}) as Body,
    isJson: parsed !== undefined,
  };
}

export function create(
  sandbox: Sandbox,
  prompt = 'Write about proxies',
  options: Call = {},
): Promise<Answer> {
  return call(sandbox, '/v2/agent/docs/job', { method: 'POST', body: { prompt }, ...options });
}

export function message(sandbox: Sandbox, id: string, prompt: string, options: Call = {}): Promise<Answer> {
  const path = `/v2/agent/docs/job/${encodeURIComponent(id)}/message`;
  return call(sandbox, path, { method: 'POST', body: { prompt }, ...options });
}

export function get(sandbox: Sandbox, id: string, options: Call = {}): Promise<Answer> {
  return call(sandbox, `/v2/agent/docs/job/${encodeURIComponent(id)}`, options);
}

export function views(sandbox: Sandbox, query: string, options: Call = {}): Promise<Answer> {
  return call(sandbox, `/v1/analytics/docs/views?${query}`, options);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
