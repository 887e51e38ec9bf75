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

/** .NET's reader ends a line at \n, \r\n, and at a bare \r. */
export function readLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Every command that `text` would issue, and the lines that are no commands. */
export function parseRunnerOutput(text: string): { commands: RunnerCommand[]; lines: string[] } {
  const all = readLines(text).map((line) => ({ line, command: parseCommand(line) }));
  const commands = all.flatMap(({ command = [] }) => command);
  return { commands, lines: all.flatMap(({ line, command }) => (command ? [] : line)) };
}

/** `String.TrimStart` of .NET takes every `White_Space` for blank. */
const COLONS = /^\p{White_Space}*::(.*?)::(.*)$/su;
const BRACKETS = /##\[(.*?)\](.*)$/s;

/**
 * The command in one line: `::name key=value,key=value::data` after blanks, or `##[name key=value;key=value]data`
 * anywhere. The runner heeds only the names that it knows; here every name counts.
 */
export function parseCommand(line: string): RunnerCommand | undefined {
  return commandIn(COLONS.exec(line), ',') ?? commandIn(BRACKETS.exec(line), ';');
}

function commandIn(found: RegExpExecArray | null, separator: string): RunnerCommand | undefined {
  const [, info = '', data = ''] = found ?? [];
  const [name = '', ...rest] = info.split(' ');
  const pairs = rest.join(' ').trim().split(separator);
  const properties = pairs.flatMap((pair) => {
    const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    return key === undefined ? [] : [[key, unescaped(value)]];
  });
  if (name === '') return undefined;
  return { name, properties: Object.fromEntries(properties), data: unescaped(data) };
}

const unescaped = (text: string) =>
  text
    .replace(/%0D/g, '\r')
    .replace(/%0A/g, '\n')
    .replace(/%3A/g, ':')
    .replace(/%2C/g, ',')
    .replace(/%25/g, '%');

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
    const [, name = '', delimiter] = /^([^=]*?)<<(.+)$/.exec(line) ?? [];
    if (delimiter === undefined) {
      const [, key, value = ''] = /^(.*?)=(.*)$/s.exec(line) ?? [];
      if (key === undefined) throw new Error(`Invalid format '${line}'`);
      pairs.push([key, value]);
      continue;
    }
    const end = lines.findIndex((other, index) => index > at && other.line === delimiter);
    const [first, last] = [lines[at + 1], lines[end - 1]];
    if (end < 0 || !first || !last) throw new Error(`Matching delimiter not found '${delimiter}'`);
    // The line ends inside of a value are the value's own.
    pairs.push([name, end === at + 1 ? '' : text.slice(first.from, last.from + last.line.length)]);
    at = end;
  }
  return pairs;
}
