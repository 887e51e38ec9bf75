import { expect, test } from '@jest/globals';
import { json } from '../../../sandbox/exchange.ts';
import * as decide from '../../../src/agent/commit-status/decide-status.ts';
import { OwnReply } from '../../../src/agent/replies/own-reply.ts';
import type { ReplyRecord } from '../../../src/agent/replies/record.ts';
import { threadOn } from '../../../src/agent/replies/thread.ts';
import { pullRequestSchema } from '../../../src/github/objects.ts';
import { agentInputs, PULL_REQUEST } from '../../helpers/payloads.ts';
import { accepted } from '../replies/signed-reply.ts';
import { tableOf } from '../table.ts';
import { type Texts, World } from '../world.ts';

const head = 'b2'.repeat(20);
const PULL = {
  ...pullRequestSchema.parse({ number: 12, html_url: 'https://github.com/acme/product/pull/12' }),
  head,
};
const { url } = PULL;

const contextIn = (world: World, inputs: Texts = {}) =>
  world.context('schedule', {}, { 'commit-status': 'docs', ...inputs });

test('the skip label decides, in upper or lower case, and no other label', () => {
  const pull = { ...PULL, labels: ['docs', 'no-docs-yet', 'skip it'] };
  const decided = (...skipLabels: string[]) => decide.decidedByLabel(pull, { ...agentInputs(), skipLabels });
  expect(decided('no-docs')).toBeUndefined();
  const description = 'No docs needed (label Skip it)';
  const expected = { state: 'success', description, targetUrl: url };
  expect(decided('none', 'Skip it')).toEqual(expected);
});

/** A reply to a request of this head, which completed. */
const completed = (record: Partial<ReplyRecord> = {}) =>
  accepted('start', 'j', { completed: true, status: { name: 'docs', head }, ...record });

const AT_WORK = completed({ completed: false });
const { url: pullRequest } = PULL_REQUEST;
const DOCS = `success: Docs pull request #7 → ${pullRequest}`;
const NONE =
  'success: The docs agent opened no pull request → https://github.com/acme/product/actions/runs/42';

test.each([
  ['the docs pull request', [completed({ pullRequest })], '', DOCS],
  ['a watch', [completed({ pullRequest, action: { does: 'watch', job: 'j' } })], '', DOCS],
  ['a link that is no pull request', [completed({ pullRequest: 'javascript:pull/1' })], '', NONE],
  ['its NAME in other letters', [completed({ status: { name: 'DOCS', head } })], '', NONE],
  [
    'another NAME, or none',
    [completed({ status: { name: 'docs-2', head } }), accepted('start', 'j', { completed: true })],
    '',
    undefined,
  ],
  [
    'a request of an earlier head',
    [completed({ status: { name: 'docs', head: 'a1'.repeat(20) } })],
    '',
    NONE.replace(' →', ' (asked at a1a1a1a) →'),
  ],
  ['one before others that failed or are at work', [completed(), AT_WORK], '', NONE],
  [
    'the last of two that completed',
    [completed({ pullRequest }), completed({ run: '43' })],
    '',
    NONE.replace('/42', '/43'),
  ],
  ['the comment on a docs pull request', [AT_WORK], 'j', 'success: Written by the docs agent → undefined'],
  ['a request on a docs pull request', [completed()], 'j', NONE],
])('the thread decides by %s', (_, replies, docsJob, expected) => {
  const history = { replies, docsJob: docsJob || undefined };
  const status = decide.decidedOnThread(PULL, history, contextIn(new World()));
  expect(status && `${status.state}: ${status.description} → ${status.targetUrl}`).toBe(expected);
});

test('files decide if GitHub lists all of them, and none matches `paths`', () => {
  const files = [{ filename: 'a.md', status: 'added', additions: 1, deletions: 0 } as const];
  const decided = (isCut: boolean, path: string) =>
    decide.decidedByFiles({ files, isCut }, { ...agentInputs(), paths: [path] });
  expect(decided(false, 'src/**')?.description).toBe('No files that the docs depend on');
  expect(decided(true, 'src/**')).toBeUndefined();
  expect(decided(false, '*.md')).toBeUndefined();
});

test('a changed file that matches `docs-paths` brings the docs along, also of a cut list', () => {
  const files = [{ filename: 'docs/a.md', status: 'removed', additions: 0, deletions: 1 } as const];
  const decided = (isCut: boolean, docsPaths: readonly string[], paths?: readonly string[]) =>
    decide.decidedByFiles({ files, isCut }, { ...agentInputs(), paths, docsPaths })?.description;
  expect(decided(false, ['docs/**'], ['src/**'])).toBe('Changes the docs itself');
  expect(decided(true, ['docs/**'])).toBe('Changes the docs itself');
  expect(decided(false, ['site/**'])).toBeUndefined();
  expect(decided(false, ['site/**'], ['src/**'])).toBe('No files that the docs depend on');
});

const WAITING = tableOf<'author' | 'input' | 'value' | 'description'>(`
  author        | input          | value    | description
  maria         | skip-label     | no-docs  | Comment /docs, or add the label no-docs
  maria         | trigger-phrase | /write   | Comment /write, or add the label no-docs
  renovate[bot] | trigger-label  | docs     | Add the label docs, or add the label no-docs
  renovate[bot] | allowed-bots   | renovate | Comment /docs, or add the label no-docs`);

test.each(WAITING)('with $input: $value, the pull request of $author waits: $description', (row) => {
  const author = { login: row.author, isBot: row.author !== 'maria' };
  const { inputs } = contextIn(new World(), { [row.input]: row.value });
  const expected = { state: 'pending', description: row.description, targetUrl: url };
  expect(decide.pending({ ...PULL, author }, inputs)).toEqual(expected);
});

test("what the run wrote counts before what GitHub's list still shows, and the skip label before all", async () => {
  const world = new World();
  const context = contextIn(world);
  const reply = new OwnReply(threadOn(12, context.github, context.inputs), context, () => 'Text.');
  const readStatus = decide.statusReader({ reply }, context);
  const decided = (...labels: string[]) => readStatus({ ...PULL, labels });
  await reply.open({ name: 'docs', head });
  expect(await decided()).toMatchObject({ state: 'pending' });
  const [{ real = json(404, {}) } = {}] = world.sandbox.ledger.of('comment-list');
  const job = { id: 'j', status: 'completed' };
  reply.recordAcceptance(job, { does: 'start' }, [], false);
  await reply.finish({ outcome: 'no-pull-request', reason: '', job });
  world.sandbox.setFaults([{ on: 'comment-list', behaviour: { kind: 'answer', reply: real } }]);
  expect(await decided()).toMatchObject({
    state: 'success',
    description: 'The docs agent opened no pull request',
  });
  expect(await decided('no-docs')).toMatchObject({ description: 'No docs needed (label no-docs)' });
});
