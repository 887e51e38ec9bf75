import { createHmac } from 'node:crypto';

/** Signs `message` with a key that is good for `purpose` alone: the signature says nothing of the API key. */
export function signatureOf(message: string, apiKey: string, purpose: 'marker' | 'request'): Buffer {
  const key = createHmac('sha256', apiKey).update(`docs-agent-action ${purpose}`).digest();
  return createHmac('sha256', key).update(message).digest();
}
