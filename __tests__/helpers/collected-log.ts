import type { Log } from '../../src/log.ts';

export interface LogLine {
  readonly kind: 'info' | 'notice' | 'warning' | 'error' | 'debug' | 'group';
  readonly text: string;
}

/** A log that keeps what it is told. */
export class CollectedLog implements Log {
  readonly lines: LogLine[] = [];

  info(text: string): void {
    this.lines.push({ kind: 'info', text });
  }

  notice(text: string): void {
    this.lines.push({ kind: 'notice', text });
  }

  warning(text: string): void {
    this.lines.push({ kind: 'warning', text });
  }

  error(text: string): void {
    this.lines.push({ kind: 'error', text });
  }

  debug(text: string): void {
    this.lines.push({ kind: 'debug', text });
  }

  async group<T>(title: string, body: () => Promise<T> | T): Promise<T> {
    this.lines.push({ kind: 'group', text: title });
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
}
