/**
 * Log of the runner (`github/log.ts`), or one that a test collects. It makes every text inert, so callers pass remote
 * text as it is.
 */
export interface Log {
  /** One line, or several separated by `\n`. */
  info(text: string): void;
  /** An annotation on the run: something the maintainer may want to know. */
  notice(text: string): void;
  /** An annotation on the run: something went wrong, and the action continues. */
  warning(text: string): void;
  /** An annotation on the run: why the step fails. */
  error(text: string): void;
  /** Shown only when the workflow runs with debug logging. */
  debug(text: string): void;
  /** Folds the lines written by `body` under `title`. */
  group<T>(title: string, body: () => Promise<T> | T): Promise<T>;
}
