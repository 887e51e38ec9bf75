import { type Incoming, json, jsonObject, plain, type Reply, type Route } from '../exchange.ts';
import type { Ledger } from '../ledger.ts';
import type { Operation } from '../operations.ts';
import { HourlyLimit } from './hourly-limit.ts';
import { idSuffix, type JobShape, jobJson } from './job-json.ts';
import { type Job, type JobSettings, Jobs, type Lifecycle, type Shown } from './jobs.ts';
import type { SiteKind, Table } from './site.ts';
import { type PagingDefect, type ViewSettings, Views } from './views.ts';

export interface PlatformSettings extends JobSettings, ViewSettings {
  readonly apiKey: string;
  /** Every project exists unless given. */
  readonly projectIds?: readonly string[];
  /** Creations and messages per project, and analytics requests, in an hour. */
  readonly perHour: number;
}

/** How the platform behaves. What is left out is usual. */
export interface PlatformScenario {
  readonly lifecycle?: Partial<Lifecycle>;
  readonly shape?: JobShape;
  readonly site?: SiteKind;
  readonly pagingDefect?: PagingDefect;
}

/** Active for `jobMs` after the creation and after each follow-up, then completed with a pull request. */
const HAPPY_LIFECYCLE: Lifecycle = {
  first: [{ shows: 'active', lasts: 1 }],
  followUp: [{ shows: 'active', lasts: 1 }],
  end: { status: 'completed', pullRequest: true },
};

/** Bytes of a body that the platform's gateway takes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** The documentation platform's four operations, by the rules of its interface document. */
export class Platform {
  /** As of now. */
  scenario: PlatformScenario = {};
  readonly #settings: PlatformSettings;
  readonly #jobs: Jobs;
  readonly #views: Views;
  readonly #limit: HourlyLimit;

  constructor(settings: PlatformSettings, ledger: Ledger) {
    this.#settings = settings;
    this.#jobs = new Jobs(settings, ledger);
    this.#views = new Views(settings);
    this.#limit = new HourlyLimit(settings.perHour, settings.now);
  }

  routes(): Route[] {
    const route = (method: string, path: string, operation: Operation, answer: Route['answer']): Route => ({
      ...{ method, path, operation },
      answer: (request) => refusal(this.#settings, request) ?? answer(request),
    });
    return [
      route('POST', '/v2/agent/:project/job', 'create', (request) => this.#create(request)),
      route('POST', '/v2/agent/:project/job/:id/message', 'message', (request) => this.#message(request)),
      route('GET', '/v2/agent/:project/job/:id', 'get', ({ params }) => {
        const job = this.#find(params);
        const now = job && this.#jobs.shown(job);
        return now ? this.#shown(200, job, now) : NO_JOB;
      }),
      route('GET', '/v1/analytics/:project/views', 'views', (request) => {
        if (!this.#limit.take('analytics')) return TOO_MANY;
        const { site = 'docs', pagingDefect } = this.scenario;
        return this.#views.answer(request.params['project'] ?? '', request, site, pagingDefect);
      }),
    ];
  }

  /** Starts a job as somebody else would, past all limits. */
  startJob(project: string, prompt: string): Job {
    return this.#jobs.create(project, prompt, this.#lifecycle(), idSuffix(this.#shape()));
  }

  /** The true views of a period of whole UTC days; `dateTo` is exclusive. Both as `YYYY-MM-DD`. */
  pageViews(project: string, dateFrom: string, dateTo: string): Table {
    const period = new URLSearchParams({ dateFrom, dateTo });
    return this.#views.table(project, period, this.scenario.site ?? 'docs');
  }

  #lifecycle(): Lifecycle {
    return { ...HAPPY_LIFECYCLE, ...this.scenario.lifecycle };
  }

  #shape(): JobShape {
    return this.scenario.shape ?? 'full';
  }

  #find({ project = '', id = '' }: Incoming['params']): Job | undefined {
    return this.#jobs.find(project, id);
  }

  #shown(status: number, job: Job, now: Shown): Reply {
    return json(status, jobJson(job, now, this.#shape()));
  }

  #create(request: Incoming): Reply {
    const prompt = readPrompt(request);
    if (typeof prompt !== 'string') return prompt;
    const { project = '' } = request.params;
    if (!this.#limit.take(`create ${project}`)) return TOO_MANY;
    const job = this.startJob(project, prompt);
    return this.#shown(201, job, job.answered());
  }

  #message(request: Incoming): Reply {
    const prompt = readPrompt(request);
    if (typeof prompt !== 'string') return prompt;
    const job = this.#find(request.params);
    if (!job) return NO_JOB;
    if (this.#jobs.shown(job)?.status === 'archived') return json(400, { error: 'The job is archived' });
    if (!this.#limit.take(`message ${job.project}`)) return TOO_MANY;
    this.#jobs.message(job, prompt, this.#lifecycle());
    return this.#shown(200, job, job.answered());
  }
}

/** What every operation refuses: a bad key, too large a body, an unknown project. */
function refusal(
  { apiKey, projectIds }: PlatformSettings,
  { headers, body, params }: Incoming,
): Reply | undefined {
  const key = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (key !== apiKey) return json(401, { error: 'Unauthorized' });
  if (body.length > MAX_BODY_BYTES) return json(413, { error: 'Payload too large' });
  const known = projectIds?.includes(params['project'] ?? '') ?? true;
  return known ? undefined : json(404, { error: 'Project not found' });
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

const NO_JOB = json(404, { error: 'Job not found' });
const TOO_MANY = plain(429, 'Too many requests, please try again later.');
