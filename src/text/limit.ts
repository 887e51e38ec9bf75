/**
 * Returns `text` unchanged if it has at most `maxBytes` bytes in UTF-8. Otherwise, cuts it at the end of a line and
 * adds `notice`, so that the result is within the limit.
 */
export function cutAtLine(text: string, maxBytes: number, notice: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const room = Math.max(0, maxBytes - Buffer.byteLength(`\n${notice}\n`));
  const end = Math.max(0, bytes.subarray(0, room).lastIndexOf('\n'));
  return `${bytes.subarray(0, end)}\n\n${notice}\n`;
}
