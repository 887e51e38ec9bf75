import fc from 'fast-check';
import { HOSTILE } from '../../sandbox/hostile.ts';

/** Pieces that mean something to a log, to Markdown, to HTML, to a spreadsheet or to a terminal. */
const PIECES = [
  ...[':', '::', '::error::', '::add-mask::', '::stop-commands::x', '##[', '##[error]', '#', '[', ']'],
  ...[
    '\r',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '  ',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u0085',
    '\u2028',
    '\u200b',
    '\u200d',
  ],
  ...['\u001b[2J', '\u0000', '\u0007', '\u007f', '\u202e', '\ufeff', '\ufe0f', '\u{e0041}', '\ud800', '👩‍💻'],
  ...['`', '``', '```', '~~~', '~~', '*', '**', '_', '\\', '|', '||', '$', '$$', '!', '(', ')', '{', '}'],
  ...[
    '<',
    '>',
    '&',
    '&lt;',
    '&#64;',
    '&copy',
    '"',
    "'",
    '<b>',
    '</code>',
    '<!--',
    '-->',
    '<img src=x>',
    '</details>',
  ],
  ...[
    '@team',
    '@',
    '#12',
    'GH-12',
    'a@example.com',
    'https://example.com/x',
    'www.example.com',
    'javascript:alert(1)',
  ],
  ...[
    '![x](https://example.com/x.png)',
    '[x](y)',
    '[x]: y',
    '- x',
    '1. x',
    '> x',
    '# x',
    '---',
    '===',
    ':+1:',
  ],
  ...['=', '+', '-', '=1+1', '-2', ',', ';', '\uff1d', '%', '%0A', '%25', 'a', 'b1', 'é', '日本', '🙂', '1'],
];

/** Text that is likely to act somewhere. */
export const actingText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
);
