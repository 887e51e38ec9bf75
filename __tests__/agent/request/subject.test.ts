import { expect, test } from '@jest/globals';
import { json } from '../../../sandbox/exchange.ts';
import type { Behaviour } from '../../../sandbox/faults.ts';
import type { SandboxOptions } from '../../../sandbox/server.ts';
import { threadOn } from '../../../src/agent/replies/thread.ts';
import { findSubject } from '../../../src/agent/request/subject.ts';
import { signMarker } from '../../../src/github/comments.ts';
import { example } from '../../helpers/payloads.ts';
import { describeOutcome, HIDE_COMMENTS, REPOSITORY, World } from '../world.ts';

// Most of what an event is about is told by stories (subject.txt, releases.txt, review.txt).

/** A merged pull request: by maria, as the commit that names it, unless given. */
interface Merge {
  readonly number: number;
  readonly commit?: string;
  readonly user?: string;
  /** How late GitHub knows of the merge (ms). */
  readonly lateMs?: number;
  /** Whether the action commented on it as its docs pull request. */
  readonly isDocs?: boolean;
}

const BOT = 'renovate[bot]';
const ADDS = ['Add (#10)', 'Add (#11)', 'Add (#12)'];

/** What a push is about. Its commits have these first lines, the oldest first, and these authors. */
async function subjectOfPush(
  lines: readonly string[],
  merges: readonly Merge[],
  authors: readonly string[] = ['maria'],
  options?: SandboxOptions,
) {
  const world = new World(options);
  const { clock, github } = world;
  const commits = lines.map((line, index) => ({
    id: line,
    message: `${line}\n\nMore.`,
    author: { username: authors[index % authors.length] },
  }));
  const payload = { before: 'a', ref: 'refs/heads/main', commits, after: lines.at(-1) };
  const context = world.context('push', payload, { prompt: 'x' });
  for (const { number, commit, user = 'maria', lateMs = 0, isDocs } of merges) {
    const mergeCommit = commit ?? lines.find((line) => line.endsWith(`(#${number})`)) ?? '';
    const pull = { repository: REPOSITORY, number, user };
    const merged = { ...pull, mergedAt: github.date(), mergeCommit };
    github.setPullRequest(lateMs > 0 ? pull : merged);
    clock.at(lateMs, () => github.setPullRequest(merged));
    const thread = threadOn(number, context.github, context.inputs);
    const body = signMarker({ kind: 'pull-request', job: 'j' }, thread);
    if (isDocs) github.addComment({ ...thread, user: 'maria', body });
  }
  const subject = await describeOutcome(findSubject(context), ({ issueOrPull }) =>
    issueOrPull ? `#${issueOrPull.number}` : 'no pull request',
  );
  return { subject, seconds: clock.now() / 1000, askedPaths: world.askedPaths };
}

test.each([
  [
    'a revert names two numbers, and merges the last one',
    ['Revert "Add (#11)" (#12)'],
    [{ number: 11, commit: 'other' }, { number: 12 }],
    12,
    '#12',
  ],
  [
    'a number that was merged as another commit does not count',
    ['Add it (#11)'],
    [
      { number: 11, commit: 'other' },
      { number: 12, commit: 'Add it (#11)' },
    ],
    11,
    '#12',
  ],
  [
    'merges of bots and of other commits are passed over',
    ADDS,
    [{ number: 10 }, { number: 11, commit: 'other' }, { number: 12, user: BOT }],
    12,
    '#10',
  ],
  [
    'a docs pull request is passed over',
    ADDS,
    [{ number: 10 }, { number: 11 }, { number: 12, isDocs: true }],
    12,
    '#11',
  ],
  [
    'GitHub may know of a merge 3 s late',
    ADDS.slice(1),
    [
      { number: 11, lateMs: 3000 },
      { number: 12, user: BOT },
    ],
    12,
    '#11',
  ],
  [
    'of merges by bots alone, the last one is the reason',
    ADDS.slice(1),
    [
      { number: 11, user: BOT },
      { number: 12, user: BOT },
    ],
    12,
    "skipped: Pull request #12 was opened by renovate[bot], a bot that isn't listed in `allowed-bots`.",
  ],
])('%s', async (_, lines, merges, first, expected) => {
  const { subject, askedPaths } = await subjectOfPush(lines, merges);
  expect(subject).toBe(expected);
  expect(askedPaths[0]).toBe(`pulls/${first}`);
});

test.each([
  [BOT, 'dependabot[bot]', "skipped: dependabot[bot] is a bot that isn't listed in `allowed-bots`."],
  [BOT, 'maria', 'no pull request'],
  ['', BOT, 'no pull request'],
])('a push of commits by "%s" and "%s" is about %s', async (first, last, expected) => {
  const { subject } = await subjectOfPush(['Add', 'Mend'], [], [first, last]);
  expect(subject).toBe(expected);
});

test('GitHub may answer 409 for a minute', async () => {
  const conflict: Behaviour = { kind: 'answer', reply: json(409, { message: 'No.' }), effect: false };
  const { subject, seconds } = await subjectOfPush(['Add'], [{ number: 12, commit: 'Add' }], undefined, {
    faultFor: ({ operation, nth }) => (operation === 'commit-pulls' && nth < 13 ? conflict : undefined),
  });
  expect([subject, seconds]).toEqual(['#12', 52]);
});

test('at most twenty numbers of a push are looked up', async () => {
  const many = Array.from({ length: 40 }, (_, index) => `Add (#${index + 100})`);
  const { askedPaths } = await subjectOfPush([...many, 'Add (#12)'], [{ number: 12, user: BOT }]);
  expect(askedPaths).toHaveLength(20);
});

test("a review's hidden comments are left out", async () => {
  const world = new World({ faults: [{ on: 'review-comments', behaviour: HIDE_COMMENTS }] });
  const { github } = world;
  const place = { repository: REPOSITORY, issue: 12, user: 'maria' };
  github.setPullRequest({ repository: REPOSITORY, number: 12 });
  const { id } = github.addReview({ ...place, body: '/docs it' });
  for (const body of ['Shown.', 'Hidden.']) github.addReviewComment({ ...place, body, review: id });
  const review = { repository: REPOSITORY, number: 12, id, text: '/docs it', isPullRequest: true };
  const payload = example('pull_request_review', 'submitted', review);
  const { lineComments } = await findSubject(world.context('pull_request_review', payload));
  expect(lineComments.map(({ body }) => body)).toEqual(['Shown.']);
});
