import { judgeStory } from './judge.ts';
import type { Played } from './story.ts';

/** All there is to say about a story. */
export function tellStory(played: Played): string {
  const problems = judgeStory(played);
  const logs = played.steps.map(({ index, run, attempt, expected, end }) => {
    const outputs = Object.entries(end.result.outputs).filter(([, value]) => value !== '');
    const told = outputs.map(([name, value]) => `${name}=${value}`).join('\n');
    return `[${index}] run ${run}, attempt ${attempt}, ${expected}:\n${end.result.log.trimEnd()}\n${told}\n`;
  });
  return [
    JSON.stringify(played.story, undefined, 1),
    `\nOn the wire:\n${played.wire.text}\n`,
    ...logs,
    ...played.comments.map(({ issue, user, body }) => `On ${issue}, ${user}: ${body.slice(0, 2_000)}\n`),
    problems.length > 0 ? `Broken promises:\n- ${problems.join('\n- ')}` : 'Every promise was kept.',
  ].join('\n');
}
