import { Random } from '../random.ts';
import type { GithubEvent } from './event.ts';
import { type Act, type HandEdit, type StepPlan, type Story, storyOf } from './story.ts';

/** Stories that are drawn: the same for the same seed and number, whatever happened in others. */

const ISSUES = [12, 12, 12, 13];
const PEOPLE = ['maria', 'maria', 'maria', 'maria', 'theo', 'theo', 'rita', 'mallory'];
const LABEL = { 'trigger-label': 'docs', comment: 'true' };
const PROMPT = { prompt: 'Bring the docs up to date', comment: 'true', 'issue-number': '12' };

interface Workflow {
  readonly weight: number;
  readonly steps: readonly Omit<StepPlan, 'job'>[];
  /** How often what causes it; the rest is the same for all. */
  readonly events: Readonly<Record<'label' | 'comment' | 'dispatch', number>>;
}

const TALK = { label: 6, comment: 12, dispatch: 0.2 };
const DISPATCH = { label: 2, comment: 2, dispatch: 8 };
const ONE = { action: '__docs' };

const WORKFLOWS: Readonly<Record<string, Workflow>> = {
  label: { weight: 8, events: TALK, steps: [{ ...ONE, inputs: LABEL }] },
  anything: { weight: 3, events: TALK, steps: [{ ...ONE, inputs: { comment: 'true' } }] },
  prompt: { weight: 3, events: DISPATCH, steps: [{ ...ONE, inputs: PROMPT }] },
  'without memory': { weight: 1, events: TALK, steps: [{ ...ONE, inputs: { 'trigger-label': 'docs' } }] },
  'without waiting': { weight: 1, events: TALK, steps: [{ ...ONE, inputs: { ...LABEL, wait: 'false' } }] },
  legs: {
    weight: 2,
    events: DISPATCH,
    steps: ['a', 'b'].map((leg) => ({ ...ONE, leg, inputs: { ...PROMPT, prompt: `Document ${leg}` } })),
  },
  'legs alike': {
    weight: 1,
    events: DISPATCH,
    steps: ['a', 'b'].map((leg) => ({ ...ONE, leg, inputs: PROMPT })),
  },
  calls: {
    weight: 2,
    events: DISPATCH,
    steps: ['guides', 'reference'].map((prompt) => ({ ...ONE, inputs: { ...PROMPT, prompt } })),
  },
  steps: {
    weight: 2,
    events: TALK,
    steps: ['__one', '__two'].map((action) => ({ action, inputs: LABEL })),
  },
};

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
const FOREIGN = ['watch', 'fork', 'gollum', 'workflow_run'];
const EDITS: readonly HandEdit[] = ['text below', 'text below', 'text above', 'damaged', 'deleted'];

export function randomStory(seed: number, number: number): Story {
  const name = `random ${seed}:${number}`;
  const random = new Random(name);
  const weights = Object.fromEntries(Object.entries(WORKFLOWS).map(([key, { weight }]) => [key, weight]));
  const { steps, events } = WORKFLOWS[random.weighted(weights)] as Workflow;
  const concurrency = random.chance(0.6);
  return storyOf({
    name,
    concurrency,
    steps: steps.map((step) => ({ job: 'docs', ...step })),
    parallel: random.chance(0.3),
    jobMs: random.pick([500, 3_000, 3_000, 20_000, 50_000]),
    latencyMs: Math.round(random.between(1, 400)),
    seed: number,
    acts: drawActs(random, concurrency, events),
    rates: {
      github: random.pick([0, 0, 0.05, 0.2, 0.5]),
      post: random.pick([0, 0, 0.2, 0.6]),
      get: random.pick([0, 0, 0.1]),
      stop: random.pick([0, 0, 0.01, 0.04]),
    },
  });
}

function drawActs(random: Random, concurrency: boolean, events: Workflow['events']): Act[] {
  const acts: Act[] = [{ act: 'jobs', scenario: random.pick(SCENARIOS) }];
  let runs = 0;
  const length = 2 + Math.floor(random.between(0, 5));
  const more = () =>
    concurrency || random.chance(0.5) ? {} : { goOnAfterMs: Math.round(10 ** random.between(1, 4.7)) };
  while (acts.length <= length || runs === 0) {
    const kind = random.weighted({
      event: 8,
      're-run': runs > 0 ? 5 : 0,
      edit: 2,
      chatter: 0.3,
      wait: 1,
      jobs: 2,
    });
    if (kind === 'event') {
      const event = drawEvent(random, events);
      runs += 1;
      acts.push({ act: 'event', event, ...(random.chance(0.1) && { steps: [0] }), ...more() });
    } else acts.push(drawOther(random, kind, runs, more()));
  }
  return acts;
}

function drawOther(
  random: Random,
  kind: Exclude<Act['act'], 'event' | 'job'>,
  runs: number,
  more: object,
): Act {
  switch (kind) {
    case 're-run': {
      const run = random.chance(0.6) ? runs - 1 : Math.floor(random.between(0, runs));
      return { act: 're-run', run, ...(random.chance(0.3) && { steps: 'failed' as const }), ...more };
    }
    case 'edit':
      return { act: 'edit', issue: random.pick(ISSUES), how: random.pick(EDITS) };
    case 'chatter':
      return { act: 'chatter', issue: 12, comments: random.pick([3, 99, 250]) };
    case 'wait':
      return { act: 'wait', ms: Math.round(10 ** random.between(2, 5.5)) };
    case 'jobs':
      return { act: 'jobs', scenario: random.pick([...SCENARIOS, ...STALE]) };
  }
}

function drawEvent(random: Random, events: Workflow['events']): GithubEvent {
  const by = random.pick(PEOPLE);
  const number = random.pick(ISSUES);
  const kind = random.weighted({ ...events, issue: 1, release: 0.5, edited: 0.5, foreign: 0.5 });
  switch (kind) {
    case 'label':
      return {
        name: 'issues',
        action: 'labeled',
        by,
        number,
        label: random.pick(['docs', 'docs', 'docs', 'bug']),
      };
    case 'comment':
      return {
        name: 'issue_comment',
        action: 'created',
        by,
        number,
        text: random.pick(['/docs shorter', '/docs longer', '/docs', 'Thanks']),
      };
    case 'issue':
      return { name: 'issues', action: random.pick(['opened', 'edited', 'closed', 'unlabeled']), by, number };
    case 'dispatch':
      return { name: 'workflow_dispatch', action: '', by: 'maria' };
    case 'release':
      return { name: 'release', action: random.pick(['created', 'published', 'released']), by: 'maria' };
    case 'edited':
      return {
        name: 'issue_comment',
        action: 'edited',
        by,
        commentBy: random.pick(PEOPLE),
        number,
        text: '/docs longer',
      };
    case 'foreign':
      return { name: random.pick(FOREIGN), action: 'started', by };
  }
}
