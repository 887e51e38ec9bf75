import type { Reply, Sent } from './exchange.ts';

/**
 * HTTP/1.1 as bytes, as far as the sandbox and its faults need it: an answer that is cut, doubled or not HTTP at all
 * cannot be written with a server that only knows right ones.
 */

const HEAD_END = '\r\n\r\n';
const LONGEST_HEAD = 64 * 1024;

/**
 * The first whole request in `bytes`, and how many it took; absent while some of it is missing.
 *
 * @throws {SyntaxError} when it is none
 */
export function readRequest(bytes: Buffer): (Sent & { readonly length: number }) | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) {
    if (bytes.length > LONGEST_HEAD) throw new SyntaxError('The head does not end');
    return undefined;
  }
  const [firstLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.1$/.exec(firstLine) ?? [];
  if (method === undefined || target === undefined) throw new SyntaxError('This is not a request');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const size = Number(headers['content-length'] ?? '0');
  if (!Number.isInteger(size) || size < 0 || 'transfer-encoding' in headers)
    throw new SyntaxError('The length of the body is unknown');
  const start = end + HEAD_END.length;
  const body = bytes.subarray(start, start + size);
  return body.length < size ? undefined : { method, target, headers, body, length: start + size };
}

/** A request or an answer, with a length unless `headers` say otherwise. */
export function writeMessage(
  firstLine: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const all = { 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${firstLine}\r\n${lines.join('')}\r\n${body}`);
}

export function writeReply({ status, headers, body }: Reply): Buffer {
  return writeMessage(`HTTP/1.1 ${status} Answer`, body, headers);
}
