import type { LedgerEntry } from '../sandbox/ledger.ts';
import { isPost, judge } from './judge.ts';
import { readStory, wordOf } from './story.ts';
import { type Outcome, playStory } from './world.ts';

/** Stories made of others: each with one fault at each request, killed there, or played in another order of requests. */

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
];

const BROKEN = ['reset-before', 'reset-after', 'hang', 'hang-after'];
const FAULTS = {
  github: [
    ...[...BROKEN, 'late', '500', '502-html', '429', 'secondary-limit', 'primary-limit', 'primary-limit.1'],
    ...['403', '404', '410', '422', 'html', 'wrong-shape'],
  ],
  post: [...BROKEN, '400', '401', '429', '502-html', 'html', 'no-id'],
  poll: [...BROKEN, '401', '404', '429', '503', 'empty'],
};
const LASTING = { github: ['500', 'secondary-limit', '403', 'hang'], post: ['429'], poll: ['503', '404'] };
const STOPS = ['dies before', 'dies after', 'cancelled before', 'cancelled after'];
const MOST_POLLS = 2;

export interface Derived {
  readonly text: string;
  readonly jobs: number;
}

export async function disturbed(): Promise<Derived[]> {
  const all = await Promise.all(CORE.map(disturbedOf));
  return all.flat();
}

async function disturbedOf(core: string): Promise<Derived[]> {
  const calm = await playStory(readStory(core.replace('! ', '')));
  const marked = core.split('; ').findIndex((step) => step.includes('! '));
  const steps = calm.story.steps;
  const index = steps.slice(0, marked).filter(({ hand }) => hand === undefined).length;
  const exchanges = calm.runs[index]?.exchanges ?? [];
  const withTrouble = (trouble: string, end = '') =>
    core
      .split('; ')
      .map((step, at) => (at === marked ? `${step.replace('! ', '')}, ${trouble}` : step))
      .join('; ') + end;
  const run = calm.runs[index]?.run ?? 0;
  return exchanges.flatMap((exchange) => {
    if (exchange.operation === 'get' && exchange.nth > MOST_POLLS) return [];
    const [kind, place] = [kindOf(exchange), `${ordinal(exchange.nth)}${wordOf(exchange.operation)}`];
    const once = FAULTS[kind].map((name) => withTrouble(`the ${place} gets ${name}`));
    const lasting = LASTING[kind].map((name) => withTrouble(`the ${place} on gets ${name}`));
    const stopped = STOPS.map((stop) => withTrouble(`${stop} the ${place}`, `; run ${run + 1} again`));
    return [...once, ...lasting, ...stopped].map((text) => ({ text, jobs: Number.POSITIVE_INFINITY }));
  });
}

function kindOf(exchange: LedgerEntry): keyof typeof FAULTS {
  if (isPost(exchange)) return 'post';
  return exchange.operation === 'get' ? 'poll' : 'github';
}

function ordinal(nth: number): string {
  return nth === 1 ? '' : `${nth}${['th', 'st', 'nd', 'rd'][nth] ?? 'th'} `;
}

const STARTING = ['write', 'list', '2nd list', 'create', 'edit'];
const AT_ONCE = [
  [
    'wait=false',
    [
      'maria comments "/docs one" on #12',
      'maria comments "/docs two" on #12',
      'maria comments "/docs three" on #12',
    ],
  ],
  ['wait=false ids', ['maria comments "/docs one" on #12', 'maria comments "/docs two" on #12']],
  [
    'wait=false job-id=latest issue-number=30',
    ['maria pushes a squash of #101', 'maria pushes a squash of #102', 'maria comments "/docs three" on #30'],
  ],
] as const;
const ORDERS_OF_THREE = 150;

export function interleaved(): Derived[] {
  return AT_ONCE.flatMap(([head, events]) => {
    const inputs = head.replace(' ids', '');
    const odd = head.endsWith('ids') ? 'ids of comments fall; ' : '';
    const text = (order: string, runs: readonly string[]) =>
      `${inputs} | ${odd}requests come in the order ${order}; ${runs.join('; at the same time: ')}`;
    const two = events.slice(0, 2);
    const kills = [0, 1].flatMap((run) =>
      STARTING.map((place) =>
        two.map((event, at) => (at === run ? `${event}, dies after the ${place}` : event)),
      ),
    );
    const pairs = orders(['1', '2'], STARTING.length).flatMap((order) => [
      { text: text(order, two), jobs: 1 },
      // A run that dies once it has started a job leaves nobody a way to know of it.
      ...kills.map((runs) => ({ text: text(order, runs), jobs: 2 })),
    ]);
    if (events.length < 3) return pairs;
    const threes = orders(['1', '2', '3'], 3).filter((_, nth) => scattered(nth, 1680 / ORDERS_OF_THREE));
    return [...pairs, ...threes.map((order) => ({ text: text(order, events), jobs: 1 }))];
  });
}

function orders(runs: readonly string[], each: number): string[] {
  const left = new Map(runs.map((run) => [run, each]));
  const rest = (): string[] => {
    const open = runs.filter((run) => (left.get(run) ?? 0) > 0);
    if (open.length === 0) return [''];
    return open.flatMap((run) => {
      left.set(run, (left.get(run) ?? 0) - 1);
      const tails = rest().map((tail) => run + tail);
      left.set(run, (left.get(run) ?? 0) + 1);
      return tails;
    });
  };
  return rest();
}

export function scattered(index: number, every: number): boolean {
  return (Math.imul(index, 0x9e3779b1) >>> 16) % Math.max(1, Math.round(every)) === 0;
}

/** Plays a derived story. @returns what is wrong, in words */
export async function problemsOf({ text, jobs }: Derived): Promise<{ problems: string[]; outcome: Outcome }> {
  const outcome = await playStory(readStory(text));
  const problems = judge(outcome);
  if (outcome.jobs.length > jobs) problems.push(`makes ${outcome.jobs.length} jobs`);
  return { problems, outcome };
}
