import { expect, test } from '@jest/globals';
import { buildPrompt, readMaterial } from '../../../src/agent/prompt/prompt.ts';
import type { Part } from '../../../src/agent/prompt/quote.ts';
import { findSubject } from '../../../src/agent/subject.ts';
import { OWN_COMMENT } from '../../../src/github/comments.ts';
import { type Answers, answersOf, ending, MARIA, merged, pairsOf, rowsOf, subject, World } from './world.ts';

const file = (filename: string, others: object = {}) => {
  const size = { status: 'modified', additions: 1, deletions: 0 };
  return { filename, ...size, patch: `@@ -1 +1 @@\n+${filename}`, ...others };
};
const AT = '2026-01-05T11:00:00Z';

/** The prompt of an event, or why there is none, and how long that took. */
async function sent(name: string, payload: object, given: string, answers: Answers) {
  const world = new World(answers);
  const run = world.run(name, payload, pairsOf(given));
  const about = { ...run, event: await findSubject(run) };
  const built = (material: readonly Part[]) => buildPrompt(material, about, false).text;
  const text = await ending(readMaterial(about, false), built);
  const { asked, clock, log } = world;
  return { text, seconds: Math.round(clock.now() / 1000), asked, warnings: log.texts('warning') };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => file(`p${index}`));
const tags = (...names: string[]) => names.map((name) => ({ ref: `refs/tags/${name}` }));
const comment = { id: 1, body: '/docs it', html_url: 'https://github.com/c', user: MARIA, created_at: AT };
const opened = { action: 'opened', pull_request: merged(12, 'c') };
const asked = { action: 'created', comment, issue: subject(12, { pull_request: {} }) };
const commit = { id: 'c', message: 'Add (#12)' };
const push = { before: 'b', after: 'c', ref: 'refs/heads/main', commits: [commit] };
const release = { tag_name: 'v2.0', name: 'Winter', body: '' };
const blank = { title: '\u200b', body: '<!-- x -->' };

const EVENTS: Record<string, readonly [name: string, payload: object]> = {
  opened: ['pull_request', opened],
  labeled: ['pull_request', { ...opened, action: 'labeled', label: { name: 'docs' } }],
  asked: ['issue_comment', asked],
  issue: ['issues', { action: 'opened', issue: subject(12) }],
  'blank issue': ['issues', { action: 'opened', issue: subject(12, blank) }],
  merge: ['push', push],
  push: ['push', { ...push, created: true }],
  'new branch': ['push', { ...push, before: '0'.repeat(40), created: true }],
  release: ['release', { action: 'published', release }],
  nameless: ['release', { action: 'published', release: { ...release, name: '', body: '<!-- x -->' } }],
  schedule: ['schedule', {}],
  dispatch: ['workflow_dispatch', {}],
};
const success = {
  id: 7,
  run_number: 7,
  head_sha: 'last',
  head_branch: 'main',
  event: 'schedule',
  conclusion: 'success',
};
const failed = { ...success, conclusion: 'failure' };
const wrong = [{ run_number: 8 }, { run_number: 9 }, { head_branch: 'next' }, { event: 'push' }, failed];
const others = wrong.map((each) => ({ ...success, head_sha: 'other', ...each }));
const runs =
  (...entries: object[]) =>
  (_: number, url: URL) => {
    const start = 100 * (Number(url.searchParams.get('page')) - 1);
    return { workflow_runs: entries.slice(start, start + 100) };
  };
/** Commits by whether they are older than seven days. */
const commits =
  (old: object[], all: object[] = []) =>
  (_: number, url: URL) =>
    url.searchParams.get('until')?.startsWith('2025-12-29T12:00') ? old : all;
const byId = [{ id: 43, head_sha: 'other' }, { id: 41 }].map((each) => ({
  ...success,
  run_number: 0,
  ...each,
}));
const VALUES: Answers = {
  ...{ last: runs(...others, success), '700th': runs(...Array(700).fill(failed), success), never: runs() },
  ...{ '1001st': runs(...Array(1000).fill(failed), success), here: runs({ ...success, head_sha: 'head' }) },
  ...{
    byId: runs(...byId),
    dispatched: runs({ ...success, event: 'workflow_dispatch' }),
    issue: subject(12),
  },
  ...{ old: commits([{ sha: 'old' }]), young: commits([], [{ sha: 'head' }, { sha: 'first' }]) },
  ...{ a: { files: [file('a.ts')] }, nothing: { files: [] }, files: { files: many(300) }, none: [] },
  ...{ two: many(2), full: many(2999), over: many(3500), pull: subject(12, { pull_request: {} }) },
  ...{
    merged: merged(12, 'c'),
    tags: tags('v1.0', 'v1.9', 'v2.0', 'v2.1'),
    own: tags('v2.0'),
    before: tags('v1.9'),
  },
  ...{ drafts: [{ ...release, draft: true, target_commitish: 'next' }], tag: { ref: 'refs/tags/v2.0' } },
  some: [
    ...[file('docs/a.md'), file('b.ts')],
    file('src/new.ts', { previous_filename: 'src/old.ts', status: 'renamed' }),
  ],
};
const INPUTS: Record<string, string> = {
  CHANGES: 'include=changes',
  PROMPT: 'prompt=Look.; include=changes',
  DOCS: 'include=changes; paths=docs/**',
  BOTH: 'prompt=Look.; include=changes; paths=docs/**',
  TAG: 'release-tag=v2.0; include=changes',
};

/** Event, inputs, answers of GitHub, a part of the prompt or of why there is none, and seconds. */
const ROWS = `
opened | CHANGES | pulls/12/files=two | quote what changed in pull request #12: https://github.com/acme/product/pull/12/files⏎ | 0
asked | CHANGES | pulls/12/files=two | > 2 files changed:⏎> p0: modified, +1 -0⏎> p1: modified, +1 -0⏎>⏎> File: p0⏎> @@ -1 +1 @@⏎> +p0⏎>⏎> File: p1⏎ | 0
issue | CHANGES | | > Why. | 0
opened | CHANGES | pulls/12/files=full | > 2999 files changed:⏎ | 0
opened | CHANGES | pulls/12/files=over | > 3000 files changed, and more that GitHub doesn't list: | 0
merge | CHANGES | pulls/12=404; commits/c/pulls=none; compare/b...c=a | quote what changed in the push: https://github.com/acme/product/compare/b...c | 57
merge | CHANGES | pulls/12=merged; issues/12/comments=none; compare/b...c=a | > Title: Subject 12 | 0
merge | CHANGES | pulls/12=merged; issues/12/comments=none; compare/b...c=a | quote what changed in the push | 0
new branch | CHANGES | compare/main...c=a | compare/main...c | 0
push | CHANGES | compare/b...c=files | > 300 files changed, and more that GitHub doesn't list: | 0
push | CHANGES | compare/b...c=nothing | skipped: Nothing changed in the push. | 5
push | CHANGES | compare/b...c=nothing>5>a | > a.ts: modified | 5
push | PROMPT | compare/b...c=nothing | [Nothing changed in the push.] | 5
push | BOTH | compare/b...c=nothing | skipped: Nothing changed in the push. | 5
push | CHANGES | compare/b...c=404>3>a | > a.ts: modified | 4
push | CHANGES | compare/b...c=500>10>a | > a.ts: modified | 13
push | CHANGES | compare/b...c=404 | failed: Comparing commits failed: GitHub answered 404 (No.). The token needs \`contents: read\`. | 28
push | PROMPT | compare/b...c=500 | failed: Comparing commits failed: GitHub answered 500 | 28
push | CHANGES | compare/b...c=403 | failed: Comparing commits failed: GitHub answered 403 (No.). The token needs \`contents: read\`. | 0
push | PROMPT | compare/b...c=403 | Look.⏎⏎Requested by maria | 0
push | BOTH | compare/b...c=403 | failed: Comparing commits failed: GitHub answered 403 | 0
opened | BOTH; github-token= | | failed: \`changes\` can't be read because \`github-token\` is empty (does the secret exist?). | 0
opened | CHANGES; paths=docs/**, src/old.ts | pulls/12/files=some | > 2 files changed:⏎> docs/a.md: modified, +1 -0⏎> src/new.ts: renamed from src/old.ts, +1 -0⏎ | 0
opened | BOTH | pulls/12/files=two | skipped: No file that matches \`paths\` changed in pull request #12. A pattern matches whole paths: for every file in a folder, write \`name/**\`. | 0
push | BOTH; paths=docs/*.md, src | compare/b...c=a | for every file in a folder, write \`src/**\`. | 0
dispatch | BOTH; issue-number=12 | issues/12=pull; pulls/12/files=two | skipped: No file that matches | 0
opened | BOTH | pulls/12/files=over | [GitHub lists only some of the files that changed in pull request #12, and \`paths\` doesn't match any of them.] | 0
labeled | BOTH | pulls/12/files=two | [No file that matches \`paths\` changed in pull request #12.] | 0
asked | DOCS | pulls/12/files=two | [No file that matches \`paths\` changed in pull request #12.] | 0
release | DOCS | git/matching-refs/tags/=tags; compare/v1.9...v2.0=a | [No file that matches \`paths\` changed since the previous tag.] | 0
release | CHANGES | git/matching-refs/tags/=tags; compare/v1.9...v2.0=a | quote what changed since the previous tag: https://github.com/acme/product/compare/v1.9...v2.0 | 0
release | CHANGES | git/matching-refs/tags/=before; compare/v1.9...v2.0=a | compare/v1.9...v2.0 | 0
release | CHANGES | git/matching-refs/tags/=own | [No earlier tag with the same text before its version was found to compare this one with.] | 0
release | CHANGES | git/matching-refs/tags/=403 | > Name: Winter | 0
nameless | CHANGES | git/matching-refs/tags/=tags; compare/v1.9...v2.0=a | > a.ts: modified | 0
nameless | | | skipped: The release v2.0 has neither a name nor notes. | 0
schedule | TAG | releases=drafts; git/matching-refs/tags/=before; compare/v1.9...next=a | compare/v1.9...next | 0
schedule | TAG | releases=drafts; git/matching-refs/tags/=tags; compare/v1.9...v2.0=a | compare/v1.9...v2.0 | 0
schedule | TAG | releases=none; git/ref/tags/v2.0=tag; git/matching-refs/tags/=tags; compare/v1.9...v2.0=a | a tag of acme/product without a release | 27
schedule | TAG | releases=none; git/ref/tags/v2.0=tag; git/matching-refs/tags/=none | skipped: No earlier tag with the same text | 27
schedule | TAG | releases=none; git/ref/tags/v2.0=tag; git/matching-refs/tags/=403 | failed: Reading tags/ failed: GitHub answered 403 | 27
blank issue | | | skipped: Issue #12 doesn't have visible text. | 0
blank issue | prompt=Look. | | Look. | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=last; compare/last...head=a | quote what changed since the last successful run of this workflow: https://github.com/acme/product/compare/last...head⏎ | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=byId; compare/last...head=a | compare/last...head | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=700th; compare/last...head=a | compare/last...head | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=1001st; commits=old; compare/old...head=a | [No earlier successful run of this workflow was found, so changes are counted since the last commit older than seven days.]⏎⏎The lines | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=never; commits=old; compare/old...head=a | compare/old...head | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=last; commits=old; compare/old...head=a | [The commit of the last successful run is gone, so changes are counted since the last commit older than seven days.] | 28
schedule | CHANGES | actions/workflows/docs.yml/runs=never; commits=young; compare/first...head=a | so changes are counted since the first commit.] | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=here | skipped: Nothing changed since the last successful run of this workflow. | 0
schedule | CHANGES | actions/workflows/docs.yml/runs=403 | failed: Reading the workflow runs failed: GitHub answered 403 (No.). The token needs \`actions: read\`. | 0
dispatch | CHANGES; issue-number=12 | issues/12=issue; actions/workflows/docs.yml/runs=dispatched; compare/last...head=a | compare/last...head | 0`;

test.each(rowsOf(ROWS))('%s with %s, where GitHub says %s: %s', async (...row) => {
  const [event = '', given = '', answers, expected = '', seconds] = row;
  const [name, payload] = EVENTS[event] ?? ['', {}];
  const inputs = given.replace(/^[A-Z]+/, (set) => INPUTS[set] ?? set);
  const { text, seconds: took } = await sent(name, payload, inputs, answersOf(answers, VALUES));
  expect(text).toContain(expected.trim());
  expect(took).toBe(Number(seconds));
});

const remark = (id: number, author_association: string, body: string, others: object = {}) => {
  const from = { html_url: `https://github.com/${id}`, user: { login: `person-${id}` } };
  const created_at = `2026-01-05T10:${String(id % 60).padStart(2, '0')}:00Z`;
  return { id, author_association, body, ...from, created_at, ...others };
};
const later = '2026-01-05T11:00:01Z';
const SAID = `> person-10, 2026-01-05, on docs/a.md:⏎> > A line.⏎> person-9, 2026-01-05:⏎> > Right.⏎> > > quoted⏎> maria, 2026-01-05:⏎> > Its author.⏎> person-1, 2026-01-05:⏎> > First.⏎⏎[Left out of this prompt: 3 other comments of the discussion of pull request #12]`;

test('the discussion is what people of the repository and the author said before the event', async () => {
  const answers = {
    'issues/12/comments': [
      remark(1, 'CONTRIBUTOR', 'First. <!-- hidden -->'),
      remark(2, 'NONE', 'A stranger.'),
      remark(3, 'NONE', 'Its author.', { user: MARIA }),
      remark(4, 'NONE', `At work.\n${OWN_COMMENT} v4 e30= ${'0'.repeat(64)} -->`, { user: MARIA }),
      remark(5, 'MEMBER', 'Folded.', { minimized: { reason: 'spam' } }),
      remark(6, 'MEMBER', 'Edited.', { updated_at: later }),
      remark(7, 'MEMBER', 'Later.', { created_at: later }),
      remark(8, 'MEMBER', '<!-- nothing -->'),
    ],
    'pulls/12/reviews': [remark(9, 'OWNER', 'Right.\n> quoted')],
    'pulls/12/comments': [remark(10, 'COLLABORATOR', 'A line.', { path: 'docs/a.md' })],
  };
  const pull_request = merged(12, 'c', { updated_at: AT });
  const { text } = await sent('pull_request', { ...opened, pull_request }, 'include=discussion', answers);
  expect(text.slice(text.indexOf('> person-10'))).toBe(SAID.replaceAll('⏎', '\n'));
});

test('the comment that asks is not repeated, and of 250 long comments the newest are quoted', async () => {
  const long = (_: unknown, id: number) =>
    remark(id + 100, 'OWNER', `Remark ${id}. ${'x'.repeat(500)}`, { created_at: AT });
  const all = [...Array.from({ length: 250 }, long), { ...comment, author_association: 'OWNER' }];
  const payload = { ...asked, issue: subject(12) };
  const { text } = await sent('issue_comment', payload, 'include=discussion', { 'issues/12/comments': all });
  expect(text).not.toContain('> > /docs');
  expect(text).toContain('> > Remark 249.');
  expect(text).toMatch(/\n\n\[Left out of this prompt: 1\d\d comments of the discussion of issue #12\]$/);
});

test('linked issues are those that the visible text closes, ten at the most, without itself', async () => {
  const numbers = Array.from({ length: 15 }, (_, index) => index + 20);
  const body = `<!-- Fixes #5 -->\n\nNot \`Fixes #6\`. Fixes #12\nFixes #${numbers.join('\nFixes #')}`;
  const answers = Object.fromEntries(numbers.slice(1).map((number) => [`issues/${number}`, subject(number)]));
  const payload = { ...opened, pull_request: merged(12, 'c', { body }) };
  const { text, asked: calls } = await sent('pull_request', payload, 'include=linked-issues', answers);
  expect(calls).toEqual(numbers.slice(0, 10).map((number) => `issues/${number}`));
  expect(
    text.match(/quote issue #\d+ of acme\/product, which the pull request closes by maria/g),
  ).toHaveLength(9);
});

const WARNINGS = [
  '`discussion` is missing from the prompt: Reading the discussion failed: GitHub answered 403 (No.). The token needs `issues: read` (on pull requests `pull-requests: read`).',
  '`linked-issues` is missing from the prompt: Reading issue #5 failed: GitHub answered 403 (No.). The token needs `issues: read`.',
];

test('what GitHub refuses is told in one warning, and the rest is sent', async () => {
  const refused = { 'pulls/12/files': many(2), 'issues/12/comments': 403, 'issues/5': 403 };
  const payload = { ...opened, pull_request: merged(12, 'c', { body: 'Fixes #5' }) };
  const include = 'include=changes, linked-issues, discussion';
  const { text, warnings } = await sent('pull_request', payload, include, refused);
  expect(text).toContain('> p1: modified');
  expect(warnings.map((each) => each.split('\n').sort())).toEqual([WARNINGS]);
  const late = await sent('pull_request', payload, include, { ...refused, 'issues/5': 500 });
  expect(late.text).toBe('failed: Reading issue #5 failed: GitHub answered 500 (No.).');
});
