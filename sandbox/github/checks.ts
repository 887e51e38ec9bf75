import { exampleOf, type Schemas } from './examples.ts';

/** A check run, a commit status, or a deployment with its statuses, which every head of a pull request has. */
export interface CheckPlan {
  readonly kind: 'run' | 'status' | 'deployment';
  /** Of a status its context, of a deployment its environment. */
  readonly name: string;
  /** What it shows from so many milliseconds after the push on: nothing before the first. */
  readonly states: Readonly<Record<number, string>>;
  /** Where it leads; of a deployment, its site. */
  readonly url: string;
}

function plan(
  kind: CheckPlan['kind'],
  name: string,
  states: CheckPlan['states'],
  url = `https://ci.example/${encodeURIComponent(name)}`,
): CheckPlan {
  return { kind, name, states, url };
}

const PREVIEW = plan(
  'deployment',
  'preview',
  { 2000: 'in_progress', 12000: 'success' },
  'https://preview.example/',
);
const LINT = plan('run', 'lint', { 0: 'queued', 6000: 'skipped' });
const LINKS = plan('status', 'ci/links', { 1000: 'pending', 15000: 'success' });
const build = (atMs: number, conclusion: string) =>
  plan('run', 'build', { 0: 'queued', 3000: 'in_progress', [atMs]: conclusion });
const MARKUP = '](https://evil.example) <img src=x> @everyone `\n::error::no';

/** What the heads of a pull request go through, by name. Stories set one for each head: `checks=red,green`. */
export const CHECKS: Readonly<Record<string, readonly CheckPlan[]>> = {
  none: [],
  green: [build(20_000, 'success'), LINT, LINKS, PREVIEW],
  red: [build(20_000, 'failure'), LINT, LINKS, PREVIEW],
  /** The check runs pass, and a status fails later. */
  'late-red': [build(20_000, 'neutral'), plan('status', 'ci/links', { 1000: 'pending', 90000: 'error' })],
  /** Nothing is there but a status, which appears after the first look, and fails at once. */
  'status-red': [plan('status', 'ci/links', { 5000: 'failure' })],
  /** Nothing is there for 20 s; then one check completes long before another begins. */
  late: [
    plan('run', 'build', { 20000: 'queued', 22000: 'success' }),
    plan('run', 'slow', { 40000: 'queued', 60000: 'success' }),
  ],
  slow: [build(600_000, 'success'), LINKS, PREVIEW],
  /** An app announces a check that it never concludes. */
  stuck: [build(20_000, 'success'), plan('run', 'app', { 0: 'queued' })],
  /** Two check runs and a status have one name, and one of them fails. */
  'same-name': [
    build(10_000, 'success'),
    build(20_000, 'timed_out'),
    plan('status', 'build', { 0: 'pending', 5000: 'success' }),
  ],
  /** Two pages, and the failure is on the second. */
  many: Array.from({ length: 130 }, (_, nth) =>
    plan('run', `part-${nth + 1}`, { 0: 'queued', [1_000 * nth]: nth === 120 ? 'failure' : 'success' }),
  ),
  /** More pages than a look reads, of which nothing completes, and many deployments. */
  huge: Array.from({ length: 350 }, (_, nth) =>
    plan(nth < 340 ? 'run' : 'deployment', `part-${nth}`, { 0: 'queued' }),
  ),
  /** Several deployments, of which the newest has failed, and statuses of older ones come later. */
  previews: [
    build(20_000, 'success'),
    plan(
      'deployment',
      'first',
      { 1000: 'queued', 14000: 'success', 15000: 'inactive' },
      'https://one.example/',
    ),
    plan('deployment', 'second', { 3000: 'success' }, 'https://two.example/'),
    plan('deployment', 'third', { 4000: 'in_progress', 9000: 'failure' }, 'https://three.example/'),
    plan('deployment', 'fourth', { 5000: 'queued' }, 'https://four.example/'),
    plan('deployment', 'fifth', { 6000: 'queued' }, 'https://five.example/'),
  ],
  hostile: [
    plan('run', MARKUP, { 0: 'failure' }, 'javascript:alert(1)'),
    plan('status', `b${MARKUP}`, { 0: 'failure' }, 'http://insecure.example/'),
    plan('deployment', 'preview', { 0: 'success' }, 'javascript:alert(1)'),
  ],
};

/** A head of a pull request, and when it was pushed. */
export interface Head {
  readonly repository: string;
  readonly sha: string;
  readonly sinceMs: number;
  /** Of its checks: no other head has such ids. */
  readonly firstId: number;
}

/** The checks of a head as they are at a time. */
export class HeadChecks {
  readonly #head: Head;
  readonly #plans: readonly CheckPlan[];
  readonly #nowMs: number;

  /** @param nowMs in milliseconds since 1970, as of the head */
  constructor(head: Head, plans: readonly CheckPlan[], nowMs: number) {
    this.#head = head;
    this.#plans = plans;
    this.#nowMs = nowMs;
  }

  get sha(): string {
    return this.#head.sha;
  }

  runs(api: string): Schemas['check-run'][] {
    const { repository, sha } = this.#head;
    const example = exampleOf('check-run', { api, repository, sha });
    return this.#current('run').map(({ id, name, url, state, at }) => {
      const isOver = !/^(queued|in_progress|waiting|requested|pending)$/.test(state);
      return {
        ...{ ...example, id, name, head_sha: sha, details_url: url },
        html_url: `https://github.com/${repository}/runs/${id}`,
        status: (isOver ? 'completed' : state) as Schemas['check-run']['status'],
        conclusion: (isOver ? state : null) as Schemas['check-run']['conclusion'],
        completed_at: isOver ? at : null,
      };
    });
  }

  /** The latest status of each context. */
  combinedStatus(
    api: string,
    page: readonly Schemas['simple-commit-status'][],
  ): Schemas['combined-commit-status'] {
    const { repository, sha } = this.#head;
    const all = this.statuses(api);
    const has = (...states: readonly string[]) => all.some(({ state }) => states.includes(state));
    const state = has('failure', 'error')
      ? 'failure'
      : has('pending') || all.length === 0
        ? 'pending'
        : 'success';
    const url = `${api}/repos/${repository}/commits/${sha}`;
    return {
      ...{ state, sha, statuses: [...page], total_count: all.length, commit_url: url, url: `${url}/status` },
      repository: exampleOf('minimal-repository', { api, repository }),
    };
  }

  statuses(api: string): Schemas['simple-commit-status'][] {
    const { repository, sha } = this.#head;
    return this.#current('status').map(({ id, name: context, url: target_url, state, at }) => ({
      ...{ id, node_id: `SC_${id}`, context, state, target_url, description: null, avatar_url: null },
      ...{ created_at: at, updated_at: at, url: `${api}/repos/${repository}/statuses/${sha}` },
    }));
  }

  /** The newest first, as GitHub lists them. */
  deployments(api: string): Schemas['deployment'][] {
    const { repository, sha } = this.#head;
    const example = exampleOf('deployment', { api, repository, sha });
    return this.#current('deployment')
      .map(({ id, name: environment, first }) => ({
        ...{ ...example, id, sha, environment, original_environment: environment },
        ...{ created_at: first, updated_at: first },
      }))
      .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  }

  /** The newest first; none without such a deployment. */
  deploymentStatuses(api: string, deployment: number): Schemas['deployment-status'][] {
    const { repository, sha } = this.#head;
    const found = this.#current('deployment').find(({ id }) => id === deployment);
    const example = exampleOf('deployment-status', { api, repository, sha });
    const states = found?.states.map(({ state, at }, nth) => ({
      ...{ ...example, id: deployment * 10 + nth, state: state as Schemas['deployment-status']['state'] },
      ...{ environment_url: found.url, created_at: at, updated_at: at },
    }));
    return states?.toReversed() ?? [];
  }

  #current(kind: CheckPlan['kind']) {
    const { sinceMs, firstId } = this.#head;
    return this.#plans.flatMap((each, index) => {
      const states = Object.entries(each.states)
        .map(([afterMs, state]) => ({ ms: sinceMs + Number(afterMs), state }))
        .filter(({ ms }) => ms <= this.#nowMs)
        .map(({ ms, state }) => ({ state, at: `${new Date(ms).toISOString().slice(0, 19)}Z` }));
      const last = states.at(-1);
      if (each.kind !== kind || !last) return [];
      const { name, url } = each;
      return [{ id: firstId + index, name, url, ...last, first: states[0]?.at ?? '', states }];
    });
  }
}
