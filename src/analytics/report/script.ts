/**
 * The script of `report.html`: sorts, filters and extends each table of pages. It reads the rows from the JSON
 * beside the table (`[path, total, human, ai, previous, change]`) and writes text only, never markup.
 * Without it the first rows, the charts and all figures are there.
 */
export const SCRIPT = `
'use strict';
const SLICE = 100;
const LONG = 160;
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const paths = new Intl.Collator('en', { numeric: true });

const change = ([, total, , , previous]) => (previous === null ? null : total === previous ? 0 : total / previous - 1);
const keys = [(row) => row[0], (row) => row[1], (row) => row[2], (row) => row[3], (row) => row[4], change];

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function pathText(path) {
  const text = element('bdi');
  for (const part of path.split(/(?<=\\/)/)) text.append(part, document.createElement('wbr'));
  return text;
}

function pathCell(path) {
  const cell = element('th', undefined, 'path');
  cell.scope = 'row';
  if (path.length <= LONG) {
    cell.append(pathText(path || '(empty)'));
    return cell;
  }
  const details = element('details');
  const summary = element('summary');
  summary.append(pathText(path.slice(0, LONG).replace(/[\\ud800-\\udbff]$/, '') + '…'));
  details.append(summary, pathText(path));
  cell.append(details);
  return cell;
}

function rowOf(row, columns) {
  const line = element('tr');
  line.append(pathCell(row[0]));
  for (let column = 1; column < columns; column += 1) {
    const value = row[column];
    if (column < 5) line.append(element('td', value === null ? '–' : numbers.format(value)));
    else line.append(element('td', value, value[0] === '▲' ? 'up' : value[0] === '▼' ? 'down' : ''));
  }
  return line;
}

function start(panel) {
  const rows = JSON.parse(panel.querySelector('script').textContent);
  const heads = [...panel.querySelectorAll('thead th')];
  const body = panel.querySelector('tbody');
  const search = panel.querySelector('input');
  const count = panel.querySelector('output');
  const more = panel.querySelector('.more');
  const texts = rows.map((row) => row[0].toLowerCase());
  const order = rows.map((_, index) => index);
  let found = order;
  let shown = 0;

  const extend = () => {
    const next = found.slice(shown, shown + SLICE);
    body.append(...next.map((index) => rowOf(rows[index], heads.length)));
    shown += next.length;
    more.hidden = shown >= found.length;
    more.textContent = 'Show ' + numbers.format(Math.min(SLICE, found.length - shown)) + ' more';
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    found = words.length === 0 ? order : order.filter((index) => words.every((word) => texts[index].includes(word)));
    const all = numbers.format(rows.length) + (rows.length === 1 ? ' row' : ' rows');
    count.textContent = found.length === rows.length ? all : numbers.format(found.length) + ' of ' + all;
    body.replaceChildren();
    shown = 0;
    extend();
  };
  const sort = (column) => {
    const head = heads[column];
    const initial = column === 0 ? 'ascending' : 'descending';
    const other = column === 0 ? 'descending' : 'ascending';
    const direction = head.getAttribute('aria-sort') === initial ? other : initial;
    for (const each of heads) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
    arrange(order, rows, column, direction === 'ascending' ? 1 : -1);
    filter();
  };
  for (const [column, head] of heads.entries()) {
    const button = element('button', head.textContent);
    button.type = 'button';
    button.addEventListener('click', () => sort(column));
    head.replaceChildren(button);
  }
  search.addEventListener('input', filter);
  more.addEventListener('click', extend);
  filter();
}

function arrange(order, rows, column, sign) {
  const values = rows.map(keys[column]);
  order.sort((a, b) => {
    const [one, other] = [values[a], values[b]];
    if (one === other) return a - b;
    if (one === null) return 1;
    if (other === null) return -1;
    return sign * (column === 0 ? paths.compare(one, other) : one < other ? -1 : 1) || a - b;
  });
}

for (const panel of document.querySelectorAll('.pages')) start(panel);
document.documentElement.classList.add('scripted');
`;
