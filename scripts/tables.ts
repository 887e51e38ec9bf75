/**
 * Writes tables of inputs and outputs from action.yml into the reference, each between two markers such as `<!-- inputs -->`
 * and `<!-- /inputs -->`, in groups whose titles are the comments in action.yml.
 *
 *     node scripts/tables.ts           write
 *     node scripts/tables.ts --check   write nothing; exit 1 if the reference has other tables
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument, type Scalar, type YAMLMap } from 'yaml';

const HEADS = {
  inputs: '| Input | Default | What it does |\n| --- | --- | --- |',
  outputs: '| Output | What it holds |\n| --- | --- |',
} as const;

type Part = keyof typeof HEADS;

/** A row for each, and the comment above it in action.yml, where a group begins. */
function rowsOf(action: string, part: Part) {
  const map = parseDocument(action).get(part) as YAMLMap<Scalar<string>, YAMLMap>;
  return map.items.map(({ key, value }, index) => {
    const { description, required, default: preset = '' } = value?.toJSON() ?? {};
    const shown = required ? '**required**' : preset && `\`${preset}\``;
    const cells = [`\`${key.value}\``, ...(part === 'inputs' ? [shown] : []), description];
    const escaped = cells.map((cell) => String(cell).replaceAll('|', '\\|'));
    // The comment above the first key belongs to the map.
    const title = index === 0 ? (map.commentBefore ?? '') : key.commentBefore;
    return { text: `| ${escaped.join(' | ')} |`, title: title?.trim() };
  });
}

function tables(action: string, part: Part): string {
  const lines = rowsOf(action, part).map(({ title, text }) =>
    title === undefined ? text : `${title && `\n**${title}**\n\n`}${HEADS[part]}\n${text}`,
  );
  return lines.join('\n').trim();
}

/**
 * `document` with its tables as action.yml has them.
 *
 * @throws when it has no place for a table
 */
export function withTables(document: string, action: string): string {
  const place = /(<!-- (inputs|outputs) -->\n).*?(<!-- \/\2 -->)/gs;
  if (!place.test(document)) throw new Error('a table needs a place, such as <!-- inputs -->');
  return document.replaceAll(
    place,
    (_, start: string, part: Part, end: string) => `${start}${tables(action, part)}\n${end}`,
  );
}

if (import.meta.main) {
  const file = 'docs/reference.md';
  const document = readFileSync(file, 'utf8');
  const wanted = withTables(document, readFileSync('action.yml', 'utf8'));
  if (!process.argv.includes('--check')) {
    writeFileSync(file, wanted);
  } else if (wanted !== document) {
    console.error(`The tables of ${file} are not those of action.yml. Run: npm run tables`);
    process.exitCode = 1;
  }
}
