import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A TCP server whose every connection is handled by `onConnection`; `closeRawServers` ends them all. */
export async function startRawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new RawServer(server, sockets);
}

export class RawServer {
  readonly #server: Server;
  readonly #sockets: ReadonlySet<Socket>;

  constructor(server: Server, sockets: ReadonlySet<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
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
