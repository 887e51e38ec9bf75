import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Markdown, readMarkdown } from './markdown.ts';
import type { Problem } from './problem.ts';

/** Links to files that are not there, and to headings that are not in them. Other sites are not asked. */
export function checkLinks(root: string, file: string, markdown: Markdown): Problem[] {
  return markdown.links
    .filter(({ text }) => !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(text))
    .flatMap(({ text, line }) => {
      const [path = '', anchor] = text.split('#');
      const target = path === '' ? file : resolveLink(file, path);
      if (!existsSync(join(root, target))) return [{ file, line, message: `${target} does not exist` }];
      if (!anchor || !target.endsWith('.md')) return [];
      const anchors = target === file ? markdown.anchors : anchorsOf(join(root, target));
      return anchors.has(anchor) ? [] : [{ file, line, message: `${target} has no heading #${anchor}` }];
    });
}

/** As GitHub does: from the file's directory, or from the repository's root after a slash. */
function resolveLink(file: string, path: string): string {
  const plain = decodeURI(path.replace(/\?.*$/, ''));
  return posix.normalize(plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(file), plain));
}

function anchorsOf(path: string): ReadonlySet<string> {
  return readMarkdown(readFileSync(path, 'utf8')).anchors;
}
