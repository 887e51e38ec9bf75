import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Counts } from '../../../platform/schemas.ts';
import { onOneLine } from '../../../text/characters.ts';
import { escapeHtml } from '../../../text/html.ts';
import { compact, counted, share, signed, thousands } from '../../../text/numbers.ts';
import { rounded } from '../../counts.ts';
import { Markup } from './template.ts';

use([BarChart, GridComponent, SVGRenderer]);

/** Where a chart stands: over the whole page, in one of two columns, or on a phone. Widths in CSS pixels. */
export const WIDTHS = { page: 1000, column: 500, phone: 320 } as const;

/** Pixels of one row of a chart with horizontal bars: the label above, the bar below. */
const ROW = 42;
const BAR = 12;
/** About the width of a character at 12 pixels. */
const CHARACTER = 7;

// Colours are the style sheet's, so that one SVG serves light, dark and print.
const INK = 'var(--ink)';
const MUTED = 'var(--muted)';
const LINE = 'var(--line)';

/** With more bars than this, or less room for each, their numbers would not fit above them. */
const MOST_LABELLED = 10;
const LEAST_WIDTH = 42;

/** A bar of a chart over time. */
export interface TimeBar {
  /** Below the bar. */
  readonly label: string;
  /** What a reader is told who points at it. */
  readonly name: string;
  /** Absent if it was not read: then there is no bar. */
  readonly counts: Counts | undefined;
  /** Whether it stands back behind the others. */
  readonly isPast?: boolean;
}

/** Views over time, people below and AI above. */
export function timeChart(bars: readonly TimeBar[], width: number, label: string): Markup {
  const isWide = width > WIDTHS.column;
  const isLabelled = bars.length <= MOST_LABELLED && width / bars.length >= LEAST_WIDTH;
  const values = bars.map(({ counts }) => (counts ? (isWide ? thousands : compact)(counts.total) : ''));
  const series = (name: 'human' | 'ai', extra: object) => ({
    type: 'bar',
    stack: 'views',
    silent: true,
    barMaxWidth: 56,
    barCategoryGap: '28%',
    data: bars.map(({ counts, isPast }) => ({
      value: counts?.[name] ?? null,
      itemStyle: { color: `var(--${name})`, opacity: isPast ? 0.55 : 1 },
    })),
    ...extra,
  });
  const option = {
    grid: { left: 4, right: 8, top: 20, bottom: 4, outerBoundsMode: 'same' },
    xAxis: {
      type: 'category',
      data: bars.map((bar) => bar.label.replace(' ', isWide ? ' ' : '\n')),
      axisLabel: { color: MUTED, hideOverlap: true, lineHeight: 15 },
      axisLine: { lineStyle: { color: LINE } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      axisLabel: { color: MUTED, formatter: compact },
      splitLine: { lineStyle: { color: LINE } },
    },
    series: [series('human', {}), series('ai', { label: isLabelled ? valueLabel('top', values) : {} })],
  };
  return render(width, isWide ? 250 : 200, label, option, (chart, height) => {
    const centres = bars.map((_, index) => chart.convertToPixel({ xAxisIndex: 0 }, index));
    const half = centres.length > 1 ? ((centres[1] ?? 0) - (centres[0] ?? 0)) / 2 : width / 2;
    return bars.map((bar, index) => {
      const [x, w] = [(centres[index] ?? 0) - half, 2 * half].map((each) => each.toFixed(1));
      return `<rect class="hit" x="${x}" y="0" width="${w}" height="${height}" fill="none"><title>${escapeHtml(readingOf(bar))}</title></rect>`;
    });
  });
}

/** The exact values of a bar. */
function readingOf({ name, counts }: TimeBar): string {
  if (!counts) return `${name}: not read`;
  return `${name}: ${counted(counts.total, 'view')}, ${thousands(counts.human)} by people and ${thousands(counts.ai)} by AI (${share(counts.ai, counts.total)})`;
}

/** Pages or sections with their views, people and AI in one bar. */
export function topChart(rows: readonly NamedCounts[], width: number, label: string): Markup {
  const values = rows.map(({ total }) => thousands(total));
  const series = (name: 'human' | 'ai', extra: object) => ({
    ...bar(rows.map((row) => row[name])),
    stack: 'views',
    itemStyle: { color: `var(--${name})` },
    ...extra,
  });
  return render(
    width,
    heightOf(rows.length),
    label,
    {
      grid: { left: 0, right: roomFor(values), top: 4, bottom: 0, outerBoundsMode: 'none' },
      xAxis: { type: 'value', show: false },
      yAxis: nameAxis(rows),
      series: [series('human', TRACK), series('ai', { label: valueLabel('right', values) })],
    },
    undefined,
    rows,
  );
}

interface NamedCounts extends Counts {
  readonly path: string;
}

/** What views changed by. */
export interface Difference {
  readonly path: string;
  readonly difference: number;
}

/** The pages that gained most and those that lost most, on both sides of zero. */
export function moversChart(rows: readonly Difference[], width: number, label: string): Markup {
  const differences = rows.map(({ difference }) => rounded(difference));
  const values = differences.map(signed);
  const most = Math.max(...differences.map(Math.abs)) || 1;
  const data = differences.map((value) => ({
    value,
    itemStyle: { color: value > 0 ? 'var(--up)' : 'var(--down)' },
  }));
  return render(
    width,
    heightOf(rows.length),
    label,
    {
      grid: { left: 0, right: roomFor(values), top: 4, bottom: 0, outerBoundsMode: 'none' },
      xAxis: {
        type: 'value',
        min: -most,
        max: most,
        interval: most,
        axisLabel: { show: false },
        splitLine: { showMinLine: false, showMaxLine: false, lineStyle: { color: LINE } },
      },
      yAxis: nameAxis(rows),
      // To the right of a bar that points to the left is zero: the text never meets the path above.
      series: [{ ...bar(data), ...TRACK, label: valueLabel('right', values) }],
    },
    undefined,
    rows,
  );
}

/** A faint bar over the whole width, which leads the eye from a path to its bar. */
const TRACK = { showBackground: true, backgroundStyle: { color: 'var(--track)' } };

function bar(data: readonly unknown[]) {
  return { type: 'bar', silent: true, barWidth: BAR, data };
}

function valueLabel(position: 'top' | 'right', values: readonly string[]) {
  return {
    show: true,
    position,
    color: INK,
    formatter: ({ dataIndex }: { dataIndex: number }) => values[dataIndex] ?? '',
  };
}

/** A path above each bar, so that long ones have the whole width. The paths themselves come later: {@link withPaths}. */
function nameAxis(rows: readonly unknown[]) {
  return {
    type: 'category',
    inverse: true,
    data: rows.map((_, index) => `path ${index}`),
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      color: INK,
      inside: true,
      margin: 0,
      align: 'left',
      verticalAlign: 'bottom',
      padding: [0, 0, BAR / 2 + 4, 0],
      // Where a path crosses the line of zero, the path wins.
      textBorderColor: 'var(--panel)',
      textBorderWidth: 3,
      interval: 0,
    },
  };
}

/**
 * Puts the paths into the chart. ECharts never sees them: a label such as `__proto__`, as a key of its cache of text
 * widths, would write into `Object.prototype` for the whole process. The end of a long path says most.
 */
function withPaths(svg: string, rows: readonly { readonly path: string }[], width: number): string {
  const most = Math.floor(width / CHARACTER) - 2;
  return svg.replace(/>path (\d+)</g, (_, index) => {
    const path = onOneLine(rows[Number(index)]?.path ?? '');
    return `>${escapeHtml(endOf(path || '(empty)', most))}<`;
  });
}

function endOf(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `…${characters.slice(1 - most).join('')}`;
}

function heightOf(rows: number): number {
  return rows * ROW + 8;
}

function roomFor(values: readonly string[]): number {
  return Math.max(0, ...values.map(({ length }) => length)) * CHARACTER + 10;
}

/**
 * @param over makes SVG that lies over the chart
 * @param rows whose paths are the names of the bars
 */
function render(
  width: number,
  height: number,
  label: string,
  option: EChartsCoreOption,
  over: (chart: EChartsType, height: number) => readonly string[] = () => [],
  rows: readonly { readonly path: string }[] = [],
): Markup {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    const svg = forPage(chart.renderToSVGString(), label).replace(
      '</svg>',
      `${over(chart, height).join('')}</svg>`,
    );
    return new Markup(withPaths(svg, rows, width));
  } finally {
    chart.dispose();
  }
}

/**
 * The SVG without what the page's Content-Security-Policy forbids (style attributes and elements) and what only
 * ECharts' own client reads. Quotes inside texts are escaped by ECharts, so these expressions match markup alone.
 */
function forPage(svg: string, label: string): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/ (?:style|class|ecmeta_[a-z_]+|pointer-events|xml:space|xmlns:xlink|baseProfile)="[^"]*"/g, '')
    .replace(
      /^<svg width="\d+" height="\d+"/,
      `<svg class="chart" role="img" aria-label="${escapeHtml(onOneLine(label))}"`,
    )
    .replace(/>\s+</g, '><');
}
