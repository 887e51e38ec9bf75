import { ResponseShapeError, undocumentedShape } from './errors.ts';
import { type AgentJob, isUsableId, jobSchema, type ViewsResponse, viewsSchema } from './schemas.ts';
import type { MintlifyRequest, Transport } from './transport.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** Page views to read. Dates are `YYYY-MM-DD`. `dateTo` isn't included. */
export interface ViewsQuery {
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly limit: number;
  readonly offset: number;
}

const TIMEOUT_MS = 60_000;
/** Maximum length of responses. A job takes a few hundred bytes, and 250 rows with very long paths about 1 MiB. */
const MAX_JOB_BYTES = 2 ** 20;
const MAX_VIEWS_BYTES = 2 ** 22;

/** Client for one project in Mintlify's API. Its methods throw only the errors in `errors.ts`. */
export class MintlifyClient {
  readonly #transport: Pick<Transport, 'send'>;
  readonly #jobs: string;
  readonly #views: string;

  constructor(transport: Pick<Transport, 'send'>, projectId: string) {
    const project = encodeURIComponent(projectId);
    this.#transport = transport;
    this.#jobs = `/v2/agent/${project}/job`;
    this.#views = `/v1/analytics/${project}/views`;
  }

  createJob(prompt: string, options?: CallOptions): Promise<AgentJob> {
    return this.#sendForJob({ method: 'POST', path: this.#jobs, body: { prompt } }, options);
  }

  sendMessage(jobId: string, prompt: string, options?: CallOptions): Promise<AgentJob> {
    const path = `${this.#jobs}/${encodeURIComponent(jobId)}/message`;
    return this.#sendForJob({ method: 'POST', path, body: { prompt } }, options, jobId);
  }

  getJob(jobId: string, options?: CallOptions): Promise<AgentJob> {
    const path = `${this.#jobs}/${encodeURIComponent(jobId)}`;
    return this.#sendForJob({ method: 'GET', path }, options, jobId);
  }

  getViews({ dateFrom, dateTo, limit, offset }: ViewsQuery, options?: CallOptions): Promise<ViewsResponse> {
    const search = new URLSearchParams({ dateFrom, dateTo, limit: `${limit}`, offset: `${offset}` });
    return this.#transport.send({
      timeoutMs: TIMEOUT_MS,
      ...options,
      method: 'GET',
      resource: 'views',
      path: `${this.#views}?${search}`,
      schema: viewsSchema,
      maxBytes: MAX_VIEWS_BYTES,
    });
  }

  async #sendForJob(
    request: Pick<MintlifyRequest<AgentJob>, 'method' | 'path' | 'body'>,
    options?: CallOptions,
    jobId?: string,
  ): Promise<AgentJob> {
    const job = await this.#transport.send({
      timeoutMs: TIMEOUT_MS,
      ...options,
      ...request,
      resource: 'job',
      schema: jobSchema,
      maxBytes: MAX_JOB_BYTES,
    });
    if (jobId !== undefined && job.id !== jobId) throw new ResponseShapeError(request, 'another job');
    if (isUsableId(job.id)) return job;
    throw new ResponseShapeError(request, undocumentedShape('id'));
  }
}
