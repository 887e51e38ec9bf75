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

type Sabotaged = StoryOutcome & Record<'opens' | 'asks' | 'again', StoryRun>;
const UNKNOWN = { operation: 'other', method: 'GET', path: '/x', body: '' };
const without = ({ exchanges }: StoryRun, pattern: RegExp) =>
  exchanges.filter(({ operation }) => !pattern.test(operation));
const twice = ({ exchanges }: StoryRun) =>
  exchanges.flatMap((each) => (each.operation === 'create' ? [each, each] : [each]));

/** What a broken action would have done. Run 1 sets the status, run 2 asks, and is run again. */
const SABOTAGES: readonly (readonly [says: RegExp, sabotage: (story: Sabotaged) => void])[] = [
  [/never ends/, ({ asks }) => Object.assign(asks.step, { endMs: Number.POSITIVE_INFINITY })],
  [/has a bug/, ({ asks }) => asks.step.log.error('The action itself failed: x. This is a bug.')],
  [/has a bug/, ({ asks }) => asks.step.log.error('The run was interrupted.')],
  [/may not ask/, ({ asks }) => Object.assign(asks.event, { by: 'mallory' })],
  [/only sets the status/, ({ opens, asks }) => Object.assign(opens, { exchanges: asks.exchanges })],
  [/without its reply/, ({ asks }) => Object.assign(asks, { exchanges: without(asks, /^comment/) })],
  [/sends again/, ({ asks }) => Object.assign(asks, { exchanges: twice(asks) })],
  [/pays twice/, ({ asks, again }) => Object.assign(again, { exchanges: asks.exchanges })],
  [/without an outcome/, ({ asks }) => Object.assign(asks.step.outputs, { outcome: '' })],
  [/no reason/, ({ asks }) => Object.assign(asks.step.outputs, { reason: '' })],
  [/its reply says/, ({ asks }) => Object.assign(asks.step.outputs, { outcome: 'failed' })],
  [/the step fails/, ({ asks }) => Object.assign(asks.step, { succeeded: false })],
  [/ms to stop/, ({ asks }) => Object.assign(asks.step, { signalMs: 0, endMs: 6000 })],
  [/nobody cancelled/, ({ asks }) => Object.assign(asks.step.outputs, { outcome: 'cancelled' })],
  [/loses a request/, ({ asks }) => Object.assign(asks.step.outputs, { outcome: 'skipped' })],
  [/two replies/, ({ sandbox }) => sandbox.github.comments.push(...sandbox.github.comments)],
  [/nobody decided/, ({ sandbox }) => Object.assign(sandbox.github.statuses[0] ?? {}, { state: 'success' })],
  [/makes 3 jobs/, ({ jobs }) => (jobs as unknown[]).push({}, {})],
  [/doesn't know: GET \/x/, ({ opens }) => Object.assign(opens, { exchanges: [UNKNOWN] })],
  [/warns, and nothing says/, ({ opens }) => opens.step.log.warning('The sky is falling.')],
  [/the key leaks/, ({ asks }) => Object.assign(asks.step, { summary: API_KEY })],
];

test.each(SABOTAGES)('the judge notices what %s says', async (says, sabotage) => {
  const outcome = await runStory(readStory(STORY));
  expect(judge(outcome, [])).toEqual([]);
  const [opens, asks, again] = outcome.runs as [StoryRun, StoryRun, StoryRun];
  sabotage({ ...outcome, opens, asks, again });
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
