import { DECEPTIVE } from './characters.ts';

/**
 * Makes text inert for the log. The runner looks for `::name::` after leading blanks of a line, which a bare `\r` also
 * ends, and for `##[name]` anywhere (actions/runner, `ActionCommand`). Terminal escapes could hide or rewrite lines.
 */
export function inertForLog(text: string): string {
  return withoutCommands(text.replaceAll('\r\n', '\n').replace(DECEPTIVE, escapeCharacter));
}

/** Makes workflow commands in `text` inert, also if a later step prints it. */
export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '# #[').replace(COMMAND, '$1: ');
}

/** The first colon of `::` that begins a line. Each blank is matched once, so a line of blanks takes linear time. */
const COMMAND = /((?:^|[\r\n])[[\s\p{White_Space}]--[\r\n]]*):(?=:)/gv;

function escapeCharacter(character: string) {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}
