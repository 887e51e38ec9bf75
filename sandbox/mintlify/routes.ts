import { type Incoming, json, jsonObject, type Reply, type Route } from '../exchange.ts';
import type { Fault } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import type { Operation } from '../operations.ts';
import { jobJson, type Shape } from './job-json.ts';
import { answered, type Job, jobId, type Lifecycle, prompt, type Shown, shownAt } from './jobs.ts';
import type { Oddity, Table } from './site.ts';
import { type ViewSettings, Views } from './views.ts';

export interface MintlifySettings extends ViewSettings {
  readonly apiKey: string;
  /** Milliseconds that a job is active after its creation and each message. */
  readonly jobMs: number;
  readonly docsRepository: string;
}

export interface Scenario {
  readonly faults?: readonly Fault[];
  /** What becomes of the JSON of a job. */
  readonly shape?: Shape;
  /** What ends the ids of jobs. */
  readonly idSuffix?: string;
  readonly lifecycle?: Partial<Lifecycle>;
  readonly site?: Oddity;
}

/** Active for `jobMs` after the creation and after each follow-up, then completed with a pull request. */
const HAPPY_LIFECYCLE: Lifecycle = {
  first: [{ shows: 'active', lasts: 1 }],
  followUp: [{ shows: 'active', lasts: 1 }],
  end: { status: 'completed', pullRequest: true },
};

export class Mintlify {
  scenario: Scenario = {};
  readonly #settings: MintlifySettings;
  readonly #ledger: Ledger;
  readonly #jobs: Job[] = [];
  readonly #views: Views;

  constructor(settings: MintlifySettings, ledger: Ledger) {
    this.#settings = settings;
    this.#ledger = ledger;
    this.#views = new Views(settings);
  }

  routes(): Route[] {
    const jobs = '/v2/agent/{project}/job';
    const route = (route: string, operation: Operation, answer: Route['answer']): Route => ({
      route,
      operation,
      answer: (request) => (this.#isAllowed(request) ? answer(request) : UNAUTHORIZED),
    });
    return [
      route(`POST ${jobs}`, 'create', (request) => this.#create(request)),
      route(`POST ${jobs}/{id}/message`, 'message', (request) => this.#message(request)),
      route(`GET ${jobs}/{id}`, 'get', ({ params }) => this.#get(params)),
      route('GET /v1/analytics/{project}/views', 'views', ({ params, query }) =>
        this.#views.answer(params['project'] ?? '', query, this.scenario.site),
      ),
    ];
  }

  startJob(project: string, text: string): Job {
    const { docsRepository: repository, now } = this.#settings;
    const ordinal = this.#jobs.length + 1;
    const job: Job = {
      id: `${jobId(ordinal)}${this.scenario.idSuffix ?? ''}`,
      project,
      prompts: [],
      work: [],
      pullRequest: { repository, number: 40 + ordinal },
      createdAt: new Date(now()).toISOString(),
    };
    this.#jobs.push(job);
    this.#ledger.jobs.push(job);
    this.#prompt(job, text);
    return job;
  }

  /** The true views of a period of whole UTC days; `dateTo` is exclusive. Both as `YYYY-MM-DD`. */
  pageViews(project: string, dateFrom: string, dateTo: string): Table {
    return this.#views.table(project, new URLSearchParams({ dateFrom, dateTo }), this.scenario.site);
  }

  #isAllowed({ headers: { authorization = '' } }: Incoming): boolean {
    return /^Bearer (\S+)$/i.exec(authorization)?.[1] === this.#settings.apiKey;
  }

  #prompt(job: Job, text: string): void {
    const { now, jobMs } = this.#settings;
    prompt(job, text, now(), jobMs, { ...HAPPY_LIFECYCLE, ...this.scenario.lifecycle });
  }

  #find({ project, id }: Incoming['params']): Job | undefined {
    return this.#jobs.find((job) => job.project === project && job.id === id);
  }

  #shown(status: number, job: Job, shown: Shown): Reply {
    return json(status, jobJson(job, shown, this.scenario.shape));
  }

  #get(params: Incoming['params']): Reply {
    const job = this.#find(params);
    const shown = job && shownAt(job.work, this.#settings.now());
    return shown ? this.#shown(200, job, shown) : NO_JOB;
  }

  #create({ params, body }: Incoming): Reply {
    const text = promptIn(body);
    if (!text) return NO_PROMPT;
    const job = this.startJob(params['project'] ?? '', text);
    return this.#shown(201, job, answered(job));
  }

  #message({ params, body }: Incoming): Reply {
    const text = promptIn(body);
    if (!text) return NO_PROMPT;
    const job = this.#find(params);
    if (!job) return NO_JOB;
    const { status } = shownAt(job.work, this.#settings.now()) ?? {};
    if (status === 'archived') return json(400, { error: 'The job is archived' });
    this.#prompt(job, text);
    return this.#shown(200, job, answered(job));
  }
}

function promptIn(body: Buffer): string | undefined {
  const { prompt } = jsonObject(body) ?? {};
  return typeof prompt === 'string' ? prompt : undefined;
}

const UNAUTHORIZED = json(401, { error: 'Unauthorized' });
const NO_JOB = json(404, { error: 'Job not found' });
const NO_PROMPT = json(400, {
  error: 'Invalid request body',
  details: [{ message: 'prompt: Expected a text' }],
});
