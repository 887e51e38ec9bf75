import { expect, test } from '@jest/globals';
import { behaviourNamed, type Fault } from '../../sandbox/faults.ts';
import type { CheckPlan } from '../../sandbox/github/checks.ts';
import type { GithubState } from '../../sandbox/github/state.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import type { Checks } from '../../src/agent/checks-text.ts';
import { waitForChecks } from '../../src/agent/wait-for-checks.ts';
import type { Clock } from '../../src/clock.ts';
import { RunnerGithub } from '../../src/github/rest.ts';
import { readWorkflowRun } from '../../src/github/workflow-run.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { opening } from '../helpers/servers.ts';

const EPOCH_MS = Date.UTC(2026, 0, 5, 12);
const PULL = { repository: 'acme/docs', number: 41 };

/** A clock on which nothing takes time but the pauses of a wait, and things happen at their time meanwhile. */
class PauseClock implements Clock {
  readonly #signal: AbortSignal;
  readonly #events: [atMs: number, happen: () => void][];
  #nowMs = 0;

  constructor(signal: AbortSignal, events: [atMs: number, happen: () => void][]) {
    this.#signal = signal;
    this.#events = events;
  }

  now = () => this.#nowMs;
  date = () => new Date(EPOCH_MS + this.#nowMs);
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // The limit of a try, which no try reaches.
    if (signal !== this.#signal) return new Promise(() => {});
    const untilMs = this.#nowMs + ms;
    while ((this.#events[0]?.[0] ?? Number.POSITIVE_INFINITY) <= untilMs && !signal.aborted) {
      const [atMs, happen] = this.#events.shift() ?? [untilMs, () => {}];
      this.#nowMs = atMs;
      happen();
    }
    signal.throwIfAborted();
    this.#nowMs = untilMs;
  }
}

interface World extends Partial<SandboxOptions> {
  readonly minutes?: number;
  /** In seconds. */
  readonly events?: readonly (readonly [at: number, happen: (github: GithubState) => void])[];
  readonly interruptedAt?: number;
  readonly runId?: string;
  readonly plans?: readonly CheckPlan[];
}

interface Waited extends Checks {
  readonly seconds: number;
  /** What was asked of GitHub in each look. */
  readonly looks: readonly string[];
  readonly calls: number;
  readonly warnings: readonly string[];
  readonly text: string;
}

async function waited(world: World): Promise<Waited> {
  const { minutes = 10, events = [], interruptedAt, runId = '', plans, ...options } = world;
  const interruption = new AbortController();
  const { signal } = interruption;
  const happenings = events.map(([at, happen]): [number, () => void] => [
    at * 1000,
    () => happen(sandbox.github),
  ]);
  if (interruptedAt !== undefined) happenings.push([interruptedAt * 1000, () => interruption.abort()]);
  const clock = new PauseClock(signal, happenings);
  const sandbox = opening(await startSandbox({ ...options, jobMs: 0, now: () => EPOCH_MS + clock.now() }));
  if (plans) sandbox.github.checks = [plans];
  sandbox.platform.startJob('docs', 'Document it');
  const env = { GITHUB_API_URL: `${sandbox.url}/github`, GITHUB_RUN_ID: runId };
  const github = new RunnerGithub({ token: 't', repository: { owner: 'acme', name: 'app' }, clock, env });
  const log = new CollectedLog();
  const url = 'https://github.com/acme/docs/pull/41';
  const common = { github, run: readWorkflowRun(env), clock, signal, log };
  const checks = await waitForChecks({ ...common, url, timeoutMs: minutes * 60_000 });
  const looks = new Map<number, string[]>();
  const { requests } = sandbox.ledger;
  for (const { at, operation } of requests)
    looks.set(at, [...(looks.get(at) ?? []), SHORT[operation] ?? operation]);
  return {
    ...checks,
    seconds: clock.now() / 1000,
    looks: [...looks].map(([at, asked]) => `${Math.round((at - EPOCH_MS) / 1000)}: ${asked.join(' ')}`),
    calls: requests.length,
    warnings: log.texts('warning'),
    text: log.text,
  };
}

const SHORT: Readonly<Record<string, string>> = {
  ...{ 'pull-request': 'pull', 'check-runs': 'runs', 'commit-status': 'statuses' },
  'deployment-statuses': 'site',
};

test.each([
  // All have completed after 20 s, and that has stood for 30 s.
  ['green', 10, 'success', 50],
  ['red', 10, 'failure', 20],
  ['late-red', 10, 'failure', 90],
  // The first check has completed before another one appears.
  ['late', 10, 'success', 90],
  ['slow', 5, 'pending', 300],
  ['stuck', 1, 'pending', 60],
  ['none', 2, 'none', 120],
  ['same-name', 10, 'failure', 20],
  ['many', 10, 'failure', 121],
  // Complete, though not for 30 s.
  ['green', 0.5, 'success', 30],
])('the checks "%s" in %d min are %s after %d s', async (checks, minutes, state, seconds) => {
  const found = await waited({ checks, minutes });
  expect(found).toMatchObject({ state, warnings: [] });
  expect(found.seconds).toBeCloseTo(seconds, 1);
});

test.each([
  ['slow', 'success'],
  ['none', 'none'],
  ['stuck', 'pending'],
  ['huge', 'pending'],
])('the checks "%s" take at most 3 API calls in a look, and 100 in 30 minutes', async (checks, state) => {
  const found = await waited({ checks, minutes: 30 });
  const { looks, calls } = found;
  expect(found.state).toBe(state);
  const mostInLook = looks.map((look) => look.match(/pull|runs|statuses/g)?.length ?? 0);
  expect(Math.max(...mostInLook)).toBeLessThanOrEqual(3);
  expect(calls).toBeLessThanOrEqual(100);
});

test('lists in which nothing is pending are read less often, and deployments at the first and the last look', async () => {
  const { looks } = await waited({ checks: 'slow', minutes: 2 });
  expect(looks).toEqual([
    '0: pull runs statuses deployments',
    '10: runs',
    '20: runs',
    '30: runs',
    '40: pull runs statuses',
    '50: runs',
    '60: runs',
    '70: runs',
    '80: pull runs statuses',
    '90: runs',
    '100: runs',
    '110: runs',
    '120: pull runs statuses deployments site',
  ]);
});

test('a failure is told with names and links, once the head is known to be the same', async () => {
  const { looks, failed, previewUrl, pullRequest } = await waited({ checks: 'red' });
  expect(looks.at(-1)).toBe('20: runs pull statuses deployments site');
  expect(failed).toEqual([
    { name: 'build', url: expect.stringMatching(/^https:\/\/github.com\/acme\/docs\/runs\/\d+$/) },
  ]);
  expect({ previewUrl, pullRequest }).toMatchObject({
    previewUrl: 'https://preview.example/',
    pullRequest: { state: 'open' },
  });
});

test('the preview is the newest that has succeeded', async () => {
  expect(await waited({ checks: 'previews' })).toMatchObject({ previewUrl: 'https://one.example/' });
});

test('names and addresses of checks stay on one line, and only https is an address', async () => {
  const { failed, previewUrl } = await waited({ checks: 'hostile' });
  expect(previewUrl).toBeUndefined();
  expect(failed).toHaveLength(2);
  for (const { name, url } of failed) {
    expect(name).not.toContain('\n');
    expect(url ?? 'https:').toMatch(/^https:/);
  }
});

test('a head that moves begins anew: what the old one had counts for nothing', async () => {
  const push = (github: GithubState) => github.push(PULL);
  const moved = await waited({ checks: 'green,red', events: [[45, push]] });
  expect(moved).toMatchObject({ state: 'failure', pullRequest: { head: expect.stringMatching(/0200$/) } });
  const saved = await waited({ checks: 'red,green', events: [[19, push]] });
  expect(saved).toMatchObject({ state: 'success', failed: [] });
  // A preview of the old head is none of the new one.
  const bare = await waited({ checks: 'slow,none', minutes: 2, events: [[30, push]] });
  expect(bare).toMatchObject({ state: 'none', previewUrl: undefined });
});

test.each([
  ['merged', 'pending', (github: GithubState) => github.merge(PULL, 'squash')],
  ['closed', 'pending', (github: GithubState) => github.close(PULL)],
])('a pull request that is %s ends the wait', async (state, checks, end) => {
  const found = await waited({ checks: 'slow', events: [[15, end]] });
  expect(found).toMatchObject({ state: checks, pullRequest: { state } });
  expect(found.seconds).toBe(40);
});

test('an interruption ends the wait at once, without another API call', async () => {
  const found = await waited({ checks: 'slow', interruptedAt: 35 });
  expect(found).toMatchObject({ state: 'pending', warnings: [] });
  expect(found.looks.at(-1)).toBe('30: runs');
});

const forever = (on: Fault['on'], name: string): Fault[] => [{ on, behaviour: behaviourNamed(name) }];
const once = (on: Fault['on'], name: string): Fault[] => [{ on, behaviour: behaviourNamed(name), only: [2] }];

test.each([
  ['check-runs', 'checks', undefined],
  ['commit-status', 'statuses', undefined],
  ['pull-request', 'pull-requests', undefined],
  ['deployments', 'deployments', 'success'],
  ['deployment-statuses', 'deployments', 'success'],
] as const)(
  '%s that the token may not read cost one warning with the permission',
  async (on, permission, state) => {
    for (const refusal of ['403', '404']) {
      const found = await waited({ checks: 'green', faults: forever(on, refusal) });
      expect(found.state).toBe(state);
      expect(found.warnings).toEqual([expect.stringContaining(`The token needs \`${permission}: read\`.`)]);
      if (!state) expect(found.seconds).toBe(0);
    }
  },
);

test('a check that failed is told although the other list may not be read', async () => {
  const checks = 'hostile';
  expect(await waited({ checks, faults: forever('check-runs', '403') })).toMatchObject({ state: 'failure' });
});

test.each(['500', '503', '429', 'secondary-limit', 'reset-after', 'html', 'wrong-shape', 'truncated', '422'])(
  'a single %s in a list delays the end, and nothing else',
  async (fault) => {
    for (const on of ['check-runs', 'commit-status', 'pull-request', 'deployments'] as const) {
      const found = await waited({ checks: 'green', faults: once(on, fault) });
      expect(found).toMatchObject({ state: 'success' });
      expect(found.seconds).toBeLessThanOrEqual(110);
    }
  },
);

test.each([
  ['pull-request', '500', 'green', undefined],
  ['check-runs', '500', 'green', 'pending'],
  ['commit-status', 'wrong-shape', 'green', 'pending'],
  ['commit-status', '500', 'red', 'failure'],
] as const)('%s that always fail (%s) never pass, and cost one warning', async (on, fault, checks, state) => {
  const found = await waited({ checks, minutes: 1, faults: forever(on, fault) });
  expect(found.state).toBe(state);
  expect(found.warnings).toEqual([expect.stringContaining("couldn't be read")]);
});

test('a Retry-After is kept, and ends a wait that it outlasts', async () => {
  const kept = await waited({ checks: 'green', faults: once('check-runs', '429-retry-after.2') });
  expect(kept.looks.slice(1, 3)).toEqual([expect.stringMatching(/^10: /), expect.stringMatching(/^30: /)]);
  const ended = await waited({ checks: 'slow', minutes: 5, faults: once('check-runs', '429-retry-after.3') });
  expect(ended).toMatchObject({ state: 'pending', seconds: 10 });
  expect(ended.warnings).toEqual([expect.stringContaining('which ends in 10 min')]);
});

const run = (name: string, state: string, url = 'https://ci.example/'): CheckPlan => ({
  ...{ kind: 'run', name, url },
  states: { 0: state },
});

test.each([
  ['this very workflow run is not waited for', '77', 'success'],
  ['another one is', '7', 'pending'],
])('%s', async (_, runId, state) => {
  const own = run('docs', 'in_progress', 'https://github.com/acme/docs/actions/runs/77/job/5');
  expect(await waited({ runId, minutes: 1, plans: [own, run('build', 'success')] })).toMatchObject({ state });
});

test.each([
  ['success', ['cancelled', 'success']],
  ['failure', ['cancelled']],
  ['failure', ['stale', 'success']],
])('the checks are a %s where one of a name is %j', async (state, conclusions) => {
  const plans = conclusions.map((conclusion) => run('build', conclusion));
  expect(await waited({ plans })).toMatchObject({ state });
});

test('what is on no GitHub server of this run costs a warning', async () => {
  const log = new CollectedLog();
  const { signal } = new AbortController();
  const common = { run: readWorkflowRun({}), clock: new PauseClock(signal, []), signal, log, timeoutMs: 1 };
  const checks = await waitForChecks({ ...common, github: undefined, url: 'https://gitlab.com/a/b/1' });
  expect(checks).toMatchObject({ state: undefined, failed: [] });
  expect(log.texts('warning')).toHaveLength(1);
});
