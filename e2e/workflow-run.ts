import assert from 'node:assert/strict';

/** A step of a workflow run that was not skipped. */
interface StepRun {
  /** As in `name:`. */
  readonly name: string;
  result: string;
  readonly outputs: Record<string, string>;
  /** Markdown. */
  summary: string;
  /** What it printed, with its annotations. */
  log: string;
}

/** A workflow run, as act reports it. */
export interface WorkflowRun {
  /** `success` or `failure` of each job that ran, by its id; of a matrix, the last. */
  readonly jobs: Readonly<Record<string, string>>;
  /** In the order in which they began. */
  readonly steps: readonly Readonly<StepRun>[];
  /** All that act printed, except for masks. */
  readonly log: string;
}

/** What is read of a line of `act --json`. A command is one of workflows, or a change of an output or a summary. */
type Field = 'msg' | 'job' | 'jobID' | 'jobResult' | 'stage' | 'step' | 'stepResult';
type Line = Partial<Record<Field | 'command' | 'name' | 'arg' | 'content', string>> & {
  readonly stepID?: readonly string[];
  readonly raw_output?: boolean;
};

/** Reads what `act --json` printed. */
export function readRun(output: string): WorkflowRun {
  const jobs: Record<string, string> = {};
  const steps = new Map<string, StepRun>();
  // Lines that are not JSON are messages of act itself.
  const texts = output.split('\n').filter((text) => text.trim() !== '');
  const lines = texts.map((text): Line => (text.startsWith('{') ? JSON.parse(text) : { msg: text }));
  for (const line of lines) {
    const { job, jobID, jobResult, stage, stepID, step: name = '' } = line;
    if (jobID !== undefined && jobResult !== undefined) jobs[jobID] = jobResult;
    if (stepID === undefined || stage !== 'Main') continue;
    const key = `${job} ${stepID}`;
    const step = steps.get(key) ?? { name, result: '', outputs: {}, summary: '', log: '' };
    steps.set(key, step);
    addTo(step, line);
  }
  // Masks, and the token that an action of GitHub's gives as its output.
  const isSecret = ({ command, name }: Line) => command === 'add-mask' || name === 'token';
  const log = lines.map((line) => (isSecret(line) ? '' : JSON.stringify(line))).join('\n');
  return { jobs, steps: [...steps.values()].filter(({ result }) => result !== ''), log };
}

function addTo(step: StepRun, line: Line): void {
  const { msg = '', raw_output, stepResult, command = '', name = '', arg = '', content = '' } = line;
  if (stepResult !== undefined) step.result = stepResult;
  if (raw_output) step.log += msg;
  if (command === 'set-output') step.outputs[name] = arg;
  if (command === 'summary') step.summary += content;
  if (['error', 'warning', 'notice'].includes(command)) step.log += `${command}: ${arg}\n`;
}

/** The steps of that name, of whichever job: so many. */
export function stepsNamed({ steps }: WorkflowRun, name: string, count: number): Readonly<StepRun>[] {
  const found = steps.filter((step) => step.name === name);
  const ran = steps.map((each) => each.name).join(', ');
  assert.equal(found.length, count, `steps "${name}" among those that ran: ${ran || 'none'}`);
  return found;
}

/** What the one step of that name left behind. */
export function stepNamed(run: WorkflowRun, name: string): Readonly<StepRun> {
  const [step] = stepsNamed(run, name, 1);
  assert.ok(step);
  return step;
}
