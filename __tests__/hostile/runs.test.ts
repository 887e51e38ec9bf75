import { afterAll, expect, test } from '@jest/globals';
import type { Fault } from '../../sandbox/faults.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { annotations, INPUT_NAMES, type StepOptions } from '../helpers/action-environment.ts';
import fc from '../helpers/fast-check.ts';
import { example } from '../helpers/payloads.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';
import { CORPUS, hostileText } from './corpus.ts';
import { expectInert, expectInertMarkdown, fileOf, readCsv } from './readers.ts';

afterAll(removeMainDirectory);

/** Runs the action once against the sandbox at hand. Whatever it leaves behind is inert. */
type RunAction = (inputs: Record<string, string>, options?: StepOptions) => Promise<MainResult>;
type Trial = (text: string, run: RunAction, sandbox: Sandbox) => Promise<void>;

/** Pauses are short, limits are not. */
const brisk: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms > 9_000 ? ms : ms / 50, signal),
};
const withSandbox = sandboxUser({ jobMs: 4, permissions: { octocat: 'write' } });
const EXPLORES = process.env['CHECK_SEED'] !== undefined;

/** Tries the corpus, eight texts at a time, and random texts. `npm run explore` tries each alone, and more. */
function tryTexts(what: string, numRuns: number, trial: Trial): void {
  const tried = (text: string) =>
    withSandbox({}, (sandbox) => {
      const run: RunAction = async (given, options) => {
        const inputs = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1', ...given };
        const result = await runMain({ sandbox, inputs, ...options }, undefined, { clock: brisk });
        expectInert(result);
        for (const { body } of sandbox.github.comments) expectInertMarkdown(body);
        return result;
      };
      return trial(text, run, sandbox);
    });
  test(`no text of ${what} acts anywhere: the corpus`, async () => {
    const [size, texts] = [EXPLORES ? 1 : 8, CORPUS.toSorted((a, b) => a.length - b.length)];
    for (let at = 0; at < texts.length; at += size) {
      const text = texts.slice(at, at + size).join('\n');
      await tried(text).catch((cause: unknown) => {
        throw new Error(`with ${JSON.stringify(text.slice(0, 300))}: ${cause}`, { cause });
      });
    }
  });
  test(`no text of ${what} acts anywhere: random texts`, () =>
    fc.assert(fc.asyncProperty(hostileText, tried), { numRuns: EXPLORES ? 10 * numRuns : numRuns }));
}

/** The answer to every request of `on`. */
function always(on: Fault['on'], status: number, answer: object): Fault {
  const reply = { status, body: JSON.stringify(answer), headers: { 'content-type': 'application/json' } };
  return { on, behaviour: { kind: 'answer', effect: status < 400, reply } };
}

const COMMENT = { comment: 'true', 'issue-number': '7' };

tryTexts('a job, an error or GitHub', 8, async (text, run, sandbox) => {
  // Half of the texts alone, half of them in a link; a link that is one leads where it says.
  const isInLink = text.trim().startsWith('https:') || text.length % 2 === 0;
  const prLink = isInLink ? `https://github.com/acme/docs/pull/7?${text}` : text;
  const texts = { model: text, prLink, createdAt: text, archivedAt: text, [text]: text };
  const jobWith = (status: string) => ({
    id: 'job_1',
    status,
    source: { repository: text, ref: text },
    ...texts,
  });
  const odd = { ...always('get', 200, jobWith(`odd ${text}`)), only: [1] };
  const job = [always('create', 201, jobWith('active')), odd, always('get', 200, jobWith('completed'))];
  sandbox.setFaults(job);
  expect((await run(COMMENT)).outputs['outcome']).toMatch(/^(no-)?pull-request$/);
  // The reply, and where the pull request is one of GitHub's, its comment.
  const own = sandbox.github.comments.filter(({ repository }) => repository === 'acme/product');
  expect(own).toHaveLength(1);
  sandbox.setFaults([...job, always('comment-create', 403, { message: text })]);
  expect(annotations(await run(COMMENT), 'warning').join()).toContain('GitHub answered 403');
  sandbox.setFaults([always('create', 400, { error: text, details: [{ message: text }] })]);
  expect((await run(COMMENT)).outputs['outcome']).toBe('error');
});

tryTexts('an event', 6, async (text, run, sandbox) => {
  const payload = example('issue_comment', 'created');
  const where = { repository: 'acme/product', issue: payload.issue.number };
  const { id } = sandbox.github.addComment({ ...where, user: 'octocat', body: '/docs' });
  Object.assign(payload.issue, { title: text, body: text, labels: [{ name: text }], user: { login: text } });
  Object.assign(payload.comment, { id, body: `/docs ${text}` });
  payload.repository.full_name = where.repository;
  for (const account of [payload.sender, payload.comment.user]) account.login = 'octocat';
  const event = { event: { name: 'issue_comment', payload } };
  const inputs = { prompt: '', comment: 'true' };
  const { outputs } = await run(inputs, event);
  // The phrase alone, on an issue without a visible word, asks for nothing that could be done.
  const isBlank = /doesn't have visible text/.test(outputs['reason'] ?? '');
  expect(outputs['outcome']).toBe(isBlank ? 'skipped' : 'pull-request');
  const [prompt = ''] = sandbox.ledger.jobs[0]?.prompts ?? [];
  // What nobody sees must not be read by the agent either.
  expect(prompt).not.toMatch(/[\u200b\u2060\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
  // In a block of code, and in a title, GitHub shows comments.
  if (!/```|~~~/.test(text)) expect(prompt.replace(/^> Title: .*$/gm, '')).not.toMatch(/<!--.*?-->/s);
  const dry = await run({ ...inputs, 'dry-run': 'true' }, event);
  expect([dry.outputs['outcome'], sandbox.ledger.jobs.length]).toEqual(['skipped', isBlank ? 0 : 1]);
});

const INPUTS = INPUT_NAMES.filter((name) => !/^(mode|prompt|api-key|github-token)$/.test(name));
const REPORT = {
  mode: 'analytics',
  compare: 'none',
  'artifact-name': '',
  'site-url': 'https://docs.example.com/en',
};

tryTexts('a page path or an input', 6, async (text, run, sandbox) => {
  // No variable of a process holds NUL.
  const given = text.replaceAll('\0', 'x');
  const invalid = await run({ ...Object.fromEntries(INPUTS.map((name) => [name, given])), mode: given });
  expect([invalid.outputs['outcome'], sandbox.ledger.requests]).toEqual(['error', []]);
  const paths = ['/usual', text, `/folder/${text}`];
  const views = paths.map((path, at) => ({ path, human: 9 - at, ai: 0, total: 9 - at }));
  const totals = { human: 24, ai: 0, total: 24 };
  sandbox.setFaults([always('views', 200, { totals, views, hasMore: false })]);
  const result = await run(REPORT);
  const [csv = '', json = '', ...shown] = ['.csv', '.json', '.html', '.md'].map((end) => fileOf(result, end));
  // A later step may print any file, and the list.
  for (const printed of [csv, json, ...shown, result.outputs['top-pages'] ?? ''])
    expect(parseRunnerOutput(printed).commands).toEqual([]);
  expectInertMarkdown(shown[1] ?? '');
  expect(shown[0]).not.toMatch(/<(?:img|iframe|object|embed|form|base|svg\/)/i);
  expect(readCsv(csv)).toHaveLength(1 + new Set(paths.map((path) => path.toWellFormed())).size);
  const { pages } = JSON.parse(json) as { pages: { path: string }[] };
  expect(new Set(pages.map(({ path }) => path))).toEqual(new Set(paths));
  expect(result.outputs['headline']).toMatch(/^24 views from [^<>@#`]*\.$/);
  sandbox.setFaults([always('views', 400, { error: text, details: [{ message: text }] })]);
  expect((await run(REPORT)).outputs['outcome']).toBe('error');
});
