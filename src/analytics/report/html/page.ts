/** The script of `report.html`: it sorts and filters the rows that are there. Without it everything else of the page works. */

/** As the server writes them. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const paths = new Intl.Collator('en', { numeric: true });

function find<T extends Element>(within: ParentNode, selector: string, type: new () => T): T {
  const found = within.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`no ${selector}`);
}

/** What the cells of a column are sorted by: numbers, or nothing where they are not known. */
function keysOf(rows: readonly HTMLTableRowElement[], column: number): number[] {
  return rows.map((row) => {
    const text = row.cells[column]?.textContent.trim() ?? '';
    if (text === 'new') return Number.POSITIVE_INFINITY;
    if (text === 'gone') return -100.1;
    return Number.parseFloat(
      text
        .replace(/^[▲▼] /, '')
        .replace('−', '-')
        .replaceAll(',', ''),
    );
  });
}

/** The table of one project's pages. */
class PagesTable {
  readonly body: HTMLTableSectionElement;
  readonly heads: HTMLTableCellElement[];
  readonly rows: HTMLTableRowElement[];
  readonly names: string[];
  readonly search: HTMLInputElement;
  readonly output: HTMLOutputElement;

  constructor(root: HTMLElement) {
    this.body = find(root, 'tbody', HTMLTableSectionElement);
    this.heads = [...root.querySelectorAll<HTMLTableCellElement>('thead th')];
    this.rows = [...this.body.rows];
    this.names = this.rows.map((row) => row.cells[0]?.textContent ?? '');
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

  /** What is not known comes last, whichever way the table is sorted. */
  sort(column: number, head: HTMLTableCellElement): void {
    const usual = column === 0 ? 'ascending' : 'descending';
    const isReversed = head.getAttribute('aria-sort') === usual;
    const sign = (column === 0) === isReversed ? -1 : 1;
    for (const each of this.heads) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    const keys = column === 0 ? [] : keysOf(this.rows, column);
    const order = (a: number, b: number) => {
      if (column === 0) return sign * paths.compare(this.names[a] ?? '', this.names[b] ?? '');
      const [one = Number.NaN, other = Number.NaN] = [keys[a], keys[b]];
      if (Number.isNaN(one) || Number.isNaN(other))
        return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
      return one === other ? 0 : one < other ? -sign : sign;
    };
    const sorted = this.rows.map((_, index) => index).sort((a, b) => order(a, b) || a - b);
    this.body.append(...sorted.flatMap((index) => this.rows[index] ?? []));
  }

  /** Leaves the rows whose paths have all words, and says how many, and their views. */
  filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [index, row] of this.rows.entries()) {
      const name = this.names[index]?.toLowerCase();
      row.hidden = !words.every((word) => name?.includes(word));
    }
    const found = this.rows.filter((row) => !row.hidden);
    const [views, people, ai] = [1, 2, 3].map((column) =>
      numbers.format(keysOf(found, column).reduce((sum, count) => sum + count, 0)),
    );
    this.output.value = `${numbers.format(found.length)} of ${numbers.format(this.rows.length)} rows: ${views} views, ${people} by people and ${ai} by AI`;
  }
}

for (const root of document.querySelectorAll<HTMLElement>('.pages')) new PagesTable(root);
document.documentElement.classList.add('scripted');
