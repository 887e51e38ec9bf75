import type { Log } from '../log.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import type { Job } from '../platform/schemas.ts';
import { onOneLine } from '../text/characters.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';

export interface Progress {
  readonly waitedMs: number;
  readonly polls: number;
  readonly nextPauseMs: number;
}

/** After this much silence, in milliseconds, a line says that the wait still goes on. */
const LONGEST_SILENCE_MS = 5 * 60_000;
/** A new line when the pause has grown by this factor. */
const PAUSE_GROWTH = 2;

/** Remote text, so that it cannot pass for a line of ours. */
const shown = (text: string) => onOneLine(shorten(text, 200));

/** Tells the log what happens, and nothing a hundred times. */
export class WaitLogger {
  readonly #log: Log;
  #status: string | undefined;
  #toldPauseMs = 0;
  #toldAtMs = 0;
  /** Polls that failed in a row. */
  #failures = 0;
  /** Whether the log knows of these failures. */
  #isFailureTold = false;
  #toldFailure: { readonly message: string; readonly atMs: number } | undefined;
  #unsettledTold = false;

  constructor(log: Log) {
    this.#log = log;
  }

  accepted(job: Job, kind: 'create' | 'message'): void {
    const what = kind === 'create' ? 'Job created' : 'Follow-up accepted';
    const model = job.model ? `, model ${shown(job.model)}` : '';
    const repository = job.repository ? `, repository ${shown(job.repository)}` : '';
    this.#log.info(`${what}: job-id ${shown(job.id)} (status ${shown(job.status)}${model}${repository}).`);
  }

  /** After every poll that was answered. */
  polled(job: Job, progress: Progress): void {
    this.#recovered(progress);
    const changed = job.status !== this.#status;
    const slower = progress.nextPauseMs >= this.#toldPauseMs * PAUSE_GROWTH;
    const silent = progress.waitedMs - this.#toldAtMs >= LONGEST_SILENCE_MS;
    this.#status = job.status;
    if (changed || slower || silent) this.#tell(`Status ${shown(job.status)}`, progress);
  }

  /** A poll failed, and the wait goes on. The same failure is news again only after a while. */
  failed(error: PlatformError, progress: Progress): void {
    this.#failures += 1;
    const told = this.#toldFailure;
    if (told?.message === error.message && progress.waitedMs - told.atMs < LONGEST_SILENCE_MS) return;
    this.#toldFailure = { message: error.message, atMs: progress.waitedMs };
    this.#isFailureTold = true;
    const row = this.#failures === 1 ? 'A poll' : `${this.#failures} polls in a row`;
    const text =
      error instanceof HttpError && error.platformText ? ` The platform says "${error.platformText}".` : '';
    this.#tell(
      `${row} failed, which says nothing about the job. ${error.message}${text} ${error.advice}`,
      progress,
    );
  }

  /** The job shows a finished status that may be that of the request before. */
  unsettled(job: Job): void {
    if (this.#unsettledTold) return;
    this.#unsettledTold = true;
    this.#log.info(
      `Status ${job.status}, which may still be that of the request before: waiting until that is clear, a minute at most.`,
    );
  }

  /** A status that is not documented. Once for each. */
  unknownStatus(status: string): void {
    this.#log.warning(
      `The platform reports a status that is not documented: ${shown(status)}. It is not taken for an end.`,
    );
  }

  #recovered(progress: Progress): void {
    if (this.#failures > 1 && this.#isFailureTold) {
      this.#tell(`Polls are answered again, after ${this.#failures} that failed`, progress);
    }
    this.#failures = 0;
    this.#isFailureTold = false;
  }

  #tell(what: string, { waitedMs, polls, nextPauseMs }: Progress): void {
    this.#toldPauseMs = nextPauseMs;
    this.#toldAtMs = waitedMs;
    const polled = polls === 1 ? '1 poll' : `${polls} polls`;
    this.#log.info(
      `${what.replace(/\.$/, '')} · ${duration(waitedMs)} waited, ${polled}; next in ${duration(nextPauseMs)}.`,
    );
  }
}
