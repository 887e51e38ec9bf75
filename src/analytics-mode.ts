import type { AnalyticsInputs } from './inputs.ts';
import type { ModeContext } from './mode.ts';

/** `mode: analytics`. Resolves to whether the step succeeded. */
export async function runAnalyticsMode(_inputs: AnalyticsInputs, _context: ModeContext): Promise<boolean> {
  throw new Error('analytics mode is being built');
}
