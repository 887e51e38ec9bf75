import { exampleOfEvent, type Payload } from './examples.ts';
import { given, pageOf, TEXT_KINDS, textJson, threadJson, userJson } from './json.ts';
import type { ReviewComment, Thread } from './things.ts';

type Written = Pick<ReviewComment, 'id' | 'association' | 'review' | 'path' | 'hunk'>;

/** What somebody does on GitHub. What is left out is as in octokit's example of the event. */
export interface GithubEvent extends Partial<Omit<Thread, 'user'> & Written> {
  readonly name: string;
  /** Empty if the event has none. */
  readonly action: string;
  readonly by?: string;
  /** When it happens (ISO 8601). */
  readonly at?: string;
  /** Of the issue, pull request or pushed commits. */
  readonly author?: string;
  readonly merged?: boolean;
  readonly isForced?: boolean;
  readonly label?: string;
  /** GitHub leaves a label out of the payload that was deleted from the repository. */
  readonly isLabelDeleted?: boolean;
  readonly formerBase?: string;
  readonly text?: string;
  /** Of a review: the texts of its comments on lines. GitHub sends an event for each. */
  readonly lines?: readonly string[];
  /** Of a comment on a line: which of the latest review's it is, from 0; one of its own unless given. */
  readonly line?: number | undefined;
  readonly tag?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly push?: PushKind;
  readonly pushed?: Payload;
}

/** A merged pull request, in GitHub's three ways, a commit without one, or a push that adds no commit to `main`. */
export type PushKind =
  | ('squash' | 'merge' | 'rebase' | 'queue' | 'direct')
  | ('forced' | 'branch-created' | 'branch-deleted' | 'tag' | 'tag-moved' | 'tag-deleted');

export const NONE = '0'.repeat(40);

/** The payload that GitHub sends of it: the one place in which tests, stories and demos make one. */
export function payloadOf(event: GithubEvent): Payload {
  const { name, action, by, at, repository, number, isPullRequest, label, formerBase, inputs } = event;
  const { id, text: body, association, review, path, hunk } = event;
  const example = exampleOfEvent(name.replace('_target', ''), action);
  const thread = { ...event, user: event.author ?? by, updatedAt: at };
  const written = {
    repository,
    number,
    isPullRequest,
    id,
    user: by,
    body,
    association,
    review,
    path,
    hunk,
    createdAt: at,
    updatedAt: at,
  };
  const kind = TEXT_KINDS.find((each) => each === name);
  const field = kind === 'pull_request_review' ? 'review' : 'comment';
  const parts = {
    action: action || undefined,
    inputs,
    sender: by && userJson(by),
    repository: repository && {
      ...example['repository'],
      full_name: repository,
      html_url: pageOf(repository),
      default_branch: 'main',
    },
    issue: example['issue'] && threadJson(thread, example['issue']),
    pull_request: example['pull_request'] && threadJson(thread, example['pull_request']),
    label: label && { ...example['label'], name: label },
    changes: formerBase && { base: { ref: { from: formerBase }, sha: { from: NONE } } },
    ...(kind && { [field]: textJson(kind, written, example[field]) }),
    release: example['release'] && {
      ...example['release'],
      ...given({ tag_name: event.tag, body: event.body }),
    },
  };
  const { label: known, ...rest } = { ...example, ...given(parts), ...event.pushed };
  return event.isLabelDeleted ? rest : { ...rest, ...given({ label: known }) };
}
