import { behaviourNamed, describe, FAULT_NAMES, type Fault } from './faults.ts';
import type { Operation } from './operations.ts';
import type { Phase } from './platform/jobs.ts';
import type { PlatformScenario } from './platform/routes.ts';

/** How the sandbox behaves, as data. What is left out is as in `happy`. */
export interface Scenario extends PlatformScenario {
  readonly faults?: readonly Fault[];
}

const lasting = (shows: string, lasts: number): Phase => ({ shows, lasts });
/** That for half of its time, then active. */
const beginning = (shows: string) => [lasting(shows, 0.5), lasting('active', 0.5)];
/** A job, and each follow-up. */
const works = (phases: readonly Phase[]) => ({ lifecycle: { first: phases, followUp: phases } });
const stale = [lasting('previous', 0.5), lasting('active', 1)];
const ends = (status: string, pullRequest: boolean, archivedAt = false, commits = 1) => ({
  lifecycle: { end: { status, pullRequest, archivedAt, commits } },
});

/** What each does, on one line, and how. */
const SCENARIOS: Readonly<Record<string, readonly [description: string, Scenario]>> = {
  happy: ['A job is active (--job-ms), then completed with a pull request; so is each follow-up.', {}],
  slow: ['A job takes 100 times as long.', works([lasting('active', 100)])],
  'stale-after-message': [
    'A follow-up is accepted, but the response and the job show the previous state for half of --job-ms. Then active, then completed.',
    { lifecycle: { followUp: stale } },
  ],
  'stale-active-answer': [
    'The response to a follow-up says active, but the job shows the previous state for half of --job-ms. Then active, then completed.',
    { lifecycle: { followUp: stale, answersActive: true } },
  ],
  'stale-for-good': [
    'A follow-up is accepted, and the job never shows it.',
    { lifecycle: { followUp: [lasting('previous', 1e9)] } },
  ],
  'one-at-a-time': [
    'A follow-up starts half of --job-ms after the earlier work has ended.',
    { lifecycle: { oneAtATime: true } },
  ],
  'no-new-commits': [
    "A follow-up doesn't add a commit to the pull request.",
    ends('completed', true, false, 0),
  ],
  'rewritten-commits': ['A follow-up rewrites the pull request.', ends('completed', true, false, -1)],
  'odd-status': [
    'A job is in the status "constructor" at first; so is each follow-up.',
    works(beginning('constructor')),
  ],
  ...Object.fromEntries(
    (['files', 'query', 'fragment', 'case', 'port', 'word'] as const).map((link) => [
      `link-${link}`,
      [
        link === 'word'
          ? "prLink isn't an address."
          : `prLink is another address of the pull request (${link}).`,
        { link },
      ] as const,
    ]),
  ),
  'no-pull-request': ['Completed, with prLink null.', ends('completed', false)],
  archived: [
    'Archived in the end, with a pull request and archivedAt. Follow-ups are refused with 400.',
    ends('archived', true, true),
  ],
  'archived-null-at': ['Archived in the end, with archivedAt and prLink null.', ends('archived', false)],
  failed: ['Failed in the end; follow-ups are accepted.', ends('failed', false)],
  'unknown-status': ['Queued for half of its time, then active, then completed.', works(beginning('queued'))],
  'early-404': [
    'A new job is answered 404 for half of its time.',
    { lifecycle: { first: beginning('hidden') } },
  ],
  'lost-job': ['A new job is answered 404, always.', { lifecycle: { first: [lasting('hidden', 1e9)] } }],
  'unknown-fields': ['Jobs with unknown fields, and a null ref.', { shape: 'unknown-fields' }],
  'bare-job': ['Jobs with nothing but id and status.', { shape: 'bare' }],
  'hostile-text': [
    'Ids, models, repositories, links and page paths that act in logs, Markdown, HTML and spreadsheets.',
    { shape: 'hostile', site: 'hostile' },
  ],
  'long-path': ['views: one page has a path of 4,000 characters.', { site: 'long-path' }],
  'unicode-paths': ['views: paths in many scripts, with emoji and combining marks.', { site: 'unicode' }],
  'big-counts': ['views: pages with more than 2^31 views a week.', { site: 'big-counts' }],
  fractions: ['views: counts are fractions, as the published schema allows.', { site: 'fractions' }],
};

/** Those in which jobs behave in another way. */
export const JOB_SCENARIOS: readonly string[] = Object.entries(SCENARIOS)
  .filter(([name, [, { lifecycle, shape, link }]]) => name === 'happy' || lifecycle || shape || link)
  .map(([name]) => name);

/** All scenarios for people, a line each. */
export function scenarioList(): string {
  const rows = Object.entries(SCENARIOS).map(([name, [description]]) => [name, description]);
  const names = FAULT_NAMES.filter((name) => !name.includes('.'));
  const faults = names.map((name) => [`get-${name}`, `get: ${describe(name)}.`]);
  const width = Math.max(...[...rows, ...faults].map(([name = '']) => name.length));
  return [...rows, ...faults].map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}\n`).join('');
}

/** @throws {RangeError} when there is no such scenario */
export function scenarioNamed(name: string): Scenario {
  const [, on, fault = ''] = /^(create|message|get|views)-(.+)$/.exec(name) ?? [];
  const when = fault === '429-retry-after' ? { only: [1] } : {};
  if (on) return { faults: [{ on: on as Operation, behaviour: behaviourNamed(fault), ...when }] };
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario) throw new RangeError(`There is no scenario "${name}". They are listed by --help.`);
  return scenario[1];
}
