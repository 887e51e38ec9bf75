type Inputs = Readonly<Record<string, string>>;

/** A step of the workflow that uses the action. */
function step(inputs: Inputs, more: { job?: string; action?: string } = {}) {
  return { job: 'docs', action: '__acme_docs', inputs, ...more };
}

const LABEL = { 'trigger-label': 'docs', comment: 'true' };
const PROMPT = { prompt: 'Bring the docs up to date', comment: 'true', 'issue-number': '12' };
const WATCH = { 'job-id': 'FIRST', include: 'none', comment: 'true' };
const STANDING = { comment: 'true', 'job-id': 'latest', 'issue-number': '30' };
const BOTS = 'renovate[bot], merge-queue[bot]';
/** Without a reply. */
const ALONE = { prompt: 'Explain the proxy settings (zebra-crossing-4711).' };
const asking = (what: string) => step({ ...PROMPT, prompt: what });

/** The workflows of the stories, by name; `FIRST` is the first job of the platform. */
export const WORKFLOWS: Readonly<Record<string, readonly ReturnType<typeof step>[]>> = {
  label: [step(LABEL)],
  'label-alone': [step({ 'trigger-label': 'docs' })],
  'label-notify': [step({ ...LABEL, notify: 'true' })],
  prompt: [step(PROMPT)],
  anything: [step({ comment: 'true' })],
  watch: [step(WATCH)],
  /** One docs pull request for many requests, on a standing issue or where the request is. */
  latest: [step({ ...LABEL, 'job-id': 'latest' })],
  merges: [step({ ...STANDING, include: 'changes', 'allowed-bots': BOTS })],
  push: [step({ comment: 'true', 'allowed-bots': BOTS })],
  'push-changes': [step({ comment: 'true', include: 'changes' })],
  sweep: [step({ ...STANDING, include: 'changes' })],
  'by-number': [step({ comment: 'true', 'issue-number': '12' })],
  'by-pull-request': [step({ comment: 'true', 'issue-number': '101', include: 'changes' })],
  /** Requests of bots and by reviews. */
  bots: [step({ comment: 'true', 'allowed-bots': BOTS })],
  'prompt-here': [step({ prompt: 'Check the docs', comment: 'true', 'allowed-bots': BOTS })],
  maintainers: [step({ comment: 'true', 'minimum-permission': 'maintain' })],
  'label-message': [step(LABEL), step({ ...LABEL, 'job-id': 'FIRST' }, { job: 'more' })],
  'label-watch': [step(LABEL), step(WATCH, { job: 'watch' })],
  /** Jobs of a matrix, each with its own prompt; jobs that differ in nothing; calls of one reusable workflow. */
  matrix: [asking('Document a'), asking('Document b')],
  alike: [step(PROMPT), step(PROMPT)],
  'two-steps': [step(LABEL, { action: '__one' }), step(LABEL, { action: '__two' })],
  /** Single runs: a job, a follow-up to a job from elsewhere, and a watch of it. */
  'run-create': [step(ALONE)],
  'run-message': [step({ ...ALONE, 'job-id': 'FIRST' })],
  'run-watch': [step({ 'job-id': 'FIRST' })],
};
