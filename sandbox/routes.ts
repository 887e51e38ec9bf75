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

/** The route for a request and the decoded values of its `:names`; absent when nothing is there. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const params = route.method === method ? match(route.path, path) : undefined;
    if (params) return { route, params };
  }
  return undefined;
}

function match(template: string, path: string): Record<string, string> | undefined {
  const expected = template.split('/');
  const given = path.split('/');
  if (expected.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined;
      continue;
    }
    const value = decode(segment);
    if (!value) return undefined;
    params[part.slice(1)] = value;
  }
  return params;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
