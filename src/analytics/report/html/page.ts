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

/** Brings the table of one project's pages to life. */
function activate(root: HTMLElement): void {
  const body = find(root, 'tbody', HTMLTableSectionElement);
  const heads = [...root.querySelectorAll<HTMLTableCellElement>('thead th')];
  const rows = [...body.rows];
  const names = rows.map((row) => row.cells[0]?.textContent ?? '');
  const search = find(root, 'input', HTMLInputElement);
  const output = find(root, 'output', HTMLOutputElement);

  /** What is not known comes last, whichever way the table is sorted. */
  function sort(column: number, head: HTMLTableCellElement): void {
    const usual = column === 0 ? 'ascending' : 'descending';
    const isReversed = head.getAttribute('aria-sort') === usual;
    const sign = (column === 0) === isReversed ? -1 : 1;
    for (const each of heads) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    const keys = column === 0 ? [] : keysOf(rows, column);
    const order = (a: number, b: number) => {
      if (column === 0) return sign * paths.compare(names[a] ?? '', names[b] ?? '');
      const [one = Number.NaN, other = Number.NaN] = [keys[a], keys[b]];
      if (Number.isNaN(one) || Number.isNaN(other)) {
        return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
      }
      return one === other ? 0 : one < other ? -sign : sign;
    };
    const sorted = rows.map((_, index) => index).sort((a, b) => order(a, b) || a - b);
    body.append(...sorted.flatMap((index) => rows[index] ?? []));
  }

  /** Leaves the rows whose paths have all words, and says how many, and their views. */
  function filter(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [index, row] of rows.entries()) {
      const name = names[index]?.toLowerCase();
      row.hidden = !words.every((word) => name?.includes(word));
    }
    const found = rows.filter((row) => !row.hidden);
    const [views, people, ai] = [1, 2, 3].map((column) =>
      numbers.format(keysOf(found, column).reduce((sum, count) => sum + count, 0)),
    );
    output.value = `${numbers.format(found.length)} of ${numbers.format(rows.length)} rows: ${views} views, ${people} by people and ${ai} by AI`;
  }

  for (const [column, head] of heads.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => sort(column, head));
    head.append(button);
  }
  search.addEventListener('input', filter);
  filter();
}

for (const root of document.querySelectorAll<HTMLElement>('.pages')) activate(root);
document.documentElement.classList.add('scripted');
