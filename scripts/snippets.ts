/** Writes each whole workflow of the docs into a file of its own, for linters that read files, and prints their names. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMarkdown } from './check-docs/markdown.ts';

/** The workflows in README and docs, by the names of their files. */
export function snippets(): [file: string, text: string][] {
  return ['README.md', ...globSync('docs/*.md').sort()].flatMap((page) => {
    const { yaml } = readMarkdown(readFileSync(page, 'utf8'));
    const whole = yaml.filter(({ text }) => /^on:/m.test(text) && /^jobs:/m.test(text));
    const name = (index: number) => `reports/snippets/snippet-${path.basename(page, '.md')}-${index + 1}.yml`;
    return whole.map(({ text }, index) => [name(index), `${text}\n`] as [string, string]);
  });
}

if (import.meta.main) {
  mkdirSync('reports/snippets', { recursive: true });
  for (const snippet of snippets()) writeFileSync(...snippet);
  console.log(
    snippets()
      .map(([file]) => file)
      .join('\n'),
  );
}
