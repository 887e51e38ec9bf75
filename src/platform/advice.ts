import { connectionFailure } from '../http.ts';
import { duration } from '../text/duration.ts';
import { HttpError, type PlatformError } from './errors.ts';

// Advice on what to change after a failed API call. The facts are from Mintlify's public documentation.

// Without a dot after the URL, which would become part of a link.
export const OUT_OF_CREDITS =
  "The plan's credits are used up. To add credits or allow overages, open https://app.mintlify.com/settings/organization/usage in Mintlify.";

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Mintlify rejected this request as invalid. Check the inputs.',
  401: 'The API key is wrong or has expired. Keys last 90 days unless set otherwise. Create a new admin key in the Mintlify dashboard and update the secret.',
  404: "Mintlify can't find this project or job. Check `project-id` and `job-id`, and that the API key belongs to the same organization.",
  413: 'The prompt is too long. Shorten it, or set `include: none` so that nothing is quoted.',
};

const SCOPES = {
  POST: '`write` scope, which agent mode needs',
  GET: '`read` scope, which it needs to read jobs and page views',
} as const;

export interface Asked {
  readonly method: keyof typeof SCOPES;
  readonly resource: 'job' | 'views';
}

export function adviceForStatus(status: number, { method, resource }: Asked, retryAfterMs?: number): string {
  if (status === 403) {
    return `The API key isn't allowed to do this. Check that it has the ${SCOPES[method]}, and that your Mintlify plan includes the API. If the key has an IP allowlist, use a runner with a fixed IP address. The IP addresses of hosted runners change, so an allowlist can't name them.`;
  }
  if (status === 404 && resource === 'views') {
    return "Mintlify can't find this project. Check `project-id`, and that the API key belongs to the same organization.";
  }
  if (status === 429) {
    const again =
      retryAfterMs === undefined
        ? "Mintlify's rate limit was reached. Wait up to an hour, then try again."
        : `Mintlify's rate limit was reached. Mintlify says to try again in ${duration(Math.ceil(retryAfterMs / 1000) * 1000)}.`;
    return `${again} ${RATE_LIMITS[resource === 'views' ? resource : method]}`;
  }
  if (status >= 300 && status < 400) {
    return "The server sent a redirect, which the action doesn't follow, to keep the API key on one host. Check `base-url`.";
  }
  if (status >= 500) {
    // After a POST, another try could cost twice.
    return resource === 'views' ? "Mintlify's server failed. Try again later." : "Mintlify's server failed.";
  }
  return BY_STATUS[status] ?? 'Check `base-url` and the other inputs.';
}

const RATE_LIMITS = {
  views: 'Mintlify allows each organization 100 analytics API calls per hour, from all tools together.',
  POST: 'Mintlify allows each project 100 new jobs and 100 follow-ups per hour.',
  GET: "Mintlify doesn't document a limit on reading jobs.",
};

const CHECK_HOST = 'Check `base-url`. If the runner needs a proxy, also check the proxy variables.';
const NOT_CANCELLED = "If you didn't cancel the run, re-run the workflow.";

export function adviceForConnection(code: string) {
  const { kind, happened, advice } = connectionFailure(code);
  return { happened, advice: advice || (kind === 'interrupted' ? NOT_CANCELLED : CHECK_HOST) };
}

export function adviceAfterAccepted(error: PlatformError, jobId: string): string {
  if (!(error instanceof HttpError) || error.status !== 401) return error.advice;
  return `${error.advice} Mintlify accepted the request before, so the job keeps running. To watch it with the new key, set \`job-id: ${jobId}\`. A re-run with another key would send the request again.`;
}
