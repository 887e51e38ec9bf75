import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { json } from '../../sandbox/exchange.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { visibleText } from '../helpers/action-environment.ts';
import { example } from '../helpers/payloads.ts';
import type { StartedStep } from '../helpers/run-bundle.ts';
import { CORPUS, LONG_TEXTS } from '../hostile/corpus.ts';
import { expectInert } from '../hostile/readers.ts';
import { endOf, expectSound, preloading, start, withSandbox } from './cases.ts';

/** The action ends itself after 4.5 s, and the runner kills after 10 s; the machine may be busy with the other steps. */
const PROMPTLY_MS = 15_000;

/** Interrupts a step, which must be gone in time, say how it ended, and leave nothing that acts. */
async function interrupted(step: StartedStep, sandbox: Sandbox, ...signals: NodeJS.Signals[]) {
  const at = performance.now();
  for (const signal of signals) if (step.kill(signal)) await delay(5);
  const result = await step.finished();
  expect(performance.now() - at).toBeLessThan(PROMPTLY_MS);
  expectSound(result, sandbox);
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
    if (name === 'SIGBREAK') process.emit(name, name);
    else process.kill(process.pid, name);
  }
  return result;
};`;
const EXIT = "process.on('SIGINT', () => process.exit());";
/** The summary is never written, and something keeps the process alive. */
const STUCK = `
require('node:fs').promises.appendFile = () => new Promise(() => {});
require('node:module').syncBuiltinESMExports();
setInterval(() => {}, 1000);`;

/** Everything hostile at once: the whole corpus, and what takes long to read where an algorithm is not linear. */
const WORST = [...CORPUS, ...LONG_TEXTS].map((text) => text.toWellFormed());
/** A report of one page for each of the worst texts. */
const PAGES = {
  totals: { human: WORST.length, ai: 0, total: WORST.length },
  views: WORST.map((text) => ({ path: text, human: 1, ai: 0, total: 1 })),
  hasMore: false,
};
const VIEWS = { on: 'views', behaviour: { kind: 'answer', reply: json(200, PAGES), effect: true } } as const;

/** A comment that asks, with the worst texts wherever a stranger can write some, as long as GitHub accepts them. */
function startRequest(sandbox: Sandbox, env = {}): StartedStep {
  const text = WORST.map((each) => each.slice(0, 5_000)).join('\n');
  const payload = example('issue_comment', 'created');
  Object.assign(payload.issue, { title: text.slice(0, 256), body: text });
  payload.repository.full_name = 'acme/product';
  payload.sender.login = 'octocat';
  Object.assign(payload.comment, { body: `/docs ${text}`, user: { login: 'octocat' } });
  return start(sandbox, { prompt: '' }, { event: { name: 'issue_comment', payload }, env });
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
  ])('by %s as early as it can hear it, before the bundle is loaded, leaves an outcome', async (...row) => {
    const [signal, mode = '', outcome] = row;
    await withSandbox({}, async (sandbox) => {
      const env = { ...preloading(AT_ONCE), SIGNAL_AT_ONCE: signal };
      const result = await interrupted(start(sandbox, { mode }, { env }), sandbox);
      expect([result.outputs['outcome'], sandbox.ledger.requests]).toEqual([outcome, []]);
      expect(result.files['temp/loaded']).not.toContain('NativeModule tls');
    });
  });

  test.concurrent('again and again while it waits ends at once, and says how to go on', () =>
    withSandbox({ scenario: 'slow' }, async (sandbox) => {
      const step = start(sandbox, { 'poll-interval-seconds': '30' });
      await step.logged('Waiting for the job');
      const result = await interrupted(step, sandbox, ...Array(40).fill(['SIGINT', 'SIGTERM']).flat());
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(result.outputs).toMatchObject({ 'job-id': sandbox.ledger.jobs[0]?.id, status: 'active' });
      expect(visibleText(result)).toContain('The job keeps running in Mintlify. To watch the job');
      expect(result.summary).toContain('## ✋');
    }));

  test.concurrent.each([
    ['permission', /^cancelled$/, ''],
    ['comment-create', /^(cancelled|error)$/, ''],
    ['comment-list', /^(cancelled|error)$/, ''],
    ['create', /^unknown$/, ''],
    ['create', /^unknown$/, EXIT],
    ['create', /^unknown$/, STUCK],
    ['get', /^cancelled$/, ''],
    ['comment-update', /^(cancelled|error|pull-request)$/, ''],
    ['views', /^error$/, ''],
    ['views', /^error$/, EXIT],
    ['artifact-create', /^report$/, ''],
    ['blob', /^report$/, ''],
    ['artifact-finalize', /^report$/, ''],
  ] as const)('under hostile text, while %s is not answered, ends as %s %s', async (on, outcome, code) => {
    const faults = [{ on, behaviour: { kind: 'hang', effect: true } } as const, VIEWS];
    await withSandbox({ permissions: { octocat: 'write' }, faults }, async (sandbox) => {
      const begin = /^views|^artifact|^blob/.test(on) ? startReport : startRequest;
      const step = begin(sandbox, code && preloading(code));
      await step.until(() => sandbox.ledger.of(on).length > 0, `the request ${on}`);
      const { exitCode, outputs } = await interrupted(step, sandbox, 'SIGINT');
      expect(outputs['outcome']).toMatch(outcome);
      if (on !== 'create' && on !== 'views') return;
      expect([exitCode, outputs['reason']]).toEqual([1, expect.stringMatching(/(interrupt|cancel)/i)]);
    });
  });

  // From the first answer on, the time is spent on the text alone.
  test.concurrent.each([-1, 0, 50, 200])(
    'under hostile text, %d ms into the work, ends in time',
    async (ms) => {
      await withSandbox({ permissions: { octocat: 'write' }, faults: [VIEWS] }, async (sandbox) => {
        const step = ms < 0 ? startRequest(sandbox) : startReport(sandbox);
        if (ms < 0) await step.logged('::add-mask::');
        else await step.until(() => sandbox.ledger.of('views').length > 0, 'the first answer');
        await delay(Math.max(0, ms));
        const { outputs } = await interrupted(step, sandbox, 'SIGINT');
        expect(outputs['outcome']).toMatch(ms < 0 ? /^(cancelled|pull-request)$/ : /^(report|error)$/);
      });
    },
  );
});
