/** Whether a run may go on. */
export type Verdict = { readonly allowed: true } | Refusal;

export interface Refusal {
  readonly allowed: false;
  /** One sentence made by this action. The only remote text in it are logins. */
  readonly reason: string;
}

export const ALLOWED: Verdict = { allowed: true };

export function refused(reason: string): Refusal {
  return { allowed: false, reason };
}
