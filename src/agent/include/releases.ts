import type { Release } from '../../github/event.ts';

type GithubRelease = Pick<Release, 'tag' | 'isDraft' | 'isPrerelease' | 'publishedAt'>;

const VERSION = /^(.*?)(\d+(?:\.\d+){0,3})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
/** Dates are versions with two pre-releases by their look. */
const DATE = /^\d{4}-\d{2}-\d{2}/;
const NATURAL = new Intl.Collator('en', { numeric: true });

/**
 * The release that a release is compared with: the highest version below it with the same beginning (so a patch of 1.x
 * is compared with 1.x, and `cli@2.0.0` with `cli@`). A pre-release is compared with what came before, be it a
 * pre-release or not; a release only with releases. Tags that are no versions are compared with the one published
 * before. What was published later does not count: a run may be run again.
 *
 * @returns absent for the first one
 */
export function previousRelease(
  current: Pick<GithubRelease, 'tag' | 'isPrerelease'>,
  all: readonly GithubRelease[],
): GithubRelease | undefined {
  const version = versionOf(current.tag);
  const published = all.find(({ tag }) => tag === current.tag)?.publishedAt || '\uffff';
  const candidates = all
    .filter(({ tag, isDraft, publishedAt }) => tag !== current.tag && !isDraft && publishedAt < published)
    .filter((release) => isPre(current) || !isPre(release));
  if (!version) return candidates.toSorted((a, b) => NATURAL.compare(b.publishedAt, a.publishedAt))[0];
  return candidates
    .flatMap((release) => {
      const own = versionOf(release.tag);
      return own?.line === version.line && compare(own, version) < 0 ? { release, own } : [];
    })
    .toSorted((a, b) => compare(b.own, a.own))[0]?.release;
}

function isPre({ tag, isPrerelease }: Pick<GithubRelease, 'tag' | 'isPrerelease'>): boolean {
  return isPrerelease || (versionOf(tag)?.pre ?? '') !== '';
}

type Version = NonNullable<ReturnType<typeof versionOf>>;

/**
 * What stands before the number, such as `v` or `cli@`; the number, with four parts; and what makes it a pre-release,
 * empty if it is none.
 */
function versionOf(tag: string) {
  const [, line, numbers, pre = ''] = VERSION.exec(tag) ?? [];
  if (line === undefined || numbers === undefined || DATE.test(tag)) return undefined;
  return { line, numbers: `${numbers}.0.0.0`.split('.').slice(0, 4).join('.'), pre };
}

/** https://semver.org/#spec-item-11 */
function compare(a: Version, b: Version): number {
  const byNumbers = NATURAL.compare(a.numbers, b.numbers);
  if (byNumbers !== 0 || a.pre === '' || b.pre === '') return byNumbers || b.pre.length - a.pre.length;
  return NATURAL.compare(a.pre, b.pre);
}
