/** Log of the runner, or of a test. Its methods make their text inert, so callers can pass remote text. */
export interface Log {
  info(text: string): void;
  /** Adds an annotation about something that the maintainer may want to know. */
  notice(text: string): void;
  /** Adds an annotation about something that went wrong, although the action continues. */
  warning(text: string): void;
  error(text: string): void;
  debug(text: string): void;
  group<T>(title: string, body: () => Promise<T> | T): Promise<T>;
}
