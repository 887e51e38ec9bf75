import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { runStory } from '../../campaign/random-story.ts';
import { leakedForms } from '../helpers/key-forms.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../campaign/cli.ts');
/** Where Node keeps what it made of the sources: loading them takes half of the time of a short campaign. */
const NODE_COMPILE_CACHE = path.join(os.tmpdir(), 'docs-agent-compile-cache');

/** Runs the command, and gives its exit code and all it printed. */
async function play(args: string, replay: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [SCRIPT, ...args.split(' '), ...replay], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

test.each([
  ['300 faulty runs', 'campaign --bundle-runs 0 --jobs 2 --runs 300 --seed 7', 1],
  [
    'what once went wrong between runs, 60 random stories and 20 simultaneous comments',
    'stories --no-single --random 60 --seed 7 --simultaneous 20',
    3,
  ],
])('the action keeps its promises through %s', async (_, args, parts) => {
  const { code, text } = await play(args);
  expect(text).toContain('Every promise was kept.');
  for (const figure of ['requests that were paid twice', 'stories that broke a promise'])
    expect(text.match(new RegExp(`\\*\\*${figure}\\*\\* +\\| +0 \\|`, 'g'))).toHaveLength(parts);
  expect(code).toBe(0);
});

test.each([
  ['campaign', '7:11', ['create 1 on connection', '"name": "7:11"']],
  ['stories', 'random 7:11', ['"name": "random 7:11"']],
  [
    'stories',
    'label, run again | 4=connection/reset after | 9=machine gone on answer',
    ['update-comment 1 on connection', 'its machine is gone'],
  ],
])('%s: %s is played again exactly', async (command, name, parts) => {
  const [first, second] = await Promise.all([1, 2].map(() => play(command, ['--replay', name])));
  for (const part of parts) expect(first?.text).toContain(part);
  expect(first?.text).toBe(second?.text);
  expect(first?.code).toBe(0);
});

test('single runs differ, depend on seed and number alone, and all that is drawn comes up', () => {
  const runs = Array.from({ length: 400 }, (_, run) => runStory(1, run, 'simulated'));
  expect(runs.toReversed().map(({ seed }) => runStory(1, seed, 'simulated'))).toEqual(runs.toReversed());
  expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBe(400);
  const inputs = runs.map(({ steps }) => steps[0]?.inputs ?? {});
  const count = (values: readonly unknown[]) => new Set(values).size;
  expect(count(inputs.map((given) => `${'prompt' in given} ${'job-id' in given}`))).toBe(3);
  expect(inputs.filter(({ wait }) => wait === 'false').length).toBeGreaterThan(20);
  expect(count(runs.map(({ acts }) => JSON.stringify(acts.at(-2))))).toBe(14);
  expect(count(runs.map(({ outage }) => outage?.kind))).toBe(3);
  expect(count(runs.map(({ troubles }) => troubles[0]?.split('=')[1]))).toBe(13);
});

test('a key is found in whatever way it is written, and nowhere else', () => {
  const key = 'mint_aB3+/=&<>"\'%z0123';
  const bytes = Buffer.from(key);
  const forms = [
    key,
    encodeURIComponent(key),
    JSON.stringify(key),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase().replace(/../g, '%$&'),
    bytes.toString('base64'),
    Buffer.from(`Bearer ${key}`).toString('base64'),
    Buffer.from(`xx${key}yy`).toString('base64url'),
    key.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  ];
  for (const form of forms) expect(leakedForms(key, `before ${form} after`)).not.toEqual([]);
  expect(leakedForms(key, 'mint_ is how a key begins, and *** hides it')).toEqual([]);
});

/** Each breaks one promise in one line; a story tells, or one of 240 single runs. */
const SABOTAGES: readonly {
  name: string;
  file: string;
  good: string;
  bad: string;
  found: RegExp;
  story?: string;
}[] = [
  {
    name: 'sends again what may have arrived',
    file: 'src/platform/retry.ts',
    good: "if (error.sent) return 'unknown';",
    bad: '',
    found: /was paid twice|was followed by another/,
  },
  {
    name: 'forgets the job-id',
    file: 'src/outputs.ts',
    good: "'job-id': job?.id ?? jobId,",
    bad: "'job-id': jobId && '',",
    found: /job-id is "", and the platform said|job-id is "", not the one/,
  },
  {
    name: 'calls an unknown outcome an error',
    file: 'src/agent/outcome.ts',
    good: "outcome: 'unknown',",
    bad: "outcome: 'error',",
    found: /outcome is "error", and the truth is: unknown/,
  },
  {
    name: 'takes the previous turn for this one',
    file: 'src/agent/wait.ts',
    good: 'if (!this.#mayBeStale || this.#waitedMs() >= this.#settings.settleMs) return',
    bad: 'return',
    found: /outcome is "[a-z-]+", and the truth is: the platform had told of no end that counts/,
  },
  {
    name: 'succeeds when nobody knows',
    file: 'src/agent/mode.ts',
    good: "fails === 'always' || ",
    bad: '',
    found: /the step succeeded with outcome "unknown"/,
  },
  {
    name: 'lingers after a signal',
    file: 'src/agent/run.ts',
    good: 'INTERRUPT_GRACE_MS = 2_500',
    bad: 'INTERRUPT_GRACE_MS = 25_000',
    story: 'label, run again | 5=connection/hangs before | 5=SIGTERM on arrival',
    found: /it took \d+ ms to stop/,
  },
  {
    name: 'waits past the deadline',
    file: 'src/agent/wait.ts',
    good: 'this.#lastLookMs = settings.timeoutMs',
    bad: 'this.#lastLookMs = 60_000 + settings.timeoutMs',
    found: /it ended after \d+ ms, later than/,
  },
  {
    name: 'shows the key',
    file: 'src/text/redact.ts',
    good: "shown.replaceAll(secret, '***')",
    bad: 'shown',
    found: /the key is to be read: in log/,
  },
  {
    name: 'skips what was interrupted while the permission was asked for',
    file: 'src/agent/mode.ts',
    good: 'if (!admitted || signal.aborted) return cancel(inputs, context);',
    bad: "if (!admitted || signal.aborted) return skip('gone', context);",
    story: 'interrupted while the permission is asked for',
    found: /a request of maria was skipped/,
  },
  {
    name: 'writes the comment before the outputs',
    file: 'src/agent/mode.ts',
    good: '  outputs.agent(result, conversation.url);\n  const',
    bad: '  await conversation.finish(result, undefined);\n  outputs.agent(result, conversation.url);\n  const',
    story: 'the machine is gone while the comment is written for the last time',
    found: /the comment was written before the outputs/,
  },
  {
    name: 'tells the job what it knows',
    file: 'src/agent/mode.ts',
    good: "decision.kind === 'message' && decision.knowsSubject",
    bad: 'false',
    story: 'label, follow-up',
    found: /the job is told again what it knows/,
  },
  {
    name: 'never looks at how an earlier job ended',
    file: 'src/agent/decide.ts',
    good: 'return (await platform.getJob(jobId, { signal, timeoutMs: LOOK_MS })).status;',
    bad: 'return undefined;',
    story: 'a follow-up to a job that is archived',
    found: /ended as "error", though nothing was wrong/,
  },
  {
    name: 'checks no permission',
    file: 'src/github/permission.ts',
    good: 'if (NEED_WRITE_ACCESS.has(event.name)) return undefined;',
    bad: 'if (event) return undefined;',
    story: 'a stranger and a maintainer comment',
    found: /by mallory sent a create/,
  },
  {
    name: 'takes a memory that cannot be read for an empty one',
    file: 'src/agent/decide.ts',
    good: "if (memory.kind === 'unread' && needsMemory(asked)) return",
    bad: "if (memory.kind === 'none' && needsMemory(asked)) return",
    story: 'attempt 2 while comments cannot be listed: github/500',
    found: /was paid twice/,
  },
  {
    name: 'takes every leg of a matrix for the same request',
    file: 'src/agent/request.ts',
    good: 'triggerLabel, matrix, ...include];',
    bad: 'triggerLabel, matrix && "", ...include];',
    story: 'legs with the same inputs, then both again',
    found: /which is no job of this request/,
  },
  {
    name: 'pays for a label that is added again',
    file: 'src/agent/decide.ts',
    good: "if (status !== 'active') return undefined;",
    bad: 'if (status) return undefined;',
    story: 'label added, removed and added again',
    found: /a second job, while job_\w+ does the same/,
  },
];

describe('the campaign finds an action that', () => {
  test.each(SABOTAGES)('$name', async ({ file, good, bad, story, found }) => {
    const hook = pathToFileURL(path.join(import.meta.dirname, 'sabotage.mjs')).href;
    const env = { NODE_OPTIONS: `--import ${hook}`, SABOTAGE: JSON.stringify({ file, good, bad }) };
    const { code, text } = story
      ? await play('stories', ['--replay', story], env)
      : await play('campaign --bundle-runs 0 --jobs 1 --runs 240 --seed 7 --until', [found.source], env);
    expect(text).toMatch(found);
    if (!story) expect(text).toContain("npm run campaign -- --replay '7:");
    expect(code).toBe(1);
  });
});
