import { behaviourNamed, describe, FAULT_NAMES, type Fault } from './faults.ts';
import type { Operation } from './operations.ts';
import type { Phase } from './platform/jobs.ts';
import type { PlatformScenario } from './platform/routes.ts';

/** Behaviour of the sandbox, as data. Fields that are left out behave as in `happy`. */
export interface Scenario extends PlatformScenario {
  readonly faults?: readonly Fault[];
}

const lasting = (shows: string, lasts: number): Phase => ({ shows, lasts });
/** Returns phases that show a status for half of `jobMs`, then `active`. */
const beginning = (shows: string) => [lasting(shows, 0.5), lasting('active', 0.5)];
/** Returns a scenario in which the job and each follow-up go through these phases. */
const works = (phases: readonly Phase[]) => ({ lifecycle: { first: phases, followUp: phases } });
const stale = [lasting('previous', 0.5), lasting('active', 1)];
const ends = (status: string, pullRequest: boolean, archivedAt = false, commits = 1) => ({
  lifecycle: { end: { status, pullRequest, archivedAt, commits } },
});

/** Additions to the URL of the pull request, by form of `prLink`. */
const ADDITIONS = {
  files: '/files at the end',
  query: 'a query',
  fragment: 'a fragment',
  case: 'capital letters in the host',
  port: 'a port',
} as const;

/** Scenarios by name, each with a description on one line. */
const SCENARIOS: Readonly<Record<string, readonly [description: string, Scenario]>> = {
  happy: [
    'A job is active for --job-ms, then completed with a pull request. Each follow-up goes through the same states.',
    {},
  ],
  slow: ['A job and each follow-up are active for 100 times --job-ms.', works([lasting('active', 100)])],
  'stale-after-message': [
    'After a follow-up, the response and the job still show the previous state for half of --job-ms. Then the job is active.',
    { lifecycle: { followUp: stale } },
  ],
  'stale-active-answer': [
    'The response to a follow-up says active, but the job still shows the previous state for half of --job-ms. Then it is active.',
    { lifecycle: { followUp: stale, answersActive: true } },
  ],
  'stale-for-good': [
    'Mintlify accepts a follow-up, but the job shows the previous state forever.',
    { lifecycle: { followUp: [lasting('previous', 1e9)] } },
  ],
  'one-at-a-time': [
    'If the job is working when a follow-up arrives, the follow-up waits until that work ends, and then half of --job-ms.',
    { lifecycle: { oneAtATime: true } },
  ],
  'no-new-commits': [
    "A follow-up doesn't add a commit to the pull request.",
    ends('completed', true, false, 0),
  ],
  'rewritten-commits': [
    'A follow-up replaces the commits of the pull request.',
    ends('completed', true, false, -1),
  ],
  'odd-status': [
    'A job and each follow-up have the status "constructor" for half of --job-ms. Then they are active.',
    works(beginning('constructor')),
  ],
  ...Object.fromEntries(
    (['files', 'query', 'fragment', 'case', 'port', 'word'] as const).map((link) => [
      `link-${link}`,
      [
        link === 'word'
          ? 'The prLink of a job is a word, not a URL.'
          : `The prLink of a job is the URL of its pull request with ${ADDITIONS[link]}.`,
        { link },
      ] as const,
    ]),
  ),
  'no-pull-request': [
    'A job completes without a pull request: its prLink is null.',
    ends('completed', false),
  ],
  archived: [
    'A job ends as archived, with a pull request and archivedAt. Follow-ups return 400.',
    ends('archived', true, true),
  ],
  'archived-null-at': [
    'A job ends as archived, but its archivedAt and prLink are null.',
    ends('archived', false),
  ],
  failed: ['A job ends as failed, but accepts follow-ups.', ends('failed', false)],
  'unknown-status': [
    'A job and each follow-up have the status "queued" for half of --job-ms. Then they are active.',
    works(beginning('queued')),
  ],
  'early-404': [
    'The status of a new job returns 404 for half of --job-ms.',
    { lifecycle: { first: beginning('hidden') } },
  ],
  'lost-job': [
    'The status of a new job always returns 404.',
    { lifecycle: { first: [lasting('hidden', 1e9)] } },
  ],
  'unknown-fields': ['Jobs have undocumented fields, and their ref is null.', { shape: 'unknown-fields' }],
  'bare-job': ['Jobs have only the fields id and status.', { shape: 'bare' }],
  'hostile-text': [
    'IDs, models, repositories, links and page paths try to inject commands into logs, Markdown, HTML and spreadsheets.',
    { shape: 'hostile', site: 'hostile' },
  ],
  'long-path': ['In the page views, one page has a path of 4,000 characters.', { site: 'long-path' }],
  'unicode-paths': [
    'In the page views, paths use many scripts, emoji and combining marks.',
    { site: 'unicode' },
  ],
  'big-counts': ['Pages have more than 2^31 views a week.', { site: 'big-counts' }],
  fractions: [
    'The numbers of page views are fractions, as the published schema allows.',
    { site: 'fractions' },
  ],
};

/** Names of `happy` and of the scenarios that change how jobs behave. */
export const JOB_SCENARIOS: readonly string[] = Object.entries(SCENARIOS)
  .filter(([name, [, { lifecycle, shape, link }]]) => name === 'happy' || lifecycle || shape || link)
  .map(([name]) => name);

/** Lists all scenarios for `--help`, one on each line. */
export function scenarioList(): string {
  const rows = Object.entries(SCENARIOS).map(([name, [description]]) => [name, description]);
  const names = FAULT_NAMES.filter((name) => !name.includes('.'));
  const faults = names.map((name) => [`get-${name}`, `${describe(name)}.`]);
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
