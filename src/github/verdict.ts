/** Whether a run may go on. */
export type Verdict =
  | { readonly allowed: true }
  /** `reason` is one sentence made by this action. The only remote text in it are logins. */
  | { readonly allowed: false; readonly reason: string };

export const ALLOWED: Verdict = { allowed: true };

export function refused(reason: string): Verdict {
  return { allowed: false, reason };
}
