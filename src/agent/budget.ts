/** A part of the prompt besides the instructions. Its text is quoted already. */
export interface PromptPart {
  /** As people know it, such as `files`. */
  readonly name: string;
  /** What it gets of the room when not everything fits, against the others. */
  readonly weight: number;
  /** Characters of the whole part. */
  readonly size: number;
  /**
   * The part in at most `room` characters, or as much of it as fits; `text` may be empty. `leftOut` is what is not in
   * it, in a few words for people; empty if everything is.
   */
  fit(room: number): { readonly text: string; readonly leftOut: string };
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
 * The instructions, whole, and the parts as far as they fit in `limit` characters. If the instructions alone are
 * longer, there are no parts.
 *
 * @param subject what the event is about: it comes before the other parts, and may take half of the room from them
 */
export function compose(
  instructions: readonly string[],
  subject: readonly PromptPart[],
  others: readonly PromptPart[],
  limit: number,
): Prompt {
  const head = instructions.filter((text) => text !== '').join(BETWEEN);
  const room = Math.max(0, limit - head.length);
  const wanted = allot(Math.max(room / 2, room - sizeOf(others)), subject);
  const left = room - wanted.reduce((sum, share) => sum + share, 0);
  const shares = [...wanted, ...allot(left, others)];
  const texts = head === '' ? [] : [head];
  const reports: PartReport[] = [{ name: 'instructions', characters: head.length, leftOut: '' }];
  for (const [index, part] of [...subject, ...others].entries()) {
    const { text, leftOut } = part.fit(Math.max(0, (shares[index] ?? 0) - BETWEEN.length));
    if (text !== '') texts.push(text);
    reports.push({ name: part.name, characters: text.length, leftOut });
  }
  return { text: texts.join(BETWEEN), parts: reports };
}

function sizeOf(parts: readonly PromptPart[]): number {
  return parts.reduce((sum, { size }) => sum + size + BETWEEN.length, 0);
}

/**
 * Whole characters for each part, `room` at most together: what it needs, or its share by weight. What a part does not
 * need is shared by the others.
 */
export function allot(
  room: number,
  parts: readonly Pick<PromptPart, 'size' | 'weight'>[],
): readonly number[] {
  const needs = parts.map(({ size, weight }, index) => ({ index, weight, need: size + BETWEEN.length }));
  const shares: number[] = [];
  let left = room;
  let weights = needs.reduce((sum, { weight }) => sum + weight, 0);
  for (const { index, weight, need } of needs.sort((a, b) => a.need / a.weight - b.need / b.weight)) {
    const share = Math.min(need, left, Math.floor((left * weight) / weights));
    shares[index] = share;
    left -= share;
    weights -= weight;
  }
  return shares;
}
