import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * A screenshot as a PNG of at most 256 colours, which has a third of its size and looks the same: few pages have more
 * colours than that, save for the edges of letters. https://www.w3.org/TR/png-3/
 *
 * @param png as Chromium makes it: 8 bits in each channel, not interlaced
 */
export function inFewColours(png: Buffer): Buffer {
  const { width, height, colours } = decode(png);
  const palette = paletteOf(colours);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [index, colour] of colours.entries()) {
    rows[index + Math.floor(index / width) + 1] = palette.indexOf.get(colour) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const channels = palette.colours.flatMap((colour) => [red(colour), green(colour), blue(colour)]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(channels)),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const red = (colour: number) => colour >> 16;
const green = (colour: number) => (colour >> 8) & 255;
const blue = (colour: number) => colour & 255;

interface Image {
  readonly width: number;
  readonly height: number;
  /** `0xrrggbb` of each pixel, row by row. */
  readonly colours: Uint32Array;
}

function decode(png: Buffer): Image {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[png[25] ?? 0];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) throw new Error('not a PNG of that kind');
  const bytes = unfiltered(inflateSync(dataOf(png)), width * channels, channels);
  const colours = Uint32Array.from({ length: width * height }, (_, index) =>
    bytes.readUIntBE(index * channels, 3),
  );
  return { width, height, colours };
}

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
  }
  return Buffer.concat(parts);
}

/** @param stride bytes of a row, without the byte before it that names its filter */
function unfiltered(filtered: Buffer, stride: number, channels: number): Buffer {
  const bytes = Buffer.alloc((filtered.length / (stride + 1)) * stride);
  for (let at = 0; at < bytes.length; at += 1) {
    const column = at % stride;
    const row = (at - column) / stride;
    const left = column < channels ? 0 : (bytes[at - channels] ?? 0);
    const above = row === 0 ? 0 : (bytes[at - stride] ?? 0);
    const corner = row === 0 || column < channels ? 0 : (bytes[at - stride - channels] ?? 0);
    const guess = GUESSES[filtered[row * (stride + 1)] ?? 0]?.(left, above, corner) ?? 0;
    bytes[at] = (filtered[at + row + 1] ?? 0) + guess;
  }
  return bytes;
}

/** By the number of the filter. */
const GUESSES: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Colours that are shown as one of them. */
type Group = readonly (readonly [colour: number, pixels: number])[];

interface Palette {
  readonly colours: readonly number[];
  /** Of each colour of the image. */
  readonly indexOf: ReadonlyMap<number, number>;
}

/** Halves the group with the widest spread until there are 256; each shows its most frequent colour. */
function paletteOf(colours: Uint32Array): Palette {
  const pixels = new Map<number, number>();
  for (const colour of colours) pixels.set(colour, (pixels.get(colour) ?? 0) + 1);
  const groups: { group: Group; spread: Spread }[] = [describe([...pixels])];
  while (groups.length < 256) {
    groups.sort((a, b) => b.spread.width - a.spread.width);
    const [widest] = groups;
    if (!widest || widest.spread.width === 0) break;
    groups.splice(0, 1, ...halved(widest.group, widest.spread).map(describe));
  }
  const indexOf = new Map(groups.flatMap(({ group }, index) => group.map(([colour]) => [colour, index])));
  return { colours: groups.map(({ group }) => mostFrequent(group)), indexOf };
}

/** How far the colours of a group are apart, in the channel where they are farthest apart. */
interface Spread {
  readonly channel: (colour: number) => number;
  readonly width: number;
}

function describe(group: Group): { group: Group; spread: Spread } {
  const spreads = [red, green, blue].map((channel) => {
    const values = group.map(([colour]) => channel(colour));
    return {
      channel,
      width: values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)),
    };
  });
  return { group, spread: spreads.reduce((widest, other) => (other.width > widest.width ? other : widest)) };
}

function halved(group: Group, { channel, width }: Spread): [Group, Group] {
  const least = group.reduce((least, [colour]) => Math.min(least, channel(colour)), 255);
  const isLow = ([colour]: Group[number]) => channel(colour) < least + width / 2;
  return [group.filter(isLow), group.filter((each) => !isLow(each))];
}

function mostFrequent(group: Group): number {
  return group.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
