import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withoutTraces } from '../../helpers/without-traces.ts';

// What is loaded on demand would take real time, in which hours would pass for a story.
await import('@actions/github');
for (const file of readdirSync(path.resolve(import.meta.dirname, '../../../src/agent'), { recursive: true }))
  if (String(file).endsWith('.ts')) await import(`../../../src/agent/${file}`);
const { disturbed, interleaved, problemsOf, scattered } = await import('../../../campaign/derived.ts');
const { judge } = await import('../../../campaign/judge.ts');
const { readStory } = await import('../../../campaign/story.ts');
const { playStory } = await import('../../../campaign/world.ts');

test('a fixed sample of the campaign finds nothing wrong', async () => {
  const all = [...(await disturbed()), ...interleaved()];
  const wrong: string[] = [];
  for (const derived of all.filter((_, index) => scattered(index, 150))) {
    const { problems } = await withoutTraces(() => problemsOf(derived));
    wrong.push(...problems.map((problem) => `${problem}: ${derived.text}`));
  }
  expect(wrong).toEqual([]);
});

const outcome = () =>
  playStory(
    readStory('commit-status=docs | maria opens #101; maria comments "/docs it" on #101; run 2 again'),
  );
type Outcome = Awaited<ReturnType<typeof outcome>>;
/** What a broken action would have done. Run 1 sets the status, run 2 asks, and is run again. */
const SABOTAGES: readonly (readonly [says: RegExp, (played: Outcome) => void])[] = [
  [/mistake of the action/, ({ runs }) => Object.assign(runs[1]?.step ?? {}, { bug: new Error('x') })],
  [/may not ask/, ({ runs }) => Object.assign(runs[1]?.event ?? {}, { by: 'mallory' })],
  [/only sets the status/, ({ runs }) => Object.assign(runs[0] ?? {}, { exchanges: runs[1]?.exchanges })],
  [
    /without its reply/,
    ({ runs }) => Object.assign(runs[1] ?? {}, { exchanges: without(runs[1], /^comment/) }),
  ],
  [/sends again/, ({ runs }) => Object.assign(runs[1] ?? {}, { exchanges: twice(runs[1]) })],
  [/pays twice/, ({ runs }) => Object.assign(runs[2] ?? {}, { exchanges: runs[1]?.exchanges })],
  [/without an outcome/, ({ runs }) => Object.assign(runs[1]?.step.outputs ?? {}, { outcome: '' })],
  [/no reason/, ({ runs }) => Object.assign(runs[1]?.step.outputs ?? {}, { reason: '' })],
  [/its reply says/, ({ runs }) => Object.assign(runs[1]?.step.outputs ?? {}, { outcome: 'failed' })],
  [/the step fails/, ({ runs }) => Object.assign(runs[1]?.step ?? {}, { succeeded: false })],
  [/ms to stop/, ({ runs }) => Object.assign(runs[1]?.step ?? {}, { signalMs: 0, endMs: 6000 })],
  [/nobody cancelled/, ({ runs }) => Object.assign(runs[1]?.step.outputs ?? {}, { outcome: 'cancelled' })],
  [/loses a request/, ({ runs }) => Object.assign(runs[1]?.step.outputs ?? {}, { outcome: 'skipped' })],
  [/two replies/, ({ sandbox }) => sandbox.github.comments.push(...sandbox.github.comments)],
  [/nobody decided/, ({ sandbox }) => Object.assign(sandbox.github.statuses[0] ?? {}, { state: 'success' })],
  [/the key leaks/, ({ runs }) => runs[1]?.step.log.info('mint_story_0123456789abcdef')],
];

type Run = Outcome['runs'][number] | undefined;
const without = (run: Run, pattern: RegExp) =>
  run?.exchanges.filter(({ operation }) => !pattern.test(operation));
const twice = (run: Run) =>
  run?.exchanges.flatMap((each) => (each.operation === 'create' ? [each, each] : [each]));

test.each(SABOTAGES)('the judge notices what %s says', async (says, sabotage) => {
  const played = await outcome();
  expect(judge(played)).toEqual([]);
  sabotage(played);
  expect(judge(played).join('\n')).toMatch(says);
});
