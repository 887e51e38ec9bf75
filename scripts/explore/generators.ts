import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { hostileMarkdown } from './lines.ts';

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

const word = fc.constantFrom(' K ', 'K', 'K K');
const element = fc
  .tuple(fc.constantFrom(...ELEMENTS), word, fc.constantFrom('', '', ' title="K"'))
  .map(([tag, inner, attribute]) => `<${tag}${attribute}>${inner}</${tag}>`);
/** Tags that are not closed, or close nothing. */
const tag = fc
  .tuple(fc.constantFrom('<', '</'), fc.constantFrom(...ELEMENTS, ...Array(30).fill('template')))
  .map(([open, name]) => `${open}${name}>`);
const nested = fc.array(fc.oneof(word, element, tag), { maxLength: 4 }).map((parts) => parts.join('K'));
const container = fc
  .tuple(fc.constantFrom(...CONTAINERS), fc.array(nested, { minLength: 2, maxLength: 2 }))
  .map(([form, parts]) => {
    let count = 0;
    return form.replaceAll('§', () => String(parts[count++]));
  });
const htmlInContainers = fc
  .array(container, { minLength: 1, maxLength: 4 })
  .chain((all) => fc.constantFrom('\n', '\n\n', ' ').map((between) => numbered(all.join(between))));

/** READMEs of the packages that are installed. */
const readmes = globSync('node_modules/**/README.md')
  .sort()
  .map((file) => readFileSync(file, 'utf8'));
const README_LINES = 40;
const part = fc.tuple(fc.constantFrom(...readmes), fc.nat()).map(([readme, at]) => {
  const lines = readme.split(/\r?\n/);
  const start = at % lines.length;
  return lines
    .slice(start, start + README_LINES)
    .join('\n')
    .replaceAll(/K\d*Z?/g, 'k');
});
const markedReadme = fc
  .tuple(part, fc.array(fc.nat(), { minLength: 4, maxLength: 16 }))
  .map(([text, places]) => {
    const marked = places
      .map((place) => place % (text.length + 1))
      .sort((a, b) => b - a)
      .reduce((each, at) => `${each.slice(0, at)}K${each.slice(at)}`, text);
    return numbered(marked);
  });

function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('K', () => `K${count++}Z`);
}

/** Random Markdown in which every word `K0Z`, `K1Z`, … may be hidden or shown. */
export const GENERATORS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'lines of Markdown at random': hostileMarkdown,
  'all elements of HTML in containers': htmlInContainers,
  'READMEs with words at random places': markedReadme,
};
