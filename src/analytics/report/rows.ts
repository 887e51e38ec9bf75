import type { Counts } from '../../platform/schemas.ts';
import { percentChange } from '../compare.ts';
import { NO_VIEWS } from '../counts.ts';
import type { Before, ProjectReport } from '../model.ts';

/** One line of a file's table: a page of this period, or one that is gone. */
export interface TableRow extends Counts {
  readonly path: string;
  /** `gone`: it had views in the previous period and has none now. Otherwise what is known of it before. */
  readonly state: Before['kind'] | 'gone';
  /** Views in the previous period; absent if not known. */
  readonly previous: Counts | undefined;
  /** Views in the baseline; absent if the page is not in it, or there is none. */
  readonly baseline: Counts | undefined;
}

/** All pages in the order of the report, then those that are gone. */
export function* tableRows({ pages, gone }: ProjectReport): Generator<TableRow> {
  for (const { path, human, ai, total, before, baseline } of pages) {
    const previous = before.kind === 'known' ? before.counts : before.kind === 'new' ? NO_VIEWS : undefined;
    yield { path, human, ai, total, state: before.kind, previous, baseline };
  }
  for (const { path, previous } of gone) {
    yield { path, ...NO_VIEWS, state: 'gone', previous, baseline: undefined };
  }
}

/** The change of a row's views in percent, with one decimal; absent where there is nothing to compare with. */
export function changePercent({ total, previous }: Pick<TableRow, 'total' | 'previous'>): number | undefined {
  const percent = previous && percentChange(total, previous.total);
  return percent === undefined ? undefined : Number(percent);
}
