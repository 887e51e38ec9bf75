import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { derivedKey } from '../../text/derived-key.ts';
import { OWN_COMMENT } from '../trigger.ts';
import type { Origin, Thread } from './comment-text.ts';
import { type Turn, turnsSchema } from './turn.ts';

/**
 * The hidden part of the status comment: what the action must remember of the conversation, signed.
 *
 * The signature covers the place as well: repository, issue, project and the comment's own id. So a marker that
 * somebody copies into another comment, of the same issue or of another one, is not valid there; only the comment that
 * this action wrote can carry it. That is why nobody has to know under which login the action's token comments, which
 * `GITHUB_TOKEN` cannot ask. What is left to those who may edit the comment is to put back an older state of it.
 */

/** Where a marker is valid. */
export interface MarkerPlace extends Thread {
  readonly projectId: string;
  readonly commentId: number;
}

/** What a marker holds. */
export interface Memo {
  readonly turns: readonly Turn[];
  /** Where the conversation of a pull request began. */
  readonly origin?: Origin | undefined;
}

const originSchema = z.object({ repository: z.string(), issue: z.number(), comment: z.number() });
const memoSchema = z.object({ turns: turnsSchema, origin: z.optional(originSchema) });

/** Stands in a comment whose id is not known yet. */
export const UNSIGNED_MARKER = `${OWN_COMMENT} -->`;

const SIGNED = /<!-- docs-agent-action (v1|v2) ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->/g;
/** Bytes of turns that are unpacked; a marker that holds more was not written by this action. */
const MOST_BYTES = 1024 * 1024;

/** @param key the API key: whoever has it could start jobs anyway */
export function signMarker(memo: Memo, place: MarkerPlace, key: string): string {
  // Base64 has no hyphen, which older Markdown readers do not want twice in a comment.
  const payload = deflateRawSync(JSON.stringify(memo)).toString('base64');
  return `${OWN_COMMENT} v2 ${payload} ${signature('v2', payload, place, key).toString('hex')} -->`;
}

/** What a marker in `body` says, wherever it stands; absent unless it was signed for this very place. */
export function readMarker(body: string, place: MarkerPlace, key: string): Memo | undefined {
  for (const match of body.matchAll(SIGNED)) {
    const [version, payload, hex] = match.slice(1) as [string, string, string];
    if (!timingSafeEqual(Buffer.from(hex, 'hex'), signature(version, payload, place, key))) continue;
    // Only this action signs, so it is JSON.
    const bytes = Buffer.from(payload, 'base64');
    const json = version === 'v1' ? bytes : inflateRawSync(bytes, { maxOutputLength: MOST_BYTES });
    const content: unknown = JSON.parse(json.toString());
    return memoSchema.safeParse(version === 'v1' ? { turns: content } : content).data;
  }
  return undefined;
}

/**
 * JSON keeps the parts apart, whatever they hold. GitHub's repository names are the same in upper and lower case.
 * Version 1 signed with the API key itself; version 2 with a key that is good for nothing else.
 */
function signature(version: string, payload: string, place: MarkerPlace, key: string): Buffer {
  const { repository, issue, projectId, commentId } = place;
  const number = version === 'v1' ? 1 : 2;
  const message = [
    'docs-agent-action',
    number,
    repository.toLowerCase(),
    issue,
    projectId,
    commentId,
    payload,
  ];
  const signingKey = version === 'v1' ? key : derivedKey(key, 'marker');
  return createHmac('sha256', signingKey).update(JSON.stringify(message)).digest();
}
