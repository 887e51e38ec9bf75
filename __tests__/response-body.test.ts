import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readBody } from '../src/response-body.ts';

/** How a server may compress a body: the value of its `Content-Encoding`, and what it does. */
const ENCODERS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['gzip', (text) => gzipSync(text)],
  ['X-GZIP', (text) => gzipSync(text)],
  ['deflate', (text) => deflateSync(text)],
  ['deflate', (text) => deflateRawSync(text)],
  ['br', (text) => brotliCompressSync(text)],
  ['identity', (text) => Buffer.from(text)],
  ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
];

async function* chunks(bytes: Buffer) {
  for (const byte of bytes) yield Buffer.of(byte);
}

/** Reads a body that arrives byte by byte. */
function read(bytes: Buffer, encoding: string | undefined, maxBytes = 1_000) {
  const headers = encoding === undefined ? {} : { 'content-encoding': encoding };
  return readBody({ headers, body: chunks(bytes) } as unknown as Parameters<typeof readBody>[0], maxBytes);
}

test.each(ENCODERS)('%s is decoded', async (encoding, encode) => {
  expect(await read(encode('{"text":"ü"}'), encoding)).toBe('{"text":"ü"}');
});

test('what says nothing of its encoding, or names an unknown one, is text', async () => {
  for (const encoding of [undefined, '', ' ', 'zap'])
    expect(await read(Buffer.from('x'), encoding)).toBe('x');
});

test('what cannot be decoded is empty', async () => {
  for (const encoding of ['gzip', 'deflate', 'br']) expect(await read(Buffer.from('{}'), encoding)).toBe('');
  expect(await read(gzipSync('{}').subarray(0, 12), 'gzip')).toBe('');
  expect(await read(Buffer.alloc(0), 'deflate')).toBe('');
});

test('what is too long is absent, compressed or not', async () => {
  const text = 'x'.repeat(11);
  expect(await read(Buffer.from(text), undefined, 11)).toBe(text);
  expect(await read(Buffer.from(text), undefined, 10)).toBeUndefined();
  for (const [encoding, encode] of ENCODERS) {
    expect(await read(encode('x'.repeat(100_000)), encoding, 1_000)).toBeUndefined();
  }
});
