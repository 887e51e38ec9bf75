import { shorten } from '../text/markdown.ts';
import type { GithubApi } from './api.ts';
import { createStatus } from './operations.ts';

export interface CommitStatus {
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
  name: string,
  { state, description, targetUrl = '' }: CommitStatus,
): Promise<void> {
  const isPage = /^https?:$/.test(URL.parse(targetUrl)?.protocol ?? '');
  await github.call(createStatus, {
    commit_sha: sha,
    context: name,
    state,
    description: shorten(description.toWellFormed().replace(ABOVE_BMP, '\ufffd'), 140),
    ...(isPage && { target_url: targetUrl }),
  });
}
