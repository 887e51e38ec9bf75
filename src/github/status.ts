import { shorten } from '../text/markdown.ts';
import type { CallOptions, GithubApi } from './api.ts';
import { createStatus } from './operations.ts';

export interface CommitStatus {
  readonly context: string;
  readonly state: 'success' | 'pending';
  /** Cut to 140 characters, without those above U+FFFF, which GitHub refuses. */
  readonly description: string;
  /** Left out unless it is http or https, because GitHub refuses others. */
  readonly targetUrl?: string | undefined;
}

const ABOVE_BMP = /[\u{10000}-\u{10ffff}]/gu;

/** Writes a status of a commit, which replaces an older one of the same name. */
export async function writeStatus(
  github: GithubApi,
  sha: string,
  { context, state, description, targetUrl = '' }: CommitStatus,
  options: CallOptions,
): Promise<void> {
  const isPage = /^https?:$/.test(URL.parse(targetUrl)?.protocol ?? '');
  const status = {
    ...{ commit_sha: sha, context, state },
    description: shorten(description.toWellFormed().replace(ABOVE_BMP, '\ufffd'), 140),
    ...(isPage && { target_url: targetUrl }),
  };
  await github.call(createStatus, status, options);
}
