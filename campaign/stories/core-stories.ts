import { createHash } from 'node:crypto';
import type { GithubEvent } from './event.ts';
import { type Act, type StepPlan, type Story, storyOf, type Trouble } from './story.ts';

/** The stories that are told by name: each row of what once went wrong between runs, and what usually happens. */

const LABEL = { 'trigger-label': 'docs', comment: 'true' };
const PROMPT = { prompt: 'Bring the docs up to date', comment: 'true', 'issue-number': '12' };

function step(inputs: Readonly<Record<string, string>>, more: Partial<StepPlan> = {}): StepPlan {
  return { job: 'docs', action: '__acme_docs', inputs, ...more };
}

export function event(event: Omit<GithubEvent, 'by'> & { by?: string }, more: object = {}): Act {
  return { act: 'event', event: { by: 'maria', ...event }, ...more };
}

export function labeled(number = 12, more: object = {}): Act {
  return event({ name: 'issues', action: 'labeled', number, label: 'docs' }, more);
}

export function commented(text: string, more: object = {}): Act {
  return event({ name: 'issue_comment', action: 'created', number: 12, text }, more);
}

/** The pull request of a sandbox's first job. */
const PULL_REQUEST = { number: 41, isPullRequest: true, author: 'mintlify[bot]' };
const REVIEW = { ...PULL_REQUEST, text: '/docs shorten it', lines: ['Too long', 'And this'] };
const LINES = { ...PULL_REQUEST, text: '', lines: ['Look', '/docs shorten this', '/docs and this'] };

/** A review as GitHub tells of it: the review, and each of its comments on lines. */
function reviewed(review: typeof REVIEW): Act[] {
  const comments = review.lines.map((_, line) =>
    event({ ...review, name: 'pull_request_review_comment', action: 'created', line }),
  );
  return [event({ ...review, name: 'pull_request_review', action: 'submitted' }), ...comments];
}

const DISPATCHED = event({ name: 'workflow_dispatch', action: '' });

function again(run = 0, steps?: readonly number[] | 'failed', more: object = {}): Act {
  return { act: 're-run', run, ...(steps && { steps }), ...more };
}

/** The id of a sandbox's first job, as its seed 1 makes it. */
const FIRST_JOB = `job_${createHash('sha256').update('1:1').digest('hex').slice(0, 16)}`;

const READS = ['list-comments', 'read-comment'];
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

function cannotList(kind: string, step: number): Trouble {
  return { kind, step, operations: READS };
}

/** Without faults of their own: what the exhaustive part breaks at every exchange. */
export const CORE: readonly Story[] = [
  storyOf({ name: 'label, run again', steps: [step(LABEL)], acts: [labeled(), again()] }),
  storyOf({
    name: 'failed job, run again',
    steps: [step(LABEL)],
    acts: [
      { act: 'jobs', scenario: 'failed' },
      labeled(),
      { act: 'jobs', scenario: 'happy' },
      again(0, 'failed'),
    ],
  }),
  storyOf({ name: 'label, follow-up', steps: [step(LABEL)], acts: [labeled(), commented('/docs shorter')] }),
  storyOf({
    name: 'follow-up, run again',
    jobMs: 8_000,
    steps: [step(LABEL)],
    acts: [labeled(), { act: 'jobs', scenario: 'stale-after-message' }, commented('/docs shorter'), again(1)],
  }),
  storyOf({
    name: 'legs of a matrix, one for the first time in attempt 2',
    steps: ['a', 'b'].map((leg) => step({ ...PROMPT, prompt: `Document ${leg}` }, { leg })),
    acts: [event({ name: 'workflow_dispatch', action: '' }, { steps: [0] }), again(0, 'failed')],
  }),
  storyOf({
    name: 'legs with the same inputs, then both again',
    steps: ['a', 'b'].map((leg) => step(PROMPT, { leg })),
    acts: [DISPATCHED, again()],
  }),
  storyOf({
    name: 'two calls of one reusable workflow, the second for the first time in attempt 2',
    steps: ['guides', 'reference'].map((what) => step({ ...PROMPT, prompt: `Write the ${what}` })),
    acts: [event({ name: 'workflow_dispatch', action: '' }, { steps: [0] }), again(0, [1])],
  }),
  storyOf({
    name: 'two steps in a job, run again',
    steps: ['__one', '__two'].map((action) => step({ ...PROMPT, prompt: action }, { action })),
    acts: [DISPATCHED, again()],
  }),
  storyOf({
    name: 'watch on a comment',
    steps: [step({ 'job-id': FIRST_JOB, context: 'none', comment: 'true' })],
    acts: [{ act: 'job' }, commented('/docs shorter'), again()],
  }),
  storyOf({
    name: 'label added, removed and added again',
    steps: [step(LABEL)],
    concurrency: false,
    acts: [
      labeled(12, { goOnAfterMs: 1_000 }),
      event({ name: 'issues', action: 'unlabeled', number: 12, label: 'docs' }),
      labeled(),
    ],
  }),
  storyOf({
    name: 'three activities of one release',
    steps: [step({ comment: 'true' })],
    acts: ['created', 'published', 'released'].map((action) => event({ name: 'release', action })),
  }),
  storyOf({
    name: 'a comment on the pull request of the agent, run again',
    steps: [step(LABEL)],
    docsHere: true,
    acts: [
      labeled(),
      event({ ...PULL_REQUEST, name: 'issue_comment', action: 'created', text: '/docs shorten it' }),
      again(1),
    ],
  }),
  storyOf({
    name: 'a review with a text and comments on lines',
    steps: [step(LABEL)],
    docsHere: true,
    acts: [labeled(), ...reviewed(REVIEW)],
  }),
  storyOf({
    name: 'a stranger and a maintainer comment',
    steps: [step(LABEL)],
    acts: [
      event({ name: 'issue_comment', action: 'created', number: 12, text: '/docs buy shoes', by: 'mallory' }),
      commented('/docs explain proxies'),
      again(0),
    ],
  }),
];

/** What once went wrong between runs, in the order of the table in docs/reliability.md. */
export const ROWS: readonly Story[] = [
  ...CANNOT_LIST.map((kind) =>
    storyOf({
      name: `attempt 2 while comments cannot be listed: ${kind}`,
      steps: [step(LABEL)],
      acts: [labeled(), again(), again()],
      troubles: [cannotList(kind, 1)],
    }),
  ),
  ...CANNOT_LIST.map((kind) =>
    storyOf({
      name: `a follow-up while comments cannot be listed: ${kind}`,
      steps: [step(LABEL)],
      acts: [labeled(), commented('/docs shorter')],
      troubles: [cannotList(kind, 1)],
    }),
  ),
  ...CORE.filter(({ name }) => /^legs|^two|^watch|^failed job|^label added|^three/.test(name)),
  ...(['text below', 'text above'] as const).map((how) =>
    storyOf({
      name: `${how} the status comment`,
      steps: [step(LABEL)],
      acts: [labeled(), { act: 'edit', issue: 12, how }, again(), commented('/docs shorter'), again(1)],
    }),
  ),
  storyOf({
    name: '1,000 comments before the status comment',
    steps: [step(LABEL)],
    acts: [{ act: 'chatter', issue: 12, comments: 1000 }, labeled(), again(), commented('/docs shorter')],
  }),
  storyOf({
    name: '2,450 comments before the status comment',
    steps: [step(LABEL)],
    acts: [{ act: 'chatter', issue: 12, comments: 2450 }, labeled(), again()],
  }),
  storyOf({
    name: 'the eleventh request on an issue, and the first one again',
    steps: [step(LABEL)],
    acts: [
      labeled(),
      ...Array.from({ length: 11 }, (_, nth) => commented(`/docs page ${nth}`)),
      again(0),
      again(1),
    ],
  }),
  storyOf({
    name: 'a slow look at the platform between reading and writing',
    steps: [step({ ...LABEL, wait: 'false' })],
    concurrency: false,
    acts: [
      labeled(),
      { act: 'wait', ms: 30_000 },
      commented('/docs shorter', { goOnAfterMs: 1_000 }),
      commented('/docs longer', { goOnAfterMs: 30_000 }),
      again(2),
    ],
    // Meanwhile the other run begins and ends.
    troubles: [{ kind: 'connection/5 s late', step: 1, operations: ['get 1'] }],
  }),
  ...(['SIGTERM on answer', 'machine gone on answer'] as const).map((kind) =>
    storyOf({
      name: `a follow-up that is stopped right after it was accepted (${kind}), and again`,
      jobMs: 20_000,
      steps: [step(LABEL)],
      acts: [
        labeled(),
        { act: 'jobs', scenario: 'stale-after-message' },
        commented('/docs shorter'),
        again(1),
        again(1),
      ],
      troubles: [{ kind, step: 1, operations: ['message'] }],
    }),
  ),
  ...['github/502 HTML', 'github/403 secondary limit', 'github/429', 'connection/hangs before'].map((kind) =>
    storyOf({
      name: `the permission cannot be asked for: ${kind}`,
      steps: [step(LABEL)],
      acts: [labeled(), again()],
      troubles: [{ kind, step: 0, operations: ['permission'] }],
    }),
  ),
  storyOf({
    name: 'two steps of a run that ask the same, and do not wait',
    steps: ['__one', '__two'].map((action) => step({ ...LABEL, wait: 'false' }, { action })),
    acts: [labeled(), again()],
  }),
  storyOf({
    name: 'neither the reaction nor the comment can be written, and again',
    steps: [step(LABEL)],
    acts: [commented('/docs shorter'), again()],
    troubles: [
      { kind: 'github/403 forbidden', step: 0, operations: ['react'] },
      {
        kind: 'github/502 HTML',
        step: 0,
        operations: ['create-comment', 'list-comments 2', 'list-comments 3'],
      },
    ],
  }),
  storyOf({
    name: 'interrupted while the permission is asked for',
    steps: [step(LABEL)],
    acts: [labeled(), again()],
    troubles: [{ kind: 'SIGTERM on arrival', step: 0, operations: ['permission'] }],
  }),
  storyOf({
    name: 'the machine is gone while the comment is written for the last time',
    steps: [step(LABEL)],
    acts: [labeled(), again()],
    troubles: [{ kind: 'machine gone on arrival', step: 0, operations: ['update-comment 3'] }],
  }),
  storyOf({
    name: 'a follow-up to a job that is archived',
    steps: [step(LABEL)],
    acts: [{ act: 'jobs', scenario: 'archived' }, labeled(), commented('/docs shorter')],
  }),
  ...['watch', 'fork', 'gollum', 'workflow_run'].map((name) =>
    storyOf({
      name: `a stranger causes ${name}`,
      steps: [step(PROMPT)],
      acts: [event({ name, action: 'completed', by: 'mallory' })],
    }),
  ),
  storyOf({
    name: 'activities of an issue that ask for nothing',
    steps: [step({ comment: 'true' })],
    acts: ['edited', 'closed', 'deleted', 'transferred', 'unlabeled', 'reopened'].map((action) =>
      event({ name: 'issues', action, number: 12, label: 'docs' }),
    ),
  }),
  ...['create-comment', 'update-comment', 'read-comment', 'react'].flatMap((operation) =>
    [1, 2, 3].map((nth) =>
      storyOf({
        name: `one rate limit at ${operation} ${nth}`,
        steps: [step(LABEL)],
        acts: [labeled(), commented('/docs shorter'), again(1)],
        troubles: [{ kind: 'github/403 secondary limit', step: 0, operations: [`${operation} ${nth}`] }],
      }),
    ),
  ),
  storyOf({
    name: 'a review that speaks in its comments on lines alone',
    steps: [step(LABEL)],
    docsHere: true,
    acts: [labeled(), ...reviewed(LINES)],
  }),
  storyOf({
    name: 'one comment on a line of the pull request',
    steps: [step(LABEL)],
    docsHere: true,
    acts: [
      labeled(),
      event({
        ...PULL_REQUEST,
        name: 'pull_request_review_comment',
        action: 'created',
        text: '/docs shorten',
      }),
      commented('/docs and explain'),
    ],
  }),
  storyOf({
    name: 'pull requests of nobody that is known',
    steps: [step({ comment: 'true' })],
    acts: [
      event({
        name: 'issue_comment',
        action: 'created',
        ...PULL_REQUEST,
        number: 55,
        isForeign: true,
        text: '/docs more',
      }),
      event({ name: 'pull_request', action: 'closed', merged: true, ...PULL_REQUEST, number: 55 }),
      event({
        name: 'issue_comment',
        action: 'created',
        number: 56,
        isPullRequest: true,
        author: 'rita',
        text: '/docs this',
      }),
    ],
  }),
];
