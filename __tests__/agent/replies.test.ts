import { expect, test } from '@jest/globals';
import {
  acceptedAt,
  isDocsPullRequest,
  isKnown,
  latestJob,
  memoryIn,
  openBefore,
  pullRequestOfJob,
  type ReplyRecord,
  readThread,
  replyTo,
} from '../../src/agent/replies.ts';
import { type Signed, signMarker } from '../../src/github/comments.ts';
import { REPOSITORY, rowsOf, World } from './prompt/world.ts';

const PLACE = { repository: REPOSITORY, issue: 12, scope: 'p1', apiKey: 'key' };
const OWN = { kind: 'reply', run: '42', workflow: 'docs.yml' };
const time = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 12) + seconds * 1000).toISOString();

/** Reads `ID REQUEST STATE DOES JOB name=value`, or `ID pull-request JOB`. */
function commentOf(text: string, index: number) {
  const words = text.split(' ');
  const options = Object.fromEntries(words.flatMap((word) => (word.includes('=') ? [word.split('=')] : [])));
  const [first, request, state, does, job] = words.filter((word) => !word.includes('='));
  const { at = index, edited = at, by = first, ...rest } = options;
  const before = { url: 'u', head: 'h', commits: 1 };
  const action = does && { does, job, settle: 'immediate', before };
  const numbers = rest.acceptedAt && { acceptedAt: Number(rest.acceptedAt) };
  const reply = { ...OWN, request, state, action, ...(state === 'accepted' && { job }), ...rest, ...numbers };
  const content = request === 'pull-request' ? { kind: request, job: state } : reply;
  const id = Number(first);
  const holder = by === 'none' ? {} : { comment: Number(by) };
  const body = `Hello\n\n${signMarker({ ...content, ...holder }, PLACE)}`;
  return { id, body, html_url: `u${id}`, created_at: time(Number(at)), updated_at: time(Number(edited)) };
}

/** What the thread with these comments remembers. */
function remembered(comments = '', own?: number) {
  const list = comments === '' ? [] : comments.split(' / ').map(commentOf);
  const { github } = new World({ 'issues/12/comments': list }).run('schedule', {}, { prompt: 'x' });
  return readThread({ github: github as never, place: PLACE }, own);
}

const START = 'accepted start';
/** Which replies count, in which order, and the latest job. */
test.each(
  rowsOf(`nothing | | |
    the first of several | 7 a open by=none / 8 a ${START} j by=none | 7 |
    the one with its own id, though it is younger | 7 a open by=none / 8 a ${START} j | 8 | j
    the first with its own id | 7 a ${START} j / 8 a ${START} k | 7 | j
    no copy of an older state, in an older comment or a younger | 6 a open by=7 / 7 a ${START} j / 8 a open by=7 | 7 | j
    no copy, where nothing else is left | 6 a ${START} j by=7 | |
    the order of creation, then of ids | 9 a open at=5 / 8 b open at=5 / 3 c open at=9 / 4 d open at=1 | 4,8,9,3 |
    none that was accepted | 7 a open message j / 8 b ended message j | 7,8 |
    the last that was started or messaged | 7 a ${START} j / 8 b accepted message k / 9 c open start k2 | 7,8,9 | k
    not one that was watched since | 7 a ${START} j / 8 b accepted watch k | 7,8 | j
    the last that was watched, where there is no other | 7 a accepted watch j / 8 b accepted watch k | 7,8 | k
    that of the docs pull request | 7 a accepted watch k / 8 pull-request j | 7 | j
    also before a watch | 6 pull-request j by=none / 7 a accepted watch k | 7 | j
    but not before a later job | 6 pull-request j / 7 a ${START} k | 7 | k
    not before a job of the thread, though it came later | 6 a ${START} k / 7 pull-request j | 6 | k
    of several on one pull request | 6 pull-request j / 7 pull-request k | | k`),
)('%s', async (_, comments, counting, latest) => {
  const memory = await remembered(comments);
  expect([memory.replies.map(({ id }) => id).join(), latestJob(memory) ?? '']).toEqual([counting, latest]);
  for (const each of memory.replies) expect(replyTo(each.record.request, memory)).toBe(each);
});

test('what this action has not written is not remembered, and a list must show the run’s own reply', async () => {
  const known: ReplyRecord = { ...OWN, kind: 'reply', request: 'a', state: 'accepted', job: 'j' };
  const wrong = {
    ...{ kind: 'turn', request: 7, run: 7, workflow: undefined, asks: 7, state: 'sending', job: 7 },
    ...{ action: { does: 'message', job: 'j' }, acceptedAt: 'now', outcome: 7, completed: 'yes' },
    ...{ pullRequest: 7, status: { name: 'docs' } },
  };
  const strange = Object.entries(wrong).map(([name, value]) => ({ ...known, [name]: value }));
  const contents = [null, 'x', {}, { kind: 'pull-request', job: 7 }, ...strange];
  const memory = memoryIn([...contents, known].map((content) => ({ content, createdAt: '' }) as Signed));
  expect([memory.replies.map(({ record }) => record), memory.docsJob]).toEqual([[known], undefined]);
  await expect(remembered('7 a open', 7)).resolves.toMatchObject({ replies: [{ id: 7 }] });
  await expect(remembered('7 a open', 8)).rejects.toThrow('GitHub sent an outdated list');
});

test('what is known of a job: the last time and pull request, and whether it is known at all', async () => {
  const memory = await remembered(
    '1 a accepted start j acceptedAt=20 pullRequest=p1 / 2 b accepted message j acceptedAt=40 pullRequest=p2 / 3 c accepted message j acceptedAt=30 / 4 d accepted watch w / 5 e open message m / 6 pull-request d',
  );
  const known = (job: string) => [
    isKnown(job, memory),
    acceptedAt(job, memory),
    pullRequestOfJob(job, memory),
  ];
  expect(known('j')).toEqual([true, 40, 'p2']);
  for (const job of ['w', 'd', 'm', 'x'])
    expect(known(job)).toEqual([/[wd]/.test(job), undefined, undefined]);
  const markers = [{ kind: 'pull-request', job: 'j' }, { kind: 'reply', job: 'j' }, { kind: 'pull-request' }];
  expect(markers.map((each) => isDocsPullRequest(each))).toEqual([true, false, false]);
  expect(['j', 'k'].map((job) => isDocsPullRequest(markers[0], job))).toEqual([true, false]);
});

/** Who is waited for by request `own` of comment 50, edited at 700 s. */
test.each(
  rowsOf(`by the time of the last edit, whenever it was made | 7 a open edited=699 / 8 b open edited=698 | 8,7
    of the same second, by id | 49 a open edited=700 / 51 b open edited=700 / 48 c open edited=700 | 48,49
    none that is younger | 7 a open edited=701 |
    ten minutes at most | 7 a open edited=100 / 8 b open edited=99 | 7
    neither accepted nor ended | 7 a ${START} j edited=699 / 8 b ended edited=699 |
    not itself | 7 own open edited=699 |
    no copy, nor what was open before | 6 a open by=7 edited=699 / 7 a ended edited=699 |`),
)('open before: %s', async (_, comments, ids) => {
  const own = { id: 50, updatedAt: time(700) };
  expect(
    openBefore(own, 'own', await remembered(comments))
      .map(({ id }) => id)
      .join(),
  ).toBe(ids);
});
