/** The workflow run that this step belongs to, from the variables that the runner sets. */
export interface WorkflowRun {
  /** Absent outside of GitHub Actions. */
  readonly repository: Repository | undefined;
  /** Digits; empty outside of GitHub Actions. The same in every attempt. */
  readonly id: string;
  /** From 1. A re-run is the same run, with a higher attempt. */
  readonly attempt: number;
  /**
   * `GITHUB_JOB` and `GITHUB_ACTION`, the same in every attempt. Matrix jobs, calls of one reusable workflow and
   * steps of one composite action share them.
   */
  readonly step: string;
  /** Without a slash at the end. */
  readonly serverUrl: string;
  /** Whose doing the run is, as GitHub shows it; empty if not known. */
  readonly actor: string;
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
    attempt: Number(/^[1-9]\d{0,5}$/.exec(env['GITHUB_RUN_ATTEMPT'] ?? '')?.[0] ?? 1),
    step: `${env['GITHUB_JOB'] ?? ''}/${env['GITHUB_ACTION'] ?? ''}`,
    serverUrl: (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, ''),
    actor: env['GITHUB_ACTOR'] ?? '',
  };
}

/** `owner/name`; empty outside of GitHub Actions. */
export function fullName({ repository }: Pick<WorkflowRun, 'repository'>): string {
  return repository ? `${repository.owner}/${repository.name}` : '';
}
