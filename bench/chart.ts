import { time } from './figures.ts';
import { exportOf, idealMs, type Results, wallMs } from './results.ts';
import { ACTION } from './start.ts';

/** One bar. */
interface Bar {
  readonly label: string;
  readonly ms: number;
}

const WIDTH = 760;
const LABEL_WIDTH = 190;
const VALUE_WIDTH = 70;
const ROW = 26;
const TITLE = 34;

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.bar { fill: #afb8c1 }
.own { fill: #0969da }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .bar { fill: #484f58 }
  .own { fill: #4493f8 }
}`;

/** Bars for the start of an agent step, and for an export where the server's delay decides. An SVG for light and dark. */
export function chart(results: Results): string {
  const panels = [
    panel('Watching a job that is finished', startBars(results)),
    panel('Reading 25,000 rows, 100 ms from the server', exportBars(results)),
  ];
  let top = 0;
  const parts = panels.map(({ svg, height }) => {
    const placed = `<g transform="translate(0 ${top})">${svg}</g>`;
    top += height;
    return placed;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-label="Bars: how long an agent step and an export take, beside what people use instead"><style>${STYLE}</style>\n${parts.join('\n')}\n</svg>\n`;
}

function startBars({ start }: Results): Bar[] {
  return [...start.watch].map(([label, samples]) => ({ label, ms: wallMs(samples) }));
}

function exportBars({ exports }: Results): Bar[] {
  const result = exportOf(exports, 25_000, 100);
  if (!result) return [];
  const { action, loop250, loop50 } = result;
  return [
    { label: ACTION, ms: wallMs(action) },
    { label: 'ideal, four at once', ms: idealMs(result) },
    { label: 'loop of 250', ms: wallMs(loop250) },
    ...(loop50.length > 0 ? [{ label: 'loop of 50', ms: wallMs(loop50) }] : []),
  ];
}

function panel(title: string, bars: readonly Bar[]): { svg: string; height: number } {
  const most = Math.max(...bars.map(({ ms }) => ms));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / most;
  const rows = bars.map(({ label, ms }, index) => {
    const y = TITLE + index * ROW;
    const width = Math.max(1, ms * scale).toFixed(1);
    return `<text x="0" y="${y + 14}">${label}</text><rect class="${label === ACTION ? 'own' : 'bar'}" x="${LABEL_WIDTH}" y="${y}" width="${width}" height="18" rx="2"/><text x="${LABEL_WIDTH + Number(width) + 6}" y="${y + 14}">${time(ms)}</text>`;
  });
  return {
    svg: `<text class="title" x="0" y="20">${title}</text>\n${rows.join('\n')}`,
    height: TITLE + bars.length * ROW + 14,
  };
}
