/**
 * Writes tables of inputs and outputs from action.yml into the documents, each between two markers:
 * `<!-- inputs -->` … `<!-- /inputs -->` has all of them, in groups whose titles are the comments in action.yml;
 * `<!-- inputs: api-key, prompt -->` … `<!-- /inputs -->` has these. So have `outputs`.
 *
 *     node scripts/tables.ts           write
 *     node scripts/tables.ts --check   write nothing; exit 1 if a document has other tables
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMap, isScalar, parseDocument } from 'yaml';

type Part = 'inputs' | 'outputs';

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly default: string;
  /** The comment above it in action.yml, where a group begins. */
  readonly title: string | undefined;
}

function entriesOf(action: string, part: Part): Entry[] {
  const map = parseDocument(action).get(part);
  if (!isMap(map)) throw new Error(`action.yml has no ${part}`);
  return map.items.map(({ key, value }, index) => {
    if (!isScalar(key) || !isMap(value)) throw new Error(`action.yml: unexpected entry in ${part}`);
    // The comment above the first key belongs to the map.
    const comment = index === 0 ? (map.commentBefore ?? '') : key.commentBefore;
    return {
      name: String(key.value),
      description: String(value.get('description') ?? ''),
      required: value.get('required') === true,
      default: String(value.get('default') ?? ''),
      title: comment?.trim(),
    };
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

function table(part: Part, entries: readonly Entry[]): string {
  const hasDefaults = part === 'inputs';
  const head = hasDefaults ? ['Input', 'Default', 'What it does'] : ['Output', 'What it holds'];
  const rows = entries.map(({ name, description, required, default: preset }) => {
    const shown = required ? '**required**' : preset && `\`${preset}\``;
    return [`\`${name}\``, ...(hasDefaults ? [shown] : []), description].map(cell);
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function tables(action: string, part: Part, names: readonly string[]): string {
  const all = entriesOf(action, part);
  const starts = all.flatMap(({ title }, index) => (title === undefined ? [] : [index]));
  if (names.length === 0) {
    const groups = starts.map((start, index) => all.slice(start, starts[index + 1]));
    const titled = groups.map((group) => [group[0]?.title && `**${group[0].title}**`, table(part, group)]);
    return titled.flat().filter(Boolean).join('\n\n');
  }
  const entries = names.map((name) => {
    const entry = all.find((each) => each.name === name);
    if (!entry) throw new Error(`action.yml has no ${name} among its ${part}`);
    return entry;
  });
  return table(part, entries);
}

/**
 * `document` with its tables as action.yml has them.
 *
 * @throws when it has no place for a table, or a marker names what action.yml does not have
 */
export function withTables(document: string, action: string): string {
  const place = /(<!-- (inputs|outputs)(?:: ([^>]*?))? -->\n).*?(<!-- \/\2 -->)/gs;
  if (!place.test(document))
    throw new Error('there is no place for a table, such as <!-- inputs --> … <!-- /inputs -->');
  return document.replaceAll(
    place,
    (_, start: string, part: Part, names: string | undefined, end: string) =>
      `${start}${tables(action, part, names?.split(', ') ?? [])}\n${end}`,
  );
}

const DOCUMENTS = ['README.md', 'docs/reference.md'];

if (import.meta.main) {
  const action = readFileSync('action.yml', 'utf8');
  for (const file of DOCUMENTS) {
    const document = readFileSync(file, 'utf8');
    const wanted = withTables(document, action);
    if (wanted === document) continue;
    if (!process.argv.includes('--check')) {
      writeFileSync(file, wanted);
    } else {
      console.error(`The tables of ${file} are not those of action.yml. Run: npm run tables`);
      process.exitCode = 1;
    }
  }
}
