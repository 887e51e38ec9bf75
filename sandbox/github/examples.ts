import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Where octokit's examples of webhooks have each thing as the REST API gives it, whole: the event, its action, and the
 * field of the payload.
 */
const EXAMPLES = {
  'simple-user': ['issues', 'labeled', 'sender'],
  issue: ['issues', 'labeled', 'issue'],
  label: ['issues', 'labeled', 'label'],
  'issue-comment': ['issue_comment', 'created', 'comment'],
  'pull-request': ['pull_request', 'assigned', 'pull_request'],
  'pull-request-review': ['pull_request_review', 'submitted', 'review'],
  'pull-request-review-comment': ['pull_request_review_comment', 'created', 'comment'],
  release: ['release', 'published', 'release'],
  commit: ['status', undefined, 'commit'],
  'workflow-run': ['workflow_run', 'completed', 'workflow_run'],
} as const;
const [OWNER, NAME] = ['Codertocat', 'Hello-World'];

// biome-ignore lint/suspicious/noExplicitAny: payloads are changed at will by those who ask for them.
export type Payload = Record<string, any>;
type Webhook = { readonly name: string; readonly examples: readonly Payload[] };

let webhooks: readonly Webhook[] | undefined;

/**
 * GitHub's first example of the event with that action, not to be changed; of the event with any action if there is
 * none, and with no content if there is no such event.
 */
export function exampleOfEvent(name: string, action?: string): Payload {
  // They are read when one is asked for: the file is large, and most runs ask for none.
  webhooks ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@octokit/webhooks-examples'), 'utf8'),
  ) as Webhook[];
  const examples = webhooks.find((webhook) => webhook.name === name)?.examples ?? [];
  return examples.find((payload) => payload['action'] === action) ?? examples[0] ?? {};
}

interface Place {
  /** GitHub's API as the caller sees it. */
  readonly api: string;
  readonly repository: string;
  readonly number?: number;
  readonly id?: number;
  readonly sha?: string;
}

/** What was moved already: a list may hold thousands of one kind. */
const moved = new Map<string, Payload>();

/** What the example would be elsewhere: its links lead there, and its people are the owner. Not to be changed. */
export function exampleOf(kind: keyof typeof EXAMPLES, place: Place): Payload {
  const key = JSON.stringify([kind, place]);
  const known = moved.get(key) ?? move(kind, place);
  moved.set(key, known);
  return known;
}

function move(kind: keyof typeof EXAMPLES, place: Place): Payload {
  const { api, repository, number = 1, id = 1, sha = '$&' } = place;
  const [owner = '', name = ''] = repository.split('/');
  const movedText = (text: string) =>
    text
      .replace('https://api.github.com', api)
      .replace(/(?<=\/(?:issues|pulls?)\/)\d+/, String(number))
      .replace(/(?<=\/comments\/|#\D+)\d+/, String(id))
      .replace(/\b[0-9a-f]{40}\b/, sha)
      .replaceAll(OWNER, owner)
      .replaceAll(NAME, name);
  const [event, action, field] = EXAMPLES[kind];
  const text = JSON.stringify(exampleOfEvent(event, action)[field]);
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? movedText(value) : value));
}
