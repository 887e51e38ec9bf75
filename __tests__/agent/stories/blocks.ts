/** Stories that end alike, and the lines below them, which say how. */
export interface Block {
  readonly stories: readonly string[];
  readonly lines: readonly string[];
}

/** Reads a file of stories. Of `{one,other}` there is a story each, and of two of them each with each. */
export function blocksIn(text: string): Block[] {
  const groups = text.replaceAll(/^# .*\n/gm, '').matchAll(/((?:^\S.*\n)+)((?:^ .*\n)*)/gm);
  return [...groups].map(([, heads = '', below = '']) => ({
    stories: heads.trim().split('\n').flatMap(expanded),
    lines: below === '' ? [] : below.trim().split(/\n +/),
  }));
}

function expanded(line: string): string[] {
  const [braces, choices = ''] = /\{(.*?)\}/.exec(line) ?? [];
  if (braces === undefined) return [line.trim()];
  return choices.split(',').flatMap((one) => expanded(line.replace(braces, () => one)));
}
