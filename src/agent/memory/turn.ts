import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';

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

const text = z._default(z.string(), '');
const optionalText = z.optional(z.string());
/** What is remembered of one request. Version 1 wrote no more than `run`, `step`, `state`, `accepted`, `job` and words. */
const turnSchema = z.object({
  /** `Request.id` and `Request.asks`. */
  id: text,
  asks: text,
  /** The run that asked. */
  run: z.string(),
  /** The step of that run. Only for turns of version 1, which have nothing else to be found by. */
  step: optionalText,
  /** Seconds since 1970 when the turn was last written. */
  at: z._default(z.number(), 0),
  /** Login of who asked; empty if not known. */
  by: text,
  /** What was asked, shortened. Remote text. */
  what: text,
  state: z.enum(STATES),
  /** The platform has accepted it, or it is only watched. */
  accepted: z.boolean(),
  /** It went to a job that had a turn before: a finished status may be that one's. */
  followUp: z._default(z.boolean(), false),
  /** The job it started, or that it was for. */
  job: optionalText,
  /** The pull request that the job reported. Remote text. */
  pr: optionalText,
  /** What is known of that pull request: its title (remote text), and how much it changes. */
  prTitle: optionalText,
  prSize: optionalText,
  /** The status comment on that pull request. */
  prComment: z.optional(z.number()),
  /** Where it was asked: a comment, an issue or a pull request. Remote text. */
  where: optionalText,
  /** `owner/name` of the run's repository. */
  repository: optionalText,
  /** Sentences made by this action: what happened, and what to do. Only the latest turn keeps them. */
  notes: z.optional(z.readonly(z.array(z.string()))),
  /** What the platform said of an error. Remote text. Only the latest turn keeps it. */
  said: optionalText,
});

export type Turn = Readonly<z.infer<typeof turnSchema>>;
export const turnsSchema = z.array(turnSchema);

const FINISHED: ReadonlySet<TurnState> = new Set(['pull-request', 'no-pull-request', 'failed', 'archived']);

/** Whether a run has seen the end of the job's turn. */
export function isFinished({ state }: Turn): boolean {
  return FINISHED.has(state);
}

/** Whether a run may still be at work on it. */
export function isUnfinished({ state }: Turn): boolean {
  return state === 'sending' || state === 'working';
}

/** Seconds since 1970. */
export function secondsOf(clock: Clock): number {
  return Math.floor(clock.date().getTime() / 1000);
}

/** Turns that a comment shows. */
export const SHOWN_TURNS = 10;
/** Seconds after which nobody can run the workflow run again (30 days, and a day for clocks that differ). */
const MEMORY_SECONDS = 31 * 24 * 3600;
/** Turns that a comment can hold, 100 characters each at most once they are packed. */
const MOST_TURNS = 400;

/** The job that a follow-up goes to: the latest that the platform is known to have. */
export function currentJob(turns: readonly Turn[]): string | undefined {
  return turns.findLast(({ accepted, job }) => accepted && job !== undefined)?.job;
}

/** Seconds after which a request that is still being sent was cut off. */
const SENDING_SECONDS = 120;

/** What other runs are sending at the moment, before and after this run's turn. */
export function sendingNow(
  turns: readonly Turn[],
  own: Pick<Turn, 'id'>,
  now: number,
): { readonly before: number; readonly after: number } {
  const at = turns.findIndex(({ id }) => id === own.id);
  const others = turns.map(
    (turn, index) => index !== at && turn.state === 'sending' && now - turn.at < SENDING_SECONDS,
  );
  const before = others.slice(0, Math.max(0, at)).filter(Boolean).length;
  return { before, after: others.filter(Boolean).length - before };
}

/** What makes two turns the same request. */
type Identity = Pick<Turn, 'id' | 'run' | 'step'>;

/** The turn of a request, whichever attempt wrote it. */
export function turnOf(turns: readonly Turn[], request: Identity): Turn | undefined {
  return turns.findLast((turn) => isSame(turn, request));
}

function isSame(turn: Identity, other: Identity): boolean {
  if (turn.id !== '' && other.id !== '') return turn.id === other.id;
  return turn.run === other.run && turn.step !== undefined && turn.step === other.step;
}

/**
 * What is known after a look: `read` as it is, then what this run knows and the comment has lost. A turn of this run is
 * newer than what the comment says of it.
 */
export function merged(
  read: readonly Turn[],
  known: readonly Turn[],
  own: Turn | undefined,
  now: number,
): Turn[] {
  const lost = known.filter((turn) => !turnOf(read, turn));
  const all = lost.length === 0 ? [...read] : [...lost, ...read].sort((a, b) => a.at - b.at);
  return kept(own ? withOwn(all, own) : all, now);
}

/** A request that is sent anew becomes the latest; otherwise its turn stays where it is. */
function withOwn(turns: readonly Turn[], own: Turn): Turn[] {
  const at = turns.findLastIndex((turn) => isSame(turn, own));
  if (at < 0 || (own.state === 'sending' && turns[at]?.state !== 'sending')) {
    return [...turns.filter((turn) => !isSame(turn, own)), own];
  }
  return turns.with(at, own);
}

/** The latest are shown whole; older ones only say what a re-run must know, until their runs cannot be run again. */
function kept(turns: readonly Turn[], now: number): Turn[] {
  const shown = turns.length - SHOWN_TURNS;
  return turns
    .map((turn, index) =>
      index < shown ? inShort(turn) : index < turns.length - 1 ? withoutNotes(turn) : turn,
    )
    .filter((turn, index) => index >= shown || turn.at === 0 || now - turn.at < MEMORY_SECONDS)
    .slice(-MOST_TURNS);
}

function withoutNotes({ notes: _notes, said: _said, ...turn }: Turn): Turn {
  return turn;
}

function inShort(turn: Turn): Turn {
  const { id, asks, run, step, at, state, accepted, followUp, job, prComment } = turn;
  return { id, asks, run, step, at, by: '', what: '', state, accepted, followUp, job, prComment };
}
