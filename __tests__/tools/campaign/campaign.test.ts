import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CORE, FORTY_MERGES, ROWS } from '../../../campaign/named-stories.ts';
import { meaningOf } from '../../../campaign/observations.ts';
import { readStory, storyText } from '../../../campaign/story.ts';
import { DRAWN, KINDS } from '../../../campaign/story-index.ts';
import { writeMessage } from '../../../sandbox/http-bytes.ts';
import { afterPost, expectedOf, isFailure, isPassingPoll } from '../../helpers/contract.ts';

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

test('each check of the judge reports its sabotage, and nothing before it', async () => {
  const { code, text } = await play(['--prove']);
  expect(text).not.toContain('MISSED');
  expect(text.match(/^ok /gm)?.length).toBeGreaterThan(40);
  expect(code).toBe(0);
});

test('the action keeps its promises through a few random stories', async () => {
  const { code, text } = await play(['--random', '30', '--runs', '30', '--seed', '7', '--jobs', '1']);
  expect(text).toContain('Every promise was kept.');
  expect(text.match(/\| stories +\| +30 \|/g)).toHaveLength(2);
  expect(code).toBe(0);
});

test('a story is played again exactly, and told step by step', async () => {
  const story =
    'label order=0101010101 late=1 | /docs one thing; then 0 > /docs another | 3=502-html 1:create=gone';
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

test('forty merges on a standing issue: a job for each docs pull request, and each merge is sent once', async () => {
  const { text, code } = await play(['--replay', FORTY_MERGES]);
  expect(code).toBe(0);
  expect(text.match(/^The platform has job_/gm)).toHaveLength(6);
  expect(text.match(/^Comment \d+ on 30: /gm)).toHaveLength(40);
});

test('a story is the same once it was written and read', () => {
  const same = fc.property(fc.oneof(...Object.values(DRAWN)), (story) => {
    expect(readStory(storyText(story))).toEqual(story);
  });
  fc.assert(same, { seed: 1, numRuns: 300 });
  for (const story of [...CORE, ...ROWS]) expect(readStory(storyText(story))).toEqual(story);
  for (const wrong of [
    ...['lable | labeled', 'label | labeled | 1=hung', 'label | labeled | crate=500', 'label | labeld'],
    ...['label job-takes=1 | labeled', 'label | jobs hapy > labeled', 'label | labeled > edit 12 delete'],
    ...['label | labeled; them 0', 'push | maria push.squish 101', 'label | labeled | 1=500 | 2=500'],
  ])
    expect(() => readStory(wrong)).toThrow(RangeError);
});

test('every order of two runs is there once, alone and with either gone at each exchange', () => {
  const share = { seed: 1, count: 1, worker: 0, workers: 1 };
  const texts = KINDS.interleavings(share).map(storyText);
  expect(texts).toHaveLength(4 * 252 * 11);
  expect(new Set(texts).size).toBe(texts.length);
  const halves = [0, 1].map((worker) => KINDS.interleavings({ ...share, worker, workers: 2 }).length);
  expect(halves).toEqual([texts.length / 2, texts.length / 2]);
});

test('the contract, as tests and judge have it', () => {
  const statuses = [302, 400, 404, 408, 422, 429, 500, 503];
  const answers = [...statuses, 'no connection', 'nothing'] as Parameters<typeof afterPost>[0][];
  expect(answers.map(afterPost).join(' ')).toBe(
    'unknown refused refused unknown refused again unknown unknown again unknown',
  );
  const passing = (ms: number | undefined) => statuses.filter((status) => isPassingPoll(status, ms));
  expect(passing(29_999)).toEqual([404, 408, 429, 500, 503]);
  for (const ms of [30_000, undefined]) expect(passing(ms)).toEqual([408, 429, 500, 503]);
  const outcomes = ['error', 'unknown', 'failed', 'timeout', 'archived', 'cancelled', 'skipped'];
  expect(outcomes.filter((outcome) => isFailure(outcome))).toEqual(outcomes.slice(0, 4));
  expect(outcomes.filter((outcome) => isFailure(outcome, 'none'))).toEqual(['error', 'unknown']);
});

test.each([
  ['issues', 'labeled', { label: 'docs' }, { 'trigger-label': 'docs' }, 'asks'],
  ['issues', 'labeled', { label: 'bug' }, { 'trigger-label': 'docs' }, 'nothing'],
  ['issues', 'labeled', { label: 'docs', isPermitted: false }, {}, 'nothing'],
  ['issues', 'unlabeled', { label: 'docs' }, {}, 'nothing'],
  ['issues', 'closed', {}, { prompt: 'Look' }, 'asks'],
  ['issue_comment', 'created', { text: '/docs more' }, {}, 'asks'],
  ['issue_comment', 'created', { text: '/docsmore' }, {}, 'nothing'],
  ['issue_comment', 'edited', { text: '/docs more' }, { prompt: 'Look' }, 'nothing'],
  ['issue_comment', 'created', { text: '/docs more' }, { 'job-id': 'j', include: 'none' }, 'watches'],
  ['issue_comment', 'created', { text: '/docs more' }, { 'job-id': 'j' }, 'asks'],
  ['issues', 'labeled', { label: 'docs' }, { 'job-id': 'j' }, 'watches'],
  ['pull_request_review_comment', 'created', { text: '/docs a', reviewText: '/docs b' }, {}, 'nothing'],
  ['pull_request_review_comment', 'created', { text: '/docs a', reviewText: 'b' }, {}, 'asks'],
  ['pull_request', 'closed', { isOfBot: true, merged: true }, {}, 'nothing'],
  ['pull_request', 'labeled', { isOfBot: true, label: 'docs' }, {}, 'asks'],
  ['pull_request', 'labeled', { isOfBot: true, isByBot: true, label: 'docs' }, { prompt: 'Look' }, 'nothing'],
  ['pull_request_review', 'submitted', { text: 'Thanks' }, { prompt: 'Look' }, 'asks'],
  ['pull_request_review', 'submitted', { text: 'Thanks', isOfBot: true }, { prompt: 'Look' }, 'nothing'],
  ['pull_request_review', 'dismissed', {}, { prompt: 'Look' }, 'nothing'],
  ['pull_request_review_thread', 'resolved', {}, { prompt: 'Look' }, 'nothing'],
  ['push', '', { merged: true }, {}, 'asks'],
  ['push', '', { merged: true, isOfBot: true }, { prompt: 'Look' }, 'nothing'],
  ['push', '', { hasChanges: true }, {}, 'nothing'],
  ['push', '', { hasChanges: true }, { include: 'changes' }, 'asks'],
  ['schedule', '', {}, { include: 'changes' }, 'nothing'],
  ['schedule', '', { hasChanges: true }, { include: 'changes', 'job-id': 'latest' }, 'asks'],
  ['workflow_dispatch', '', { hasSubject: true }, {}, 'asks'],
  ['release', 'published', {}, {}, 'asks'],
] as const)('%s.%s %j, with %j: %s', (name, action, more, inputs, expected) => {
  expect(expectedOf({ name, action, isPermitted: true, isOfBot: false, ...more }, inputs)).toBe(expected);
});

const json = (status: number, body: string) => writeMessage(`HTTP/1.1 ${status} X`, body).toString();
const NOTHING = { kind: 'nothing' };

test.each([
  [json(201, '{"id":"a","status":"active"}'), { kind: 'job', id: 'a', status: 'active' }],
  [
    `HTTP/1.1 103 Early Hints\r\n\r\n${json(200, '{"id":"a","status":"x","prLink":"l"}')}`,
    { kind: 'job', id: 'a', status: 'x', prLink: 'l' },
  ],
  [json(429, 'later'), { kind: 'status', status: 429, isWhole: true }],
  [json(302, '').slice(0, -2), { kind: 'nothing' }],
  ['HTTP/1.1 204 No Content\r\n\r\n', NOTHING],
  [json(200, '{"id":"a"}'), NOTHING],
  [json(200, '{"id":"..","status":"active"}'), NOTHING],
  [json(200, '[]'), NOTHING],
  [json(200, 'null'), NOTHING],
  [json(200, '<html>'), NOTHING],
  [json(200, '{"id":"a","status":"active"}').slice(0, -1), NOTHING],
  ['', NOTHING],
  ['SSH-2.0\r\n\r\n', NOTHING],
])('what an answer means: %j', (text, meaning) => {
  expect(meaningOf({ delivered: Buffer.from(text) })).toMatchObject(meaning);
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
    /(what is true: unknown|was followed by another)(.|\n)*--replay 'run-\w+ [^|]*\| [^|]*\| [^ ]+'/,
  ],
  [
    'looks for no other request before it starts a job',
    'src/agent/decide.ts',
    "if (action.kind === 'create' && !goesToLatest(agent)) return action;",
    "if (action.kind === 'create') return action;",
    ['--replay', 'label order=0000111110 | /docs one thing; then 0 > /docs another'],
    /nobody asked whether another request/,
  ],
  [
    'sends without its reply',
    'src/agent/decide.ts',
    "if (!isRefused || agent.inputs.jobId === 'latest') {",
    "if (agent.inputs.jobId === 'latest') {",
    ['--replay', 'label | labeled > re-run 0 | 0:comment-create=500*'],
    /sent a create with 0 complete replies/,
  ],
  [
    'checks no permission',
    'src/github/permission.ts',
    'if (NEED_WRITE_ACCESS.test(name)) return ALLOWED;',
    'if (event) return ALLOWED;',
    ['--replay', 'label | mallory issue_comment.created 12 /docs buy shoes'],
    /by mallory sent a create/,
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
