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
  const texts = step.log.lines.filter(({ kind }) => kind !== 'debug' && kind !== 'group');
  const warnings = runs.flatMap((run) => run.step.log.texts('warning'));
  const statuses = sandbox.github.statuses.map(({ state }) => state);
  const status = sandbox.github.statuses.at(-1);
  const facts: Readonly<Record<string, (words: string) => void>> = {
    ends: (words) => expect(runs.map(endOf).join(' > ')).toBe(words),
    replies: (words) => expect(repliesOf(outcome)).toBe(words),
    warns: (words) => expect(warnings).toContainEqual(expect.stringMatching(pattern(words))),
    fails: (words) => expect(named(step.log.texts('error').join('\n'))).toMatch(pattern(words, '^', '$')),
    logs: (words) =>
      expect(named(texts.map(({ text }) => text).join('\n')).replaceAll('\n', '⏎')).toMatch(
        pattern(words, '^', '$'),
      ),
    says: (words) => expect(named([step.said, ...written].join('\n'))).toMatch(pattern(words)),
    never: (words) => expect(named([step.said, ...written].join('\n'))).not.toMatch(pattern(words)),
    writes: (words) =>
      expect(named(written.at(-1)?.trim().replaceAll(/\s+/g, ' ') ?? '')).toMatch(pattern(words, '^', '$')),
    takes: (words) => {
      const [least = 0, most = least] = words.split(' to ').map(Number);
      expect((step.endMs - step.startMs) / 1000).toBeGreaterThanOrEqual(least);
      expect((step.endMs - step.startMs) / 1000).toBeLessThanOrEqual(most);
    },
    requests: (words) => expect(exchanges.filter(isOfGithub).length).toBeLessThanOrEqual(Number(words)),
    jobs: (words) => expect(jobs.length).toBe(Number(words)),
    asks: (words) => {
      const asked = askedBy(last);
      const missing = words.startsWith('no ') ? words.split(' ') : [];
      if (missing.length > 0) expect(asked.split(' ').filter((each) => missing.includes(each))).toEqual([]);
      else expect(asked).toMatch(pattern(words, '^', '$'));
    },
    statuses: (words) => expect(statuses.join(' > ')).toBe(words),
    status: (words) =>
      expect(
        named(`${status?.state}: ${status?.description}${status?.target ? ` → ${status.target}` : ''}`),
      ).toMatch(pattern(words, '^', '$')),
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
  return lines.filter((line) => line.startsWith('warns ')).map((line) => pattern(line.slice(6)));
}

/** `…` stands for anything. */
function pattern(given: string, before = '', after = ''): RegExp {
  const words = given.replaceAll('⏎', before === '' ? '\n' : '⏎');
  return new RegExp(before + words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*') + after, 's');
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
