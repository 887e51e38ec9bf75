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
const WATCH = { 'job-id': firstJob(1), context: 'none', comment: 'true' };
const ANYTHING = { comment: 'true' };

function step(inputs: Inputs, more: Partial<StepPlan> = {}): StepPlan {
  return { job: 'docs', action: '__acme_docs', inputs, ...more };
}

const LEGS = ['a', 'b'].map((leg) => step({ ...PROMPT, prompt: `Document ${leg}` }, { leg }));
const LEGS_ALIKE = ['a', 'b'].map((leg) => step(PROMPT, { leg }));
const CALLS = ['guides', 'reference'].map((what) => step({ ...PROMPT, prompt: `Write the ${what}` }));
const ACTIONS = ['__one', '__two'];
const TWO_STEPS = ACTIONS.map((action) => step({ ...PROMPT, prompt: action }, { action }));
const TWO_NOT_WAITING = ACTIONS.map((action) => step({ ...LABEL, wait: 'false' }, { action }));

/** @param steps the inputs of the only one, if they are not all given */
function tale(
  name: string,
  steps: Inputs | readonly StepPlan[],
  acts: readonly Act[],
  more: Partial<Story> = {},
): Story {
  return storyOf({ name, steps: Array.isArray(steps) ? steps : [step(steps as Inputs)], acts, ...more });
}

function troubled(...troubles: readonly Trouble[]): Partial<Story> {
  return { troubles };
}

export function commented(text: string): Act {
  return `maria issue_comment.created 12 ${text}`;
}

const LABELED = 'maria issues.labeled 12 docs';
const SHORTER = commented('/docs shorter');
const DISPATCHED = 'maria workflow_dispatch.';

/** A review of the agent's pull request as GitHub tells of it: the review, and each of its comments on lines. */
function reviewed(...texts: readonly string[]): Act[] {
  const about = `41 ${texts.join(' | ')}`;
  const comments = texts
    .slice(1)
    .map((_, line) => `maria pull_request_review_comment.created:${line} ${about}`);
  return [`maria pull_request_review.submitted ${about}`, ...comments];
}

const HERE = { docsHere: true };
const NOT_WAITING_FOR_EACH_OTHER = { concurrency: false };

/** Without faults of their own: what the exhaustive part breaks at every exchange. */
export const CORE: readonly Story[] = [
  tale('label, run again', LABEL, [LABELED, 're-run 0']),
  tale('failed job, run again', LABEL, ['jobs failed', LABELED, 'jobs happy', 're-run 0; steps failed']),
  tale('label, follow-up', LABEL, [LABELED, SHORTER]),
  tale('follow-up, run again', LABEL, [LABELED, 'jobs stale-after-message', SHORTER, 're-run 1'], {
    jobMs: 8_000,
  }),
  tale('legs of a matrix, one for the first time in attempt 2', LEGS, [
    `${DISPATCHED}; steps 0`,
    're-run 0; steps failed',
  ]),
  tale('legs with the same inputs, then both again', LEGS_ALIKE, [DISPATCHED, 're-run 0']),
  tale('two calls of one reusable workflow, the second for the first time in attempt 2', CALLS, [
    `${DISPATCHED}; steps 0`,
    're-run 0; steps 1',
  ]),
  tale('two steps in a job, run again', TWO_STEPS, [DISPATCHED, 're-run 0']),
  tale('watch on a comment', WATCH, ['job 0', SHORTER, 're-run 0']),
  tale(
    'label added, removed and added again',
    LABEL,
    [`${LABELED}; next after 1000`, 'maria issues.unlabeled 12 docs', LABELED],
    NOT_WAITING_FOR_EACH_OTHER,
  ),
  tale('three activities of one release', ANYTHING, [
    'maria release.created',
    'maria release.published',
    'maria release.released',
  ]),
  tale(
    'a comment on the pull request of the agent, run again',
    LABEL,
    [LABELED, 'maria issue_comment.created 41 /docs shorten it', 're-run 1'],
    HERE,
  ),
  tale(
    'a review with a text and comments on lines',
    LABEL,
    [LABELED, ...reviewed('/docs shorten it', 'Too long', 'And this')],
    HERE,
  ),
  tale('a stranger and a maintainer comment', LABEL, [
    'mallory issue_comment.created 12 /docs buy shoes',
    commented('/docs explain proxies'),
    're-run 0',
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

/** What once went wrong between runs, in the order of the table in docs/reliability.md. */
export const ROWS: readonly Story[] = [
  ...Object.entries({
    'attempt 2': [LABELED, 're-run 0', 're-run 0'],
    'a follow-up': [LABELED, SHORTER],
  }).flatMap(([what, acts]) =>
    CANNOT_LIST.map((kind) =>
      tale(
        `${what} while comments cannot be listed: ${kind}`,
        LABEL,
        acts,
        troubled(`[1] list-comments=${kind}`, `[1] read-comment=${kind}`),
      ),
    ),
  ),
  ...CORE.filter(({ name }) => /^legs|^two|^watch|^failed job|^label added|^three/.test(name)),
  ...['text below', 'text above'].map((how) =>
    tale(`${how} the status comment`, LABEL, [LABELED, `edit 12 ${how}`, 're-run 0', SHORTER, 're-run 1']),
  ),
  tale('1,000 comments before the status comment', LABEL, ['chatter 12 1000', LABELED, 're-run 0', SHORTER]),
  tale('2,450 comments before the status comment', LABEL, ['chatter 12 2450', LABELED, 're-run 0']),
  tale('the eleventh request on an issue, and the first one again', LABEL, [
    LABELED,
    ...Array.from({ length: 11 }, (_, nth) => commented(`/docs page ${nth}`)),
    're-run 0',
    're-run 1',
  ]),
  tale(
    'a slow look at the platform between reading and writing',
    { ...LABEL, wait: 'false' },
    [
      LABELED,
      'wait 30000',
      `${SHORTER}; next after 1000`,
      `${commented('/docs longer')}; next after 30000`,
      're-run 2',
    ],
    // Meanwhile the other run begins and ends.
    { ...NOT_WAITING_FOR_EACH_OTHER, ...troubled('[1] get 1=connection/5 s late') },
  ),
  ...['SIGTERM on answer', 'machine gone on answer'].map((kind) =>
    tale(
      `a follow-up that is stopped right after it was accepted (${kind}), and again`,
      LABEL,
      [LABELED, 'jobs stale-after-message', SHORTER, 're-run 1', 're-run 1'],
      { jobMs: 20_000, ...troubled(`[1] message=${kind}`) },
    ),
  ),
  ...['github/502 HTML', 'github/403 secondary limit', 'github/429', 'connection/hangs before'].map((kind) =>
    tale(
      `the permission cannot be asked for: ${kind}`,
      LABEL,
      [LABELED, 're-run 0'],
      troubled(`[0] permission=${kind}`),
    ),
  ),
  tale('two steps of a run that ask the same, and do not wait', TWO_NOT_WAITING, [LABELED, 're-run 0']),
  tale(
    'neither the reaction nor the comment can be written, and again',
    LABEL,
    [SHORTER, 're-run 0'],
    troubled(
      '[0] react=github/403 forbidden',
      '[0] create-comment=github/502 HTML',
      '[0] list-comments 2=github/502 HTML',
      '[0] list-comments 3=github/502 HTML',
    ),
  ),
  tale(
    'interrupted while the permission is asked for',
    LABEL,
    [LABELED, 're-run 0'],
    troubled('[0] permission=SIGTERM on arrival'),
  ),
  tale(
    'the machine is gone while the comment is written for the last time',
    LABEL,
    [LABELED, 're-run 0'],
    troubled('[0] update-comment 3=machine gone on arrival'),
  ),
  tale('a follow-up to a job that is archived', LABEL, ['jobs archived', LABELED, SHORTER]),
  ...['watch', 'fork', 'gollum', 'workflow_run'].map((name) =>
    tale(`a stranger causes ${name}`, PROMPT, [`mallory ${name}.completed`]),
  ),
  tale(
    'activities of an issue that ask for nothing',
    ANYTHING,
    ['edited', 'closed', 'deleted', 'transferred', 'unlabeled', 'reopened'].map(
      (action) => `maria issues.${action} 12 docs`,
    ),
  ),
  ...['create-comment', 'update-comment', 'read-comment', 'react'].flatMap((operation) =>
    [1, 2, 3].map((nth) =>
      tale(
        `one rate limit at ${operation} ${nth}`,
        LABEL,
        [LABELED, SHORTER, 're-run 1'],
        troubled(`[0] ${operation} ${nth}=github/403 secondary limit`),
      ),
    ),
  ),
  tale(
    'a review that speaks in its comments on lines alone',
    LABEL,
    [LABELED, ...reviewed('', 'Look', '/docs shorten this', '/docs and this')],
    HERE,
  ),
  tale(
    'one comment on a line of the pull request',
    LABEL,
    [LABELED, 'maria pull_request_review_comment.created 41 /docs shorten', commented('/docs and explain')],
    HERE,
  ),
  tale('pull requests of nobody that is known', ANYTHING, [
    'maria issue_comment.created 55 /docs more',
    'maria pull_request.closed 55',
    'maria issue_comment.created 56 /docs this',
  ]),
];
