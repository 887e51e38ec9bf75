/**
 * The script of `report.html`. It sorts, filters and extends each table of pages, from the JSON beside the table, and
 * tells the values of charts. It writes text only, never markup. Without it the first rows, the charts and all figures
 * are there.
 */

/** A page: path, its section's number in the filter, and the cells that follow, as the server's `embeddedRows` has them. */
type Row = (string | number | null)[];

const SLICE = 100;
const MOST_PRINTED = 2_000;
const LONG_PATH = 160;
/** As the server writes them. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const paths = new Intl.Collator('en', { numeric: true });

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  fields: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), fields);
}

function find<T extends Element>(within: ParentNode, selector: string, type: new () => T): T {
  const found = within.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`no ${selector}`);
}

function counted(count: number, one: string): string {
  const shown = numbers.format(count);
  return `${shown} ${one}${shown === '1' ? '' : 's'}`;
}

/** A part of the page that the script brings to life. */
class Widget {
  readonly root: HTMLElement;

  constructor(root: HTMLElement) {
    this.root = root;
  }
}

/** The table of one project's pages. */
class PagesTable extends Widget {
  readonly rows = JSON.parse(find(this.root, 'script', HTMLScriptElement).text) as Row[];
  readonly heads = [...this.root.querySelectorAll<HTMLTableCellElement>('thead th')];
  readonly names = this.heads.map((head) => head.textContent ?? '');
  readonly body = find(this.root, 'tbody', HTMLTableSectionElement);
  readonly search = find(this.root, 'input', HTMLInputElement);
  readonly section = this.root.querySelector('select');
  readonly more = find(this.root, '.more', HTMLButtonElement);
  readonly printed = find(this.root, '.printed', HTMLElement);
  /** Paths in lower case, by row. */
  readonly texts = this.rows.map(([path]) => String(path).toLowerCase());
  /** Numbers of rows, as they are sorted. */
  readonly order = this.rows.map((_, index) => index);
  /** Those of them that the filter leaves. */
  found: number[] = [];
  shown = 0;

  start(): void {
    for (const [column, head] of this.heads.entries()) {
      const button = {
        type: 'button',
        textContent: head.textContent,
        onclick: () => this.sort(column),
      } as const;
      head.replaceChildren(element('button', button));
    }
    this.search.addEventListener('input', () => this.filter());
    this.section?.addEventListener('input', () => this.filter());
    this.more.addEventListener('click', () => this.extend(SLICE));
    addEventListener('beforeprint', () => this.extend(MOST_PRINTED - this.shown));
    this.filter();
  }

  extend(count: number): void {
    const next = this.found.slice(this.shown, this.shown + Math.max(0, count));
    this.body.append(...next.map((index) => this.rowOf(this.rows[index] ?? [])));
    this.shown += next.length;
    const left = this.found.length - this.shown;
    this.more.hidden = left === 0;
    this.more.textContent = `Show ${numbers.format(Math.min(SLICE, left))} more`;
    this.printed.textContent =
      this.shown < this.rows.length
        ? `Printed are ${numbers.format(this.shown)} of ${counted(this.rows.length, 'row')}. All are in page-views.csv, beside this file.`
        : '';
  }

  filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const section = this.section ? this.section.selectedIndex - 1 : -1;
    this.found = this.order.filter(
      (index) =>
        (section < 0 || this.rows[index]?.[1] === section) &&
        words.every((word) => this.texts[index]?.includes(word)),
    );
    this.tell();
    this.body.replaceChildren();
    this.shown = 0;
    this.extend(SLICE);
  }

  /** How many rows the filter leaves, and their views. */
  tell(): void {
    const all = counted(this.rows.length, 'row');
    const isAll = this.found.length === this.rows.length;
    const [views = 0, people = 0, ai = 0] = [2, 3, 4].map((cell) =>
      this.found.reduce((sum, index) => sum + Number(this.rows[index]?.[cell]), 0),
    );
    find(this.root, 'output', HTMLOutputElement).textContent = isAll
      ? all
      : `${numbers.format(this.found.length)} of ${all}`;
    find(this.root, '.sum', HTMLElement).textContent =
      this.found.length === 0
        ? 'No page matches the filter.'
        : `${counted(views, 'view')}, ${numbers.format(people)} by people, ${numbers.format(ai)} by AI`;
  }

  /** What is not known comes last, whichever way the table is sorted. */
  sort(column: number): void {
    const head = this.heads[column];
    const isFirst = head?.getAttribute('aria-sort') !== (column === 0 ? 'ascending' : 'descending');
    const sign = isFirst === (column === 0) ? 1 : -1;
    for (const each of this.heads) each.removeAttribute('aria-sort');
    head?.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    const values = this.rows.map((row) => this.keyOf(row, column));
    this.order.sort((a, b) => {
      const [one, other] = [values[a] ?? null, values[b] ?? null];
      if (one === other) return a - b;
      if (one === null) return 1;
      if (other === null) return -1;
      const order = column === 0 ? paths.compare(String(one), String(other)) : one < other ? -1 : 1;
      return sign * order || a - b;
    });
    this.filter();
  }

  keyOf(row: Row, column: number): string | number | null | undefined {
    if (column === 0) return row[0];
    if (this.names[column] !== 'Change') return row[column + 1];
    const [total, before] = [Number(row[2]), row[5]];
    return typeof before !== 'number' ? null : total === before ? 0 : total / before - 1;
  }

  rowOf(row: Row): HTMLTableRowElement {
    const line = element('tr');
    line.append(this.pathCell(row));
    for (const value of row.slice(2, this.heads.length + 1)) {
      const textContent = typeof value === 'number' ? numbers.format(value) : (value ?? '–');
      const className = { '▲': 'up', '▼': 'down' }[textContent[0] ?? ''] ?? '';
      line.append(element('td', { textContent, className }));
    }
    return line;
  }

  pathCell(row: Row): HTMLTableCellElement {
    const path = String(row[0]);
    const cell = element('th', { className: 'path', scope: 'row' });
    const whole = this.linked(row, pathText(path || '(empty)'));
    if (path.length <= LONG_PATH) {
      cell.append(whole);
      return cell;
    }
    const [details, summary] = [element('details'), element('summary')];
    summary.append(pathText(`${path.slice(0, LONG_PATH).replace(/[\ud800-\udbff]$/, '')}…`));
    details.append(summary, whole);
    cell.append(details);
    return cell;
  }

  linked(row: Row, text: HTMLElement): HTMLElement {
    const site = this.root.dataset['site'];
    const at = this.heads.length + 1;
    const end = row.length > at ? row[at] : row[0];
    if (!site || typeof end !== 'string') return text;
    const link = element('a', { href: site + end, rel: 'noreferrer' });
    link.append(text);
    return link;
  }
}

/** A path that can be broken after each slash. */
function pathText(path: string): HTMLElement {
  const text = element('bdi');
  for (const [index, part] of path.split(/(?<=\/)/).entries()) {
    text.append(...(index > 0 ? [element('wbr')] : []), part);
  }
  return text;
}

/** A chart over time, whose values are told to who points at it, or moves along it by the arrow keys. */
class Plot extends Widget {
  readonly tip = find(this.root, '.tip', HTMLElement);
  readonly hits = [...this.root.querySelectorAll<SVGRectElement>('.hit')];
  // The browser's own tooltips would come on top.
  readonly texts = this.hits.map((hit) => {
    const title = hit.querySelector('title');
    title?.remove();
    return title?.textContent ?? '';
  });
  at = -1;

  start(): void {
    this.root.tabIndex = 0;
    for (const [index, hit] of this.hits.entries())
      hit.addEventListener('pointerenter', () => this.show(index));
    this.root.addEventListener('pointerleave', () => this.show(-1));
    this.root.addEventListener('blur', () => this.show(-1));
    this.root.addEventListener('keydown', (event) => {
      const last = this.hits.length - 1;
      const to = {
        ArrowLeft: Math.max(0, this.at - 1),
        ArrowRight: Math.min(last, this.at + 1),
        Home: 0,
        End: last,
        Escape: -1,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.show(to);
    });
  }

  show(index: number): void {
    this.hits[this.at]?.classList.remove('now');
    this.at = index;
    const hit = this.hits[index];
    this.tip.hidden = hit === undefined;
    if (!hit) return;
    hit.classList.add('now');
    this.tip.textContent = this.texts[index] ?? '';
    const [box, whole] = [hit.getBoundingClientRect(), this.root.getBoundingClientRect()];
    const middle = box.left + box.width / 2 - whole.left - this.tip.offsetWidth / 2;
    this.tip.style.left = `${Math.max(0, Math.min(middle, whole.width - this.tip.offsetWidth))}px`;
  }
}

for (const panel of document.querySelectorAll<HTMLElement>('.pages')) new PagesTable(panel).start();
for (const plot of document.querySelectorAll<HTMLElement>('.plot')) new Plot(plot).start();
document.documentElement.classList.add('scripted');
