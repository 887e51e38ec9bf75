/** Formats milliseconds for people, such as `0.4 s`, `42 s`, `4 min 10 s` or `1 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return inTwoUnits(seconds, 's', 'min');
  return inTwoUnits(Math.round(seconds / 60), 'min', 'h');
}

function inTwoUnits(count: number, unit: string, largeUnit: string) {
  const large = `${Math.floor(count / 60)} ${largeUnit}`;
  return count % 60 === 0 ? large : `${large} ${count % 60} ${unit}`;
}
