import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import {
  type Account,
  accountSchema,
  type CommentKind,
  commentSchema,
  type GithubComment,
  type IssueOrPull,
  issueSchema,
  labelSchema,
  optional,
  optionalText,
  type Push,
  partial,
  pullRequestSchema,
  pushSchema,
  type Release,
  releaseSchema,
} from './objects.ts';

/** What started the workflow run, as its payload says. Every text is remote text. */
export type TriggerEvent = Readonly<{
  name: string;
  /** Activity type, such as `labeled`; empty for events without one. */
  action: string;
  /** Account that caused the event, not always the author of the issue or the comment. */
  sender: Account | undefined;
  /** Issue or pull request of the event or its comment. */
  issueOrPull: IssueOrPull | undefined;
  label: string | undefined;
  comment: GithubComment | undefined;
  release: Release | undefined;
  push: Push | undefined;
  isNewBase: boolean;
  defaultBranch: string;
}>;

export class EventError extends Error {
  override readonly name = 'EventError';
}

const COMMENT_KINDS: Readonly<Record<string, CommentKind>> = {
  issue_comment: 'issue',
  pull_request_review_comment: 'line',
  pull_request_review: 'review',
};
const absent = optional(z.undefined());

/** Requires an issue, pull request, comment or review of the events that can't be handled without it. */
function payloadSchema(name: string) {
  const kind = COMMENT_KINDS[name] ?? 'other';
  const comment = kind === 'other' ? optional(commentSchema(kind)) : commentSchema(kind);
  return z.object({
    action: optionalText,
    sender: accountSchema,
    label: optional(labelSchema),
    changes: partial({ base: z.optional(z.unknown()) }),
    repository: partial({ default_branch: optionalText }),
    issue: /^issue(s|_comment)$/.test(name) ? issueSchema : absent,
    pull_request: /^pull_request(_target|_review|_review_comment)?$/.test(name) ? pullRequestSchema : absent,
    comment: kind === 'review' ? absent : comment,
    review: kind === 'review' ? comment : absent,
    release: name === 'release' ? optional(releaseSchema) : absent,
  });
}

/** Reads the run's event. Throws an {@link EventError} if its payload can't be read, or lacks what it is about. */
export function readEvent(env: NodeJS.ProcessEnv): TriggerEvent {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: file = '' } = env;
  try {
    const content: unknown = name === '' ? {} : JSON.parse(readFileSync(file, 'utf8'));
    const payload = payloadSchema(name).parse(content);
    return {
      name,
      action: payload.action,
      sender: payload.sender,
      issueOrPull: payload.issue ?? payload.pull_request,
      label: payload.label,
      comment: payload.comment ?? payload.review,
      release: payload.release,
      push: name === 'push' ? optional(pushSchema).parse(content) : undefined,
      isNewBase: payload.changes.base !== undefined,
      defaultBranch: payload.repository.default_branch,
    };
  } catch (error) {
    const problem = file === '' ? "is missing: GITHUB_EVENT_PATH isn't set" : problemOf(error);
    throw new EventError(`The payload of the \`${name}\` event ${problem}.`);
  }
}

function problemOf(error: unknown) {
  if (error instanceof SyntaxError) return "isn't JSON";
  if (!(error instanceof z.core.$ZodError)) {
    return `couldn't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  const fields = error.issues.map(({ path }) => path.join('.') || 'everything');
  return `lacks these fields: ${fields.join(', ')}`;
}
