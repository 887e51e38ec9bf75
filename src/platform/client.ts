import type * as z from 'zod/mini';
import { ResponseShapeError } from './errors.ts';
import { type Job, jobSchema, type ViewsResponse, viewsSchema } from './schemas.ts';
import type { PlatformRequest, Transport } from './transport.ts';

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
const TIMEOUT_MS = { POST: 60_000, GET: 20_000, views: 60_000 } as const;

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

  createJob(prompt: string, options?: CallOptions): Promise<Job> {
    return this.#job({ method: 'POST', path: this.#jobs, body: { prompt } }, options);
  }

  async sendMessage(jobId: string, prompt: string, options?: CallOptions): Promise<Job> {
    const path = `${this.#jobs}/${encodeURIComponent(jobId)}/message`;
    return this.#job({ method: 'POST', path, body: { prompt } }, options, jobId);
  }

  async getJob(jobId: string, options?: CallOptions): Promise<Job> {
    const path = `${this.#jobs}/${encodeURIComponent(jobId)}`;
    return this.#job({ method: 'GET', path }, options, jobId);
  }

  async getViews(query: ViewsQuery, options: CallOptions = {}): Promise<ViewsResponse> {
    const { signal, timeoutMs = TIMEOUT_MS.views } = options;
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    const request = { method: 'GET', resource: 'views', path: `${this.#views}?${search}` } as const;
    const body = await this.#transport.send({ ...request, timeoutMs, maxBytes: MAX_BYTES.views, signal });
    return shaped(request, viewsSchema, body);
  }

  /**
   * The job that answers a request.
   *
   * @param jobId the one asked for; absent for a job that is new
   */
  async #job(
    request: Pick<PlatformRequest, 'method' | 'path' | 'body'>,
    { signal, timeoutMs = TIMEOUT_MS[request.method] }: CallOptions = {},
    jobId?: string,
  ): Promise<Job> {
    const limits = { timeoutMs, maxBytes: MAX_BYTES.job };
    const body = await this.#transport.send({ ...request, ...limits, resource: 'job', signal });
    const job = shaped(request, jobSchema, body);
    if (jobId === undefined || job.id === jobId) return job;
    throw new ResponseShapeError(request, 'another job');
  }
}

/** @throws {ResponseShapeError} another shape than the documented one */
function shaped<T>(request: { method: string; path: string }, schema: z.ZodMiniType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body);
  if (error === undefined) return data;
  const fields = error.issues.map(({ path }) => path.join('.') || 'the whole body');
  const what = `JSON of another shape than documented (${fields.join(', ')})`;
  throw new ResponseShapeError(request, what, error);
}
