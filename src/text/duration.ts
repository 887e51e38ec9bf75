/** `ms` as people say it, such as `0.4 s`, `42 s`, `4 min 10 s` or `1 h 5 min`. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const [high, low, unit, small] =
    seconds < 3600
      ? [seconds / 60, seconds % 60, 'min', 's']
      : [seconds / 3600, (seconds / 60) % 60, 'h', 'min'];
  return [
    `${Math.floor(high)} ${unit}`,
    ...(Math.floor(low) > 0 ? [`${Math.floor(low)} ${small}`] : []),
  ].join(' ');
}
