import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { onOneLine } from '../../text/characters.ts';
import { escapeHtml } from '../../text/html.ts';
import type { DayViews, PageRow } from '../model.ts';
import { compact, signed, thousands } from './figures.ts';
import type { TableRow } from './rows.ts';
import { dayName, isRead } from './wording.ts';

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

/** With more days than this, their numbers would not fit above their bars. */
const LABELLED_DAYS = 10;

/** Views on each day, people below and AI above. A day that was not read has no bar. */
export function trendChart(days: readonly DayViews[], width: number, label: string): string {
  const isWide = width > WIDTHS.column;
  const values = days.map(({ counts }) => (counts ? (isWide ? thousands : compact)(counts.total) : ''));
  const series = (name: 'human' | 'ai', extra: object) => ({
    type: 'bar',
    stack: 'views',
    silent: true,
    barMaxWidth: 56,
    barCategoryGap: '28%',
    itemStyle: { color: `var(--${name})` },
    data: days.map((day) => (isRead(day) ? day.counts[name] : null)),
    ...extra,
  });
  return render(width, isWide ? 250 : 200, label, {
    grid: { left: 4, right: 8, top: 20, bottom: 4, outerBoundsMode: 'same' },
    xAxis: {
      type: 'category',
      data: days.map(({ date }) => dayName(date).replace(' ', isWide ? ' ' : '\n')),
      axisLabel: { color: MUTED, hideOverlap: true, lineHeight: 15 },
      axisLine: { lineStyle: { color: LINE } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { color: MUTED, formatter: compact },
      splitLine: { lineStyle: { color: LINE } },
    },
    series: [
      series('human', {}),
      series('ai', { label: days.length > LABELLED_DAYS ? {} : valueLabel('top', values) }),
    ],
  });
}

/** The most viewed pages, people and AI in one bar. */
export function topChart(pages: readonly PageRow[], width: number, label: string): string {
  const values = pages.map(({ total }) => thousands(total));
  const series = (name: 'human' | 'ai', extra: object) => ({
    ...bar(pages.map((page) => page[name])),
    stack: 'views',
    itemStyle: { color: `var(--${name})` },
    ...extra,
  });
  const svg = render(width, heightOf(pages.length), label, {
    grid: { left: 0, right: roomFor(values), top: 4, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { type: 'value', show: false },
    yAxis: pathAxis(pages),
    series: [series('human', TRACK), series('ai', { label: valueLabel('right', values) })],
  });
  return withPaths(svg, pages, width);
}

/** The pages that gained most and those that lost most, on both sides of zero. */
export function moversChart(rows: readonly TableRow[], width: number, label: string): string {
  const differences = rows.map(({ total, previous }) => total - (previous?.total ?? 0));
  const values = differences.map(signed);
  const most = Math.max(1, ...differences.map(Math.abs));
  const data = differences.map((value) => ({
    value,
    itemStyle: { color: value > 0 ? 'var(--up)' : 'var(--down)' },
  }));
  const svg = render(width, heightOf(rows.length), label, {
    grid: { left: 0, right: roomFor(values), top: 4, bottom: 0, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: -most,
      max: most,
      interval: most,
      axisLabel: { show: false },
      splitLine: { showMinLine: false, showMaxLine: false, lineStyle: { color: LINE } },
    },
    yAxis: pathAxis(rows),
    // To the right of a bar that points to the left is zero: the text never meets the path above.
    series: [{ ...bar(data), ...TRACK, label: valueLabel('right', values) }],
  });
  return withPaths(svg, rows, width);
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
function pathAxis(rows: readonly unknown[]) {
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

function render(width: number, height: number, label: string, option: EChartsCoreOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    return forPage(chart.renderToSVGString(), label);
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
      `<svg class="chart" role="img" aria-label="${escapeHtml(label)}"`,
    )
    .replace(/>\s+</g, '><');
}
