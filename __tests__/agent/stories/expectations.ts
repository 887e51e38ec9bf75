import { expect } from '@jest/globals';
import { jsonObject } from '../../../sandbox/exchange.ts';
import type { LedgerEntry } from '../../../sandbox/ledger.ts';
import { isOfGithub, isPost, markerIn } from '../../../simulation/judge.ts';
import { wordOf } from '../../../simulation/sentences.ts';
import { endOf, named } from '../../../simulation/transcript.ts';
import type { StoryOutcome, StoryRun } from '../../../simulation/world.ts';

/** How a story has ended, in the words that stand below it. */
export function expectationsOf(outcome: StoryOutcome) {
  const { runs, jobs, sandbox } = outcome;
  const last = runs.at(-1);
  if (!last) throw new Error('Nothing runs in this story.');
  const { step, exchanges } = last;
  const written = exchanges
    .filter(({ operation }) => /^comment-(create|update)$/.test(operation))
    .map(textOf);
  const shown = named([step.said, ...written].join('\n'));
  const logged = step.log.lines.filter(({ kind }) => kind !== 'debug' && kind !== 'group');
  const warnings = runs.flatMap((run) => run.step.log.texts('warning'));
  const asked = askedBy(last);
  const seconds = (step.endMs - step.startMs) / 1000;
  const { statuses } = sandbox.github;
  const status = statuses.at(-1);
  const facts: Readonly<Record<string, (words: string) => void>> = {
    ends: (words) => expect(runs.map(endOf).join(' > ')).toBe(words),
    replies: (words) => expect(repliesOf(outcome)).toBe(words),
    warns: (words) => expect(warnings).toContainEqual(expect.stringMatching(within(words))),
    fails: (words) => expectWhole(step.log.texts('error').join('\n'), words),
    logs: (words) => expectWhole(logged.map(({ text }) => text).join('\n'), words),
    says: (words) => expect(shown).toMatch(within(words)),
    never: (words) => expect(shown).not.toMatch(within(words)),
    writes: (words) => expectWhole(written.at(-1)?.trim().replaceAll(/\s+/g, ' ') ?? '', words),
    takes: (words) => {
      const [least = 0, most = least] = words.split(' to ').map(Number);
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThanOrEqual(most);
    },
    requests: (words) => expect(exchanges.filter(isOfGithub).length).toBeLessThanOrEqual(Number(words)),
    jobs: (words) => expect(jobs.length).toBe(Number(words)),
    asks: (words) => {
      const [first, ...missing] = words.split(' ');
      if (first === 'no') expect(asked.split(' ').filter((each) => missing.includes(each))).toEqual([]);
      else expectWhole(asked, words);
    },
    statuses: (words) => expect(statuses.map(({ state }) => state).join(' > ')).toBe(words),
    status: (words) => {
      const target = status?.target ? ` → ${status.target}` : '';
      expectWhole(`${status?.state}: ${status?.description}${target}`, words);
    },
  };
  return {
    check(line: string): void {
      const [, word = '', words = ''] = /^(\w+) ?(.*)$/s.exec(line) ?? [];
      const fact = facts[word];
      if (!fact) throw new RangeError(`No line can begin with "${word}": ${line}`);
      fact(words);
    },
  };
}

/** What the lines say that the story warns of. */
export function warningsIn(lines: readonly string[]): RegExp[] {
  return lines.filter((line) => line.startsWith('warns ')).map((line) => within(line.slice(6)));
}

function expectWhole(text: string, words: string) {
  expect(named(text)).toMatch(new RegExp(`^${within(words).source}$`, 's'));
}

/** `…` stands for anything, `⏎` for a line break. */
function within(words: string): RegExp {
  const escaped = words.replaceAll('⏎', '\n').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(escaped.replaceAll('…', '.*'), 's');
}

/** A comment without its marker. */
function textOf({ body }: LedgerEntry): string {
  return String(jsonObject(body)?.['body']).replace(/<!-- docs-agent-action .* -->/, '');
}

/** What the replies remember, in the order of their creation. */
function repliesOf({ sandbox }: StoryOutcome): string {
  const records = sandbox.github.comments.map(({ body }) => markerIn(body) ?? {});
  const replies = records.filter(({ kind }) => kind === 'reply');
  const text = ({ state, job, outcome }: Record<string, unknown>) =>
    [state, state === 'accepted' ? job : undefined, outcome].filter((each) => each !== undefined).join(' ');
  return named(replies.map(text).join(', '));
}

/** Its requests in their order. */
function askedBy({ exchanges }: StoryRun): string {
  const words = exchanges.map((each) =>
    isPost(each) ? each.operation.toUpperCase() : wordOf(each.operation),
  );
  return words.join(' ').replace(/\bpoll( poll)+/g, 'polls') || 'nothing';
}
