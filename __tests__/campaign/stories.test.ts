import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { command } from './command.ts';

const stories = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  command('stories/cli.ts', args, env);

test('nothing goes wrong between runs that once did, nor in 60 random stories', async () => {
  const { code, text } = await stories([
    '--no-single',
    '--random',
    '60',
    '--seed',
    '7',
    '--simultaneous',
    '20',
  ]);
  expect(text).toContain('Every promise was kept.');
  expect(text.match(/\*\*requests that were paid twice\*\* +\| +0 \|/g)).toHaveLength(2);
  expect(text).toMatch(/Of 20 pairs of simultaneous comments, \d+ made two jobs/);
  expect(code).toBe(0);
});

test('a story with faults is played again exactly', async () => {
  const name = 'label, run again | 4=connection/reset after | 9=machine gone on answer';
  const [first, second, random] = await Promise.all(
    [name, name, 'random 7:11'].map((story) => stories(['--replay', story])),
  );
  expect(first?.text).toContain('update-comment 1 on connection');
  expect(first?.text).toContain('its machine is gone');
  expect(first?.text).toBe(second?.text);
  expect(random?.text).toContain('"name": "random 7:11"');
  expect([first?.code, random?.code]).toEqual([0, 0]);
});

/** Each breaks one promise, and names a story that tells. */
const SABOTAGES = [
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
    good: 'if (NEED_WRITE_ACCESS.has(event.name)) return ALLOWED;',
    bad: 'if (event) return ALLOWED;',
    story: 'a stranger and a maintainer comment',
    found: /by mallory sent a create/,
  },
  {
    name: 'takes a memory that cannot be read for an empty one',
    file: 'src/agent/decide.ts',
    good: "if (memory.kind === 'unread' && needsMemory(input)) return",
    bad: "if (memory.kind === 'none' && needsMemory(input)) return",
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

describe('the stories find an action that', () => {
  test.each(SABOTAGES)('$name', async ({ file, good, bad, story, found }) => {
    const hook = pathToFileURL(path.join(import.meta.dirname, 'sabotage.mjs')).href;
    const { code, text } = await stories(['--replay', story], {
      NODE_OPTIONS: `--import ${hook}`,
      SABOTAGE: JSON.stringify({ file, good, bad }),
    });
    expect(text).toMatch(found);
    expect(code).toBe(1);
  });
});
