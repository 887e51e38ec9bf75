import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createLog, maskSecret } from '../../src/github/log.ts';
import { redactor } from '../../src/text/redact.ts';
import { parseRunnerOutput, readLines } from '../helpers/runner-commands.ts';

const KEY = 'mint_0123456789abcdef';
const log = createLog(redactor([KEY]));
const ANNOTATIONS = ['notice', 'warning', 'error', 'debug'] as const;

let written = '';
beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
});
afterEach(() => void jest.restoreAllMocks());

/** What the runner reads of what `write` writes: its lines, and its commands as `name: data`. */
async function read(write: () => unknown) {
  written = '';
  await write();
  const { lines, commands } = parseRunnerOutput(written);
  expect(commands.map(({ properties }) => properties)).toEqual(commands.map(() => ({})));
  return { lines, commands: commands.map(({ name, data }) => `${name}: ${data}`) };
}

test('the log writes lines and the runner’s annotations, without the secret', async () => {
  const { lines, commands } = await read(() => {
    log.info(`one\ntwo ${KEY}`);
    for (const kind of ANNOTATIONS) log[kind](`100% of ${KEY}\nand a line`);
  });
  expect(lines).toEqual(['one', 'two ***']);
  expect(commands).toEqual(ANNOTATIONS.map((kind) => `${kind}: 100% of ***\nand a line`));
});

test('it folds what is written in a group, and ends the group when that fails', async () => {
  const write = () => {
    log.info('inside');
    return 7;
  };
  const folded = [`::group::Waiting for the job ***`, 'inside', '::endgroup::'];
  await read(async () => expect(await log.group(`Waiting\nfor the job ${KEY}`, write)).toBe(7));
  expect(readLines(written)).toEqual(folded);
  const fail = () => Promise.reject(new Error('no'));
  await read(() => expect(log.group('x', fail)).rejects.toThrow('no'));
  expect(readLines(written)).toEqual(['::group::x', '::endgroup::']);
});

// What no text may do to the log is held by text/log, and of whole runs by hostile/.
test('it lets no text act', async () => {
  const text = '::error::x\n##[group]y';
  const kinds = ['info', ...ANNOTATIONS] as const;
  const { lines, commands } = await read(() => {
    for (const kind of kinds) log[kind](text);
    return log.group(text, () => {});
  });
  expect(lines).toEqual([': :error::x', '# #[group]y']);
  const told = [...ANNOTATIONS, 'group'].map((kind) => `${kind}: : :error::x # #[group]y`);
  expect(commands.map((command) => command.replace('\n', ' '))).toEqual([...told, 'endgroup: ']);
});

test.each([
  [KEY, [KEY]],
  [` ${KEY}\n`, [` ${KEY}\n`, KEY]],
  ['one\r\ntwo', ['one\r\ntwo']],
  ['', []],
  [' \n ', []],
])('the secret %j is masked as it is and trimmed, once', async (secret, masked) => {
  const { commands } = await read(() => maskSecret(secret));
  expect(commands).toEqual(masked.map((text) => `add-mask: ${text}`));
});
