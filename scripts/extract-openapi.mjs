/**
 * Makes github-openapi.jsonl: what GitHub's published description says of the requests that the sandbox answers, without prose.
 * `npm pack @octokit/openapi@23.0.2`, unpack it, and run `node extract-openapi.mjs package/generated/api.github.com.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ENDPOINTS, REPOSITORY } from '../sandbox/github/routes.ts';

const whole = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const kept = { version: whole.info.version, paths: {}, components: {} };
/** Where these are no texts, they are properties of that name. */
const PROSE = new Set(['description', 'summary', 'title', 'operationId']);
const OTHERS = new Set(['externalDocs', 'x-github', 'example', 'examples', 'tags']);

/** A copy without prose, which takes along what it refers to. */
function copied(part) {
  const text = JSON.stringify(part, (name, value) => {
    if (OTHERS.has(name) || (PROSE.has(name) && typeof value === 'string')) return undefined;
    if (name === '$ref') take(value);
    if (typeof value?.nullable !== 'boolean') return value;
    // JSON Schema says it with a type of its own.
    const { nullable, ...rest } = value;
    return nullable ? { anyOf: [{ type: 'null' }, rest] } : rest;
  });
  return JSON.parse(text);
}

function take(ref) {
  const [, , kind, name] = ref.split('/');
  kept.components[kind] ??= {};
  if (kept.components[kind][name]) return;
  kept.components[kind][name] = {};
  kept.components[kind][name] = copied(whole.components[kind][name]);
}

for (const [method, path] of Object.keys(ENDPOINTS).map((route) => route.split(' '))) {
  const operation = whole.paths[REPOSITORY + path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`GitHub has no ${method} ${path}`);
  kept.paths[REPOSITORY + path] ??= {};
  kept.paths[REPOSITORY + path][method.toLowerCase()] = copied(operation);
}
writeFileSync(
  new URL('../__tests__/tools/sandbox/github-openapi.jsonl', import.meta.url),
  `${JSON.stringify(kept)}\n`,
);
