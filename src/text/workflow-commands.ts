import { ACTING } from './characters.ts';

/**
 * Makes text inert for the runner, which reads every line of stdout and stderr for commands (actions/runner,
 * `ActionCommand.TryParse` and `TryParseV2`). Commands are `::name::` after leading blanks and `##[name]` anywhere in a
 * line; a bare `\r` ends a line. Terminal escapes could hide or rewrite lines.
 *
 * `\n` stays, because it separates lines. Other text is changed visibly, so that the log does not pass for the
 * original. Control characters become `\xNN` or `\u{NNNN}`, `::` at the start of a line becomes `: :`, and `##[`
 * becomes `# #[`.
 */
export function inertForLog(text: string): string {
  return withoutCommands(text.replaceAll('\r\n', '\n').replace(ACTING, escapeCharacter));
}

/** Returns text that a later step can print as it is, because no line of it is a command to the runner. */
export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '# #[').replace(COMMAND, '$1: ');
}

/** Blanks are looked at once, from the line's own start: many blank lines must not take long. */
const COMMAND = /((?:^|[\r\n])[[\s\p{White_Space}]--[\r\n]]*):(?=:)/gv;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}
