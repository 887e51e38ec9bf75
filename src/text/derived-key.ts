import { createHmac } from 'node:crypto';

/** A key that is good for `purpose` alone: what is made with it says nothing of the API key. */
export function derivedKey(apiKey: string, purpose: 'marker' | 'request' | 'report'): Buffer {
  return createHmac('sha256', apiKey).update(`docs-agent-action ${purpose}`).digest();
}
