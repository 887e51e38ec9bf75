import type { RequestContext } from './context.ts';
import type { Watch } from './job/wait.ts';
import type { FittedText, PromptPart } from './prompt/quote.ts';
import type { OwnReply } from './replies/own-reply.ts';
import type { RequestAction } from './replies/record.ts';
import type { RunResult } from './result.ts';

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
  /** What the request does. */
  action?: RequestAction | undefined;
  /** The job to watch, where nothing is sent. */
  watch?: Watch | undefined;
  /** Why the run does what it does, as sentences without remote text. */
  notes: readonly string[];
  /** Whether the job already knows the thread. */
  knowsThread?: boolean;
  /** Whether the notes say that the token can't see the job's pull request. */
  saysUnseen?: boolean;
  material?: readonly PromptPart[];
  prompt?: FittedText;
  result?: RunResult;
}>;
