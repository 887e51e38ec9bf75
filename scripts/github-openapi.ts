/**
 * Takes the endpoints that the sandbox serves out of GitHub's published description of its REST API, for
 * `__tests__/sandbox/github-openapi.test.ts`:
 *
 *     npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz package/generated/api.github.com.json
 *     node scripts/github-openapi.ts package/generated/api.github.com.json
 *
 * The package itself is no dependency: it takes 450 MB, of which 80 kB are needed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const PATHS = [
  'issues/{issue_number}',
  'issues/{issue_number}/comments',
  'issues/{issue_number}/reactions',
  'issues/{issue_number}/reactions/{reaction_id}',
  'issues/comments/{comment_id}',
  'issues/comments/{comment_id}/reactions',
  'issues/comments/{comment_id}/reactions/{reaction_id}',
  'pulls/comments/{comment_id}',
  'pulls/comments/{comment_id}/reactions',
  'pulls/comments/{comment_id}/reactions/{reaction_id}',
  'pulls/{pull_number}',
  'pulls/{pull_number}/comments',
  'pulls/{pull_number}/files',
  'pulls/{pull_number}/reviews',
  'pulls/{pull_number}/reviews/{review_id}',
  'pulls/{pull_number}/reviews/{review_id}/comments',
  'releases',
  'compare/{basehead}',
  'commits/{ref}',
  'contents/{path}',
  'collaborators/{username}/permission',
].map((name) => `/repos/{owner}/{repo}/${name}`);

/** What says nothing of a value's shape. */
const WORDS = new Set([
  'description',
  'example',
  'examples',
  'summary',
  'externalDocs',
  'x-github',
  'tags',
  'title',
]);

const [source = ''] = process.argv.slice(2);
const description = JSON.parse(readFileSync(source, 'utf8')) as { [name: string]: Json };
const components: { [reference: string]: Json } = {};

function valueAt(parts: readonly string[]): Json {
  return parts.reduce<Json>((value, part) => (value as { [name: string]: Json })[part] ?? null, description);
}

/** The value without words, its references collected. */
function shapeOf(value: Json, areNames = false): Json {
  if (Array.isArray(value)) return value.map((one) => shapeOf(one));
  if (value === null || typeof value !== 'object') return value;
  const reference = value['$ref'];
  if (typeof reference === 'string' && !areNames) {
    if (!(reference in components)) {
      components[reference] = null;
      components[reference] = shapeOf(valueAt(reference.split('/').slice(1)));
    }
    return { $ref: reference };
  }
  const kept = Object.entries(value).filter(([name]) => areNames || !WORDS.has(name));
  return Object.fromEntries(
    kept.map(([name, one]) => [name, shapeOf(one, name === 'properties' && !areNames)]),
  );
}

const paths = Object.fromEntries(
  PATHS.map((name) => {
    const operations = valueAt(['paths', name]) as { [method: string]: Json };
    const used = Object.entries(operations).filter(([method]) => /^(get|post|patch|delete)$/.test(method));
    return [name, Object.fromEntries(used.map(([method, one]) => [method, shapeOf(one)]))];
  }),
);
const version = (description['info'] as { [name: string]: Json })['version'] ?? '';
const target = path.resolve(import.meta.dirname, '../__tests__/sandbox/github-openapi.json');
writeFileSync(target, `${JSON.stringify({ version, paths, components })}\n`);
