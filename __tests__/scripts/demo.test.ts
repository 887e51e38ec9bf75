import { describe, expect, test } from '@jest/globals';
import { StepLog } from '../../scripts/demo/log.ts';
import { renderMarkdown } from '../../scripts/demo/markdown.ts';
import { parseOutputs } from '../../scripts/demo/runner.ts';
import { widthOf, wrap } from '../../scripts/demo/terminal.ts';

describe('the log of a step', () => {
  const show = (...lines: string[]) => {
    const log = new StepLog();
    return lines.map((line) => log.show(line)).filter((line) => line !== undefined);
  };

  test('hides commands, and what was masked from then on', () => {
    expect(show('the key is s3cret', '::add-mask::s3cret', '::debug::x', 'the key is s3cret')).toEqual([
      'the key is s3cret',
      'the key is ***',
    ]);
  });

  test('indents what is in a group', () => {
    expect(show('::group::Waiting', 'a line', '::endgroup::', 'another')).toEqual([
      '▸ Waiting',
      '    a line',
      'another',
    ]);
  });

  test('names annotations, and shows their lines and characters as they were', () => {
    expect(show('::error::100%25 sure%0Asecond line', '::warning title=x::careful', '::notice::hm')).toEqual([
      'Error: 100% sure\nsecond line',
      'Warning: careful',
      'Notice: hm',
    ]);
  });

  test('leaves text alone that only looks like a command', () => {
    expect(show('a ::error::b', ': :error::c')).toEqual(['a ::error::b', ': :error::c']);
  });
});

describe('outputs', () => {
  test('are read with their lines, the last of a name winning', () => {
    const file = ['a<<x1', 'first', 'x1', 'b<<x2', 'one', 'two<<x', 'x2', 'a<<x3', 'second', 'x3', ''];
    expect(parseOutputs(file.join('\n'))).toEqual({ a: 'second', b: 'one\ntwo<<x' });
  });

  test('without an end are an error', () => {
    expect(() => parseOutputs('a<<x1\nfirst\n')).toThrow('no end');
  });
});

describe('Markdown in a terminal', () => {
  test('is shown without its marks, comments and entities', () => {
    const markdown =
      '**Docs agent: done**\n\nBy `maya` &#64;home\n\n- a ([run](<https://x.test/1>))\n\n<!-- hidden -->';
    expect(renderMarkdown(markdown)).toEqual([
      'Docs agent: done',
      '',
      'By maya @home',
      '',
      '• a (run <https://x.test/1>)',
    ]);
  });

  test('lines up tables, numbers to the right and wide characters as wide', () => {
    const table = '| Page | Views |\n| :-- | --: |\n| `/ガイド` | 1,000 |\n| `/a` | 7 |';
    expect(renderMarkdown(table)).toEqual(['Page     Views', '/ガイド  1,000', '/a           7']);
  });

  test('opens what a page would fold', () => {
    const details = '<details><summary>More</summary>\n\n```yaml\na: 1\n```\n\n</details>';
    expect(renderMarkdown(details)).toEqual(['▾ More', '', '    a: 1']);
  });
});

test('lines are broken at blanks, and indented when they go on', () => {
  expect(wrap('  one two three four', 12)).toEqual(['  one two', '    three', '    four']);
  expect(wrap('one two three', 9, 0)).toEqual(['one two', 'three']);
  expect(wrap('short', 12)).toEqual(['short']);
  expect(wrap('averyverylongword and', 8)).toEqual(['averyverylongword', '  and']);
});

test('columns are counted without styles and marks', () => {
  expect(widthOf('\u001b[1mbold\u001b[22m')).toBe(4);
  expect(widthOf('u\u0308ber ✅')).toBe(7);
  expect(widthOf('クイック')).toBe(8);
});
