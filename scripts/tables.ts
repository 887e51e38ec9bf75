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

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly default: string | undefined;
}

interface Group {
  /** A comment in action.yml; empty before the first one. */
  readonly title: string;
  readonly entries: Entry[];
}

/** The entries of `inputs` or `outputs`, in order, a new group at each comment. */
function groupsOf(action: string, part: 'inputs' | 'outputs'): Group[] {
  const document = parseDocument(action);
  const map = document.get(part);
  if (!isMap(map)) throw new Error(`action.yml has no ${part}`);
  const groups: Group[] = [];
  // The comment above the first key belongs to the map.
  let comment = map.commentBefore;
  for (const { key, value } of map.items) {
    if (!isScalar(key) || !isMap(value)) throw new Error(`action.yml: unexpected entry in ${part}`);
    comment = key.commentBefore ?? comment;
    if (comment || groups.length === 0) groups.push({ title: (comment ?? '').trim(), entries: [] });
    comment = undefined;
    const preset = value.get('default');
    groups.at(-1)?.entries.push({
      name: String(key.value),
      description: String(value.get('description') ?? ''),
      required: value.get('required') === true,
      default: preset === undefined || preset === '' ? undefined : String(preset),
    });
  }
  return groups;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

const COLUMNS = {
  inputs: { head: ['Input', 'Default', 'What it does'], row: inputRow },
  outputs: { head: ['Output', 'What it holds'], row: outputRow },
} as const;

function inputRow({ name, description, required, default: preset }: Entry): string[] {
  const shown = preset === undefined ? '' : `\`${preset}\``;
  return [`\`${name}\``, required ? '**required**' : shown, description];
}

function outputRow({ name, description }: Entry): string[] {
  return [`\`${name}\``, description];
}

function table(part: 'inputs' | 'outputs', entries: readonly Entry[]): string {
  const { head, row } = COLUMNS[part];
  const rows = [head, head.map(() => '---'), ...entries.map((entry) => row(entry).map(cell))];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function tables(action: string, part: 'inputs' | 'outputs', names: readonly string[]): string {
  const groups = groupsOf(action, part);
  if (names.length === 0) {
    return groups
      .map(({ title, entries }) => `${title === '' ? '' : `**${title}**\n\n`}${table(part, entries)}`)
      .join('\n\n');
  }
  const all = groups.flatMap(({ entries }) => entries);
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
    (_, start: string, part: 'inputs' | 'outputs', names: string | undefined, end: string) => {
      return `${start}${tables(action, part, names?.split(', ') ?? [])}\n${end}`;
    },
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
