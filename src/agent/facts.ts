import type { RequestContext } from './context.ts';
import type { Watch } from './job/wait.ts';
import type { PromptPart } from './prompt/quote.ts';
import type { OwnReply } from './replies/own-reply.ts';
import type { RequestAction } from './replies/record.ts';
import type { RunResult } from './result.ts';

/** What is known of a run. Each phase returns what it found out, and never changes what it was given. */
export type RunFacts = Readonly<{
  context: RequestContext;
  /** Whether the sender may ask. */
  isPermitted: boolean;
  /** Undefined if no reply is kept. */
  reply: OwnReply | undefined;
  /** What the request does; undefined until it is chosen. */
  action: RequestAction | undefined;
  /** The job to watch, where nothing is sent. */
  watch: Watch | undefined;
  /** Why the run does what it does, as sentences without remote text. */
  notes: readonly string[];
  /** Whether the job already knows the thread. */
  isFollowUp: boolean;
  /** Whether the notes say that the token can't see the job's pull request. */
  saysUnseen: boolean;
  /** Undefined until it is read. */
  material: readonly PromptPart[] | undefined;
  prompt: string;
  /** What the prompt had no room for; empty if nothing. */
  leftOut: string;
  /** Undefined until the run is over. */
  result: RunResult | undefined;
}>;

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
