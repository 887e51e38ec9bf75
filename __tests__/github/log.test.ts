import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog, maskSecret } from '../../src/github/log.ts';
import { redactor } from '../../src/text/redact.ts';
import { parseRunnerOutput, readLines } from '../helpers/runner-commands.ts';
import { actingText } from '../hostile/corpus.ts';

const KEY = 'mint_0123456789abcdef';
const log = createLog(redactor([KEY]));

let written = '';
beforeEach(() => {
  written = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** What the runner reads of what `write` writes. */
async function read(write: () => unknown) {
  written = '';
  await write();
  return parseRunnerOutput(written);
}

describe('the log', () => {
  test('writes lines and the runner’s annotations', async () => {
    const { lines, commands } = await read(async () => {
      log.info('one\ntwo');
      log.notice('a notice');
      log.warning('a warning\nof two lines');
      log.error('100% wrong');
      log.debug('details');
    });
    expect(lines).toEqual(['one', 'two']);
    expect(commands).toEqual([
      { name: 'notice', properties: {}, data: 'a notice' },
      { name: 'warning', properties: {}, data: 'a warning\nof two lines' },
      { name: 'error', properties: {}, data: '100% wrong' },
      { name: 'debug', properties: {}, data: 'details' },
    ]);
  });

  test('folds what is written in a group, and ends the group when that fails', async () => {
    const group = await read(() =>
      log.group('Waiting\nfor the job', async () => {
        log.info('inside');
        return 7;
      }),
    );
    expect(readLines(written)).toEqual(['::group::Waiting for the job', 'inside', '::endgroup::']);
    expect(group.lines).toEqual(['inside']);
    await expect(log.group('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readLines(written).slice(-2)).toEqual(['::group::x', '::endgroup::']);
    expect(await log.group('x', () => 7)).toBe(7);
  });

  test.each(['info', 'notice', 'warning', 'error', 'debug'] as const)(
    'lets no text act: %s',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(actingText, async (text) => {
          const { commands, lines } = await read(() => log[kind](text));
          if (kind === 'info') return expect(commands).toEqual([]);
          expect(commands.map(({ name }) => name)).toEqual([kind]);
          expect(lines).toEqual([]);
          // GitHub shows the text of an annotation as lines of a log.
          expect(parseRunnerOutput(commands[0]?.data ?? '').commands).toEqual([]);
        }),
      );
    },
  );

  test('lets no title of a group act', async () => {
    await fc.assert(
      fc.asyncProperty(actingText, async (text) => {
        const { commands, lines } = await read(() => log.group(text, () => {}));
        expect(commands.map(({ name }) => name)).toEqual(['group', 'endgroup']);
        expect(lines).toEqual([]);
      }),
    );
  });

  test('shows the secret nowhere', async () => {
    await read(async () => {
      for (const kind of ['info', 'notice', 'warning', 'error', 'debug'] as const) log[kind](`key ${KEY}`);
      await log.group(KEY, () => {});
    });
    expect(written).not.toContain(KEY);
    expect(written.match(/\*\*\*/g)).toHaveLength(6);
  });
});

describe('a secret', () => {
  const masks = async (secret: string) =>
    (await read(() => maskSecret(secret))).commands.map(({ name, data }) => [name, data]);

  test('is masked as it is and trimmed, once, and lines stay together', async () => {
    expect(await masks(KEY)).toEqual([['add-mask', KEY]]);
    expect(await masks(` ${KEY}\n`)).toEqual([
      ['add-mask', ` ${KEY}\n`],
      ['add-mask', KEY],
    ]);
    expect(await masks('one\r\ntwo')).toEqual([['add-mask', 'one\r\ntwo']]);
  });

  test('that is blank masks nothing', async () => {
    expect(await masks('')).toEqual([]);
    expect(await masks(' \n ')).toEqual([]);
  });
});
