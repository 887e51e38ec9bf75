import type { Sandbox } from '../../../sandbox/server.ts';
import { example, type Payload } from '../../helpers/payloads.ts';

/** Who owns the repository of these tests. */
export const REPOSITORY = 'acme/product';

/** A hunk that adds `lines` lines. */
export function hunk(lines: number, text = 'const value = compute();', at = 1): string {
  return [
    `@@ -${at},0 +${at},${lines} @@`,
    ...Array.from({ length: lines }, (_, index) => `+${text} // ${index}`),
  ].join('\n');
}

/** Forty files as one pull request of a product changes them: two of them nobody reads. */
export function pullRequestFiles() {
  const sources = Array.from({ length: 30 }, (_, index) => ({
    filename: `src/module-${index}.ts`,
    additions: 5 + index,
    patch: hunk(5 + index),
  }));
  const tests = Array.from({ length: 5 }, (_, index) => ({
    filename: `src/module-${index}.test.ts`,
    patch: hunk(20, 'expect(value).toBe(1);'),
  }));
  return [
    { filename: 'docs/proxy.md', patch: hunk(4, 'Set the proxy.') },
    { filename: 'config/defaults.yml', patch: hunk(2, 'proxy: none') },
    ...sources,
    ...tests,
    { filename: 'package-lock.json', additions: 9000, patch: hunk(3000, '"resolved": "LOCKED"') },
    {
      filename: 'src/api/client.ts',
      additions: 4000,
      patch: hunk(2000, 'export function generatedCall() {}'),
    },
    { filename: 'assets/logo.png', status: 'added' },
  ];
}

/** The payload of a pull request that was merged, with the text. */
export function mergedPayload(body: string): Payload {
  const payload = example('pull_request', 'closed');
  payload.action = 'closed';
  payload.sender = { login: 'maintainer', type: 'User' };
  payload.pull_request = {
    ...payload.pull_request,
    merged: true,
    number: 7,
    title: 'Support proxies',
    body,
    html_url: `https://github.com/${REPOSITORY}/pull/7`,
    user: { login: 'maintainer', type: 'User' },
  };
  return payload;
}

/** Fills the sandbox with a pull request, the issues that it closes, and what was said on it. */
export function fillPullRequest(sandbox: Sandbox): void {
  const { github } = sandbox;
  const content = github.contentOf(REPOSITORY);
  github.setPullRequest({ repository: REPOSITORY, number: 7 });
  content.setPullRequestFiles(7, pullRequestFiles());
  content.setText('.gitattributes', 'src/api/** linguist-generated\n');
  github.setIssue({
    repository: REPOSITORY,
    number: 3,
    title: 'Proxies are ignored',
    body: 'HTTP_PROXY does nothing.',
  });
  github.setIssue({
    repository: REPOSITORY,
    number: 4,
    title: 'No way to set a port',
    body: 'Ports are fixed.',
  });
}
