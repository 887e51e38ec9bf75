import * as z from 'zod/mini';

/** One request of a conversation, as its status comment remembers it. */
export interface Turn {
  /** The run that asked. */
  readonly run: string;
  /** The step of that run. */
  readonly step: string;
  /** Login of who asked; empty if not known. */
  readonly by: string;
  /** What was asked, shortened. Remote text. */
  readonly what: string;
  readonly state: TurnState;
  /** The platform has accepted it, or it is only watched. */
  readonly accepted: boolean;
  /** The job it started, or that it was for. */
  readonly job?: string | undefined;
  /** The pull request that the job reported. Remote text. */
  readonly pr?: string | undefined;
  /** Sentences made by this action: what happened, and what to do. Only the latest turn keeps them. */
  readonly notes?: readonly string[] | undefined;
  /** What the platform said of an error. Remote text. Only the latest turn keeps it. */
  readonly said?: string | undefined;
}

const STATES = [
  /** About to be sent, or being sent: if it stays so, the run was cut off, and nobody knows. */
  'sending',
  'working',
  // The outcomes of a run.
  'pull-request',
  'no-pull-request',
  'failed',
  'archived',
  'started',
  'timeout',
  'cancelled',
  'unknown',
  'error',
] as const;
export type TurnState = (typeof STATES)[number];

/** Turns that a comment remembers. */
export const MAX_TURNS = 10;

const optionalText = z.optional(z.string());
const turnSchema = z.object({
  run: z.string(),
  step: z.string(),
  by: z.string(),
  what: z.string(),
  state: z.enum(STATES),
  accepted: z.boolean(),
  job: optionalText,
  pr: optionalText,
  notes: z.optional(z.array(z.string())),
  said: optionalText,
});

/** The turns in `json`; absent if they are not of this version's shape. */
export function parseTurns(json: unknown): Turn[] | undefined {
  return z.array(turnSchema).check(z.maxLength(MAX_TURNS)).safeParse(json).data;
}

/** The job that a follow-up goes to: the latest that the platform is known to have. */
export function currentJob(turns: readonly Turn[]): string | undefined {
  return turns.findLast(({ accepted, job }) => accepted && job !== undefined)?.job;
}

/** The latest turn of a step, whichever attempt of the run it was. */
export function turnOf(turns: readonly Turn[], { run, step }: Pick<Turn, 'run' | 'step'>): Turn | undefined {
  return turns.findLast((turn) => turn.run === run && turn.step === step);
}

/**
 * `turns` with `turn` in the place of the latest of the same step, or at the end. Others may have written since, so what
 * they added stays.
 */
export function withTurn(turns: readonly Turn[], turn: Turn): Turn[] {
  const earlier = turnOf(turns, turn);
  const all = earlier ? turns.with(turns.lastIndexOf(earlier), turn) : [...turns, turn];
  return all.slice(-MAX_TURNS).map((each, index, kept) => (index < kept.length - 1 ? inShort(each) : each));
}

function inShort({ notes: _notes, said: _said, ...turn }: Turn): Turn {
  return turn;
}
