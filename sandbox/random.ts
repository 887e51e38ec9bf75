// Taken once: looking up a global is slow inside jest, and these run millions of times.
const { imul } = Math;

/** A number from 0 up to 1 that depends on `seed` alone, well mixed (the finalizer of MurmurHash3). */
export function hash01(seed: number): number {
  let mixed = seed | 0;
  mixed = imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** A 32-bit number made of a text and a seed (FNV-1a). */
export function hashText(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) | 0;
  for (const byte of Buffer.from(text)) hash = imul(hash ^ byte, 0x01000193);
  return hash;
}
