import type { TriggerEvent } from '../../github/event.ts';
import { InputError } from '../../inputs.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { shorten } from '../../text/markdown.ts';
import { beginsWithCode, visibleLine, visibleText } from '../../text/visible.ts';
import { givenJobId, type RequestContext } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';
import { isNew, isPullRequestEvent, releaseTagOf } from './docs-request.ts';
import { inputProblem } from './input-problem.ts';
import { isMerge } from './permission.ts';
import { firstWord, wordsAfterPhrase } from './phrase.ts';

/** Checks that the inputs fit the event, then that it asks. @throws {InputError} @throws {RunStopped} `skipped` */
export function checkTrigger(context: RequestContext): void {
  const problem = inputProblem(context);
  if (problem) throw new InputError(problem);
  const { kind } = context.request;
  if (kind === 'watch' || kind === 'status-only') return;
  const reason = labelMismatch(context) ?? commentMismatch(context) ?? activityMismatch(context);
  if (reason) throw RunStopped.skipped(reason);
}

/** If `opened` also asked, an issue that is opened with the `trigger-label` would start two jobs. */
function labelMismatch({ event, inputs }: RequestContext): string | undefined {
  const { action, label = '', issueOrPull, comment } = event;
  const { triggerLabel, commitStatus } = inputs;
  if (comment) return undefined;
  if (!triggerLabel) {
    if (!commitStatus || !isPullRequestEvent(event)) return undefined;
    return 'With `commit-status`, a pull request starts a request only if `trigger-label` is set, or by a comment.';
  }
  if (!label && !issueOrPull) return undefined;
  if (action !== 'labeled') return `No label was added, but \`trigger-label\` is "${triggerLabel}".`;
  if (equalsIgnoringCase(triggerLabel, label)) return undefined;
  return `The label "${label}" was added, but \`trigger-label\` is "${triggerLabel}".`;
}

function commentMismatch({ event, inputs: { triggerPhrase } }: RequestContext): string | undefined {
  const { name, action, comment } = event;
  if (!comment) return undefined;
  const kind = name === 'pull_request_review' ? 'review' : 'comment';
  if (!isNew(event)) return `The ${kind} was ${action}. Only new ${kind}s start requests.`;
  const { body } = comment;
  if (wordsAfterPhrase(body, triggerPhrase) !== undefined) return undefined;
  const text = visibleText(body);
  if (text === '') return `The ${kind} has no text, but \`trigger-phrase\` is "${triggerPhrase}".`;
  if (beginsWithCode(body))
    return `The comment begins with code, which never counts as the \`trigger-phrase\` "${triggerPhrase}".`;
  return `The comment begins with "${shorten(firstWord(text), 40)}", but \`trigger-phrase\` is "${triggerPhrase}".`;
}

function activityMismatch({ event, inputs }: RequestContext): string | undefined {
  const { name, push } = event;
  const hasPrompt = (inputs.prompt ?? givenJobId(inputs) ?? releaseTagOf(event, inputs)) !== undefined;
  if (name === 'delete') return "A deleted branch or tag doesn't start a request.";
  if (push?.deleted)
    return `The ${push.tag ? 'tag' : 'branch'} ${visibleLine(push.tag ?? push.branch ?? '')} was deleted.`;
  if (push?.tag && !push.created && !hasPrompt)
    return `Without a \`prompt\`, only new tags start requests, and ${visibleLine(push.tag)} was moved.`;
  if (isMerge(event)) return undefined;
  return hasPrompt ? silentActivity(event) : otherActivity(event);
}

/** Activity types that ask without `prompt` and `job-id`. */
const ASKING_ACTIVITIES: Record<string, readonly string[]> = {
  issues: ['opened', 'labeled'],
  pull_request: ['opened', 'labeled'],
  release: ['published', 'released'],
};
/** Activity types that don't ask with a prompt either. Of a release, only those above do. */
const SILENT_ACTIVITIES: Record<string, readonly string[]> = {
  issues: ['deleted', 'transferred', 'unlabeled', 'unassigned'],
  pull_request: ['unlabeled', 'unassigned', 'review_request_removed', 'closed'],
};

/** Why an event with a `prompt` doesn't ask. */
function silentActivity(event: TriggerEvent) {
  const silent = SILENT_ACTIVITIES[kindOf(event)];
  if (!silent) return otherActivity(event);
  if (!silent.includes(event.action)) return undefined;
  return `The activity type \`${event.action}\` of \`${event.name}\` doesn't start a request.`;
}

/** Why an event without a `prompt` doesn't ask. */
function otherActivity(event: TriggerEvent) {
  const { name, action } = event;
  const kind = kindOf(event);
  const asking = ASKING_ACTIVITIES[kind];
  if (!asking || asking.includes(action)) return undefined;
  const types = asking.map((each) => `\`${each}\``).join(' and ');
  const merges = isPullRequestEvent(event) ? ', and merges,' : '';
  const without = kind === 'release' ? '' : ' without a `prompt`';
  return `Only the activity types ${types} of \`${name}\`${merges} start a request${without}. This one is \`${action}\`.`;
}

function kindOf({ name }: TriggerEvent) {
  return name.replace(/_target$/, '');
}
