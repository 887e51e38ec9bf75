import type { PlatformError } from '../platform/errors.ts';
import { counted, thousands } from '../text/numbers.ts';

/**
 * The requests that one run may spend. The platform allows 100 analytics requests an hour for the whole organization,
 * so every one counts: retries and failures too.
 */
export class Budget {
  readonly allowed: number;
  #spent = 0;
  #closedBy: PlatformError | undefined;

  constructor(allowed: number) {
    this.allowed = allowed;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.#closedBy ? 0 : this.allowed - this.#spent;
  }

  /** Why nothing more may be spent, although something is left. */
  get closedBy(): PlatformError | undefined {
    return this.#closedBy;
  }

  /** Called before each request. */
  spend(): void {
    if (this.left <= 0) throw new RangeError('no request is left in the budget');
    this.#spent += 1;
  }

  /** No request of this run can succeed any more, whatever it asks for. */
  close(reason: PlatformError): void {
    this.#closedBy ??= reason;
  }
}

/** What requests are spent on. */
export interface Need {
  /** As the plan names it. */
  readonly what: string;
  readonly requests: number;
  /** More may be needed: only answers tell how many rows there are. */
  readonly atLeast?: boolean;
}

export interface PlanStep extends Need {
  /** What is left for it when the parts before it take no more than they need. */
  readonly most: number;
}

/** What every part can have of `left` requests. Made anew when facts arrive. */
export function planRequests(left: number, needs: readonly Need[]): readonly PlanStep[] {
  let rest = left;
  return needs.map((need) => {
    const most = Math.max(0, rest);
    rest -= need.requests;
    return { ...need, most };
  });
}

/** A line for each step. */
export function describePlan(steps: readonly PlanStep[]): string[] {
  return steps.map((step) => `${step.what}: ${roomFor(step)}.`);
}

function roomFor({ requests, most, atLeast }: PlanStep): string {
  if (most === 0) return 'left out, since no request is left for it';
  const needed = `${counted(requests, 'request')}${atLeast ? ' or more' : ''}`;
  if (most < requests) return `${needed}, of which ${thousands(most)} can be made`;
  return atLeast ? `${needed}, at most ${thousands(most)}` : needed;
}

/** What takes from the budget when it is its turn. */
export interface Spender {
  /** Whether it needs no more requests. */
  readonly done: boolean;
  /** Spends at most `allowance` requests; all of them unless it is done before. */
  run(allowance: number): Promise<void>;
}

/**
 * Shares what is left among several: one request each first, then equal parts, in order, and again with what the
 * modest ones left over, until all are done or nothing is left. So a large project cannot starve a small one.
 */
export async function shareOut(spenders: readonly Spender[], budget: Budget): Promise<void> {
  if (spenders.length > 1) for (const spender of spenders) await spender.run(Math.min(1, budget.left));
  for (;;) {
    const open = spenders.filter(({ done }) => !done);
    if (open.length === 0) return;
    const part = Math.max(1, Math.floor(budget.left / open.length));
    for (const spender of open) {
      if (budget.left <= 0) return;
      await spender.run(part);
    }
  }
}
