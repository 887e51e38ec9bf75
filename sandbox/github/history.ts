import type { ContentFile } from './content.ts';
import type { GithubState } from './state.ts';

/** The repository that {@link fillHistory} fills. */
export const HISTORY_REPOSITORY = 'acme/product';

/** A file whose first line is replaced by `lines`. */
function file(filename: string, lines: readonly string[]): ContentFile {
  const hunk = [`@@ -1,1 +1,${lines.length} @@`, '-export {};', ...lines.map((line) => `+${line}`)];
  return { filename, additions: lines.length, deletions: 1, patch: hunk.join('\n') };
}

/** What a tool writes, so that nobody reads it. */
function written(filename: string, lines: number, line: (index: number) => string): ContentFile {
  const text = Array.from({ length: lines }, (_, index) => line(index));
  return file(filename, text);
}

const COMMANDS = 'add build cache check clean clone deploy diff fetch init'.split(' ');
const NETWORK = 'agent client config dispatcher env errors log proxy retry socket tls'.split(' ');

/** The forty files of pull request 7, "Support proxies". */
function proxyFiles(): ContentFile[] {
  return [
    file('README.md', ['Behind a proxy? Set `HTTPS_PROXY`, or `proxy` in `product.yml`.']),
    file('docs/proxy.md', ['# Proxies', '', 'The command line heeds `HTTPS_PROXY` and `NO_PROXY`.']),
    file('config/defaults.yml', ['proxy:', '  url: null', '  port: 3128']),
    file('schemas/config.schema.json', ['{ "proxy": { "type": "object" } }']),
    ...NETWORK.map((name) =>
      file(`src/net/${name}.ts`, [
        `import { proxyFor } from './proxy.ts';`,
        '',
        `/** The ${name} goes through the proxy unless NO_PROXY names the host. */`,
        `export const via = proxyFor('${name}');`,
      ]),
    ),
    ...COMMANDS.map((name) => file(`src/cli/${name}.ts`, [`command('${name}').option('--proxy <url>');`])),
    ...COMMANDS.map((name) => file(`src/cli/${name}.test.ts`, [`test('${name} takes --proxy', () => {});`])),
    {
      ...file('src/net/tunnel.ts', ['export class Tunnel {}']),
      ...{ status: 'renamed', previous_filename: 'src/net/pipe.ts' },
    },
    { filename: 'docs/images/proxy.png', status: 'added', additions: 0, deletions: 0 },
    written('package-lock.json', 3000, (index) => `"node_modules/package-${index}": { "version": "1.0.0" },`),
    written('src/api/client.ts', 1500, (index) => `export function operation${index}(): Promise<void>;`),
    written('dist/cli.min.js', 1, () => 'function a(){};'.repeat(2000)),
  ];
}

/**
 * A product with a pull request of forty files that closes two issues, and what people said on it. `maintainer` and `colleague`
 * may write.
 */
export function fillHistory(github: GithubState): void {
  const repository = HISTORY_REPOSITORY;
  github.contentOf(repository).commit({ message: 'Support proxies (#7)', files: proxyFiles() });
  github.permissions.set('maintainer', 'maintain');
  github.permissions.set('colleague', 'write');
  const visitor = { repository, user: 'visitor' };
  github.setIssue({ ...visitor, number: 3, title: 'Proxies are ignored', body: 'HTTPS_PROXY does nothing.' });
  github.setIssue({ ...visitor, number: 4, title: 'No way to set a port', body: 'Ports are fixed.' });
  const body = 'The command line goes through a proxy.\n\nFixes #3, closes #4. See also #2.';
  const merged = { title: 'Support proxies', body, files: proxyFiles(), state: 'closed' } as const;
  github.setPullRequest({ repository, number: 7, user: 'maintainer', ...merged });
  const colleague = { repository, user: 'colleague', issue: 7 };
  github.addReview({ ...colleague, body: 'The port belongs into the reference, too.' });
  github.addComment({ ...visitor, issue: 7, body: 'Please delete the old pages.' });
  github.addComment({ ...colleague, body: 'Good to merge.' });
}
