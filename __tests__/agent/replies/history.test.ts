import { expect, test } from '@jest/globals';
import { unreadCandidate } from '../../../src/agent/job/candidate.ts';
import * as history from '../../../src/agent/replies/history.ts';
import type { ReplyRecord } from '../../../src/agent/replies/record.ts';
import { threadOn } from '../../../src/agent/replies/thread.ts';
import { signMarker } from '../../../src/github/comments.ts';
import { tableOf } from '../table.ts';
import { World } from '../world.ts';
import { accepted, signedReply } from './signed-reply.ts';

const time = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Comments in the order of creation (s). `names`: the comment in the marker; none before the first edit. */
const COMMENTS = tableOf<'id' | 'at' | 'by' | 'names' | 'kind' | 'request' | 'counts'>(`
  id | at | by     | names | kind         | request         | counts
  21 | 1  | maria  |       | reply        | never edited    | yes, it is the first
  22 | 2  | maria  |       | reply        | never edited    | no
  23 | 3  | mallory|       | reply        | edited later    | no, another one names itself
  20 | 4  | maria  |       | reply        | another         | yes
  24 | 5  | maria  | 24    | reply        | edited later    | yes, it names itself, and has its own place
  11 | 6  | maria  | 11    | reply        | edited twice    | yes, it is the first that names itself
  12 | 7  | maria  | 12    | reply        | edited twice    | no
  13 | 8  | maria  | 14    | reply        | copied          | no, it is a copy
  14 | 8  | maria  | 14    | reply        | copied          | yes
  15 | 8  | maria  | 14    | reply        | copied          | no, it is a copy
  16 | 9  | maria  | 99    | reply        | only copied     | no, it is a copy
  17 | 9  | maria  | 17    | turn         | of another kind | no
  18 | 9  | maria  | 18    | pull-request | first job       | no, it names the job of the docs pull request
  19 | 9  | maria  | 19    | pull-request | last job        | no, it names the job of the docs pull request
  8  | 10 | maria  | 8     | reply        | in one second   | yes
  9  | 10 | maria  | 9     | reply        | at that second  | yes, after the lower ID`);

test('which replies of a thread count, in the order of creation, then of IDs', async () => {
  const world = new World();
  const { github, inputs } = world.context();
  const thread = threadOn(12, github, inputs);
  for (const { id, at, by, names, kind, request } of COMMENTS) {
    const marker = { kind, request, job: request, state: 'open', comment: names ? Number(names) : undefined };
    const [createdAt, body] = [time(Number(at)), `Hello\n\n${signMarker(marker, thread)}`];
    const written = { user: by, association: 'NONE', createdAt, updatedAt: createdAt, atMs: 0 };
    world.github.comments.push({ ...thread, ...written, id: Number(id), body });
  }
  const known = await history.readHistory(thread);
  const rows = known.replies.map((reply) => COMMENTS.find(({ id }) => reply.id === Number(id)));
  expect(rows).toEqual(COMMENTS.filter(({ counts }) => counts.startsWith('yes')));
  for (const reply of known.replies) expect(history.replyTo(reply.record.request, known)).toBe(reply);
  expect(known.docsJob).toBe('last job');
});

const OPEN = signedReply({ action: { does: 'watch', job: 'm' } });

test.each([
  ['that of an accepted request', undefined, [OPEN, signedReply({ state: 'unconfirmed' })], ''],
  ['the last one started or messaged', 'k', [accepted('start', 'j'), accepted('message', 'k'), OPEN], ''],
  ['not one watched since', 'j', [accepted('start', 'j'), accepted('watch', 'k')], ''],
  ['the last one watched, without another', 'k', [accepted('watch', 'j'), accepted('watch', 'k')], ''],
  ['that of the docs pull request before one watched', 'j', [accepted('watch', 'k')], 'j'],
  ['one of the thread before that of the docs pull request', 'k', [accepted('start', 'k')], 'j'],
])('the latest job is %s: %s', (_, job, replies, docsJob) => {
  expect(history.latestJob({ replies, docsJob: docsJob || undefined })).toBe(job);
});

test('a job is known by its replies or its docs pull request, with its last time and pull request', () => {
  const replies = [
    accepted('start', 'j', { acceptedAt: 20, pullRequest: 'p1' }),
    accepted('message', 'j', { acceptedAt: 40, pullRequest: 'p2' }),
    accepted('message', 'j', { acceptedAt: 30 }),
    accepted('watch', 'w'),
    OPEN,
  ];
  const context = new World().context();
  const ageMs = context.clock.date().getTime() - 40;
  const knownJob = (job: string) => unreadCandidate(job, { replies, docsJob: 'd' }, context);
  expect(knownJob('j')).toMatchObject({ isKnown: true, ageMs, pullRequest: 'p2' });
  expect(knownJob('w')).toMatchObject({
    isKnown: true,
    ageMs: Number.POSITIVE_INFINITY,
    pullRequest: undefined,
  });
  expect([knownJob('d').isKnown, knownJob('m').isKnown]).toEqual([true, false]);
});

/** Replies, in the order of their last edits (s). */
const EDITED = tableOf<'id' | 'edited' | 'request' | 'state' | 'isBefore'>(`
  id | edited | request | state       | isBefore
  40 | 99     | a       | open        | no, it is more than ten minutes older
  41 | 100    | b       | open        | yes
  60 | 698    | c       | open        | yes
  42 | 699    | own     | open        | no, it is its own
  43 | 699    | d       | accepted    | no
  44 | 699    | e       | unconfirmed | no
  48 | 700    | f       | open        | yes
  49 | 700    | g       | open        | yes
  51 | 700    | h       | open        | no, its ID is higher
  45 | 701    | i       | open        | no`);

test('open replies before the own one, which is comment 50, edited at 700 s', () => {
  const replies = EDITED.map(({ id, edited, request, state }) =>
    signedReply(
      { request, state: state as ReplyRecord['state'] },
      { id: Number(id), updatedAt: time(Number(edited)) },
    ),
  );
  const own = signedReply({}, { id: 50, updatedAt: time(700) });
  const older = history.olderOpenReplies(own, 'own', { replies: replies.toReversed(), docsJob: undefined });
  const rows = older.map((reply) => EDITED.find(({ id }) => reply.id === Number(id)));
  expect(rows).toEqual(EDITED.filter(({ isBefore }) => isBefore === 'yes'));
});
