import { equalsIgnoringCase } from '../text/compare.ts';
import type { GithubError } from './errors.ts';
import type { TriggerEvent } from './event.ts';
import type { IssueOrPull } from './objects.ts';
import { compareCommits, getPullRequest, type Operation, type Parameters } from './operations.ts';

// GitHub is late: for some seconds it may not find what an event has just announced, or answer as before the event.

/**
 * Says which answers GitHub gives only because it is late, by what the run's event announced. Attempts after the first
 * find everything there.
 */
export class EventAnswerPolicy {
  readonly #event: TriggerEvent;
  readonly #isFirstAttempt: boolean;
  readonly #newest = new Map<number, IssueOrPull>();

  constructor(event: TriggerEvent, attempt: number) {
    this.#event = event;
    this.#isFirstAttempt = attempt === 1;
  }

  /** Whether a refusal may only mean that GitHub doesn't know yet what the event announced. */
  mayNotExistYet(operation: Operation<unknown>, parameters: Parameters, error: GithubError): boolean {
    const isMissing = error.status === 404 || error.status === 422;
    if (!this.#isFirstAttempt || !isMissing || error.about === 'diff-unavailable') return false;
    if (operation === compareCommits) return true;
    const number = parameters['issue_number'] ?? parameters['pull_number'];
    return number !== undefined && number === this.#event.issueOrPull?.number;
  }

  /** Returns the answer, or a newer one that this run has seen, and whether the answer may be older than the event. */
  rememberNewest<T>(operation: Operation<T>, answer: T): { newest: T; isOld: boolean } {
    if ((operation as Operation<unknown>) !== getPullRequest) return { newest: answer, isOld: false };
    const pull = answer as IssueOrPull;
    const seen = this.#newest.get(pull.number);
    if (seen && Date.parse(pull.updatedAt) < Date.parse(seen.updatedAt)) {
      return { newest: seen as T, isOld: true };
    }
    this.#newest.set(pull.number, pull);
    return { newest: answer, isOld: this.#isFirstAttempt && contradicts(pull, this.#event) };
  }
}

/** Whether a pull request isn't as the event left it. A later change of it shows in `updated_at`. */
function contradicts(pull: IssueOrPull, { issueOrPull, action, label, isNewBase }: TriggerEvent) {
  if (issueOrPull?.number !== pull.number) return false;
  const isLater = Date.parse(pull.updatedAt) > Date.parse(issueOrPull.updatedAt);
  if (isLater) return false;
  const hasLabel = pull.labels.some((each) => equalsIgnoringCase(each, label));
  switch (action) {
    case 'synchronize':
      return pull.head !== issueOrPull.head;
    case 'labeled':
      return label !== undefined && !hasLabel;
    case 'unlabeled':
      return hasLabel;
    case 'edited':
      return isNewBase && pull.base.ref !== issueOrPull.base.ref;
    case 'reopened':
    case 'closed':
      return pull.state !== issueOrPull.state;
    default:
      return false;
  }
}
