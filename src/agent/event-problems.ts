import { NO_TOKEN } from '../github/api.ts';
import { countsFromLastRun, isDispatch, readEvent, type TriggerEvent } from '../github/event.ts';
import type { AgentInputs, Problems } from '../inputs.ts';
import { isUnusable, phraseProblem, skipReason, type TriggerInputs, wantedOf } from './trigger.ts';

/** Input checks that need the event. Each entry names the input, the check, and the inputs that the check relies on. */
const CHECKS = [
  ['prompt', promptProblem, ['prompt', 'prompt-file', 'include', 'job-id', 'issue-number', 'release-tag']],
  ['job-id', latestProblem, ['job-id', 'issue-number', 'comment', 'release-tag']],
] as const;

/** Returns the problems with the inputs for this event; empty if the event is skipped anyway. */
export function eventProblems(
  inputs: AgentInputs,
  invalid: Readonly<Problems>,
  env: NodeJS.ProcessEnv,
): Problems {
  const isPhraseValid = !('trigger-phrase' in invalid);
  const phrase = isPhraseValid ? phraseProblem(inputs.triggerPhrase) : undefined;
  if (phrase !== undefined) return { 'trigger-phrase': phrase };
  const event = readEvent(env, isPhraseValid ? inputs.triggerPhrase : '');
  if (event.comment && !isPhraseValid) return {};
  if (!isUnusable(event, inputs) && skipReason(event, inputs) !== undefined) return {};
  const problems = CHECKS.filter(([, , needed]) => !needed.some((input) => input in invalid)).flatMap(
    ([name, problemOf]) => {
      const why = problemOf(event, inputs);
      return why === undefined ? [] : [[name, why] as const];
    },
  );
  return Object.fromEntries(problems);
}

/**
 * Returns a sentence on why the inputs and the event provide neither a prompt nor a job to watch; undefined if they
 * provide either.
 */
export function promptProblem(
  event: TriggerEvent,
  inputs: TriggerInputs & Pick<AgentInputs, 'issueNumber'>,
): string | undefined {
  const { what, job, quotes: names, tag } = wantedOf(event, inputs);
  if (job === 'given' || inputs.prompt !== undefined) return undefined;
  if (what === 'comment' && event.asked !== '') return undefined;
  const issueNumber = isDispatch(event) ? inputs.issueNumber : undefined;
  const isAbout = event.subject ?? event.release ?? event.push ?? tag ?? issueNumber;
  if (isAbout === undefined && !(countsFromLastRun(event) && names.has('changes'))) {
    const ways = isDispatch(event) ? ', `include: changes` or `issue-number`' : ' or `job-id`';
    const way = event.name === 'schedule' ? ' or `include: changes`' : ways;
    return `The action can't build a prompt from ${eventOf(event)}. Set \`prompt\`${way}. For a report of page views, set \`mode: analytics\`.`;
  }
  return names.size > 0
    ? undefined
    : 'With `include: none`, the prompt is empty. Set `prompt`, or remove `include`.';
}

function eventOf({ name }: TriggerEvent): string {
  return name === '' ? 'an event without a name' : `a \`${name}\` event`;
}

/** Returns a sentence on why `job-id: latest` can't work; undefined if it can, or if `job-id` isn't `latest`. */
export function latestProblem(
  event: TriggerEvent,
  inputs: TriggerInputs & Pick<AgentInputs, 'comment' | 'issueNumber' | 'githubToken'>,
): string | undefined {
  const { subject, push } = event;
  const { jobId, comment, issueNumber, githubToken } = inputs;
  if (jobId !== 'latest') return undefined;
  if (!comment)
    return '`latest` finds the job in the replies on the issue or pull request, so set `comment: true`.';
  if (githubToken === '') return `\`latest\` can't find the job in the replies because ${NO_TOKEN}.`;
  const isRelease = wantedOf(event, inputs).tag !== undefined;
  if (issueNumber !== undefined || (!isRelease && (subject || push?.branch !== undefined))) return undefined;
  const what = isRelease ? 'a release' : eventOf(event);
  return `Set \`issue-number\`: ${what} has no issue or pull request on which \`latest\` can find a job.`;
}
