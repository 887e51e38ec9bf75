import { expect, test } from '@jest/globals';
import { isInSample, problemsOf, storiesByCall, storiesByOrder } from '../../../campaign/derived.ts';
import { judge } from '../../../simulation/judge.ts';
import { readStory } from '../../../simulation/story.ts';
import { API_KEY, runStory, type StoryOutcome, type StoryRun } from '../../../simulation/world.ts';

test.each([
  { what: 'by call', every: 40, derive: storiesByCall },
  { what: 'by order', every: 250, derive: storiesByOrder },
])('a fixed sample of the stories $what finds nothing wrong', async ({ every, derive }) => {
  const wrong: string[] = [];
  for (const story of (await derive()).filter((_, index) => isInSample(index, every))) {
    const problems = await problemsOf(story);
    wrong.push(...problems.map((problem) => `${problem}: ${story.text}`));
  }
  expect(wrong).toEqual([]);
});

const STORY =
  'commit-status=docs | requests come in the order 1; maria opens #101; maria comments "/docs it" on #101; run 2 again';

/** What a broken action would have done. Run 1 sets the status, run 2 asks, and is run again. */
const SABOTAGES: readonly (readonly [says: RegExp, (outcome: StoryOutcome) => void])[] = [
  [/never ends/, ({ runs }) => Object.assign(runs[1]?.step ?? {}, { endMs: Number.POSITIVE_INFINITY })],
  [/has a bug/, ({ runs }) => runs[1]?.step.log.error('The action itself failed: x. This is a bug.')],
  [/has a bug/, ({ runs }) => runs[1]?.step.log.error('The run was interrupted.')],
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
  [/makes 3 jobs/, ({ jobs }) => (jobs as unknown[]).push({}, {})],
  [/doesn't know: GET \/x/, ({ runs }) => Object.assign(runs[0] ?? {}, { exchanges: [UNKNOWN] })],
  [/warns, and nothing says/, ({ runs }) => runs[0]?.step.log.warning('The sky is falling.')],
  [/the key leaks/, ({ runs }) => Object.assign(runs[1]?.step ?? {}, { summary: API_KEY })],
];

const UNKNOWN = { operation: 'other', method: 'GET', path: '/x', body: '' };
const without = (run: StoryRun | undefined, pattern: RegExp) =>
  run?.exchanges.filter(({ operation }) => !pattern.test(operation));
const twice = (run: StoryRun | undefined) =>
  run?.exchanges.flatMap((each) => (each.operation === 'create' ? [each, each] : [each]));

test.each(SABOTAGES)('the judge notices what %s says', async (says, sabotage) => {
  const outcome = await runStory(readStory(STORY));
  expect(judge(outcome, [])).toEqual([]);
  sabotage(outcome);
  expect(judge(outcome, []).join('\n')).toMatch(says);
});

test.each([
  ['the token lacks statuses: read; maria opens #101', 'the token lacks statuses: read'],
  ['the token lacks issue: write; maria opens #101', 'the token lacks issue: write'],
  ['marai labels #12 docs', 'marai'],
  ['minimum-permission=wirte | maria labels #12 docs', 'wirte'],
  ['maria labels #12 docs, every lists gets 500', 'lists'],
  ['maria labels #12 docs, every list gets 505', '505'],
])('a story with a mistake is refused: %s', (story, named) => {
  expect(() => readStory(story)).toThrow(named);
});
