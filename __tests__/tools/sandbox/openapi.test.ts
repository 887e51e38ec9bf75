import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';
import type { LedgerEntry } from '../../../sandbox/ledger.ts';

/*
 * What the action asks, and what the sandbox answers, is what GitHub's own description of its API allows (extract-openapi.mjs
 * takes it from there), and what Mintlify's interface document says.
 */

// biome-ignore lint/suspicious/noExplicitAny: a description as GitHub publishes it.
type Description = Record<string, any>;
const FILE = path.join(import.meta.dirname, 'github-openapi.jsonl');
const github = JSON.parse(readFileSync(FILE, 'utf8')) as Description;
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'github', components: github['components'] });

const resolved = (part: Description): Description =>
  typeof part['$ref'] !== 'string'
    ? part
    : part['$ref']
        .split('/')
        .slice(1)
        .reduce((at: Description, name: string) => at[name], github);

const validators = new Map<object, ValidateFunction>();
function problemsOf(schema: Description, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"github#/components');
  const validate = validators.get(schema) ?? ajv.compile(JSON.parse(text));
  validators.set(schema, validate);
  return validate(value) ? [] : ajv.errorsText(validate.errors).split(', ');
}

/** Where GitHub documents the request; absent for others. */
function operationOf({ method, path: asked }: LedgerEntry) {
  for (const [template, methods] of Object.entries(github['paths'] as Description)) {
    const pattern = new RegExp(`^/github${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const operation = pattern.test(asked) && methods[method.toLowerCase()];
    if (operation) return { operation, given: pattern.exec(asked)?.groups ?? {} };
  }
  return undefined;
}

/** What the request has that GitHub does not document, and what is wrong with it. */
function wrongRequest(entry: LedgerEntry): string[] {
  const { operation, given } = operationOf(entry) ?? {};
  if (!operation) return [`GitHub documents no ${entry.method} ${entry.path}`];
  const parameters: Description[] = (operation['parameters'] ?? []).map(resolved);
  const values = { ...given, ...entry.query };
  const wrong = Object.entries(values).flatMap(([name, text]) => {
    const schema = parameters.find((each) => each['name'] === name)?.['schema'];
    if (!schema) return [`there is no parameter ${name}`];
    const isNumber = schema['type'] === 'integer' || schema['$ref']?.endsWith('alert-number');
    return problemsOf(schema, isNumber ? Number(text) : decodeURIComponent(String(text)));
  });
  const body =
    operation['requestBody'] && resolved(operation['requestBody'])['content']['application/json'].schema;
  if (!body) return entry.body === '' ? wrong : [...wrong, 'there is no body'];
  const sent = JSON.parse(entry.body) as object;
  const unknown = Object.keys(sent).filter((name) => !(name in resolved(body)['properties']));
  return [...wrong, ...problemsOf(body, sent), ...unknown.map((name) => `there is no field ${name}`)];
}

/** What of the sandbox's answer is not as GitHub documents it. */
function wrongAnswer(entry: LedgerEntry): string[] {
  const { status = 0, body = '' } = entry.real ?? {};
  const answer = operationOf(entry)?.operation['responses'][status];
  // Errors that every request can have are documented once for all.
  if (!answer) return [401, 403, 404, 422].includes(status) ? [] : [`GitHub does not answer ${status}`];
  const schema = resolved(answer)['content']?.['application/json']?.schema;
  return schema ? problemsOf(schema, JSON.parse(body)) : [];
}

const JOB = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'string' },
    status: { enum: ['active', 'completed', 'archived', 'failed'] },
    source: {
      type: 'object',
      properties: { repository: { type: 'string' }, ref: { type: ['string', 'null'] } },
    },
    model: { type: 'string' },
    prLink: { type: ['string', 'null'] },
    createdAt: { type: 'string' },
    archivedAt: { type: ['string', 'null'] },
  },
};
const PROMPT = {
  type: 'object',
  required: ['prompt'],
  properties: { prompt: { type: 'string', minLength: 1 } },
  additionalProperties: false,
};
const JOBS = '^/v2/agent/[^/]+/job';
const MINTLIFY: Readonly<Record<string, readonly [route: string, body: object | undefined, status: number]>> =
  {
    create: [`POST ${JOBS}$`, PROMPT, 201],
    message: [`POST ${JOBS}/[^/]+/message$`, PROMPT, 200],
    get: [`GET ${JOBS}/[^/]+$`, undefined, 200],
  };

function wrongAtMintlify({ operation, method, path: asked, body, real, query }: LedgerEntry): string[] {
  const [route = '', sent, status] = MINTLIFY[operation] ?? [];
  const isKnown =
    new RegExp(route.replace('^', '')).test(`${method} ${asked}`) && Object.keys(query).length === 0;
  const wrong = isKnown ? [] : [`Mintlify has no ${method} ${asked}`];
  if (sent) wrong.push(...problemsOf(sent, JSON.parse(body)));
  if (real?.status === status) wrong.push(...problemsOf(JOB, JSON.parse(real?.body ?? '')));
  return wrong;
}

// What is loaded on demand would take real time, in which hours would pass for a story.
await import('@actions/github');
for (const file of readdirSync(path.resolve(import.meta.dirname, '../../../src/agent'), { recursive: true }))
  if (String(file).endsWith('.ts')) await import(`../../../src/agent/${file}`);
const { readStory } = await import('../../../campaign/story.ts');
const { playStory } = await import('../../../campaign/world.ts');

/** Stories in which every request is made that the action can make. */
const STORIES = [
  'commit-status=docs paths=src/** notify=true | #101 has 150 comments; maria opens #101; maria comments "/docs it" on #101; run 2 again',
  'docs are in the same repository; maria labels #12 docs; maria comments "/docs more" on #41; maria reviews #41 "/docs all" + "x"',
  'include=changes,linked-issues,discussion | #101 has 150 comments; maria labels #101 docs; maria comments "/docs it" on a line of #101',
  'include=changes | GitHub knows merges 3 s late; maria pushes a rebase of #101; maria pushes a squash of #102; maria pushes a commit',
  'include=changes issue-number=30 | the schedule fires; a commit is pushed; the schedule fires; main is rewritten; the schedule fires',
  'include=changes | release v1.0.0 exists; a commit is pushed; draft v1.1.0 exists; maria pushes tag v1.1.0; maria pushes tag v1.2.0',
  'release-tag=v1.0.0 prompt=Look | tag v1.0.0 exists; maria pushes a commit',
  'issue-number=12 | maria starts the workflow; the token lacks issues: write; maria starts the workflow',
];

test('what the action asks, and the sandbox answers, is what GitHub and Mintlify document', async () => {
  const entries: LedgerEntry[] = [];
  for (const story of STORIES) entries.push(...(await playStory(readStory(story))).sandbox.ledger.requests);
  const wrong = entries.flatMap((entry) => {
    const isMintlify = entry.operation in MINTLIFY;
    const problems = isMintlify ? wrongAtMintlify(entry) : [...wrongRequest(entry), ...wrongAnswer(entry)];
    return problems.map((problem) => `${entry.method} ${entry.path}: ${problem}`);
  });
  expect([...new Set(wrong)]).toEqual([]);
  const asked = entries.map((entry) => operationOf(entry)?.operation);
  const unasked = Object.entries(github['paths'] as Description).filter(
    ([, methods]) => !Object.values(methods).some((operation) => asked.includes(operation)),
  );
  // Nobody reads statuses: stories do.
  expect(unasked.map(([name]) => name)).toEqual(['/repos/{owner}/{repo}/commits/{ref}/statuses']);
});
