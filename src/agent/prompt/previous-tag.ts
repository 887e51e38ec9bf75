/** Parts of a tag. For example, `cli@v1.2.0-rc.1` is the pre-release `-rc.1` of 1.2.0, after the text `cli@`. */
interface Version {
  before: string;
  numbers: bigint[];
  /** Suffix of a pre-release; empty for every other tag. */
  pre: string;
}

/** Forms of versions; the first one that is found counts. A `v` before the number is part of the version. */
const FORMS = [
  /(?<![A-Za-z\d.])v?(\d+(?:\.\d+)+)/i,
  /(\d+(?:\.\d+)+)/,
  /(\d{4}[-_/]\d{1,2}[-_/]\d{1,2})/,
  /(?<![A-Za-z\d])v?(\d+)/i,
  /(\d+)/,
];

/** As in `1.2.0rc1`, `2.0.0-beta.3`, `1.2.0.dev4`, `1.2.0a1`, `3.0-M2`, and SemVer's `1.2.0-1`. */
const PRE_RELEASE =
  /^(?:[._-]?(?:rc|cr|alpha|beta|dev|pre|preview|snapshot|nightly|canary|next|milestone|ea)(?![a-z])|[abc]\d+(?![\da-z])|[._-]m\d+(?![\da-z])|-\d)/i;

/** Returns the text before the version, which all tags of one line share; undefined if the tag has no version. */
export function textBeforeVersion(tag: string): string | undefined {
  return versionOf(tag)?.before;
}

/**
 * Returns the highest of `tags` below `tag` in its line. Pre-releases count only for another pre-release. Of several equal
 * versions, the one with the most numbers counts: `v7` and `v7.0` may be moved.
 */
export function previousTag(tag: string, tags: readonly string[]): string | undefined {
  const own = versionOf(tag);
  if (!own) return undefined;
  const below = tags.flatMap((name) => {
    const version = versionOf(name);
    const isCandidate = version?.before === own.before && (version.pre === '' || own.pre !== '');
    return version && isCandidate && compare(version, own) < 0 ? [{ name, version }] : [];
  });
  const byVersion = below.sort((a, b) => {
    const length = b.version.numbers.length - a.version.numbers.length;
    return compare(b.version, a.version) || length;
  });
  return byVersion[0]?.name;
}

function versionOf(tag: string): Version | undefined {
  const match = FORMS.map((form) => form.exec(tag)).find((found) => found !== null);
  if (!match) return undefined;
  const suffix = tag.slice(match.index + match[0].length);
  return {
    before: tag.slice(0, match.index),
    numbers: (match[1] ?? '').split(/\D/).map(BigInt),
    pre: PRE_RELEASE.test(suffix) ? suffix : '',
  };
}

/** 1.10 is above 1.9, 2 equals 2.0, and a pre-release is below its release. */
function compare(a: Version, b: Version) {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let index = 0; index < length; index += 1) {
    const [one = 0n, other = 0n] = [a.numbers[index], b.numbers[index]];
    if (one !== other) return one < other ? -1 : 1;
  }
  if (a.pre === '' || b.pre === '') return Number(a.pre === '') - Number(b.pre === '');
  return a.pre.localeCompare(b.pre, 'en', { numeric: true });
}
