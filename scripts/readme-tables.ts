/**
 * Writes the tables of inputs and outputs in README.md from action.yml, between the markers `<!-- inputs -->` …
 * `<!-- /inputs -->` and `<!-- outputs -->` … `<!-- /outputs -->`. The comments in action.yml become the tables'
 * titles.
 *
 *     node scripts/readme-tables.ts           write
 *     node scripts/readme-tables.ts --check   write nothing; exit 1 and show the difference if there is one
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

function tables(groups: Group[], head: readonly string[], row: (entry: Entry) => string[]): string {
  return groups
    .map(({ title, entries }) => {
      const rows = [head, head.map(() => '---'), ...entries.map((entry) => row(entry).map(cell))];
      const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
      return title === '' ? table : `**${title}**\n\n${table}`;
    })
    .join('\n\n');
}

function inputTables(action: string): string {
  return tables(groupsOf(action, 'inputs'), ['Input', 'Default', 'What it does'], (input) => {
    const preset = input.default === undefined ? '' : `\`${input.default}\``;
    return [`\`${input.name}\``, input.required ? '**required**' : preset, input.description];
  });
}

function outputTables(action: string): string {
  return tables(groupsOf(action, 'outputs'), ['Output', 'What it holds'], (output) => [
    `\`${output.name}\``,
    output.description,
  ]);
}

function between(text: string, marker: string, content: string): string {
  const [start, end] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`README.md needs the markers ${start} and ${end}, in this order`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}

/**
 * The README with its tables as action.yml has them.
 *
 * @throws when a marker is missing, or action.yml is not an action's
 */
export function withTables(readme: string, action: string): string {
  return between(between(readme, 'inputs', inputTables(action)), 'outputs', outputTables(action));
}

/** The lines that only one of the texts has, `-` before those of the first and `+` before those of the second. */
function difference(before: string, after: string): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const [had, has] = [new Set(old), new Set(fresh)];
  return [
    ...old.filter((line) => !has.has(line)).map((line) => `- ${line}`),
    ...fresh.filter((line) => !had.has(line)).map((line) => `+ ${line}`),
  ];
}

if (import.meta.main) {
  const readme = readFileSync('README.md', 'utf8');
  const wanted = withTables(readme, readFileSync('action.yml', 'utf8'));
  if (!process.argv.includes('--check')) {
    writeFileSync('README.md', wanted);
  } else if (wanted !== readme) {
    console.error("README.md's tables are not those of action.yml. Run: node scripts/readme-tables.ts");
    console.error(difference(readme, wanted).join('\n'));
    process.exitCode = 1;
  }
}
