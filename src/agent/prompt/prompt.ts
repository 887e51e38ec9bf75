import { hasWords, type RequestContext } from '../request-context.ts';
import { askedBy, instructionsFor } from './instructions.ts';
import { readMaterial } from './material.ts';
import { codeQuotations, subjectQuotations } from './quotations.ts';
import { cutAtLineEnd, type FittedText, type PromptPart, quotedPart } from './quote.ts';

/**
 * Maximum number of characters, unless the instructions alone are longer. Mintlify documents no limit. It is about
 * 15,000 tokens, which leaves any model room to work.
 */
const LONGEST_PROMPT = 60_000;
const CLOSING_ROOM = 1_000;
const BETWEEN = '\n\n';

/**
 * Instructions first, then what `include` names, as far as it fits.
 *
 * @param jobKnowsThread whether the job already knows the thread: with words of its own, such a request quotes nothing again
 * @param early material that was read before
 * @throws {RunStopped} if there is nothing to send, or the instructions are longer than any prompt
 */
export async function buildPrompt(
  context: RequestContext,
  jobKnowsThread = false,
  early?: readonly PromptPart[],
): Promise<FittedText> {
  const { event, inputs, request, subject } = context;
  const quotesNothing = inputs.include?.size === 0;
  const isKnown = jobKnowsThread && hasWords(context);
  const material = early ?? (isKnown ? [] : await readMaterial(context));
  const quotesSubject = request.quotes.has('event') && !isKnown;
  const quotations = [
    ...(quotesNothing ? [] : codeQuotations(event, subject)),
    ...(quotesSubject ? subjectQuotations(context) : []),
  ];
  const parts = [...quotations.map(quotedPart), ...material];
  const usesEvent = parts.length > 0 || (request.words !== '' && !quotesNothing);
  return fitParts(instructionsFor(context), usesEvent ? askedBy(context) : '', parts);
}

/** Joins the parts in their order. Instructions are never cut. @param requester who asked; may be empty */
export function fitParts(instructions: string, requester: string, parts: readonly PromptPart[]): FittedText {
  let text = instructions;
  const add = (part: string) => {
    if (part) text += BETWEEN + part;
  };
  if (text.length + BETWEEN.length + requester.length <= LONGEST_PROMPT) add(requester);
  const missing: string[] = [];
  for (const part of parts) {
    const fitted = part(LONGEST_PROMPT - CLOSING_ROOM - text.length - BETWEEN.length);
    add(fitted.text);
    if (fitted.leftOut) missing.push(fitted.leftOut);
  }
  const leftOut = missing.join('; ');
  const closing = (rest: string) => `[Left out of this prompt: ${rest}]`;
  const isOver = instructions.length > LONGEST_PROMPT;
  const left = isOver ? CLOSING_ROOM : LONGEST_PROMPT - text.length;
  const room = left - BETWEEN.length - closing('').length;
  if (leftOut && room > 0) add(closing(cutAtLineEnd(leftOut, room)));
  return { text, leftOut };
}
