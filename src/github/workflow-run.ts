/** The workflow run that this step belongs to, from the variables that the runner sets. */
export interface WorkflowRun {
  /** Absent outside of GitHub Actions. */
  readonly repository: Repository | undefined;
  /** Digits, which stay when the repository is renamed; empty where the runner does not give it. */
  readonly repositoryId: string;
  /** Digits; empty outside of GitHub Actions. The same in every attempt. */
  readonly id: string;
  /** Counts the runs of the workflow, from 1; 0 outside of GitHub Actions. The same in every attempt. */
  readonly number: number;
  /** Number of the attempt, from 1. A re-run is the same run, with a higher attempt. */
  readonly attempt: number;
  /**
   * `GITHUB_JOB` and `GITHUB_ACTION`, the same in every attempt. Matrix jobs, calls of one reusable workflow and
   * steps of one composite action share them.
   */
  readonly step: string;
  /** The workflow's file without its folder, such as `docs.yml`; of a reusable workflow the caller's. May be empty. */
  readonly workflowFile: string;
  /** Short name of the branch or tag, and the commit that the run is of; empty outside of GitHub Actions. */
  readonly ref: string;
  readonly sha: string;
  /** Without a slash at the end. */
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

/** Returns `owner/name`, or an empty text outside of GitHub Actions. */
export function fullName({ repository }: Pick<WorkflowRun, 'repository'>): string {
  return repository ? `${repository.owner}/${repository.name}` : '';
}
