import { HOSTILE } from '../hostile.ts';
import type { Job, Shown } from './jobs.ts';

export interface JobForm {
  readonly shape?: JobShape;
  /** What becomes of the address of its pull request. */
  readonly link?: (url: string) => string;
}

/** The agent job object. Only `id` and `status` are certain to be there. */
export function jobJson(
  job: Job,
  { status, pullRequest, archivedAt }: Shown,
  { shape = 'full', link = (url) => url }: JobForm,
): object {
  const { id, project: projectId, createdAt } = job;
  const { repository, number } = job.pullRequest;
  return SHAPES[shape]({
    id,
    status,
    source: { repository, ref: 'main' },
    model: 'sandbox-writer-1',
    prLink: pullRequest ? link(`https://github.com/${repository}/pull/${number}`) : null,
    createdAt,
    archivedAt: archivedAt === null ? null : new Date(archivedAt).toISOString(),
    // Unknown extra fields are normal.
    object: 'agent.job',
    projectId,
  });
}

interface JobJson {
  readonly id: string;
  readonly status: string;
  readonly prLink: string | null;
  readonly source: { readonly repository: string; readonly ref: string };
  readonly [name: string]: unknown;
}

type JobShape = keyof typeof SHAPES;
const SHAPES = {
  full: (job: JobJson) => job,
  bare: ({ id, status }: JobJson) => ({ id, status }),
  /** Fields that nobody has heard of, and documented ones with null. */
  'unknown-fields': ({ source: { repository }, ...job }: JobJson) => ({
    ...job,
    source: { repository, ref: null, provider: { name: 'github', installation: 42 } },
    usage: { credits: 1.5 },
    labels: [],
    prLinks: ['https://example.com/not-this-one'],
    state: 'something-else',
  }),
  hostile: ({ prLink, ...job }: JobJson) => ({
    ...job,
    source: { repository: HOSTILE.join(' '), ref: `main\r${HOSTILE[0]}` },
    model: HOSTILE.join('\n'),
    prLink: prLink && `${prLink}/"><img src=x onerror=alert(1)>)[x](javascript:alert(1)) @team\r::error::x`,
  }),
};
