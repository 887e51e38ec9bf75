export type Counts = Record<string, number>;

export function increase(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/**
 * Adds the figures of `from`: numbers are summed, those that begin with `most` compared; counts are summed by name, and
 * lists joined.
 */
export function addFigures<T extends object>(into: T, from: T): void {
  const figures = into as Record<string, number | Counts | unknown[]>;
  for (const [name, value] of Object.entries(from) as [string, number | Counts | unknown[]][]) {
    const known = figures[name];
    if (typeof value === 'number') {
      figures[name] = name.startsWith('most') ? Math.max(known as number, value) : (known as number) + value;
    } else if (Array.isArray(value)) (known as unknown[]).push(...value);
    else for (const [key, count] of Object.entries(value)) increase(known as Counts, key, count);
  }
}
