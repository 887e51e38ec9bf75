import fc from 'fast-check';
import { FAULT_FORMS } from '../sandbox/faults.ts';
import { STOPS, type Story } from './story.ts';

/** Stories that are drawn by fast-check, which shrinks what it finds to the shortest story that breaks a promise. */

const often = <T>(...choices: readonly (readonly [weight: number, value: T])[]) =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

const WHO = often([6, 'maria'], [2, 'theo'], [1, 'rita'], [1, 'mallory']);
const WHERE = often([4, '12'], [1, '13']);
const THEN = often([6, ''], [1, '; then 0'], [1, '; then 700'], [1, '; then 20000']);
const HOW = [
  'happy',
  'happy',
  'no-pull-request',
  'failed',
  'archived',
  'unknown-status',
  'stale-after-message',
];

const WORDS = {
  label: fc
    .tuple(WHO, WHERE, fc.constantFrom('docs', 'docs', 'bug'))
    .map((all) => `${all[0]} issues.labeled ${all[1]} ${all[2]}`),
  comment: fc
    .tuple(WHO, WHERE, fc.constantFrom('/docs shorter', '/docs longer', '/docs', 'Thanks'))
    .map((all) => `${all[0]} issue_comment.created ${all[1]} ${all[2]}`),
  other: fc.constantFrom(
    'maria release.published',
    'maria release.created',
    'maria issues.opened 12',
    'maria issues.unlabeled 12 docs',
    'mallory watch.started',
    'maria issue_comment.edited 12 /docs longer',
  ),
};
const EVENT = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: WORDS.label }, { weight: 8, arbitrary: WORDS.comment }, WORDS.other),
    THEN,
  )
  .map((all) => all.join(''));
const DISPATCH = fc.tuple(fc.constant('dispatched'), THEN).map((all) => all.join(''));
const RERUN = fc
  .tuple(fc.nat({ max: 3 }), fc.constantFrom('', '; failed', '; steps 0'), THEN)
  .map(([run, which, then]) => `re-run ${run}${which}${then}`);
const OTHERWISE = fc.oneof(
  fc.constantFrom('text-below', 'text-above', 'damaged', 'deleted', 'copied').map((how) => `edit 12 ${how}`),
  fc.constantFrom(...HOW).map((how) => `jobs ${how}`),
  fc.constantFrom('wait 500', 'wait 30000', 'wait 200000', 'chatter 12 3', 'chatter 12 99'),
);

/** The names of faults, with all their forms. */
function forms(names: readonly string[]): string[] {
  return names.flatMap((name) =>
    Array.from({ length: FAULT_FORMS.get(name) ?? 0 }, (_, form) => (form === 0 ? name : `${name}.${form}`)),
  );
}

const ANY = forms([...FAULT_FORMS.keys()].filter((name) => name !== 'huge'));
/** GitHub does not answer with a comment that is another one. */
const BY_GITHUB = ANY.filter((name) => !/^(no-id|no-status|odd-fields|doubled)/.test(name));
const OF_PLATFORM = ['create', 'message', 'get'];
const OF_GITHUB = [
  'permission',
  'comment-list',
  'comment-create',
  'comment-update',
  'review',
  'review-comments',
  'reaction',
];

/** One fault, at one of these operations. */
function befall(operations: readonly string[], names: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      often([3, ''], [2, '0:'], [2, '1:'], [1, '2:']),
      fc.constantFrom(...operations),
      often([3, ''], [2, '.1'], [2, '.2'], [1, '.3']),
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...STOPS)),
      often([5, ''], [1, '*']),
    )
    .map(([step, operation, nth, what, lasts]) => `${step}${operation}${nth}=${what}${lasts}`);
}

function settings(given: Readonly<Record<string, fc.Arbitrary<string | undefined>>>) {
  return fc
    .record(given)
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined),
      ),
    );
}

const flag = often<string | undefined>([4, undefined], [1, '']);

/** What happens between runs. */
export const CONVERSATIONS: fc.Arbitrary<Story> = fc
  .record({
    workflow: often(
      [8, 'label'],
      [3, 'anything'],
      [3, 'prompt'],
      [2, 'matrix'],
      [1, 'alike'],
      [2, 'two-steps'],
      [1, 'label-alone'],
      [1, 'label-notify'],
    ),
    settings: settings({
      'jobs-take': often([2, '1000'], [2, '3000'], [1, '20000'], [1, '50000']),
      latency: fc.constantFrom('1', '20', '400'),
      together: flag,
      'falling-ids': flag,
      wait: often<string | undefined>([6, undefined], [1, 'false']),
    }),
    happenings: fc.array(
      fc.oneof(
        { weight: 8, arbitrary: EVENT },
        { weight: 4, arbitrary: RERUN },
        { weight: 2, arbitrary: DISPATCH },
        { weight: 3, arbitrary: OTHERWISE },
      ),
      { minLength: 1, maxLength: 6 },
    ),
    faults: fc.array(fc.oneof(befall(OF_PLATFORM, ANY), befall(OF_GITHUB, BY_GITHUB)), { maxLength: 3 }),
  })
  .map((story) => ({ ...story, happenings: possible(story.happenings) }))
  .filter(({ happenings }) => happenings.length > 0);

/** Without re-runs of what has not run. */
function possible(happenings: readonly string[]): string[] {
  let runs = 0;
  return happenings.filter((each) => {
    const again = /^re-run (\d)/.exec(each)?.[1];
    if (/^(dispatched|\w+ \w+\.)/.test(each)) runs += 1;
    return again === undefined || Number(again) < runs;
  });
}

const ENDS =
  'happy no-pull-request failed archived archived-null-at unknown-status early-404 lost-job bare-job unknown-fields slow';
const STALE = 'stale-after-message stale-active-answer stale-for-good';
const FAIL_ON = [
  'failed,timeout',
  'none',
  'failed',
  'timeout',
  'archived',
  'no-pull-request',
  'failed,archived,timeout,no-pull-request',
];
const SIGNAL = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('1ms', '2500ms', '9000ms', '100000ms'),
      fc
        .tuple(fc.constantFrom('create', 'message', 'get'), fc.constantFrom('.1', '.2'))
        .map((all) => all.join('')),
    ),
    fc.constantFrom('SIGINT', 'SIGTERM', 'SIGINT-early', 'SIGTERM-early', 'SIGINT-twice'),
  )
  .map(([place, what]) => `${place}=${place.endsWith('ms') ? what.replace('-early', '') : what}`);
/** A single run that creates a job, sends a follow-up, or watches; of the bundle the times are a hundredth. */
export function runs(isBundle: boolean): fc.Arbitrary<Story> {
  const minutes = (...seconds: readonly number[]) =>
    fc.constantFrom(...seconds.map((each) => String((isBundle ? each / 100 + 2 : each) / 60)));
  return fc
    .record({
      workflow: often([6, 'run-create'], [4, 'run-message'], [2, 'run-watch']),
      how: fc.constantFrom(...`${ENDS} ${STALE}`.split(' ')),
      settings: settings({
        ...(isBundle && { bundle: fc.constant('') }),
        'jobs-take': fc.constantFrom(
          ...[100, 3_000, 20_000, 90_000].map((ms) => String(isBundle ? ms / 100 : ms)),
        ),
        latency: isBundle ? fc.constant('0') : fc.constantFrom('1', '20', '400'),
        'timeout-minutes': minutes(5, 20, 60, 240, 600, 2_400),
        'poll-interval-seconds': fc.constantFrom(
          ...[0.5, 2, 7, 30, 300].map((s) => String(isBundle ? s / 100 + 0.05 : s)),
        ),
        wait: often<string | undefined>([6, undefined], [1, 'false']),
        'fail-on': fc.constantFrom(...FAIL_ON),
        comment: often<string | undefined>([3, undefined], [1, 'true']),
        'issue-number': fc.constant('7'),
        outage: often<string | undefined>(
          [8, undefined],
          [1, '0:700:refused'],
          [1, '1:60000:refused'],
          ...(isBundle ? [] : [[1, '2:90000:silent'] as const]),
        ),
      }),
      faults: fc
        .tuple(fc.array(befall(OF_PLATFORM, ANY), { maxLength: 3 }), fc.array(SIGNAL, { maxLength: 1 }))
        .map((all) => all.flat()),
    })
    .map(({ how, ...story }) => ({ ...story, happenings: happeningsOf(story, how, isBundle) }));
}

function happeningsOf(
  { workflow, settings }: Pick<Story, 'workflow' | 'settings'>,
  how: string,
  isBundle: boolean,
): string[] {
  if (workflow === 'run-create') return [`jobs ${how}`, 'dispatched'];
  if (workflow === 'run-watch') return [`jobs ${how}`, 'job', 'dispatched'];
  // The work before ends unlike the work that follows, so that one can be told from the other.
  const wait = `wait ${isBundle ? 10 : 3 * Number(settings['jobs-take'])}`;
  return ['jobs no-pull-request', 'job', wait, `jobs ${how}`, 'dispatched'];
}
