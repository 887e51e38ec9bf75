/** Part of the prompt below the instructions. Remote text in the part is already quoted. */
export interface PromptPart {
  /** Name of the part in the log and the job summary, such as `changes`. */
  readonly name: string;
  /** Line that replaces the part if none of it fits. */
  readonly notice: string;
  /**
   * Returns as much of the part as fits into `room` characters; undefined if nothing useful fits. `leftOut` says in a
   * few words what is missing; empty if nothing is.
   */
  fit(room: number): { readonly text: string; readonly leftOut: string } | undefined;
}

/** Size of a part of the prompt, and what was left out of it, for the log and the job summary. */
export interface PartReport {
  readonly name: string;
  readonly characters: number;
  readonly leftOut: string;
}

export interface Prompt {
  readonly text: string;
  readonly parts: readonly PartReport[];
}

const BETWEEN = '\n\n';

/**
 * Joins instructions and parts into a prompt of at most `limit` characters. Never cuts instructions. Adds the parts in
 * order, and reserves room for the notices of later parts. If the instructions alone are longer than the limit, only
 * notices follow.
 *
 * @param by line that says who made the request, dropped if it doesn't fit; may be empty
 */
export function compose(
  instructions: readonly string[],
  by: string,
  parts: readonly PromptPart[],
  limit: number,
): Prompt {
  const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join(BETWEEN);
  const [own, all] = [joined(instructions), joined([...instructions, by])];
  const isOver = own.length > limit;
  const head = isOver || all.length <= limit ? all : own;
  const texts = head === '' ? [] : [head];
  const reports: PartReport[] = [{ name: 'instructions', characters: head.length, leftOut: '' }];
  let left = limit - head.length;
  let reserved = parts.reduce((sum, { notice }) => sum + BETWEEN.length + notice.length, 0);
  for (const part of parts) {
    const { name, notice } = part;
    reserved -= BETWEEN.length + notice.length;
    const fitted = part.fit(left - reserved - BETWEEN.length);
    const text = fitted?.text ?? (isOver || notice.length <= left - BETWEEN.length ? notice : '');
    reports.push({ name, characters: text.length, leftOut: fitted?.leftOut ?? 'all of it' });
    if (text === '') continue;
    texts.push(text);
    left -= BETWEEN.length + text.length;
  }
  return { text: texts.join(BETWEEN), parts: reports };
}

/** Material that was read from GitHub besides the event. */
export interface Material {
  readonly parts: readonly PromptPart[];
  /**
   * Explanation if `include` names `changes`, but none were found or read. Absent for events that can't change files,
   * and if GitHub's list is incomplete.
   */
  readonly noChanges?: {
    /**
     * Cause:
     *
     * - `none`: nothing changed, or there is nothing to compare with
     * - `start`: there is no earlier run to compare with, so later runs compare with this one
     * - `filtered`: no changed file matches `paths`
     * - `unread`: GitHub couldn't be read
     */
    readonly kind: 'none' | 'start' | 'filtered' | 'unread';
    /** Sentence on why there are no changes. */
    readonly reason: string;
    /** Advice on what to change in the workflow; absent if there is none. */
    readonly advice?: string;
  };
}
export const NO_MATERIAL: Material = { parts: [] };
