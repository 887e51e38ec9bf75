import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate that it signed itself, in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** An X.509 certificate (RFC 5280) for a host name or an IPv4 address, made on the spot: valid for a day. */
export function selfSignedCertificate(host: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(node(0x31, sequence(COMMON_NAME, node(0x0c, Buffer.from(host)))));
  const toBeSigned = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))), // version 3
    node(0x02, Buffer.from([1])), // serial number
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(-1), utcTime(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    node(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, node(0x04, sequence(alternativeName(host)))))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, node(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function alternativeName(host: string): Buffer {
  return /^[\d.]+$/.test(host)
    ? node(0x87, Buffer.from(host.split('.').map(Number)))
    : node(0x82, Buffer.from(host));
}

function utcTime(inDays: number): Buffer {
  const digits = new Date(Date.now() + inDays * 86_400_000).toISOString().replace(/\D/g, '').slice(2, 14);
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
const SUBJECT_ALTERNATIVE_NAME = objectId('551d11');
