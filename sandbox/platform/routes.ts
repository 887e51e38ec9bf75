import { type Incoming, json, jsonObject, type Reply, type Route } from '../exchange.ts';
import { HOSTILE_ID_SUFFIX } from '../hostile.ts';
import type { Ledger } from '../ledger.ts';
import type { Operation } from '../operations.ts';
import { type JobShape, jobJson, type LinkForm } from './job-json.ts';
import { answered, type Job, jobId, type Lifecycle, prompt, type Shown, shownAt } from './jobs.ts';
import type { SiteKind, Table } from './site.ts';
import { type ViewSettings, Views } from './views.ts';

export interface PlatformSettings extends ViewSettings {
  readonly apiKey: string;
  /** Milliseconds that a job is active after its creation and each message. */
  readonly jobMs: number;
  readonly docsRepository: string;
}

export interface PlatformScenario {
  readonly lifecycle?: Partial<Lifecycle>;
  readonly shape?: JobShape;
  readonly link?: LinkForm;
  readonly site?: SiteKind;
}

/** Active for `jobMs` after the creation and after each follow-up, then completed with a pull request. */
const HAPPY_LIFECYCLE: Lifecycle = {
  first: [{ shows: 'active', lasts: 1 }],
  followUp: [{ shows: 'active', lasts: 1 }],
  end: { status: 'completed', pullRequest: true },
};

export class Platform {
  scenario: PlatformScenario = {};
  readonly #settings: PlatformSettings;
  readonly #ledger: Ledger;
  readonly #jobs: Job[] = [];
  readonly #views: Views;

  constructor(settings: PlatformSettings, ledger: Ledger) {
    this.#settings = settings;
    this.#ledger = ledger;
    this.#views = new Views(settings);
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
        const shown = job && shownAt(job.work, this.#settings.now());
        return shown ? this.#shown(200, job, shown) : NO_JOB;
      }),
      route('GET', '/v1/analytics/:project/views', 'views', (request) =>
        this.#views.answer(request.params['project'] ?? '', request, this.#site),
      ),
    ];
  }

  startJob(project: string, text: string): Job {
    const { docsRepository: repository, now } = this.#settings;
    const ordinal = this.#jobs.length + 1;
    const job: Job = {
      id: `${jobId(ordinal)}${this.#shape === 'hostile' ? HOSTILE_ID_SUFFIX : ''}`,
      ...{ project, prompts: [], work: [], pullRequest: { repository, number: 40 + ordinal } },
      createdAt: new Date(now()).toISOString(),
    };
    this.#jobs.push(job);
    this.#ledger.jobs.push(job);
    this.#prompt(job, text);
    return job;
  }

  /** The true views of a period of whole UTC days; `dateTo` is exclusive. Both as `YYYY-MM-DD`. */
  pageViews(project: string, dateFrom: string, dateTo: string): Table {
    const period = new URLSearchParams({ dateFrom, dateTo });
    return this.#views.table(project, period, this.#site);
  }

  #prompt(job: Job, text: string): void {
    const { now, jobMs } = this.#settings;
    prompt(job, text, now(), jobMs, { ...HAPPY_LIFECYCLE, ...this.scenario.lifecycle });
  }

  get #shape(): JobShape {
    return this.scenario.shape ?? 'full';
  }

  get #site(): SiteKind {
    return this.scenario.site ?? 'docs';
  }

  #find({ project, id }: Incoming['params']): Job | undefined {
    return this.#jobs.find((job) => job.project === project && job.id === id);
  }

  #shown(status: number, job: Job, shown: Shown): Reply {
    return json(status, jobJson(job, shown, this.#shape, this.scenario.link));
  }

  #create(request: Incoming): Reply {
    const text = readPrompt(request);
    if (typeof text !== 'string') return text;
    const job = this.startJob(request.params['project'] ?? '', text);
    return this.#shown(201, job, answered(job));
  }

  #message(request: Incoming): Reply {
    const text = readPrompt(request);
    if (typeof text !== 'string') return text;
    const job = this.#find(request.params);
    if (!job) return NO_JOB;
    const { status } = shownAt(job.work, this.#settings.now()) ?? {};
    if (status === 'archived') return json(400, { error: 'The job is archived' });
    this.#prompt(job, text);
    return this.#shown(200, job, answered(job));
  }
}

function refusal({ apiKey }: PlatformSettings, { headers }: Incoming): Reply | undefined {
  const key = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return key === apiKey ? undefined : json(401, { error: 'Unauthorized' });
}

function readPrompt({ body }: Incoming): string | Reply {
  const { prompt } = jsonObject(body) ?? {};
  if (typeof prompt === 'string' && prompt !== '') return prompt;
  return json(400, { error: 'Invalid request body', details: [{ message: 'prompt: Expected a text' }] });
}

const NO_JOB = json(404, { error: 'Job not found' });
