import { Blocks, type Container, type Footnote, type Leaf } from './blocks.ts';
import { applyEdits, type Edit, FILLER } from './edits.ts';
import { type Inline, InlineReader } from './inlines.ts';
import { isShownAddress, labelKey } from './links.ts';
import { OWN_TAG, ownTag, Page } from './page.ts';
import { undrawnInFormula, undrawnInText } from './undrawn.ts';

/**
 * Takes out of the source of a Markdown text what GitHub's page does not show:
 *
 * - comments and the like, attributes, definitions of links, titles
 * - texts for images, footnotes that nothing refers to, and what fences say
 *
 * Links that use a definition get its URL, because the definition is removed.
 *
 * @param markdown with `\n` as the only end of a line
 * @param hasCode whether code spans and blocks of code stay
 */
export function shownSource(markdown: string, hasCode = true): string {
  const source = inColumns(markdown.replaceAll(FILLER, ''));
  return applyEdits(source, new Editor(source, hasCode).edits()).replaceAll(FILLER, '');
}

/** Widens the tabs among the blanks and markers at the beginning of a line, which count in columns of four. */
function inColumns(markdown: string): string {
  return markdown.replaceAll(/^(?:[\t >*+\-.)\d]|\[\^[^\]\s]+\]:)*/gm, (start) => {
    if (!start.includes('\t')) return start;
    let columns = 0;
    return start.replaceAll(/[^\t]+|\t/g, (part) => {
      const wide = part === '\t' ? part.padStart(4 - (columns % 4), FILLER) : part;
      columns += wide.length;
      return wide;
    });
  });
}

class Editor {
  readonly #blocks: Blocks;
  readonly #page: Page;
  readonly #edits: Edit[] = [];
  /** Footnotes by their keys; the first of those with one label. */
  readonly #footnotes: ReadonlyMap<string, Footnote>;
  /** Containers of the leaf that was read last, the outermost first. */
  #containers: readonly Container[] = [];
  readonly #hasCode: boolean;

  constructor(source: string, hasCode: boolean) {
    this.#blocks = new Blocks(source);
    this.#page = new Page(source.length);
    this.#footnotes = new Map(this.#blocks.footnotes.toReversed().map((each) => [each.key, each]));
    this.#hasCode = hasCode;
  }

  edits(): readonly Edit[] {
    const { leaves, definitions, edits } = this.#blocks;
    const read = leaves.map((leaf): { leaf: Leaf; inlines: readonly Inline[] } => {
      const { kind, text } = leaf;
      if (kind !== 'text') return { leaf, inlines: [{ kind, start: 0, end: text.length }] };
      return { leaf, inlines: new InlineReader(text, definitions).read() };
    });
    const used = this.#numberFootnotes(read.flatMap(({ inlines }) => inlines));
    const byFootnote = Map.groupBy(read, ({ leaf }) => leaf.container.footnote);
    for (const footnote of [undefined, ...used]) {
      if (footnote) this.#page.addTag(`${OWN_TAG}</a>`);
      for (const { leaf, inlines } of byFootnote.get(footnote) ?? []) this.#read(leaf, inlines);
      byFootnote.delete(footnote);
    }
    for (const { leaf } of [...byFootnote.values()].flat()) this.#cut(leaf, 0, leaf.text.length);
    return [...this.#page.edits(), ...edits, ...this.#edits];
  }

  /** @returns the footnotes that something refers to, as GitHub shows them */
  #numberFootnotes(inlines: readonly Inline[]): readonly Footnote[] {
    const used = new Set<Footnote>();
    for (const inline of inlines) {
      const footnote = inline.kind === 'footnote' ? this.#footnoteOf(inline.label) : undefined;
      if (footnote) used.add(footnote);
    }
    for (const [index, footnote] of [...used].entries()) footnote.number = index + 1;
    for (const { marker, number } of this.#blocks.footnotes)
      this.#edits.push({ ...marker, text: number === undefined ? '' : `[^${number}]: ` });
    return [...used];
  }

  #read(leaf: Leaf, inlines: readonly Inline[]): void {
    const { text, start, container } = leaf;
    const tags = tagsOf(leaf);
    this.#enter(container);
    if (leaf.attribute !== undefined) this.#page.addTag(`${ownTag(leaf.attribute)}</a>`);
    this.#page.addTag(`\n${tags.map((tag) => `<${tag}>`).join('')}`);
    let at = 0;
    for (const inline of inlines) {
      if (inline.start < at) continue;
      this.#page.addText(text.slice(at, inline.start), start + at);
      at = this.#inline(inline, leaf);
    }
    this.#page.addText(text.slice(at), start + at);
    for (const tag of tags.toReversed()) this.#page.addTag(`</${tag}>`);
    if (leaf.kind === 'text') this.#hideInFormulas(leaf, inlines);
  }

  /** Closes the containers that the next leaf is not in, and opens those that it is in. */
  #enter(container: Container): void {
    if (container === this.#containers.at(-1)) return;
    const containers = containersOf(container);
    const change = this.#containers.findIndex((each, index) => each !== containers[index]);
    const shared = change < 0 ? this.#containers.length : change;
    for (const each of this.#containers.slice(shared).reverse()) this.#page.addTag(`</${tagOf(each)}>`);
    for (const each of containers.slice(shared)) this.#page.addTag(`<${tagOf(each)}>`);
    this.#containers = containers;
  }

  /** Removes what formulas don't draw. A dollar in code or in a tag doesn't begin a formula. */
  #hideInFormulas(leaf: Leaf, inlines: readonly Inline[]): void {
    const parts: string[] = [];
    let at = 0;
    for (const { kind, start, end } of inlines) {
      if ((kind !== 'code' && kind !== 'html') || start < at) continue;
      parts.push(leaf.text.slice(at, start), FILLER.repeat(end - start));
      at = end;
    }
    const text = parts.concat(leaf.text.slice(at)).join('');
    for (const { start, end } of undrawnInText(text)) this.#cut(leaf, start, end);
  }

  /** @returns how far the text has been read */
  #inline(inline: Inline, leaf: Leaf): number {
    const { start, end } = inline;
    const text = leaf.text.slice(start, end);
    switch (inline.kind) {
      case 'html':
        this.#page.addHtml(text, leaf.start + start, leaf.kind === 'html');
        return end;
      case 'code':
        this.#code(text, start, leaf);
        return end;
      case 'image':
        this.#cut(leaf, start, end, '![]');
        this.#page.addTag('<img src="">');
        return end;
      case 'link': {
        // A link that has no text on the page cannot be pointed at: then its address goes.
        const edit = this.#cut(leaf, inline.target.start, inline.target.end, ']');
        const shown = isShownAddress(inline.url) ? `](${inline.url})` : ']';
        this.#page.addTag(ownTag(inline.url), { edit, shown });
        return end;
      }
      case 'target':
        this.#page.addTag('</a>');
        return end;
      case 'url':
        this.#page.addTag(`${ownTag(text)}</a>`);
        return start;
      case 'footnote':
        return this.#footnote(inline, leaf);
      case 'unseen':
        this.#cut(leaf, start, end);
        return start;
    }
  }

  /**
   * Returns the footnote of a label. If a label has several lines, GitHub looks for a part that is hard to find out, so
   * none is returned.
   */
  #footnoteOf(label: string): Footnote | undefined {
    return label.includes('\n') ? undefined : this.#footnotes.get(labelKey(label));
  }

  /** A code span between dollars is a formula. */
  #code(text: string, start: number, leaf: Leaf): void {
    const end = start + text.length;
    if (!this.#hasCode) this.#cut(leaf, start, end, ' ');
    if (leaf.text[start - 1] === '$' && leaf.text[end] === '$') {
      for (const span of undrawnInFormula(text)) this.#cut(leaf, start + span.start, start + span.end);
    }
    this.#page.addTag('<code>');
    this.#page.addText(text, leaf.start + start, true);
    this.#page.addTag('</code>');
  }

  #footnote({ start, end, label }: Inline & { kind: 'footnote' }, leaf: Leaf): number {
    const { text } = leaf;
    const footnote = this.#footnoteOf(label);
    if (footnote) {
      this.#page.addTag(`${OWN_TAG}</a>`);
      this.#cut(leaf, start, end, `[^${footnote.number}]`);
      return start;
    }
    const labelStart = start + '[^'.length;
    const shown = shownEnd(text, start, end);
    const shownLabel = labelKey(text.slice(labelStart, shown));
    const from = this.#footnotes.has(shownLabel) ? labelStart : shown;
    this.#page.addText(text.slice(start, from), leaf.start + start);
    this.#cut(leaf, from, end - 1);
    return end - 1;
  }

  #cut(leaf: Leaf, from: number, to: number, text = ''): Edit {
    const edit = { start: leaf.start + from, end: leaf.start + to, text };
    this.#edits.push(edit);
    return edit;
  }
}

/**
 * Returns where GitHub stops showing a reference to a missing footnote. GitHub counts bytes from its start, by the
 * columns of its brackets, whatever lines they are on. After a backslash at the end of a line or characters of several
 * bytes, GitHub counts differently: then nothing is taken to be shown.
 */
function shownEnd(text: string, start: number, end: number): number {
  const labelStart = start + '[^'.length;
  if (!text.slice(start, end).includes('\n')) return end - 1;
  if (/[^\t-\f -~\0]|\\\n/.test(text.slice(0, end))) return labelStart;
  const columnOf = (at: number) =>
    text.slice(text.lastIndexOf('\n', at) + 1, at).replaceAll(FILLER, '').length;
  return labelStart + Math.max(0, columnOf(end) - columnOf(start) - '[^]'.length);
}

/** Returns the containers around one and the one itself, the outermost first. */
function containersOf(container: Container): Container[] {
  const containers: Container[] = [];
  for (let each: Container | undefined = container; each; each = each.parent) containers.push(each);
  return containers.reverse();
}

/** Returns a stand-in for the tag that GitHub makes around a container: an item may begin with a paragraph. */
function tagOf({ kind }: Container): string {
  return kind === 'item' ? 'li' : 'div';
}

/** Returns the tags that GitHub makes around a leaf. In a list without blank lines, items do not have paragraphs. */
function tagsOf({ kind, container }: Leaf): readonly string[] {
  if (kind === 'code') return ['pre', 'code'];
  if (kind === 'html') return [];
  return container.kind === 'item' ? [] : ['p'];
}
