import type { Counts, PageViews } from '../../../platform/schemas.ts';
import { onOneLine } from '../../../text/characters.ts';
import { compact, counted, share, signed, thousands } from '../../../text/numbers.ts';
import { gain } from '../../compare.ts';
import type { PageRow } from '../../model.ts';
import { html, type Markup, type Part } from './template.ts';

/** Where a chart stands: over the whole page, in one of two columns, or on a phone. Widths in CSS pixels. */
export const WIDTHS = { page: 1000, column: 500, phone: 320 } as const;

/** About the width of a character at 12 pixels. */
const CHARACTER = 7;

/** Colours are the style sheet's, so that one SVG serves light, dark and print. */
function svg(width: number, height: number, label: string, content: Part): Markup {
  return html`<svg class="chart" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

function rect(x: number, y: number, width: number, height: number, colour: string): Markup {
  const [left, top, wide, high] = [x, y, width, height].map((each) => each.toFixed(1));
  return html`<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="var(--${colour})"/>`;
}

/** A bar of a chart over time. */
export interface TimeBar {
  /** Below the bar. */
  readonly label: string;
  /** What a reader is told who points at it. */
  readonly name: string;
  /** Absent if it was not read: then there is no bar. */
  readonly counts?: Counts | undefined;
  /** Whether it stands back behind the others. */
  readonly isPast?: boolean;
}

const WIDEST_BAR = 56;
/** With more bars than this, or less room for each, their numbers would not fit above them. */
const MOST_LABELLED = 10;
const LEAST_WIDTH = 42;
/** Above the highest line, and to the right. */
const TOP = 26;
const RIGHT = 8;

/** Views over time, people below and AI above. */
export function timeChart(bars: readonly TimeBar[], width: number, label: string): Markup {
  const isWide = width > WIDTHS.column;
  const [height, bottom] = isWide ? [250, 223] : [200, 158];
  const ticks = ticksUpTo(Math.max(...bars.map(({ counts }) => (counts ? counts.human + counts.ai : 0))));
  const left = Math.max(...ticks.map((tick) => compact(tick).length)) * CHARACTER + 15;
  const room = (width - left - RIGHT) / bars.length;
  const heightOf = (views: number) => (views / (ticks.at(-1) ?? 1)) * (bottom - TOP);
  const isLabelled = bars.length <= MOST_LABELLED && width / bars.length >= LEAST_WIDTH;
  const barOf = ({ human, ai, total }: Counts, middle: number) => {
    const wide = Math.min(WIDEST_BAR, room * 0.72);
    const [people, all] = [heightOf(human), heightOf(human + ai)];
    const value = (isWide ? thousands : compact)(total);
    return [
      rect(middle - wide / 2, bottom - people, wide, people, 'human'),
      rect(middle - wide / 2, bottom - all, wide, all - people, 'ai'),
      isLabelled && centred(middle, bottom - all - 11, value, 'ink'),
    ];
  };
  const grid = ticks.map((tick) => {
    const y = Math.round(bottom - heightOf(tick));
    return html`<path d="M${left} ${y}.5H${width - RIGHT}" stroke="var(--line)"/><text x="${left - 8}" y="${y}" text-anchor="end" fill="var(--muted)">${compact(tick)}</text>`;
  });
  const labels = bars.map((bar) => (isWide ? [bar.label] : bar.label.split(/ (.*)/, 2)));
  const longest = Math.max(...labels.flat().map((line) => line.length)) * CHARACTER;
  const labelled = Math.ceil((longest + 4) / room);
  const drawn = bars.map(({ counts, isPast }, index) => {
    const middle = left + room * (index + 0.5);
    const below = index % labelled === 0 ? (labels[index] ?? []) : [];
    return [
      below.map((line, number) => centred(middle, bottom + 15.5 + 15 * number, line, 'muted')),
      counts && html`<g${isPast && html` opacity="0.55"`}>${barOf(counts, middle)}</g>`,
    ];
  });
  const hits = bars.map(
    (bar, index) =>
      html`<rect class="hit" x="${(left + room * index).toFixed(1)}" y="0" width="${room.toFixed(1)}" height="${height}" fill="none"><title>${readingOf(bar)}</title></rect>`,
  );
  return svg(width, height, label, [grid, drawn.flat(), hits]);
}

function centred(x: number, y: number, text: string, colour: string): Markup {
  return html`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="middle" fill="var(--${colour})">${text}</text>`;
}

/** About four equal steps from 0 to `most` or beyond, in round numbers. */
function ticksUpTo(most: number): number[] {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const near = [1.5, 2.5, 4, 7].findIndex((limit) => rough / power < limit);
  const step = ([1, 2, 3, 5, 10].at(near) ?? 1) * power;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step);
}

/** The exact values of a bar. */
function readingOf({ name, counts }: TimeBar): string {
  if (!counts) return `${name}: not read`;
  return `${name}: ${counted(counts.total, 'view')}, ${thousands(counts.human)} by people and ${thousands(counts.ai)} by AI (${share(counts.ai, counts.total)})`;
}

/** Pages or sections with their views, people and AI in one bar. */
export function topChart(rows: readonly PageViews[], width: number, label: string): Markup {
  const most = Math.max(1, ...rows.map(({ human, ai }) => human + ai));
  const bars = rows.map(({ path, human, ai, total }): NamedBar => {
    const parts = [
      { from: 0, to: human / most, colour: 'human' },
      { from: human / most, to: (human + ai) / most, colour: 'ai' },
    ];
    return { path, value: thousands(total), parts };
  });
  return namedChart(bars, width, label);
}

/** The pages that gained and those that lost most, on both sides of zero. */
export function moversChart(rows: readonly PageRow[], width: number, label: string): Markup {
  const most = Math.max(...rows.map((row) => Math.abs(gain(row))));
  const bars = rows.map((row): NamedBar => {
    const difference = gain(row);
    const end = 0.5 + difference / most / 2;
    const part =
      difference > 0 ? { from: 0.5, to: end, colour: 'up' } : { from: end, to: 0.5, colour: 'down' };
    return { path: row.path, value: signed(difference), parts: [part] };
  });
  return namedChart(bars, width, label, 0.5);
}

/** A bar below its path, with its value behind. Of the whole width, parts begin and end at these fractions. */
interface NamedBar {
  readonly path: string;
  readonly value: string;
  readonly parts: readonly { readonly from: number; readonly to: number; readonly colour: string }[];
}

/** Pixels of one row: the label above, the bar below. */
const ROW = 42;
const BAR = 12;

/** Paths stand above the bars, so that long ones have the whole width. @param zero where a line stands */
function namedChart(bars: readonly NamedBar[], width: number, label: string, zero?: number): Markup {
  const room = width - Math.max(...bars.map(({ value }) => value.length)) * CHARACTER - 10;
  const height = bars.length * ROW + 8;
  const line =
    zero !== undefined && html`<path d="M${Math.round(zero * room)}.5 4V${height}" stroke="var(--line)"/>`;
  const rows = bars.map(({ path, value, parts }, index) => {
    const y = 10 + index * ROW;
    const name = endOf(onOneLine(path) || '(empty)', Math.floor(width / CHARACTER) - 2);
    const drawn = parts.map(({ from, to, colour }) =>
      rect(from * room, y + 10, (to - from) * room, BAR, colour),
    );
    const end = (parts.at(-1)?.to ?? 0) * room + 5;
    // Where a path crosses the line of zero, the path wins.
    return html`<text x="0" y="${y}" fill="var(--ink)" stroke="var(--panel)" stroke-width="3" paint-order="stroke">${name}</text>${rect(0, y + 10, room, BAR, 'track')}${drawn}<text x="${end.toFixed(1)}" y="${y + 16}" fill="var(--ink)">${value}</text>`;
  });
  return svg(width, height, label, [line, rows]);
}

/** The end of a long path says most. */
function endOf(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `…${characters.slice(1 - most).join('')}`;
}
