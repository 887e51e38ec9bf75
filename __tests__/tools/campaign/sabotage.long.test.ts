import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { play } from './play.ts';

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
