import type { PullRequestState } from '../../src/agent/pull-request.ts';
import {
  HttpError,
  NetworkError,
  type PlatformError,
  ResponseShapeError,
} from '../../src/platform/errors.ts';
import type { Job } from '../../src/platform/schemas.ts';

export const JOB_ID = 'job_1';

export function jobOf(status: string, extra: Partial<Job> = {}): Job {
  return { id: JOB_ID, status, ...extra };
}

/** A job's pull request, as GitHub gives it. */
export const PULL_REQUEST: PullRequestState = {
  ...{ url: 'https://github.com/acme/docs/pull/7', state: 'open', title: 'Document the limit' },
  ...{ head: 'a1', commits: 1, files: 3, additions: 40, deletions: 12 },
};

/** What a poll can meet other than the job. */
export type Trouble =
  | { readonly kind: 'http'; readonly status: number; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'network'; readonly code: string; readonly sent: boolean }
  | { readonly kind: 'shape' };

/** The error that the client throws for `trouble`. */
export function errorOf(trouble: Trouble, method = 'GET'): PlatformError {
  const details = { method, path: '/v2/agent/docs/job', advice: 'Do something.' };
  switch (trouble.kind) {
    case 'http': {
      const { status, retryAfterMs } = trouble;
      return new HttpError(`${method} returned ${status}.`, {
        ...details,
        status,
        retryAfterMs,
        platformText: '',
      });
    }
    case 'network': {
      const { code, sent } = trouble;
      return new NetworkError(`${method} failed (${code}).`, { ...details, code, sent });
    }
    case 'shape':
      return Object.assign(new ResponseShapeError(details, 'HTML'), { advice: details.advice });
  }
}
