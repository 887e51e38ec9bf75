import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { payloadOf } from '../../../sandbox/github/events.ts';
import { exampleOfEvent } from '../../../sandbox/github/examples.ts';
import type { LedgerEntry } from '../../../sandbox/ledger.ts';
import { readStory } from '../../../simulation/story.ts';
import { runStory, type StoryRun } from '../../../simulation/world.ts';

/*
 * What the action asks, and what the sandbox answers, is what GitHub's own description of its API allows (extract-openapi.mjs
 * takes it from there), and what Mintlify's interface document says.
 */

// biome-ignore lint/suspicious/noExplicitAny: a description as GitHub publishes it.
type Description = Record<string, any>;
const published = readFileSync(join(import.meta.dirname, 'github-openapi.jsonl'), 'utf8');
const github = JSON.parse(published.replaceAll('"#/components', '"github#/components')) as Description;
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'github', components: github['components'] });

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const PROMPT = content({
  type: 'object',
  required: ['prompt'],
  additionalProperties: false,
  properties: { prompt: { ...text, minLength: 1 } },
});
const JOB = content({
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: text,
    status: { enum: ['active', 'completed', 'archived', 'failed'] },
    source: { type: 'object', properties: { repository: text, ref: textOrNull } },
    model: text,
    prLink: textOrNull,
    createdAt: text,
    archivedAt: textOrNull,
  },
});
const parameters = ['projectId', 'id'].map((name) => ({ name, schema: text }));
const asked = { parameters, requestBody: PROMPT };
const PATHS: readonly (readonly [string, Description])[] = [
  ...Object.entries<Description>(github['paths']).map(([name, all]) => [`/github${name}`, all] as const),
  ['/v2/agent/{projectId}/job', { post: { ...asked, responses: { 201: JOB } } }],
  ['/v2/agent/{projectId}/job/{id}/message', { post: { ...asked, responses: { 200: JOB } } }],
  ['/v2/agent/{projectId}/job/{id}', { get: { parameters, responses: { 200: JOB } } }],
];

/** What a reference such as `github#/components/parameters/owner` leads to. */
function resolved({ $ref = '', ...part }: Description): Description {
  const [, , kind, name] = $ref.split('/');
  return kind ? github['components'][kind][name] : part;
}

function problemsOf(schema: Description, value: unknown): string[] {
  return ajv.validate(schema, value) ? [] : ajv.errorsText().split(', ');
}

/** Where the request is documented; absent for others. */
function operationOf({ method, path }: LedgerEntry) {
  for (const [template, methods] of PATHS) {
    const found = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
    const operation = found && methods[method.toLowerCase()];
    if (operation) return { operation, given: found.groups ?? {} };
  }
  return undefined;
}

/** What the request has that is not documented, and what is wrong with it. */
function wrongRequest(entry: LedgerEntry): string[] {
  const { operation, given } = operationOf(entry) ?? {};
  if (!operation) return ['is not documented'];
  const known: Description[] = (operation['parameters'] ?? []).map(resolved);
  const wrong = Object.entries({ ...given, ...entry.query }).flatMap(([name, value]) => {
    const schema = known.find((each) => each['name'] === name)?.['schema'];
    if (!schema) return [`there is no parameter ${name}`];
    const isNumber = schema['type'] === 'integer' || schema['$ref']?.endsWith('alert-number');
    return problemsOf(schema, isNumber ? Number(value) : decodeURIComponent(value));
  });
  const schema = resolved(operation['requestBody'] ?? {})['content']?.['application/json'].schema;
  if (!schema) return entry.body === '' ? wrong : [...wrong, 'there is no body'];
  const sent = JSON.parse(entry.body) as object;
  const unknown = Object.keys(sent).filter((name) => !(name in resolved(schema)['properties']));
  return [...wrong, ...problemsOf(schema, sent), ...unknown.map((name) => `there is no field ${name}`)];
}

/** What of the sandbox's answer is not as it is documented. */
function wrongAnswer(entry: LedgerEntry): string[] {
  const { status = 0, body = '' } = entry.real ?? {};
  const answer = operationOf(entry)?.operation['responses'][status];
  // Errors that every request can have are documented once for all.
  if (!answer) return [401, 403, 404, 422].includes(status) ? [] : [`nobody documents an answer ${status}`];
  const schema = resolved(answer)['content']?.['application/json']?.schema;
  return schema ? problemsOf(schema, JSON.parse(body)) : [];
}

/** The paths of all fields of a payload, with the types of their values. */
function shapeOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [`${at}[]`];
  if (typeof value !== 'object' || value === null) return [`${at} ${value === null ? null : typeof value}`];
  return Object.entries(value).flatMap(([name, each]) => shapeOf(each, `${at}.${name}`));
}

/** Texts that are null in the example; and a push has commits of its own. */
const OTHERS = /^\.(head_commit|commits|pull_request\.merge)|^\.(review|release)\.body/;

/** What the payload lacks that octokit's example of the event has. */
function lackingIn({ event }: StoryRun): string[] {
  const made = new Set(shapeOf(payloadOf(event)));
  const example = shapeOf(exampleOfEvent(event.name, event.action));
  const missing = example.filter((field) => !made.has(field) && !OTHERS.test(field));
  return missing.map((field) => `the payload of ${event.name} ${event.action} lacks ${field}`);
}

/** Stories in which every request is made that agent mode can make, and every event happens that it hears. */
const STORIES = [
  'commit-status=docs paths=src/** notify=true | #101 has 150 comments; maria opens #101; maria comments "/docs it" on #101; run 2 again; maria pushes to #101; a merge group forms',
  'docs are in the same repository; maria labels #12 docs; maria comments "/docs more" on #41; maria reviews #41 "/docs all" + "x"',
  'include=changes,linked-issues,discussion | #101 has 150 comments; maria reviews #101 "Look" + "here"; maria labels #101 docs; maria merges #101',
  'include=changes | GitHub knows merges 3 s late; maria pushes a rebase of #101; maria pushes a squash of #102; maria pushes a commit',
  'include=changes issue-number=30 | the schedule fires; a commit is pushed; the schedule fires; main is rewritten; the schedule fires',
  'include=changes | release v1.0.0 exists; a commit is pushed; draft v1.1.0 exists; maria pushes tag v1.1.0; maria pushes tag v1.2.0; maria publishes release v1.3.0',
  'release-tag=v1.0.0 prompt=Look | tag v1.0.0 exists; maria pushes a commit',
  'reviewers=theo | docs are in the same repository; maria labels #12 docs',
  'issue-number=12 | jobs go as "archived"; maria starts the workflow; the token lacks issues: write; maria starts the workflow',
];

test('what the action asks, and the sandbox answers and sends, is what GitHub and Mintlify document', async () => {
  const runs: StoryRun[] = [];
  for (const story of STORIES) runs.push(...(await runStory(readStory(story))).runs);
  const entries = runs.flatMap(({ exchanges }) => exchanges);
  const wrong = entries.flatMap((entry) =>
    [...wrongRequest(entry), ...wrongAnswer(entry)].map((why) => `${entry.method} ${entry.path}: ${why}`),
  );
  expect(new Set([...wrong, ...runs.flatMap(lackingIn)])).toEqual(new Set());
  const known = entries.map((entry) => operationOf(entry)?.operation);
  const unasked = PATHS.filter(([, methods]) => Object.values(methods).some((each) => !known.includes(each)));
  expect(unasked.map(([name]) => name)).toEqual([]);
});
