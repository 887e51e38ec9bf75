import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach } from '@jest/globals';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

/** Closes `thing` when the test is over. */
export function opening<T extends { close(): Promise<void> }>(thing: T): T {
  opened.push(thing);
  return thing;
}

/** A server on loopback that a test behaves as it likes. */
export interface TestServer {
  readonly port: number;
  /** How many connections there were. */
  readonly connections: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

export async function listening(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return sockets.size;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A TCP server whose every connection is handled by `onConnection`. */
export function startRawServer(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return listening(createServer(onConnection));
}

/** Answers each whole request on a connection with `answer`, byte for byte; the requests are kept. */
export function answering(
  answer: string | ((socket: Socket) => void),
  requests: string[] = [],
): (socket: Socket) => void {
  return (socket) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head < 0 || text.length < head + 4 + length) return;
      requests.push(text);
      text = '';
      if (typeof answer === 'string') socket.write(answer);
      else answer(socket);
    });
  };
}

const VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);

/** Sets these proxy variables, and no others, for the rest of the test: GitHub's toolkit reads those of the process. */
export function setProxies(variables: Readonly<Record<string, string>>): void {
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  for (const name of VARIABLES) delete process.env[name];
  Object.assign(process.env, variables);
  opening({
    async close() {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    },
  });
}

export interface Proxy extends TestServer {
  /** Where the tunnels were to lead, and the headers of the requests for them. */
  readonly asked: { readonly to: string; readonly headers: IncomingHttpHeaders }[];
}

/**
 * A proxy that answers CONNECT.
 *
 * @param target the port to which every tunnel leads, whatever was asked for; or what is answered instead, empty for
 *   no answer, and `hangs up` for none and an end
 * @param credentials without which it answers 407
 */
export async function startProxy(target: number | string, credentials = ''): Promise<Proxy> {
  const asked: Proxy['asked'] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createHttpServer().on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push({ to: url, headers });
    const isKnown = expected === '' || headers['proxy-authorization'] === expected;
    const answer = isKnown ? target : '407 Proxy Authentication Required';
    if (typeof answer === 'string') {
      if (answer === 'hangs up') socket.end();
      else if (answer !== '') socket.end(`HTTP/1.1 ${answer}\r\n\r\n`);
      return;
    }
    socket.write(`HTTP/1.1 200 Connection established\r\n\r\n`);
    const onward = connect(answer, '127.0.0.1').on('error', () => {});
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
  });
  return Object.assign(await listening(server), { asked });
}
