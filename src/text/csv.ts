import { withoutCommands } from './workflow-commands.ts';

/**
 * Blanks, separators, quotes, and characters without a look of their own: some programs drop them before they look for
 * a formula. One expression takes a whole run of them, so that the time grows with the length of the text alone.
 * A formula starts with `=`, `+`, `-`, `@`, or their full-width forms, which Numbers takes for the same (OWASP, "CSV
 * Injection"; the full-width forms after csv-stringify's `escape_formulas`).
 */
const RUN = /([\s;"\p{C}\p{Default_Ignorable_Code_Point}]+|^)([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu;
/** Separators at which spreadsheets start a new cell: semicolons, tabs, or any line break. */
const SEPARATOR = /[;\t\r\n]/g;

/**
 * Returns `text` as the content of a CSV cell that spreadsheets do not take for a formula, whichever separator they
 * use. An apostrophe is put before each start of a formula; spreadsheets read it as "this is text". The CSV writer
 * quotes the cell.
 */
export function formulaSafe(text: string): string {
  const inside = text.replace(RUN, (run, _, starter: string | undefined, at: number) => {
    if (starter === undefined) return run;
    const split = run.replace(SEPARATOR, "$&'");
    return at === 0 ? `'${split}` : split;
  });
  return /^[\t\r\n]/.test(inside) ? `'${inside}` : inside;
}

/** Nearly every page path: no formula and no command can begin in it. */
const PLAIN = /^[/\w][/\w.-]*$/;

/**
 * Builds a record of RFC 4180 in which texts have no effect. Quotes any line break, not only the one that ends records.
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  const texts = cells.map((cell) => {
    if (typeof cell !== 'string' || PLAIN.test(cell)) return String(cell ?? '');
    const text = formulaSafe(withoutCommands(cell.toWellFormed()));
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}
