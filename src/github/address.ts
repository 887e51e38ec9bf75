import { equalsIgnoringCase } from '../text/compare.ts';

/** Repository (`owner/name`) and number of an issue or pull request. */
export interface ThreadAddress {
  readonly repository: string;
  readonly issue: number;
}

export function isSameThread(one: ThreadAddress, other: ThreadAddress): boolean {
  return equalsIgnoringCase(one.repository, other.repository) && one.issue === other.issue;
}

/** Parses the URL of a pull request, or of one of its pages. Undefined for other URLs, and for other servers. */
export function pullRequestAt(url: string | undefined, serverUrl: string): ThreadAddress | undefined {
  const parsed = URL.parse(url ?? '');
  const server = URL.parse(serverUrl);
  if (!parsed || parsed.origin !== server?.origin) return undefined;
  const base = `${server.pathname.replace(/\/$/, '')}/`;
  if (!parsed.pathname.startsWith(base)) return undefined;
  const path = parsed.pathname.slice(base.length);
  const [, repository, number] = /^([^/]+\/[^/]+)\/pull\/([1-9]\d{0,14})(?:\/|$)/.exec(path) ?? [];
  return repository === undefined ? undefined : { repository, issue: Number(number) };
}
