import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterEach } from '@jest/globals';

/** A key and a certificate that it signed itself, for api.example.test and 127.0.0.1, valid from 2020 to 2120. */
export const CERTIFICATE = path.join(import.meta.dirname, 'certificate.pem');
const pem = readFileSync(CERTIFICATE, 'utf8');
export const tls = { key: pem, cert: pem };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

/** Closes `thing` when the test is over. */
export function opening<T extends { close(): Promise<void> }>(thing: T): T {
  opened.push(thing);
  return thing;
}

/** Lets a server listen on loopback. It counts its connections, and ends them when it is closed. */
export async function listening(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A TCP server whose every connection is handled by `onConnection`. */
export function startRawServer(onConnection: (socket: Socket) => void) {
  return listening(createServer(onConnection));
}

/** Answers each whole request on a connection with `answer`, byte for byte; the requests are kept. */
export function answering(answer: string | ((socket: Socket) => void), requests: string[] = []) {
  return (socket: Socket): void => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const [head = '', body] = text.split('\r\n\r\n');
      const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
      if (body === undefined || body.length < Number(length ?? 0)) return;
      requests.push(text);
      text = '';
      if (typeof answer === 'string') socket.write(answer);
      else answer(socket);
    });
  };
}

const VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);

function clearProxies(): void {
  for (const name of VARIABLES) delete process.env[name];
}

/** Sets these proxy variables, and no others, for the rest of the test: GitHub's toolkit reads those of the process. */
export function setProxies(variables: Readonly<Record<string, string>>): void {
  clearProxies();
  Object.assign(process.env, variables);
  opening({ close: async () => clearProxies() });
}

/**
 * A proxy that answers CONNECT.
 *
 * @param target the port to which every tunnel leads, whatever was asked for; or what is answered instead, empty for
 *   no answer, and `hangs up` for none and an end; the tunnels that were asked for are kept
 * @param credentials without which it answers 407
 */
export async function startProxy(target: number | string, credentials = '') {
  const asked: { to: string; headers: IncomingHttpHeaders }[] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createHttpServer().on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push({ to: url, headers });
    const isKnown = expected === '' || headers['proxy-authorization'] === expected;
    const answer = isKnown ? target : '407 Proxy Authentication Required';
    if (typeof answer === 'string') {
      if (answer !== '') socket.end(answer === 'hangs up' ? '' : `HTTP/1.1 ${answer}\r\n\r\n`);
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const onward = connect(answer, '127.0.0.1').on('error', () => {});
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
  });
  return Object.assign(await listening(server), { asked });
}
