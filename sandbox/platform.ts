import { type Incoming, json, jsonObject, plain, type Reply } from './exchange.ts';
import { idSuffix, jobJson } from './job-json.ts';
import type { Job, Jobs, Lifecycle, Shown } from './jobs.ts';
import type { Operation, Route } from './routes.ts';
import { HAPPY_LIFECYCLE, type Scenario } from './scenarios.ts';
import type { Settings } from './server.ts';
import type { Views } from './views.ts';
import { HourlyLimit } from './window.ts';

/** Bytes of a body that the platform's gateway takes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * The documentation platform's four operations, by the rules of its interface document.
 *
 * @param scenario as of now
 */
export function platformRoutes(
  settings: Settings,
  jobs: Jobs,
  views: Views,
  scenario: () => Scenario,
): Route[] {
  const limit = new HourlyLimit(settings.perHour, settings.now);
  const lifecycle = (): Lifecycle => ({ ...HAPPY_LIFECYCLE, ...scenario().lifecycle });
  const shape = () => scenario().shape ?? 'full';
  const shown = (status: number, job: Job, now: Shown) =>
    json(status, jobJson(job, now, shape(), settings.docsRepository));
  const find = ({ project = '', id = '' }: Incoming['params']) => jobs.find(project, id);
  const route = (method: string, path: string, operation: Operation, answer: Route['answer']): Route => ({
    ...{ method, path, operation },
    answer: (request) => refusal(settings, request) ?? answer(request),
  });
  return [
    route('POST', '/v2/agent/:project/job', 'create', (request) => {
      const prompt = readPrompt(request);
      if (typeof prompt !== 'string') return prompt;
      const { project = '' } = request.params;
      if (!limit.take(`create ${project}`)) return TOO_MANY;
      const job = jobs.create(project, prompt, lifecycle(), idSuffix(shape()));
      return shown(201, job, jobs.answered(job));
    }),
    route('POST', '/v2/agent/:project/job/:id/message', 'message', (request) => {
      const prompt = readPrompt(request);
      if (typeof prompt !== 'string') return prompt;
      const job = find(request.params);
      if (!job) return NO_JOB;
      if (jobs.shown(job)?.status === 'archived') return json(400, { error: 'The job is archived' });
      if (!limit.take(`message ${job.project}`)) return TOO_MANY;
      jobs.message(job, prompt, lifecycle());
      return shown(200, job, jobs.answered(job));
    }),
    route('GET', '/v2/agent/:project/job/:id', 'get', ({ params }) => {
      const job = find(params);
      const now = job && jobs.shown(job);
      return now ? shown(200, job, now) : NO_JOB;
    }),
    route('GET', '/v1/analytics/:project/views', 'views', (request) => {
      if (!limit.take('analytics')) return TOO_MANY;
      const { site = 'docs', pagingDefect } = scenario();
      return views.answer(request.params['project'] ?? '', request, site, pagingDefect);
    }),
  ];
}

/** What every operation refuses: a bad key, too large a body, an unknown project. */
function refusal({ apiKey, projectIds }: Settings, { headers, body, params }: Incoming): Reply | undefined {
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
