/**
 * Replaces the placeholder for the name of this action's repository in docs, examples and settings. `YOUR-ORG` is another
 * one: it stands for the organization of whoever copies an example, and stays.
 *
 *     npm run own -- acme/docs-agent-action
 *     npm run own -- --check                    exit 1 where the placeholder is left
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What names the repository or its owner. */
const FILES = ['package.json', '*.md', 'docs/*.md', 'examples/*.yml', '.github/*', '.github/*/*'];
const PLACEHOLDER = /\byour-org\b(\/docs-agent-action\b)?/g;

/** Returns the files that still name the placeholder, relative to `root`. */
export function filesToOwn(root: string): string[] {
  const files = globSync(FILES, { cwd: root, withFileTypes: true }).filter((file) => file.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
  return names.filter((file) => readFileSync(path.join(root, file), 'utf8').match(PLACEHOLDER)).sort();
}

/**
 * Replaces the placeholder by `repository`, such as `acme/docs-agent-action`.
 *
 * @returns the files that it changed
 * @throws if `repository` is not `owner/name`
 */
export function own(root: string, repository: string): string[] {
  const [, owner] = /^([a-z\d-]+)\/[\w.-]+$/i.exec(repository) ?? [];
  if (owner === undefined) throw new Error(`"${repository}" is not a repository: give owner/name`);
  return filesToOwn(root).map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const owned = text.replace(PLACEHOLDER, (_, name) => (name ? repository : owner));
    writeFileSync(path.join(root, file), owned);
    return file;
  });
}

/** Returns `owner/name`, as package.json has it. */
export function repositoryOf(root: string): string {
  const { repository } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return repository.replace('github:', '');
}

if (import.meta.main) {
  const [argument = ''] = process.argv.slice(2);
  if (argument !== '--check') own('.', argument);
  const left = filesToOwn('.');
  if (left.length > 0) console.error(`Run npm run own -- OWNER/NAME. It is missing in: ${left.join(', ')}`);
  process.exitCode = left.length > 0 ? 1 : 0;
}
