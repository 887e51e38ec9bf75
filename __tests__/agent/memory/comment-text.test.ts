import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { marked } from 'marked';
import { type CommentView, commentText } from '../../../src/agent/memory/comment-text.ts';
import { signMarker } from '../../../src/agent/memory/marker.ts';
import { begunTurn, endedTurn } from '../../../src/agent/memory/own-turn.ts';
import { merged, SHOWN_TURNS, type Turn, type TurnState } from '../../../src/agent/memory/turn.ts';
import type { AgentResult } from '../../../src/agent/result.ts';

const HERE = 'https://github.com/acme/docs/issues/12';
const view: CommentView = {
  serverUrl: 'https://github.com',
  repository: 'acme/docs',
  issue: 12,
  triggerPhrase: '/docs',
};
const PR = 'https://github.com/acme/docs/pull/7';
const same = (text: string) => text;

function turn(others: Partial<Turn> = {}): Turn {
  const base = { id: 'r', asks: 'a', run: '42', at: 1, by: 'alice', what: 'label docs' } as const;
  return { ...base, state: 'sending', accepted: false, followUp: false, ...others };
}

test('a follow-up is told first, and the pull request stays in sight', () => {
  const first = turn({ state: 'pull-request', accepted: true, job: 'job_1', pr: PR });
  const others = { id: 's', run: '43', by: 'bob', what: 'also the proxy', where: HERE };
  const second = turn({ ...others, state: 'working', accepted: true, job: 'job_1' });
  expect(commentText([first, second], view)).toBe(
    [
      `**👷 The docs agent is at work: [\\#7](<${PR}>)**`,
      'This comment will say how it ends.',
      `Asked by \`bob\`, [\`also the proxy\`](<${HERE}>) · job \`job_1\` · [run](<https://github.com/acme/docs/actions/runs/43>)`,
      [
        'Earlier requests',
        `- \`alice\`, \`label docs\`: [pull request ready](<${PR}>) <sub>[run](<https://github.com/acme/docs/actions/runs/42>)</sub>`,
      ].join('\n'),
    ].join('\n\n'),
  );
});

test('the pull request: its number, its title and how much it changes, and what to do next', () => {
  const about = { prTitle: 'Describe @proxies', prSize: '3 files, +40 −12' };
  const done = turn({ state: 'pull-request', accepted: true, job: 'job_1', pr: PR, ...about });
  expect(commentText([done], view).split('\n\n').slice(0, 3)).toEqual([
    `**✅ The docs pull request is ready: [\\#7](<${PR}>)**`,
    'Describe `@proxies` · 3 files, +40 −12',
    'Comment `/docs …` here to go on: the same job changes the pull request.',
  ]);
  const elsewhere = { ...done, pr: 'https://github.com/acme/manual/pull/8' };
  expect(commentText([elsewhere], view)).toContain(
    'ready: [`acme/manual` \\#8](<https://github.com/acme/manual/pull/8>)**',
  );
});

test('on the pull request itself: no link to itself, and one to where the conversation began', () => {
  const origin = { repository: 'acme/product', issue: 12, comment: 1001 };
  const done = turn({
    state: 'pull-request',
    accepted: true,
    job: 'job_1',
    pr: PR,
    repository: 'acme/product',
  });
  const text = commentText([done], { ...view, issue: 7, origin });
  expect(text).toMatch(/^\*\*✅ The docs pull request is ready\*\*\n/);
  expect(text).toContain('Comment `/docs …` here, on a line or in a review, to go on');
  expect(text).toContain(
    'Began in [`acme/product` \\#12](<https://github.com/acme/product/issues/12#issuecomment-1001>)',
  );
  expect(text).toContain('[run](<https://github.com/acme/product/actions/runs/42>)');
  const elsewhere = commentText([done], { ...view, repository: 'acme/product', issue: 7 });
  expect(elsewhere).toContain(`[\`acme/docs\` \\#7](<${PR}>)`);
});

test('a new job does not show the pull request of the one before', () => {
  const first = turn({ state: 'failed', accepted: true, job: 'job_1', pr: PR });
  expect(commentText([first, turn({ run: '43', state: 'working', job: 'job_2' })], view)).not.toContain(
    'pull/7',
  );
});

test('an error says what the headline leaves open', () => {
  const result: AgentResult = { outcome: 'error', reason: 'It was refused.', advice: 'Mend it.' };
  const text = commentText([endedTurn(turn(), result, undefined, same)], view);
  expect(text).toContain('❌ Nothing was started**\n\nIt was refused.\n\nMend it.\n\n');
});

test('an older request of which only the id is kept is in no list', () => {
  expect(commentText([turn({ what: '' }), turn({ id: 's' })], view)).not.toContain('Earlier requests');
});

test('no turns, no text', () => {
  expect(commentText([], view)).toBe('');
});

const HOSTILE = [
  '@acme/everyone',
  '#1 GH-2 acme/docs#3',
  '![x](https://evil.example/x.png)',
  '<img src=x onerror=alert(1)>',
  '[click](https://evil.example)',
  '`code` ``` | a | b |',
  'https://evil.example www.evil.example',
  '-->\n\n# Title\n\n<!--',
  '</details><script>alert(1)</script>',
  '\u202eevil\u0000',
  '&lt;b&gt;&#64;team',
];

const SOON = 'This comment will say how it ends.';
const WATCH = 'Re-run the workflow run to keep watching: that starts nothing new.';
const ANEW = 'Comment `/docs …` here to ask for more: that starts a new job.';
const SAME = 'Comment `/docs …` here to go on: the same job changes the pull request.';
const NOTHING = 'Nothing was started. Run the workflow again to ask for it.';

/** State, headline, what to do next, and the words in a list; then the same of a request that was not accepted. */
test.each<[TurnState, string, string, string, boolean?]>([
  ['sending', '📨 The docs agent has received the request', SOON, 'at work', false],
  ['working', '👷 The docs agent is at work', SOON, 'at work'],
  ['pull-request', '✅ The docs pull request is ready', SAME, 'pull request ready'],
  [
    ...(['no-pull-request', '☑️ The docs agent has finished and reported no pull request'] as const),
    ...(['Comment `/docs …` here to go on.', 'no pull request reported'] as const),
  ],
  ['failed', '❌ The docs agent failed', ANEW, 'failed'],
  ['archived', '🗄️ The job is archived', ANEW, 'archived'],
  ['started', '🚀 The docs agent has started', WATCH, 'started'],
  ['timeout', '⏳ The docs agent takes longer than this run waited', WATCH, 'not seen to finish'],
  ['cancelled', '✋ The run was interrupted', `The job goes on. ${WATCH}`, 'interrupted'],
  ['error', '❌ Something went wrong', '', 'went wrong'],
  ['cancelled', '✋ The run was interrupted', NOTHING, 'interrupted', false],
  ['unknown', '❓ Nobody knows whether the request arrived', '', 'not known whether it arrived', false],
  ['error', '❌ Nothing was started', '', 'went wrong', false],
])('%s is told, with what to do next, and in a line: %#', (state, headline, next, line, accepted = true) => {
  const run = '[run](<https://github.com/acme/docs/actions/runs/42>)';
  const told = turn({ state, accepted, by: '', job: 'job_1' });
  const asked = `Asked by \`label docs\` · job \`job_1\` · ${run}`;
  expect(commentText([told], view).split('\n\n')).toEqual(
    [`**${headline}**`, next, asked].filter((part) => part !== ''),
  );
  const later = commentText([told, turn({ id: 's', run: '43' })], view);
  expect(later.split('\n').at(-1)).toBe(`- \`label docs\`: ${line} <sub>${run}</sub>`);
});

test.each([
  ['https://github.com/acme/docs/pull/17', '\\#17'],
  ['https://github.com/acme/docs/pull/123456789012345', '\\#123456789012345'],
  ['https://github.com/Acme/Docs/pull/7/', '\\#7'],
  ['https://github.com/acme/manual/pull/8', '`acme/manual` \\#8'],
  ['https://github.com/acme/docs/pull/1234567890123456', undefined],
  ['https://github.com/acme/docs/pull/0', undefined],
  ['https://github.com/acme/docs/pull/x41', undefined],
  ['https://github.com/acme/docs/pull/41x', undefined],
  ['https://github.com/acme/docs/pull/7/files', undefined],
  ['https://github.com/acme/docs/issues/41', undefined],
  ['https://github.com//docs/pull/41', undefined],
  ['https://github.com/acme//pull/41', undefined],
  ['https://github.com/x/acme/docs/pull/7', undefined],
  ['https://github.example/acme/docs/pull/7', undefined],
  ['https://gitlab.com/acme/docs/-/merge_requests/7', undefined],
])('the pull request %s is linked as %s', (pr, label) => {
  const done = turn({ state: 'pull-request', accepted: true, job: 'job_1', pr });
  expect(commentText([done], view).split('\n')[0]).toBe(
    `**✅ The docs pull request is ready: [${label ?? `\`${pr}\``}](<${pr}>)**`,
  );
});

describe('remote text', () => {
  const anything = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(' '));

  test('is code, whatever it is: no mention, image, link, HTML or line of its own', async () => {
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (what, said, id) => {
        const decision = { kind: 'message', jobId: id || 'x', knowsSubject: true } as const;
        const asked = { id: 'r', asks: 'a', run: '42', step: '', by: what, what, where: what };
        const begun = begunTurn(decision, asked, [], 1, same) as Turn;
        const result = {
          outcome: 'error',
          reason: 'No.',
          platformText: said,
        } as const;
        const html = await marked.parse(commentText([endedTurn(begun, result, undefined, same)], view), {
          gfm: true,
        });
        const shown = html.replaceAll(/<code>[^<]*<\/code>/g, '');
        expect(shown).not.toMatch(/@|<img|<script|evil|alert|<h1|#\d/);
        expect(
          [...shown.matchAll(/href="([^"]*)"/g)].every(([, url]) =>
            url?.startsWith('https://github.com/acme/docs/'),
          ),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('a pull request link that is not https is shown, not linked', () => {
    const text = commentText(
      [turn({ state: 'pull-request', job: 'j', pr: 'http://evil.example/pull/1' })],
      view,
    );
    expect(text).toContain('ready: `http://evil.example/pull/1`');
  });
});

test('ten turns of the longest texts, and 400 that are remembered, stay under 60,000 characters', () => {
  const long = (character: string) => character.repeat(60_000);
  let turns: Turn[] = [];
  const unlike = (index: number, length: number) =>
    createHash('sha512').update(String(index)).digest('base64url').slice(0, length);
  for (let index = 0; index <= 500; index += 1) {
    const [id, asks, step] = [unlike(index, 22), unlike(index + 0.5, 22), 'docs/__run'];
    const where = `https://github.com/${'w'.repeat(480)}`;
    const asked = { id, asks, run: String(1e15 + index), step, by: 'y'.repeat(39), what: long('🙂'), where };
    const decision = {
      kind: 'message',
      jobId: index < 490 ? unlike(index, 36) : '語'.repeat(300),
      knowsSubject: true,
      note: long('n'),
    } as const;
    const begun = begunTurn(decision, asked, turns, index, same) as Turn;
    const job = { id: 'x', status: 'completed', prLink: `https://github.com/${'z'.repeat(480)}` };
    const result = {
      outcome: 'error',
      reason: long('|'),
      advice: long('`'),
      platformText: long('\\'),
      job,
    } as const;
    turns = merged(turns, [], endedTurn(begun, result, undefined, same), index);
  }
  const place = { repository: 'acme/docs', issue: 1, projectId: 'p', commentId: 1 };
  const body = `${commentText(turns, view)}\n\n${signMarker({ turns }, place, 'key')}`;
  expect(turns).toHaveLength(400);
  expect(SHOWN_TURNS).toBe(10);
  expect(body.length).toBeGreaterThan(20_000);
  expect(body.length).toBeLessThan(60_000);
});
