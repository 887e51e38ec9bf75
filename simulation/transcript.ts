import { jsonObject } from '../sandbox/exchange.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { jobId } from '../sandbox/mintlify/jobs.ts';
import { isPost, markerOf, nameOf } from './judge.ts';
import { wordOf } from './sentences.ts';
import { SimulatedClock } from './simulated-clock.ts';
import type { StoryOutcome, StoryRun } from './world.ts';

const IDS = Array.from({ length: 30 }, (_, index) => jobId(index + 1));

/** Calls jobs by the order of their creation. */
export function named(words: string): string {
  return words.replace(/job_[0-9a-f]{16}/g, (id) => `job_${IDS.indexOf(id) + 1}`);
}

/** What a run sent to Mintlify, or else the job that it watched, and its outcome. */
export function endOf({ step, exchanges }: StoryRun): string {
  const sent = exchanges.filter(isPost).map((post) => sentText(post, step.startMs));
  const what = sent.length > 0 ? sent.join(' + ') : (step.outputs['job-id'] ?? '');
  return named([what, step.outcome || 'dies'].filter((each) => each !== '').join(' → '));
}

function sentText({ operation, path, body, at }: LedgerEntry, startMs: number): string {
  const seconds = Math.round((at - SimulatedClock.EPOCH_MS - startMs) / 1000);
  const isQuoted = operation === 'message' && body.includes('All that there is to say');
  const job = operation === 'message' ? ` ${/job_\w+/.exec(path)?.[0]}` : '';
  return `${operation}${job}${isQuoted ? ' with its subject' : ''}${seconds > 2 ? ` at ${seconds} s` : ''}`;
}

/** Every run with its requests and its log. */
export function transcriptOf({ story, runs }: StoryOutcome): string {
  const lines = runs.flatMap((run) => {
    const { outcome, outputs, log } = run.step;
    return [
      `${nameOf(run)} (${run.text}) ${outcome ? `ends as ${outcome}: ${outputs['reason']}` : 'is killed'}`,
      ...run.exchanges.map(exchangeText),
      ...log.text.split('\n').map((line) => `  | ${line}`),
    ];
  });
  return named([`The story: ${story.text}`, ...lines].join('\n'));
}

/** With what a commit status says, or a comment's marker, as far as another run decides by it. */
function exchangeText(entry: LedgerEntry): string {
  const { at, operation, status, broken, path, body } = entry;
  const { kind, state, action, job } = markerOf(entry) ?? {};
  const does = (action as { does?: string } | undefined)?.does;
  const written = jsonObject(body) ?? {};
  const said = 'description' in written ? `${written['state']}: ${written['description']}` : undefined;
  const words = [said, kind, state, does && `to ${does}`, job].filter((each) => each !== undefined).join(' ');
  const seconds = ((at - SimulatedClock.EPOCH_MS) / 1000).toFixed(2);
  const answer = `${status ?? 'nothing'}${broken ? ` (${broken})` : ''}`;
  return `  ${seconds} s  ${wordOf(operation)} ${path}${words && ` (${words})`} → ${answer}`;
}
