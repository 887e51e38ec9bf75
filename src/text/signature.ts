import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * Cache of derived keys, by purpose and API key. Deriving a key takes as long as checking a signed marker, and a thread
 * can contain a million forged markers.
 */
const keys = new Map<string, KeyObject>();

/** Purpose of a derived key. */
type Purpose = 'marker' | 'request';

/** Signs `message` with a key that is derived only for `purpose`. The signature doesn't reveal the API key. */
export function signatureOf(message: string, apiKey: string, purpose: Purpose): Buffer {
  return createHmac('sha256', derivedKey(apiKey, purpose)).update(message).digest();
}

/** Derives the key for `purpose` from the API key, or returns it from the cache. */
export function derivedKey(apiKey: string, purpose: Purpose): KeyObject {
  const name = `${purpose} ${apiKey}`;
  let key = keys.get(name);
  if (!key) {
    key = createSecretKey(createHmac('sha256', apiKey).update(`docs-agent-action ${purpose}`).digest());
    keys.set(name, key);
  }
  return key;
}
