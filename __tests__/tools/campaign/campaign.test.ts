import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { CONVERSATIONS, SINGLE_RUNS } from '../../../campaign/random-story.ts';
import { readStory, storyText } from '../../../campaign/story.ts';
import { interleavings } from '../../../campaign/story-index.ts';
import fc from '../../helpers/fast-check.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../campaign/cli.ts');
/** Where Node keeps what it made of the sources: loading them takes half of the time of a short campaign. */
const NODE_COMPILE_CACHE = path.join(os.tmpdir(), 'docs-agent-compile-cache');

/** Runs the command, and gives its exit code and all it printed. */
async function play(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
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

test('the command prints the figures of what it played', async () => {
  const { code, text } = await play(['--random', '3', '--runs', '3', '--jobs', '1']);
  expect(text).toContain('Every promise was kept.');
  expect(text.match(/\| stories +\| +3 \|/g)).toHaveLength(2);
  expect(code).toBe(0);
});

test('a story is played again exactly, and shown step by step', async () => {
  const story =
    'label order=0101010101 late=1 | /docs one thing; then 0 > /docs another | 3=502-html 1:message=gone';
  const [first, second] = await Promise.all([1, 2].map(() => play(['--replay', story])));
  for (const part of [story, ', 502-html: 502', '[1] comment-list 1 → 200', '[0] run 0, attempt 1, asks'])
    expect(first?.text).toContain(part);
  expect(first?.text).toBe(second?.text);
  expect(first?.code).toBe(0);
});

test.each([
  ['label | labeled | 99=gone', /^Nothing in the story came to the fault "99=gone"\.\n$/],
  ['label | labeled > jobs hapy', /^There is no scenario "hapy".*\n$/],
])('%s is refused with one line', async (story, line) => {
  const { code, text } = await play(['--replay', story]);
  expect([code, text]).toEqual([1, expect.stringMatching(line)]);
});

test('a story is the same once it was written and read', () => {
  const same = fc.property(fc.oneof(CONVERSATIONS, SINGLE_RUNS), (story) => {
    expect(readStory(storyText(story))).toEqual(story);
  });
  fc.assert(same, { seed: 1, numRuns: 300 });
  for (const wrong of [
    ...['lable | labeled', 'label | labeled | 1=hung', 'label | labeled | crate=500', 'label | labeld'],
    ...['label job-takes=1 | labeled', 'label | jobs hapy > labeled', 'label | labeled > edit 12 delete'],
    ...['label | labeled; them 0', 'push | maria push.squish 101', 'label | labeled | 1=500 | 2=500'],
  ])
    expect(() => readStory(wrong)).toThrow(RangeError);
});

test('every order of two runs is there once, alone and with either gone at each exchange', () => {
  const texts = interleavings({}).map(storyText);
  expect(texts).toHaveLength(4 * 252 * 11);
  expect(new Set(texts).size).toBe(texts.length);
});

/** Each breaks the action in one line, and the story or the random ones tell. */
const SABOTAGES: readonly (readonly [
  name: string,
  file: string,
  good: string,
  bad: string,
  args: readonly string[],
  found: RegExp,
])[] = [
  [
    'sends again what may have arrived',
    'src/platform/failures.ts',
    'if (error instanceof NetworkError) return error.sent;',
    'if (error instanceof NetworkError) return false;',
    ['--runs', '400', '--jobs', '1'],
    /(only unknown is true|was followed by another)(.|\n)*--replay 'run-\w+ [^|]*\| [^|]*\| [^ ]+'/,
  ],
  [
    'looks for no other request before it starts a job',
    'src/agent/decide.ts',
    'await readMemory(reply, agent) : NO_MEMORY;',
    'NO_MEMORY : NO_MEMORY;',
    ['--replay', 'label order=0000111110 | /docs one thing; then 0 > /docs another'],
    /nobody asked whether another request/,
  ],
  [
    'sends without its reply',
    'src/agent/decide.ts',
    "if (refusesComments(error) && agent.inputs.jobId !== 'latest') return reply.abandon(error);",
    "if (agent.inputs.jobId !== 'latest') return reply.abandon(error);",
    ['--replay', 'label | labeled > re-run 0 | 0:comment-create=500*'],
    /sent a create with 0 complete replies/,
  ],
  [
    'checks no permission',
    'src/github/permission.ts',
    'if (NEED_WRITE_ACCESS.test(name)) return undefined;',
    'if (event) return undefined;',
    ['--replay', 'label | mallory issue_comment.created 12 /docs buy shoes'],
    /by mallory sent a create/,
  ],
  [
    'says of a new head what it read of the old one',
    'src/agent/wait-for-checks.ts',
    'if (this.#pull && this.#pull.head !== pull.head) {',
    'if (this.#pull && this.#fresh.add(PULL)) return;\n    if (this.#pull) {',
    ['--replay', 'label checks-minutes=5 checks=green,red | labeled | 0:check-runs.3=pushed'],
    /checks is "success" of the head \w+, and it asked about another commit/,
  ],
];

describe('the campaign finds an action that', () => {
  test.each(SABOTAGES)('%s', async (_, file, good, bad, args, found) => {
    const hook = pathToFileURL(path.join(import.meta.dirname, 'sabotage.mjs')).href;
    const env = { NODE_OPTIONS: `--import ${hook}`, SABOTAGE: JSON.stringify({ file, good, bad }) };
    const { code, text } = await play(args, env);
    expect(text).toMatch(found);
    expect(code).toBe(1);
  });
});
