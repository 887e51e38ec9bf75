import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inFewColours } from '../../scripts/screenshots/png.ts';

type Pixel = readonly [red: number, green: number, blue: number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose rows have the filters 0 to 4 in turn. */
function encode(rows: readonly (readonly Pixel[])[]): Buffer {
  const width = rows[0]?.length ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2], 8);
  const bytes = rows.map((row) => row.flat());
  const filtered = bytes.flatMap((row, y) => {
    const byte = (dy: number, x: number) => bytes[y - dy]?.[x] ?? 0;
    const guess = (x: number) => {
      const [left, above, corner] = [x < 3 ? 0 : byte(0, x - 3), byte(1, x), x < 3 ? 0 : byte(1, x - 3)];
      const nearest = [left, above, corner].sort(
        (a, b) => Math.abs(left + above - corner - a) - Math.abs(left + above - corner - b),
      )[0];
      return [0, left, above, Math.floor((left + above) / 2), nearest ?? 0][y % 5] ?? 0;
    };
    return [y % 5, ...row.map((value, x) => (value - guess(x)) & 255)];
  });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = chunk('IDAT', deflateSync(Buffer.from(filtered)));
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
}

/** The pixels of a PNG with a palette and without filters. */
function decode(png: Buffer): Pixel[][] {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
  }
  const part = (type: string) => parts.get(type) ?? Buffer.alloc(0);
  const width = part('IHDR').readUInt32BE(0);
  const rows = inflateSync(part('IDAT'));
  return Array.from({ length: part('IHDR').readUInt32BE(4) }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const index = rows[y * (width + 1) + x + 1] ?? 0;
      return [...part('PLTE').subarray(index * 3, index * 3 + 3)] as unknown as Pixel;
    }),
  );
}

const channel = fc.integer({ min: 0, max: 255 });

test('a picture of at most 256 colours stays as it is', () => {
  const image = fc
    .tuple(
      fc.array(fc.tuple(channel, channel, channel), { minLength: 1, maxLength: 256 }),
      fc.integer({ min: 1, max: 9 }),
    )
    .chain(([colours, width]) =>
      fc.array(fc.array(fc.constantFrom(...colours), { minLength: width, maxLength: width }), {
        minLength: 1,
      }),
    );
  fc.assert(fc.property(image, (rows) => expect(decode(inFewColours(encode(rows)))).toEqual(rows)));
});

test('of more colours, each becomes one that is near, and the most frequent stays', () => {
  const shades = Array.from({ length: 64 }, (_, y) =>
    Array.from({ length: 64 }, (_, x): Pixel => [x * 4, y * 4, 128]),
  );
  const paper: Pixel = [250, 249, 246];
  const rows = [...shades, ...Array.from({ length: 64 }, () => Array.from({ length: 64 }, () => paper))];
  const shown = decode(inFewColours(encode(rows)));
  const real = rows.flat();
  expect(new Set(shown.flat().map(String)).size).toBe(256);
  expect(shown.slice(64)).toEqual(rows.slice(64));
  const differences = shown.flat().map((pixel, index) => {
    return Math.max(...pixel.map((value, at) => Math.abs(value - (real[index]?.[at] ?? 0))));
  });
  expect(Math.max(...differences)).toBeLessThanOrEqual(32);
});

test('another kind of PNG is refused', () => {
  const png = encode([[[1, 2, 3]]]);
  png[24] = 16;
  expect(() => inFewColours(png)).toThrow('not a PNG of that kind');
});
