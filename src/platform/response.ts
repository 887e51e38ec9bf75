import * as z from 'zod/mini';
import { shorten } from '../text/markdown.ts';
import type { Redact } from '../text/redact.ts';

/** Checks by content type and by look whether a body is HTML. */
export function isHtml(body: string, contentType: string): boolean {
  return /html/i.test(contentType) || /^\s*</.test(body);
}

/** Characters of an error's text that are worth showing. */
const LONGEST_TEXT = 500;

const errorSchema = z.object({
  error: z.string(),
  details: z.catch(z.array(z.object({ message: z.string() })), []),
});

/**
 * Returns the text of an error: `error` and `details` of its JSON, or its plain text (a 429 may be plain text). Returns
 * an empty text for HTML, which does not help a maintainer.
 */
export function errorText(body: string, contentType: string, redact: Redact): string {
  if (isHtml(body, contentType)) return '';
  let text = body.trim();
  try {
    const { error, details } = errorSchema.parse(JSON.parse(body));
    text = [error, ...details.map(({ message }) => message)].join('; ');
  } catch {}
  return shorten(redact(text), LONGEST_TEXT);
}
