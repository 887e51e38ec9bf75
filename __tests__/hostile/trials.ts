import { afterAll, describe, test } from '@jest/globals';
import fc from 'fast-check';
import type { Behaviour, Fault } from '../../sandbox/faults.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { StepOptions } from '../helpers/action-environment.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';
import { CORPUS, hostileText } from './corpus.ts';

afterAll(removeMainDirectory);

export const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.002' };

/** Runs the action once, in this process: that is a hundred times as fast as the bundle. */
export function play(
  sandbox: Sandbox,
  inputs: Readonly<Record<string, string>>,
  options: StepOptions = {},
): Promise<MainResult> {
  return runMain({ sandbox, inputs, ...options });
}

export const withSandbox = sandboxUser({ jobMs: 4, permissions: { octocat: 'write' } });

/** The answer to every request of `on`. */
export function always(
  on: Fault['on'],
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Fault {
  const behaviour: Behaviour = {
    kind: 'answer',
    effect: status < 400,
    reply: { status, body, headers: { 'content-type': 'application/json', ...headers } },
  };
  return { on, behaviour };
}

/** What is done with one text. */
type Trial = (text: string) => Promise<void>;

/** Tries each text of the corpus alone, then as many that are generated. */
export function describeTrials(what: string, trials: readonly (readonly [string, Trial, number])[]): void {
  describe.each(trials)(what, (_name, trial, numRuns) => {
    test('of the corpus, one by one', async () => {
      for (const text of CORPUS) await named(text, () => trial(text));
    });

    test('whatever it is made of', () =>
      fc.assert(
        fc.asyncProperty(hostileText, (text) => trial(text)),
        { numRuns },
      ));
  });
}

async function named(text: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new Error(`with ${JSON.stringify(text.slice(0, 300))}: ${cause}`, { cause });
  }
}
