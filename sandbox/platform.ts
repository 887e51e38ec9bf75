import { type Incoming, json, jsonObject, plain, type Reply } from './exchange.ts';
import { idSuffix, jobJson } from './job-json.ts';
import type { Job, Jobs, Lifecycle, Shown } from './jobs.ts';
import type { Route } from './routes.ts';
import { HAPPY_LIFECYCLE, type Scenario } from './scenarios.ts';
import type { Views } from './views.ts';
import { HourlyLimit } from './window.ts';

export interface PlatformOptions {
  readonly apiKey: string;
  /** A key that is good for GET alone. */
  readonly readOnlyKey: string;
  /** Absent: every project exists. */
  readonly projectIds: readonly string[] | undefined;
  readonly jobs: Jobs;
  /** Where the agent opens its pull requests, `owner/name`. */
  readonly docsRepository: string;
  readonly views: Views;
  /** Requests of each kind in an hour. */
  readonly perHour: number;
  /** Milliseconds. */
  now(): number;
  /** The scenario as of now. */
  scenario(): Scenario;
}

/** Bytes of a body that the platform's gateway takes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** The documentation platform's four operations, by the rules of its interface document. */
export class Platform {
  readonly #options: PlatformOptions;
  readonly #creations: HourlyLimit;
  readonly #messages: HourlyLimit;
  readonly #analytics: HourlyLimit;

  constructor(options: PlatformOptions) {
    this.#options = options;
    const limit = () => new HourlyLimit(options.perHour, options.now);
    [this.#creations, this.#messages, this.#analytics] = [limit(), limit(), limit()];
  }

  get routes(): Route[] {
    return [
      this.#route('POST', '/v2/agent/:project/job', 'create', (request) => this.#create(request)),
      this.#route('POST', '/v2/agent/:project/job/:id/message', 'message', (request) =>
        this.#message(request),
      ),
      this.#route('GET', '/v2/agent/:project/job/:id', 'get', (request) => this.#get(request)),
      this.#route('GET', '/v1/analytics/:project/views', 'views', (request) => this.#views(request)),
    ];
  }

  #route(
    method: string,
    path: string,
    operation: Route['operation'],
    answer: (request: Incoming) => Reply,
  ): Route {
    return { method, path, operation, answer: (request) => this.#refusal(request) ?? answer(request) };
  }

  /** What every operation refuses: a bad key, too large a body, an unknown project. */
  #refusal({ method, headers, body, params }: Incoming): Reply | undefined {
    const { apiKey, readOnlyKey, projectIds } = this.#options;
    const key = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (key !== apiKey && key !== readOnlyKey) return json(401, { error: 'Unauthorized' });
    if (key === readOnlyKey && method !== 'GET') return json(403, { error: 'API key lacks the write scope' });
    if (body.length > MAX_BODY_BYTES) return json(413, { error: 'Payload too large' });
    const known = projectIds?.includes(params['project'] ?? '') ?? true;
    return known ? undefined : json(404, { error: 'Project not found' });
  }

  #create(request: Incoming): Reply {
    const prompt = readPrompt(request);
    if (typeof prompt !== 'string') return prompt;
    const project = request.params['project'] ?? '';
    if (!this.#creations.take(project)) return tooMany();
    const job = this.#options.jobs.create(project, prompt, this.#lifecycle(), idSuffix(this.#shape()));
    return this.#answered(job, 201);
  }

  #message(request: Incoming): Reply {
    const prompt = readPrompt(request);
    if (typeof prompt !== 'string') return prompt;
    const job = this.#find(request);
    if (!job) return noJob();
    if (this.#options.jobs.shown(job)?.status === 'archived')
      return json(400, { error: 'The job is archived' });
    if (!this.#messages.take(job.project)) return tooMany();
    this.#options.jobs.message(job, prompt, this.#lifecycle());
    return this.#answered(job, 200);
  }

  #get(request: Incoming): Reply {
    const job = this.#find(request);
    const shown = job && this.#options.jobs.shown(job);
    return shown ? json(200, this.#shown(job, shown)) : noJob();
  }

  #views(request: Incoming): Reply {
    if (!this.#analytics.take('organization')) return tooMany();
    const { site = 'docs', pagingDefect } = this.#options.scenario();
    return this.#options.views.answer(request.params['project'] ?? '', request, site, pagingDefect);
  }

  #find({ params }: Incoming): Job | undefined {
    return this.#options.jobs.find(params['project'] ?? '', params['id'] ?? '');
  }

  #answered(job: Job, status: number): Reply {
    return json(status, this.#shown(job, this.#options.jobs.answered(job)));
  }

  #shown(job: Job, shown: Shown): Record<string, unknown> {
    return jobJson(job, shown, this.#shape(), this.#options.docsRepository);
  }

  #lifecycle(): Lifecycle {
    return { ...HAPPY_LIFECYCLE, ...this.#options.scenario().lifecycle };
  }

  #shape() {
    return this.#options.scenario().shape ?? 'full';
  }
}

/** The prompt, or the answer to a request without a usable one. */
function readPrompt({ body }: Incoming): string | Reply {
  const value = jsonObject(body);
  if (!value) return invalidBody('The body must be a JSON object');
  const { prompt } = value;
  if (typeof prompt !== 'string') return invalidBody('prompt: Expected string');
  return prompt === '' ? invalidBody('prompt: String must contain at least 1 character') : prompt;
}

function invalidBody(message: string): Reply {
  return json(400, { error: 'Invalid request body', details: [{ message }] });
}

function noJob(): Reply {
  return json(404, { error: 'Job not found' });
}

function tooMany(): Reply {
  return plain(429, 'Too many requests, please try again later.');
}
