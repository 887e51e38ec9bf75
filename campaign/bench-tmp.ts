import { readStory } from './story.ts';
import { playStory } from './world.ts';

const story = readStory(process.argv[2]!);
const n = Number(process.argv[3]);
await playStory(story);
const t = process.hrtime.bigint(),
  c = process.cpuUsage();
for (let i = 0; i < n; i++) await playStory(story);
const u = process.cpuUsage(c);
console.log(
  'wall',
  Number(process.hrtime.bigint() - t) / 1e6 / n,
  'cpu user',
  u.user / 1000 / n,
  'sys',
  u.system / 1000 / n,
);
process.exit();
