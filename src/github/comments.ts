import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { sleepUnlessAborted } from '../clock.ts';
import { signatureOf } from '../text/signature.ts';
import { type CallOptions, type GithubApi, GithubError, RETRY_MS } from './api.ts';
import type { GithubComment } from './event.ts';
import { createComment, listComments, updateComment } from './operations.ts';

// Comments that keep data for later runs in a signed, hidden marker. Only their first edit can put their ID into it.

/** Start of every marker, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';
const OWN_END = /<!-- docs-agent-action( v\d+ [A-Za-z0-9+/]+={0,2} [0-9a-f]{64})? -->\s*$/;
const SIGNED = /<!-- docs-agent-action v4 ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->/g;

export function isOwnComment(body: string): boolean {
  return OWN_END.test(body);
}

export interface Place {
  readonly repository: string;
  readonly issue: number;
  readonly scope: string;
  readonly apiKey: string;
}

export type Written = Pick<GithubComment, 'id' | 'url' | 'body' | 'createdAt' | 'updatedAt'>;
type Created = Pick<Written, 'createdAt' | 'id'>;

export interface Signed extends Written {
  readonly content: unknown;
  /** Whether the marker contains its comment's ID, so that it can't be a copy. */
  readonly holdsId: boolean;
}

export function signMarker(content: object, place: Place): string {
  // Base64 doesn't have hyphens. Two in a row could end an HTML comment.
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  return `${OWN_COMMENT} v4 ${payload} ${signature(payload, place).toString('hex')} -->`;
}

function signature(payload: string, { repository, issue, scope, apiKey }: Place): Buffer {
  const signed = ['docs-agent-action', repository.toLowerCase(), issue, scope, payload];
  return signatureOf(JSON.stringify(signed), apiKey, 'marker');
}

/** Returns the contents of the valid markers among the last twenty, because strangers can write any number. */
export function readMarkers(body: string, place: Place): unknown[] {
  return [...body.matchAll(SIGNED)].slice(-20).flatMap(([, payload = '', hex = '']) => {
    const isValid = timingSafeEqual(Buffer.from(hex, 'hex'), signature(payload, place));
    // Only this action can sign, so the payload is JSON.
    return isValid ? [JSON.parse(Buffer.from(payload, 'base64').toString()) as unknown] : [];
  });
}

/** Before a list that lacks a comment is read again. */
const STALE_PAUSES_MS = [1_000, 2_000, 4_000];
const STALE_MS = 7_000;

/**
 * Lists the comments with a valid marker, in the order of creation. A marker that names another comment's ID isn't.
 * Reads again while the list lacks a comment of `mustHold`, and throws if it stays so.
 */
export async function listSigned(
  github: GithubApi,
  place: Place,
  { mustHold = [], ...options }: CallOptions & { readonly mustHold?: readonly number[] },
): Promise<Signed[]> {
  const { signal = github.signal } = options;
  for (const pauseMs of [0, ...STALE_PAUSES_MS]) {
    if (pauseMs > 0) await sleepUnlessAborted(github.clock, pauseMs, signal);
    const comments = await github.all(listComments, { issue_number: place.issue }, options);
    if (mustHold.every((id) => comments.some((comment) => comment.id === id))) {
      return comments.flatMap((comment) => signedIn(comment, place)).sort(byCreation);
    }
  }
  throw new GithubError('Reading the comments failed: GitHub sent an outdated list.', { kind: 'transient' });
}

const envelopeSchema = z.looseObject({ comment: z.optional(z.number()) });

function signedIn(comment: GithubComment, place: Place): Signed[] {
  return readMarkers(comment.body, place).flatMap((marked) => {
    const { comment: id, ...content } = envelopeSchema.parse(marked);
    const isCopy = id !== undefined && id !== comment.id;
    return isCopy ? [] : [{ ...comment, content, holdsId: id !== undefined }];
  });
}

/** Compares comments by creation time (in whole seconds), then by ID. GitHub doesn't document that IDs increase. */
export function byCreation(a: Created, b: Created): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}

/** Creates a comment. After a lost answer, looks for the comment in the list before it tries again. */
export function createSigned(
  github: GithubApi,
  place: Place,
  text: string,
  content: object,
  options: CallOptions,
): Promise<Written> {
  const marker = signMarker(content, place);
  const parameters = { issue_number: place.issue, body: `${text}\n\n${marker}` };
  const untilMs = github.clock.now() + RETRY_MS[options.budget] - STALE_MS;
  return github.within(options, async (limited): Promise<Written> => {
    for (;;) {
      try {
        return await github.call(createComment, parameters, limited);
      } catch (error) {
        if (!(error instanceof GithubError) || error.kind !== 'transient') throw error;
        for (const pauseMs of STALE_PAUSES_MS) {
          await sleepUnlessAborted(github.clock, pauseMs, limited.signal);
          // A list that GitHub refuses says nothing of the comment.
          const listed = github.all(listComments, { issue_number: place.issue }, limited);
          const comments = await listed.catch(() => Promise.reject(error));
          const found = comments.sort(byCreation).find(({ body }) => body.includes(marker));
          if (found) return found;
        }
        if (github.clock.now() > untilMs) throw error;
      }
    }
  });
}

/** Edits a comment, and puts its ID into the marker. */
export function updateSigned(
  github: GithubApi,
  place: Place,
  id: number,
  text: string,
  content: object,
  options: CallOptions,
): Promise<Written> {
  const body = bodyOf(text, { ...content, comment: id }, place);
  return github.call(updateComment, { comment_id: id, body }, options);
}

/** Chooses among comments with one meaning: every edit by the action adds the ID, so others without it are copies. */
export function counted<T extends Signed>(all: readonly T[]): T | undefined {
  const isUnedited = ({ createdAt, updatedAt }: Signed) => createdAt === updatedAt;
  return all.find(({ holdsId }) => holdsId) ?? all.find(isUnedited) ?? all[0];
}

/** Edits the comment whose content `isOwn` recognizes, if it differs; creates it if there is none. */
export async function saveSigned(
  github: GithubApi,
  place: Place,
  isOwn: (content: unknown) => boolean,
  text: string,
  content: object,
  options: CallOptions,
): Promise<Written> {
  const own = counted((await listSigned(github, place, options)).filter((each) => isOwn(each.content)));
  if (!own) return createSigned(github, place, text, content, options);
  const isSame = own.body === bodyOf(text, { ...content, comment: own.id }, place);
  return isSame ? own : updateSigned(github, place, own.id, text, content, options);
}

function bodyOf(text: string, content: object, place: Place): string {
  return `${text}\n\n${signMarker(content, place)}`;
}
