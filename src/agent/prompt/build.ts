import { thousands } from '../../text/numbers.ts';
import { shorten } from '../../text/markdown.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import { nothingSent } from '../end.ts';
import type { AgentRun } from '../request.ts';
import { type Part, quotedPart } from './quote.ts';
import { codeQuotations, subjectQuotations } from './subject-quotations.ts';

/** What was read from GitHub for the prompt, besides the event. */
export interface Material {
  readonly parts: readonly Part[];
}
export const NO_MATERIAL: Material = { parts: [] };

export interface Prompt {
  readonly text: string;
  /** What the prompt leaves out, as its closing line says; empty if nothing. */
  readonly leftOut: string;
}

/**
 * Maximum number of characters, unless the instructions alone are longer. Mintlify documents no limit. It is about
 * 15,000 tokens, which leaves any model room to work.
 */
const LONGEST_PROMPT = 60_000;
/** A longer prompt would certainly be refused. */
const MOST_CHARACTERS = 1_000_000;
const CLOSING_ROOM = 1_000;
const BETWEEN = '\n\n';

const DEFAULT_INSTRUCTION = {
  issue: 'Change the documentation as the issue below requests.',
  'pull request': 'Update the documentation so that it matches the pull request below.',
  release: 'Update the documentation for the release below.',
  changes: 'Update the documentation so that it matches the changes below.',
} as const;
const RESTRAINT = [
  'If readers of the documentation would not notice a difference, change nothing and do not open a pull request.',
  'State only what the material below shows. Update the page that covers a topic rather than adding a second one.',
  'Document nothing internal.',
].join(' ');

/**
 * Puts the instructions first, then quotes what `include` names, as far as it fits.
 *
 * @param isFollowUp whether the job already knows the thread of this request by comment
 * @throws {Stop} if the instructions are longer than any prompt may be
 */
export function buildPrompt(
  { parts }: Material,
  run: AgentRun,
  { isFollowUp }: { readonly isFollowUp: boolean },
): Prompt {
  const { event, inputs, wanted } = run;
  const others = event.comment?.others ?? [];
  const hasWords = wanted.asked !== '' || others.length > 0;
  const isRepeated = isFollowUp && wanted.what === 'comment' && hasWords;
  const quotesEvent = wanted.quotes.has('event') && !isRepeated;
  const quotesNothing = inputs.include?.size === 0;
  const quotations = [
    ...(quotesNothing ? [] : codeQuotations(event)),
    ...(quotesEvent ? subjectQuotations(run) : []),
  ];
  const all = [...quotations.map(quotedPart), ...(isRepeated ? [] : parts)];
  const usesEvent = all.length > 0 || (wanted.asked !== '' && !quotesNothing);
  const given = givenInstructions(run);
  return compose(given === '' ? defaultInstruction(run) : given, usesEvent ? askedBy(run) : '', all);
}

/**
 * Returns the instructions of the workflow and of whoever asked; empty if there are none.
 *
 * @throws {Stop} if they are longer than any prompt may be
 */
export function givenInstructions({ event, inputs, wanted }: AgentRun): string {
  // A stranger may have chosen the path of a file, so only its quotation names the path.
  const inReview = (event.comment?.others ?? []).map(
    ({ body }, index) => `Comment ${index + 1} of the same review:\n\n${visibleText(body)}`,
  );
  const all = [inputs.prompt ?? '', wanted.asked, ...inReview].filter((text) => text !== '').join(BETWEEN);
  if (all.length <= MOST_CHARACTERS) return all;
  const most = `at most ${thousands(MOST_CHARACTERS)}`;
  throw nothingSent(
    `The instructions have ${thousands(all.length)} characters, but a prompt may have ${most}.`,
    'Shorten them, because the action never cuts instructions.',
  );
}

function defaultInstruction({ event: { subject, release } }: AgentRun): string {
  const about = release ? 'release' : (subject?.kind ?? 'changes');
  return `${DEFAULT_INSTRUCTION[about]} ${RESTRAINT}`;
}

function askedBy({ event: { sender, comment } }: AgentRun): string {
  if (!sender) return '';
  const where = visibleLine(comment?.url ?? '');
  return `Requested by ${sender.login}${where && `: ${where}`}`;
}

/** Joins the parts in their order. Instructions are never cut. */
export function compose(instructions: string, by: string, parts: readonly Part[]): Prompt {
  let text = instructions;
  const add = (part: string) => {
    if (part !== '') text += BETWEEN + part;
  };
  if (text.length + BETWEEN.length + by.length <= LONGEST_PROMPT) add(by);
  const missing: string[] = [];
  for (const part of parts) {
    const fitted = part.fit(LONGEST_PROMPT - CLOSING_ROOM - text.length - BETWEEN.length);
    add(fitted.text);
    if (fitted.leftOut !== '') missing.push(fitted.leftOut);
  }
  const leftOut = missing.join('; ');
  const frame = `${BETWEEN}[Left out of this prompt: ]`.length;
  const left = instructions.length > LONGEST_PROMPT ? CLOSING_ROOM : LONGEST_PROMPT - text.length;
  if (leftOut !== '' && left > frame) add(`[Left out of this prompt: ${shorten(leftOut, Math.floor((left - frame) / 2))}]`);
  return { text, leftOut };
}
