import type { Pace } from './faults.ts';
import { WORKFLOWS } from './named-stories.ts';
import { Random } from './random.ts';
import {
  type Act,
  firstJob,
  type Outage,
  type StepPlan,
  type Story,
  storyOf,
  type Trouble,
} from './story.ts';

/** Stories that are drawn: the same for the same seed and number, whatever happened in others. */

const ISSUES = [12, 12, 12, 13];
const ACTORS = ['maria', 'maria', 'maria', 'maria', 'theo', 'theo', 'rita', 'mallory'];
/** How often what causes a run; the rest is the same for all. */
type Causes = Readonly<Record<'label' | 'comment' | 'dispatch', number>>;

const TALK: Causes = { label: 6, comment: 12, dispatch: 0.2 };
const DISPATCH: Causes = { label: 2, comment: 2, dispatch: 8 };

/** How often a workflow is drawn. */
const DRAWN = {
  label: 8,
  anything: 3,
  prompt: 3,
  'label, without memory': 1,
  'label, not waiting': 1,
  legs: 2,
  'legs alike': 1,
  calls: 2,
  'two steps alike': 2,
} as const;
const MOSTLY_DISPATCHED: readonly string[] = ['prompt', 'legs', 'legs alike', 'calls'];

const SCENARIOS = [
  'happy',
  'happy',
  'happy',
  'happy',
  'no-pull-request',
  'failed',
  'archived',
  'unknown-status',
];
const STALE = ['stale-after-message', 'stale-active-answer'];
const DISPATCHED = 'maria workflow_dispatch.';
const FOREIGN = ['watch', 'fork', 'gollum', 'workflow_run'];
const EDITS = ['text below', 'text below', 'text above', 'damaged', 'deleted'];

export function randomStory(seed: number, number: number): Story {
  const name = `random ${seed}:${number}`;
  const random = new Random(name);
  const workflow = random.weighted(DRAWN);
  const causes = MOSTLY_DISPATCHED.includes(workflow) ? DISPATCH : TALK;
  const concurrency = random.chance(0.6);
  return storyOf({
    name,
    concurrency,
    steps: WORKFLOWS[workflow] as readonly StepPlan[],
    parallel: random.chance(0.3),
    jobMs: random.pick([500, 3_000, 3_000, 20_000, 50_000]),
    latencyMs: Math.round(random.between(1, 400)),
    seed: number,
    acts: drawActs(random, concurrency, causes),
    rates: {
      github: random.pick([0, 0, 0.05, 0.2, 0.5]),
      post: random.pick([0, 0, 0.2, 0.6]),
      get: random.pick([0, 0, 0.1]),
      stop: random.pick([0, 0, 0.01, 0.04]),
    },
  });
}

function drawActs(random: Random, concurrency: boolean, causes: Causes): Act[] {
  const acts: Act[] = [`jobs ${random.pick(SCENARIOS)}`];
  let runs = 0;
  const length = 2 + Math.floor(random.between(0, 5));
  const next = () =>
    concurrency || random.chance(0.5) ? '' : `; next after ${Math.round(10 ** random.between(1, 4.7))}`;
  const drawn = {
    event: () => {
      runs += 1;
      const steps = random.chance(0.1) ? '; steps 0' : '';
      return `${drawEvent(random, causes)}${steps}${next()}`;
    },
    're-run': () => {
      const run = random.chance(0.6) ? runs - 1 : Math.floor(random.between(0, runs));
      return `re-run ${run}${random.chance(0.3) ? '; steps failed' : ''}${next()}`;
    },
    edit: () => `edit ${random.pick(ISSUES)} ${random.pick(EDITS)}`,
    chatter: () => `chatter 12 ${random.pick([3, 99, 250])}`,
    wait: () => `wait ${Math.round(10 ** random.between(2, 5.5))}`,
    jobs: () => `jobs ${random.pick([...SCENARIOS, ...STALE])}`,
  };
  while (acts.length <= length || runs === 0) {
    const again = runs > 0 ? 5 : 0;
    const weights = { event: 8, 're-run': again, edit: 2, chatter: 0.3, wait: 1, jobs: 2 };
    acts.push(drawn[random.weighted(weights)]());
  }
  return acts;
}

function drawEvent(random: Random, causes: Causes): Act {
  const weights = { ...causes, issue: 1, release: 0.5, edited: 0.5, foreign: 0.5 };
  const [by, number] = [random.pick(ACTORS), random.pick(ISSUES)];
  const drawn: Readonly<Record<keyof typeof weights, () => Act>> = {
    label: () => `${by} issues.labeled ${number} ${random.pick(['docs', 'docs', 'docs', 'bug'])}`,
    comment: () => {
      const text = random.pick(['/docs shorter', '/docs longer', '/docs', 'Thanks']);
      return `${by} issue_comment.created ${number} ${text}`;
    },
    edited: () => `${by}/${random.pick(ACTORS)} issue_comment.edited ${number} /docs longer`,
    issue: () => `${by} issues.${random.pick(['opened', 'edited', 'closed', 'unlabeled'])} ${number}`,
    dispatch: () => DISPATCHED,
    release: () => `maria release.${random.pick(['created', 'published', 'released'])}`,
    foreign: () => `${by} ${random.pick(FOREIGN)}.started`,
  };
  return drawn[random.weighted(weights)]();
}

/** What a job goes through in a single run. */
const COURSES = {
  happy: 8,
  'no-pull-request': 2,
  failed: 2,
  archived: 2,
  'archived-null-at': 1,
  'stale-after-message': 3,
  'stale-active-answer': 3,
  'stale-for-good': 1,
  'unknown-status': 2,
  'early-404': 2,
  'lost-job': 1,
  'bare-job': 1,
  'unknown-fields': 1,
  slow: 1,
} as const;

const FAIL_ON = [
  'failed, timeout',
  'none',
  'failed',
  'timeout',
  'archived',
  'no-pull-request',
  'failed, archived, timeout, no-pull-request',
];

/** A single run that creates a job, sends a follow-up, or watches, and what befalls it. A real one is quicker. */
export function runStory(seed: number, run: number, pace: Pace): Story {
  const name = `${seed}:${run}${pace === 'real' ? ':bundle' : ''}`;
  const random = new Random(name);
  const scale = pace === 'simulated' ? 1 : 0.004;
  const seconds = (...choices: number[]) => scale * random.pick(choices);
  const task = random.weighted({ create: 6, message: 4, watch: 2 });
  const scenario = random.weighted(COURSES);
  const jobMs = 1_000 * seconds(0.1, 3, 20, 90, 400);
  const rate = random.pick([0, 0, 0.1, 0.4, 0.8, 0.97]);
  const acts: Readonly<Record<typeof task, readonly Act[]>> = {
    create: [],
    // The turn before ends unlike the one that follows, so that one can be told from the other.
    message: ['jobs no-pull-request', `job ${jobMs * 3}`],
    watch: [`jobs ${scenario}`, 'job 0'],
  };
  return storyOf({
    ...{ name, pace, jobMs, seed: run },
    steps: [
      {
        job: 'docs',
        action: '__docs',
        inputs: {
          ...(task !== 'watch' && { prompt: 'Explain the proxy settings (zebra-crossing-4711).' }),
          ...(task !== 'create' && { 'job-id': firstJob(run) }),
          ...(random.chance(0.3) && { comment: 'true', 'issue-number': '7' }),
          wait: String(random.chance(0.85)),
          'fail-on': random.pick(FAIL_ON),
          'timeout-minutes': minutes(seconds(5, 20, 60, 240, 600, 1_200, 2_400) + (pace === 'real' ? 2 : 0)),
          'poll-interval-seconds': Math.max(0.05, seconds(0.5, 2, 7, 30, 60, 300)).toFixed(6),
          'settle-seconds': seconds(0, 5, 60, 180).toFixed(6),
        },
      },
    ],
    acts: [...acts[task], `jobs ${scenario}`, DISPATCHED],
    rates: { post: random.pick([0, 0.3, 0.7, 1]), get: rate, github: rate, stop: 0 },
    latencyMs: pace === 'simulated' ? Math.round(random.between(1, 400)) : 0,
    apiKey: drawKey(random),
    outage: random.chance(0.15) ? drawOutage(random, pace) : undefined,
    troubles: random.chance(0.25) ? drawSignal(random, scale) : [],
  });
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(6);
}

/** A key whose encodings all look different from it. */
function drawKey(random: Random): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=&<>"\'%~';
  return `mint_${Array.from({ length: 24 }, () => random.pick([...characters])).join('')}`;
}

function drawOutage(random: Random, pace: Pace): Outage {
  return {
    afterAnswers: random.pick([0, 0, 0, 1, 2, 5]),
    lastsMs: pace === 'simulated' ? 10 ** random.between(1, 5.5) : random.between(50, 3_000),
    kind: pace === 'simulated' && random.chance(0.3) ? 'silent' : 'refused',
  };
}

function drawSignal(random: Random, scale: number): Trouble[] {
  const signal = random.pick(['SIGINT', 'SIGTERM', 'SIGINT twice', 'SIGTERM', 'SIGINT', 'SIGTERM twice']);
  if (random.chance(0.4)) return [`${scale * 10 ** random.between(0, 5.5)} ms=${signal}`];
  const nth = random.pick([1, 1, 1, 2, 3]);
  const kind = `${signal} ${random.pick(['on arrival', 'on answer'])}`;
  return random.pick([['create', 'message'], ['get']]).map((operation) => `${operation} ${nth}=${kind}`);
}
