import { expect, test } from '@jest/globals';
import { statusOf } from '../../src/agent/commit-status.ts';
import type { Memory, Remembered } from '../../src/agent/replies.ts';
import { pairsOf, rowsOf, subject, World } from './prompt/world.ts';

const [HEAD, LATER] = ['a1', 'b2'].map((start) => start.repeat(20));
const PULL = 'https://github.com/acme/product/pull';

/** Reads `docs JOB` or `NAME RUN`, with what else holds: a link, `working`, `failed`, or `earlier` for its head. */
function memoryOf(text: string): Memory {
  const all = text.split(' / ').map((each) => each.split(' '));
  const replies = all.flatMap(([name = '', run, ...holds]) => {
    const completed = holds.includes('working') || holds.includes('failed') ? undefined : true;
    const pullRequest = holds.find((word) => word.includes(':'));
    const status = name === '-' ? undefined : { name, head: holds.includes('earlier') ? HEAD : LATER };
    return name === '' || run === undefined ? [] : [{ record: { run, completed, pullRequest, status } }];
  });
  return {
    replies: replies as unknown as Remembered[],
    docsJob: all.find(([, run]) => !run)?.[0] || undefined,
  };
}

const WAITS = `pending: Comment /docs, or add the label no-docs → ${PULL}/12`;
const DOCS = `success: Docs pull request #41 → ${PULL}/41`;
const NO_DOCS =
  'success: The docs agent opened no pull request → https://github.com/acme/product/actions/runs';
const SKIPPED = `success: No docs needed (label no-docs) → ${PULL}/12`;
/** Labels, replies (or the job of a docs pull request), inputs, and the status. */
test.each(
  rowsOf(`nothing | | | | ${WAITS}
    another label | docs, no-docs-yet | | | ${WAITS}
    the label | bug, NO-Docs | | | ${SKIPPED}
    a label of its own | skip it | | skip-label=Skip it | success: No docs needed (label Skip it) → ${PULL}/12
    the label before a decision | no-docs | docs 1 ${PULL}/41 | | ${SKIPPED}
    the label on a docs pull request | no-docs | job | | ${SKIPPED}
    a docs pull request | | job | | success: Written by the docs agent →
    a decision on a docs pull request | | job / docs 1 | | ${NO_DOCS}/1
    a request for a docs pull request that is at work | | job / docs 1 working | | success: Written by the docs agent →
    a decision | | docs 1 ${PULL}/41 | | ${DOCS}
    without a pull request | | docs 1 | | ${NO_DOCS}/1
    without the link of one | | docs 1 javascript:alert(1) | | ${NO_DOCS}/1
    NAME in other letters | | DOCS 1 ${PULL}/41 | commit-status=Docs | ${DOCS}
    another NAME | | docs-2 1 ${PULL}/41 | | ${WAITS}
    no NAME | | - 1 ${PULL}/41 | | ${WAITS}
    an earlier head | | docs 1 ${PULL}/41 earlier | | ${DOCS.replace(' →', ' (asked at a1a1a1a) →')}
    an earlier head without a pull request | | docs 1 earlier | | ${NO_DOCS.replace(' →', ' (asked at a1a1a1a) →')}/1
    at work | | docs 1 working | | ${WAITS}
    failed | | docs 1 failed ${PULL}/41 | | ${WAITS}
    a follow-up that failed | | docs 1 ${PULL}/41 / docs 2 failed | | ${DOCS}
    a follow-up at work | | docs 1 ${PULL}/41 / docs 2 working ${PULL}/42 | | ${DOCS}
    two, of which the last counts | | docs 1 ${PULL}/41 / docs 2 | | ${NO_DOCS}/2
    two, of which one is for another NAME | | docs 1 ${PULL}/41 / other 2 | | ${DOCS}
    a phrase | | | trigger-phrase=/write | ${WAITS.replace('/docs', '/write')}
    a trigger label | | | trigger-label=Docs | ${WAITS.replace('or', 'or add the label Docs, or')}
    an unlisted bot | | bot | | pending: Add the label no-docs → ${PULL}/12
    an unlisted bot and a trigger label | | bot | trigger-label=docs | pending: Add the label docs, or add the label no-docs → ${PULL}/12
    a listed bot | | bot | allowed-bots=renovate | ${WAITS}`),
)('%s', (_, labels = '', replies = '', given, expected) => {
  const others = { comment: 'true', 'commit-status': 'docs', ...pairsOf(given) };
  const user = { login: replies === 'bot' ? 'renovate[bot]' : 'maria' };
  const head = { sha: LATER };
  const named = labels.split(', ').map((name) => ({ name }));
  const run = new World().run(
    'pull_request',
    { pull_request: subject(12, { user, head, labels: named }) },
    others,
  );
  const pull = run.event.subject;
  const memory = memoryOf(replies === 'bot' ? '' : replies);
  const { state, description, targetUrl = '' } = statusOf(pull as NonNullable<typeof pull>, memory, run);
  expect(`${state}: ${description} → ${targetUrl}`.trim()).toBe(expected);
});
