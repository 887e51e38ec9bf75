import { globSync, readFileSync } from 'node:fs';
import fc from '../../__tests__/helpers/fast-check.ts';

const { array, constantFrom, nat, oneof, tuple } = fc;

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

/** Every element of HTML, of today and of before. */
const ELEMENTS = (
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button ' +
  'canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset ' +
  'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins ' +
  'isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav nobr noembed noframes ' +
  'noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search ' +
  'section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time ' +
  'title tr track tt u ul var video wbr xmp'
).split(' ');

/** Where text can stand; `§` is something. */
const CONTAINERS = (
  '§·> §·- §·- §\n  - §·1. §\n\n   §·# §·###### §·| a | b |\n|-|-|\n| § | § |·<div>§</div>·<div>\n\n§\n\n</div>·K[^f]\n\n[^f]: §·' +
  '<details><summary>§</summary>\n\n§\n</details>·<table><tr><td>§</td></tr></table>·**§**·[§](/u)·- [ ] §·<p>§·`§`·<ruby>§</ruby>'
).split('·');

/** READMEs of the packages that are installed, in parts of up to 40 lines. */
const READMES = globSync('node_modules/**/README.md')
  .sort()
  .map((file) => readFileSync(file, 'utf8').replaceAll(/K\d*Z?/g, 'k'))
  .flatMap((text) => text.match(/(?:.*\n){1,40}/g) ?? []);

const word = constantFrom(' K ', ' K ', 'K', 'K K');
const piece = oneof(word, constantFrom(...PIECES, ...BLANKS, ...FENCES));
const starts = array(constantFrom(...STARTS, ...TABLES), { maxLength: 3 });
const line = tuple(starts, array(piece, { maxLength: 7 }), constantFrom('\n', '\n', '\n\n', '\n> '));

const element = tuple(constantFrom(...ELEMENTS), word, constantFrom('', '', ' title="K"')).map(
  ([tag, inner, attribute]) => `<${tag}${attribute}>${inner}</${tag}>`,
);
/** Not closed, or closes nothing. */
const tag = tuple(constantFrom('<', '</'), constantFrom(...ELEMENTS, ...Array(30).fill('template'))).map(
  ([open, name]) => `${open}${name}>`,
);
const nested = array(oneof(word, element, tag), { maxLength: 4 });
const container = tuple(constantFrom(...CONTAINERS), nested, nested).map(([form, first, second]) =>
  form.replace('§', () => first.join('K')).replaceAll('§', () => second.join('K')),
);

const markedReadme = tuple(constantFrom(...READMES), array(nat(), { minLength: 4, maxLength: 16 })).map(
  ([text, places]) =>
    places.reduce((each, place) => {
      const at = place % (each.length + 1);
      return `${each.slice(0, at)}K${each.slice(at)}`;
    }, text),
);

function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('K', () => `K${count++}Z`).toWellFormed();
}

/** Random Markdown in which every word `K0Z`, `K1Z`, … may be hidden or shown. */
export const DOCUMENTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'lines of Markdown at random': array(line, { minLength: 1, maxLength: 7 }).map((lines) =>
    numbered(lines.flat(2).join('')),
  ),
  'all elements of HTML in containers': tuple(
    array(container, { minLength: 1, maxLength: 4 }),
    constantFrom('\n', '\n\n', ' '),
  ).map(([parts, between]) => numbered(parts.join(between))),
  'READMEs with words at random places': markedReadme.map(numbered),
};
