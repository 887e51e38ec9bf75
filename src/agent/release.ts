import {
  GithubError,
  NO_TOKEN,
  NothingSentError,
  type RetryOptions,
  unlessGone,
  withinBudget,
} from '../github/api.ts';
import type { Release } from '../github/event.ts';
import { getRelease, getTag, listDrafts } from '../github/operations.ts';
import type { GithubApi } from '../github/rest.ts';
import { fullName } from '../github/workflow-run.ts';
import { visibleLine } from '../text/visible.ts';
import type { MaterialSource, RequestedEvent } from './request.ts';

/** Maximum number of releases to search for a draft, newest first. */
const MOST_RELEASES = 300;

/**
 * Finds the release of the tag, or else the tag itself. Removes the issue or pull request from the event, because a
 * release doesn't have a thread. Skips a tag without a release, unless `prompt` is set or `include` names `changes`.
 *
 * @throws {NothingSentError} if neither the release nor the tag exists, or if GitHub can't be read
 */
export async function findRelease(tag: string, source: MaterialSource): Promise<RequestedEvent> {
  const { event, inputs, wanted, github, run } = source;
  const name = visibleLine(tag);
  if (!github) throw new NothingSentError(`The action can't read the release ${name} because ${NO_TOKEN}.`);
  const isPushed = event.push?.tag === tag;
  const release = await withinBudget(source, 'required', async (options): Promise<Release | undefined> => {
    const found = await readRelease(tag, github, options);
    if (found || isPushed) return found ?? tagOf(tag, fullName(run), run.serverUrl);
    const isThere = await unlessGone(github.call(getTag, { ref: `tags/${tag}` }, options));
    return isThere === undefined ? undefined : tagOf(tag, fullName(run), run.serverUrl);
  }).catch((error: unknown) => {
    throw error instanceof GithubError ? new NothingSentError(error.message, error) : error;
  });
  if (!release) {
    const what = `${fullName(run)} doesn't have a release or tag ${name}`;
    throw new NothingSentError(`${what}: check \`release-tag\`.`);
  }
  if (release.kind === 'tag' && inputs.prompt === undefined && !wanted.quotes.has('changes')) {
    const reason = `The tag ${name} has no release, and \`include\` doesn't name \`changes\`.`;
    return { kind: 'skip', reason };
  }
  return { kind: 'event', event: { ...event, subject: undefined, push: undefined, release } };
}

/** Reads the tag's published release, or else its draft. GitHub shows drafts only to tokens with push access. */
async function readRelease(tag: string, github: GithubApi, options: RetryOptions) {
  const published = await unlessGone(github.call(getRelease, { tag }, options));
  if (published) return published;
  const all = await github.all(listDrafts, {}, options, MOST_RELEASES);
  return all.find((each) => each.kind === 'draft' && each.tag === tag);
}

function tagOf(tag: string, repository: string, serverUrl: string): Release {
  const url = `${serverUrl}/${repository}/releases/tag/${tag.split('/').map(encodeURIComponent).join('/')}`;
  return { kind: 'tag', tag, title: '', notes: '', url, author: undefined, target: '' };
}
