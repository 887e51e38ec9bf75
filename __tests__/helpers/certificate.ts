import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A key and a certificate that it signed itself, in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
  /** Where the certificate is, for `NODE_EXTRA_CA_CERTS`. */
  readonly file: string;
}

/** `platform` is for api.example.test and 127.0.0.1, `other` for other.example.test. Both are valid from 2020 to 2120. */
export function selfSigned(name: 'platform' | 'other'): SelfSigned {
  const fileOf = (what: string) => path.join(import.meta.dirname, 'certificates', `${name}.${what}.pem`);
  const read = (what: string) => readFileSync(fileOf(what), 'utf8');
  return { key: read('key'), cert: read('cert'), file: fileOf('cert') };
}
