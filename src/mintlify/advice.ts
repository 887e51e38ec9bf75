import { connectionFailure } from '../http.ts';
import { formatDuration } from '../text/duration.ts';

// Why an API call failed, and what to change. The facts are from Mintlify's public documentation.

/** Sentences for people. Both may be empty. */
export interface Advice {
  /** What probably went wrong. */
  readonly likelyCause: string;
  /** What to do about it. */
  readonly advice: string;
}

export const OUT_OF_CREDITS: Advice = {
  likelyCause: "The plan's credits are used up.",
  // Without a dot after the URL, which would become part of a link.
  advice:
    'To add credits or allow overages, open https://app.mintlify.com/settings/organization/usage in Mintlify.',
};

const BY_STATUS: Readonly<Record<number, Advice>> = {
  400: { likelyCause: 'Mintlify rejected this request as invalid.', advice: 'Check the inputs.' },
  401: {
    likelyCause: 'The API key is wrong or has expired.',
    advice:
      'Keys last 90 days unless set otherwise. Create a new admin key in the Mintlify dashboard and update the secret.',
  },
  404: {
    likelyCause: "Mintlify can't find this project or job.",
    advice: 'Check `project-id` and `job-id`, and that the API key belongs to the same organization.',
  },
  413: {
    likelyCause: 'The prompt is too long.',
    advice: 'Shorten it, or set `include: none` so that nothing is quoted.',
  },
};

const REDIRECT: Advice = {
  likelyCause:
    "The server sent a redirect, which the action doesn't follow, to keep the API key on one host.",
  advice: 'Check `base-url`.',
};
const UNKNOWN_PROJECT: Advice = {
  likelyCause: "Mintlify can't find this project.",
  advice: 'Check `project-id`, and that the API key belongs to the same organization.',
};
const OTHER_STATUS: Advice = { likelyCause: '', advice: 'Check `base-url` and the other inputs.' };

const SCOPES = {
  POST: '`write` scope, which agent mode needs',
  GET: '`read` scope, which it needs to read jobs and page views',
} as const;

const RATE_LIMITS = {
  views: 'Mintlify allows each organization 100 analytics API calls per hour, from all tools together.',
  POST: 'Mintlify allows each project 100 new jobs and 100 follow-ups per hour.',
  GET: "Mintlify doesn't document a limit on reading jobs.",
};

/** Kind of an API call, as far as advice depends on it. */
export interface CallKind {
  readonly method: keyof typeof SCOPES;
  readonly resource: 'job' | 'views';
}

export function adviceForStatus(status: number, kind: CallKind, retryAfterMs?: number): Advice {
  if (status === 403) return forbidden(kind);
  if (status === 404 && kind.resource === 'views') return UNKNOWN_PROJECT;
  if (status === 429) return rateLimited(kind, retryAfterMs);
  if (status >= 300 && status < 400) return REDIRECT;
  if (status >= 500) return serverFailed(kind);
  return BY_STATUS[status] ?? OTHER_STATUS;
}

function forbidden({ method }: CallKind) {
  return {
    likelyCause: "The API key isn't allowed to do this.",
    advice: `Check that it has the ${SCOPES[method]}, and that your Mintlify plan includes the API. If the key has an IP allowlist, use a runner with a fixed IP address. The IP addresses of hosted runners change, so an allowlist can't name them.`,
  };
}

function rateLimited({ method, resource }: CallKind, retryAfterMs: number | undefined) {
  const limit = RATE_LIMITS[resource === 'views' ? resource : method];
  const likelyCause = "Mintlify's rate limit was reached.";
  if (retryAfterMs === undefined)
    return { likelyCause, advice: `Wait up to an hour, then try again. ${limit}` };
  const time = formatDuration(Math.ceil(retryAfterMs / 1000) * 1000);
  const when = retryAfterMs === 0 ? 'now' : `in ${time}`;
  return { likelyCause, advice: `Mintlify says to try again ${when}. ${limit}` };
}

function serverFailed({ resource }: CallKind) {
  // After a POST, another try could cost twice.
  return {
    likelyCause: "Mintlify's server failed.",
    advice: resource === 'views' ? 'Try again later.' : '',
  };
}

const CHECK_HOST = 'Check `base-url`. If the runner needs a proxy, also check the proxy variables.';
const NOT_CANCELLED = "If you didn't cancel the run, re-run the workflow.";

/** @param code from the system or undici, such as `ECONNREFUSED` @returns what happened, as the end of a sentence */
export function adviceForConnection(code: string, host: string): { happened: string; advice: string } {
  const { happened, advice } = connectionFailure(code, host);
  const usual = code === 'INTERRUPTED' ? NOT_CANCELLED : CHECK_HOST;
  return { happened, advice: advice || usual };
}

/** What a wrong key means once Mintlify has accepted the request: the job keeps running. */
export function adviceOnRefusedKey(advice: string, jobId: string): string {
  return `${advice} Mintlify accepted the request before, so the job keeps running. To watch it with the new key, set \`job-id: ${jobId}\`. A re-run with another key would send the request again.`;
}
