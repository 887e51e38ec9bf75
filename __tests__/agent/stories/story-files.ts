/** A story of a file, or a line below it, which says how the story ends. */
interface Entry {
  readonly text: string;
  /** Of its first line in the file. */
  readonly line: number;
}

export interface FiledStory extends Entry {
  readonly ends: readonly Entry[];
}

/** Reads a file of stories, as README.md describes it. */
export function storiesIn(text: string): FiledStory[] {
  const stories: { text: string; line: number; ends: Entry[] }[] = [];
  let ends: { text: string; line: number }[] = [];
  let last: { text: string } | undefined;
  for (const [index, whole] of text.split('\n').entries()) {
    const entry = { text: whole.trim(), line: index + 1 };
    if (entry.text === '' || whole.startsWith('# ')) ends = [];
    else if (whole.startsWith('    ') && last) last.text += ` ${entry.text}`;
    else if (whole.startsWith('  ')) {
      if (stories.at(-1)?.ends !== ends) throw new RangeError(`Line ${entry.line} is below no story.`);
      ends.push(entry);
      last = entry;
    } else {
      if (ends.length > 0) ends = [];
      stories.push({ ...entry, ends });
      last = stories.at(-1);
    }
  }
  return stories;
}
