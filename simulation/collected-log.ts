import type { Log } from '../src/log.ts';
import type { Redact } from '../src/text/redact.ts';

type LogLine = Readonly<{ kind: keyof Log; text: string }>;

/** A log that keeps what it is told. */
export class CollectedLog implements Log {
  readonly lines: LogLine[] = [];
  info = this.#keeping('info');
  notice = this.#keeping('notice');
  warning = this.#keeping('warning');
  error = this.#keeping('error');
  debug = this.#keeping('debug');
  readonly #redact: Redact;

  constructor(redact: Redact = (text) => text) {
    this.#redact = redact;
  }

  async group<T>(title: string, body: () => Promise<T> | T): Promise<T> {
    this.lines.push({ kind: 'group', text: this.#redact(title) });
    return body();
  }

  /** The texts of one kind, or all. */
  texts(kind?: LogLine['kind']): string[] {
    return this.lines.filter((line) => kind === undefined || line.kind === kind).map(({ text }) => text);
  }

  /** Everything, one line each. */
  get text(): string {
    return this.lines.map(({ kind, text }) => (kind === 'info' ? text : `${kind}: ${text}`)).join('\n');
  }

  #keeping(kind: LogLine['kind']): (text: string) => void {
    return (text) => void this.lines.push({ kind, text: this.#redact(text) });
  }
}
