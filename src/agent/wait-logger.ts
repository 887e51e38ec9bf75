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

/** Longest time without a log message (ms). After this time, the log says that the wait continues. */
const LONGEST_SILENCE_MS = 5 * 60_000;
/** Factor by which the pause between polls must grow before the log mentions it. */
const PAUSE_GROWTH = 2;

/** Puts remote text on one line, so that the text can't pass for a log message of this action. */
const shown = (text: string) => onOneLine(shorten(text, 200));

/** Logs the progress of a wait without repeating itself. */
export class WaitLogger {
  readonly #log: Log;
  #status: string | undefined;
  #loggedPauseMs = 0;
  #loggedAtMs = 0;
  /** Number of polls that have failed in a row. */
  #failures = 0;
  /** Whether these failures have been logged. */
  #isFailureLogged = false;
  #loggedFailure: { readonly message: string; readonly atMs: number } | undefined;
  #unsettledLogged = false;

  constructor(log: Log) {
    this.#log = log;
  }

  accepted(job: Job, kind: 'create' | 'message'): void {
    const what = kind === 'create' ? 'Job created' : 'Follow-up accepted';
    const model = job.model ? `, model ${shown(job.model)}` : '';
    const repository = job.repository ? `, repository ${shown(job.repository)}` : '';
    this.#log.info(`${what}: job-id ${shown(job.id)} (status ${shown(job.status)}${model}${repository}).`);
  }

  /** Logs a successful poll if the status is new, the pause has doubled, or nothing was logged for five minutes. */
  polled(job: Job, progress: Progress): void {
    this.#recovered(progress);
    const changed = job.status !== this.#status;
    const slower = progress.nextPauseMs >= this.#loggedPauseMs * PAUSE_GROWTH;
    const silent = progress.waitedMs - this.#loggedAtMs >= LONGEST_SILENCE_MS;
    this.#status = job.status;
    if (changed || slower || silent) this.#write(`Status ${shown(job.status)}`, progress);
  }

  /** Logs a failed poll after which the wait continues. An equal failure is logged again only after five minutes. */
  failed(error: PlatformError, progress: Progress): void {
    this.#failures += 1;
    const logged = this.#loggedFailure;
    if (logged?.message === error.message && progress.waitedMs - logged.atMs < LONGEST_SILENCE_MS) return;
    this.#loggedFailure = { message: error.message, atMs: progress.waitedMs };
    this.#isFailureLogged = true;
    const row = this.#failures === 1 ? 'A poll' : `${this.#failures} polls in a row`;
    const text =
      error instanceof HttpError && error.platformText
        ? ` Mintlify's response: "${error.platformText}".`
        : '';
    this.#write(`${row} failed, which doesn't mean that the job failed. ${error.message}${text}`, progress);
  }

  /** Logs once that the job's terminal status may still belong to the previous request. */
  unsettled(job: Job): void {
    if (this.#unsettledLogged) return;
    this.#unsettledLogged = true;
    this.#log.info(
      `Status ${job.status}, which may still belong to the previous request. The action waits up to a minute to be sure.`,
    );
  }

  /** Warns about an undocumented status. Must be called only once for each status. */
  unknownStatus(status: string): void {
    this.#log.warning(
      `Mintlify reports a status that isn't documented: ${shown(status)}. The action keeps waiting.`,
    );
  }

  #recovered(progress: Progress): void {
    if (this.#failures > 1 && this.#isFailureLogged) {
      this.#write(`Polling works again after ${this.#failures} failed polls`, progress);
    }
    this.#failures = 0;
    this.#isFailureLogged = false;
  }

  #write(what: string, { waitedMs, polls, nextPauseMs }: Progress): void {
    this.#loggedPauseMs = nextPauseMs;
    this.#loggedAtMs = waitedMs;
    const polled = polls === 1 ? '1 poll' : `${polls} polls`;
    this.#log.info(
      `${what.replace(/\.$/, '')} · ${duration(waitedMs)} waited, ${polled}; next in ${duration(nextPauseMs)}.`,
    );
  }
}
