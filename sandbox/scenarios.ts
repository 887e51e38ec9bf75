import { behaviourNamed, FAULTS } from './faults.ts';
import { HOSTILE_ID_SUFFIX, HOSTILE_PATHS } from './hostile.ts';
import { bare, hostile, linked, unknownFields } from './mintlify/job-json.ts';
import type { Phase } from './mintlify/jobs.ts';
import { LONG_PATH, UNICODE_PATHS } from './mintlify/paths.ts';
import type { Scenario } from './mintlify/routes.ts';
import type { Operation } from './operations.ts';

const lasting = (shows: string, lasts: number): Phase => ({ shows, lasts });
const beginning = (shows: string) => [lasting(shows, 0.5), lasting('active', 0.5)];
const works = (phases: readonly Phase[]) => ({ lifecycle: { first: phases, followUp: phases } });
const stale = [lasting('previous', 0.5), lasting('active', 1)];
const ends = (status: string, pullRequest: boolean, archivedAt = false, commits = 1) => ({
  lifecycle: { end: { status, pullRequest, archivedAt, commits } },
});

const SCENARIOS: Readonly<Record<string, readonly [description: string, Scenario]>> = {
  happy: ['A job and each follow-up are active for --job-ms, then completed with a pull request.', {}],
  slow: ['A job and each follow-up are active for 100 times --job-ms.', works([lasting('active', 100)])],
  'stale-after-message': [
    'After a follow-up, response and job show the previous state for half; then active.',
    { lifecycle: { followUp: stale } },
  ],
  'stale-active-answer': [
    'The response to a follow-up says active, but the job shows the previous state for half.',
    { lifecycle: { followUp: stale, answersActive: true } },
  ],
  'stale-for-good': [
    'Mintlify accepts a follow-up, but the job shows the previous state forever.',
    { lifecycle: { followUp: [lasting('previous', 1e9)] } },
  ],
  'one-at-a-time': ['A follow-up waits until the work before it ends.', { lifecycle: { oneAtATime: true } }],
  'no-new-commits': ["A follow-up doesn't add a commit.", ends('completed', true, false, 0)],
  'rewritten-commits': ['A follow-up replaces the commits.', ends('completed', true, false, -1)],
  'odd-status': ['The status is "constructor" for half, then active.', works(beginning('constructor'))],
  'link-files': ["The prLink leads to the pull request's files.", { shape: linked((url) => `${url}/files`) }],
  'link-query': ['The prLink has a query.', { shape: linked((url) => `${url}?diff=split`) }],
  'link-fragment': ['The prLink has a fragment.', { shape: linked((url) => `${url}#issuecomment-1`) }],
  'link-case': ['The prLink is for GitHub.com.', { shape: linked((url) => url.replace('github', 'GitHub')) }],
  'link-port': ['The prLink has a port.', { shape: linked((url) => url.replace('.com', '.com:443')) }],
  'link-word': ['The prLink is a word.', { shape: linked(() => 'pending') }],
  'no-pull-request': ['A job completes with a prLink that is null.', ends('completed', false)],
  archived: ['A job ends as archived, with a pull request and archivedAt.', ends('archived', true, true)],
  'archived-null-at': ['A job ends as archived; archivedAt and prLink are null.', ends('archived', false)],
  failed: ['A job ends as failed, but accepts follow-ups.', ends('failed', false)],
  'early-404': ['A new job returns 404 for half.', { lifecycle: { first: beginning('hidden') } }],
  'lost-job': ['A new job always returns 404.', { lifecycle: { first: [lasting('hidden', 1e9)] } }],
  'unknown-fields': ['Jobs have undocumented fields, and their ref is null.', { shape: unknownFields }],
  'bare-job': ['Jobs have only the fields id and status.', { shape: bare }],
  'hostile-text': [
    'IDs, models, links and page paths try to act in logs, Markdown, HTML and spreadsheets.',
    { shape: hostile, idSuffix: HOSTILE_ID_SUFFIX, site: { paths: HOSTILE_PATHS } },
  ],
  'long-path': [
    'In the page views, one page has a path of 4,000 characters.',
    { site: { paths: [LONG_PATH] } },
  ],
  'unicode-paths': [
    'In the page views, paths use many scripts and emoji.',
    { site: { paths: UNICODE_PATHS } },
  ],
  'big-counts': ['Pages have more than 2^31 views a week.', { site: { unit: 1_500_000 } }],
  fractions: ['The numbers of page views are fractions.', { site: { unit: 0.1 } }],
};

export function scenarioList(): string {
  const rows = Object.entries(SCENARIOS).map(([name, [description]]) => [name, description]);
  const faults = FAULTS.map(({ name, description }) => [`get-${name}`, `${description}.`]);
  return [...rows, ...faults].map(([name = '', text]) => `  ${name.padEnd(20)}  ${text}\n`).join('');
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
