const HOUR_MS = 3_600_000;

/** At most so many events in any hour, counted apart for each name. */
export class HourlyLimit {
  readonly #most: number;
  readonly #now: () => number;
  readonly #events = new Map<string, number[]>();

  /** @param now milliseconds */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts one event, unless the hour is full. */
  take(name: string): boolean {
    const now = this.#now();
    const recent = (this.#events.get(name) ?? []).filter((at) => at > now - HOUR_MS);
    const room = recent.length < this.#most;
    if (room) recent.push(now);
    this.#events.set(name, recent);
    return room;
  }
}
