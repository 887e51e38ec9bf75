import { expect, test } from '@jest/globals';
import { json } from '../../sandbox/exchange.ts';
import type { Payload } from '../../sandbox/github/examples.ts';
import type { SandboxOptions } from '../../sandbox/server.ts';
import { findSubject } from '../../src/agent/subject.ts';
import { signMarker } from '../../src/github/comments.ts';
import { example } from '../helpers/payloads.ts';
import { ending, REPOSITORY, rowsOf, World } from './world.ts';

// Most of what an event is about is told by stories (subject.txt, releases.txt, review.txt).

const KEY = { scope: 'p1', apiKey: 'mint_test_0123456789' };

/** Merges `12@c`, as commit `c`: a `bot`'s pull request, one that the action wrote (`own`), or one 3 s `late`. */
function merge(words: string, { clock, github }: World): void {
  for (const [, who, number, mergeCommit = ''] of words.matchAll(/(bot|own|late)?(\d+)@(\w)/g)) {
    const place = { repository: REPOSITORY, issue: Number(number) };
    const user = who === 'bot' ? 'renovate[bot]' : 'maria';
    const pull = { repository: REPOSITORY, number: Number(number), user };
    const merged = { ...pull, mergedAt: github.date(), mergeCommit };
    github.setPullRequest(who === 'late' ? pull : merged);
    clock.at(3000, () => github.setPullRequest(merged));
    const body = signMarker({ kind: 'pull-request', job: 'j' }, { ...place, ...KEY });
    if (who === 'own') github.addComment({ ...place, user: 'maria', body });
  }
}

/** What a push is about. Commits: `id first line`, oldest first, by the authors in turn. */
async function about(commits: string, merges: string, authors = 'maria', options?: SandboxOptions) {
  const world = new World(options);
  merge(merges, world);
  const writers = authors.split(', ');
  const all = commits.split(' / ').map((commit, index) => {
    const author = { username: writers[index % writers.length] };
    return { id: commit[0], message: `${commit.slice(2)}\n\nMore.`, author };
  });
  const payload = { before: 'a', ref: 'refs/heads/main', commits: all, after: all.at(-1)?.id };
  const run = world.run('push', payload, { prompt: 'x' });
  const end = await ending(findSubject(run), ({ subject }) => `#${subject?.number ?? ''}`);
  return { end, seconds: world.clock.now() / 1000, asked: world.asked };
}

/** Commits, what GitHub has merged, the number that is asked for first, and what the push is about. */
test.each(
  rowsOf(`c Revert "Add (#11)" (#12) | 11@b 12@c | 12 | #12
    c Add it (#11) | 11@x 12@c | 11 | #12
    a Add (#10) / b Add (#11) / c Add (#12) | 10@a 11@x bot12@c | 12 | #10
    a Add (#10) / b Add (#11) / c Add (#12) | 10@a 11@b own12@c | 12 | #11
    b Add (#11) / c Add (#12) | late11@b bot12@c | 12 | #11
    b Add (#11) / c Add (#12) | bot11@b bot12@c | 12 | skipped: Pull request #12 was opened by renovate[bot], a bot that isn't listed in \`allowed-bots\`.`),
)('a push of %s, where GitHub has merged %s: %s, %s', async (commits = '', merges = '', first, expected) => {
  const { end, asked } = await about(commits, merges);
  expect([asked[0], end]).toEqual([`pulls/${first}`, expected]);
});

test.each(
  rowsOf(`renovate[bot], dependabot[bot] | skipped: dependabot[bot] is a bot that isn't listed in \`allowed-bots\`.
    renovate[bot], maria | #
    , renovate[bot] | #`),
)('a push of commits by %s: %s', async (authors, expected) => {
  expect((await about('b Add / c Add', '', authors)).end).toBe(expected);
});

test('GitHub may answer 409 for a minute, and at most twenty numbers of a push are looked up', async () => {
  const conflict = { kind: 'answer', reply: json(409, { message: 'No.' }), effect: false } as const;
  const options: SandboxOptions = {
    faultFor: ({ operation, nth }) => (operation === 'commit-pulls' && nth < 13 ? conflict : undefined),
  };
  const { end, seconds } = await about('c Add it', '12@c', 'maria', options);
  expect([end, seconds]).toEqual(['#12', 52]);
  const many = Array.from({ length: 40 }, (_, index) => `x Add (#${index + 100})`);
  const { asked } = await about([...many, 'c Add (#12)'].join(' / '), 'bot12@c');
  expect(asked).toHaveLength(20);
});

test("a review's hidden comments are left out", async () => {
  const hideFirst = (list: Payload) =>
    Object.values(list).map((each, index) => ({ ...each, ...(index === 0 && { minimized: {} }) }));
  const world = new World({ faultFor: () => ({ kind: 'edit', edit: hideFirst }) });
  const place = { repository: REPOSITORY, issue: 12, user: 'maria' };
  world.github.setPullRequest({ repository: REPOSITORY, number: 12 });
  const { id } = world.github.addReview({ ...place, body: '/docs it' });
  for (const body of ['Shown', 'Hidden'])
    world.github.addReviewComment({ ...place, body, review: id, path: 'a.md' });
  const event = { name: 'pull_request_review', action: 'submitted', repository: REPOSITORY, number: 12 };
  const payload = example(event.name, event.action, { ...event, id, text: '/docs it', isPullRequest: true });
  const { comment } = await findSubject(world.run(event.name, payload));
  expect(comment?.others?.map(({ body }) => body)).toEqual(['Shown']);
});

test('what has no time gets the start of the run', async () => {
  const { at } = await findSubject(new World().run('schedule', {}, { prompt: 'x' }));
  expect(at).toBe('2026-01-05T12:00:00.000Z');
});
