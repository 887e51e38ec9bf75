import { type GithubApi, unlessGone } from '../github/api.ts';
import type { Release, TriggerEvent } from '../github/event.ts';
import { getRelease, getTag, listReleases } from '../github/operations.ts';
import { visibleLine } from '../text/visible.ts';
import { nothingSent } from './end.ts';
import { askUntil, NEEDED, neededGithub } from './needed.ts';
import type { AgentRun, GithubRun } from './request.ts';

/** How long a release may take to appear, because a tag is often pushed first (ms). */
const LATE_MS = 30_000;
const MOST_RELEASES = 300;

/**
 * Returns the event as one about the release of the tag, or about the tag itself. Neither has a thread, so the issue or
 * pull request of the event no longer counts.
 *
 * @throws {Stop} `error` if there is nothing to send, or if neither exists
 */
export async function findRelease(tag: string, run: AgentRun): Promise<TriggerEvent> {
  const { event, inputs, wanted } = run;
  const name = visibleLine(tag);
  const github = neededGithub(run, `The action can't read the release ${name}`);
  const release =
    (await askUntil(github, LATE_MS, () => readRelease(tag, github))) ??
    (await readTag(tag, { ...run, github }));
  if (!release) {
    throw nothingSent(`${github.repository} doesn't have a release or tag ${name}.`, 'Check `release-tag`.');
  }
  if (release.kind === 'tag' && inputs.prompt === undefined && !wanted.quotes.has('changes')) {
    throw nothingSent(
      `The tag ${name} has no release, and \`include\` doesn't name \`changes\`.`,
      'If the release comes later, run the action after it. To read a draft release, the token needs `contents: write`.',
    );
  }
  return { ...event, subject: undefined, push: undefined, release };
}

/** Reads the published release, or else the draft, which GitHub shows only to tokens that may push. */
async function readRelease(tag: string, github: GithubApi): Promise<Release | undefined> {
  const published = await unlessGone(github.call(getRelease, { tag }, NEEDED));
  if (published) return published;
  const all = await github.all(listReleases, {}, { ...NEEDED, most: MOST_RELEASES });
  return all.find((each) => each.tag === tag);
}

async function readTag(tag: string, { event, run, github }: GithubRun): Promise<Release | undefined> {
  const isThere =
    event.push?.tag === tag ||
    (await unlessGone(github.call(getTag, { ref: `tags/${tag}` }, NEEDED))) !== undefined;
  if (!isThere) return undefined;
  const path = tag.split('/').map(encodeURIComponent).join('/');
  const url = `${run.serverUrl}/${github.repository}/releases/tag/${path}`;
  return { kind: 'tag', tag, title: '', notes: '', url, author: undefined, target: '' };
}
