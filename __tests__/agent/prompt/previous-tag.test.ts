import { expect, test } from '@jest/globals';
import { previousTag } from '../../../src/agent/prompt/previous-tag.ts';
import { tableOf } from '../table.ts';

const NINES = '9'.repeat(39);

const TAGS = tableOf<'tag' | 'previous' | 'others'>(`
  tag | previous | others
  v1.2.0 | v1.1.0 | v1.2.0 v1.0.0
  v1.10.0 | v1.9.0 | v1.8.0
  v1.4.3 | v1.4.2 | v2.0.0
  v2.0.0 | v1.9.5 | v2.0.0-rc.2 v2.0.0rc1 v2.0.0.dev3 v2.0.0a1 v2.0.0-M2 v2.0.0-1
  v2.0.0-rc.10 | v2.0.0-rc.9 | v2.0.0 v2.0.0-rc.2 v1.9.5
  v2.0.0-rc.1 | v1.9.5 | v2.0.0-rc.2 v1.9.5-rc.3
  v1.2.0-1 | v1.1.0 | v1.2.0 v1.2.0-2
  v1.2.0+build.5 | v1.1.0 | v1.2.0+build.4 v1.3.0
  v2.0 | 1.9 | v2.0.0 v1
  v1.2.3.10 | v1.2.3.9.1 | v1.2.3.9
  v${NINES}9.1 | v${NINES}8.2 | v${NINES}8.1
  k8s-v1.0.0 | none | k3s-v9.0.0 k3s-v0.9.0 v0.9.0
  k8s-v1.0.0 | k8s-v0.9.0 | k3s-v9.0.0
  python3.11-v1.2.0 | python3.11-v1.1.0 | python3.10-v1.1.9
  @acme/cli@2.1.0 | @acme/cli@2.0.9 | @acme/core@2.0.0 cli@2.0.99
  release1.2.3 | release1.2.2 | rev1.2.2
  release-2026-10-01 | release-2026-9-30 | release-2026-10-02
  release-2026 | release-2025-12-31 |
  20261001-abc | 20260930-b12c4d | 20260901-fe
  r75 | r74 | r8 k74
  v1.0.0 | none | v1.0.0
  v1.0.0 | none |
  spring | none | winter v1.0.0`);

test.each(TAGS)('the tag before $tag is $previous, and not $others', ({ tag, previous, others }) => {
  const tags = `${previous} ${others}`.split(' ').filter((name) => name !== 'none');
  expect(previousTag(tag, tags) ?? 'none').toBe(previous);
  expect(previousTag(tag, tags.toReversed()) ?? 'none').toBe(previous);
});
