import type { WorkflowRun } from '../../github/workflow-run.ts';
import { runUrl } from '../../github/workflow-run.ts';
import { code, link, sentence } from '../../text/markdown.ts';
import { OUTCOMES } from '../result.ts';
import { SHOWN_TURNS, type Turn, type TurnState } from './turn.ts';

/** What people read in the status comment. It is made of the turns alone, so the same turns give the same text. */

function headline(state: TurnState): string {
  if (state === 'sending') return 'received';
  return state === 'working' ? 'at work' : OUTCOMES[state].inComment;
}

const EXPLAINED: Partial<Record<TurnState, string>> = {
  sending: 'The request is on its way to the documentation platform.',
  working: 'The docs agent works on it. This comment will say how it ends.',
};

/** Characters of a job's id and of the platform's own words that are shown. */
const LONGEST_ID = 200;
const LONGEST_QUOTE = 300;

/** @param turns at least one */
export function commentText(turns: readonly Turn[], run: WorkflowRun): string {
  const turn = turns.at(-1);
  if (!turn) return '';
  const pullRequest = turns.findLast(({ job, pr }) => pr && job === turn.job)?.pr;
  return [
    `**Docs agent: ${headline(turn.state)}**`,
    ...(pullRequest ? [`Pull request: ${link(code(pullRequest), pullRequest)}`] : []),
    ...[EXPLAINED[turn.state] ?? '', ...(turn.notes ?? []).map(sentence)].filter((note) => note !== ''),
    ...(turn.said ? [`The platform said: ${code(turn.said, LONGEST_QUOTE)}`] : []),
    [
      ...(turn.job ? [`\`job-id\`: ${code(turn.job, LONGEST_ID)}`] : []),
      link('workflow run', runUrl(run, turn.run)),
    ].join(' · '),
    turns
      .slice(-SHOWN_TURNS)
      .map((each) => historyLine(each, run))
      .join('\n'),
  ].join('\n\n');
}

function historyLine({ by, what, state, run }: Turn, workflowRun: WorkflowRun): string {
  const who = by === '' ? '' : `${code(by)}: `;
  return `- ${who}${code(what)} (${link(headline(state), runUrl(workflowRun, run))})`;
}
