/** Cuts text longer than `maxBytes` bytes of UTF-8 at the end of a line, and adds `notice` within that limit. */
export function cutAtLine(text: string, maxBytes: number, notice: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const room = Math.max(0, maxBytes - Buffer.byteLength(`\n${notice}\n`));
  const end = Math.max(0, bytes.subarray(0, room).lastIndexOf('\n'));
  return `${bytes.subarray(0, end)}\n\n${notice}\n`;
}
