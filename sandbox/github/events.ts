import { exampleOfEvent, type Payload } from './examples.ts';
import { branchJson } from './json.ts';

/** What somebody does on GitHub. What is left out is as in octokit's example of the event. */
export interface GithubEvent {
  readonly name: string;
  /** Empty if the event has none. */
  readonly action: string;
  readonly by?: string;
  readonly repository?: string;
  /** When it happens (ISO 8601). */
  readonly at?: string;
  readonly number?: number;
  readonly isPullRequest?: boolean;
  readonly author?: string;
  readonly title?: string;
  readonly body?: string;
  readonly state?: string;
  readonly merged?: boolean;
  readonly mergeCommit?: string | null;
  readonly isForced?: boolean;
  readonly head?: string;
  readonly headRepository?: string;
  readonly labels?: readonly string[];
  readonly label?: string;
  readonly formerBase?: string;
  /** Of a comment or a review: what it says, and which it is. */
  readonly text?: string;
  readonly id?: number;
  /** How GitHub ties its author to the repository. */
  readonly association?: string;
  /** Of a review: the texts of its comments on lines. GitHub sends an event for each. */
  readonly lines?: readonly string[];
  /** Of a comment on a line: which of the latest review's it is, from 0; one of its own unless given. */
  readonly line?: number | undefined;
  readonly review?: number;
  readonly path?: string;
  readonly hunk?: string;
  readonly tag?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly push?: PushKind;
  readonly pushed?: Payload;
}

/** A merged pull request, in GitHub's three ways, a commit without one, or a push that adds no commit to `main`. */
export const PUSH_KINDS = [
  ...(['squash', 'merge', 'rebase'] as const),
  ...(['queue', 'direct', 'forced', 'branch-created', 'branch-deleted'] as const),
  ...(['tag', 'tag-moved', 'tag-deleted'] as const),
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

const COMMENTS: Readonly<Record<string, readonly [field: string, anchor: string]>> = {
  issue_comment: ['comment', 'issuecomment-'],
  pull_request_review_comment: ['comment', 'discussion_r'],
  pull_request_review: ['review', 'pullrequestreview-'],
};

/** The payload that GitHub sends of it: the one place in which tests, stories and demos make one. */
export function payloadOf(event: GithubEvent): Payload {
  const { name, action, by, repository, label, tag, formerBase } = event;
  const example = exampleOfEvent(name.replace('_target', ''), action);
  const [field, anchor = ''] = COMMENTS[name] ?? [];
  const comment = field === undefined ? {} : { [field]: commentOf(event, anchor, example[field]) };
  return {
    ...example,
    ...given({ action: action || undefined, inputs: event.inputs }),
    ...(by !== undefined && { sender: account(by, example['sender']) }),
    ...(repository !== undefined && {
      repository: {
        ...example['repository'],
        full_name: repository,
        html_url: page(repository),
        default_branch: 'main',
      },
    }),
    ...(example['issue'] && { issue: threadOf(event, example['issue']) }),
    ...(example['pull_request'] && { pull_request: threadOf(event, example['pull_request']) }),
    ...(label !== undefined && { label: { ...example['label'], name: label } }),
    ...(formerBase !== undefined && {
      changes: { base: { ref: { from: formerBase }, sha: { from: NONE } } },
    }),
    ...comment,
    ...(tag !== undefined &&
      name === 'release' && {
        release: { ...example['release'], tag_name: tag, ...given({ body: event.body }) },
      }),
    ...event.pushed,
  };
}

export const NONE = '0'.repeat(40);
const page = (path: string) => `https://github.com/${path}`;

function account(login: string, example: Payload): Payload {
  return { ...example, login, type: login.endsWith('[bot]') ? 'Bot' : 'User', html_url: page(login) };
}

function given(fields: Payload): Payload {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function urlOf({ repository, number, isPullRequest }: GithubEvent): string | undefined {
  if (repository === undefined || number === undefined) return undefined;
  return page(`${repository}/${isPullRequest ? 'pull' : 'issues'}/${number}`);
}

function threadOf(event: GithubEvent, example: Payload): Payload {
  const { name, by, author = by, repository, isPullRequest, merged, labels, at, number, title, body } = event;
  const { head } = example;
  const url = urlOf(event);
  const [label] = example['labels'] ?? [];
  const { headRepository = repository, head: sha } = event;
  return {
    ...example,
    ...given({ number, title, body, html_url: url, updated_at: at, state: event.state }),
    ...(author !== undefined && { user: account(author, example['user']) }),
    ...(labels && { labels: labels.map((each) => ({ ...label, name: each })) }),
    ...(headRepository !== undefined &&
      head && { head: branchJson(head, headRepository, head.ref, sha ?? head.sha) }),
    ...(repository !== undefined &&
      head && { base: branchJson(example['base'], repository, 'main', example['base'].sha) }),
    ...(merged !== undefined && { merged, state: merged ? 'closed' : (event.state ?? 'open') }),
    ...(merged && given({ merged_at: at, merge_commit_sha: event.mergeCommit })),
    // GitHub gives pull requests out as issues, too, with a field of that name.
    ...(isPullRequest && name === 'issue_comment' && { pull_request: { url, html_url: url } }),
  };
}

function commentOf(event: GithubEvent, anchor: string, example: Payload): Payload {
  const { by, id, text, association, review, hunk, at, name, path } = event;
  const times = name === 'pull_request_review' ? { submitted_at: at } : { created_at: at, updated_at: at };
  const fields = { id, path, body: text, author_association: association, diff_hunk: hunk, ...times };
  return {
    ...example,
    ...given({ ...fields, pull_request_review_id: review }),
    ...(by !== undefined && { user: account(by, example['user']) }),
    ...(id !== undefined && { html_url: `${urlOf(event) ?? page('')}#${anchor}${id}` }),
  };
}
