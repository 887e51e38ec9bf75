/** Cuts `text` at the end of a line, and adds `notice`, if it has more than `maxBytes` bytes in UTF-8. */
export function cutAtLine(text: string, maxBytes: number, notice: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const room = Math.max(0, maxBytes - Buffer.byteLength(`\n${notice}\n`));
  const end = Math.max(0, bytes.subarray(0, room).lastIndexOf('\n'));
  return `${bytes.subarray(0, end)}\n\n${notice}\n`;
}
