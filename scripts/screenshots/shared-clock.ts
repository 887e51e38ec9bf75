import { readFileSync, writeFileSync } from 'node:fs';

/** The variable that names the file of the clock to another process. */
export const CLOCK_VARIABLE = 'SCREENSHOTS_CLOCK';

/**
 * A clock that goes on only when somebody pauses, and then at once: minutes pass in no time, and always the same. It is
 * the same for all processes that know its file.
 */
export class SharedClock {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => Number(readFileSync(this.file, 'utf8'));

  set(ms: number): void {
    writeFileSync(this.file, String(ms));
  }

  pass(ms: number): void {
    this.set(this.now() + ms);
  }
}
