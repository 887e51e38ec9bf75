import { afterAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '../../sandbox/operations.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { StepOptions } from '../helpers/action-environment.ts';
import { example } from '../helpers/payloads.ts';
import { Bundle, type StartedStep } from '../helpers/run-bundle.ts';
import { always, withSandbox } from './bundle.ts';
import { CORPUS, LONG_TEXTS } from './corpus.ts';
import { expectInert } from './readers.ts';

const bundle = new Bundle();
afterAll(() => bundle.remove());

/** The action ends itself after 4.5 s; the machine may be busy with the other steps, and with much else. */
const PROMPTLY_MS = 15_000;

/** Everything hostile at once: the whole corpus, and what takes long to read where an algorithm is not linear. */
const WORST = [...CORPUS, ...LONG_TEXTS];

const hang = (on: Operation) => ({ on, behaviour: { kind: 'hang', effect: true } }) as const;

/** Interrupts `step` at a moment of its run. It must then be gone in time, and say how it ended. */
async function interrupt(step: StartedStep, moment: () => boolean, what: string): Promise<string> {
  await step.until(moment, what);
  const at = performance.now();
  step.kill('SIGINT');
  const result = await step.finished();
  expect(performance.now() - at).toBeLessThan(PROMPTLY_MS);
  expectInert(result);
  expect(result.outputs['reason']).not.toBe('');
  return result.outputs['outcome'] ?? '';
}

/** A request with the worst text wherever a stranger can write some. */
function requestOn(sandbox: Sandbox): StepOptions {
  const payload = example('issue_comment', 'created');
  const text = WORST.join('\n').toWellFormed();
  Object.assign(payload.issue, { title: text, body: text });
  payload.repository.full_name = 'acme/product';
  payload.sender.login = 'octocat';
  const where = { repository: 'acme/product', issue: payload.issue.number };
  const asked = sandbox.github.addComment({ ...where, user: 'octocat', body: '/docs' });
  Object.assign(payload.comment, { id: asked.id, body: `/docs ${text}`, user: { login: 'octocat' } });
  const inputs = { comment: 'true', 'poll-interval-seconds': '0.05' };
  return { sandbox, inputs, event: { name: 'issue_comment', payload } };
}

/** A report of one page for each of the worst texts, with artifacts. */
function reportOf(sandbox: Sandbox): StepOptions {
  const env = { ACTIONS_RESULTS_URL: `${sandbox.url}/`, ACTIONS_RUNTIME_TOKEN: runtimeToken() };
  return { sandbox, inputs: { mode: 'analytics', compare: 'none', trend: 'false' }, env };
}

const VIEWS = JSON.stringify({
  totals: { human: WORST.length, ai: 0, total: WORST.length },
  views: WORST.map((path) => ({ path: path.toWellFormed(), human: 1, ai: 0, total: 1 })),
  hasMore: false,
});

// On Windows a process that is killed ends without a signal; only a console can send one.
const whereSignalsAre = process.platform === 'win32' ? describe.skip : describe;

whereSignalsAre('a run under hostile text that is interrupted is gone in time, with an outcome', () => {
  test.concurrent.each([
    ['permission', /^cancelled$/],
    ['comment-list', /^(cancelled|error)$/],
    ['comment-create', /^(cancelled|error)$/],
    ['create', /^unknown$/],
    ['get', /^cancelled$/],
    ['comment-update', /^(cancelled|error|pull-request)$/],
  ] as const)('while %s is not answered', async (operation, outcome) => {
    await withSandbox({ faults: [hang(operation)] }, async (sandbox) => {
      const step = bundle.start(requestOn(sandbox));
      const arrived = () => sandbox.ledger.of(operation).length > 0;
      expect(await interrupt(step, arrived, `the request ${operation}`)).toMatch(outcome);
    });
  });

  test.concurrent.each([
    ['views', /^error$/],
    ['artifact-create', /^report$/],
    ['blob', /^report$/],
    ['artifact-finalize', /^report$/],
  ] as const)('while %s of a report is not answered', async (operation, outcome) => {
    await withSandbox({ faults: [hang(operation), always('views', 200, VIEWS)] }, async (sandbox) => {
      const step = bundle.start(reportOf(sandbox));
      const arrived = () => sandbox.ledger.of(operation).length > 0;
      expect(await interrupt(step, arrived, `the request ${operation}`)).toMatch(outcome);
    });
  });

  // From the first answer on, the time is spent on the text alone.
  test.concurrent.each([0, 50, 200])('%d ms into the work on a report', async (ms) => {
    await withSandbox({ faults: [always('views', 200, VIEWS)] }, async (sandbox) => {
      const step = bundle.start({ ...reportOf(sandbox), env: {} });
      let answeredAt = Number.POSITIVE_INFINITY;
      const moment = () => {
        if (sandbox.ledger.of('views').length > 0) answeredAt = Math.min(answeredAt, performance.now());
        return performance.now() - answeredAt >= ms;
      };
      expect(await interrupt(step, moment, `${ms} ms of work`)).toMatch(/^(report|error)$/);
    });
  });

  test.concurrent('while the event is read', async () => {
    await withSandbox({}, async (sandbox) => {
      const step = bundle.start(requestOn(sandbox));
      await step.logged('::add-mask::');
      expect(await interrupt(step, () => true, 'the start')).toMatch(/^(cancelled|pull-request)$/);
    });
  });
});
