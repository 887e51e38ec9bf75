import type { GithubEvent } from './event.ts';
import {
  type Act,
  firstJob,
  type Inputs,
  type StepPlan,
  type Story,
  storyOf,
  type Trouble,
} from './story.ts';

/** The stories that are told by name: each row of what once went wrong between runs, and what usually happens. */

const LABEL = { 'trigger-label': 'docs', comment: 'true' };
const PROMPT = { prompt: 'Bring the docs up to date', comment: 'true', 'issue-number': '12' };

function step(inputs: Inputs, more: Partial<StepPlan> = {}): StepPlan {
  return { job: 'docs', action: '__acme_docs', inputs, ...more };
}

/** @param steps the inputs of the only one, if they are not all given */
function tale(
  name: string,
  steps: Inputs | readonly StepPlan[],
  acts: readonly Act[],
  more: Partial<Story> = {},
): Story {
  return storyOf({ name, steps: Array.isArray(steps) ? steps : [step(steps as Inputs)], acts, ...more });
}

function event(event: Omit<GithubEvent, 'by'> & { by?: string }, more: object = {}): Act {
  return { act: 'event', event: { by: 'maria', ...event }, ...more };
}

function labeled(more: object = {}): Act {
  return event({ name: 'issues', action: 'labeled', number: 12, label: 'docs' }, more);
}

export function commented(text: string, more: object = {}, by = 'maria'): Act {
  return event({ name: 'issue_comment', action: 'created', number: 12, text, by }, more);
}

function dispatched(more: object = {}): Act {
  return event({ name: 'workflow_dispatch', action: '' }, more);
}

function again(run = 0, steps?: readonly number[] | 'failed'): Act {
  return { act: 're-run', run, ...(steps && { steps }) };
}

function jobs(scenario: string): Act {
  return { act: 'jobs', scenario };
}

/** The pull request of a sandbox's first job. */
const PULL_REQUEST = { number: 41, isPullRequest: true, author: 'mintlify[bot]' };

function onPullRequest(name: string, more: object): Act {
  return event({ ...PULL_REQUEST, name, action: 'created', ...more });
}

const REVIEW = { text: '/docs shorten it', lines: ['Too long', 'And this'] };
const LINES = { text: '', lines: ['Look', '/docs shorten this', '/docs and this'] };

/** A review as GitHub tells of it: the review, and each of its comments on lines. */
function reviewed(review: typeof REVIEW): Act[] {
  const comments = review.lines.map((_, line) =>
    onPullRequest('pull_request_review_comment', { ...review, line }),
  );
  return [onPullRequest('pull_request_review', { ...review, action: 'submitted' }), ...comments];
}

const LEGS = ['a', 'b'];
const TWO_ACTIONS = ['__one', '__two'];
const HERE = { docsHere: true };

/** Without faults of their own: what the exhaustive part breaks at every exchange. */
export const CORE: readonly Story[] = [
  tale('label, run again', LABEL, [labeled(), again()]),
  tale('failed job, run again', LABEL, [jobs('failed'), labeled(), jobs('happy'), again(0, 'failed')]),
  tale('label, follow-up', LABEL, [labeled(), commented('/docs shorter')]),
  tale(
    'follow-up, run again',
    LABEL,
    [labeled(), jobs('stale-after-message'), commented('/docs shorter'), again(1)],
    { jobMs: 8_000 },
  ),
  tale(
    'legs of a matrix, one for the first time in attempt 2',
    LEGS.map((leg) => step({ ...PROMPT, prompt: `Document ${leg}` }, { leg })),
    [dispatched({ steps: [0] }), again(0, 'failed')],
  ),
  tale(
    'legs with the same inputs, then both again',
    LEGS.map((leg) => step(PROMPT, { leg })),
    [dispatched(), again()],
  ),
  tale(
    'two calls of one reusable workflow, the second for the first time in attempt 2',
    ['guides', 'reference'].map((what) => step({ ...PROMPT, prompt: `Write the ${what}` })),
    [dispatched({ steps: [0] }), again(0, [1])],
  ),
  tale(
    'two steps in a job, run again',
    TWO_ACTIONS.map((action) => step({ ...PROMPT, prompt: action }, { action })),
    [dispatched(), again()],
  ),
  tale('watch on a comment', { 'job-id': firstJob(1), context: 'none', comment: 'true' }, [
    { act: 'job' },
    commented('/docs shorter'),
    again(),
  ]),
  tale(
    'label added, removed and added again',
    LABEL,
    [
      labeled({ goOnAfterMs: 1_000 }),
      event({ name: 'issues', action: 'unlabeled', number: 12, label: 'docs' }),
      labeled(),
    ],
    { concurrency: false },
  ),
  tale(
    'three activities of one release',
    { comment: 'true' },
    ['created', 'published', 'released'].map((action) => event({ name: 'release', action })),
  ),
  tale(
    'a comment on the pull request of the agent, run again',
    LABEL,
    [labeled(), onPullRequest('issue_comment', { text: '/docs shorten it' }), again(1)],
    HERE,
  ),
  tale('a review with a text and comments on lines', LABEL, [labeled(), ...reviewed(REVIEW)], HERE),
  tale('a stranger and a maintainer comment', LABEL, [
    commented('/docs buy shoes', {}, 'mallory'),
    commented('/docs explain proxies'),
    again(0),
  ]),
];

const CANNOT_LIST = [
  'github/500',
  'github/502 HTML',
  'github/403 secondary limit',
  'github/403 primary limit for an hour',
  'github/429',
  'connection/hangs before',
  'connection/reset before',
  'github/200 HTML',
  'github/odd shape',
];

/** The story with this trouble alone, at these operations of the nth step, from 0. */
function troubled(kind: string, nth: number, operations: readonly string[]): { troubles: Trouble[] } {
  return { troubles: [{ kind, step: nth, operations }] };
}

/** What once went wrong between runs, in the order of the table in docs/reliability.md. */
export const ROWS: readonly Story[] = [
  ...Object.entries({
    'attempt 2': [labeled(), again(), again()],
    'a follow-up': [labeled(), commented('/docs shorter')],
  }).flatMap(([what, acts]) =>
    CANNOT_LIST.map((kind) =>
      tale(
        `${what} while comments cannot be listed: ${kind}`,
        LABEL,
        acts,
        troubled(kind, 1, ['list-comments', 'read-comment']),
      ),
    ),
  ),
  ...CORE.filter(({ name }) => /^legs|^two|^watch|^failed job|^label added|^three/.test(name)),
  ...(['text below', 'text above'] as const).map((how) =>
    tale(`${how} the status comment`, LABEL, [
      labeled(),
      { act: 'edit', issue: 12, how },
      again(),
      commented('/docs shorter'),
      again(1),
    ]),
  ),
  tale('1,000 comments before the status comment', LABEL, [
    { act: 'chatter', issue: 12, comments: 1000 },
    labeled(),
    again(),
    commented('/docs shorter'),
  ]),
  tale('2,450 comments before the status comment', LABEL, [
    { act: 'chatter', issue: 12, comments: 2450 },
    labeled(),
    again(),
  ]),
  tale('the eleventh request on an issue, and the first one again', LABEL, [
    labeled(),
    ...Array.from({ length: 11 }, (_, nth) => commented(`/docs page ${nth}`)),
    again(0),
    again(1),
  ]),
  tale(
    'a slow look at the platform between reading and writing',
    { ...LABEL, wait: 'false' },
    [
      labeled(),
      { act: 'wait', ms: 30_000 },
      commented('/docs shorter', { goOnAfterMs: 1_000 }),
      commented('/docs longer', { goOnAfterMs: 30_000 }),
      again(2),
    ],
    // Meanwhile the other run begins and ends.
    { concurrency: false, ...troubled('connection/5 s late', 1, ['get 1']) },
  ),
  ...['SIGTERM on answer', 'machine gone on answer'].map((kind) =>
    tale(
      `a follow-up that is stopped right after it was accepted (${kind}), and again`,
      LABEL,
      [labeled(), jobs('stale-after-message'), commented('/docs shorter'), again(1), again(1)],
      { jobMs: 20_000, ...troubled(kind, 1, ['message']) },
    ),
  ),
  ...['github/502 HTML', 'github/403 secondary limit', 'github/429', 'connection/hangs before'].map((kind) =>
    tale(
      `the permission cannot be asked for: ${kind}`,
      LABEL,
      [labeled(), again()],
      troubled(kind, 0, ['permission']),
    ),
  ),
  tale(
    'two steps of a run that ask the same, and do not wait',
    TWO_ACTIONS.map((action) => step({ ...LABEL, wait: 'false' }, { action })),
    [labeled(), again()],
  ),
  tale(
    'neither the reaction nor the comment can be written, and again',
    LABEL,
    [commented('/docs shorter'), again()],
    {
      troubles: [
        ...troubled('github/403 forbidden', 0, ['react']).troubles,
        ...troubled('github/502 HTML', 0, ['create-comment', 'list-comments 2', 'list-comments 3']).troubles,
      ],
    },
  ),
  tale(
    'interrupted while the permission is asked for',
    LABEL,
    [labeled(), again()],
    troubled('SIGTERM on arrival', 0, ['permission']),
  ),
  tale(
    'the machine is gone while the comment is written for the last time',
    LABEL,
    [labeled(), again()],
    troubled('machine gone on arrival', 0, ['update-comment 3']),
  ),
  tale('a follow-up to a job that is archived', LABEL, [
    jobs('archived'),
    labeled(),
    commented('/docs shorter'),
  ]),
  ...['watch', 'fork', 'gollum', 'workflow_run'].map((name) =>
    tale(`a stranger causes ${name}`, PROMPT, [event({ name, action: 'completed', by: 'mallory' })]),
  ),
  tale(
    'activities of an issue that ask for nothing',
    { comment: 'true' },
    ['edited', 'closed', 'deleted', 'transferred', 'unlabeled', 'reopened'].map((action) =>
      event({ name: 'issues', action, number: 12, label: 'docs' }),
    ),
  ),
  ...['create-comment', 'update-comment', 'read-comment', 'react'].flatMap((operation) =>
    [1, 2, 3].map((nth) =>
      tale(
        `one rate limit at ${operation} ${nth}`,
        LABEL,
        [labeled(), commented('/docs shorter'), again(1)],
        troubled('github/403 secondary limit', 0, [`${operation} ${nth}`]),
      ),
    ),
  ),
  tale('a review that speaks in its comments on lines alone', LABEL, [labeled(), ...reviewed(LINES)], HERE),
  tale(
    'one comment on a line of the pull request',
    LABEL,
    [
      labeled(),
      onPullRequest('pull_request_review_comment', { text: '/docs shorten' }),
      commented('/docs and explain'),
    ],
    HERE,
  ),
  tale('pull requests of nobody that is known', { comment: 'true' }, [
    onPullRequest('issue_comment', { number: 55, isForeign: true, text: '/docs more' }),
    onPullRequest('pull_request', { number: 55, action: 'closed', merged: true }),
    onPullRequest('issue_comment', { number: 56, author: 'rita', text: '/docs this' }),
  ]),
];
