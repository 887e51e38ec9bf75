import type { Route } from './exchange.ts';

/**
 * Finds the route for a request, with the decoded values of its `:names`; absent when nothing is there. `URLPattern` would
 * resolve `..` in a path first, and a path that must not be resolved is among the things to be seen here.
 */
export function routeFinder(routes: readonly Route[]) {
  const patterns = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }));
  return (method: string, path: string) => {
    for (const { route, pattern } of patterns) {
      const found = route.method === method && pattern.exec(path);
      if (!found) continue;
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decoded(value)]);
      const isReadable = params.every(([, value]) => value !== undefined);
      return isReadable ? { route, params: Object.fromEntries(params) as Record<string, string> } : undefined;
    }
    return undefined;
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
