import Sequencer from '@jest/test-sequencer';

/** They take three seconds and more, so a fresh clone, where jest knows no times yet, must not begin them last. */
const SLOW = [
  'stories/stories',
  'processes/interruption',
  'processes/network',
  'analytics/browser',
  'hostile/runs',
  'campaign/campaign',
  'hostile/growth',
];

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) =>
      SLOW.findLastIndex((name) => path.replaceAll('\\', '/').endsWith(`${name}.test.ts`));
    const slow = [...tests].filter((test) => rank(test) >= 0).sort((a, b) => rank(a) - rank(b));
    return [...slow, ...super.sort(tests).filter((test) => rank(test) < 0)];
  }
}
