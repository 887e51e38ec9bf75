import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A key and a certificate that it signed itself, in PEM, and the certificate's file, for `NODE_EXTRA_CA_CERTS`. `platform` is
 * for api.example.test and 127.0.0.1, `other` for other.example.test. Both are valid from 2020 to 2120.
 */
export function selfSigned(name: 'platform' | 'other') {
  const fileOf = (what: string) => path.join(import.meta.dirname, 'certificates', `${name}.${what}.pem`);
  const [key, cert] = ['key', 'cert'].map((what) => readFileSync(fileOf(what), 'utf8')) as [string, string];
  return { key, cert, file: fileOf('cert') };
}
