import fc from 'fast-check';

/**
 * fast-check, with the same examples in every `npm test`; `npm run explore` gives another seed. A module of its own, so that
 * the files without properties need not load it.
 */
fc.configureGlobal({ seed: Number(process.env['CHECK_SEED'] ?? 1) });

export default fc;

const SURROGATES = { from: 0xd800, count: 0x800 };

/** Any character. fast-check's unit `binary` draws the same, but keeps 80 MB of all characters for each test file. */
const character = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((at) => String.fromCodePoint(at < SURROGATES.from ? at : at + SURROGATES.count), placeOf);

function placeOf(text: unknown): number {
  if (typeof text !== 'string' || !/^\P{Cs}$/u.test(text)) throw new TypeError('This is no character.');
  const code = text.codePointAt(0) ?? 0;
  return code < SURROGATES.from ? code : code - SURROGATES.count;
}

/** Text of any characters. */
export function anyText(constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
