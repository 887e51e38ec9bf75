import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The step of an example workflow that uses this action. */
export interface ExampleStep {
  /** Of the workflow. */
  readonly workflow: string;
  readonly with: Inputs;
}

/** As YAML has them: the runner makes texts of all. */
export type Inputs = Readonly<Record<string, string | number | boolean>>;

interface Workflow {
  readonly name: string;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly (ExampleStep & { readonly uses?: string })[] }>
  >;
}

/** @param file in `examples/` */
export function readExample(root: string, file: string): ExampleStep {
  const { name: workflow, jobs }: Workflow = parse(readFileSync(path.join(root, 'examples', file), 'utf8'));
  const steps = Object.values(jobs).flatMap(({ steps }) => steps);
  const step = steps.find(({ uses }) => uses?.includes('/docs-agent-action@'));
  if (!step) throw new Error(`No step in examples/${file} uses this action.`);
  return { workflow, with: step.with };
}
