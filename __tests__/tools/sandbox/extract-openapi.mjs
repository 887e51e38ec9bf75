/**
 * Makes github-openapi.jsonl: what GitHub's published description says of the requests that the sandbox answers, without prose.
 * `npm pack @octokit/openapi@23.0.2`, unpack it, and run `node extract-openapi.mjs package/generated/api.github.com.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ENDPOINTS, REPOSITORY } from '../../../sandbox/github/routes.ts';

const whole = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const PROSE = new Set([
  ...['description', 'summary', 'title', 'example', 'examples', 'tags', 'operationId'],
  ...['externalDocs', 'x-github'],
]);
const kept = { version: whole.info.version, paths: {}, components: {} };

/** A copy without prose, which takes along what it refers to. Names of properties can be the same as those of prose. */
function copied(value, isNames = false) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => copied(each));
  if (typeof value.$ref === 'string') take(value.$ref);
  const { nullable, ...rest } = isNames ? { ...value, nullable: undefined } : value;
  const fields = Object.entries(rest).filter(
    ([name, each]) => each !== undefined && (isNames || !PROSE.has(name)),
  );
  const copy = Object.fromEntries(
    fields.map(([name, each]) => [name, copied(each, name === 'properties' && !isNames)]),
  );
  // JSON Schema says it with a type of its own.
  return nullable ? { anyOf: [{ type: 'null' }, copy] } : copy;
}

function take(ref) {
  const [, , kind, name] = ref.split('/');
  kept.components[kind] ??= {};
  if (kind === 'examples' || kept.components[kind][name]) return;
  kept.components[kind][name] = {};
  kept.components[kind][name] = copied(whole.components[kind][name]);
}

for (const [method, path] of Object.keys(ENDPOINTS).map((route) => route.split(' '))) {
  const operation = whole.paths[REPOSITORY + path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`GitHub has no ${method} ${path}`);
  kept.paths[REPOSITORY + path] ??= {};
  kept.paths[REPOSITORY + path][method.toLowerCase()] = copied(operation);
}
writeFileSync(new URL('github-openapi.jsonl', import.meta.url), `${JSON.stringify(kept)}\n`);
