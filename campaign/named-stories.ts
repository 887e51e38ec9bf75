import { firstJob, type Inputs, type StepPlan, type Story, storyOf } from './story.ts';

/** The stories that are told by name: each row of what once went wrong between runs, and what usually happens. */

const LABEL = { 'trigger-label': 'docs', comment: 'true' };
const LABEL_ALONE = { ...LABEL, wait: 'false' };
const PROMPT = { prompt: 'Bring the docs up to date', comment: 'true', 'issue-number': '12' };

function step(inputs: Inputs, more: Partial<StepPlan> = {}): StepPlan {
  return { job: 'docs', action: '__acme_docs', inputs, ...more };
}

const LEGS = ['a', 'b'];
const ACTIONS = ['__one', '__two'];

export const WORKFLOWS: Readonly<Record<string, readonly StepPlan[]>> = {
  label: [step(LABEL)],
  'label, not waiting': [step(LABEL_ALONE)],
  'label, without memory': [step({ 'trigger-label': 'docs' })],
  prompt: [step(PROMPT)],
  anything: [step({ comment: 'true' })],
  watch: [step({ 'job-id': firstJob(1), context: 'none', comment: 'true' })],
  legs: LEGS.map((leg) => step({ ...PROMPT, prompt: `Document ${leg}` }, { leg })),
  'legs alike': LEGS.map((leg) => step(PROMPT, { leg })),
  calls: ['guides', 'reference'].map((what) => step({ ...PROMPT, prompt: `Write the ${what}` })),
  'two steps': ACTIONS.map((action) => step({ ...PROMPT, prompt: action }, { action })),
  'two steps alike': ACTIONS.map((action) => step(LABEL, { action })),
  'two steps, not waiting': ACTIONS.map((action) => step(LABEL_ALONE, { action })),
};

/** What may stand among the acts of a plot. */
const SETTINGS: Readonly<Record<string, Partial<Story>>> = {
  'jobs take 8 s': { jobMs: 8_000 },
  'jobs take 20 s': { jobMs: 20_000 },
  'docs live here': { docsHere: true },
  'runs do not wait for each other': { concurrency: false },
};

/**
 * Stories with the name on a line, and the plot on those below: `workflow: act → act`. Settings and what breaks stand among
 * the acts. For `{one, other}` in the name there is a story each, and `{}` in the plot is the same one. `#` begins a remark.
 */
function told(text: string): Story[] {
  return [...text.matchAll(/^(\S.*)\n((?: .*\n)+)/gm)].flatMap(([, name = '', plot = '']) => {
    const [braces = '', choices = ''] = /\{(.*)\}/.exec(name) ?? [];
    return choices.split(/, ?/).map((one) => toldOnce(name.replace(braces, one), plot.replaceAll('{}', one)));
  });
}

function toldOnce(name: string, plot: string): Story {
  const [workflow = '', all = ''] = plot.trim().split(/: (.*)/s);
  const words = all.split('→').map((word) => word.trim());
  const acts = words.filter((word) => !word.includes('=') && !(word in SETTINGS));
  return storyOf({
    ...{ name, steps: WORKFLOWS[workflow] as readonly StepPlan[] },
    acts: acts.map((act) =>
      act
        .replace(/^labeled/, 'maria issues.labeled 12 docs')
        .replace(/^dispatched/, 'maria workflow_dispatch.')
        .replace(/^\/docs/, 'maria issue_comment.created 12 /docs'),
    ),
    troubles: words.filter((word) => word.includes('=')),
    ...Object.assign({}, ...words.map((word) => SETTINGS[word])),
  });
}

/** A review with comments on lines, as GitHub tells of it: in an event, and in one for each comment. */
function reviewed(...texts: readonly string[]): string {
  const about = `41 ${texts.join(' | ')}`;
  const comments = texts
    .slice(1)
    .map((_, line) => `maria pull_request_review_comment.created:${line} ${about}`);
  return [`maria pull_request_review.submitted ${about}`, ...comments].join(' → ');
}

/** Without faults of their own: what the exhaustive part breaks at every exchange. */
export const CORE: readonly Story[] = told(`
label, run again
  label: labeled → re-run 0
failed job, run again
  label: jobs failed → labeled → jobs happy → re-run 0; steps failed
label, follow-up
  label: labeled → /docs shorter
follow-up, run again
  label: jobs take 8 s → labeled → jobs stale-after-message → /docs shorter → re-run 1
legs of a matrix, one for the first time in attempt 2
  legs: dispatched; steps 0 → re-run 0; steps failed
legs with the same inputs, then both again
  legs alike: dispatched → re-run 0
two calls of one reusable workflow, the second for the first time in attempt 2
  calls: dispatched; steps 0 → re-run 0; steps 1
two steps in a job, run again
  two steps: dispatched → re-run 0
watch on a comment
  watch: job 0 → /docs shorter → re-run 0
label added, removed and added again
  label: runs do not wait for each other
  → labeled; next after 1000 → maria issues.unlabeled 12 docs → labeled
three activities of one release
  anything: maria release.created → maria release.published → maria release.released
a comment on the pull request of the agent, run again
  label: docs live here → labeled → maria issue_comment.created 41 /docs shorten it → re-run 1
a review with a text and comments on lines
  label: docs live here → labeled → ${reviewed('/docs shorten it', 'Too long', 'And this')}
a stranger and a maintainer comment
  label: mallory issue_comment.created 12 /docs buy shoes → /docs explain proxies → re-run 0
`);

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
const COMMENTING = ['create-comment', 'update-comment', 'read-comment', 'react'].flatMap((operation) =>
  [1, 2, 3].map((nth) => `${operation} ${nth}`),
);

/** What once went wrong between runs, in the order of the table in docs/reliability.md. */
export const ROWS: readonly Story[] = [
  ...told(`
attempt 2 while comments cannot be listed: {${CANNOT_LIST}}
  label: labeled → re-run 0 → re-run 0 → [1] list-comments={} → [1] read-comment={}
a follow-up while comments cannot be listed: {${CANNOT_LIST}}
  label: labeled → /docs shorter → [1] list-comments={} → [1] read-comment={}
`),
  ...CORE.filter(({ name }) => /^legs|^two|^watch|^failed job|^label added|^three/.test(name)),
  ...told(`
{text below, text above} the status comment
  label: labeled → edit 12 {} → re-run 0 → /docs shorter → re-run 1
1,000 comments before the status comment
  label: chatter 12 1000 → labeled → re-run 0 → /docs shorter
2,450 comments before the status comment
  label: chatter 12 2450 → labeled → re-run 0
the eleventh request on an issue, and the first one again
  label: labeled → /docs page 0 → /docs page 1 → /docs page 2 → /docs page 3 → /docs page 4 → /docs page 5
  → /docs page 6 → /docs page 7 → /docs page 8 → /docs page 9 → /docs page 10 → re-run 0 → re-run 1
# The other run begins and ends in the meantime.
a slow look at the platform between reading and writing
  label, not waiting: runs do not wait for each other → labeled → wait 30000 → /docs shorter; next after 1000
  → /docs longer; next after 30000 → re-run 2 → [1] get 1=connection/5 s late
a follow-up that is stopped right after it was accepted ({SIGTERM on answer, machine gone on answer}), and again
  label: jobs take 20 s → labeled → jobs stale-after-message → /docs shorter → re-run 1 → re-run 1 → [1] message={}
the permission cannot be asked for: {github/502 HTML, github/403 secondary limit, github/429, connection/hangs before}
  label: labeled → re-run 0 → [0] permission={}
two steps of a run that ask the same, and do not wait
  two steps, not waiting: labeled → re-run 0
neither the reaction nor the comment can be written, and again
  label: /docs shorter → re-run 0 → [0] react=github/403 forbidden → [0] create-comment=github/502 HTML
  → [0] list-comments 2=github/502 HTML → [0] list-comments 3=github/502 HTML
interrupted while the permission is asked for
  label: labeled → re-run 0 → [0] permission=SIGTERM on arrival
the machine is gone while the comment is written for the last time
  label: labeled → re-run 0 → [0] update-comment 3=machine gone on arrival
a follow-up to a job that is archived
  label: jobs archived → labeled → /docs shorter
a stranger causes {watch, fork, gollum, workflow_run}
  prompt: mallory {}.completed
activities of an issue that ask for nothing
  anything: maria issues.edited 12 docs → maria issues.closed 12 docs → maria issues.deleted 12 docs
  → maria issues.transferred 12 docs → maria issues.unlabeled 12 docs → maria issues.reopened 12 docs
one rate limit at {${COMMENTING}}
  label: labeled → /docs shorter → re-run 1 → [0] {}=github/403 secondary limit
a review that speaks in its comments on lines alone
  label: docs live here → labeled → ${reviewed('', 'Look', '/docs shorten this', '/docs and this')}
one comment on a line of the pull request
  label: docs live here → labeled → maria pull_request_review_comment.created 41 /docs shorten
  → /docs and explain
pull requests of nobody that is known
  anything: maria issue_comment.created 55 /docs more → maria pull_request.closed 55
  → maria issue_comment.created 56 /docs this
`),
];
