/** A part of the prompt besides the instructions. Its text is quoted already. */
export interface PromptPart {
  /** As people know it, such as `changes`. */
  readonly name: string;
  /** The line that stands for the part where there is no room for anything of it. */
  readonly notice: string;
  /**
   * As much of the part as is worth its place in at most `room` characters; absent if nothing is. `leftOut` is what is
   * not in it, in a few words for people; empty if everything is.
   */
  fit(room: number): { readonly text: string; readonly leftOut: string } | undefined;
}

/** What became of a part, for the table that people see. */
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
 * The instructions, whole, and the parts as far as they fit in `limit` characters. The parts fill the room one after the
 * other, and each leaves room for the notices of those after it. If the instructions alone are longer, there are no
 * parts.
 */
export function compose(
  instructions: readonly string[],
  parts: readonly PromptPart[],
  limit: number,
): Prompt {
  const head = instructions.filter((text) => text !== '').join(BETWEEN);
  const texts = head === '' ? [] : [head];
  const reports: PartReport[] = [{ name: 'instructions', characters: head.length, leftOut: '' }];
  let left = limit - head.length;
  let reserved = parts.reduce((sum, { notice }) => sum + BETWEEN.length + notice.length, 0);
  for (const part of parts) {
    const { name, notice } = part;
    reserved -= BETWEEN.length + notice.length;
    const fitted = part.fit(left - reserved - BETWEEN.length);
    const text = fitted?.text ?? (notice.length <= left - BETWEEN.length ? notice : '');
    reports.push({ name, characters: text.length, leftOut: fitted?.leftOut ?? 'all of it' });
    if (text === '') continue;
    texts.push(text);
    left -= BETWEEN.length + text.length;
  }
  return { text: texts.join(BETWEEN), parts: reports };
}
