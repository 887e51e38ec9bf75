import type { GithubRelease } from '../../github/operations.ts';

const VERSION = /^(.*?)(\d+(?:\.\d+){0,3})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
/** A date looks like a version that is a pre-release. */
const DATE = /^\d{4}-\d{2}-\d{2}/;
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/**
 * The final release that a release is compared with: the highest version below it with the same beginning (so a patch
 * of 1.x is compared with 1.x, and `cli@2.0.0` with `cli@`). A tag that is no version is compared with the release that
 * was published before. What was published later does not count: a run may be run again.
 *
 * @returns absent for the first one
 */
export function previousRelease(tag: string, all: readonly GithubRelease[]): GithubRelease | undefined {
  const version = versionOf(tag);
  const published = all.find(({ tag_name }) => tag_name === tag)?.published_at || '\uffff';
  const earlier = all
    .filter((release) => !release.draft && !release.prerelease && (release.published_at ?? '') < published)
    .map((release) => ({ release, own: versionOf(release.tag_name) }));
  const below = version
    ? earlier
        .filter(({ own }) => own?.line === version.line && !own.isPre)
        .filter(({ own }) => BY_NUMBER.compare(own?.numbers ?? '', version.numbers) < 0)
        .sort((a, b) => BY_NUMBER.compare(b.own?.numbers ?? '', a.own?.numbers ?? ''))
    : earlier.sort((a, b) => BY_NUMBER.compare(b.release.published_at ?? '', a.release.published_at ?? ''));
  return below[0]?.release;
}

/** What stands before the number, such as `v` or `cli@`, and the number, with four parts. */
function versionOf(tag: string) {
  const [, line, numbers, pre] = VERSION.exec(tag) ?? [];
  if (line === undefined || numbers === undefined || DATE.test(tag)) return undefined;
  return { line, numbers: `${numbers}.0.0.0`.split('.').slice(0, 4).join('.'), isPre: pre !== undefined };
}
