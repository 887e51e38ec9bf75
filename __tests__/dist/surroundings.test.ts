import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { annotations, type StepOptions } from '../helpers/action-environment.ts';
import { selfSignedCertificate } from '../helpers/certificate.ts';
import { endOf, expectSound, QUICK, start, withSandbox } from './cases.ts';

const HOST = 'api.example.test';
const tls = selfSignedCertificate(HOST);
const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-ca-'));
const ca = path.join(directory, 'ca.pem');
writeFileSync(ca, tls.cert);
afterAll(() => rmSync(directory, { recursive: true }));

interface Tunnel {
  readonly to: string;
  readonly headers: IncomingHttpHeaders;
}

/** A proxy on loopback that wants `credentials` if given, and leads every tunnel to `port`. */
async function withProxy(
  port: number,
  credentials: string,
  body: (url: string, tunnels: Tunnel[]) => Promise<void>,
): Promise<void> {
  const tunnels: Tunnel[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    tunnels.push({ to: url, headers });
    const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (credentials !== '' && headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const onward = connect(port, '127.0.0.1').on('error', () => {});
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels);
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
}

/** Runs the action against `https://api.example.test`, to which only the proxy knows a way. */
async function runAtHost(sandbox: Sandbox, env: NonNullable<StepOptions['env']>) {
  const step = start(sandbox, { ...QUICK, 'base-url': `https://${HOST}` }, { env });
  const result = await step.finished();
  expectSound(result, sandbox.apiKey);
  return result;
}

const portOf = ({ url }: Sandbox) => Number(new URL(url).port);

describe('behind a proxy', () => {
  test.concurrent('with a user, and a CA of its own, all goes well, and nobody sees the password', async () => {
    await withSandbox({ tls }, async (sandbox) => {
      await withProxy(portOf(sandbox), 'me:hunter2', async (proxy, tunnels) => {
        const env = { HTTPS_PROXY: `http://me:hunter2@${proxy}`, NODE_EXTRA_CA_CERTS: ca };
        const result = await runAtHost(sandbox, env);
        expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
        expect(new Set(tunnels.map(({ to }) => to))).toEqual(new Set([`${HOST}:443`]));
        expect(JSON.stringify(tunnels)).not.toContain(sandbox.apiKey);
        expect(result.log).not.toContain('hunter2');
      });
    });
  });

  test.concurrent('that wants a user says so, once', async () => {
    await withSandbox({ tls }, async (sandbox) => {
      await withProxy(portOf(sandbox), 'me:hunter2', async (proxy, tunnels) => {
        const result = await runAtHost(sandbox, { HTTPS_PROXY: `http://me:wrong-password@${proxy}` });
        expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
        expect(annotations(result, 'error')[0]).toMatch(
          /the proxy asks for a user and a password.*Nothing was started/s,
        );
        expect(result.log).not.toContain('wrong-password');
        expect(tunnels).toHaveLength(1);
      });
    });
  });

  test.concurrent('whose certificate is not trusted says what to set, and sends nothing', async () => {
    await withSandbox({ tls }, async (sandbox) => {
      await withProxy(portOf(sandbox), '', async (proxy) => {
        const result = await runAtHost(sandbox, { https_proxy: `http://${proxy}` });
        expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
        expect(annotations(result, 'error')[0]).toMatch(
          /certificate of the host is not trusted.*NODE_EXTRA_CA_CERTS/s,
        );
        expect(sandbox.ledger.requests).toEqual([]);
      });
    });
  });

  test.concurrent('loopback and NO_PROXY go around it', async () => {
    await withSandbox({}, async (sandbox) => {
      await withProxy(1, '', async (proxy, tunnels) => {
        const env = { http_proxy: `http://${proxy}`, https_proxy: `http://${proxy}` };
        const local = await start(sandbox, QUICK, { env }).finished();
        expect(endOf(local)).toEqual({ exitCode: 0, outcome: 'pull-request' });
        const around = await runAtHost(sandbox, { ...env, no_proxy: '.example.test' });
        expect(annotations(around, 'error')[0]).toMatch(/host name could not be (found|resolved)/);
        expect(tunnels).toEqual([]);
      });
    });
  });
});

test('the platform may be on IPv6', async () => {
  await withSandbox({ host: '::1' }, async (sandbox) => {
    expect(sandbox.url).toContain('[::1]');
    expect(endOf(await start(sandbox, QUICK).finished())).toEqual({ exitCode: 0, outcome: 'pull-request' });
  });
});
