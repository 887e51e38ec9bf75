import { isPost } from '../simulation/judge.ts';
import { wordOf } from '../simulation/sentences.ts';
import { readStory } from '../simulation/story.ts';
import { runStory } from '../simulation/world.ts';

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
    ...BROKEN,
    'late',
    '500',
    '502-html',
    '429',
    'secondary-limit',
    'primary-limit',
    'primary-limit.1',
    '403',
    '404',
    '410',
    '422',
    'html',
    'wrong-shape',
  ],
  post: [...BROKEN, '400', '401', '429', '502-html', 'html', 'no-id'],
  poll: [...BROKEN, '401', '404', '429', '503', 'empty'],
};
const LASTING = { github: ['500', 'secondary-limit', '403', 'hang'], post: ['429'], poll: ['503', '404'] };
const STOPS = ['dies before', 'dies after', 'cancelled before', 'cancelled after'];
const MOST_POLLS = 2;

/** What a fault may make the runs of these stories warn of. */
export const WARNINGS = [
  /^The reply (couldn't be written|isn't up to date): /,
  /^The commit status wasn't written: /,
];

/** Stories in which one thing goes wrong, at each request of the run that has a `!`. */
export async function disturbed(): Promise<string[]> {
  const all: string[] = [];
  for (const core of CORE) all.push(...(await disturbedOf(core)));
  return all;
}

async function disturbedOf(core: string): Promise<string[]> {
  const calm = await runStory(readStory(core.replace('! ', '')));
  const marked = calm.runs.findLast(({ text }) => core.includes(`! ${text}`));
  const withTrouble = (trouble: string) => core.replace(/! ([^;]*)/, (_, step) => `${step}, ${trouble}`);
  return (marked?.exchanges ?? []).flatMap((exchange) => {
    const { operation, nth } = exchange;
    if (operation === 'get' && nth > MOST_POLLS) return [];
    const kind = isPost(exchange) ? 'post' : operation === 'get' ? 'poll' : 'github';
    const place = `${['', '', '2nd ', '3rd '][nth] ?? `${nth}th `}${wordOf(operation)}`;
    const again = `; run ${(marked?.run ?? 0) + 1} again`;
    return [
      ...FAULTS[kind].map((fault) => withTrouble(`the ${place} gets ${fault}`)),
      ...LASTING[kind].map((fault) => withTrouble(`the ${place} on gets ${fault}`)),
      ...STOPS.map((stop) => withTrouble(`${stop} the ${place}`) + again),
    ];
  });
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
const ORDERS_OF_THREE = orders('111222333').filter((_, nth) => scattered(nth, 11));

/** Stories of two and three runs at the same moment: two in every order of their requests, also where one of them dies. */
export function interleaved(): string[] {
  return Object.entries(AT_ONCE).flatMap(([head, [one = '', two = '', three]]) => {
    const story = (order: string, ...runs: readonly string[]) =>
      `${head}requests come in the order ${order}; ${runs.join('; at the same time: ')}`;
    const pairs = ORDERS_OF_TWO.flatMap((order) => [
      story(order, one, two),
      ...STARTING.map((place) => story(order, `${one}, dies after the ${place}`, two)),
      ...STARTING.map((place) => story(order, one, `${two}, dies after the ${place}`)),
    ]);
    const threes = three === undefined ? [] : ORDERS_OF_THREE.map((order) => story(order, one, two, three));
    return [...pairs, ...threes];
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
export function scattered(index: number, every: number): boolean {
  return (Math.imul(index, 0x9e3779b1) >>> 16) % every === 0;
}
