/**
 * HTTP/1.1 as bytes, as far as the fault proxy and its judge need it. It shares nothing with what the action reads
 * responses with, so that both do not make the same mistake.
 */

export interface RequestBytes {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly raw: Buffer;
}

export interface ResponseBytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';

/** The first whole request in `bytes`; absent while some of it is missing. */
export function readRequest(bytes: Buffer): RequestBytes | undefined {
  const head = readHead(bytes);
  if (!head) return undefined;
  const [method = '', path = ''] = head.firstLine.split(' ');
  const end = head.length + Number(head.headers['content-length'] ?? 0);
  if (bytes.length < end) return undefined;
  return {
    method,
    path,
    headers: head.headers,
    body: bytes.toString('utf8', head.length, end),
    raw: bytes.subarray(0, end),
  };
}

/** The first whole final response in `bytes`, informational ones left out; absent if there is none. */
export function readResponse(bytes: Buffer): ResponseBytes | undefined {
  const final = readFinalHead(bytes);
  if (!final) return undefined;
  const { status, headers, rest } = final;
  const length = Number(headers['content-length'] ?? (status === 204 ? 0 : Number.NaN));
  if (!(rest.length >= length)) return undefined;
  return { status, headers, body: rest.toString('utf8', 0, length) };
}

/** The head of the first final response, and what follows it. */
export function readFinalHead(
  bytes: Buffer,
): { status: number; headers: Record<string, string>; rest: Buffer } | undefined {
  const head = readHead(bytes);
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(head?.firstLine ?? '')?.[1]);
  if (!head || Number.isNaN(status)) return undefined;
  const rest = bytes.subarray(head.length);
  return status < 200 ? readFinalHead(rest) : { status, headers: head.headers, rest };
}

function readHead(
  bytes: Buffer,
): { firstLine: string; headers: Record<string, string>; length: number } | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [firstLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { firstLine, headers, length: end + HEAD_END.length };
}

/** A request or a response, with a length unless `headers` say otherwise. */
export function writeMessage(
  firstLine: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const all = { 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${firstLine}\r\n${lines.join('')}\r\n${body}`);
}
