import * as z from 'zod/mini';
import { shorten } from '../text/markdown.ts';
import type { Redact } from '../text/redact.ts';

export function isHtml(body: string, contentType: string): boolean {
  return /html/i.test(contentType) || /^\s*</.test(body);
}

const LONGEST_TEXT = 500;

const errorSchema = z.object({
  error: z.string(),
  details: z.catch(z.array(z.object({ message: z.string() })), []),
});

/** Returns the text of an error response: `error` and `details` from JSON, or plain text as it is; empty for HTML. */
export function errorText(body: string, contentType: string, redact: Redact): string {
  if (isHtml(body, contentType)) return '';
  let text = body.trim();
  try {
    const { error, details } = errorSchema.parse(JSON.parse(body));
    text = [error, ...details.map(({ message }) => message)].join('; ');
  } catch {}
  return shorten(redact(text), LONGEST_TEXT);
}
