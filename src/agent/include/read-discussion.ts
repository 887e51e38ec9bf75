import type { CallOptions } from '../../github/api.ts';
import type { GithubContent, GithubRemark } from '../../github/content.ts';
import type { Comment, Subject } from '../../github/event.ts';
import { isListed, type PermissionSettings, reaches } from '../../github/permission.ts';
import type { GithubApi } from '../../github/rest.ts';
import { OWN_COMMENT } from '../trigger.ts';
import type { Discussion } from './discussion-part.ts';

/** People whose permission is asked. */
const MOST_PEOPLE = 10;

/**
 * What people who may ask have said on an issue or pull request. Everybody is asked about once, the latest speakers
 * first; what those say who come after the tenth is left out, as is what people say who may not ask.
 *
 * @param asking the comment that the event is about, which the prompt holds already, as it does others of its review
 */
export async function readDiscussion(
  subject: Subject,
  asking: Comment | undefined,
  settings: PermissionSettings,
  github: Pick<GithubContent, 'comments' | 'reviews' | 'lineComments'> & Pick<GithubApi, 'permissionOf'>,
  options: CallOptions,
): Promise<Discussion> {
  const isPullRequest = subject.kind === 'pull request';
  const read = await Promise.all([
    github.comments(subject.number, options),
    isPullRequest ? github.reviews(subject.number, options) : [],
    isPullRequest ? github.lineComments(subject.number, options) : [],
  ]);
  const held = new Set([asking, ...(asking?.others ?? [])].map((comment) => comment?.url));
  const remarks = read
    .flat()
    .filter(({ body, url }) => !held.has(url) && body.trim() !== '')
    .filter(({ body }) => !body.includes(OWN_COMMENT))
    .sort((a, b) => compareText(b.createdAt, a.createdAt) || b.id - a.id);
  const people = [...new Set(remarks.flatMap((remark) => remark.author ?? []))];
  const heard = await whoIsHeard(people, remarks, settings, github, options);
  const shown = remarks.flatMap(({ author, body, url, createdAt, path }) =>
    author !== undefined && heard.has(author) ? [{ author, body, url, createdAt, path }] : [],
  );
  const what = `what people who may ask have said on the ${subject.kind} #${subject.number}`;
  return { remarks: shown, unheard: remarks.length - shown.length, what, url: subject.url };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function whoIsHeard(
  people: readonly string[],
  remarks: readonly GithubRemark[],
  { minimumPermission, allowedBots }: PermissionSettings,
  github: Pick<GithubApi, 'permissionOf'>,
  options: CallOptions,
): Promise<ReadonlySet<string>> {
  const bots = new Set(remarks.filter(({ isBot }) => isBot).flatMap(({ author }) => author ?? []));
  const heard = new Set(
    people.filter((login) => bots.has(login) && isListed({ login, isBot: true }, allowedBots)),
  );
  const persons = people.filter((login) => !bots.has(login));
  if (minimumPermission === 'none') return new Set([...heard, ...persons]);
  const asked = persons.slice(0, MOST_PEOPLE);
  const answers = await Promise.all(asked.map((login) => reaches(login, minimumPermission, github, options)));
  for (const [index, login] of asked.entries()) if (answers[index]) heard.add(login);
  return heard;
}
