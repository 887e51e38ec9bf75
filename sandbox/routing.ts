import type { Route } from './exchange.ts';

/** A route for a request, with the decoded values of its `:names`. */
interface Found {
  readonly route: Route;
  readonly params: Record<string, string>;
}

/**
 * Finds the route for a request; absent when nothing is there. `URLPattern` would resolve `..` in a path first, and a
 * path that must not be resolved is among the things to be seen here.
 */
export function routeFinder(routes: readonly Route[]): (method: string, path: string) => Found | undefined {
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }));
  return (method, path) => {
    for (const { route, pattern } of patterns) {
      const found = route.method === method && pattern.exec(path);
      if (found) return decoded(route, found.groups);
    }
    return undefined;
  };
}

function decoded(route: Route, groups: Record<string, string> = {}): Found | undefined {
  try {
    const params = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { route, params: Object.fromEntries(params) };
  } catch {
    return undefined;
  }
}
