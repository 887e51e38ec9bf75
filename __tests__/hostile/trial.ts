import { afterAll, test } from '@jest/globals';
import type { Fault } from '../../sandbox/faults.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { StepOptions } from '../helpers/action-environment.ts';
import fc from '../helpers/fast-check.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';
import { CORPUS, hostileText } from './corpus.ts';
import { expectInert, expectInertMarkdown } from './readers.ts';

afterAll(removeMainDirectory);

/** Runs the action once against the sandbox at hand. Whatever it leaves behind is inert. */
export type Play = (inputs: Record<string, string>, options?: StepOptions) => Promise<MainResult>;
/** What is done with one text. */
export type Trial = (text: string, play: Play, sandbox: Sandbox) => Promise<void>;

/** Pauses are short, limits are not. */
const brisk: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms > 9_000 ? ms : ms / 50, signal),
};
const withSandbox = sandboxUser({ jobMs: 4, permissions: { octocat: 'write' } });

/** Gives the body a sandbox of its own, and runs the action against it. */
export function playing<T>(body: (play: Play, sandbox: Sandbox) => Promise<T>): Promise<T> {
  return withSandbox({}, (sandbox) => {
    const usual = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1' };
    const play: Play = async (given, options) => {
      const step = { sandbox, inputs: { ...usual, ...given }, ...options };
      const result = await runMain(step, undefined, { clock: brisk });
      expectInert(result);
      for (const { body } of sandbox.github.comments) expectInertMarkdown(body);
      return result;
    };
    return body(play, sandbox);
  });
}

/** The answer to every request of `on`. */
export function always(on: Fault['on'], status: number, body: string, type = 'application/json'): Fault {
  const reply = { status, body, headers: { 'content-type': type } };
  return { on, behaviour: { kind: 'answer', effect: status < 400, reply } };
}

const EXPLORES = process.env['CHECK_SEED'] !== undefined;

/** The corpus, some texts at a time, each at the start of a line. `npm run explore` plays them one by one. */
function corpus(): string[] {
  const size = EXPLORES ? 1 : 8;
  const texts = CORPUS.toSorted((a, b) => a.length - b.length);
  return texts.flatMap((_, at) => (at % size === 0 ? texts.slice(at, at + size).join('\n') : []));
}

/** Tries the corpus and `numRuns` random texts, ten times as many in `npm run explore`. */
export function tryTexts(what: string, numRuns: number, trial: Trial): void {
  const tried = (text: string) => playing((play, sandbox) => trial(text, play, sandbox));
  test(`no text of ${what} acts anywhere: the corpus`, async () => {
    for (const text of corpus()) {
      await tried(text).catch((cause: unknown) => {
        throw new Error(`with ${JSON.stringify(text.slice(0, 300))}: ${cause}`, { cause });
      });
    }
  });
  test(`no text of ${what} acts anywhere: random texts`, () =>
    fc.assert(fc.asyncProperty(hostileText, tried), { numRuns: EXPLORES ? 10 * numRuns : numRuns }));
}
