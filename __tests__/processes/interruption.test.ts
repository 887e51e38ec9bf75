import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { json } from '../../sandbox/exchange.ts';
import { payloadOf } from '../../sandbox/github/events.ts';
import type { Operation } from '../../sandbox/operations.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { visibleText } from '../helpers/action-environment.ts';
import type { StartedStep } from '../helpers/run-bundle.ts';
import { CORPUS, LONG_TEXTS } from '../hostile/corpus.ts';
import { expectInert } from '../hostile/readers.ts';
import { endOf, preloading, start, withSandbox } from './cases.ts';

/** The action ends itself after 4.5 s, and the runner kills after 10 s; the machine may be busy with the other steps. */
const PROMPTLY_MS = 15_000;

/** Interrupts a step, which must be gone in time, say how it ended, and leave nothing that acts. */
async function interrupted(step: StartedStep, sandbox: Sandbox, ...signals: NodeJS.Signals[]) {
  const at = performance.now();
  for (const signal of signals) if (step.process.kill(signal)) await delay(5);
  const result = await endOf(step, sandbox);
  expect(performance.now() - at).toBeLessThan(PROMPTLY_MS);
  expectInert(result);
  expect(result.outputs['reason']).not.toBe('');
  return result;
}

/** Interrupts the process the moment it can hear it, and leaves the names of Node's modules that were loaded by then. */
const AT_ONCE = `
const on = process.on;
process.on = function (name, listener) {
  const result = on.call(this, name, listener);
  if (name === process.env.SIGNAL_AT_ONCE) {
    require('node:fs').writeFileSync(process.env.RUNNER_TEMP + '/loaded', process.moduleLoadList.join());
    // Only Windows can send Ctrl-Break.
    name === 'SIGBREAK' ? process.emit(name, name) : process.kill(process.pid, name);
  }
  return result;
};`;
/** Interrupts the process once its code is loaded, but before the event loop has turned. */
const AT_FIRST_LINE = `
const write = process.stdout.write;
process.stdout.write = function (text, ...others) {
  if (String(text).startsWith('::add-mask::')) process.kill(process.pid, 'SIGINT');
  return write.call(this, text, ...others);
};`;
const EXITS = "process.on('SIGINT', () => process.exit());";
/** The summary is never written, and something keeps the process alive. Leaves the time after which the process ends itself. */
const NEVER_ENDS = `
const { promises, writeFileSync } = require('node:fs');
promises.appendFile = () => new Promise(() => {});
require('node:module').syncBuiltinESMExports();
setInterval(() => {}, 1000);
const set = setTimeout;
globalThis.setTimeout = (act, ms, ...others) => {
  if (String(act).includes('.exit()')) writeFileSync(process.env.RUNNER_TEMP + '/exit', String(ms));
  return set(act, ms, ...others);
};`;

const CODES = { 'nothing else': '', 'an exit at once': EXITS, 'no end of its own': NEVER_ENDS };
interface Held {
  readonly on: Operation;
  readonly with: keyof typeof CODES;
  readonly ends: RegExp;
}

/** Everything hostile at once: the whole corpus, and what takes long to read where an algorithm is not linear. */
const WORST = [...CORPUS, ...LONG_TEXTS].map((text) => text.toWellFormed());
const views = WORST.map((text) => ({ path: text, human: 1, ai: 0, total: 1 }));
const REPORT = { totals: { human: WORST.length, ai: 0, total: WORST.length }, views, hasMore: false };
/** Every question is answered with a report of one page for each of the worst texts. */
const VIEWS = { on: 'views', behaviour: { kind: 'answer', reply: json(200, REPORT), effect: true } } as const;

/** A comment that asks, with the worst texts wherever a stranger can write some, as long as GitHub accepts them. */
function startRequest(sandbox: Sandbox, env = {}): StartedStep {
  const body = WORST.map((each) => each.slice(0, 5_000)).join('\n');
  const asked = { title: body.slice(0, 256), body, text: `/docs ${body}`, repository: 'acme/product' };
  const name = 'issue_comment';
  const payload = payloadOf({ name, action: 'created', by: 'octocat', ...asked });
  return start(sandbox, { prompt: '' }, { event: { name, payload }, env });
}

function startReport(sandbox: Sandbox, env = {}): StartedStep {
  const upload = { ACTIONS_RESULTS_URL: `${sandbox.url}/`, ACTIONS_RUNTIME_TOKEN: runtimeToken() };
  const inputs = { mode: 'analytics', compare: 'none', prompt: '' };
  return start(sandbox, inputs, { env: { ...upload, ...env } });
}

// On Windows a process that is killed ends without a signal; only a console can send one.
(process.platform === 'win32' ? describe.skip : describe)('a run that is interrupted', () => {
  test.concurrent.each([
    ['SIGINT', 'agent', 'cancelled'],
    ['SIGHUP', 'agent', 'cancelled'],
    ['SIGBREAK', 'agent', 'cancelled'],
    ['SIGTERM', 'analytics', 'error'],
  ])('by %s as early as it can hear it, before the bundle is loaded, leaves an outcome', (...row) =>
    withSandbox({}, async (sandbox) => {
      const [signal, mode, outcome] = row;
      const env = { ...preloading(AT_ONCE), SIGNAL_AT_ONCE: signal };
      const result = await interrupted(start(sandbox, { mode }, { env }), sandbox);
      expect([result.outcome, sandbox.ledger.requests]).toEqual([outcome, []]);
      expect(result.files['temp/loaded']).not.toContain('NativeModule tls');
    }),
  );

  test.concurrent('as soon as its code is loaded sends nothing', () =>
    withSandbox({}, async (sandbox) => {
      const step = start(sandbox, { 'github-token': '' }, { env: preloading(AT_FIRST_LINE) });
      const { outcome } = await interrupted(step, sandbox);
      expect([outcome, sandbox.ledger.requests]).toEqual(['cancelled', []]);
    }));

  test.concurrent('again and again while it waits ends at once, and says how to go on', () =>
    withSandbox({ scenario: 'slow' }, async (sandbox) => {
      const step = start(sandbox, { 'poll-interval-seconds': '30' });
      await step.logged('Waiting for the job');
      const result = await interrupted(step, sandbox, ...Array(40).fill(['SIGINT', 'SIGTERM']).flat());
      const outputs = { outcome: 'cancelled', 'job-id': sandbox.ledger.jobs[0]?.id, status: 'active' };
      expect(result).toMatchObject({ exitCode: 0, outputs, summary: expect.stringContaining('## ✋') });
      expect(visibleText(result)).toContain('The job keeps running in Mintlify. To watch the job');
    }));

  test.concurrent('under hostile text, as soon as the key is masked', () =>
    withSandbox({ permissions: { octocat: 'write' } }, async (sandbox) => {
      const step = startRequest(sandbox);
      await step.logged('::add-mask::');
      const { outcome } = await interrupted(step, sandbox, 'SIGINT');
      expect(outcome).toMatch(/^(cancelled|pull-request)$/);
    }));

  test.concurrent.each<Held>([
    { on: 'create', with: 'nothing else', ends: /^unknown$/ },
    { on: 'create', with: 'an exit at once', ends: /^unknown$/ },
    { on: 'create', with: 'no end of its own', ends: /^unknown$/ },
    { on: 'comment-update', with: 'nothing else', ends: /^(cancelled|error|pull-request)$/ },
    { on: 'views', with: 'nothing else', ends: /^error$/ },
    { on: 'views', with: 'an exit at once', ends: /^error$/ },
    { on: 'blob', with: 'nothing else', ends: /^report$/ },
  ])('under hostile text, while $on is not answered, with $with', ({ on, with: what, ends }) => {
    const code = CODES[what];
    const faults = [{ on, behaviour: { kind: 'hang', effect: true } } as const, VIEWS];
    return withSandbox({ permissions: { octocat: 'write' }, faults }, async (sandbox) => {
      const begin = on === 'views' || on === 'blob' ? startReport : startRequest;
      const step = begin(sandbox, code && preloading(code));
      await step.until(() => sandbox.ledger.of(on).length > 0, `the request ${on}`);
      const result = await interrupted(step, sandbox, 'SIGINT');
      expect(result.outcome).toMatch(ends);
      // The runner waits 10 s, but a run says that it has stopped within 5 s.
      if (code === NEVER_ENDS) expect(Number(result.files['temp/exit'])).toBeLessThanOrEqual(5_000);
      if (on !== 'create' && on !== 'views') return;
      expect(result.exitCode).toBe(1);
      expect(result.outputs['reason']).toMatch(/(interrupt|cancel)/i);
    });
  });

  // Once its views are answered, a report spends its time on the text alone.
  test.concurrent.each([0, 200])('under hostile text, %i ms after the views were asked for', (ms) =>
    withSandbox({ faults: [VIEWS] }, async (sandbox) => {
      const step = startReport(sandbox);
      await step.until(() => sandbox.ledger.of('views').length > 0, 'the views');
      await delay(ms);
      expect((await interrupted(step, sandbox, 'SIGINT')).outcome).toMatch(/^(report|error)$/);
    }),
  );
});
