import type { GithubRelease as ListedRelease } from '../../github/content.ts';

interface Version {
  /** What stands before the number, such as `v` or `cli@`. */
  readonly line: string;
  readonly numbers: readonly number[];
  /** What makes it a pre-release; empty if it is none. */
  readonly pre: readonly string[];
}

const VERSION = /^(.*?)(\d+(?:\.\d+){0,3})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * The release that a release is compared with: the highest version below it with the same beginning (so a patch of 1.x
 * is compared with 1.x, and `cli@2.0.0` with `cli@`). A pre-release is compared with what came before, be it a
 * pre-release or not; a release only with releases. Tags that are no versions are compared with the one published
 * before. What was published later does not count: a run may be run again.
 *
 * @returns absent for the first one
 */
export function previousRelease(
  current: Pick<ListedRelease, 'tag' | 'isPrerelease'>,
  all: readonly ListedRelease[],
): ListedRelease | undefined {
  const version = versionOf(current.tag);
  const isPre = current.isPrerelease || (version?.pre.length ?? 0) > 0;
  const published = all.find(({ tag }) => tag === current.tag)?.publishedAt || '\uffff';
  const others = all.filter(({ tag, isDraft, publishedAt }) => {
    return tag !== current.tag && !isDraft && publishedAt < published;
  });
  const candidates = others.filter(({ tag, isPrerelease }) => {
    return isPre || !(isPrerelease || (versionOf(tag)?.pre.length ?? 0) > 0);
  });
  if (!version) return latestOf(candidates);
  return candidates
    .map((release) => ({ release, version: versionOf(release.tag) }))
    .filter((one): one is { release: ListedRelease; version: Version } => one.version?.line === version.line)
    .filter((one) => compare(one.version, version) < 0)
    .reduce<{ release: ListedRelease; version: Version } | undefined>(
      (best, one) => (!best || compare(one.version, best.version) > 0 ? one : best),
      undefined,
    )?.release;
}

function latestOf(releases: readonly ListedRelease[]): ListedRelease | undefined {
  return releases.reduce<ListedRelease | undefined>(
    (latest, release) => (!latest || release.publishedAt > latest.publishedAt ? release : latest),
    undefined,
  );
}

/** Dates such as `2026-03-04` are versions with two pre-releases by their look; they are taken for no versions. */
function versionOf(tag: string): Version | undefined {
  const [, line, numbers, pre] = VERSION.exec(tag) ?? [];
  if (line === undefined || numbers === undefined || /^\d{4}-\d{2}-\d{2}/.test(tag)) return undefined;
  return { line, numbers: numbers.split('.').map(Number), pre: pre?.split('.') ?? [] };
}

/** https://semver.org/#spec-item-11 */
function compare(a: Version, b: Version): number {
  for (let index = 0; index < 4; index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let index = 0; index < Math.max(a.pre.length, b.pre.length); index += 1) {
    const difference = compareIdentifiers(a.pre[index], b.pre[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [numberA, numberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numberA && numberB) return Number(a) - Number(b);
  if (numberA !== numberB) return numberA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
