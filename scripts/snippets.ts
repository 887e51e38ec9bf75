/**
 * Writes each whole workflow of the docs into a file of its own, for linters that read files, and prints their names.
 *
 *     zizmor $(node scripts/snippets.ts)
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMarkdown } from './check-docs/markdown.ts';

/** The workflows in README and docs, by the names of their files. */
export function snippets(): [file: string, text: string][] {
  const pages = ['README.md', ...globSync('docs/*.md').sort()];
  return pages.flatMap((page) => {
    const { yaml } = readMarkdown(readFileSync(page, 'utf8'));
    const whole = yaml.filter(({ text }) => /^on:/m.test(text) && /^jobs:/m.test(text));
    const name = path.basename(page, '.md');
    return whole.map(({ text }, index) => [`snippet-${name}-${index + 1}.yml`, text] as [string, string]);
  });
}

if (import.meta.main) {
  mkdirSync('reports/snippets', { recursive: true });
  for (const [name, text] of snippets()) {
    const file = `reports/snippets/${name}`;
    writeFileSync(file, `${text}\n`);
    console.log(file);
  }
}
