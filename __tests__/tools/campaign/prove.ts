import { ALLOWANCES, type Allowance } from '../../../campaign/allowances.ts';
import { CHECKS, judge, type Problem } from '../../../campaign/judge.ts';
import { API_KEY, readStory } from '../../../campaign/story.ts';
import type { StepRun, StoryResult } from '../../../campaign/story-result.ts';
import { playStory } from '../../../campaign/world.ts';
import { json } from '../../../sandbox/exchange.ts';
import { writeReply } from '../../../sandbox/http-bytes.ts';
import type { LedgerEntry, LedgerJob } from '../../../sandbox/ledger.ts';

/**
 * Breaks each promise, in what is left of a story that kept it, and sees that its check says so; and takes each allowance
 * away from the story that needs it.
 */

type Spoil = (result: StoryResult) => StoryResult;
/** The check, what becomes of the story, and what the check must say if it can say several things. */
type Sabotage = readonly [check: keyof typeof CHECKS, spoil: Spoil, text?: RegExp];

const LABEL = 'label | labeled';
const AGAIN = 'label | labeled > re-run 0';
const FOLLOW_UP = 'label | labeled > /docs shorter please';
const CHECKED = 'label checks-minutes=5 checks=green | labeled';
const RUN = 'run-create | dispatched';

const TROUBLE = {
  ...{ name: 'warning', properties: {} },
  data: "The checks of the docs pull request couldn't be read.",
};

type Change<T> = Partial<T> | ((each: T) => Partial<T>);

function alter<T>(each: T, change: Change<T>): T {
  return { ...each, ...(typeof change === 'function' ? change(each) : change) };
}

/** The step says or does otherwise. */
function step(index: number, change: Change<StepRun>): Spoil {
  const steps = ({ steps }: StoryResult) =>
    steps.map((each) => (each.index === index ? alter(each, change) : each));
  return (result) => ({ ...result, steps: steps(result) });
}

function result(change: Change<StepRun['result']>): Spoil {
  return step(0, (each) => ({ result: alter(each.result, change) }));
}

function output(name: string, value: string): Spoil {
  return result(({ outputs }) => ({ outputs: { ...outputs, [name]: value } }));
}

/** The exchanges at `place` (`0:create.1`, or `0:create` for all) are others. */
function exchanges(place: string, change: (exchange: LedgerEntry) => readonly LedgerEntry[]): Spoil {
  return (result) => {
    const all = result.exchanges.flatMap((each) => {
      const name = `${each.caller}:${each.operation}`;
      return [name, `${name}.${each.nth}`].includes(place) ? change(each) : [each];
    });
    const own = ({ index }: StepRun) => all.filter(({ caller }) => caller === index);
    const steps = result.steps.map((each) => ({ ...each, exchanges: own(each) }));
    return { ...result, steps, exchanges: all };
  };
}

const without = (place: string) => exchanges(place, () => []);
const changed = (place: string, change: Change<LedgerEntry>) =>
  exchanges(place, (each) => [alter(each, change)]);
/** It happens once more, and otherwise. */
const twice = (place: string, change: Change<LedgerEntry> = {}) =>
  exchanges(place, (each) => [each, alter({ ...each, at: each.at + 1 }, change)]);
const jobs = (change: Change<LedgerJob>): Spoil => {
  return (result) => ({ ...result, jobs: result.jobs.map((job) => alter(job, change)) });
};

const often = (place: string) => exchanges(place, (each) => [each, each, each, each]);

/** GitHub made another comment of it. */
const another = ({ real, realAt = 0 }: LedgerEntry): Partial<LedgerEntry> => ({
  at: realAt + 1,
  realAt: realAt + 1,
  real: real && { ...real, body: real.body.replace(/"id":\d+/, '"id":4711') },
});

/** Without its warnings. */
const bare = ({ result }: StepRun) => ({ result: { ...result, commands: [] } });

/** By story. */
const SABOTAGES: readonly (readonly [story: string, ...Sabotage[]])[] = [
  [
    LABEL,
    [
      'sends for whoever may not ask',
      step(0, ({ event }) => ({ expected: 'nothing', event: { ...event, by: 'mallory' } })),
    ],
    ['the ledger', (all) => ({ ...all, jobs: [...all.jobs, ...all.jobs] })],
    ['sends without its reply', changed('0:comment-create.1', { body: '{"body":"Hello"}' })],
    ['too many replies', twice('0:comment-create.1', another)],
    ['too many comments on a pull request', twice('0:comment-create.2', another)],
    ['too many requests to GitHub', often('0:permission')],
    ['an outcome', step(0, { outcome: '' })],
    ['a reason', output('reason', '')],
    ['the exit', step(0, { succeeded: false })],
    ['the key is masked first', result({ commands: [] })],
    ['the summary', result({ summary: '' })],
    ['a bug', result({ log: 'This is a bug.' })],
    ['a pull request is reported if there is one', output('pr-link', '')],
    ['who is skipped', step(0, { outcome: 'skipped' })],
    ['whose job it is', step(0, { jobId: 'job_other' }), /no job of this request/],
    ['whose job it is', step(0, { outcome: 'error', jobId: '' }), /though the platform did what was asked/],
    ['nothing is lost', step(0, { outcome: 'error' }), /though nothing was wrong/],
    ['the reported job', step(0, { jobId: '' })],
    ['a true end', step(0, { outcome: 'no-pull-request' })],
    ['the reply says the end', without('0:comment-update.2')],
    ['the key', (all) => ({ ...all, comments: [{ id: 1, issue: 12, body: API_KEY }] })],
  ],
  [
    `${RUN} | create.1=429`,
    ['sends again what may have arrived', changed('0:create.1', { delivered: writeReply(json(502, {})) })],
  ],
  [
    AGAIN,
    ['pays twice', twice('0:create', { caller: 1, order: 1_000 })],
    ['what was accepted is known', step(1, { outcome: 'unknown' })],
    ['a watch that writes more than once', twice('1:comment-update')],
  ],
  [
    FOLLOW_UP,
    ['a second job', changed('1:message', { operation: 'create' }), /a new job instead of a follow-up/],
    ['a follow-up to a stray job', changed('1:message', { real: json(200, { id: 'job_other' }) })],
    ['sends without its memory', without('1:comment-list')],
    [
      'a follow-up to a job whose pull request is merged',
      (all) => ({ ...all, closings: [{ atMs: 0, repository: 'acme/docs', number: 41 }] }),
    ],
    [
      'says what changed',
      changed('1:comment-update', ({ body }) => ({ body: body.replace(/new commit/g, 'word') })),
      /has 1 new commits, and the reply does not say so/,
    ],
    ['says what changed', without('1:pull-request'), /was not read at the end/],
    [
      'writes a comment of others',
      changed('1:comment-update', ({ path }) => ({ path: path.replace(/\d+$/, '1002') })),
    ],
    [
      'all that is asked',
      jobs(({ prompts }) => ({ prompts: prompts.map(() => 'Hello') })),
      /does not get "shorter please"/,
    ],
    [
      'nothing is repeated',
      jobs(({ prompts: [first = ''] }) => ({ prompts: [first, `${first} shorter please`] })),
    ],
  ],
  [`${AGAIN} | 0:create=gone`, ['a cut-off attempt is reported first', step(1, { outcome: 'pull-request' })]],
  [
    'label | /docs shorter',
    ['a second job', without('0:comment-list'), /nobody asked whether another request/],
  ],
  [
    'label | jobs no-new-commits > labeled > /docs shorter please',
    [
      'says what changed',
      changed('1:comment-update', ({ body }) => ({
        body: body.replace(/no new commit/g, 'what you asked for'),
      })),
      /has no new commit, and the reply does not say so/,
    ],
  ],
  [
    'push | maria push.squash 101',
    ['all that is asked', jobs({ prompts: ['Hello'] }), /does not get "All that there is to say about 101/],
  ],
  [`${LABEL} | 1=500`, ['nothing is lost', step(0, { outcome: 'error' }), /though nothing was wrong/]],
  ['label second-workflow | /docs more', ['a second workflow is named', step(1, bare)]],
  [`${LABEL} | 0:comment-update.2=gone-early`, ['outputs before the reply', step(0, { outcome: '' })]],
  [`${LABEL} | 0:get.1=SIGTERM`, ['a signal', step(0, ({ endMs }) => ({ endMs: endMs + 5_000 }))]],
  ['label | jobs failed > labeled > re-run 0', ['a failed request is sent anew', without('1:create')]],
  [
    CHECKED,
    ['true checks', output('checks', 'failure'), /GitHub said "success"/],
    [
      'true checks',
      changed('0:check-runs', ({ path }) => ({ path: path.replace(/commits\/\w+/, 'commits/another') })),
      /asked about another commit/,
    ],
    ['one word about checks', output('checks', 'pending')],
    [
      'the order of the wait for checks',
      twice('0:get.1', { seq: 10_000 }),
      /a get came after the first look at the checks/,
    ],
    ['the order of the wait for checks', without('0:comment-update.2'), /did not say that the pull request/],
    ['checks leave the outcome', step(0, { outcome: 'failed' })],
    ['one warning about checks', result({ commands: [TROUBLE, TROUBLE] })],
    ['too many calls for checks', exchanges('0:check-runs', (each) => Array(20).fill(each))],
  ],
  [LABEL, ['checks that nobody asked for', output('checks', 'success')]],
  [
    RUN,
    ['what is sent', changed('0:create', { body: '{}' })],
    ['no prompt in outputs', output('reason', 'zebra-crossing-4711).')],
    ['the reported job', step(0, { jobId: 'job_other' })],
    ['the reported status', output('status', 'active')],
    ['the reported outcome', step(0, { outcome: 'failed' })],
    ['the deadline', step(0, ({ endMs }) => ({ endMs: endMs + 3_600_000 }))],
  ],
];

/** What each check says of its sabotage, a line each; `MISSED` where it says nothing, or said it before. */
export async function prove(): Promise<string[]> {
  const left = new Set<string>(Object.keys(CHECKS));
  const lines: string[] = [];
  const tell = (name: string, [before]: readonly Problem[], found: Problem | undefined) => {
    const text = before ? `${before.text} before it was broken` : (found?.text ?? 'nothing');
    lines.push(`${!before && found ? 'ok    ' : 'MISSED'} ${name}: ${text}`);
  };
  for (const [story, ...sabotages] of SABOTAGES) {
    const result = await playStory(readStory(story));
    for (const [check, spoil, pattern = /./] of sabotages) {
      left.delete(check);
      const found = judge(spoil(result)).find((each) => each.check === check && pattern.test(each.text));
      tell(check, judge(result), found);
    }
  }
  for (const [allowance, story] of Object.entries(ALLOWANCES)) {
    const result = await playStory(readStory(story));
    tell(`allowed: ${allowance}`, judge(result), judge(result, allowance as Allowance)[0]);
  }
  return [...lines, ...[...left].map((check) => `MISSED ${check}: it has no sabotage`)];
}
