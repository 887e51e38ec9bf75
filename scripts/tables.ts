/**
 * Writes the tables of inputs and outputs in the reference from action.yml, each between two markers such as `<!-- inputs -->`
 * and `<!-- /inputs -->`. Their titles are the comments in action.yml. With `--check` it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument, type Scalar, type YAMLMap } from 'yaml';

const FILE = 'docs/reference.md';
const HEADS = {
  inputs: '| Input | Default | What it does |\n|---|---|---|',
  outputs: '| Output | Value |\n|---|---|',
} as const;

function table(part: keyof typeof HEADS): string {
  const map = action.get(part) as YAMLMap<Scalar<string>, YAMLMap>;
  const rows = map.items.map(({ key, value }, index) => {
    const { description, required, default: preset = '' } = value?.toJSON() ?? {};
    const shown = required ? '**required**' : preset && `\`${preset}\``;
    const cells = [`\`${key.value}\``, ...(part === 'inputs' ? [shown] : []), description];
    const row = `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
    // The comment above the first key belongs to the map.
    const title = (index === 0 ? (map.commentBefore ?? '') : key.commentBefore)?.trim();
    return title === undefined ? row : `${title && `\n**${title}**\n\n`}${HEADS[part]}\n${row}`;
  });
  return `${rows.join('\n').trim()}\n`;
}

const action = parseDocument(readFileSync('action.yml', 'utf8'));
const page = readFileSync(FILE, 'utf8');
const wanted = (['inputs', 'outputs'] as const).reduce((text, part) => {
  const place = new RegExp(`(?<=<!-- ${part} -->\n).*?(?=<!-- /${part} -->)`, 's');
  if (!place.test(text)) throw new Error(`${FILE} has no place for the table <!-- ${part} -->`);
  return text.replace(place, () => table(part));
}, page);
if (!process.argv.includes('--check')) writeFileSync(FILE, wanted);
else if (wanted !== page) {
  console.error(`The tables in ${FILE} differ from action.yml. Run: npm run tables`);
  process.exitCode = 1;
}
