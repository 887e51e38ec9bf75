import { withoutCommands } from './workflow-commands.ts';

/**
 * Some programs drop a run of blanks, separators, quotes and invisible characters before they look for a formula
 * (OWASP, "CSV Injection"; csv-stringify, `escape_formulas`). A run is matched as a whole, so it takes linear time.
 */
const FORMULA_START = /([\s;"\p{C}\p{Default_Ignorable_Code_Point}]+|^)([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu;
/** Matches separators at which a spreadsheet may start a new cell. */
const SEPARATOR = /[;\t\r\n]/g;

/** Puts an apostrophe before each formula, whichever separator a spreadsheet uses. The caller still has to quote. */
export function formulaSafe(text: string): string {
  const inside = text.replace(FORMULA_START, (run, _, starter: string | undefined, at: number) => {
    if (starter === undefined) return run;
    const split = run.replace(SEPARATOR, "$&'");
    return at === 0 ? `'${split}` : split;
  });
  return /^[\t\r\n]/.test(inside) ? `'${inside}` : inside;
}

/** Matches most page paths, in which neither a formula nor a command can begin. */
const PLAIN = /^[/\w][/\w.-]*$/;

/** Returns `text` as a cell (RFC 4180) without formulas and workflow commands. Any kind of line break is quoted. */
export function csvCell(text: string): string {
  if (PLAIN.test(text)) return text;
  const safe = formulaSafe(withoutCommands(text.toWellFormed()));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
