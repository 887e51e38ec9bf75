import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { json } from '../../sandbox/exchange.ts';
import type { Operation } from '../../sandbox/operations.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { visibleText } from '../helpers/action-environment.ts';
import { example } from '../helpers/payloads.ts';
import type { BundleResult, StartedStep } from '../helpers/run-bundle.ts';
import { CORPUS, LONG_TEXTS } from '../hostile/corpus.ts';
import { expectInert } from '../hostile/readers.ts';
import { endOf, expectSound, QUICK, start, withSandbox } from './cases.ts';

/** The action ends itself after 4.5 s, and the runner kills after 10 s; the machine may be busy with the other steps. */
const PROMPTLY_MS = 15_000;

/** Interrupts a step, which must be gone in time, and say how it ended. */
async function interrupted(
  step: StartedStep,
  sandbox: Sandbox,
  ...signals: NodeJS.Signals[]
): Promise<BundleResult> {
  const at = performance.now();
  for (const signal of signals) step.kill(signal);
  const result = await step.finished();
  expect(performance.now() - at).toBeLessThan(PROMPTLY_MS);
  expectSound(result, sandbox);
  expect(result.outputs['reason']).not.toBe('');
  return result;
}

const hang = (on: Operation) => ({ on, behaviour: { kind: 'hang', effect: true } }) as const;

/** Everything hostile at once: the whole corpus, and what takes long to read where an algorithm is not linear. */
const WORST = [...CORPUS, ...LONG_TEXTS].map((text) => text.toWellFormed());

/** How a run under hostile text ends. */
async function endUnder(step: StartedStep, sandbox: Sandbox): Promise<string | undefined> {
  const result = await interrupted(step, sandbox, 'SIGINT');
  expectInert(result);
  return result.outputs['outcome'];
}

/** A comment that asks, with a text wherever a stranger can write some. */
function startRequest(sandbox: Sandbox, text = WORST.join('\n'), env = {}): StartedStep {
  const payload = example('issue_comment', 'created');
  Object.assign(payload.issue, { title: text, body: text });
  payload.repository.full_name = 'acme/product';
  payload.sender.login = 'octocat';
  Object.assign(payload.comment, { body: `/docs ${text}`, user: { login: 'octocat' } });
  const event = { name: 'issue_comment', payload };
  return start(sandbox, { ...QUICK, prompt: '', comment: 'true' }, { event, env });
}

/** A report of one page for each of the worst texts. */
const PAGES = {
  totals: { human: WORST.length, ai: 0, total: WORST.length },
  views: WORST.map((text) => ({ path: text, human: 1, ai: 0, total: 1 })),
  hasMore: false,
};
const VIEWS = { on: 'views', behaviour: { kind: 'answer', reply: json(200, PAGES), effect: true } } as const;
const REPORT = { mode: 'analytics', compare: 'none' };

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

/** Interrupts the process 100 ms after it has read its event, whatever it then does, and leaves the time. */
const EVENT_READ = `
const fs = require('node:fs');
const { isMainThread, Worker } = require('node:worker_threads');
const { readFileSync } = fs;
const interrupt = () => {
  fs.writeFileSync(process.env.RUNNER_TEMP + '/interrupted', String(Date.now()));
  process.kill(process.pid, 'SIGTERM');
};
if (!isMainThread) setTimeout(interrupt, 100);
else fs.readFileSync = function (file, ...options) {
  const content = readFileSync.call(this, file, ...options);
  if (file === process.env.GITHUB_EVENT_PATH) new Worker(__filename);
  return content;
};
require('node:module').syncBuiltinESMExports();`;

const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-early-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The variable with which Node runs `code` before the action. */
const preloading = (name: string, code: string) => {
  writeFileSync(path.join(directory, name), code);
  return { NODE_OPTIONS: `--require ${path.join(directory, name)}` };
};

// On Windows a process that is killed ends without a signal; only a console can send one.
const whereSignalsAre = process.platform === 'win32' ? describe.skip : describe;

whereSignalsAre('a run that is interrupted', () => {
  test.concurrent.each([
    ['SIGINT', 'agent', 'cancelled'],
    ['SIGHUP', 'agent', 'cancelled'],
    ['SIGBREAK', 'agent', 'cancelled'],
    ['SIGTERM', 'analytics', 'error'],
  ])('by %s as early as it can hear it, before the bundle is loaded, leaves an outcome', async (...row) => {
    const [signal, mode = '', outcome] = row;
    await withSandbox({}, async (sandbox) => {
      const env = { ...preloading('at-once.cjs', AT_ONCE), SIGNAL_AT_ONCE: signal };
      const result = await interrupted(start(sandbox, { ...QUICK, mode }, { env }), sandbox);
      expect(result.outputs['outcome']).toBe(outcome);
      expect(sandbox.ledger.requests).toEqual([]);
      expect(result.files['temp/loaded']).not.toContain('NativeModule tls');
    });
  });

  const EXIT = "process.on('SIGINT', () => process.exit());";
  /** The summary is never written, and something keeps the process alive. */
  const STUCK = `
    require('node:fs').promises.appendFile = () => new Promise(() => {});
    require('node:module').syncBuiltinESMExports();
    setInterval(() => {}, 1000);`;

  test.concurrent.each([
    ['agent', 'create', 'unknown', 'ends', EXIT],
    ['analytics', 'views', 'error', 'ends', EXIT],
    ['agent', 'create', 'unknown', 'would go on', STUCK],
  ] as const)('in %s mode at %s leaves the outcome %s, though its process %s', async (...row) => {
    const [mode, on, outcome, what, code] = row;
    const env = preloading(`${what}.cjs`.replaceAll(' ', '-'), code);
    await withSandbox({ faults: [hang(on)] }, async (sandbox) => {
      const step = start(sandbox, { ...QUICK, mode }, { env });
      await step.until(() => sandbox.ledger.of(on).length > 0, `the request ${on}`);
      const result = await interrupted(step, sandbox, 'SIGINT');
      expect(endOf(result)).toEqual({ exitCode: 1, outcome });
      expect(result.outputs['reason']).toMatch(/the run was (interrupted|cancelled)/i);
    });
  });

  test.concurrent('again and again while it waits ends at once, and says how to go on', () =>
    withSandbox({ scenario: 'slow' }, async (sandbox) => {
      const step = start(sandbox, { ...QUICK, 'poll-interval-seconds': '30' });
      await step.logged('Waiting for the job');
      const result = await interrupted(step, sandbox, 'SIGINT', 'SIGTERM', 'SIGINT');
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(result.outputs).toMatchObject({ 'job-id': sandbox.ledger.jobs[0]?.id, status: 'active' });
      expect(visibleText(result)).toContain('The job keeps running in Mintlify. To watch the job');
      expect(result.summary).toContain('## ✋');
    }));
});

whereSignalsAre('a run that waits for checks keeps its outcome when it is interrupted', () => {
  const CHECKED = { ...QUICK, 'checks-minutes': '5' };

  test.concurrent.each(['check-runs', 'deployments'] as const)('while %s is not answered', async (on) => {
    await withSandbox({ checks: 'slow', faults: [hang(on)] }, async (sandbox) => {
      const step = start(sandbox, CHECKED);
      await step.until(() => sandbox.ledger.of(on).length > 0, `the request ${on}`);
      const result = await interrupted(step, sandbox, 'SIGINT');
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(result.outputs['checks']).toBe('pending');
    });
  });

  test.concurrent('between two looks', () =>
    withSandbox({ checks: 'slow' }, async (sandbox) => {
      const step = start(sandbox, CHECKED);
      await step.logged('next look in');
      const result = await interrupted(step, sandbox, 'SIGINT', 'SIGTERM');
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(result.outputs['checks']).toBe('pending');
    }));
});

whereSignalsAre('a run under hostile text that is interrupted is gone in time, with an outcome', () => {
  test.concurrent.each([
    ['permission', /^cancelled$/],
    ['comment-list', /^(cancelled|error)$/],
    ['comment-create', /^(cancelled|error)$/],
    ['create', /^unknown$/],
    ['get', /^cancelled$/],
    ['comment-update', /^(cancelled|error|pull-request)$/],
    ['views', /^error$/],
    ['artifact-create', /^report$/],
    ['blob', /^report$/],
    ['artifact-finalize', /^report$/],
  ] as const)('while %s is not answered', async (operation, outcome) => {
    const options = { faults: [hang(operation), VIEWS], permissions: { octocat: 'write' } } as const;
    await withSandbox(options, async (sandbox) => {
      const env = { ACTIONS_RESULTS_URL: `${sandbox.url}/`, ACTIONS_RUNTIME_TOKEN: runtimeToken() };
      const isReport = /^views|^artifact|^blob/.test(operation);
      const step = isReport ? start(sandbox, REPORT, { env }) : startRequest(sandbox);
      await step.until(() => sandbox.ledger.of(operation).length > 0, `the request ${operation}`);
      expect(await endUnder(step, sandbox)).toMatch(outcome);
    });
  });

  // From the first answer on, the time is spent on the text alone.
  test.concurrent.each([0, 50, 200])('%d ms into the work on a report', async (ms) => {
    await withSandbox({ faults: [VIEWS] }, async (sandbox) => {
      const step = start(sandbox, REPORT);
      await step.until(() => sandbox.ledger.of('views').length > 0, 'the first answer');
      const answeredMs = performance.now();
      await step.until(() => performance.now() - answeredMs >= ms, `${ms} ms of work`);
      expect(await endUnder(step, sandbox)).toMatch(/^(report|error)$/);
    });
  });

  test.concurrent('while the event is read', async () => {
    await withSandbox({ permissions: { octocat: 'write' } }, async (sandbox) => {
      const step = startRequest(sandbox);
      await step.logged('::add-mask::');
      expect(await endUnder(step, sandbox)).toMatch(/^(cancelled|pull-request)$/);
    });
  });

  /** It could be the second line of a table, and its blanks be split in every way. */
  const TABS = `a\n--${'\t'.repeat(65_000)}x`;

  test('right after it has read what looks like a table', async () => {
    const env = preloading('event-read.cjs', EVENT_READ);
    await withSandbox({ faults: [hang('permission')] }, async (sandbox) => {
      const startedMs = Date.now();
      const result = await startRequest(sandbox, TABS, env).finished();
      const interruptedMs = Number(result.files['temp/interrupted']);
      // How long Node took to start is how busy the machine is.
      expect(Date.now() - interruptedMs).toBeLessThan(5000 + interruptedMs - startedMs);
      expectSound(result, sandbox);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
      expect(sandbox.ledger.of('create')).toEqual([]);
    });
  });

  test('a text that looks like a table takes a run about as long as a plain one', async () => {
    const times = [TABS, 'a '.repeat(32_000)].map(async (text) => {
      const at = performance.now();
      await withSandbox({ permissions: { octocat: 'write' } }, async (sandbox) => {
        const result = await startRequest(sandbox, text).finished();
        expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      });
      return performance.now() - at;
    });
    const [tabsMs = 0, plainMs = 0] = await Promise.all(times);
    expect(tabsMs / plainMs).toBeLessThan(4);
  });
});
