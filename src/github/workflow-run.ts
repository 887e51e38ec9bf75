/** Workflow run that this step belongs to, from the variables that the runner sets. */
export interface WorkflowRun {
  /** Repository of the workflow; undefined outside of GitHub Actions. */
  readonly repository: Repository | undefined;
  /** Numeric ID of the repository, which a rename doesn't change; empty if the runner doesn't set the ID. */
  readonly repositoryId: string;
  /** Numeric ID of the run, which every attempt shares; empty outside of GitHub Actions. */
  readonly id: string;
  /** Number of the run within its workflow, which every attempt shares. Starts at 1; 0 outside of GitHub Actions. */
  readonly number: number;
  /** Number of the attempt, starting at 1. Each re-run increases it. */
  readonly attempt: number;
  /**
   * Values of `GITHUB_JOB` and `GITHUB_ACTION`, which every attempt shares. Matrix jobs, calls to one reusable
   * workflow, and steps of one composite action also share them.
   */
  readonly step: string;
  /** Name of the workflow's file, such as `docs.yml`, or of the file that calls a reusable workflow. May be empty. */
  readonly workflowFile: string;
  /** Short name of the branch or tag; empty outside of GitHub Actions. */
  readonly ref: string;
  /** Commit of the run; empty outside of GitHub Actions. */
  readonly sha: string;
  /** URL of the GitHub server, without a trailing slash. */
  readonly serverUrl: string;
}

export interface Repository {
  readonly owner: string;
  readonly name: string;
}

export function readWorkflowRun(env: NodeJS.ProcessEnv): WorkflowRun {
  const [owner, name, ...rest] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  return {
    repository: owner && name && rest.length === 0 ? { owner, name } : undefined,
    id: /^\d+$/.exec(env['GITHUB_RUN_ID'] ?? '')?.[0] ?? '',
    repositoryId: /^\d+$/.exec(env['GITHUB_REPOSITORY_ID'] ?? '')?.[0] ?? '',
    number: Number(/^\d{1,9}$/.exec(env['GITHUB_RUN_NUMBER'] ?? '')?.[0] ?? 0),
    attempt: Number(/^[1-9]\d{0,5}$/.exec(env['GITHUB_RUN_ATTEMPT'] ?? '')?.[0] ?? 1),
    workflowFile: /([^/]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1] ?? '',
    ref: env['GITHUB_REF_NAME'] ?? '',
    sha: env['GITHUB_SHA'] ?? '',
    step: `${env['GITHUB_JOB'] ?? ''}/${env['GITHUB_ACTION'] ?? ''}`,
    serverUrl: (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, ''),
  };
}

/** Returns `owner/name`, or an empty string outside of GitHub Actions. */
export function fullName({ repository }: Pick<WorkflowRun, 'repository'>): string {
  return repository ? `${repository.owner}/${repository.name}` : '';
}
