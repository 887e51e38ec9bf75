import fc from 'fast-check';

/** What lines begin with; in a row they nest. */
const STARTS = [
  '| |  |   |    |\t|\t\t|     -|    ---|    -||-|---|===|***|> |>|>\t|- |* |+ |-\t|-|1. |1)\t|10. |7. |# |## |```|~~~ |````',
  '```suggestion|- [ ] |- [x] |* [ ]\t|1. [X] |[ ] |[^f]: |[^g]: |[^f]:\n    [^f]: |[^f]: [^g]: |[x]: /u "|[x]:\n/u\n(',
  '[x]: <u> \'|[//]: # (|<!--|<!-- -->|<?|<!X|<![CDATA[|<![cdata[|<div>|<p a="|<pre>|<x y>|</x>|<script>|a\n    -\n|\f|\v|\ufeff',
].flatMap((line) => line.split('|'));
const TABLES = ['|;|-|;-|-;:-:;    -|-', '| a | b |\n|---|---|\n', 'a|b\n    -|-\n', 'a|b\n-|-\n'].flatMap(
  (line) => line.split(';'),
);

const PIECES = [
  '` `` ``` ```` <!-- --> --!> <!--> <!---> ----> <!----> <? ?> <!X > <![CDATA[ <![cdata[ ]]> ]]]> <b> </b> <div> </div>',
  '<p\ta=" " \' <x < <br/> <a\thref="/u <a\thref="/u"> </a> <textarea> <xmp <img\tsrc=" [ ] ![ ](u\t" ](u) ]( ](<u> ) "t"',
  '][x] [x] [] [^f] [^g] [^f ![^f] [^ \\ \\< \\[ \\` \\| | || * _ ~~ $ = # - http://x.y/ https://x.y <http://x.y www.x.y',
  'a|b@x.co a@x.co &#32; &lt; &#60; &amp; :: -- javascript: ![K](/u\t"K") [K](/u\t"K") [](/K) [K](javascript:K)',
  '[K](/u%20K) <K> </K> <!--\tK\t--> `K`',
].flatMap((line) => line.split(' '));
const BLANKS = [...'\f\v\u00a0\u3000\ufeff\t ', '  ', '\\\n', '  \n', '\u00a0value="'];
const FENCES = ['`'.repeat(80), '`'.repeat(81)];

const start = fc.constantFrom(...STARTS, ...TABLES);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PIECES, ...BLANKS, ...FENCES) },
  { weight: 2, arbitrary: fc.constant(' K ') },
  { weight: 1, arbitrary: fc.constant('K') },
);
const end = fc.constantFrom('\n', '\n', '\n\n', '\n> ');
const line = fc
  .tuple(fc.array(start, { maxLength: 3 }), fc.array(piece, { maxLength: 7 }), end)
  .map((parts) => parts.flat().join(''));

/** Markdown in which every word is `K0Z`, `K1Z`, … that may be hidden or shown. */
export const hostileMarkdown: fc.Arbitrary<string> = fc
  .array(line, { minLength: 1, maxLength: 7 })
  .map((lines) => {
    let count = 0;
    return lines.join('').replaceAll('K', () => `K${count++}Z`);
  });
