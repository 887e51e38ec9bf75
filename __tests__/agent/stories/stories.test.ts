import { afterAll, describe, expect, test } from '@jest/globals';
import type { LedgerEntry } from '../../../sandbox/ledger.ts';
import { annotations, visibleText } from '../../helpers/action-environment.ts';
import fc from '../../helpers/fast-check.ts';
import { withoutTraces } from '../../helpers/without-traces.ts';
import { STORIES } from './index.ts';

/**
 * Plays all stories that are written down. Their simulated time and their network in memory take over parts of Node,
 * which are given back at the end.
 */

const parts: readonly object[] = [
  process.getBuiltinModule('node:timers/promises'),
  process.getBuiltinModule('node:net'),
  process.getBuiltinModule('node:fs').promises,
];
const { timeout } = AbortSignal;
const originals = parts.map((part) =>
  Object.entries(Object.getOwnPropertyDescriptors(part)).filter(([, { writable }]) => writable),
);
// What is not configurable once would be taken over for all test files to come.
Object.defineProperty(performance, 'now', { value: performance.now, configurable: true });
afterAll(() => {
  AbortSignal.timeout = timeout;
  Reflect.deleteProperty(performance, 'now');
  for (const [index, part] of parts.entries())
    for (const [name, { value }] of originals[index] ?? []) Object.assign(part, { [name]: value });
});

// What a module imports from Node by name, jest looks up once: this finds it anew with each call. A file with stories
// imports nothing of `src` itself, which would be looked up before.
const timers = process.getBuiltinModule('node:timers/promises');
const latest = (...given: Parameters<typeof timers.setTimeout>) => timers.setTimeout(...given);
Object.assign(timers, { setTimeout: latest });
await import('../../../campaign/simulated-time.ts');
const [{ judge }, { FIRST_JOB, readStory }, { playStory }, { prove }, random] = await Promise.all([
  import('../../../campaign/judge.ts'),
  import('../../../campaign/story.ts'),
  import('../../../campaign/world.ts'),
  import('../../tools/campaign/prove.ts'),
  import('../../../campaign/random-story.ts'),
]);
await import('../../../campaign/simulated-step.ts');

/**
 * A test for each story (campaign/story.ts), judged as the campaign does, that it comes to its end. Below one, or several
 * that end alike:
 *
 * - `=`: how each run ends, with what it sent to Mintlify (`*`: with what the request is about; `@7`: after 7 s), and
 *   what the replies remember in the end (`✓`: the job was seen to complete)
 * - of the last run, where `…` stands for anything: `warns` (each warning), `fails` (its error), `logs` (each line),
 *   `waits` (each line that says when it polls next),
 *   `says` and `never` (in the log, the summary, a comment or an output), `writes` (its last comment), `takes` (seconds,
 *   from and to), `requests` (to GitHub, at most), `jobs` (all that there are), `asks` (its requests in their order, or with `no` those that are missing)
 */
describe.each(Object.entries(STORIES))('%s', (_, rows) => {
  test.each(rows.map(({ story, lines }) => [story, lines] as const))('%s', async (story, lines) => {
    const { problems, end, asked, warnings, errors, log, said, written, seconds, requests, jobs } =
      await played(story);
    const of = (word: string) =>
      lines.flatMap((line) => (line.startsWith(`${word} `) ? line.slice(word.length + 1) : []));
    expect(problems).toEqual([]);
    for (const words of of('=')) expect(end).toBe(words);
    if (of('=').length > 0 || of('warns').length > 0)
      expect(warnings).toEqual(of('warns').map((words) => expect.stringMatching(pattern(words, '^', '$'))));
    for (const words of of('fails')) expect(errors.join()).toMatch(pattern(words, '^', '$'));
    const logged = of('logs');
    if (logged.length > 0)
      expect(log).toEqual(logged.map((words) => expect.stringMatching(pattern(words, '^', '$'))));
    const waited = of('waits');
    if (waited.length > 0)
      expect(log.filter((line) => / next in [^ ]* \w+\.$/.test(line))).toEqual(
        waited.map((words) => expect.stringMatching(pattern(words, '^', '$'))),
      );
    for (const words of of('says')) expect(said).toMatch(pattern(words));
    for (const words of of('never')) expect(said).not.toMatch(pattern(words));
    for (const words of of('writes')) expect(written).toMatch(pattern(words, '^', '$'));
    for (const words of of('requests')) expect(requests).toBeLessThanOrEqual(Number(words));
    for (const words of of('jobs')) expect(jobs).toBe(Number(words));
    for (const words of of('asks')) {
      const missing = words.startsWith('no ') ? words.split(' ') : [];
      if (missing.length > 0) expect(asked.split(' ').filter((each) => missing.includes(each))).toEqual([]);
      else expect(asked).toMatch(pattern(words, '^', '$'));
    }
    for (const words of of('takes')) {
      const [least = 0, most = least] = words.split(' to ').map(Number);
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThanOrEqual(most);
    }
  });
});

test('each check of the judge reports its sabotage, and each allowance is needed', async () => {
  const lines = await prove();
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect(lines.length).toBeGreaterThan(40);
});

test.each([
  ['conversations', random.CONVERSATIONS],
  ['single runs', random.SINGLE_RUNS],
])('random %s keep every promise', async (_, stories) => {
  const kept = fc.asyncProperty(stories, async (story) => {
    expect(judge(await withoutTraces(() => playStory(story)))).toEqual([]);
  });
  await fc.assert(kept, { seed: 7, numRuns: 30 });
});

function pattern(words: string, before = '', after = ''): RegExp {
  return new RegExp(before + words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*') + after, 's');
}

/** What is left of a story, in words; jobs are `job_1` and so on. */
interface Played {
  /** What the judge of the campaign finds wrong, and faults that nothing came to. */
  readonly problems: readonly string[];
  /** How each step ended and what it sent to Mintlify, then what the replies on the thread remember. */
  readonly end: string;
  /** Of the last step: its requests, its warnings and errors, its log as people read it, all that it wrote, and its last comment. */
  readonly asked: string;
  /** How many of them went to GitHub. */
  readonly requests: number;
  readonly jobs: number;
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly log: readonly string[];
  readonly said: string;
  readonly written: string;
  readonly seconds: number;
}

async function played(text: string): Promise<Played> {
  const result = await withoutTraces(() => playStory(readStory(text)));
  const { steps, jobs, comments, unreached } = result;
  const last = steps.at(-1);
  if (!last) throw new Error(`Nothing runs in ${text}.`);
  // The first job may be given without being there.
  const ids = [...new Set([FIRST_JOB, ...jobs.map(({ id }) => id)])];
  const named = (words: string) => words.replace(/job_[0-9a-f]{16}/g, (id) => `job_${ids.indexOf(id) + 1}`);
  const ends = steps.map(({ exchanges, outcome, jobId, startMs }) => {
    const sent = exchanges.filter(isPost).map((post) => postText(post, startMs));
    return [outcome || 'gone', sent.length > 0 ? sent.join(' + ') : jobId].join(' ').trim();
  });
  const replies = comments.flatMap(({ body }) => recordText(body)).join(', ');
  const { summary, outputs } = last.result;
  const told = Object.entries(outputs).map(([name, value]) => `${name}: ${value}`);
  const asked = last.exchanges.map(({ operation }) => SHORT[operation] ?? operation);
  const written = last.exchanges
    .filter(({ operation }) => /^comment-(create|update)$/.test(operation))
    .map(({ body }) => String(JSON.parse(body).body).replace(MARKER, ''));
  return {
    problems: [...unreached, ...judge(result).map((problem) => JSON.stringify(problem))],
    end: named([ends.join(' > '), ...(replies === '' ? [] : [replies])].join(' | ')),
    requests: last.exchanges.filter(({ operation }) => !/^(get|create|message)$/.test(operation)).length,
    jobs: jobs.length,
    asked: asked.join(' ').replace(/\bpoll( poll)+/g, 'polls') || 'nothing',
    warnings: annotations(last.result, 'warning').map(named),
    errors: annotations(last.result, 'error').map(named),
    log: named(readable(last.result.log)).split('\n'),
    said: named([visibleText(last.result), summary, ...written, ...told].join('\n')),
    written: written.at(-1)?.trim().replaceAll(/\s+/g, ' ') ?? '',
    seconds: (last.endMs - last.startMs) / 1000,
  };
}

const SHORT: Readonly<Record<string, string>> = {
  ...{ get: 'poll', create: 'CREATE', message: 'MESSAGE' },
  ...{ 'comment-list': 'list', 'comment-create': 'write', 'comment-update': 'edit' },
};

/** Without the commands that the runner does not show. */
function readable(log: string): string {
  const lines = log.split('\n').filter((line) => line !== '' && !/^::(add-mask|endgroup)/.test(line));
  return lines.map((line) => line.replace(/^::\w+::/, '').replaceAll('%0A', '\n')).join('\n');
}

const MARKER = /<!-- docs-agent-action v\d+ (\S+) [0-9a-f]{64} -->/;
const isPost = ({ operation }: LedgerEntry) => operation === 'create' || operation === 'message';

/** `message job_1`, with `*` where it quotes what the request is about, and `@7` for 7 s after the run began. */
function postText({ operation, path, body, at }: LedgerEntry, startMs: number): string {
  const seconds = Math.round((at - startMs) / 1000);
  const quotes = operation === 'message' && JSON.parse(body).prompt.includes('All that there is to say');
  const job = operation === 'message' ? ` ${/job_\w+/.exec(path)?.[0]}` : '';
  return `${operation}${job}${quotes ? ' *' : ''}${seconds > 0 ? ` @${seconds}` : ''}`;
}

/** What a reply remembers: what it does, its state, the job that is known, if it was seen to complete, when an end counts. */
function recordText(body: string): string[] {
  const [, marker] = MARKER.exec(body) ?? [];
  const record = marker ? JSON.parse(Buffer.from(marker, 'base64').toString('utf8')) : {};
  if (record.kind !== 'reply') return [];
  const { state, target, job, outcome = state === 'accepted' ? 'working' : state, completed } = record;
  const rule = target?.settle ? ` ${target.settle}` : '';
  return [`${target?.does ?? 'nothing'} ${outcome} ${job ?? '-'}${completed ? ' ✓' : ''}${rule}`];
}
