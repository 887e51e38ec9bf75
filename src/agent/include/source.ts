import type { CallOptions } from '../../github/api.ts';
import type { GithubApi } from '../../github/rest.ts';
import type { AgentRun } from '../request.ts';

/** What the parts of a prompt are read from. */
export interface IncludeSource extends Pick<AgentRun, 'event' | 'inputs' | 'run'> {
  readonly github: GithubApi;
  readonly options: CallOptions;
}
