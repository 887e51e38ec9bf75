import assert from 'node:assert/strict';

/** A step of a workflow run that was not skipped, by its `name:`. */
type StepRun = { readonly name: string; result: string; readonly outputs: Record<string, string> };

/** A workflow run, as act reports it: `success` or `failure` of each job that ran, by its id, and all that act printed. */
export interface WorkflowRun {
  readonly jobs: Readonly<Record<string, string>>;
  readonly steps: readonly Readonly<StepRun>[];
  readonly log: string;
}

/** What is read of a line of `act --json`. */
type Field =
  | 'job'
  | 'jobID'
  | 'jobResult'
  | 'stage'
  | 'step'
  | 'stepResult'
  | 'command'
  | 'name'
  | 'arg'
  | 'content';
type Line = Partial<Record<Field, string>> & { readonly stepID?: readonly string[] };

/** Reads what `act --json` printed. Lines that are not JSON are messages of act itself. */
export function readRun(output: string): WorkflowRun {
  const jobs: Record<string, string> = {};
  const steps = new Map<string, StepRun>();
  const texts = output.split('\n').filter((text) => text.trim() !== '');
  const log = texts.map((text) => {
    if (!text.startsWith('{')) return text;
    const line: Line = JSON.parse(text);
    const { jobID, jobResult, stepID, step: name = '' } = line;
    if (jobID !== undefined && jobResult !== undefined) jobs[jobID] = jobResult;
    if (stepID !== undefined && line.stage === 'Main') {
      const key = `${line.job} ${stepID}`;
      const step = steps.get(key) ?? { name, result: '', outputs: {} };
      steps.set(key, step);
      if (line.stepResult !== undefined) step.result = line.stepResult;
      if (line.command === 'set-output') step.outputs[line.name ?? ''] = line.arg ?? '';
    }
    return line.command === 'add-mask' ? '' : text;
  });
  return { jobs, steps: [...steps.values()].filter(({ result }) => result !== ''), log: log.join('\n') };
}

/** What the one step of that name left behind. */
export function stepNamed({ steps }: WorkflowRun, name: string): Readonly<StepRun> {
  const [step, ...others] = steps.filter((step) => step.name === name);
  assert.ok(step && others.length === 0, `"${name}" is one of ${steps.map((each) => each.name).join(', ')}`);
  return step;
}
