/** The script of `report.html` sorts and filters its rows. Everything else of the page works without it. */

/** As the server writes them. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const paths = new Intl.Collator('en', { numeric: true });

/** A row of the table, and its sort keys: the path, or a number, which is `NaN` where it is not known. */
function rowOf(element: HTMLTableRowElement) {
  const numbers = element.dataset['numbers']?.split(' ') ?? [];
  const path = element.cells[0]?.textContent.trim() ?? '';
  return { element, path, keys: [Number.NaN, ...numbers.map(Number)] };
}

type Row = ReturnType<typeof rowOf>;

/** Unknown numbers come last in both directions. */
function compare(one: Row, other: Row, column: number, sign: number): number {
  if (column === 0) return sign * paths.compare(one.path, other.path);
  const [a = Number.NaN, b = Number.NaN] = [one.keys[column], other.keys[column]];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}

/** Makes the table of one project's pages sortable and filterable. */
function activate(root: Element): void {
  const body = root.querySelector('tbody');
  const search = root.querySelector('input');
  const output = root.querySelector('output');
  if (!body || !search || !output) return;
  const heads = [...root.querySelectorAll('thead th')];
  const rows = Array.from(body.rows, rowOf);

  const sort = (column: number, head: Element) => {
    const usual = column === 0 ? 'ascending' : 'descending';
    const isReversed = head.getAttribute('aria-sort') === usual;
    const sign = (column === 0) === isReversed ? -1 : 1;
    for (const each of heads) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
    const sorted = rows.toSorted((one, other) => compare(one, other, column, sign));
    body.append(...sorted.map(({ element }) => element));
  };

  /** Leaves the rows whose paths have all words, and says how many, and their views. */
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { element, path } of rows) {
      element.hidden = !words.every((word) => path.toLowerCase().includes(word));
    }
    const found = rows.filter(({ element }) => !element.hidden);
    const sumOf = (column: number) => found.reduce((sum, { keys }) => sum + (keys.at(column) ?? 0), 0);
    const [count, all, views, people, ai] = [found.length, rows.length, sumOf(1), sumOf(-2), sumOf(-1)].map(
      (number) => numbers.format(number),
    );
    output.value = `${count} of ${all} ${output.dataset['rows']}: ${views} views, ${people} by people and ${ai} by AI`;
  };

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

for (const root of document.querySelectorAll('.pages')) activate(root);
document.documentElement.classList.add('scripted');
