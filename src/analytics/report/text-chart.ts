import type { DayViews } from '../model.ts';
import { share, thousands } from './figures.ts';
import { dayName, isRead } from './wording.ts';

/** Characters of the longest bar. */
const WIDTH = 40;
const PEOPLE = '█';
const AI = '░';

/** Each day's views as a line of block characters, for a place with a fixed-width font. */
export function textChart(days: readonly DayViews[]): string {
  const read = days.filter(isRead);
  const most = Math.max(1, ...read.map(({ counts }) => Math.max(counts.total, counts.human + counts.ai)));
  const labels = days.map(({ date }) => dayName(date));
  const totals = days.map(({ counts }) => (counts ? thousands(counts.total) : ''));
  const [labelWidth, totalWidth] = [widest(labels), widest(totals)];
  const lines = days.map(({ counts }, index) => {
    const start = `${labels[index]?.padEnd(labelWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}(not read)`;
    const people = Math.round((counts.human / most) * WIDTH);
    const ai = Math.round(((counts.human + counts.ai) / most) * WIDTH) - people;
    const bar = `${PEOPLE.repeat(people)}${AI.repeat(ai)}`.padEnd(WIDTH);
    return `${start}${bar}  ${share(counts.ai, counts.total).padStart(6)} AI`;
  });
  return [`${PEOPLE} people   ${AI} AI`, '', ...lines].join('\n');
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
