import { SimulatedClock } from '../__tests__/helpers/simulated-clock.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { jobId } from '../sandbox/platform/jobs.ts';
import { isPost, markerOf, nameOf } from './judge.ts';
import { wordOf } from './story.ts';
import type { Outcome, Played } from './world.ts';

const IDS = Array.from({ length: 30 }, (_, index) => jobId(index + 1));

export function named(words: string): string {
  return words.replace(/job_[0-9a-f]{16}/g, (id) => `job_${IDS.indexOf(id) + 1}`);
}

export function endOf({ step, exchanges }: Played): string {
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

export function transcriptOf({ story, runs }: Outcome): string {
  const lines = runs.flatMap((run) => [
    `${nameOf(run)} (${run.text}) ${endOfRun(run)}`,
    ...run.exchanges.map((exchange) => {
      const { at, operation, status, broken, path } = exchange;
      const seconds = ((at - SimulatedClock.EPOCH_MS) / 1000).toFixed(2);
      const answer = `${status ?? 'nothing'}${broken ? ` (${broken})` : ''}`;
      return `  ${seconds} s  ${wordOf(operation)} ${path}${contentText(exchange)} → ${answer}`;
    }),
    ...run.step.log.text.split('\n').map((line) => `  | ${line}`),
  ]);
  return named([`The story: ${story.text}`, ...lines].join('\n'));
}

function endOfRun({ step: { outcome, outputs } }: Played): string {
  return outcome ? `ends as ${outcome}: ${outputs['reason']}` : 'is killed';
}

/** What a comment's marker says, as far as another run decides by it. */
function contentText(entry: LedgerEntry): string {
  const { kind, state, action, job } = markerOf(entry) ?? {};
  const does = (action as { does?: string } | undefined)?.does;
  const words = [kind, state, does && `to ${does}`, job].filter((each) => each !== undefined);
  return words.length > 0 ? ` (${words.join(' ')})` : '';
}
