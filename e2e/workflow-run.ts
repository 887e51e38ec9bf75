/** A step of a workflow run that was not skipped. */
export interface StepRun {
  /** The job's id in its workflow. */
  readonly job: string;
  /** Of the job's matrix, if it has one. */
  readonly matrix: Readonly<Record<string, unknown>>;
  /** As in `name:`. */
  readonly name: string;
  readonly result: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Markdown. */
  readonly summary: string;
  /** What it printed, with its annotations. */
  readonly log: string;
}

/** A workflow run, as act tells it. */
export interface WorkflowRun {
  readonly exitCode: number | null;
  /** `success` or `failure` of each job that ran, by its id; of a matrix, the last. */
  readonly jobs: Readonly<Record<string, string>>;
  /** In the order in which they began. */
  readonly steps: readonly StepRun[];
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

type Draft = { -readonly [Key in keyof StepRun]: StepRun[Key] } & { outputs: Record<string, string> };

/** Reads what `act --json` printed. */
export function readRun(exitCode: number | null, output: string): WorkflowRun {
  const lines = output.split('\n').flatMap(parseLine);
  const jobs: Record<string, string> = {};
  const steps = new Map<string, Draft>();
  for (const line of lines) {
    if (line.jobID !== undefined && line.jobResult !== undefined) jobs[line.jobID] = line.jobResult;
    if (line.stepID === undefined || line.stage !== 'Main') continue;
    const key = JSON.stringify([line.job, line.matrix, line.stepID]);
    const step = steps.get(key) ?? begin(line);
    steps.set(key, step);
    addTo(step, line);
  }
  const log = lines.filter(({ command }) => command !== 'add-mask').map((line) => JSON.stringify(line));
  return {
    exitCode,
    jobs,
    steps: [...steps.values()].filter(({ result }) => result !== ''),
    log: log.join('\n'),
  };
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

function begin({ jobID = '', matrix = {}, step = '' }: Line): Draft {
  return { job: jobID, matrix, name: step, result: '', outputs: {}, summary: '', log: '' };
}

function addTo(step: Draft, { msg, raw_output, stepResult, command, name, arg, content }: Line): void {
  if (stepResult !== undefined) step.result = stepResult;
  if (raw_output) step.log += msg;
  switch (command) {
    case 'set-output':
      step.outputs[name ?? ''] = arg ?? '';
      break;
    case 'summary':
      step.summary += content ?? '';
      break;
    case 'error':
    case 'warning':
    case 'notice':
      step.log += `${command}: ${arg}\n`;
      break;
  }
}

/** All steps of that name, of whichever job. */
export function stepsNamed({ steps }: WorkflowRun, name: string): StepRun[] {
  return steps.filter((step) => step.name === name);
}

/** @throws if there is none, or more than one */
export function stepNamed(run: WorkflowRun, name: string): StepRun {
  const [step, ...others] = stepsNamed(run, name);
  if (step && others.length === 0) return step;
  const names = run.steps.map((each) => each.name).join(', ');
  throw new Error(`One step "${name}" was expected. These ran: ${names || 'none'}`);
}

/** What act printed, for a person. */
export function readableLog({ log }: WorkflowRun): string {
  return log
    .split('\n')
    .map((text) => {
      const { job, msg } = JSON.parse(text) as Line;
      return `${job === undefined ? '' : `[${job}] `}${msg.trimEnd()}`;
    })
    .join('\n');
}
