import { ACTING } from './characters.ts';

/**
 * Makes text inert for the log. The runner looks for commands in every line of stdout and stderr (actions/runner,
 * `ActionCommand.TryParse` and `TryParseV2`): `::name::` after leading blanks, and `##[name]` anywhere. To the runner,
 * a bare `\r` also ends a line. Terminal escapes could hide or rewrite lines.
 *
 * Turns `\r\n` into `\n`. All other changes are visible, so that the result isn't mistaken for the original text.
 * Characters that {@link ACTING} matches become `\xNN` or `\u{NNNN}`. At the start of a line, `::` becomes `: :`.
 * Anywhere, `##[` becomes `# #[`.
 */
export function inertForLog(text: string): string {
  return withoutCommands(text.replaceAll('\r\n', '\n').replace(ACTING, escapeCharacter));
}

/** Makes workflow commands in `text` inert, so that the runner ignores them even if a later step prints the text. */
export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '# #[').replace(COMMAND, '$1: ');
}

/**
 * Matches the first colon of `::` at the start of a line, with the blanks before it. Each blank is matched once, so a
 * line with many blanks takes linear time.
 */
const COMMAND = /((?:^|[\r\n])[[\s\p{White_Space}]--[\r\n]]*):(?=:)/gv;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}
