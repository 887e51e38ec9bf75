import { type Incoming, json, jsonObject, plain, type Reply } from './exchange.ts';
import { idSuffix, jobJson } from './job-json.ts';
import type { Job, Jobs, Lifecycle, Shown } from './jobs.ts';
import type { Route } from './routes.ts';
import { HAPPY_LIFECYCLE, type Scenario } from './scenarios.ts';
import type { Settings } from './server.ts';
import type { Views } from './views.ts';
import { HourlyLimit } from './window.ts';

/** A key that is good for GET alone. */
export const READ_ONLY_KEY = 'mint_sandbox_read_only_0123456789';
/** Bytes of a body that the platform's gateway takes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** The documentation platform's four operations, by the rules of its interface document. */
export class Platform {
  readonly #settings: Settings;
  readonly #jobs: Jobs;
  readonly #views: Views;
  readonly #scenario: () => Scenario;
  readonly #limit: HourlyLimit;

  /** @param scenario as of now */
  constructor(settings: Settings, jobs: Jobs, views: Views, scenario: () => Scenario) {
    this.#settings = settings;
    this.#jobs = jobs;
    this.#views = views;
    this.#scenario = scenario;
    this.#limit = new HourlyLimit(settings.perHour, settings.now);
  }

  get routes(): Route[] {
    return [
      this.#route('POST', '/v2/agent/:project/job', 'create', (request) => this.#create(request)),
      this.#route('POST', '/v2/agent/:project/job/:id/message', 'message', (request) =>
        this.#message(request),
      ),
      this.#route('GET', '/v2/agent/:project/job/:id', 'get', (request) => this.#get(request)),
      this.#route('GET', '/v1/analytics/:project/views', 'views', (request) => this.#rows(request)),
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
    const { apiKey, projectIds } = this.#settings;
    const key = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (key !== apiKey && key !== READ_ONLY_KEY) return json(401, { error: 'Unauthorized' });
    if (key === READ_ONLY_KEY && method !== 'GET')
      return json(403, { error: 'API key lacks the write scope' });
    if (body.length > MAX_BODY_BYTES) return json(413, { error: 'Payload too large' });
    const known = projectIds?.includes(params['project'] ?? '') ?? true;
    return known ? undefined : json(404, { error: 'Project not found' });
  }

  #create(request: Incoming): Reply {
    const prompt = readPrompt(request);
    if (typeof prompt !== 'string') return prompt;
    const project = request.params['project'] ?? '';
    if (!this.#limit.take(`create ${project}`)) return tooMany();
    const job = this.#jobs.create(project, prompt, this.#lifecycle(), idSuffix(this.#shape()));
    return this.#answered(job, 201);
  }

  #message(request: Incoming): Reply {
    const prompt = readPrompt(request);
    if (typeof prompt !== 'string') return prompt;
    const job = this.#find(request);
    if (!job) return noJob();
    if (this.#jobs.shown(job)?.status === 'archived') return json(400, { error: 'The job is archived' });
    if (!this.#limit.take(`message ${job.project}`)) return tooMany();
    this.#jobs.message(job, prompt, this.#lifecycle());
    return this.#answered(job, 200);
  }

  #get(request: Incoming): Reply {
    const job = this.#find(request);
    const shown = job && this.#jobs.shown(job);
    return shown ? json(200, this.#shown(job, shown)) : noJob();
  }

  #rows(request: Incoming): Reply {
    if (!this.#limit.take('analytics')) return tooMany();
    const { site = 'docs', pagingDefect } = this.#scenario();
    return this.#views.answer(request.params['project'] ?? '', request, site, pagingDefect);
  }

  #find({ params }: Incoming): Job | undefined {
    return this.#jobs.find(params['project'] ?? '', params['id'] ?? '');
  }

  #answered(job: Job, status: number): Reply {
    return json(status, this.#shown(job, this.#jobs.answered(job)));
  }

  #shown(job: Job, shown: Shown): Record<string, unknown> {
    return jobJson(job, shown, this.#shape(), this.#settings.docsRepository);
  }

  #lifecycle(): Lifecycle {
    return { ...HAPPY_LIFECYCLE, ...this.#scenario().lifecycle };
  }

  #shape() {
    return this.#scenario().shape ?? 'full';
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
