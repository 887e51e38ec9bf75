/**
 * `=`, `+`, `-`, `@`, and their full-width forms, which Numbers takes for the same
 * (OWASP, "CSV Injection"; the full-width forms after csv-stringify's `escape_formulas`).
 */
const STARTERS = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/** Blanks and characters without a look of their own: some programs drop them before they look for a formula. */
const SKIPPED = '[\\s\\p{C}\\p{Default_Ignorable_Code_Point}]*';

const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${SKIPPED}[${STARTERS}])`, 'u');
/** Where a spreadsheet that separates cells by semicolons or tabs, or ends rows at any line break, starts a new cell. */
const INNER_FORMULA = new RegExp(`([;\\t\\r\\n])(?=${SKIPPED}[${STARTERS}])`, 'gu');

/**
 * `text` as the content of a CSV cell that no spreadsheet takes for a formula: where one would start, an apostrophe
 * stands first, which spreadsheets read as "this is text". Quoting of the cell is the CSV writer's.
 */
export function formulaSafe(text: string): string {
  const inside = text.replace(INNER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}
