import { createHmac, timingSafeEqual } from 'node:crypto';
import { OWN_COMMENT } from '../trigger.ts';
import { parseTurns, type Turn } from './turn.ts';

/**
 * The hidden end of the status comment: what the action must remember of the conversation, signed.
 *
 * The signature covers the place as well: repository, issue, project and the comment's own id. So a marker that
 * somebody copies into another comment, of the same issue or of another one, is not valid there; only the comment that
 * this action wrote can carry it. That is why nobody has to know under which login the action's token comments, which
 * `GITHUB_TOKEN` cannot ask. What is left to those who may edit the comment is to put back an older state of it.
 */

/** Where a marker is valid. */
export interface MarkerPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: number;
  readonly projectId: string;
  readonly commentId: number;
}

/** Ends a comment whose id is not known yet. */
export const UNSIGNED_MARKER = `${OWN_COMMENT} -->`;

const SIGNED = /<!-- docs-agent-action v1 ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->\s*$/;

/** @param key the API key: whoever has it could start jobs anyway */
export function signMarker(turns: readonly Turn[], place: MarkerPlace, key: string): string {
  // Base64 has no hyphen, which older Markdown readers do not want twice in a comment.
  const payload = Buffer.from(JSON.stringify(turns)).toString('base64');
  return `${OWN_COMMENT} v1 ${payload} ${signature(payload, place, key).toString('hex')} -->`;
}

/** What the marker at the end of `body` says; absent unless it was signed for this very place. */
export function readMarker(body: string, place: MarkerPlace, key: string): Turn[] | undefined {
  const signed = SIGNED.exec(body);
  if (!signed) return undefined;
  const [, payload = '', hex = ''] = signed;
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), signature(payload, place, key))) return undefined;
  // Only this action signs, so it is JSON.
  return parseTurns(JSON.parse(Buffer.from(payload, 'base64').toString()));
}

/** JSON keeps the parts apart, whatever they hold. GitHub's repository names are the same in upper and lower case. */
function signature(payload: string, place: MarkerPlace, key: string): Buffer {
  const { repository, issue, projectId, commentId } = place;
  const message = ['docs-agent-action', 1, repository.toLowerCase(), issue, projectId, commentId, payload];
  return createHmac('sha256', key).update(JSON.stringify(message)).digest();
}
