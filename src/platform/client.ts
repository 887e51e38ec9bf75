import type * as z from 'zod/mini';
import { ResponseShapeError } from './errors.ts';
import { isUsableId, type Job, jobSchema, type ViewsResponse, viewsSchema } from './schemas.ts';
import type { PlatformRequest, Transport } from './transport.ts';

/** How long a request may take, and what ends it early. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole request, from connecting to the last byte of the response. */
  readonly timeoutMs?: number | undefined;
}

/** Which page views to read. Dates are in ISO 8601 or `YYYY-MM-DD`, and the last one is not included. */
export interface ViewsQuery {
  readonly dateFrom: string;
  readonly dateTo: string;
  /** 1 to 250. */
  readonly limit: number;
  /** Rows to skip. */
  readonly offset: number;
}

/** Milliseconds a request may take unless the caller says otherwise. */
const TIMEOUT_MS = 60_000;

/** A job is some hundred bytes; 250 rows with paths of 4,000 characters are about 1 MiB. */
const MAX_BYTES = { job: 1024 * 1024, views: 4 * 1024 * 1024 } as const;

type Question = Pick<PlatformRequest<unknown>, 'method' | 'resource' | 'path' | 'body'>;

/** Calls that agent mode makes, and those of analytics mode. */
export type JobPlatform = Pick<PlatformClient, 'createJob' | 'sendMessage' | 'getJob'>;
export type ViewsPlatform = Pick<PlatformClient, 'getViews'>;

/**
 * The operations of Mintlify's API for one project. Every method throws the errors of
 * `errors.ts` and nothing else.
 */
export class PlatformClient {
  readonly #transport: Pick<Transport, 'send'>;
  readonly #jobs: string;
  readonly #views: string;

  /** @param projectId neither empty nor a dot segment; the inputs see to it */
  constructor(transport: Pick<Transport, 'send'>, projectId: string) {
    const project = encodeURIComponent(projectId);
    this.#transport = transport;
    this.#jobs = `/v2/agent/${project}/job`;
    this.#views = `/v1/analytics/${project}/views`;
  }

  /** Starts a job. It costs money and cannot be undone. */
  createJob(prompt: string, options?: CallOptions): Promise<Job> {
    return this.#job({ method: 'POST', path: this.#jobs, body: { prompt } }, options);
  }

  sendMessage(jobId: string, prompt: string, options?: CallOptions): Promise<Job> {
    const path = `${this.#jobs}/${encodeURIComponent(jobId)}/message`;
    return this.#job({ method: 'POST', path, body: { prompt } }, options, jobId);
  }

  getJob(jobId: string, options?: CallOptions): Promise<Job> {
    const path = `${this.#jobs}/${encodeURIComponent(jobId)}`;
    return this.#job({ method: 'GET', path }, options, jobId);
  }

  getViews(query: ViewsQuery, options?: CallOptions): Promise<ViewsResponse> {
    const { dateFrom, dateTo, limit, offset } = query;
    const search = new URLSearchParams({ dateFrom, dateTo, limit: `${limit}`, offset: `${offset}` });
    const path = `${this.#views}?${search}`;
    return this.#ask(viewsSchema, { method: 'GET', resource: 'views', path }, options);
  }

  /** @param jobId the one requested; undefined for a new job */
  async #job(request: Omit<Question, 'resource'>, options?: CallOptions, jobId?: string): Promise<Job> {
    const job = await this.#ask(jobSchema, { ...request, resource: 'job' }, options);
    if (jobId !== undefined && job.id !== jobId) throw new ResponseShapeError(request, 'another job');
    if (isUsableId(job.id)) return job;
    throw new ResponseShapeError(request, 'JSON of another shape than documented (id)');
  }

  #ask<T>(schema: z.ZodMiniType<T>, request: Question, options: CallOptions = {}): Promise<T> {
    const { signal, timeoutMs = TIMEOUT_MS } = options;
    const maxBytes = MAX_BYTES[request.resource];
    return this.#transport.send({ ...request, schema, timeoutMs, maxBytes, signal });
  }
}
