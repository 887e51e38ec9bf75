import { HOSTILE } from '../hostile.ts';
import type { Job, Shown } from './jobs.ts';

interface JobJson {
  readonly id: string;
  readonly status: string;
  readonly prLink: string | null;
  readonly source: { readonly repository: string; readonly ref: string };
  readonly [name: string]: unknown;
}
export type Shape = (job: JobJson) => object;

/** The agent job object. Only `id` and `status` are certain to be there. */
export function jobJson(job: Job, shown: Shown, shape: Shape = (same) => same): object {
  const { id, project: projectId, createdAt } = job;
  const { status, archivedAt } = shown;
  const { repository, number } = job.pullRequest;
  return shape({
    id,
    status,
    source: { repository, ref: 'main' },
    model: 'sandbox-writer-1',
    prLink: shown.pullRequest ? `https://github.com/${repository}/pull/${number}` : null,
    createdAt,
    archivedAt: archivedAt === null ? null : new Date(archivedAt).toISOString(),
    // Unknown extra fields are normal.
    object: 'agent.job',
    projectId,
  });
}

/** With another address of its pull request. */
export function linked(link: (url: string) => string): Shape {
  return ({ prLink, ...job }) => ({ ...job, prLink: prLink && link(prLink) });
}

export const bare: Shape = ({ id, status }) => ({ id, status });

/** Fields that nobody has heard of, and documented ones with null. */
export const unknownFields: Shape = ({ source: { repository }, ...job }) => ({
  ...job,
  source: { repository, ref: null, provider: { name: 'github', installation: 42 } },
  usage: { credits: 1.5 },
  labels: [],
  prLinks: ['https://example.com/not-this-one'],
  state: 'something-else',
});

export const hostile: Shape = ({ prLink, ...job }) => ({
  ...job,
  source: { repository: HOSTILE.join(' '), ref: `main\r${HOSTILE[0]}` },
  model: HOSTILE.join('\n'),
  prLink: prLink && `${prLink}/"><img src=x onerror=alert(1)>)[x](javascript:alert(1)) @team\r::error::x`,
});
