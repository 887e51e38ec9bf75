import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Reply } from './exchange.ts';

/**
 * HTTP/1.1 as bytes, as far as the sandbox and its faults need it: an answer that is cut, doubled or not HTTP at all
 * cannot be written with a server that only knows right ones.
 */

export interface RequestBytes {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bytes that it took. */
  readonly length: number;
}

const HEAD_END = '\r\n\r\n';
const LONGEST_HEAD = 64 * 1024;

/**
 * The first whole request in `bytes`; absent while some of it is missing.
 *
 * @throws {SyntaxError} when it is none
 */
export function readRequest(bytes: Buffer): RequestBytes | undefined {
  const head = readHead(bytes);
  if (!head) {
    if (bytes.length > LONGEST_HEAD) throw new SyntaxError('The head does not end');
    return undefined;
  }
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.1$/.exec(head.firstLine) ?? [];
  if (method === undefined || target === undefined) throw new SyntaxError('This is not a request');
  const rest = bytes.subarray(head.length);
  const size = Number(head.headers['content-length'] ?? '0');
  if (!Number.isInteger(size) || size < 0 || 'transfer-encoding' in head.headers)
    throw new SyntaxError('The length of the body is unknown');
  const body = rest.subarray(0, size);
  return body.length < size
    ? undefined
    : { method, target, headers: head.headers, body, length: head.length + size };
}

/** The first whole final answer in `bytes`, informational ones left out; absent if there is none. */
export function readReply(bytes: Buffer): Reply | undefined {
  const final = readFinalHead(bytes);
  if (!final) return undefined;
  const { status, headers, rest } = final;
  const length = Number(headers['content-length'] ?? (status === 204 ? 0 : Number.NaN));
  if (!(rest.length >= length)) return undefined;
  return { status, headers, body: decode(rest.subarray(0, length), headers['content-encoding']).toString() };
}

/** Of what the faults send: `deflate` with or without its header, whose first byte is 0x78. */
function decode(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  if (encoding === 'br') return brotliDecompressSync(body);
  if (encoding === 'deflate') return body[0] === 0x78 ? inflateSync(body) : inflateRawSync(body);
  return body;
}

/** The head of the first final answer, and what follows it. */
export function readFinalHead(
  bytes: Buffer,
): (Pick<Reply, 'status' | 'headers'> & { rest: Buffer }) | undefined {
  const head = readHead(bytes);
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(head?.firstLine ?? '')?.[1]);
  if (!head || Number.isNaN(status)) return undefined;
  const rest = bytes.subarray(head.length);
  return status < 200 ? readFinalHead(rest) : { status, headers: head.headers, rest };
}

function readHead(bytes: Buffer) {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [firstLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { firstLine, headers, length: end + HEAD_END.length };
}

/** A request or an answer, with a length unless `headers` say otherwise. */
export function writeMessage(
  firstLine: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  let head = `${firstLine}\r\n`;
  const all = { 'content-length': String(Buffer.byteLength(body)), ...headers };
  for (const [name, value] of Object.entries(all)) head += `${name}: ${value}\r\n`;
  return Buffer.from(`${head}\r\n${body}`);
}

export function writeReply({ status, headers, body }: Reply): Buffer {
  return writeMessage(`HTTP/1.1 ${status} Answer`, body, headers);
}
