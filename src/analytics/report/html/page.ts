/**
 * The script of `report.html`. It sorts and filters the rows that are there, and moves along charts by the arrow keys.
 * Without it everything else of the page works.
 */

/** As the server writes them. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const paths = new Intl.Collator('en', { numeric: true });

function find<T extends Element>(within: ParentNode, selector: string, type: new () => T): T {
  const found = within.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`no ${selector}`);
}

/** What a cell is sorted by: a number, or nothing where it is not known. */
function keyOf(text: string): number {
  if (text === 'new') return Number.POSITIVE_INFINITY;
  if (text === 'gone') return -100.1;
  return Number.parseFloat(
    text
      .replace(/^[▲▼] /, '')
      .replace('−', '-')
      .replaceAll(',', ''),
  );
}

/** The table of one project's pages. */
class PagesTable {
  readonly body: HTMLTableSectionElement;
  readonly heads: HTMLTableCellElement[];
  readonly rows: HTMLTableRowElement[];
  /** Paths, as they are sorted and in lower case. */
  readonly names: string[];
  readonly texts: string[];
  readonly search: HTMLInputElement;
  readonly output: HTMLOutputElement;

  constructor(root: HTMLElement) {
    this.body = find(root, 'tbody', HTMLTableSectionElement);
    this.heads = [...root.querySelectorAll<HTMLTableCellElement>('thead th')];
    this.rows = [...this.body.rows];
    this.names = this.rows.map(
      (row) => find(row, 'th > bdi, th > a, details > bdi, details > a', HTMLElement).textContent,
    );
    this.texts = this.names.map((name) => name.toLowerCase());
    this.search = find(root, 'input', HTMLInputElement);
    this.output = find(root, 'output', HTMLOutputElement);
    for (const [column, head] of this.heads.entries()) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      button.addEventListener('click', () => this.sort(column, head));
      head.append(button);
    }
    this.search.addEventListener('input', () => this.filter());
    this.filter();
  }

  cells(column: number): number[] {
    return this.rows.map((row) => keyOf(row.cells[column]?.textContent.trim() ?? ''));
  }

  /** What is not known comes last, whichever way the table is sorted. */
  sort(column: number, head: HTMLTableCellElement): void {
    const usual = column === 0 ? 'ascending' : 'descending';
    const isUsual = head.getAttribute('aria-sort') !== usual;
    const sign = isUsual === (column === 0) ? 1 : -1;
    for (const each of this.heads) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    const keys = column === 0 ? [] : this.cells(column);
    const order = (a: number, b: number) => {
      if (column === 0) return sign * paths.compare(this.names[a] ?? '', this.names[b] ?? '');
      const [one = Number.NaN, other = Number.NaN] = [keys[a], keys[b]];
      if (Number.isNaN(one) || Number.isNaN(other))
        return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
      return one === other ? 0 : sign * (one < other ? -1 : 1);
    };
    const sorted = this.rows.map((_, index) => index).sort((a, b) => order(a, b) || a - b);
    this.body.append(...sorted.flatMap((index) => this.rows[index] ?? []));
  }

  /** Leaves the rows whose paths have all words, and says how many, and their views. */
  filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [index, row] of this.rows.entries()) {
      row.hidden = !words.every((word) => this.texts[index]?.includes(word));
    }
    const found = this.rows.filter((row) => !row.hidden);
    const [views, people, ai] = [1, 2, 3].map((column) =>
      numbers.format(found.reduce((sum, row) => sum + keyOf(row.cells[column]?.textContent ?? ''), 0)),
    );
    this.output.value = `${numbers.format(found.length)} of ${numbers.format(this.rows.length)} rows: ${views} views, ${people} by people and ${ai} by AI`;
  }
}

/** A chart over time: one stop for the keyboard, and the arrow keys from column to column. */
function activate(chart: HTMLElement): void {
  const columns = [...chart.querySelectorAll('li')];
  for (const column of columns.slice(1)) column.tabIndex = -1;
  chart.addEventListener('keydown', (event) => {
    const at = columns.indexOf(document.activeElement as HTMLLIElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: columns.length - 1 }[event.key];
    const next = to === undefined ? undefined : columns[to];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

for (const root of document.querySelectorAll<HTMLElement>('.pages')) new PagesTable(root);
for (const chart of document.querySelectorAll<HTMLElement>('.columns')) activate(chart);
document.documentElement.classList.add('scripted');
