import type { Job, ViewsResponse } from './schemas.ts';

/** How long a request may take, and what ends it early. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole request, from connecting to the last byte of the response. */
  readonly timeoutMs?: number;
}

/** Which page views to read. */
export interface ViewsQuery {
  /** Inclusive; ISO 8601 or `YYYY-MM-DD`. */
  readonly dateFrom?: string;
  /** Exclusive; ISO 8601 or `YYYY-MM-DD`. */
  readonly dateTo?: string;
  /** 1 to 250. */
  readonly limit: number;
  /** Rows to skip. */
  readonly offset: number;
}

/** What agent mode needs of the platform. */
export interface JobPlatform {
  createJob(prompt: string, options?: CallOptions): Promise<Job>;
  sendMessage(jobId: string, prompt: string, options?: CallOptions): Promise<Job>;
  getJob(jobId: string, options?: CallOptions): Promise<Job>;
}

/** What analytics mode needs of the platform. */
export interface ViewsPlatform {
  getViews(query: ViewsQuery, options?: CallOptions): Promise<ViewsResponse>;
}
