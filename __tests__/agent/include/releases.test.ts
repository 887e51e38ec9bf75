import { describe, expect, test } from '@jest/globals';
import { previousRelease } from '../../../src/agent/include/releases.ts';

/** Releases by their tags, the newest first, each a day after the next one; a tag with `*` is a pre-release. */
function listed(...tags: string[]) {
  return tags.map((tag, index) => ({
    tag: tag.replace('*', ''),
    isDraft: false,
    isPrerelease: tag.endsWith('*'),
    publishedAt: new Date(Date.UTC(2026, 0, 100 - index)).toISOString(),
  }));
}

function previousTag(tag: string, ...others: string[]): string | undefined {
  const all = listed(...others);
  const own = all.find((release) => release.tag === tag);
  return previousRelease({ tag, isPrerelease: own?.isPrerelease ?? false }, all)?.tag;
}

describe('what was before', () => {
  test.each([
    ['the version below', 'v1.2.0', ['v1.2.0', 'v1.1.0', 'v1.0.0'], 'v1.1.0'],
    ['of the same line, for a patch of an old one', 'v1.4.3', ['v1.4.3', 'v2.0.0', 'v1.4.2'], 'v1.4.2'],
    ['the last of the line before', 'v2.0.0', ['v2.0.0', 'v1.10.0', 'v1.9.5'], 'v1.10.0'],
    ['no pre-release, for a release', 'v2.0.0', ['v2.0.0', 'v2.0.0-rc.2', 'v1.9.5'], 'v1.9.5'],
    ['none that GitHub calls one either', 'v2.0.0', ['v2.0.0', 'v1.99.0*', 'v1.9.5'], 'v1.9.5'],
    [
      'the pre-release, for the next one',
      'v2.0.0-rc.10',
      ['v2.0.0-rc.10', 'v2.0.0-rc.9', 'v1.9.5'],
      'v2.0.0-rc.9',
    ],
    ['the release, for the first pre-release', 'v2.0.0-rc.1*', ['v2.0.0-rc.1*', 'v1.9.5'], 'v1.9.5'],
    ['of the same package', 'cli@2.0.0', ['cli@2.0.0', 'core@1.9.9', 'cli@1.0.0'], 'cli@1.0.0'],
    ['published before, if tags are no versions', 'spring', ['spring', 'winter', 'autumn'], 'winter'],
    ['published before, if tags are dates', '2026-03-04', ['2026-03-04', '2026-02-01'], '2026-02-01'],
    ['the release itself not', 'v1.0.0', ['v1.1.0', 'v1.0.0', 'v0.9.0'], 'v0.9.0'],
    ['not listed yet', 'v1.1.0', ['v1.0.0'], 'v1.0.0'],
  ])('%s', (_, tag, all, expected) => {
    expect(previousTag(tag.replace('*', ''), ...all)).toBe(expected);
  });

  test('of the first release is nothing', () => {
    expect(previousTag('v1.0.0', 'v1.0.0')).toBeUndefined();
    expect(previousTag('cli@1.0.0', 'cli@1.0.0', 'core@0.9.0')).toBeUndefined();
  });

  test('is no draft', () => {
    const all = listed('v1.1.0', 'v1.0.0').map((release) => ({
      ...release,
      isDraft: release.tag === 'v1.0.0',
    }));
    expect(previousRelease({ tag: 'v1.1.0', isPrerelease: false }, all)).toBeUndefined();
  });
});
