import type { Behaviour } from '../sandbox/faults.ts';
import type { GithubEvent, PushKind } from '../sandbox/github/events.ts';
import { RANKS } from '../sandbox/github/roles.ts';
import { jobId } from '../sandbox/mintlify/jobs.ts';
import type { Operation } from '../sandbox/operations.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { readChange, readSetting, type Settings } from './background.ts';
import { NEWS, PEOPLE, REPOSITORY, STRANGER, sentenceReader } from './sentences.ts';
import type { StepRun } from './step-run.ts';

/**
 * Reads stories: what people do to a repository, which inputs the workflow has, and what breaks. The page beside the stories,
 * `__tests__/agent/stories/README.md`, says what can stand in one.
 */

export type Inputs = Readonly<Record<string, string>>;

/** What goes wrong at a request of a run, or at a time: a fault, the end of the runner, or what people do. */
export interface Trouble {
  readonly text: string;
  readonly operation?: Operation;
  readonly nth: number;
  /** After the start of the run: when it happens, or of a fault, until when. */
  readonly ms?: number;
  /** Whether it happens to later requests, too. */
  readonly isLasting: boolean;
  readonly isBefore: boolean;
  readonly fault?: Behaviour;
  readonly act?: (step: StepRun, sandbox: Sandbox) => void;
}

export type Step = ReturnType<typeof readStep>;
export type Story = ReturnType<typeof readStory>;

/** @throws {RangeError} where it can't be read */
export function readStory(text: string) {
  const [head = '', body] = split(text, ' \\| ');
  const [inputs, happens] = body === undefined ? ['', head] : [head, body];
  const isTwice = inputs.startsWith('two workflows:');
  const jobs = split(inputs.replace('two workflows:', ''), ' & ').map(readInputs);
  const all = split(happens, '; ').map((words) => [words, readSetting(words)] as const);
  const ages = Object.assign({}, ...all.map(([, setting]) => setting?.ages));
  const settings: Settings = Object.assign({}, ...all.map(([, setting]) => setting), { ages });
  const steps = all.flatMap(([words, setting]) => (setting ? [] : [readStep(words)]));
  return { text, isTwice, jobs, settings, steps };
}

/** Splits at separators outside of quotes: those that an even number of quotes follows. */
function split(text: string, separator: string): string[] {
  return text.split(new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`));
}

function readInputs(text: string): Inputs {
  const all = [...text.matchAll(/([\w-]+)=(?:"([^"]*)"|(\S*))/g)];
  if (all.map(([whole]) => whole).join(' ') !== text.trim())
    throw new RangeError(`These are no inputs: ${text}`);
  const withIds = (value: string) => value.replace(/^job_(\d)$/, (_, nth) => jobId(Number(nth)));
  const inputs = Object.fromEntries(
    all.map(([, name = '', quoted, plain = '']) => [name, quoted ?? withIds(plain)]),
  );
  const { 'minimum-permission': role = 'none' } = inputs;
  if (!(role in RANKS)) throw new RangeError(`There is no role ${role}.`);
  return inputs;
}

const delayed = sentenceReader({ 'at the same time: DEED': 0, 'TIME later: DEED': undefined });
const repeated = sentenceReader({ 'run COUNT again': {}, 'TIME pass': {} });

function readStep(text: string) {
  const [noMs, { ms, deed = text } = {}] = delayed(text) ?? [];
  const [words = '', ...more] = split(deed, ', ');
  const [, only] = /, only job (\d)/.exec(text) ?? [];
  const [, { count, ms: passMs } = {}] = repeated(words) ?? [];
  const event = readEvent(words);
  const isOther = event === undefined && count === undefined && passMs === undefined;
  return {
    text,
    /** Milliseconds after the start of the step before; undefined where that has to be over. */
    afterMs: ms ?? noMs,
    /** One of these happens: an event, an earlier run again (from 0), time that passes, or what people do. */
    event,
    again: count && count - 1,
    passMs,
    change: isOther ? readChange(words) : undefined,
    /** The job that runs, from 0; all if undefined. */
    only: only === undefined ? undefined : Number(only) - 1,
    troubles: more.filter((each) => !each.startsWith('only job ')).map(readTrouble),
  };
}

const troubleOf = sentenceReader<Partial<Trouble>>({
  'the REQUEST is AGE old': {},
  'the REQUEST on is AGE old': { isLasting: true },
  'every REQUEST is AGE old': { isLasting: true },
  'every REQUEST gets FAULT for TIME': { isLasting: true },
  'the REQUEST gets FAULT': {},
  'the REQUEST on gets FAULT': { isLasting: true },
  'every REQUEST gets FAULT': { isLasting: true },
  'DEED before the REQUEST': { isBefore: true },
  'DEED after the REQUEST': {},
  'DEED after TIME': {},
});

function readTrouble(text: string): Trouble {
  const [kind, words] = troubleOf(text) ?? [];
  if (!kind) throw new RangeError(`"${text}" is nothing that can go wrong.`);
  const { deed, ...more } = { text, nth: 1, isLasting: false, isBefore: false, ...kind, ...words };
  return deed === undefined ? more : { ...more, act: readDeed(deed) };
}

function readDeed(text: string): NonNullable<Trouble['act']> {
  if (text === 'dies') return (step) => step.kill();
  if (text === 'cancelled') return (step) => step.interrupt();
  const change = readChange(text);
  return (_, sandbox) => change(sandbox);
}

const thread = (action: string, more: Partial<GithubEvent> = {}) => ({ name: 'thread', action, ...more });
const push = (push: PushKind) => ({ name: 'push', action: '', push });
const BY_GITHUB = { by: 'merge-queue[bot]' };

/** What somebody does on GitHub, which starts a run. A thread is an issue or a pull request. */
const eventOf = sentenceReader<Partial<GithubEvent>>({
  'labels #N LABEL': thread('labeled'),
  'unlabels #N LABEL': thread('unlabeled'),
  'deletes label LABEL of #N': thread('unlabeled', { isLabelDeleted: true }),
  'opens #N': thread('opened'),
  'reopens #N': thread('reopened'),
  'edits #N': thread('edited'),
  'closes #N': thread('closed'),
  'merges #N': thread('closed', { merged: true }),
  'pushes to #N': thread('synchronize'),
  'force-pushes to #N': thread('synchronize', { isForced: true }),
  'changes the base of #N': thread('edited', { formerBase: 'next' }),
  'comments "TEXT" on #N': { name: 'issue_comment', action: 'created' },
  'comments "TEXT" on a line of #N': { name: 'pull_request_review_comment', action: 'created' },
  'has line LINE of the review of #N sent': { name: 'pull_request_review_comment', action: 'created' },
  'reviews #N "TEXT"LINES': { name: 'pull_request_review', action: 'submitted' },
  'pushes a commit': push('direct'),
  'pushes a commit of AUTHOR': push('direct'),
  'pushes a commit "TEXT"': push('direct'),
  'pushes a MERGE of #N': push('merge'),
  'pushes a queue of #NOTHERS': push('queue'),
  'force-pushes': push('forced'),
  'creates a branch': push('branch-created'),
  'deletes a branch': push('branch-deleted'),
  'pushes tag TAG': push('tag'),
  'moves tag TAG': push('tag-moved'),
  'deletes tag TAG': push('tag-deleted'),
  'publishes release TAG': { name: 'release', action: 'published', body: NEWS },
  'starts the workflow': { name: 'workflow_dispatch', action: '' },
  'causes EVENT': { tag: 'v1', body: NEWS },
  'causes EVENT on #N': {},
  'causes EVENT on #N "TEXT"': {},
  // "the schedule" and "a merge group" stand where names do.
  'schedule fires': { name: 'schedule', action: '', ...BY_GITHUB },
  'merge group forms': { name: 'merge_group', action: 'checks_requested', ...BY_GITHUB },
});

/**
 * The event that the words are about; undefined if they say something else.
 *
 * @throws {RangeError} where nobody knows who causes it
 */
function readEvent(text: string): GithubEvent | undefined {
  const [, by = '', rest = ''] = /^([\w-]+(?:\[bot\])?) (.*)$/s.exec(text) ?? [];
  const [meaning, words] = eventOf(rest) ?? [];
  if (!meaning) return undefined;
  const { name = '', action = '', ...more } = { ...meaning, ...words };
  const kind = name === 'thread' ? (more.isPullRequest ? 'pull_request' : 'issues') : name;
  const event = { repository: REPOSITORY, by, ...more, name: kind, action };
  const isKnown = event.by in PEOPLE || event.by === STRANGER || event.by.endsWith('[bot]');
  if (!isKnown) throw new RangeError(`Nobody is called ${event.by}.`);
  return event;
}
