import fc from 'fast-check';
import { FAULT_NAMES } from '../sandbox/faults.ts';
import { JOB_SCENARIOS } from '../sandbox/scenarios.ts';
import { HANDS, STOPS, type Story } from './story.ts';

/** Stories that are drawn by fast-check, which shrinks what it finds to the shortest story that breaks a promise. */

/** One of the choices, of which a number before it says how often: `4*maria, rita`. The first is the simplest. */
function one(choices: string): fc.Arbitrary<string> {
  const weighted = choices.split(/,\s*/).map((choice) => {
    const [, weight = '1', value = ''] = /^(?:(\d+)\*)?(.*)$/s.exec(choice) ?? [];
    return { weight: Number(weight), arbitrary: fc.constant(value) };
  });
  return fc.oneof(...weighted);
}

/** A text in whose braces is one of their choices: `wait {2*500, 30000}`. */
function drawn(text: string): fc.Arbitrary<string> {
  const parts = text
    .split(/\{(.*?)\}/s)
    .map((part, index) => (index % 2 === 0 ? fc.constant(part) : one(part)));
  return fc.tuple(...parts).map((all) => all.join(''));
}

/** Settings and inputs; `-` is one that is left out. */
function settings(choices: Readonly<Record<string, string>>): fc.Arbitrary<Record<string, string>> {
  const drawn = Object.fromEntries(Object.entries(choices).map(([name, text]) => [name, one(text)]));
  return fc
    .record(drawn)
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '-')));
}

const THEN = '{6*, ; then 0, ; then 700, ; then 20000}';
const WHO = '{6*maria, 2*theo, rita, mallory}';
const often = (weight: number, text: string) => ({ weight, arbitrary: drawn(text) });
const EVENT = fc.oneof(
  often(3, `${WHO} issues.labeled {4*12, 13} {3*docs, bug}${THEN}`),
  often(5, `${WHO} issue_comment.created {4*12, 13} {/docs shorter, /docs longer, /docs, Thanks}${THEN}`),
  often(4, `re-run {0, 1, 2}{2*, ; failed, ; steps 0}${THEN}`),
  often(2, `{dispatched, scheduled}${THEN}`),
  often(
    3,
    `{4*maria, mallory, merge-queue[bot], dependabot[bot]} push.{4*squash 101, merge 102, rebase 201, squash 301,
      squash 41, queue 101 102, queue 301 101, direct, forced, 2*tag v1, tag v2, tag-moved v1}${THEN}`,
  ),
  often(2, `jobs {${JOB_SCENARIOS}}`),
  often(
    4,
    `{merge, close, push, commit, rename acme/renamed, 2*release v1, release v2, draft v2, tag v1,
      edit 12 text-below, edit 12 text-above, edit 12 damaged, edit 12 deleted, edit 12 copied, wait 500, wait 30000,
      wait 200000, chatter 12 3, chatter 12 99, maria release.published, maria release.created, maria issues.opened 12,
      maria issues.unlabeled 12 docs, mallory watch.started, maria issue_comment.edited 12 /docs longer,
      maria pull_request_review.submitted 101 Thanks, maria pull_request_review.dismissed 55 Thanks,
      maria pull_request_review.submitted 41 /docs shorter, renovate[bot] pull_request.opened 301,
      tina issues.labeled 12 docs, mona issue_comment.created 12 /docs longer}`,
  ),
);

/** GitHub does not answer with a comment that is another one. */
const BY_GITHUB = FAULT_NAMES.filter(
  (name) => !/^(no-id|no-link|no-status|odd-fields|doubled|credits|gave-up)/.test(name),
);

/** A fault of one of these operations. */
function faultOf(operations: string, names: readonly string[]): fc.Arbitrary<string> {
  const where = `{3*, 2*0:, 2*1:, 2:}{${operations}}{3*, 2*.1, 2*.2, .3}`;
  return fc.oneof(often(8, `${where}={${names}}{5*, *}`), drawn(`${where}={${[...STOPS, ...HANDS]}}{5*, *}`));
}
const OF_PLATFORM = faultOf('create, message, get', FAULT_NAMES);
const OF_GITHUB = faultOf(
  `permission, comment-list, comment-create, comment-update, review, review-comments, issue, content,
  pull-request, commit-pulls, release, workflow-runs, check-runs, commit-status, deployments, deployment-statuses`,
  BY_GITHUB,
);

/** What happens between runs. */
export const CONVERSATIONS: fc.Arbitrary<Story> = fc
  .record({
    workflow:
      one(`8*label, 3*anything, 3*prompt, 2*matrix, alike, 2*two-steps, label-alone, label-notify, 4*latest,
      4*merges, 2*push, push-changes, 2*sweep, by-number, by-pull-request, 2*bots, 2*prompt-here, maintainers`),
    settings: settings({
      'jobs-take': '2*1000, 2*3000, 20000, 50000',
      latency: '1, 20, 400',
      together: '4*-, ',
      'falling-ids': '4*-, ',
      'falling-times': '4*-, ',
      'docs-here': '2*-, ',
      stale: '6*-, 900, 2500',
      'late-reviews': '4*-, 1500',
      'late-merges': '4*-, 1, 2',
      'release-tag': '8*-, v1, v2',
      wait: '6*-, false',
      'checks-minutes': '6*-, 1, 4',
      checks: '2*-, 2*green, red, late-red, late, slow, stuck, same-name, previews',
    }),
    events: fc.array(EVENT, { minLength: 1, maxLength: 6 }),
    faults: fc.array(fc.oneof(OF_PLATFORM, OF_GITHUB), { maxLength: 3 }),
  })
  .map((story) => ({ ...story, events: possible(story.events) }))
  .filter(({ events }) => events.length > 0);

/** Without re-runs of what has not run. */
function possible(events: readonly string[]): string[] {
  let runs = 0;
  return events.filter((each) => {
    const again = /^re-run (\d)/.exec(each)?.[1];
    if (/^(dispatched|scheduled|[\w[\]-]+ \w+\.)/.test(each)) runs += 1;
    return again === undefined || Number(again) < runs;
  });
}

const SIGNAL = fc.oneof(
  drawn('{1ms, 2500ms, 9000ms, 100000ms}={SIGINT, SIGTERM, SIGINT-twice}'),
  drawn('{create, message, get}.{1, 2}={SIGINT, SIGTERM, SIGINT-early, SIGTERM-early, SIGINT-twice}'),
);

/** A single run that creates a job, sends a follow-up, or watches. */
export const SINGLE_RUNS: fc.Arbitrary<Story> = fc
  .record({
    workflow: one('6*run-create, 4*run-message, 2*run-watch'),
    how: one(JOB_SCENARIOS.join()),
    settings: settings({
      'jobs-take': '100, 3000, 20000, 90000',
      latency: '1, 20, 400',
      'timeout-minutes': [5, 20, 60, 240, 600, 2_400].map((seconds) => seconds / 60).join(),
      'poll-interval-seconds': '0.5, 2, 7, 30, 300',
      wait: '6*-, false',
      'fail-on': '3*-, none, failed, timeout, archived, no-pull-request',
      comment: '3*-, true',
      'issue-number': '7',
      outage: '8*-, 0:700:refused, 1:60000:refused, 2:90000:silent',
    }),
    faults: fc
      .tuple(fc.array(OF_PLATFORM, { maxLength: 3 }), fc.array(SIGNAL, { maxLength: 1 }))
      .map((all) => all.flat()),
  })
  .map(({ how, ...story }) => ({ ...story, events: eventsOf(story, how) }));

function eventsOf({ workflow, settings }: Pick<Story, 'workflow' | 'settings'>, how: string): string[] {
  if (workflow === 'run-create') return [`jobs ${how}`, 'dispatched'];
  if (workflow === 'run-watch') return [`jobs ${how}`, 'job', 'dispatched'];
  // The work before ends unlike the work that follows, so that one can be distinguished from the other.
  const wait = `wait ${3 * Number(settings['jobs-take'])}`;
  return ['jobs no-pull-request', 'job', wait, `jobs ${how}`, 'dispatched'];
}
