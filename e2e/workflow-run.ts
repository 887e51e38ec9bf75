/** A workflow run, as act reports it: `success` or `failure` of each job that ran, by its id, and all that act printed. */
export interface WorkflowRun {
  readonly jobs: Readonly<Record<string, string>>;
  /** Of each step that has some, by its `name:`. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly log: string;
}

type Line = Partial<Record<'jobID' | 'jobResult' | 'step' | 'command' | 'name' | 'arg', string>>;

/** Reads what `act --json` printed. Lines that are not JSON are messages of act itself. */
export function readRun(printed: string): WorkflowRun {
  const jobs: Record<string, string> = {};
  const outputs: Record<string, Record<string, string>> = {};
  const texts = printed.split('\n').filter((text) => text.trim() !== '');
  const log = texts.filter((text) => {
    const line: Line = text.startsWith('{') ? JSON.parse(text) : {};
    const { jobID, jobResult, step = '', command, name = '', arg = '' } = line;
    if (jobID !== undefined && jobResult !== undefined) jobs[jobID] = jobResult;
    if (command === 'set-output') outputs[step] = { ...outputs[step], [name]: arg };
    return command !== 'add-mask';
  });
  return { jobs, outputs, log: log.join('\n') };
}
