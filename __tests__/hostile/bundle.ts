import { afterAll, expect } from '@jest/globals';
import fc from 'fast-check';
import type { Behaviour, Fault } from '../../sandbox/faults.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { StepOptions, StepResult } from '../helpers/action-environment.ts';
import { Bundle } from '../helpers/run-bundle.ts';
import { removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';
import { CORPUS, hostileText } from './corpus.ts';

const bundle = new Bundle();
afterAll(() => {
  bundle.remove();
  removeMainDirectory();
});

export const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.002' };

export type Played = StepResult & { readonly succeeded: boolean };

/** Runs the action once. */
export type Play = (
  sandbox: Sandbox,
  inputs: Record<string, string>,
  options?: StepOptions,
) => Promise<Played>;

const inProcess: Play = (sandbox, inputs, options = {}) => runMain({ sandbox, inputs, ...options });

const asBundle: Play = async (sandbox, inputs, options = {}) => {
  const result = await bundle.run({ sandbox, inputs, ...options });
  expect(result.stderr).toBe('');
  return { ...result, succeeded: result.exitCode === 0 };
};

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
export type Trial = (text: string, play: Play) => Promise<void>;

/** Each text of the corpus alone, in this process: that is a hundred times as fast. */
export async function tryCorpus(trial: Trial): Promise<void> {
  for (const text of CORPUS) await named(text, () => trial(text, inProcess));
}

/** The corpus, eight texts at a time, in this process: a sixth of the time. */
export async function tryGroups(trial: Trial): Promise<void> {
  for (const text of groupsOf(8)) await named(text, () => trial(text, inProcess));
}

/** The corpus on the bundle, many texts at a time. */
export async function tryBundle(trial: Trial): Promise<void> {
  const groups = groupsOf(25).values();
  const some = async () => {
    for (const text of groups) await named(text, () => trial(text, asBundle));
  };
  await Promise.all(Array.from({ length: 4 }, some));
}

/** The whole corpus, some texts at a time, each at the start of a line. */
function groupsOf(size: number): string[] {
  const byLength = CORPUS.toSorted((a, b) => a.length - b.length);
  const count = Math.ceil(byLength.length / size);
  return Array.from({ length: count }, (_, at) => byLength.slice(at * size, (at + 1) * size).join('\n'));
}

/** Generated texts, in this process. */
export function tryRandom(trial: Trial, numRuns: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(hostileText, (text) => trial(text, inProcess)),
    { numRuns },
  );
}

async function named(text: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new Error(`with ${JSON.stringify(text.slice(0, 300))}: ${cause}`, { cause });
  }
}
