import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

interface Typing {
  readonly type?: string;
  readonly [attribute: string]: unknown;
}

type Parts = Partial<Record<'inputs' | 'outputs', Readonly<Record<string, Typing | null>>>>;

/** The attributes that a type must have, and those that it may have beside `type`. */
const ATTRIBUTES: Readonly<Record<string, readonly [required: string[], allowed: string[]]>> = {
  string: [[], []],
  boolean: [[], []],
  float: [[], []],
  integer: [[], ['name', 'named-values']],
  enum: [['allowed-values'], ['name', 'allowed-values']],
  list: [
    ['separator', 'list-item'],
    ['separator', 'list-item'],
  ],
};

/**
 * Checks that each action is typed, by the rules of typesafegithub/github-actions-typing. That action's own program comes in
 * no package registry, so it runs on GitHub only.
 *
 * @param files each `action.yml` of the repository, relative to `root`
 * @returns problems, such as `e2e/action.yml: is without action-types.yml`
 */
export function problemsOfTypes(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const types = path.join(root, path.dirname(file), 'action-types.yml');
    if (!existsSync(types)) return [`${file}: is without action-types.yml`];
    const read = (name: string): Parts => parse(readFileSync(name, 'utf8'));
    const [action, typings] = [read(path.join(root, file)), read(types)];
    return (['inputs', 'outputs'] as const).flatMap((part) => {
      const names = new Set([...Object.keys(action[part] ?? {}), ...Object.keys(typings[part] ?? {})]);
      return [...names].flatMap((name) => {
        if (!action[part]?.[name] || !typings[part]?.[name]) return [`${file}: ${name} is in one file only`];
        return problemsOfType(typings[part][name]).map((problem) => `${file}: ${name} ${problem}`);
      });
    });
  });
}

function problemsOfType({ type = '', ...others }: Typing): string[] {
  const [required, allowed] = ATTRIBUTES[type] ?? [];
  if (!required || !allowed) return [`has the unknown type "${type}"`];
  const given = Object.keys(others);
  const item = others['list-item'] as Typing | undefined;
  return [
    ...required.filter((name) => !given.includes(name)).map((name) => `is without ${name}`),
    ...given
      .filter((name) => !allowed.includes(name))
      .map((name) => `has ${name}, which ${type} cannot have`),
    ...(item?.type === 'list' ? ['is a list of lists'] : item ? problemsOfType(item) : []),
  ];
}
