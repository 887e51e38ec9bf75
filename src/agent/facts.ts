import type { RequestContext } from './context.ts';
import type { Watch } from './job/wait.ts';
import type { PromptPart } from './prompt/quote.ts';
import type { OwnReply } from './replies/own-reply.ts';
import type { RequestAction } from './replies/record.ts';
import type { RunResult } from './result.ts';

/** What is known of a run. Each phase returns what is known after it, and never changes what it was given. */
export interface RunFacts {
  readonly context: RequestContext;
  /** Whether the sender may ask. */
  readonly isPermitted: boolean;
  /** Undefined if no reply is kept. */
  readonly reply: OwnReply | undefined;
  /** What the request does; undefined until it is chosen. */
  readonly action: RequestAction | undefined;
  /** The job to watch, where nothing is sent. */
  readonly watch: Watch | undefined;
  /** Why the run does what it does, as sentences without remote text. */
  readonly notes: readonly string[];
  /** Whether the job already knows the thread. */
  readonly isFollowUp: boolean;
  /** Whether the notes say that the token can't see the job's pull request. */
  readonly saysUnseen: boolean;
  /** Undefined until it is read. */
  readonly material: readonly PromptPart[] | undefined;
  readonly prompt: string;
  /** What the prompt had no room for; empty if nothing. */
  readonly leftOut: string;
  /** Undefined until the run is over. */
  readonly result: RunResult | undefined;
}

export function initialFacts(context: RequestContext): RunFacts {
  return {
    context,
    isPermitted: false,
    reply: undefined,
    action: undefined,
    watch: undefined,
    notes: [],
    isFollowUp: false,
    saysUnseen: false,
    material: undefined,
    prompt: '',
    leftOut: '',
    result: undefined,
  };
}
