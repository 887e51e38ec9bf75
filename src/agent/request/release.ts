import type { GithubApi } from '../../github/api.ts';
import { unlessNotFound } from '../../github/errors.ts';
import type { Release } from '../../github/objects.ts';
import { getRelease, getTag, listReleases } from '../../github/operations.ts';
import { pollUntilKnown } from '../../github/poll.ts';
import { visibleLine } from '../../text/visible.ts';
import type { RequestContext, RequestSubject } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';
import { requireGithub } from './require-github.ts';

/** How long a release may take to appear, because a tag is often pushed first (ms). */
const RELEASE_KNOWN_MS = 30_000;
const MOST_RELEASES = 300;

/**
 * Finds the release of the tag, or else the tag itself. Neither has a thread, so the issue or pull request of the event
 * no longer counts.
 *
 * @throws {RunStopped} `error` if there is nothing to send, or if neither exists
 */
export async function findRelease(tag: string, context: RequestContext): Promise<RequestSubject> {
  const name = visibleLine(tag);
  const github = requireGithub(context, `The action can't read the release ${name}`);
  const release =
    (await pollUntilKnown(github, RELEASE_KNOWN_MS, () => readRelease(tag, github))) ??
    (await readTag(tag, github, context));
  if (!release) {
    throw RunStopped.beforeSending(
      `${github.repository} doesn't have a release or tag ${name}.`,
      'Check `release-tag`.',
    );
  }
  const hasMaterial = release.kind !== 'tag' || context.request.quotes.has('changes');
  if (!hasMaterial && !context.inputs.prompt) {
    throw RunStopped.beforeSending(
      `The tag ${name} has no release, and \`include\` doesn't name \`changes\`.`,
      'If the release comes later, run the action after it. To read a draft release, the token needs `contents: write`.',
    );
  }
  return { release, lineComments: [] };
}

/** Reads the published release, or else the draft, which GitHub shows only to tokens that may push. */
async function readRelease(tag: string, github: GithubApi) {
  const published = await unlessNotFound(github.call(getRelease, { tag }));
  if (published) return published;
  const all = await github.all(listReleases, {}, { most: MOST_RELEASES });
  return all.find((each) => each.tag === tag);
}

async function readTag(
  tag: string,
  github: GithubApi,
  { event, workflowRun }: RequestContext,
): Promise<Release | undefined> {
  const isPushed = event.push?.tag === tag;
  const found = isPushed || (await unlessNotFound(github.call(getTag, { ref: `tags/${tag}` })));
  if (!found) return undefined;
  const path = tag.split('/').map(encodeURIComponent).join('/');
  return {
    kind: 'tag',
    tag,
    title: '',
    notes: '',
    url: `${workflowRun.serverUrl}/${github.repository}/releases/tag/${path}`,
    author: undefined,
    target: '',
  };
}
