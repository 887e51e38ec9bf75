import { HOSTILE, HOSTILE_ID_SUFFIX } from '../hostile.ts';
import type { Job, Shown } from './jobs.ts';

/** How the platform shows a job as JSON. */
export type JobShape =
  | 'full'
  /** Only `id` and `status`. */
  | 'bare'
  /** Fields that nobody has heard of, and documented ones with null. */
  | 'unknown-fields'
  /** Every text full of what acts in a log, in Markdown, in HTML or in a spreadsheet. */
  | 'hostile';

export type LinkForm = keyof typeof LINKS;
/** Addresses of the same pull request. */
const LINKS = {
  plain: (url: string) => url,
  files: (url: string) => `${url}/files`,
  query: (url: string) => `${url}?diff=split`,
  fragment: (url: string) => `${url}#issuecomment-1`,
  case: (url: string) => url.replace('github.com', 'GitHub.com'),
  port: (url: string) => url.replace('github.com', 'github.com:443'),
};

/** What the id of a new job ends with. */
export function idSuffix(shape: JobShape): string {
  return shape === 'hostile' ? HOSTILE_ID_SUFFIX : '';
}

/** The agent job object. Only `id` and `status` are certain to be there. */
export function jobJson(
  job: Job,
  shown: Shown,
  shape: JobShape,
  link: LinkForm = 'plain',
): Record<string, unknown> {
  const { id, project: projectId, createdAt } = job;
  const { repository: docs, number } = job.pullRequest;
  const { status, pullRequest, archivedAt } = shown;
  const full = {
    id,
    status,
    source: { repository: docs, ref: 'main' },
    model: 'sandbox-writer-1',
    prLink: pullRequest ? LINKS[link](`https://github.com/${docs}/pull/${number}`) : null,
    createdAt,
    archivedAt: archivedAt === null ? null : new Date(archivedAt).toISOString(),
    // Unknown extra fields are normal.
    object: 'agent.job',
    projectId,
  };
  switch (shape) {
    case 'bare':
      return { id, status };
    case 'full':
      return full;
    case 'unknown-fields':
      return {
        ...full,
        source: { repository: docs, ref: null, provider: { name: 'github', installation: 42 } },
        usage: { credits: 1.5 },
        labels: [],
        prLinks: ['https://example.com/not-this-one'],
        state: 'something-else',
      };
    case 'hostile':
      return {
        ...full,
        source: { repository: HOSTILE.join(' '), ref: `main\r${HOSTILE[0]}` },
        model: HOSTILE.join('\n'),
        prLink: pullRequest
          ? `https://github.com/acme/docs/pull/${number}"><img src=x onerror=alert(1)>)[x](javascript:alert(1)) @team\r::error::x`
          : null,
      };
  }
}
