/** A step of a workflow run that was not skipped. */
export interface StepRun {
  /** As in `name:`. */
  readonly name: string;
  result: string;
  readonly outputs: Record<string, string>;
  /** Markdown. */
  summary: string;
  /** What it printed, with its annotations. */
  log: string;
}

/** A workflow run, as act tells it. */
export interface WorkflowRun {
  /** `success` or `failure` of each job that ran, by its id; of a matrix, the last. */
  readonly jobs: Readonly<Record<string, string>>;
  /** In the order in which they began. */
  readonly steps: readonly Readonly<StepRun>[];
  /** All that act printed, except for what it was told to mask. */
  readonly log: string;
}

/** A line of `act --json`; of each field what is read here. */
interface Line {
  readonly msg: string;
  readonly job?: string;
  readonly jobID?: string;
  readonly jobResult?: string;
  readonly matrix?: Record<string, unknown>;
  readonly stage?: string;
  readonly step?: string;
  readonly stepID?: readonly string[];
  readonly stepResult?: string;
  readonly raw_output?: boolean;
  /** A workflow command, or a change of an output or a summary. */
  readonly command?: string;
  readonly name?: string;
  readonly arg?: string;
  readonly content?: string;
}

/** Reads what `act --json` printed. */
export function readRun(output: string): WorkflowRun {
  const lines = output.split('\n').flatMap(parseLine);
  const jobs: Record<string, string> = {};
  const steps = new Map<string, StepRun>();
  for (const line of lines) {
    const { job, jobID, jobResult, matrix, stage, stepID, step: name = '' } = line;
    if (jobID !== undefined && jobResult !== undefined) jobs[jobID] = jobResult;
    if (stepID === undefined || stage !== 'Main') continue;
    const key = JSON.stringify([job, matrix, stepID]);
    const step = steps.get(key) ?? { name, result: '', outputs: {}, summary: '', log: '' };
    steps.set(key, step);
    addTo(step, line);
  }
  const shown = lines.filter(({ command }) => command !== 'add-mask');
  const log = shown.map(({ job = '', ...line }) => `[${job}] ${JSON.stringify(line)}`).join('\n');
  return { jobs, steps: [...steps.values()].filter(({ result }) => result !== ''), log };
}

/** A line that is no JSON is a complaint of act's own. */
function parseLine(text: string): Line[] {
  if (text.trim() === '') return [];
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return [{ msg: text }];
  }
}

function addTo(step: StepRun, line: Line): void {
  const { msg, raw_output, stepResult, command = '', name = '', arg = '', content = '' } = line;
  if (stepResult !== undefined) step.result = stepResult;
  if (raw_output) step.log += msg;
  if (command === 'set-output') step.outputs[name] = arg;
  if (command === 'summary') step.summary += content;
  if (['error', 'warning', 'notice'].includes(command)) step.log += `${command}: ${arg}\n`;
}

/** All steps of that name, of whichever job. */
export function stepsNamed({ steps }: WorkflowRun, name: string): Readonly<StepRun>[] {
  return steps.filter((step) => step.name === name);
}

/** @throws if there is none, or more than one */
export function stepNamed(run: WorkflowRun, name: string): Readonly<StepRun> {
  const [step, ...others] = stepsNamed(run, name);
  if (step && others.length === 0) return step;
  const names = run.steps.map((each) => each.name).join(', ');
  throw new Error(`One step "${name}" was expected. These ran: ${names || 'none'}`);
}
