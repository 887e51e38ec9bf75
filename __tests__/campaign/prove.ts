import { type CHECKS, judge } from '../../campaign/judge.ts';
import type { Played, PlayedStep } from '../../campaign/played.ts';
import { API_KEY, readStory } from '../../campaign/story.ts';
import { playStory } from '../../campaign/world.ts';
import { json } from '../../sandbox/exchange.ts';
import { writeReply } from '../../sandbox/http-bytes.ts';
import type { LedgerEntry, LedgerJob } from '../../sandbox/ledger.ts';

/** Breaks each promise once, in what is left of a story that kept it, and sees that its check says so. */

interface Sabotage {
  readonly story: string;
  readonly spoil: (played: Played) => Played;
  /** What the check must say. */
  readonly said: RegExp;
}

const LABEL = 'label | labeled';
const AGAIN = 'label | labeled > re-run 0';
const FOLLOW_UP = 'label | labeled > /docs shorter please';
const RUN = 'run-create | dispatched';

type Spoil = Sabotage['spoil'];
type StepChange = Partial<PlayedStep> | ((step: PlayedStep) => Partial<PlayedStep>);
type ExchangeChange = Partial<LedgerEntry> | ((exchange: LedgerEntry) => Partial<LedgerEntry>);

/** The step says or does otherwise. */
function step(index: number, change: StepChange): Spoil {
  return (played) => ({
    ...played,
    steps: played.steps.map((each) =>
      each.index === index ? { ...each, ...(typeof change === 'function' ? change(each) : change) } : each,
    ),
  });
}

function result(change: (step: PlayedStep) => Partial<PlayedStep['result']>): Spoil {
  return step(0, (each) => ({ result: { ...each.result, ...change(each) } }));
}

function output(name: string, value: string): Spoil {
  return result((each) => ({ outputs: { ...each.result.outputs, [name]: value } }));
}

/** The exchanges at `place` (`0:create.1`, or `0:create` for all) are others. */
function exchanges(place: string, change: (exchange: LedgerEntry) => readonly LedgerEntry[]): Spoil {
  return (played) => {
    const all = played.exchanges.flatMap((each) => {
      const places = [`${each.caller}:${each.operation}`, `${each.caller}:${each.operation}.${each.nth}`];
      return places.includes(place) ? change(each) : [each];
    });
    const steps = played.steps.map((each) => ({
      ...each,
      exchanges: all.filter(({ caller }) => caller === each.index),
    }));
    return { ...played, steps, exchanges: all };
  };
}

const without = (place: string) => exchanges(place, () => []);
const changed = (place: string, change: ExchangeChange) =>
  exchanges(place, (each) => [{ ...each, ...(typeof change === 'function' ? change(each) : change) }]);
/** It happens once more, and otherwise. */
const twice = (place: string, change: ExchangeChange = {}) =>
  exchanges(place, (each) => [
    each,
    { ...each, at: each.at + 1, ...(typeof change === 'function' ? change(each) : change) },
  ]);

function jobs(change: (job: LedgerJob) => Partial<LedgerJob>): Spoil {
  return (played) => ({
    ...played,
    jobs: played.jobs.map((job) => ({
      ...job,
      id: job.id,
      work: job.work,
      prompts: job.prompts,
      ...change(job),
    })),
  });
}

/** GitHub made another comment of it. */
const another = ({ real, realAt = 0 }: LedgerEntry): Partial<LedgerEntry> => ({
  at: realAt + 1,
  realAt: realAt + 1,
  real: real && { ...real, body: real.body.replace(/"id":\d+/, '"id":4711') },
});

export const SABOTAGES: Readonly<Record<keyof typeof CHECKS, Sabotage>> = {
  'sends for whoever may not ask': {
    story: LABEL,
    spoil: step(0, ({ event }) => ({ expected: 'nothing', event: { ...event, by: 'mallory' } })),
    said: /by mallory sent a create/,
  },
  'sends again what may have arrived': {
    story: `${RUN} | create.1=429`,
    spoil: changed('0:create.1', { delivered: writeReply(json(502, {})) }),
    said: /create 1 was followed by another/,
  },
  'the ledger': {
    story: LABEL,
    spoil: (all) => ({ ...all, jobs: [...all.jobs, ...all.jobs] }),
    said: /2 prompts/,
  },
  'pays twice': {
    story: AGAIN,
    spoil: twice('0:create', { caller: 1, order: 1_000 }),
    said: /was paid twice: create/,
  },
  'a second job': {
    story: FOLLOW_UP,
    spoil: changed('1:message', { operation: 'create' }),
    said: /a new job instead of a follow-up/,
  },
  'a follow-up to a stray job': {
    story: FOLLOW_UP,
    spoil: changed('1:message', { real: json(200, { id: 'job_other' }) }),
    said: /a follow-up to job_other/,
  },
  'sends without its reply': {
    story: LABEL,
    spoil: changed('0:comment-create.1', { body: '{"body":"Hello"}' }),
    said: /sent a create with 0 complete replies/,
  },
  'sends without its memory': {
    story: FOLLOW_UP,
    spoil: without('1:comment-list'),
    said: /without having read/,
  },
  'sends what nobody was told of': {
    story: `${AGAIN} | 0:create=gone`,
    spoil: step(1, { outcome: 'pull-request' }),
    said: /attempt 1 was cut off while it sent/,
  },
  'what was accepted is known': {
    story: AGAIN,
    spoil: step(1, { outcome: 'unknown' }),
    said: /had told of the job/,
  },
  'writes a comment of others': {
    story: FOLLOW_UP,
    spoil: changed('1:comment-update', ({ path }) => ({ path: path.replace(/\d+$/, '1002') })),
    said: /wrote comment 1002/,
  },
  'too many replies': {
    story: LABEL,
    spoil: twice('0:comment-create.1', another),
    said: /made another reply, 4711/,
  },
  'too many comments on a pull request': {
    story: LABEL,
    spoil: twice('0:comment-create.2', another),
    said: /another comment on pull request 41/,
  },
  'a watch that writes more than once': {
    story: AGAIN,
    spoil: twice('1:comment-update'),
    said: /wrote its reply 2 times/,
  },
  'too many requests to GitHub': { story: LABEL, spoil: twice('0:permission'), said: /asked GitHub 7 times/ },
  'reacts to whoever is heard': {
    story: 'label | rita issue_comment.created 12 /docs more',
    spoil: changed('0:reaction', { body: '{"content":"rocket"}' }),
    said: /reacted with rocket/,
  },
  'an outcome': { story: LABEL, spoil: step(0, { outcome: '' }), said: /without an outcome/ },
  'a reason': { story: LABEL, spoil: output('reason', ''), said: /no reason/ },
  'the exit': {
    story: LABEL,
    spoil: step(0, { succeeded: false }),
    said: /failed with outcome "pull-request"/,
  },
  'an odd end': { story: LABEL, spoil: step(0, { oddEnd: 'it ended with 3' }), said: /it ended with 3/ },
  'the key is masked first': { story: LABEL, spoil: result(() => ({ commands: [] })), said: /not masked/ },
  'the summary': { story: LABEL, spoil: result(() => ({ summary: '' })), said: /summary/ },
  'a bug': { story: LABEL, spoil: result(() => ({ log: 'This is a bug.' })), said: /itself failed/ },
  'a pull request is told if there is one': {
    story: LABEL,
    spoil: output('pr-link', ''),
    said: /outcome is "pull-request" with pr-link ""/,
  },
  'outputs before the reply': {
    story: `${LABEL} | 0:comment-update.2=gone-early`,
    spoil: step(0, { outcome: '' }),
    said: /before the outputs/,
  },
  'a signal': {
    story: `${LABEL} | 0:get.1=SIGTERM`,
    spoil: step(0, ({ endMs }) => ({ endMs: endMs + 5_000 })),
    said: /ms to stop/,
  },
  'a job is in job-id': {
    story: LABEL,
    spoil: step(0, { jobId: '' }),
    said: /job-id is "", and the platform said/,
  },
  'who is skipped': { story: LABEL, spoil: step(0, { outcome: 'skipped' }), said: /of maria was skipped/ },
  'whose job it is': { story: LABEL, spoil: step(0, { jobId: 'job_other' }), said: /no job of this request/ },
  'nothing is lost': { story: LABEL, spoil: step(0, { outcome: 'error' }), said: /though nothing was wrong/ },
  'a failed request is sent anew': {
    story: 'label | jobs failed > labeled > re-run 0',
    spoil: without('1:create'),
    said: /sent nothing/,
  },
  'all that is asked': {
    story: FOLLOW_UP,
    spoil: jobs(({ prompts }) => ({ prompts: prompts.map(() => 'Hello') })),
    said: /not told "shorter please"/,
  },
  'nothing is told again': {
    story: FOLLOW_UP,
    spoil: jobs(({ prompts: [first = ''] }) => ({ prompts: [first, `${first} shorter please`] })),
    said: /told again/,
  },
  'a true end': {
    story: LABEL,
    spoil: step(0, { outcome: 'no-pull-request' }),
    said: /told "no-pull-request", and the work ended as "pull-request"/,
  },
  'the reply says the end': {
    story: LABEL,
    spoil: without('0:comment-update.2'),
    said: /does not say how it ended/,
  },
  'what is sent': { story: RUN, spoil: changed('0:create', { body: '{}' }), said: /something else was sent/ },
  'no prompt in outputs': {
    story: RUN,
    spoil: output('reason', 'zebra-crossing-4711).'),
    said: /the prompt is in the output reason/,
  },
  'the job that was told': {
    story: RUN,
    spoil: step(0, { jobId: 'job_other' }),
    said: /not the one that was/,
  },
  'the status that was told': { story: RUN, spoil: output('status', 'active'), said: /status is "active"/ },
  'the outcome that was told': {
    story: RUN,
    spoil: step(0, { outcome: 'failed' }),
    said: /outcome is "failed", and what is true: pull-request/,
  },
  'the deadline': {
    story: RUN,
    spoil: step(0, ({ endMs }) => ({ endMs: endMs + 3_600_000 })),
    said: /ms later than it may/,
  },
  'the key': {
    story: LABEL,
    spoil: (all) => ({ ...all, comments: [{ id: 1, issue: 12, body: API_KEY }] }),
    said: /to be read in a comment/,
  },
};

/** Prints what each check says of its sabotage. Resolves to whether all of them say it. */
export async function prove(): Promise<boolean> {
  let isProved = true;
  for (const [check, { story, spoil, said }] of Object.entries(SABOTAGES)) {
    const played = await playStory(readStory(story));
    const before = judge(played);
    const found = judge(spoil(played)).find((each) => each.check === check && said.test(each.text));
    const isFound = before.length === 0 && found !== undefined;
    isProved &&= isFound;
    const text = before.length > 0 ? `${before[0]?.text} before it was broken` : (found?.text ?? 'nothing');
    process.stdout.write(`${isFound ? 'ok    ' : 'MISSED'} ${check}: ${text}\n`);
  }
  process.stdout.write(isProved ? 'Every check is proved.\n' : 'A check is not proved.\n');
  return isProved;
}
