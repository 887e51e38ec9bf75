import * as z from 'zod/mini';
import { ANSWERED_BY_ANOTHER } from './advice.ts';
import { ResponseShapeError } from './errors.ts';
import { type Job, parseJob, parseViews, type ViewsResponse } from './schemas.ts';
import type { Transport } from './transport.ts';

/** How long a request may take, and what ends it early. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole request, from connecting to the last byte of the response. */
  readonly timeoutMs?: number | undefined;
}

/** Which page views to read. */
export interface ViewsQuery {
  /** Inclusive; ISO 8601 or `YYYY-MM-DD`. */
  readonly dateFrom?: string | undefined;
  /** Exclusive; ISO 8601 or `YYYY-MM-DD`. */
  readonly dateTo?: string | undefined;
  /** 1 to 250. */
  readonly limit: number;
  /** Rows to skip. */
  readonly offset: number;
}

/** What agent mode needs of the platform. Every method throws the errors of `errors.ts` and nothing else. */
export interface JobPlatform {
  /** Starts a job. It costs money and cannot be undone. */
  createJob(prompt: string, options?: CallOptions): Promise<Job>;
  /** Sends a follow-up to a job. */
  sendMessage(jobId: string, prompt: string, options?: CallOptions): Promise<Job>;
  getJob(jobId: string, options?: CallOptions): Promise<Job>;
}

/** What analytics mode needs of the platform. Throws the errors of `errors.ts` and nothing else. */
export interface ViewsPlatform {
  getViews(query: ViewsQuery, options?: CallOptions): Promise<ViewsResponse>;
}

/** Milliseconds a request may take unless the caller says otherwise. */
const TIMEOUT_MS = { post: 60_000, get: 20_000, views: 60_000 } as const;

/** A job is some hundred bytes; 250 rows with paths of 4,000 characters are about 1 MiB. */
const MAX_BYTES = { job: 1024 * 1024, views: 16 * 1024 * 1024 } as const;

/** The operations of the platform's API (`platform-api.md`) for one project. */
export class PlatformClient implements JobPlatform, ViewsPlatform {
  readonly #transport: Transport;
  readonly #jobs: string;
  readonly #views: string;

  /** @param projectId neither empty nor a dot segment; the inputs see to it */
  constructor(transport: Transport, projectId: string) {
    const project = encodeURIComponent(projectId);
    this.#transport = transport;
    this.#jobs = `/v2/agent/${project}/job`;
    this.#views = `/v1/analytics/${project}/views`;
  }

  createJob(prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post(this.#jobs, prompt, options);
  }

  sendMessage(jobId: string, prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post(`${this.#jobs}/${encodeURIComponent(jobId)}/message`, prompt, options, jobId);
  }

  async getJob(jobId: string, { signal, timeoutMs = TIMEOUT_MS.get }: CallOptions = {}): Promise<Job> {
    const path = `${this.#jobs}/${encodeURIComponent(jobId)}`;
    const request = { method: 'GET', resource: 'job', path } as const;
    const body = await this.#transport.send({ ...request, timeoutMs, maxBytes: MAX_BYTES.job, signal });
    return jobOf(body, request, jobId);
  }

  async getViews(
    query: ViewsQuery,
    { signal, timeoutMs = TIMEOUT_MS.views }: CallOptions = {},
  ): Promise<ViewsResponse> {
    const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(
      parameters.map(([name, value]): [string, string] => [name, String(value)]),
    );
    const request = { method: 'GET', resource: 'views', path: `${this.#views}?${search}` } as const;
    const body = await this.#transport.send({ ...request, timeoutMs, maxBytes: MAX_BYTES.views, signal });
    return shaped(request, () => parseViews(body));
  }

  async #post(
    path: string,
    prompt: string,
    { signal, timeoutMs = TIMEOUT_MS.post }: CallOptions,
    jobId?: string,
  ): Promise<Job> {
    const request = { method: 'POST', resource: 'job', path } as const;
    const body = await this.#transport.send({
      ...request,
      body: { prompt },
      timeoutMs,
      maxBytes: MAX_BYTES.job,
      signal,
    });
    return jobOf(body, request, jobId);
  }
}

/**
 * The job in an answer.
 *
 * @param jobId the one asked for; absent for a job that is new
 * @throws {ResponseShapeError} another shape than the documented one, or another job
 */
function jobOf(body: unknown, request: { method: string; path: string }, jobId: string | undefined): Job {
  const job = shaped(request, () => parseJob(body));
  if (jobId === undefined || job.id === jobId) return job;
  throw new ResponseShapeError(`${request.method} ${request.path} was answered with another job.`, {
    ...request,
    advice: ANSWERED_BY_ANOTHER,
  });
}

/** @throws {ResponseShapeError} when `parse` finds another shape than the documented one */
function shaped<T>({ method, path }: { method: string; path: string }, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    const where = cause instanceof z.core.$ZodError ? misshapen(cause) : '';
    throw new ResponseShapeError(
      `${method} ${path} was answered with JSON of another shape than documented${where}.`,
      {
        method,
        path,
        advice: ANSWERED_BY_ANOTHER,
        cause,
      },
    );
  }
}

/** The first fields that are missing or of another type, such as ` (id, status)`. */
function misshapen(error: z.core.$ZodError): string {
  const fields = error.issues.slice(0, 3).map(({ path }) => path.join('.') || 'the whole body');
  return ` (${fields.join(', ')})`;
}
