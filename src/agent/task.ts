/** What is asked of the platform. */
export type Task =
  | { readonly kind: 'create'; readonly prompt: string }
  | { readonly kind: 'message'; readonly jobId: string; readonly prompt: string }
  | Watch;

export interface Watch {
  readonly kind: 'watch';
  readonly jobId: string;
  /** A finished status may still be that of the turn before the one that is watched. */
  readonly unsettled?: boolean;
}

/** A task that sends something, which must not happen twice. */
export type Post = Exclude<Task, Watch>;
