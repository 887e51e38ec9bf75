import { EOL } from 'node:os';

/**
 * How the runner reads what a step writes, after actions/runner (`ActionCommand.TryParseV2` and `TryParse`,
 * `ActionCommandManager`, `FileCommandManager`). It is written from there and shares nothing with src.
 */

interface RunnerCommand {
  /** With its properties, such as `warning file=a.ts`, of which the action gives none. */
  readonly name: string;
  readonly data: string;
}

/** What `act` writes to stdout, of which a process has one. */
export async function stdoutOf(act: () => unknown): Promise<string> {
  const write = process.stdout.write;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  };
  try {
    await act();
    return text;
  } finally {
    process.stdout.write = write;
  }
}

/** .NET's reader ends a line at \n, \r\n, and at a bare \r. */
export function readLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Every command that `text` would issue, and the lines that are no commands. */
export function parseRunnerOutput(text: string): { commands: RunnerCommand[]; lines: string[] } {
  const all = readLines(text).map((line) => parseCommand(line) ?? line);
  const lines = all.filter((each) => typeof each === 'string');
  return { commands: all.filter((each) => typeof each !== 'string'), lines };
}

/** `String.TrimStart` of .NET takes every `White_Space` for blank. */
const COLONS = /^\p{White_Space}*::(?! |::)(.*?)::(.*)$/su;
const BRACKETS = /##\[(?! |\])(.*?)\](.*)$/s;

/**
 * The command in one line: `::name key=value,key=value::data` after blanks, or `##[name key=value;key=value]data`
 * anywhere. The runner heeds only the names that it knows; here every name counts.
 */
export function parseCommand(line: string): RunnerCommand | undefined {
  const [, name, data = ''] = COLONS.exec(line) ?? BRACKETS.exec(line) ?? [];
  const unescaped = data.replace(/%(?:0D|0A|25)/g, (code) => decodeURIComponent(code));
  return name === undefined ? undefined : { name, data: unescaped };
}

/** `name<<delimiter`, the lines of a value, and the delimiter. On Windows a line of a file may end at \r\n too. */
const LINE_END = EOL.replace('\r', '\r?');
const BLOCK = new RegExp(`([^=\n]*?)<<(.+)${LINE_END}(?:([^]*?)${LINE_END})??\\2(?:${LINE_END}|$)`, 'gy');

/**
 * Each value that was written to a file such as `GITHUB_OUTPUT`, in order.
 *
 * @throws {Error} if anything is between the values: the runner would fail the step, or set what nobody meant
 */
export function parseFileCommands(text: string): readonly (readonly [name: string, value: string])[] {
  const blocks = [...text.matchAll(BLOCK)];
  const rest = text.slice(blocks.map(([block]) => block).join('').length);
  if (rest !== '') throw new Error(`Invalid format '${rest}'`);
  return blocks.map(([, name = '', , value = '']) => [name, value]);
}
