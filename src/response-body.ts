import type { Dispatcher } from 'undici';

/**
 * Reads a body as text, without a byte order mark. Decodes compressed bodies, because some middleboxes compress them
 * although the action doesn't request it.
 *
 * @returns an empty string if the body can't be decoded; undefined if it has more than `maxBytes` bytes, compressed or
 * not
 */
export async function readBody(
  { headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const bytes = decoded(Buffer.concat(chunks), String(headers['content-encoding'] ?? ''), maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

function decoded(bytes: Buffer, encoding: string, maxOutputLength: number) {
  if (!/\S/.test(encoding)) return bytes;
  // `node:zlib` is loaded only for compressed bodies, which are rare.
  const { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } =
    process.getBuiltinModule('node:zlib');
  let value = bytes;
  try {
    for (const name of encoding
      .toLowerCase()
      .split(/[\s,]+/)
      .reverse()) {
      if (/^(x-)?gzip$/.test(name)) value = gunzipSync(value, { maxOutputLength });
      if (name === 'br') value = brotliDecompressSync(value, { maxOutputLength });
      if (name !== 'deflate') continue;
      // Some servers omit the two-byte zlib header. The lower four bits of its first byte are 8.
      const inflate = ((value[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync;
      value = inflate(value, { maxOutputLength });
    }
    return value;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : Buffer.alloc(0);
  }
}
