import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { sleepUnlessAborted } from '../clock.ts';
import { type CallOptions, type GithubApi, REQUIRED_RETRY_MS } from './api.ts';
import { GithubError } from './errors.ts';
import type { GithubComment } from './objects.ts';
import { createComment, listComments, updateComment } from './operations.ts';
import { sign } from './signature.ts';

// Comments that keep data for later runs in a signed, hidden marker. Only their first edit can put their ID into it.

/** Start of every marker, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';
const OWN_END = /<!-- docs-agent-action( v\d+ [A-Za-z0-9+/]+={0,2} [0-9a-f]{64})? -->\s*$/;
const SIGNED = /<!-- docs-agent-action v4 ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->/g;

export function isOwnComment(body: string): boolean {
  return OWN_END.test(body);
}

/** Issue or pull request, with what the signature of a marker covers besides its content. */
export interface CommentPlace {
  /** `owner/name` */
  readonly repository: string;
  readonly issue: number;
  readonly scope: string;
  readonly apiKey: string;
}

/** The same, how to reach it, and what this run knows of it. */
export interface Thread extends CommentPlace {
  readonly github: GithubApi;
  /** Comments by ID, as last edited: an old list hides nothing that an earlier one had. Absent: each list counts alone. */
  readonly known?: Map<number, GithubComment>;
}

export interface SignedComment extends GithubComment {
  readonly content: unknown;
  /** Whether the marker contains its comment's ID, so that it can't be a copy. */
  readonly holdsId: boolean;
}

/** Text above the marker, and what the marker says. */
export interface SignedText {
  readonly text: string;
  readonly content: object;
}

export function signMarker(content: object, place: CommentPlace): string {
  // Base64 doesn't have hyphens. Two in a row could end an HTML comment.
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  return `${OWN_COMMENT} v4 ${payload} ${signatureOf(payload, place).toString('hex')} -->`;
}

function signatureOf(payload: string, { repository, issue, scope, apiKey }: CommentPlace) {
  const signed = ['docs-agent-action', repository.toLowerCase(), issue, scope, payload];
  return sign(JSON.stringify(signed), apiKey, 'marker');
}

/** Returns the contents of the valid markers among the last twenty, because strangers can write any number. */
export function readMarkers(body: string, place: CommentPlace): unknown[] {
  return [...body.matchAll(SIGNED)].slice(-20).flatMap(([, payload = '', hex = '']) => {
    const isValid = timingSafeEqual(Buffer.from(hex, 'hex'), signatureOf(payload, place));
    // Only this action can sign, so the payload is JSON.
    return isValid ? [JSON.parse(Buffer.from(payload, 'base64').toString()) as unknown] : [];
  });
}

/** Before a list that lacks a comment is read again. */
const STALE_PAUSES_MS = [1_000, 2_000, 4_000];
const STALE_MS = 7_000;

export interface ListSignedOptions extends CallOptions {
  /** IDs of comments that the list must show. */
  readonly mustHold?: readonly number[];
  /** Time after which the comments were edited last (ISO 8601); all comments if absent. */
  readonly since?: string | undefined;
}

/**
 * Lists the comments with a valid marker, in the order of creation, with those that an earlier list of this run had. A
 * marker that names another comment's ID isn't valid. Reads again while the list lacks a comment of `mustHold`, and throws if
 * it stays so.
 */
export async function listSigned(
  thread: Thread,
  { mustHold = [], since, ...options }: ListSignedOptions = {},
): Promise<SignedComment[]> {
  const { github, issue } = thread;
  const { signal = github.signal } = options;
  for (const pauseMs of [0, ...STALE_PAUSES_MS]) {
    if (pauseMs > 0) await sleepUnlessAborted(github.clock, pauseMs, signal);
    const parameters = { issue_number: issue, ...(since && { since }) };
    const comments = await github.all(listComments, parameters, options);
    if (mustHold.every((id) => comments.some((comment) => comment.id === id))) {
      const { known = new Map<number, GithubComment>() } = thread;
      for (const comment of comments) learn(comment, known);
      return [...known.values()].flatMap((comment) => signedIn(comment, thread)).sort(byCreation);
    }
  }
  throw new GithubError('Reading the comments failed: GitHub sent an outdated list.', { kind: 'transient' });
}

function learn(comment: GithubComment, known: Map<number, GithubComment>) {
  const editedAt = (each: GithubComment | undefined) => Date.parse(each?.updatedAt ?? '') || 0;
  if (editedAt(comment) >= editedAt(known.get(comment.id))) known.set(comment.id, comment);
}

const envelopeSchema = z.looseObject({ comment: z.optional(z.number()) });

function signedIn(comment: GithubComment, place: CommentPlace) {
  return readMarkers(comment.body, place).flatMap((marked) => {
    const { comment: id, ...content } = envelopeSchema.parse(marked);
    const isCopy = id !== undefined && id !== comment.id;
    return isCopy ? [] : [{ ...comment, content, holdsId: id !== undefined }];
  });
}

/** Compares comments by creation time (in whole seconds), then by ID. GitHub doesn't document that IDs increase. */
export function byCreation(a: GithubComment, b: GithubComment): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}

/** Creates a comment. After a lost answer, looks for the comment in the list before it tries again. */
export function createSigned(
  thread: Thread,
  { text, content }: SignedText,
  options: CallOptions = {},
): Promise<GithubComment> {
  const { github, issue } = thread;
  const marker = signMarker(content, thread);
  const parameters = { issue_number: issue, body: `${text}\n\n${marker}` };
  const { retryForMs = REQUIRED_RETRY_MS } = options;
  const untilMs = github.clock.now() + retryForMs - STALE_MS;
  return github.within(options, async (limited): Promise<GithubComment> => {
    for (;;) {
      try {
        return await github.call(createComment, parameters, limited);
      } catch (error) {
        if (!(error instanceof GithubError) || error.kind !== 'transient') throw error;
        for (const pauseMs of STALE_PAUSES_MS) {
          await sleepUnlessAborted(github.clock, pauseMs, limited.signal);
          // A list that GitHub refuses says nothing of the comment.
          const listing = github.all(listComments, { issue_number: issue }, limited);
          const comments = await listing.catch(() => Promise.reject(error));
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
  thread: Thread,
  id: number,
  signed: SignedText,
  options: CallOptions = {},
): Promise<GithubComment> {
  const parameters = { comment_id: id, body: bodyOf(id, signed, thread) };
  return thread.github.call(updateComment, parameters, options);
}

/** Chooses among comments with one meaning: every edit by the action adds the ID, so others without it are copies. */
export function pickOriginal<T extends SignedComment>(all: readonly T[]): T | undefined {
  const isUnedited = ({ createdAt, updatedAt }: SignedComment) => createdAt === updatedAt;
  return all.find(({ holdsId }) => holdsId) ?? all.find(isUnedited) ?? all[0];
}

/** Edits the comment whose content `isOwn` recognizes, if it differs; creates it if there is none. */
export async function saveSigned(
  thread: Thread,
  isOwn: (content: unknown) => boolean,
  signed: SignedText,
  options: CallOptions = {},
): Promise<GithubComment> {
  const all = await listSigned(thread, options);
  const own = pickOriginal(all.filter((each) => isOwn(each.content)));
  if (!own) return createSigned(thread, signed, options);
  const isUpToDate = own.body === bodyOf(own.id, signed, thread);
  return isUpToDate ? own : updateSigned(thread, own.id, signed, options);
}

function bodyOf(id: number, { text, content }: SignedText, place: CommentPlace) {
  return `${text}\n\n${signMarker({ ...content, comment: id }, place)}`;
}
