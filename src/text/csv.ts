import { withoutCommands } from './workflow-commands.ts';

/**
 * Matches a run of blanks, separators, quotes and invisible characters, and the start of a formula if one follows. Some
 * programs drop such a run before they look for a formula. Each run is matched as a whole, so that a long run takes
 * linear time. A formula starts with `=`, `+`, `-`, `@`, or one of their full-width forms (OWASP, "CSV Injection";
 * csv-stringify, `escape_formulas`).
 */
const RUN = /([\s;"\p{C}\p{Default_Ignorable_Code_Point}]+|^)([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu;
/** Matches separators at which a spreadsheet may start a new cell. */
const SEPARATOR = /[;\t\r\n]/g;

/**
 * Returns `text` as a cell that spreadsheets don't treat as a formula, whichever separator they use. An apostrophe
 * before each formula marks the formula as text. The caller still has to quote the result.
 */
export function formulaSafe(text: string): string {
  const inside = text.replace(RUN, (run, _, starter: string | undefined, at: number) => {
    if (starter === undefined) return run;
    const split = run.replace(SEPARATOR, "$&'");
    return at === 0 ? `'${split}` : split;
  });
  return /^[\t\r\n]/.test(inside) ? `'${inside}` : inside;
}

/** Matches most page paths, in which neither a formula nor a command can begin. */
const PLAIN = /^[/\w][/\w.-]*$/;

/**
 * Returns `text` as a cell of a CSV record (RFC 4180), in which it can't act as a formula or a workflow command. A cell
 * with any kind of line break is quoted, not only a cell with `\r\n`.
 */
export function csvCell(text: string): string {
  if (PLAIN.test(text)) return text;
  const safe = formulaSafe(withoutCommands(text.toWellFormed()));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
