import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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

/** Which event, action and field have a thing as the REST API gives it, whole. */
const PLACES = {
  user: ['issues', 'labeled', 'sender'],
  issue: ['issues', 'labeled', 'issue'],
  label: ['issues', 'labeled', 'label'],
  issue_comment: ['issue_comment', 'created', 'comment'],
  pull_request: ['pull_request', 'assigned', 'pull_request'],
  pull_request_review: ['pull_request_review', 'submitted', 'review'],
  pull_request_review_comment: ['pull_request_review_comment', 'created', 'comment'],
  release: ['release', 'published', 'release'],
  commit: ['status', undefined, 'commit'],
  workflow_run: ['workflow_run', 'completed', 'workflow_run'],
} as const;

/** Not to be changed. Its links lead to octokit's repository unless they are given anew: nobody follows them. */
export function exampleOf(kind: keyof typeof PLACES): Payload {
  const [event, action, field] = PLACES[kind];
  return exampleOfEvent(event, action)[field];
}
