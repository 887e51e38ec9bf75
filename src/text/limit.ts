/**
 * `text` cut to at most `maxBytes` bytes of UTF-8, at the end of a line, with `notice` as its last line
 * if something was cut. GitHub drops a job summary over 1 MiB whole, so half of one is better.
 */
export function cutAtLine(text: string, maxBytes: number, notice: string): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const room = maxBytes - Buffer.byteLength(`\n${notice}\n`);
  const lines: string[] = [];
  let used = 0;
  for (const line of text.split('\n')) {
    used += Buffer.byteLength(line) + 1;
    if (used > room) break;
    lines.push(line);
  }
  return `${lines.join('\n')}\n\n${notice}\n`;
}
