import { afterAll, expect } from '@jest/globals';
import type { Fault } from '../../sandbox/faults.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { StepOptions, StepResult } from '../helpers/action-environment.ts';
import fc from '../helpers/fast-check.ts';
import { Bundle } from '../helpers/run-bundle.ts';
import { removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';
import { CORPUS, hostileText } from './corpus.ts';
import { expectInert, expectInertMarkdown } from './readers.ts';

const bundle = new Bundle();
afterAll(() => {
  bundle.remove();
  removeMainDirectory();
});

export type Played = StepResult & { readonly succeeded: boolean };

/** Runs the action once against the sandbox at hand. Whatever it leaves behind is inert. */
export type Play = (inputs: Record<string, string>, options?: StepOptions) => Promise<Played>;

/** What is done with one text. */
export type Trial = (text: string, play: Play, sandbox: Sandbox) => Promise<void>;

/** Where a text comes from, what is done with it, and how many random ones are tried where there is time. */
export type Trials = readonly (readonly [string, Trial, number])[];

type Run = (options: StepOptions) => Promise<Played>;

/** Pauses are short, limits are not. */
const brisk: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms > 9_000 ? ms : ms / 50, signal),
};

/** In this process: that is a hundred times as fast. */
const inProcess: Run = (options) => runMain(options, undefined, { clock: brisk });

export const asBundle: Run = async (options) => {
  const result = await bundle.start(options).finished();
  expect(result.stderr).toBe('');
  return { ...result, succeeded: result.exitCode === 0 };
};

const withSandbox = sandboxUser({ jobMs: 4, permissions: { octocat: 'write' } });

/** Gives the body a sandbox of its own, and runs the action against it. */
export function playing<T>(body: (play: Play, sandbox: Sandbox) => Promise<T>, run = inProcess): Promise<T> {
  return withSandbox({}, (sandbox) => {
    const usual = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1' };
    const play: Play = async (inputs, options) => {
      const result = await run({ sandbox, inputs: { ...usual, ...inputs }, ...options });
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

/** The corpus, `size` texts at a time, each at the start of a line. */
export async function tryCorpus(trial: Trial, size: number, run = inProcess): Promise<void> {
  const byLength = CORPUS.toSorted((a, b) => a.length - b.length);
  const texts = Array.from({ length: Math.ceil(byLength.length / size) }, (_, at) =>
    byLength.slice(at * size, (at + 1) * size).join('\n'),
  ).values();
  const some = async () => {
    for (const text of texts) {
      try {
        await playing((play, sandbox) => trial(text, play, sandbox), run);
      } catch (cause) {
        throw new Error(`with ${JSON.stringify(text.slice(0, 300))}: ${cause}`, { cause });
      }
    }
  };
  await Promise.all(Array.from({ length: run === asBundle ? 4 : 1 }, some));
}

/** Generated texts, in this process. */
export function tryRandom(trial: Trial, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(hostileText, (text) =>
    playing((play, sandbox) => trial(text, play, sandbox)),
  );
  return fc.assert(property, { numRuns });
}
