import type { Sandbox } from '../../../sandbox/server.ts';
import { sandboxUser } from '../../helpers/with-sandbox.ts';

/** Runs `body` with a sandbox, and closes it. */
export const withSandbox = sandboxUser({});

/** One request with the sandbox's key, by POST where it has a body. Redirects are not followed. */
export async function call(
  sandbox: Sandbox,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(sandbox.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  const json: any = /^[[{]/.test(text) ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, json };
}

export const JOBS = '/v2/agent/docs/job';
export const create = (sandbox: Sandbox, headers = {}) => call(sandbox, JOBS, '{"prompt":"Write"}', headers);
