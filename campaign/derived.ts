import { judge } from '../simulation/judge.ts';
import { wordOf } from '../simulation/sentences.ts';
import { readStory } from '../simulation/story.ts';
import { endOf } from '../simulation/transcript.ts';
import { runStory, type StoryOutcome } from '../simulation/world.ts';

/** Stories made of others: in each, a run is stopped or meets a late answer at one call, or requests come in another order. */

export interface DerivedStory {
  readonly text: string;
  /** How it ends if nothing is late, which what is late may not change. */
  readonly ends?: string;
}

const CORE = [
  '! maria labels #12 docs; run 1 again',
  'maria labels #12 docs; ! run 1 again',
  'jobs go as "failed"; maria labels #12 docs; jobs go as "happy"; ! run 1 again',
  '! maria comments "/docs shorter" on #12; run 1 again',
  'maria labels #12 docs; ! maria comments "/docs shorter" on #12; run 2 again',
  'jobs take 8 s; maria labels #12 docs; jobs go as "stale-after-message"; ! maria comments "/docs shorter" on #12; run 2 again',
  'maria labels #12 docs; maria comments "/docs shorter" on #12; ! run 2 again',
  'maria labels #12 docs; the docs pull request is merged; ! maria comments "/docs more" on #12; run 2 again',
  'job-id=job_1 include=none | somebody starts a job; 9 s pass; ! maria comments "/docs shorter" on #12; run 1 again',
  'job-id=job_1 | somebody starts a job; 9 s pass; ! maria comments "/docs shorter" on #12; run 1 again',
  'docs are in the same repository; maria labels #12 docs; ! maria comments "/docs shorten it" on #41; run 2 again',
  'docs are in the same repository; maria labels #12 docs; ! maria reviews #41 "/docs shorten it" + "Too long"; run 2 again',
  '! mallory comments "/docs buy shoes" on #12; maria comments "/docs explain proxies" on #12; run 1 again',
  'include=changes | ! maria pushes a rebase of #101; run 1 again',
  'job-id=latest issue-number=30 include=changes | the schedule fires; a commit is pushed; ! the schedule fires; run 2 again',
  'commit-status=docs | maria opens #101; ! maria comments "/docs it" on #101; run 2 again; maria pushes to #101',
  'commit-status=docs paths=src/** | ! maria opens #101; run 1 again; maria labels #101 no-docs',
  'commit-status=docs trigger-label=docs | ! maria labels #101 docs; run 1 again',
  'issue-number=30 include=changes | tag v1.0.0 exists; a commit is pushed; release v1.1.0 exists; ! maria pushes tag v1.1.0',
];

const STOPS = ['dies before', 'dies after', 'cancelled before', 'cancelled after'];
/** What GitHub answers for a while of what an event has just announced. */
const LATE: Readonly<Record<string, RegExp>> = {
  404: /^(issue|pull-request|files|comment-list|comment-create|reviews|review-comments|compare)$/,
  none: /^(commit-pulls|commits|tags)$/,
  'no-commit': /^status-create$/,
  old: /^releases$/,
};
const MOST_POLLS = 2;
/** What these stories may warn of: of an answer that is late, or of a call that waits for its turn. */
const WARNINGS = [
  /^The reply (couldn't be written|isn't up to date): /,
  /^The commit status of #\d+ wasn't written: /,
];

/** Stories in which one thing happens once, at each call of the run that has a `!`. */
export async function storiesByCall(): Promise<DerivedStory[]> {
  const all: DerivedStory[] = [];
  for (const core of CORE) all.push(...(await storiesByCallOf(core)));
  return all;
}

async function storiesByCallOf(core: string): Promise<DerivedStory[]> {
  const calm = await runStory(readStory(core.replace('! ', '')));
  const marked = calm.runs.findLast(({ text }) => core.includes(`! ${text}`));
  if (!marked) throw new RangeError(`Nothing in "${core}" has a "!".`);
  const { event, attempt, run, exchanges } = marked;
  const withTrouble = (trouble: string) => core.replace(/! ([^;]*)/, (_, step) => `${step}, ${trouble}`);
  return exchanges.flatMap(({ operation, nth, path }) => {
    if (operation === 'get' && nth > MOST_POLLS) return [];
    const word = wordOf(operation);
    const place = `${['', '', '2nd ', '3rd '][nth] ?? `${nth}th `}${word}`;
    const again = `; run ${run + 1} again`;
    const stopped = STOPS.map((stop) => ({ text: withTrouble(`${stop} the ${place}`) + again }));
    const fault = Object.keys(LATE).find((name) => LATE[name]?.test(operation));
    if (fault === undefined) return stopped;
    const call = nth === 1 ? `every ${word}` : `the ${place}`;
    const troubles = [`${call} gets ${fault}${nth === 1 ? ' for 3 s' : ''}`, `${call} is 5 s old`];
    const [, number] = /\/(?:pulls|issues)\/(\d+)/.exec(path) ?? [];
    const isOfOther = number !== undefined && (event.push !== undefined || number !== `${event.number}`);
    const isAnnounced = attempt === 1 && !isOfOther;
    const ends = isAnnounced ? { ends: endsOf(calm) } : {};
    return [...stopped, ...troubles.map((trouble) => ({ text: withTrouble(trouble), ...ends }))];
  });
}

/** @returns what is wrong, in words */
export async function problemsOf({ text, ends }: DerivedStory): Promise<string[]> {
  const outcome = await runStory(readStory(text));
  const found = endsOf(outcome);
  const isOther = ends !== undefined && ends !== found;
  return [...judge(outcome, WARNINGS), ...(isOther ? [`ends ${found}, not ${ends}`] : [])];
}

/** How its runs end, whenever they send something. */
function endsOf({ runs }: StoryOutcome): string {
  return runs.map((run) => endOf(run).replaceAll(/ at \d+ s/g, '')).join(' > ');
}

const COMMENTS = ['one', 'two', 'three'].map((word) => `maria comments "/docs ${word}" on #12`);
const AT_ONCE: Readonly<Record<string, readonly string[]>> = {
  'wait=false | ': COMMENTS,
  'wait=false | ids of comments fall; ': COMMENTS.slice(0, 2),
  'wait=false job-id=latest issue-number=30 | ': [
    'maria pushes a squash of #101',
    'maria pushes a squash of #102',
    'maria comments "/docs three" on #30',
  ],
};
const STARTING = ['write', 'list', '2nd list', 'create', 'edit'];
const ORDERS_OF_TWO = orders('1111122222');
/** Some 150 of 1680. */
const ORDERS_OF_THREE = orders('111222333').filter((_, nth) => isInSample(nth, 11));

/** Stories of two and three runs at the same moment: two in every order of their requests, also where one of them dies. */
export function storiesByOrder(): DerivedStory[] {
  return Object.entries(AT_ONCE).flatMap(([head, [one = '', two = '', three]]) => {
    const story = (order: string, ...runs: readonly string[]) =>
      `${head}requests come in the order ${order}; ${runs.join('; at the same time: ')}`;
    const pairs = ORDERS_OF_TWO.flatMap((order) => [
      story(order, one, two),
      ...STARTING.map((place) => story(order, `${one}, dies after the ${place}`, two)),
      ...STARTING.map((place) => story(order, one, `${two}, dies after the ${place}`)),
    ]);
    const threes = three === undefined ? [] : ORDERS_OF_THREE.map((order) => story(order, one, two, three));
    return [...pairs, ...threes].map((text) => ({ text }));
  });
}

/** All orders of such turns. */
function orders(turns: string): string[] {
  if (turns === '') return [''];
  return [...new Set(turns)].flatMap((turn) =>
    orders(turns.replace(turn, '')).map((others) => turn + others),
  );
}

/** Whether the one at this place is among one in `every`, which lie at no fixed distance. */
export function isInSample(index: number, every: number): boolean {
  return (Math.imul(index, 0x9e3779b1) >>> 16) % every === 0;
}
