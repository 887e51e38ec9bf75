import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key and a certificate that it signed itself, in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** An X.509 certificate (RFC 5280) for a host name or an IPv4 address, made on the spot: valid for a day. */
export function selfSignedCertificate(host: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toBeSigned = tbsCertificate(host, publicKey);
  const signature = sign('sha256', toBeSigned, privateKey);
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, node(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function tbsCertificate(host: string, publicKey: KeyObject): Buffer {
  const name = sequence(node(0x31, sequence(COMMON_NAME, node(0x0c, Buffer.from(host)))));
  const [yesterday, tomorrow] = [-1, 1].map((days) => utcTime(new Date(Date.now() + days * 86_400_000)));
  return sequence(
    node(0xa0, node(0x02, Buffer.from([2]))),
    node(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(yesterday as Buffer, tomorrow as Buffer),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    node(
      0xa3,
      sequence(
        extension(BASIC_CONSTRAINTS, sequence(node(0x01, Buffer.from([0xff])))),
        alternativeName(host),
      ),
    ),
  );
}

function alternativeName(host: string): Buffer {
  const isAddress = /^[\d.]+$/.test(host);
  const name = isAddress
    ? node(0x87, Buffer.from(host.split('.').map(Number)))
    : node(0x82, Buffer.from(host));
  return extension(SUBJECT_ALTERNATIVE_NAME, sequence(name));
}

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, node(0x04, value));
}

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return node(0x17, Buffer.from(`${digits}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return node(0x30, ...parts);
}

/** DER: a tag, a length, a value. */
function node(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const objectId = (hex: string) => node(0x06, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');
const BASIC_CONSTRAINTS = objectId('551d13');
const SUBJECT_ALTERNATIVE_NAME = objectId('551d11');
