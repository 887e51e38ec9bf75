import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { marked } from 'marked';
import type { ReplyRecord } from '../../src/agent/replies/record.ts';
import { pullRequestText, replyText, type Surroundings } from '../../src/agent/reply-text.ts';
import type { AgentResult, Outcome } from '../../src/agent/result.ts';
import { signMarker } from '../../src/github/signed-comment.ts';
import { recordOf } from '../helpers/simulated-github.ts';
import { jobOf } from '../helpers/wait-world.ts';

const HERE = 'https://github.com/acme/docs/issues/12';
const REPLY = `${HERE}#issuecomment-1`;
const RUN = 'https://github.com/acme/docs/actions/runs/42';
const where: Surroundings = {
  ...{ repository: 'acme/docs', issue: 12, serverUrl: 'https://github.com', triggerPhrase: '/docs' },
  runUrl: RUN,
  request: { id: 'r', by: 'alice', what: 'label docs', where: HERE },
};
const PR = 'https://github.com/acme/docs/pull/7';

function result(outcome: Outcome, prLink?: string): AgentResult {
  return { outcome, reason: 'Because.', advice: 'Mend it.', job: jobOf('completed', { prLink }) };
}

/** The paragraphs of a reply. */
function paragraphs(
  state: ReplyRecord['state'],
  { note, ...others }: Partial<ReplyRecord> & { note?: string } = {},
  ended: AgentResult | undefined = undefined,
  around: Partial<Surroundings> = {},
): string[] {
  return replyText(recordOf({ state, ...others }), { ...where, ...around }, note, ended).split('\n\n');
}

const SOON = 'This reply will say how it ends.';
const WATCH = 'Re-run the workflow run to keep watching: that starts nothing new.';
const ANEW = 'Comment `/docs …` here to ask again: that starts a new job.';
const MORE = 'Comment `/docs …` here to go on: the same job changes the pull request.';
const FACTS = `<sub>Asked by \`alice\`: [\`label docs\`](<${HERE}>) · job \`job_1\` · [run](<${RUN}>)</sub>`;
const SAME = 'Comment `/docs …` here to go on with the same job.';
const UNSENT = 'Nothing was started. Run the workflow again to ask for it.';
const NO_PULL_REQUEST = '☑️ The docs agent has finished and reported no pull request';
const WHY = ['Because.', 'Mend it.'];

/** All words of a reply: its state, whether the platform accepted the request, and the paragraphs before the facts. */
test.each<[ReplyRecord['state'], boolean, ...string[]]>([
  ['sending', false, '📨 The docs agent has received the request', SOON],
  ['working', true, '👷 The docs agent is at work', SOON],
  ['pull-request', true, '✅ The docs pull request is ready', MORE],
  ['no-pull-request', true, NO_PULL_REQUEST, 'Mend it.', SAME],
  ['failed', true, '❌ The docs agent failed', 'Because.', ANEW],
  ['archived', true, '🗄️ The job is archived', ANEW],
  ['started', true, '🚀 The docs agent has started', WATCH],
  ['timeout', true, '⏳ The docs agent takes longer than this run waited', WATCH],
  ['cancelled', true, '✋ The run was interrupted', `The job goes on. ${WATCH}`],
  ['cancelled', false, '✋ The run was interrupted', UNSENT],
  ['unknown', false, '❓ Nobody knows whether the request arrived', ...WHY],
  ['error', true, '❌ The run ended in an error', ...WHY],
  ['error', false, '❌ Nothing was started', ...WHY],
  ['skipped', false, '⏭️ Skipped'],
])('%s, accepted %s, is told with what to do next', (state, accepted, headline, ...others) => {
  const ended = state === 'sending' || state === 'working' ? undefined : result(state);
  expect(paragraphs(state, { accepted }, ended)).toEqual([`**${headline}**`, ...others, FACTS]);
});

test('notes come before the explanation, and the platform’s own words after it', () => {
  const ended = { ...result('error'), platformText: 'Bad `prompt`' };
  expect(paragraphs('error', { note: 'A note.' }, ended).slice(1, -1)).toEqual([
    'A note.',
    ...WHY,
    'The platform said: <code>Bad&#32;&#96;prompt&#96;</code>',
  ]);
  expect(paragraphs('error', {}, { outcome: 'error', reason: 'Because.' }).slice(1, -1)).toEqual([
    'Because.',
  ]);
});

const READY = '**✅ The docs pull request is ready**';
const GITHUB = 'https://github.com';

/** A link is its own name unless another is given. */
test.each([
  [`${GITHUB}/acme/docs/pull/17`, '\\#17'],
  [`${GITHUB}/acme/docs/pull/123456789012345`, '\\#123456789012345'],
  [`${GITHUB}/Acme/Docs/pull/7/`, '\\#7'],
  [`${GITHUB}/acme/manual/pull/8`, '`acme/manual` \\#8'],
  ...[
    ...['acme/docs/pull/1234567890123456', 'acme/docs/pull/0', 'acme/docs/pull/x41', 'acme/docs/pull/41x'],
    ...[
      'acme/docs/pull/7/files',
      'acme/docs/issues/41',
      '/docs/pull/41',
      'acme//pull/41',
      'x/acme/docs/pull/7',
    ],
  ].map((path) => [`${GITHUB}/${path}`]),
  ['https://gitlab.com/acme/docs/pull/7'],
  ['https://gitlab.com/acme/docs/-/merge_requests/7'],
])('the pull request %s is linked as %s', (pr = '', label = `\`${pr}\``) => {
  const [first, next] = paragraphs('pull-request', {}, result('pull-request', pr));
  expect([first, next]).toEqual([`${READY}: [${label}](<${pr}>)`, MORE]);
});

test('a pull request that is no https address is shown, not linked', () => {
  const [first] = paragraphs('pull-request', {}, result('pull-request', 'http://evil.example/pull/1'));
  expect(first).toBe(`${READY}: \`http://evil.example/pull/1\``);
});

test.each(['working', 'timeout', 'failed'] as const)(
  'the pull request of a request before is not shown as the one that this request has led to: %s',
  (state) => {
    expect(paragraphs(state, {}, result('timeout', PR)).join()).not.toContain('pull/7');
  },
);

test('the pull request is not linked on itself, where lines and reviews can be commented on', () => {
  const [first, next] = paragraphs('pull-request', {}, result('pull-request', PR), { issue: 7 });
  expect([first, next]).toEqual([READY, MORE.replace(' to go on', ', on a line or in a review, to go on')]);
  const elsewhere = { repository: 'acme/product', issue: 7 };
  expect(paragraphs('pull-request', {}, result('pull-request', PR), elsewhere)[0]).toContain(`](<${PR}>)`);
});

test.each([
  [{ by: '' }, `<sub>[\`label docs\`](<${HERE}>) · [run](<${RUN}>)</sub>`],
  [{ where: '' }, `<sub>Asked by \`alice\`: \`label docs\` · [run](<${RUN}>)</sub>`],
  [{ what: '' }, `<sub>Asked by \`alice\` · [run](<${RUN}>)</sub>`],
  [{ by: '', what: '' }, `<sub>[run](<${RUN}>)</sub>`],
])('the facts leave out what is not known: %j', (others, facts) => {
  const around = { request: { ...where.request, ...others } };
  expect(paragraphs('sending', { job: undefined }, undefined, around).at(-1)).toBe(facts);
});

test('another phrase is the one to comment with', () => {
  expect(paragraphs('failed', {}, undefined, { triggerPhrase: '/write' }).join()).toContain('`/write …`');
});

test('the comment on the pull request says where it was asked for, and how to go on here', () => {
  const there = { repository: 'acme/docs', issue: 41 };
  expect(pullRequestText('job_1', there, where, REPLY).split('\n\n')).toEqual([
    `**📝 The docs agent opened this pull request**, as asked by \`alice\` in [\\#12](<${REPLY}>).`,
    'Comment `/docs …` here, on a line or in a review, to go on: the same job changes this pull request.',
    '<sub>job `job_1`</sub>',
  ]);
  const unknown = { ...where, request: { ...where.request, by: '' } };
  expect(pullRequestText('job_1', there, unknown, REPLY)).toContain('request**, as asked in [');
});

test('the comment on a pull request of another repository says also how to go on where it was asked for', () => {
  const there = { repository: 'acme/manual', issue: 41 };
  const place = `[\`acme/docs\` \\#12](<${REPLY}>)`;
  const [first, next] = pullRequestText('job_1', there, where, REPLY).split('\n\n');
  expect(first).toContain(`in ${place}.`);
  expect(next).toBe(
    `To go on with the same job, comment \`/docs …\` on ${place}, or here, if a workflow of this repository listens to it.`,
  );
});

describe('remote text', () => {
  const HOSTILE = [
    ...['@acme/everyone', '#1 GH-2 acme/docs#3', '![x](https://evil.example/x.png)', '&lt;b&gt;&#64;team'],
    ...['<img src=x onerror=alert(1)>', '[click](https://evil.example)', '`code` ``` | a | b |'],
    ...['https://evil.example www.evil.example', '-->\n\n# Title\n\n<!--', '\u202eevil\u0000'],
    '</details><script>alert(1)</script>',
  ];
  const anything = fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(' '));

  test('is code, whatever it is: no mention, image, link, HTML or line of its own', async () => {
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (what, said, job) => {
        const request = { id: 'r', by: what, what, where: what };
        const ended = { outcome: 'error', reason: 'No.', platformText: said } as const;
        const text = replyText(recordOf({ state: 'error', job }), { ...where, request }, undefined, ended);
        const html = await marked.parse(text, { gfm: true });
        const shown = html.replaceAll(/<code>[^<]*<\/code>/g, '');
        expect(shown).toContain('The run ended in an error');
        expect(shown).not.toMatch(/@|<img|<script|evil|alert|<h1|#\d/);
        const links = [...shown.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
        expect(links.every((url) => url?.startsWith('https://github.com/acme/docs/'))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('of any length makes no comment of 60,000 characters', () => {
    const long = (character: string) => character.repeat(60_000);
    const record = recordOf({ state: 'error', job: '語'.repeat(300) });
    const url = `https://github.com/${'w'.repeat(480)}`;
    const request = { id: 'r', by: 'y'.repeat(39), what: long('🙂'), where: url };
    const reason = 'r'.repeat(2_000);
    const ended = { outcome: 'error', reason, advice: reason, platformText: long('\\') } as const;
    const text = replyText(record, { ...where, request }, 'n'.repeat(2_000), ended);
    const place = { repository: 'acme/docs', issue: 1, scope: 'p', apiKey: 'key' };
    expect(text.length).toBeGreaterThan(5_000);
    expect(`${text}\n\n${signMarker(record, place)}`.length).toBeLessThan(60_000);
  });
});
