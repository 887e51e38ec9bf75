import { expect, test } from '@jest/globals';
import { json } from '../../../sandbox/exchange.ts';
import type { Behaviour } from '../../../sandbox/faults.ts';
import { findSubject } from '../../../src/agent/request/subject.ts';
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
}

const BOT = 'renovate[bot]';

/** What a push is about. Its commits have these first lines, the oldest first, and these authors. */
async function subjectOfPush(
  lines: readonly string[],
  merges: readonly Merge[],
  authors: readonly string[] = ['maria'],
  world = new World(),
) {
  const { clock, github } = world;
  const commits = lines.map((line, index) => ({
    id: line,
    message: `${line}\n\nMore.`,
    author: { username: authors[index] },
  }));
  const payload = { before: 'a', ref: 'refs/heads/main', commits, after: lines.at(-1) };
  for (const { number, commit, user = 'maria', lateMs = 0 } of merges) {
    const mergeCommit = commit ?? lines.find((line) => line.endsWith(`(#${number})`)) ?? '';
    const pull = { repository: REPOSITORY, number, user };
    github.setPullRequest(pull);
    clock.at(lateMs, () => github.setPullRequest({ ...pull, mergedAt: github.date(), mergeCommit }));
  }
  const finding = findSubject(world.context('push', payload, { prompt: 'x' }));
  const subject = await describeOutcome(finding, ({ issueOrPull }) =>
    issueOrPull ? `#${issueOrPull.number}` : 'no pull request',
  );
  return { subject, askedPaths: world.askedPaths };
}

test('a revert names two numbers, and merges the last one', async () => {
  const { subject, askedPaths } = await subjectOfPush(['Revert "Add (#11)" (#12)'], [{ number: 12 }]);
  expect([subject, askedPaths[0]]).toEqual(['#12', 'pulls/12']);
});

test('merges of bots and of other commits are passed over, and GitHub may know of a merge 3 s late', async () => {
  const merges = [
    { number: 10, lateMs: 3000 },
    { number: 11, commit: 'other' },
    { number: 12, user: BOT },
  ];
  const { subject } = await subjectOfPush(['Add (#10)', 'Add (#11)', 'Add (#12)'], merges);
  expect(subject).toBe('#10');
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
  const world = new World({
    faultFor: ({ operation, nth }) => (operation === 'commit-pulls' && nth < 13 ? conflict : undefined),
  });
  const { subject } = await subjectOfPush(['Add'], [{ number: 12, commit: 'Add' }], undefined, world);
  expect([subject, world.clock.now()]).toEqual(['#12', 52_000]);
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
