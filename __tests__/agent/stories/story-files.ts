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
  const blocks: { stories: Entry[]; ends: Entry[] }[] = [];
  for (const entry of entriesIn(text)) {
    const isStory = /^\S/.test(entry.text);
    const last = blocks.at(-1);
    if (isStory && last?.ends.length === 0) last.stories.push(entry);
    else if (isStory) blocks.push({ stories: [entry], ends: [] });
    else last?.ends.push({ ...entry, text: entry.text.trim() });
  }
  return blocks.flatMap(({ stories, ends }) => stories.map((story) => ({ ...story, ends })));
}

/** Joins the lines that belong together, and drops comments. */
function entriesIn(text: string): Entry[] {
  const entries: { text: string; line: number }[] = [];
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    const last = entries.at(-1);
    if (line.startsWith('# ')) continue;
    if (last && line.startsWith('    ')) last.text += ` ${line.trim()}`;
    else entries.push({ text: line, line: index + 1 });
  }
  return entries;
}
