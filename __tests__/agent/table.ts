/** Reads a table that is written as text: cells between bars, below a row with the names of the columns. */
export function tableOf<Column extends string>(text: string): Record<Column, string>[] {
  const lines = text.trim().split('\n');
  const [columns = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((cells) => {
    const fields = columns.map((column, index) => [column, cells[index] ?? '']);
    return Object.fromEntries(fields) as Record<Column, string>;
  });
}
