import type { GithubRelease } from '../../../github/operations.ts';

/** Parts of a tag. For example, `v1.2.3-rc.1` is a pre-release with the prefix `v` and the numbers 1, 2 and 3. */
interface Version {
  /** Text before the number; undefined for a tag without a number. */
  readonly prefix: string | undefined;
  readonly numbers: readonly bigint[];
  readonly isPre: boolean;
}

const NUMBERS = [/\d+(?:\.\d+)+/, /\d{4}[-_/]\d{1,2}[-_/]\d{1,2}/, /\d+/];

/**
 * Suffixes of pre-releases, as in `1.2.0rc1`, `2.0.0-beta.3`, `1.2.0.dev4`, `1.2.0a1`
 * (https://peps.python.org/pep-0440/#pre-releases) and `3.0-M2`.
 */
const PRE_RELEASE =
  /^(?:[._-]?(?:rc|cr|alpha|beta|dev|pre|preview|snapshot|nightly|canary|next|milestone|ea)(?![a-z])|[abc]\d+(?![\da-z])|[._-]m\d+(?![\da-z]))/i;

/**
 * Returns the release to compare the tag's release with; undefined if there is none. Skips drafts, pre-releases and
 * releases with another prefix. For example, `cli@2.0.0` is compared only with releases whose tags begin with `cli@`.
 * Chooses the highest version that isn't above the tag's version. If versions are equal, chooses the one published
 * last. Ignores releases published after the tag's own release, because a re-run of an old run may list them.
 */
export function previousRelease(tag: string, all: readonly GithubRelease[]): GithubRelease | undefined {
  const version = versionOf(tag);
  const published = all.find(({ tag_name }) => tag_name === tag)?.published_at || '\uffff';
  const [best] = all
    .filter((each) => !each.draft && !each.prerelease && publishedAt(each) < published)
    .map((release) => ({ release, own: versionOf(release.tag_name) }))
    .filter(({ release, own }) => release.tag_name !== tag && own.prefix === version.prefix && !own.isPre)
    .filter(({ own }) => compare(own, version) <= 0)
    .sort((a, b) => compare(b.own, a.own) || publishedAt(b.release).localeCompare(publishedAt(a.release)));
  return best?.release;
}

/** Returns the highest tag below `tag` with the same prefix; undefined if there is none. Skips pre-releases. */
export function previousTag(tag: string, all: readonly string[]): string | undefined {
  const version = versionOf(tag);
  const [best] = all
    .map((name) => ({ name, own: versionOf(name) }))
    .filter(({ own }) => own.prefix === version.prefix && !own.isPre && compare(own, version) < 0)
    .sort((a, b) => compare(b.own, a.own));
  return best?.name;
}

/** Returns the part of a tag before its number, or the whole tag if it doesn't have one. */
export function prefixOf(tag: string): string {
  return versionOf(tag).prefix ?? tag;
}

function versionOf(tag: string): Version {
  const match = NUMBERS.map((form) => form.exec(tag)).find((found) => found !== null);
  if (!match) return { prefix: undefined, numbers: [], isPre: false };
  const [number] = match;
  const isPre = PRE_RELEASE.test(tag.slice(match.index + number.length));
  return { prefix: tag.slice(0, match.index), numbers: number.split(/\D/).map(BigInt), isPre };
}

/** Compares the numbers: 1.10 is above 1.9, and 2 equals 2.0. */
function compare(a: Version, b: Version): number {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let index = 0; index < length; index += 1) {
    const [one = 0n, other = 0n] = [a.numbers[index], b.numbers[index]];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** Returns the time of publication in ISO 8601; empty for a draft. */
function publishedAt({ published_at }: GithubRelease): string {
  return published_at ?? '';
}
