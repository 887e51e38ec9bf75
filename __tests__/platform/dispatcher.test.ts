import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as undici from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import { createDispatcher } from '../../src/platform/dispatcher.ts';

const open: Server[] = [];

async function listening(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Says by which name it was reached. */
function startServer(): Promise<number> {
  return listening(createServer(({ headers }, response) => response.end(`reached as ${headers.host}`)));
}

/** Leads every tunnel to `port`, whatever host it was asked for. */
async function startProxy(port: number): Promise<{ proxy: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const end of [socket, target]) end.on('error', () => {});
  });
  return { proxy: `http://127.0.0.1:${await listening(server)}`, asked };
}

async function get(origin: string): Promise<string> {
  const dispatcher = createDispatcher(new URL(origin), process.env);
  try {
    const { body } = await dispatcher.request({ origin, path: '/', method: 'GET' });
    return await body.text();
  } finally {
    await dispatcher.destroy();
  }
}

/** undici reads the variables of the process itself. */
function useProxy(url: string): void {
  process.env['http_proxy'] = url;
}

afterEach(() => {
  delete process.env['http_proxy'];
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

describe('the parts of undici', () => {
  test('are those of its index', () => {
    expect(Agent).toBe(undici.Agent);
    expect(Dispatcher).toBe(undici.Dispatcher);
    expect(EnvHttpProxyAgent).toBe(undici.EnvHttpProxyAgent);
  });
});

describe('connections', () => {
  test('are direct without a proxy variable', async () => {
    const port = await startServer();
    expect(await get(`http://127.0.0.1:${port}`)).toBe(`reached as 127.0.0.1:${port}`);
  });

  test('go through the proxy that the environment names', async () => {
    const { proxy, asked } = await startProxy(await startServer());
    useProxy(proxy);
    expect(await get('http://platform.example')).toBe('reached as platform.example');
    expect(asked).toEqual(['platform.example:80']);
  });

  test('to this machine never go through a proxy', async () => {
    const port = await startServer();
    const { proxy, asked } = await startProxy(port);
    useProxy(proxy);
    expect(await get(`http://localhost:${port}`)).toBe(`reached as localhost:${port}`);
    expect(asked).toEqual([]);
  });
});
