import { test } from '@jest/globals';
await import('@actions/github');
const { readStory } = await import('../../../campaign/story.ts');
const { playStory } = await import('../../../campaign/world.ts');
test('smoke', async () => {
  for (const text of ['trigger-label=docs | maria labels #12 docs; run 1 again; maria comments "/docs shorter" on #12','maria comments "/docs shorter" on #12, the create gets 504; run 1 again']) {
  for (let i=0;i<3;i++) {
  const t0 = performance.now();
  const out = await playStory(readStory(text));
  if(i==2) { for (const r of out.runs) {
    console.log(r.text, r.step.outcome, r.step.bug?.stack ?? '', r.exchanges.map((e) => `${e.operation} ${e.status}`).join(', '), r.step.log.text, r.step.outputs['reason']);
  }
  console.log(performance.now() - t0, out.unreached);}
  }}
});
