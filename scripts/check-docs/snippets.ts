import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';

/** How examples name this action. The owner is a placeholder, and one placeholder is enough. */
const THIS_ACTION = 'your-org/docs-agent-action';

interface Entries {
  readonly [name: string]: { readonly required?: boolean } | null;
}

/** What a caller can set and read. */
export interface ActionInterface {
  readonly inputs: Entries;
  readonly outputs: Entries;
}

interface Step {
  readonly uses: string;
  readonly id?: unknown;
  readonly with?: unknown;
  readonly secrets?: unknown;
}

/** What is wrong with a workflow, or a part of one, by YAML's grammar and this action's interface. */
export function problemsOfSnippet(root: string, text: string, action: ActionInterface): string[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) return document.errors.map((error) => `not YAML: ${error.message}`);
  const value: unknown = document.toJS();
  const steps = stepsIn(value);
  return [
    ...steps.flatMap((step) => problemsOfStep(root, step, action)),
    ...unknownInputs(loneWith(value), action.inputs),
    ...unknownOutputs(text, steps, action),
  ];
}

/** Everything with a `uses`, at any depth: steps, and jobs that call a workflow. */
function stepsIn(value: unknown): Step[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(stepsIn);
  return 'uses' in value && typeof value.uses === 'string' ? [value as Step, ...inner] : inner;
}

/** The `with` of a snippet that shows nothing else. */
function loneWith(value: unknown): unknown {
  const keys = Object.keys(Object(value));
  return keys.length === 1 && keys[0] === 'with' ? (value as { with: unknown }).with : {};
}

function problemsOfStep(root: string, step: Step, action: ActionInterface): string[] {
  const [, owner, path] = /^([\w-]+)\/docs-agent-action(?:\/(.*))?@/.exec(step.uses) ?? [];
  if (owner === undefined) return [];
  if (!step.uses.startsWith(THIS_ACTION)) return [`"${step.uses}" should be of ${THIS_ACTION}`];
  if (path === undefined) return problemsOfEntries(step.with, action.inputs);
  if (!existsSync(join(root, path))) return [`${path} does not exist`];
  const called = parse(readFileSync(join(root, path), 'utf8')).on?.workflow_call;
  return [
    ...problemsOfEntries(step.with, called?.inputs),
    ...problemsOfEntries(step.secrets, called?.secrets),
  ];
}

function problemsOfEntries(given: unknown, known: Entries = {}): string[] {
  const has = (name: string) => Object.hasOwn(Object(given), name);
  const required = Object.keys(known).filter((name) => known[name]?.required);
  const missing = required.filter((name) => !has(name) && !(name === 'project-id' && has('projectId')));
  return [...unknownInputs(given, known), ...missing.map((name) => `"${name}" is required and missing`)];
}

function unknownInputs(given: unknown, known: Entries): string[] {
  return Object.keys(Object(given))
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `there is no input "${name}"`);
}

function unknownOutputs(text: string, steps: readonly Step[], action: ActionInterface): string[] {
  const ours = new Set(steps.filter(({ uses }) => uses.startsWith(`${THIS_ACTION}@`)).map(({ id }) => id));
  return [...text.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g)]
    .filter(([, id, output = '']) => ours.has(id) && !Object.hasOwn(action.outputs, output))
    .map(([, , output]) => `there is no output "${output}"`);
}
