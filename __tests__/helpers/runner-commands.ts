import { EOL } from 'node:os';

/**
 * How the runner reads what a step writes, after actions/runner (`ActionCommand.TryParseV2` and `TryParse`,
 * `ActionCommandManager`, `FileCommandManager`). It is written from there and shares nothing with src.
 */

export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

export interface RunnerOutput {
  readonly commands: readonly RunnerCommand[];
  /** The lines that are not commands. */
  readonly lines: readonly string[];
}

/** .NET's reader ends a line at \n, \r\n, and at a bare \r. */
export function readLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Every command that `text` would issue, and the rest of its lines. */
export function parseRunnerOutput(text: string): RunnerOutput {
  const commands: RunnerCommand[] = [];
  const lines: string[] = [];
  for (const line of readLines(text)) {
    const command = parseCommand(line);
    if (command) commands.push(command);
    else lines.push(line);
  }
  return { commands, lines };
}

/**
 * The command in one line: `::name key=value,key=value::data` after blanks, or `##[name key=value;key=value]data`
 * anywhere. The runner heeds only the names that it knows; here every name counts.
 */
export function parseCommand(line: string): RunnerCommand | undefined {
  return parseColons(line) ?? parseBrackets(line);
}

/** What `String.TrimStart` of .NET takes for blank. */
const BLANKS = /^\p{White_Space}+/u;

function parseColons(line: string): RunnerCommand | undefined {
  const text = line.replace(BLANKS, '');
  if (!text.startsWith('::')) return undefined;
  const end = text.indexOf('::', 2);
  if (end < 0) return undefined;
  const { name, properties } = parseInfo(text.slice(2, end), ',');
  return name === '' ? undefined : { name, properties, data: unescaped(text.slice(end + 2)) };
}

function parseBrackets(line: string): RunnerCommand | undefined {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0) return undefined;
  const { name, properties } = parseInfo(line.slice(start + 3, end), ';');
  return name === '' ? undefined : { name, properties, data: unescaped(line.slice(end + 1)) };
}

function parseInfo(info: string, separator: string): { name: string; properties: Record<string, string> } {
  const [name = '', ...rest] = info.split(' ');
  const properties: Record<string, string> = {};
  for (const part of rest.join(' ').trim().split(separator)) {
    const [key = '', ...value] = part.split('=');
    if (key !== '' && value.length > 0) properties[key] = unescaped(value.join('='));
  }
  return { name, properties };
}

function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

/** Where the runner ends a line of a file: on Windows at \r\n too. */
const LINE = EOL === '\n' ? /(.*?)(?:\n|$)/gs : /(.*?)(?:\r?\n|$)/gs;

/**
 * Each value that was written to a file such as `GITHUB_OUTPUT`, in order.
 *
 * @throws {Error} where the runner would fail the step
 */
export function parseFileCommands(text: string): [name: string, value: string][] {
  const lines = [...text.matchAll(LINE)].map(({ 1: line = '', index: from }) => ({ line, from }));
  const pairs: [string, string][] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const { line } = lines[at] ?? { line: '' };
    if (line === '') continue;
    const heredoc = /^([^=]*?)<<(.+)$/.exec(line);
    if (!heredoc) {
      const equals = line.indexOf('=');
      if (equals < 0) throw new Error(`Invalid format '${line}'`);
      pairs.push([line.slice(0, equals), line.slice(equals + 1)]);
      continue;
    }
    const [, name = '', delimiter = ''] = heredoc;
    const end = lines.findIndex((other, index) => index > at && other.line === delimiter);
    const [first, last] = [lines[at + 1], lines[end - 1]];
    if (end < 0 || !first || !last) throw new Error(`Matching delimiter not found '${delimiter}'`);
    // The line ends inside of a value are the value's own.
    pairs.push([name, end === at + 1 ? '' : text.slice(first.from, last.from + last.line.length)]);
    at = end;
  }
  return pairs;
}
