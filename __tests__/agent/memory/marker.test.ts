import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type MarkerPlace,
  type Memo,
  readMarker,
  signMarker,
  UNSIGNED_MARKER,
} from '../../../src/agent/memory/marker.ts';
import type { Turn } from '../../../src/agent/memory/turn.ts';

const KEY = 'mint_test_0123456789';
const PLACE: MarkerPlace = { repository: 'acme/docs', issue: 12, projectId: 'p1', commentId: 1001 };
const TURN: Turn = {
  id: 'r42',
  asks: 'a',
  run: '42',
  at: 1_800_000_000,
  followUp: false,
  by: 'alice',
  what: 'label docs',
  state: 'working',
  accepted: true,
  job: 'job_1',
};

const MEMO: Memo = {
  turns: [TURN],
  origin: { repository: 'acme/product', issue: 12, comment: 1000 },
};

const anyTurn: fc.Arbitrary<Turn> = fc.record(
  {
    id: fc.string(),
    asks: fc.string(),
    run: fc.stringMatching(/^\d{0,12}$/),
    at: fc.nat(),
    followUp: fc.boolean(),
    by: fc.string(),
    what: fc.string({ unit: 'grapheme' }),
    state: fc.constantFrom(
      'sending' as const,
      'working' as const,
      'unknown' as const,
      'pull-request' as const,
    ),
    accepted: fc.boolean(),
    job: fc.string(),
    pr: fc.string(),
    notes: fc.array(fc.string()),
    said: fc.string(),
  },
  { requiredKeys: ['id', 'asks', 'run', 'at', 'by', 'what', 'state', 'accepted', 'followUp'] },
);
const anyPlace: fc.Arbitrary<MarkerPlace> = fc.record({
  repository: fc.constantFrom('acme/docs', 'acme/docs2', 'acm/edocs'),
  issue: fc.integer({ min: 1, max: 30 }),
  projectId: fc.oneof(fc.constantFrom('p1', 'p11', '1'), fc.string()),
  commentId: fc.integer({ min: 1, max: 30 }),
});

test('what was signed is read back, after any text', () => {
  fc.assert(
    fc.property(
      fc.array(anyTurn, { maxLength: 12 }),
      anyPlace,
      fc.string({ minLength: 1 }),
      fc.string(),
      (turns, place, key, text) => {
        const body = `${text}\n\n${signMarker({ turns }, place, key)}`;
        expect(readMarker(body, place, key)).toEqual({ turns });
        // GitHub's editor changes line endings, and adds one.
        expect(readMarker(`${body.replaceAll('\n', '\r\n')}\r\n`, place, key)).toEqual({ turns });
      },
    ),
  );
});

test('what version 1.0.0 wrote is still read', () => {
  const marker =
    '<!-- docs-agent-action v1 W3sicnVuIjoiNDIiLCJzdGVwIjoiZG9jcy9fX3J1biIsImJ5IjoiYWxpY2UiLCJ3aGF0IjoibGFiZWwgZG9jcyIsInN0YXRlIjoid29ya2luZyIsImFjY2VwdGVkIjp0cnVlLCJqb2IiOiJqb2JfMSJ9XQ== 2ee7daefd2ae84b5db7aabdf9acb80caf5175dc6fe647408ba422968a16fe884 -->';
  const turn = { ...TURN, id: '', asks: '', at: 0, step: 'docs/__run' };
  expect(readMarker(marker, PLACE, KEY)).toEqual({ turns: [turn] });
  expect(readMarker(marker.replace(' v1 ', ' v2 '), PLACE, KEY)).toBeUndefined();
});

test('it stays readable: this one was made by version 2', () => {
  const marker =
    '<!-- docs-agent-action v2 LU7LasMwEPyVMueF2iGHsv+RUylFljeJEllrdiVMMf73ojZzmMMwrx21WXHw5440g2HnEwjBnw5GAMFaAeNfreDxY3iBcNWcdbus4GvILoTpp4dyigLCdu9+5DBJfps1OgheQxUwNrVnKrfeGaOsVWZwtSaEh07gzt8jji+CWrqlAt5hsqqnqvY3Ehd5X03nFisIyb0JeDwRoi6LlP50GIbj+AU= 704719bbf64cab7cd8dbe0512b12760ebbf80d14ecf4a9d73e33aa4b7e1af03c -->';
  expect(readMarker(marker, PLACE, KEY)).toEqual(MEMO);
});

test('it is found wherever it stands: people add text, and invented markers', () => {
  const marker = signMarker(MEMO, PLACE, KEY);
  const other = signMarker(MEMO, { ...PLACE, commentId: 7 }, KEY);
  expect(readMarker(`Before\n${other}\n${marker}\n\nEdit: thanks! ${other}`, PLACE, KEY)).toEqual(MEMO);
});

test('any changed, added or missing character makes it void', () => {
  const marker = signMarker(MEMO, PLACE, KEY);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: marker.length - 1 }),
      fc.oneof(fc.string({ maxLength: 1 }), fc.constantFrom('A', 'a', '0', '=', ' ', '\n', '-')),
      fc.boolean(),
      (at, character, replaces) => {
        const tampered = marker.slice(0, at) + character + marker.slice(replaces ? at + 1 : at);
        // A text around the marker is no part of it.
        fc.pre(!tampered.includes(marker));
        expect(readMarker(tampered, PLACE, KEY)).toBeUndefined();
      },
    ),
    { numRuns: 3000 },
  );
});

describe('elsewhere', () => {
  const marker = signMarker(MEMO, PLACE, KEY);

  test.each([
    ['another repository', { repository: 'acme/docs2' }],
    ['another issue', { issue: 13 }],
    ['another project', { projectId: 'p2' }],
    ['another comment of the same issue', { commentId: 1002 }],
    ['parts that only look the same together', { repository: 'acme/docs","1', issue: 2 }],
  ])('%s', (_, other) => {
    expect(readMarker(marker, { ...PLACE, ...other }, KEY)).toBeUndefined();
  });

  test('another key', () => {
    expect(readMarker(marker, PLACE, `${KEY}0`)).toBeUndefined();
  });

  test('the case of a repository name does not matter', () => {
    expect(readMarker(marker, { ...PLACE, repository: 'Acme/Docs' }, KEY)).toEqual(MEMO);
  });
});

describe('what is no marker', () => {
  test.each([
    ['nothing', ''],
    ['a text', 'LGTM'],
    ['the unsigned one', UNSIGNED_MARKER],
    ['a marker without a payload', `<!-- docs-agent-action v1 ${'0'.repeat(64)} -->`],
    ['one of another version', signMarker(MEMO, PLACE, KEY).replace(' v2 ', ' v1 ')],
    ['many beginnings', '<!-- docs-agent-action v2 '.repeat(2000)],
    ['a signature of zeros', `<!-- docs-agent-action v1 e30= ${'0'.repeat(64)} -->`],
  ])('%s', (_, body) => {
    expect(readMarker(body, PLACE, KEY)).toBeUndefined();
  });

  test('signed, but not the turns of this version', () => {
    expect(
      readMarker(signMarker({ turns: [{ ...TURN, state: 'new' } as never] }, PLACE, KEY), PLACE, KEY),
    ).toBeUndefined();
    expect(readMarker(signMarker({} as never, PLACE, KEY), PLACE, KEY)).toBeUndefined();
  });
});

test('what unpacks to more than a mebibyte is not unpacked', () => {
  const memo = (length: number) => ({ turns: [{ ...TURN, what: 'x'.repeat(length) }] });
  const signed = (length: number) => signMarker(memo(length), PLACE, KEY);
  const most = 2 ** 20 - JSON.stringify(memo(0)).length;
  expect(readMarker(signed(most), PLACE, KEY)).toEqual(memo(most));
  expect(() => readMarker(signed(most + 1), PLACE, KEY)).toThrow('larger than 1048576 bytes');
});

test('the unsigned one is hidden, and cannot be taken for a signed one', () => {
  expect(UNSIGNED_MARKER).toBe('<!-- docs-agent-action -->');
});

test('it cannot end the HTML comment it is in, and has no hyphens of its own', () => {
  fc.assert(
    fc.property(fc.array(anyTurn, { maxLength: 3 }), (turns) => {
      const marker = signMarker({ turns }, PLACE, KEY);
      expect(marker.slice('<!-- docs-agent-action'.length, -' -->'.length)).not.toMatch(/[-<>]/);
    }),
  );
});
