/** A story, and what it must come to; without lines it is only judged. */
export interface Row {
  readonly story: string;
  readonly lines: readonly string[];
}

/** Reads stories, one a line. Of `{one,other}` there is a story each, and of two of them each with each. */
export function rowsIn(text: string): Row[] {
  const groups = text.replaceAll(/^#.*\n/gm, '').matchAll(/((?:^\S.*\n)+)((?:^ .*\n)*)/gm);
  return [...groups].flatMap(([, heads = '', below = '']) => {
    const lines = below === '' ? [] : below.trim().split(/\n +/);
    return heads
      .trim()
      .split('\n')
      .flatMap(expanded)
      .map((story) => ({ story, lines }));
  });
}

function expanded(line: string): string[] {
  const [braces, choices = ''] = /\{(.*?)\}/.exec(line) ?? [];
  if (braces === undefined) return [line];
  return choices.split(',').flatMap((one) => expanded(line.replace(braces, one)));
}

/** A review with comments on lines, as GitHub tells of it: in an event, and in one for each comment. */
export function reviewed(...texts: readonly string[]): string {
  const about = `41 ${texts.join(' + ')}`;
  const comments = texts
    .slice(1)
    .map((_, line) => `maria pull_request_review_comment.created:${line} ${about}`);
  return [`maria pull_request_review.submitted ${about}`, ...comments].join(' > ');
}
