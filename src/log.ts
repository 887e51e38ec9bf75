/** Log of the runner, or of a test. Its methods make their text inert, so callers can pass remote text. */
export interface Log {
  /** Writes one or more lines. */
  info(text: string): void;
  /** Adds an annotation about something that the maintainer may want to know. */
  notice(text: string): void;
  /** Adds an annotation about something that went wrong, although the action continues. */
  warning(text: string): void;
  /** Adds an annotation that says why the step fails. */
  error(text: string): void;
  /** Writes lines that are shown only with debug logging. */
  debug(text: string): void;
  /** Groups the lines that `body` writes under `title`. */
  group<T>(title: string, body: () => Promise<T> | T): Promise<T>;
}
