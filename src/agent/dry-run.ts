import { codeBlock } from '../text/markdown.ts';
import type { Decision } from './decide.ts';
import type { PartReport, Prompt } from './quotation.ts';
import type { AgentRun } from './request.ts';

/** What a run would do: `dry-run`. */
export interface Plan extends Pick<AgentRun, 'inputs' | 'event' | 'request'> {
  readonly decision: Decision;
  /** Its text is empty if nothing would be sent. */
  readonly prompt: Prompt;
  /** Of the request's reply, if an earlier attempt has left one; else empty. */
  readonly commentUrl: string;
}

/** The plan in plain words, for the log. */
export function planText(plan: Plan): string {
  const rows = rowsOf(plan).map(([name, value]) => `${name}: ${value}`);
  const { text, parts } = plan.prompt;
  const table = parts.length > 1 ? ['', partsText(parts)] : [];
  return [...rows, ...table, ...(text === '' ? [] : ['', text])].join('\n');
}

/** What the prompt is made of, a line for each part. */
export function partsText(parts: readonly PartReport[]): string {
  const lines = parts.map(({ name, characters, leftOut }) => {
    return `  ${name}: ${characters} characters${leftOut === '' ? '' : `; left out: ${leftOut}`}`;
  });
  return ['Parts of the prompt:', ...lines].join('\n');
}

/** The same as Markdown, for the job summary. */
export function planSummary(plan: Plan): string {
  return `## Dry run: nothing was sent\n\n${codeBlock(planText(plan))}\n`;
}

/** Values are remote text in part. */
function rowsOf(plan: Plan): [name: string, value: string][] {
  const { decision, prompt, event, inputs, commentUrl } = plan;
  const { by, what } = plan.request;
  return [
    ['Would', wouldDo(decision)],
    ['Project', `${inputs.projectId} at ${inputs.baseUrl.origin}`],
    ['Asked by', by === '' ? 'not known' : by],
    ['Event', event.name === what ? what : `${event.name}: ${what}`],
    ['Reply', inputs.comment ? commentUrl || 'a new comment' : 'none'],
    ['Prompt', prompt.text === '' ? 'none' : `${prompt.text.length} characters`],
  ];
}

function wouldDo(decision: Decision): string {
  switch (decision.kind) {
    case 'create':
      return 'start a new job';
    case 'message':
      return `send a follow-up to the job ${decision.jobId}`;
    case 'watch':
      return `watch the job ${decision.jobId}, and send nothing`;
    case 'stop':
      return `send nothing: ${decision.result.reason}`;
  }
}
