/** Something in the docs that is not so. */
export interface Problem {
  /** Relative to the repository's root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}
