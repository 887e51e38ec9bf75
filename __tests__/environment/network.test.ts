import { lookup } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { endOf, expectSound, QUICK, start, withSandbox } from '../dist/cases.ts';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { selfSignedCertificate } from '../helpers/certificate.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-ca-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The variable with which the action trusts `cert`. */
function trust(cert: string): Record<string, string> {
  const file = path.join(directory, `${Math.random()}.pem`);
  writeFileSync(file, cert);
  return { NODE_EXTRA_CA_CERTS: file };
}

const PASSWORD = 'hunter2-of-the-proxy';
const NOWHERE = { url: 'https://api.example.test', apiKey: 'mint_0123456789abcdef' };

interface Ending {
  readonly exitCode: number | null;
  readonly outcome: string | undefined;
  /** The annotations that say why. */
  readonly errors: string;
}

/** Runs the action against a platform that it cannot reach, in `env`; nothing of the password may show. */
async function endIn(
  env: Record<string, string>,
  inputs: Record<string, string> = {},
  platform = NOWHERE,
): Promise<Ending> {
  const result = await start(platform, { ...QUICK, ...inputs }, { env }).finished();
  expectSound(result, platform.apiKey);
  expect(JSON.stringify([visibleText(result), result.files])).not.toContain(PASSWORD);
  return { ...endOf(result), errors: annotations(result, 'error').join('\n') };
}

/** A server that does `behave` with every connection, and counts them. */
async function withServer(
  behave: (socket: Socket) => void,
  body: (port: number, connections: () => number) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body((server.address() as AddressInfo).port, () => sockets.size);
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
}

/** How often a create is tried when it provably did not arrive. */
const TRIES = 4;
const proxyAt = (port: number) => ({ HTTPS_PROXY: `http://me:${PASSWORD}@127.0.0.1:${port}` });
const NOTHING_STARTED = {
  exitCode: 1,
  outcome: 'error',
  errors: expect.stringContaining('Nothing was started.'),
};

describe('a proxy that', () => {
  test.concurrent.each([
    ['answers 502', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 'the proxy answered 502', TRIES],
    ['answers 403', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno', 'the proxy answered 403', TRIES],
    ['asks for a user', 'HTTP/1.1 407 Authenticate\r\n\r\n', 'asks for a user and a password', 1],
    ['speaks another language', 'SSH-2.0-OpenSSH_9.6\r\n', 'failed', TRIES],
  ])('%s is named, and nothing is started', async (_name, answer, why, tries) => {
    await withServer(
      (socket) => socket.end(answer),
      async (port, connections) => {
        const end = await endIn(proxyAt(port));
        expect(end).toEqual(NOTHING_STARTED);
        expect(end.errors).toContain(why);
        expect(connections()).toBe(tries);
      },
    );
  });

  test.concurrent('hangs up is tried again, and nothing is started', async () => {
    await withServer(
      (socket) => socket.resetAndDestroy(),
      async (port, connections) => {
        const end = await endIn(proxyAt(port));
        expect(end).toEqual(NOTHING_STARTED);
        expect(end.errors).toContain('the connection closed');
        expect(connections()).toBe(TRIES);
      },
    );
  });

  test.concurrent('does not answer is given up in time, and nothing is started', async () => {
    await withServer(
      () => {},
      async (port) => {
        const end = await endIn(proxyAt(port), { 'timeout-minutes': '0.05' });
        expect(end).toEqual(NOTHING_STARTED);
      },
    );
  });

  test.concurrent('is not there is named, and nothing is started', async () => {
    let closed = 0;
    await withServer(
      () => {},
      async (port) => {
        closed = port;
      },
    );
    const end = await endIn(proxyAt(closed));
    expect(end).toEqual(NOTHING_STARTED);
    expect(end.errors).toContain('the connection was refused (ECONNREFUSED)');
  });

  test.concurrent.each([
    `http//me:${PASSWORD}@proxy.example:3128`,
    `ftp://me:${PASSWORD}@`,
    `me:${PASSWORD}@h:99999`,
  ])('has no usable URL is told, without its password: %s', async (url) => {
    const end = await endIn({ HTTPS_PROXY: url });
    expect(end).toEqual(NOTHING_STARTED);
    expect(end.errors).toContain('HTTPS_PROXY');
  });
});

describe('over TLS', () => {
  test.concurrent('a private CA is trusted by NODE_EXTRA_CA_CERTS', async () => {
    const tls = selfSignedCertificate('127.0.0.1');
    await withSandbox({ tls }, async (sandbox) => {
      const end = await endIn(trust(tls.cert), {}, sandbox);
      expect(end).toEqual({ exitCode: 0, outcome: 'pull-request', errors: '' });
    });
  });

  test.concurrent('the certificate of another host is not', async () => {
    const tls = selfSignedCertificate('other.example.test');
    await withSandbox({ tls }, async (sandbox) => {
      const end = await endIn(trust(tls.cert), {}, sandbox);
      expect(end).toEqual(NOTHING_STARTED);
      expect(end.errors).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
      expect(sandbox.ledger.requests).toEqual([]);
    });
  });

  test.concurrent('certificates are checked even where the environment says not to', async () => {
    const tls = selfSignedCertificate('127.0.0.1');
    await withSandbox({ tls }, async (sandbox) => {
      const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
      const result = await start(sandbox, QUICK, { env }).finished();
      expectSound(result, sandbox.apiKey);
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(annotations(result, 'warning').join()).toContain('NODE_TLS_REJECT_UNAUTHORIZED is 0.');
      expect(annotations(result, 'error').join()).toContain('NODE_EXTRA_CA_CERTS');
      expect(sandbox.ledger.requests).toEqual([]);
    });
  });

  test.concurrent('a host that does not speak it is told', async () => {
    await withServer(
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      async (port, connections) => {
        const end = await endIn({}, {}, { ...NOWHERE, url: `https://127.0.0.1:${port}` });
        expect(end).toEqual(NOTHING_STARTED);
        expect(end.errors).toContain('could not agree on an encrypted connection');
        expect(connections()).toBe(TRIES);
      },
    );
  });
});

describe('a name that cannot be resolved', () => {
  const url = 'https://no-such-host.invalid';

  test.concurrent('fails a create, and nothing was started', async () => {
    const end = await endIn({}, {}, { ...NOWHERE, url });
    expect(end).toEqual(NOTHING_STARTED);
    expect(end.errors).toMatch(/host name could not be (found|resolved)/);
  });

  test.concurrent('says nothing of a job that is watched', async () => {
    const inputs = { prompt: '', 'job-id': 'job_1', 'timeout-minutes': '0.02' };
    const end = await endIn({}, inputs, { ...NOWHERE, url });
    expect(end).toMatchObject({ exitCode: 1, outcome: 'timeout' });
    expect(end.errors).toMatch(/host name could not be (found|resolved)/);
  });
});

test('a name that has several addresses is tried at each', async () => {
  const addresses = await lookup('localhost', { all: true });
  if (addresses.length < 2) return;
  for (const host of ['127.0.0.1', '::1']) {
    await withSandbox({ host }, async (sandbox) => {
      const url = `http://localhost:${new URL(sandbox.url).port}`;
      const end = await endIn({}, {}, { url, apiKey: sandbox.apiKey });
      expect(end).toEqual({ exitCode: 0, outcome: 'pull-request', errors: '' });
    });
  }
});
