import { HOSTILE } from '../hostile.ts';
import type { Job, Shown } from './jobs.ts';

export type LinkForm = keyof typeof LINKS;
/** Addresses of the same pull request; and a word, which is none. */
const LINKS = {
  plain: (url: string) => url,
  files: (url: string) => `${url}/files`,
  query: (url: string) => `${url}?diff=split`,
  fragment: (url: string) => `${url}#issuecomment-1`,
  case: (url: string) => url.replace('github.com', 'GitHub.com'),
  port: (url: string) => url.replace('github.com', 'github.com:443'),
  word: () => 'pending',
};

/** The agent job object. Only `id` and `status` are certain to be there. */
export function jobJson(
  job: Job,
  { status, pullRequest, archivedAt }: Shown,
  shape: JobShape,
  link: LinkForm = 'plain',
): object {
  const { id, project: projectId, createdAt } = job;
  const { repository, number } = job.pullRequest;
  return SHAPES[shape]({
    id,
    status,
    source: { repository, ref: 'main' },
    model: 'sandbox-writer-1',
    prLink: pullRequest ? LINKS[link](`https://github.com/${repository}/pull/${number}`) : null,
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

export type JobShape = keyof typeof SHAPES;
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
