/** A part of the prompt besides the instructions. Its text is quoted already. */
export interface PromptPart {
  /** As people know it, such as `files`. */
  readonly name: string;
  /** What it gets of the room when not everything fits, against the others. */
  readonly weight: number;
  /** Characters of the whole part. */
  readonly size: number;
  /** The part in at most `room` characters, or as much of it as fits; `text` may be empty. */
  fit(room: number): Fitted;
}

export interface Fitted {
  readonly text: string;
  /** What is not in `text`, in a few words for people; empty if everything is. */
  readonly leftOut: string;
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
  const shares = parts.map(() => 0);
  let left = room;
  let open = parts.map((part, index) => ({ index, need: part.size + BETWEEN.length, weight: part.weight }));
  while (open.length > 0) {
    const weights = open.reduce((sum, { weight }) => sum + weight, 0);
    const isServed = ({ need, weight }: { need: number; weight: number }) =>
      need <= (left * weight) / weights;
    const served = open.filter(isServed);
    const round = served.length > 0 ? served : open;
    const before = left;
    for (const { index, need, weight } of round) {
      const share = served.length > 0 ? need : Math.floor((before * weight) / weights);
      shares[index] = share;
      left -= share;
    }
    open = served.length > 0 ? open.filter((part) => !served.includes(part)) : [];
  }
  return shares;
}
