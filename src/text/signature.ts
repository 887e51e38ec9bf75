import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A thread can hold a million forged markers, and deriving a key takes as long as checking one. */
const keys = new Map<string, KeyObject>();

type Purpose = 'marker' | 'request';

/** Signs `message` with a key that is good for `purpose` alone: the signature says nothing of the API key. */
export function signatureOf(message: string, apiKey: string, purpose: Purpose): Buffer {
  return createHmac('sha256', derivedKey(apiKey, purpose)).update(message).digest();
}

/** Derives the key for `purpose` from the API key. Returns the same object each time. */
export function derivedKey(apiKey: string, purpose: Purpose): KeyObject {
  const name = `${purpose} ${apiKey}`;
  let key = keys.get(name);
  if (!key) {
    key = createSecretKey(createHmac('sha256', apiKey).update(`docs-agent-action ${purpose}`).digest());
    keys.set(name, key);
  }
  return key;
}
