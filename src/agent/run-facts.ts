import type { JobChoice } from './job/choose-job.ts';
import type { Watch } from './job/wait.ts';
import type { FittedText, PromptPart } from './prompt/quote.ts';
import type { OwnReply } from './replies/own-reply.ts';
import type { RequestAction } from './replies/record.ts';
import type { RequestContext } from './request-context.ts';
import type { RunResult } from './run-result.ts';

/**
 * What is known of a run. Each phase returns what it found out, and never changes what it was given. What no phase has
 * found out yet is absent.
 */
export type RunFacts = Readonly<{
  context: RequestContext;
  /** Whether the sender may ask. */
  isPermitted?: boolean;
  /** Undefined if no reply is kept. */
  reply?: OwnReply | undefined;
  /** The job that the request goes to; absent where nothing is sent. */
  choice?: JobChoice;
  /** What the request does, also if an earlier attempt sent it. */
  action?: RequestAction | undefined;
  /** The job to watch, where nothing is sent. */
  watch?: Watch | undefined;
  /** Why the run does what it does, as sentences without remote text. */
  notes: readonly string[];
  material?: readonly PromptPart[];
  prompt?: FittedText;
  result?: RunResult;
}>;
