import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** How a server may compress a body: the value of its `Content-Encoding`, and what it does. */
export const ENCODERS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['gzip', (text) => gzipSync(text)],
  ['X-GZIP', (text) => gzipSync(text)],
  ['deflate', (text) => deflateSync(text)],
  ['deflate', (text) => deflateRawSync(text)],
  ['br', (text) => brotliCompressSync(text)],
  ['identity', (text) => Buffer.from(text)],
  ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
];
