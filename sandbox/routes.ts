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
  | 'permission'
  | 'issue'
  | 'pull-request'
  | 'review'
  | 'review-comments'
  | 'content'
  | 'artifact-create'
  | 'artifact-finalize'
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

/**
 * The route for a request and the decoded values of its `:names`; absent when nothing is there. `URLPattern` would
 * resolve `..` in a path first, and a path that must not be resolved is among the things to be seen here.
 */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  const given = path.split('/');
  for (const route of routes) {
    const params = route.method === method ? match(route.path.split('/'), given) : undefined;
    if (params) return { route, params };
  }
  return undefined;
}

function match(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const isName = (part: string) => part.startsWith(':');
  const fits = (part: string, index: number) => (isName(part) ? given[index] !== '' : part === given[index]);
  if (wanted.length !== given.length || !wanted.every(fits)) return undefined;
  const params: Record<string, string> = {};
  try {
    for (const [index, part] of wanted.entries()) {
      if (isName(part)) params[part.slice(1)] = decodeURIComponent(given[index] ?? '');
    }
    return params;
  } catch {
    return undefined;
  }
}
