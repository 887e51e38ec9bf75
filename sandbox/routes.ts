import type { Incoming, Reply } from './exchange.ts';

/** What a request asks for. Faults and the ledger name requests by this. */
export type Operation =
  | 'create'
  | 'message'
  | 'get'
  | 'views'
  | 'comment-list'
  | 'comment-get'
  | 'comment-create'
  | 'comment-update'
  | 'reaction'
  | 'reaction-delete'
  | 'permission'
  | 'issue'
  | 'pull-request'
  | 'review'
  | 'review-comments'
  | 'content'
  | 'artifact-create'
  | 'artifact-finalize'
  | 'artifact-list'
  | 'blob'
  | 'control'
  | 'other';

export interface Route {
  readonly method: string;
  /** With `:name` for a segment that varies. */
  readonly path: string;
  readonly operation: Operation;
  answer(request: Incoming): Reply;
}

const patterns = new WeakMap<Route, RegExp>();

/**
 * The route for a request and the decoded values of its `:names`; absent when nothing is there. `URLPattern` would
 * resolve `..` in a path first, and a path that must not be resolved is among the things to be seen here.
 */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const match = route.method === method ? patternOf(route).exec(path) : null;
    const params = match && decoded(match.groups ?? {});
    if (params) return { route, params };
  }
  return undefined;
}

function patternOf(route: Route): RegExp {
  const known = patterns.get(route);
  if (known) return known;
  const pattern = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  patterns.set(route, pattern);
  return pattern;
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return undefined;
  }
}
