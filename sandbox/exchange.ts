import type { IncomingHttpHeaders } from 'node:http';
import querystring from 'node:querystring';
import type { Operation } from './operations.ts';

export interface Sent {
  readonly method: string;
  /** Path and query as on the wire, percent-encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Incoming extends Sent {
  /** As it was on the wire, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** What stands in the path for the `{names}` of its route, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Route {
  /** Method and path, such as `GET /v2/agent/{project}/job/{id}`. */
  readonly route: string;
  readonly operation: Operation;
  answer(request: Incoming): Reply;
}

/**
 * Finds the route for a request and what stands for its `{names}`; absent when nothing is there. `URLPattern` would resolve `..`
 * in a path first, and a path that must not be resolved is among the things to be seen here.
 */
export function routeFinder(routes: readonly Route[]) {
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.route.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));
  return (method: string, path: string) => {
    for (const { route, pattern } of patterns) {
      const found = pattern.exec(`${method} ${path}`);
      const names = Object.entries(found?.groups ?? {}).map(([name, text]) => [
        name,
        querystring.unescape(text),
      ]);
      if (found) return { route, params: Object.fromEntries(names) as Incoming['params'] };
    }
    return undefined;
  };
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return plain(status, JSON.stringify(value), { ...type, ...headers });
}

export function plain(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

/** The JSON object in `body`; absent if it is anything else. */
export function jsonObject(body: Buffer | string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
