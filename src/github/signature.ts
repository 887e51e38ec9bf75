import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Deriving a key takes as long as checking a marker, and a thread can contain a million forged ones. */
const keys = new Map<string, KeyObject>();

export type Purpose = 'marker' | 'request';

/** Signs `message` with a key that is derived for `purpose`, so that the signature doesn't reveal the API key. */
export function sign(message: string, apiKey: string, purpose: Purpose): Buffer {
  return createHmac('sha256', derivedKey(apiKey, purpose)).update(message).digest();
}

export function derivedKey(apiKey: string, purpose: Purpose): KeyObject {
  const name = `${purpose} ${apiKey}`;
  let key = keys.get(name);
  if (!key) {
    key = createSecretKey(createHmac('sha256', apiKey).update(`docs-agent-action ${purpose}`).digest());
    keys.set(name, key);
  }
  return key;
}
