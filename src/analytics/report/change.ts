import { percentChange } from '../compare.ts';
import type { TableRow } from './rows.ts';

/** Which way a number went, for its sign and colour. */
export type Direction = 'up' | 'down' | 'same';

/** A change as people read it; `text` says all of it, so nothing depends on the arrow or a colour. */
export interface Change {
  readonly direction: Direction;
  /** Such as `▲ +12.3%`, `▼ −4.0%` or `0.0%`. */
  readonly text: string;
}

/** From `before` to `now`; absent where there is nothing to compare with. */
export function changeOf(now: number, before: number | undefined): Change | undefined {
  const percent = before === undefined ? undefined : percentChange(now, before);
  if (before === undefined || percent === undefined) return undefined;
  const direction = now > before ? 'up' : now < before ? 'down' : 'same';
  return { direction, text: `${ARROWS[direction]}${percent.replace('-', '−')}%` };
}

const ARROWS = { up: '▲ ', down: '▼ ', same: '' } as const;

/** What a table says in a page's column "Change". */
export function changeOfRow(row: TableRow): string {
  switch (row.state) {
    case 'new':
      return 'new';
    case 'gone':
      return 'gone';
    case 'unknown':
      return '–';
    case 'known':
      return changeOf(row.total, row.previous?.total)?.text ?? '–';
  }
}
