import { INPUT_NAMES } from '../__tests__/helpers/action-environment.ts';
import { behaviourNamed } from '../sandbox/faults.ts';
import { ODDITIES } from '../sandbox/github/state.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { OPERATIONS } from '../sandbox/operations.ts';
import { jobId } from '../sandbox/platform/jobs.ts';
import { scenarioNamed } from '../sandbox/scenarios.ts';
import { COMMANDS } from './commands.ts';
import { readEvent } from './story-events.ts';
import { WORKFLOWS } from './workflows.ts';

/**
 * What happens to a repository, as data: people cause events, each of which runs the workflow; they run it again, and
 * edit by hand; and here and there something breaks. Times are in milliseconds.
 *
 * As text it is on one line, in sections apart by ` | `: the workflow with its settings, what happens, and what breaks:
 *
 *     label jobs-take=8000 | labeled > /docs shorter > re-run 1 | 4=reset-after 1:message=gone
 */
export interface Story {
  /** A name of `workflows.ts`. */
  readonly workflow: string;
  /** One of {@link SETTINGS}, or an input of the action. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * Each is one of these:
   *
   * - what somebody did on GitHub, as `story-events.ts` reads it: `maria issues.labeled 12 docs`; in short `labeled`,
   *   `/docs shorter` or `dispatched`
   * - `re-run 0`: run 0 again, counted from 0 over all events; `re-run 0; failed`: only the jobs that have failed
   * - `wait 30000`; `jobs failed`: from now on jobs and follow-ups go as in this scenario of the sandbox; `job`: the
   *   platform gets a job from elsewhere; `chatter 12 250`: so many comments on issue 12; `edit 12 deleted`: what people
   *   do to the latest reply by hand (`text-above`, `text-below`, `damaged`, `copied`, `copied-older` into a comment from
   *   before, `deleted`, or `original-deleted`: the first one)
   * - `merge`, `close` and `push`: what people do to the agent's latest pull request that is open; `commit`: a commit on
   *   `main`, which starts no run; `tag v1`: a tag on the last commit; `release v1` and `draft v1`: a release that a workflow
   *   makes, which starts no run;
   *   `rename acme/renamed`: the repository; `transfer 12 acme/elsewhere`: an issue, which keeps its
   *   number
   *
   * A run is waited for before the next one begins, unless `; then 1000` says how many milliseconds that is. All its
   * steps run, unless `; steps 0` says which.
   */
  readonly events: readonly string[];
  /**
   * Where, and what: `create.2=500`. What is a name of the sandbox's faults, of {@link STOPS} or {@link HANDS}; with `*` at the end it
   * happens to all later ones of the same operation and step, too. Where is one of these:
   *
   * - `7`: an exchange, counted from 1 over the whole story
   * - `create`, `create.2`: each of an operation, or its second one in each step; `0:create` in the first step alone
   * - `1000ms`: so long after a step has begun, if it is stopped
   */
  readonly faults: readonly string[];
}

/** What can be set, and what it is unless it is. */
const SETTINGS = {
  /** How long a job is active, more or less. */
  'jobs-take': 3_000,
  /** Of a healthy answer. */
  latency: 20,
  ...ODDITIES,
  /** The agent opens its pull requests in the repository of the workflow. */
  'docs-here': false,
  /** Another workflow file listens to the same events. */
  'second-workflow': false,
  /** The jobs of a run begin at once; else one after another. */
  together: false,
  /** The step whose exchange about comments or of a prompt comes next, digit by digit. */
  order: '',
  /** Nobody listens: `2:500:refused` after two answers for 500 ms; `silent`: nothing answers. */
  outage: '',
};

/** Ways for a step to be stopped: once an exchange is answered or, `-early`, when it arrives. */
export const STOPS = ['SIGTERM', 'SIGTERM-early', 'gone', 'gone-early'] as const;
/** What people do once an exchange is answered: delete a comment, or merge, close or add to the agent's pull request. */
export const HANDS = ['deleted', 'merged', 'closed', 'pushed'] as const;
const ALL_STOPS: readonly string[] = [...STOPS, ...HANDS, 'SIGINT', 'SIGINT-early', 'SIGINT-twice'];

export interface StepPlan {
  /** The job's id in the workflow: the same for all jobs of a matrix, and all calls of a reusable workflow. */
  readonly job: string;
  /** `GITHUB_ACTION`. */
  readonly action: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** A story's settings, read. */
export type Plan = typeof SETTINGS & {
  readonly steps: readonly StepPlan[];
  readonly lines: readonly StoryLine[];
  readonly faults: readonly Fault[];
};

export interface Fault {
  readonly text: string;
  readonly name: string;
  readonly lasts: boolean;
  readonly isStop: boolean;
  /** Where: an exchange of the story, so long after a step has begun, or an operation, of a step alone, and its nth. */
  readonly place: Readonly<Partial<Record<'seq' | 'ms' | 'step' | 'nth', number>>>;
  readonly operation: string | undefined;
}

export const FIRST_JOB = jobId(1);
/** Its encodings all look different from it. */
export const API_KEY = 'mint_Kz8+/q=&<>"\'%~story0123456789';

/** One thing that happens, read. */
export type StoryLine = ReturnType<typeof readLine>;

function readLine(text: string) {
  const [words = '', ...options] = inFull(text).split('; ');
  const [verb = '', ...args] = words.split(' ');
  const [pattern] = (Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined) ?? [];
  if (pattern && !pattern.test(args.join(' '))) throw new RangeError(`Unknown "${words}" in the story.`);
  if (verb === 'jobs') scenarioNamed(args.join(' '));
  const unknown = options.find((option) => !/^(failed|steps \d+( \d+)*|then \d+)$/.test(option));
  if (unknown !== undefined) throw new RangeError(`Unknown option "; ${unknown}" of "${words}".`);
  const optionOf = (name: string) => options.find((option) => option.startsWith(name))?.slice(name.length);
  const thenMs = optionOf('then ');
  return {
    ...{ words, verb, args, event: pattern ? undefined : readEvent(words) },
    /** Milliseconds until the next thing happens; until the run has ended unless given. */
    thenMs: thenMs === undefined ? undefined : Number(thenMs),
    /** Of the workflow, those that run; all unless given. */
    steps: options.includes('failed') ? ('failed' as const) : optionOf('steps ')?.split(' ').map(Number),
  };
}

/** @throws {RangeError} when the story has a part that is not known */
export function planOf({ workflow, settings, events, faults }: Story): Plan {
  const steps = Object.hasOwn(WORKFLOWS, workflow) ? WORKFLOWS[workflow] : undefined;
  if (!steps) throw new RangeError(`Unknown workflow "${workflow}". They are in campaign/workflows.ts.`);
  const unknown = Object.keys(settings).find((name) => !(name in SETTINGS) && !INPUT_NAMES.includes(name));
  if (unknown !== undefined) throw new RangeError(`Unknown setting or input "${unknown}".`);
  const plan: Record<string, unknown> = { ...SETTINGS };
  const inputs: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    const usual = plan[name];
    if (usual === undefined) inputs[name] = value;
    else plan[name] = typeof usual === 'number' ? Number(value) : typeof usual === 'boolean' ? true : value;
  }
  const withJob = (all: Readonly<Record<string, string>>) =>
    all['job-id'] === 'FIRST' ? { ...all, 'job-id': FIRST_JOB } : all;
  return {
    ...plan,
    steps: steps.map((step) => ({ ...step, inputs: withJob({ ...step.inputs, ...inputs }) })),
    lines: events.map(readLine),
    faults: faults.map(readFault),
  } as unknown as Plan;
}

const PLACE =
  /^(?:(?<seq>\d+)|(?<ms>\d+(?:\.\d+)?)ms|(?:(?<step>\d+):)?(?<operation>[a-z-]+)(?:\.(?<nth>\d+))?)$/;

function readFault(text: string): Fault {
  const [, place = '', name = '', lasts] = /^(.*?)=(.*?)(\*?)$/.exec(text) ?? [];
  const { operation, ...numbers } = PLACE.exec(place)?.groups ?? { operation: 'other' };
  if (operation === 'other' || !OPERATIONS.some((each) => each === (operation ?? each)))
    throw new RangeError(`Unknown place "${place}" of the fault "${text}".`);
  const isStop = ALL_STOPS.includes(name);
  if (!isStop) behaviourNamed(name);
  const known = Object.entries(numbers).filter(([, value]) => value !== undefined);
  const numbered = Object.fromEntries(known.map(([part, value]) => [part, Number(value)]));
  return { text, name, lasts: lasts === '*', isStop, operation, place: numbered };
}

/** @param requests all there were so far */
export function isAt(
  { place, operation, lasts }: Fault,
  entry: LedgerEntry,
  requests: readonly LedgerEntry[],
): boolean {
  const { seq, step = entry.caller, nth } = place;
  if (seq !== undefined) {
    const first = requests[seq - 1];
    const isSame = first?.operation === entry.operation && first.caller === entry.caller;
    return entry.seq === seq || (lasts && isSame && entry.seq > seq);
  }
  const isNth = nth === undefined || (lasts ? entry.nth >= nth : entry.nth === nth);
  return operation === entry.operation && step === entry.caller && isNth;
}

export function storyText({ workflow, settings, events, faults }: Story): string {
  const words = Object.entries(settings).map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  const sections = [[workflow, ...words].join(' '), events.join(' > ')];
  return [...sections, ...(faults.length > 0 ? [faults.join(' ')] : [])].join(' | ');
}

/** @throws {RangeError} when it is none */
export function readStory(text: string): Story {
  const [head = '', events = '', faults = '', ...more] = text.split(' | ');
  if (more.length > 0) throw new RangeError('A story has three sections: workflow | events | faults.');
  const [workflow = '', ...words] = head.trim().split(' ');
  const settings = words.map((word) => /^(.*?)(?:=(.*))?$/s.exec(word)?.slice(1) as [string, string?]);
  const story = {
    workflow,
    settings: Object.fromEntries(settings.map(([name, value = '']) => [name, value])),
    events: events.split(' > ').filter((each) => each !== ''),
    faults: faults.split(' ').filter((each) => each !== ''),
  };
  planOf(story);
  return story;
}

/** An event in full. */
function inFull(event: string): string {
  return event
    .replace(/^labeled/, 'maria issues.labeled 12 docs')
    .replace(/^dispatched/, 'maria workflow_dispatch.')
    .replace(/^scheduled/, 'maria schedule.')
    .replace(/^merged (?=\d)/, 'maria push.squash ')
    .replace(/^\/docs/, 'maria issue_comment.created 12 /docs');
}
