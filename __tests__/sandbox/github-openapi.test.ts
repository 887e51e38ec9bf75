import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

/**
 * GitHub's published description of its REST API (npm package @octokit/openapi), of the endpoints that the sandbox
 * serves; scripts/github-openapi.ts takes it out. The sandbox answers as GitHub does if its answers fit this.
 */
const { paths, components } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'github-openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: Record<string, Schema> };

type Schema = { readonly [name: string]: unknown };

interface Operation {
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Schema>;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

/** What the description writes as `nullable` beside a reference, JSON Schema writes as one of two. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as Schema;
  const schema = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, asJsonSchema(one)]));
  if (typeof schema['$ref'] === 'string') return { $ref: keyOf(schema['$ref']) };
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function keyOf(reference: string): string {
  return `https://github.example/${reference.replaceAll(/[#/]+/g, '-')}`;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
for (const [reference, schema] of Object.entries(components)) {
  if (reference.startsWith('#/components/schemas/'))
    ajv.addSchema({ ...(asJsonSchema(schema) as Schema), $id: keyOf(reference) });
}

function resolved<T>(value: T | Schema): T {
  const reference = (value as Schema)['$ref'];
  return (typeof reference === 'string' ? components[reference] : value) as T;
}

function problemsOf(schema: Schema, value: unknown): string[] {
  const validate = ajv.compile(asJsonSchema(schema) as Schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

const REPOSITORY = 'acme/product';
let sandbox: Sandbox;
const ids = { comment: 0, line: 0, review: 0, commit: '' };

beforeAll(async () => {
  sandbox = await startSandbox({ permissions: { maintainer: 'maintain' } });
  const { github } = sandbox;
  const content = github.contentOf(REPOSITORY);
  const files = [
    { filename: 'src/a.ts', patch: '@@ -1 +1 @@\n-a\n+b' },
    { filename: 'src/c.ts', previousFilename: 'src/b.ts', status: 'renamed' },
  ];
  github.setPullRequest({ repository: REPOSITORY, number: 7 });
  content.setPullRequestFiles(7, files);
  content.setText('.gitattributes', '*.gen.ts linguist-generated\n'.repeat(10));
  content.commit({ message: 'Begin', files });
  content.release({ tag: 'v1.0.0', publishedAt: '2026-01-01T00:00:00Z' });
  ids.commit = content.commit({ message: 'Go on', files });
  content.release({ tag: 'v1.1.0', publishedAt: '2026-02-01T00:00:00Z' });
  const by = { repository: REPOSITORY, issue: 7, user: 'maintainer' };
  ids.comment = github.addComment({ ...by, body: 'Text' }).id;
  ids.review = github.addReview({ ...by, body: 'Text' }).id;
  ids.line = github.addReviewComment({ ...by, body: 'Text', review: ids.review }).id;
});
afterAll(() => sandbox.close());

interface Example {
  readonly method: string;
  /** As the description has it, without what all begin with. */
  readonly template: string;
  readonly given?: () => Record<string, string | number>;
  readonly query?: Record<string, string>;
  readonly body?: Record<string, unknown>;
  readonly status?: number;
}

const reaction = { method: 'POST', body: { content: 'eyes' }, status: 201 };
const EXAMPLES: readonly Example[] = [
  { method: 'GET', template: 'issues/{issue_number}', given: () => ({ issue_number: 3 }) },
  { method: 'GET', template: 'issues/{issue_number}/comments', given: () => ({ issue_number: 7 }) },
  {
    method: 'POST',
    template: 'issues/{issue_number}/comments',
    given: () => ({ issue_number: 3 }),
    body: { body: 'Text' },
    status: 201,
  },
  { method: 'GET', template: 'issues/comments/{comment_id}', given: () => ({ comment_id: ids.comment }) },
  {
    method: 'PATCH',
    template: 'issues/comments/{comment_id}',
    given: () => ({ comment_id: ids.comment }),
    body: { body: 'Other' },
  },
  { ...reaction, template: 'issues/{issue_number}/reactions', given: () => ({ issue_number: 3 }) },
  {
    ...reaction,
    template: 'issues/comments/{comment_id}/reactions',
    given: () => ({ comment_id: ids.comment }),
  },
  { ...reaction, template: 'pulls/comments/{comment_id}/reactions', given: () => ({ comment_id: ids.line }) },
  { method: 'GET', template: 'pulls/comments/{comment_id}', given: () => ({ comment_id: ids.line }) },
  { method: 'GET', template: 'pulls/{pull_number}', given: () => ({ pull_number: 7 }) },
  { method: 'GET', template: 'pulls/{pull_number}/comments', given: () => ({ pull_number: 7 }) },
  { method: 'GET', template: 'pulls/{pull_number}/files', given: () => ({ pull_number: 7 }) },
  { method: 'GET', template: 'pulls/{pull_number}/reviews', given: () => ({ pull_number: 7 }) },
  {
    method: 'GET',
    template: 'pulls/{pull_number}/reviews/{review_id}',
    given: () => ({ pull_number: 7, review_id: ids.review }),
  },
  {
    method: 'GET',
    template: 'pulls/{pull_number}/reviews/{review_id}/comments',
    given: () => ({ pull_number: 7, review_id: ids.review }),
  },
  { method: 'GET', template: 'releases', query: { per_page: '100', page: '1' } },
  { method: 'GET', template: 'compare/{basehead}', given: () => ({ basehead: 'v1.0.0...v1.1.0' }) },
  {
    method: 'GET',
    template: 'compare/{basehead}',
    given: () => ({ basehead: 'v1.0.0...gone' }),
    status: 404,
  },
  { method: 'GET', template: 'commits/{ref}', given: () => ({ ref: ids.commit }) },
  { method: 'GET', template: 'contents/{path}', given: () => ({ path: '.gitattributes' }) },
  { method: 'GET', template: 'contents/{path}', given: () => ({ path: 'missing' }), status: 404 },
  {
    method: 'GET',
    template: 'collaborators/{username}/permission',
    given: () => ({ username: 'maintainer' }),
  },
];

describe('the GitHub of the sandbox answers as the published description says', () => {
  test.each(EXAMPLES.map((each) => [`${each.method} ${each.template} ${each.status ?? 200}`, each] as const))(
    '%s',
    async (_, { method, template, given = () => ({}), query = {}, body, status = 200 }) => {
      const operation = paths[`/repos/{owner}/{repo}/${template}`]?.[method.toLowerCase()];
      expect(operation).toBeDefined();
      if (!operation) return;
      const values: Record<string, string | number> = given();
      const where = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(values[name] ?? ''),
      );
      const response = await fetch(
        `${sandbox.url}/github/repos/${REPOSITORY}/${where}?${new URLSearchParams(query)}`,
        {
          method,
          headers: { authorization: 'Bearer ghs_token', 'x-github-api-version': '2022-11-28' },
          ...(body && { body: JSON.stringify(body) }),
        },
      );
      const known = (operation.parameters ?? []).map((one) => resolved<Schema>(one)['name']);
      expect(Object.keys(query).filter((name) => !known.includes(name))).toEqual([]);
      const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
      if (body) expect(problemsOf(bodySchema ?? {}, body)).toEqual([]);
      expect(response.status).toBe(status);
      const documented = resolved<Content>(operation.responses[String(status)] ?? {});
      const schema = documented.content?.['application/json']?.schema;
      expect(schema).toBeDefined();
      expect(problemsOf(schema ?? {}, await response.json())).toEqual([]);
    },
  );
});
