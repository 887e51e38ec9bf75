/** Formats milliseconds for people, such as `0.4 s`, `42 s`, `4 min 10 s` or `1 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return joinUnits(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function joinUnits(high: number, unit: string, low: number, smallUnit: string): string {
  return low === 0 ? `${high} ${unit}` : `${high} ${unit} ${low} ${smallUnit}`;
}
