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
  inputs: '| Input | Default | What it does |\n|---|---|---|',
  outputs: '| Output | Value |\n|---|---|',
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

const FILE = 'docs/reference.md';
const action = readFileSync('action.yml', 'utf8');
const document = readFileSync(FILE, 'utf8');
const wanted = (['inputs', 'outputs'] as const).reduce((text, part) => {
  const place = new RegExp(`(?<=<!-- ${part} -->\n).*?(?=<!-- /${part} -->)`, 's');
  if (!place.test(text)) throw new Error(`${FILE} has no place for the table <!-- ${part} -->`);
  return text.replace(place, () => `${tables(action, part)}\n`);
}, document);
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, wanted);
} else if (wanted !== document) {
  console.error(`The tables of ${FILE} are not those of action.yml. Run: npm run tables`);
  process.exitCode = 1;
}
