import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { type SelfSigned, selfSigned } from '../helpers/certificate.ts';
import { startProxy, startRawServer, type TestServer } from '../helpers/servers.ts';
import { endOf, expectSound, QUICK, start, withSandbox } from './cases.ts';

/** What proxies answer is told in `__tests__/platform/proxy.test.ts`; here is what only a process can show. */

/** The variable with which the action trusts a certificate. */
const trust = ({ file }: SelfSigned) => ({ NODE_EXTRA_CA_CERTS: file });
const tls = selfSigned('platform');

const HOST = 'api.example.test';
const PASSWORD = 'hunter2-of-the-proxy';
const NOWHERE = { url: `https://${HOST}`, apiKey: 'mint_0123456789abcdef' };

/** How often a create is tried when it provably did not arrive. */
const TRIES = 4;

interface Ending {
  readonly exitCode: number | null;
  readonly outcome: string | undefined;
  /** The annotations, as text. */
  readonly errors: string;
  readonly warnings: string;
}

const WELL: Ending = { exitCode: 0, outcome: 'pull-request', errors: '', warnings: '' };

/** How a run ends that could start nothing. */
const failsWith = (why: RegExp) => ({
  ...{ exitCode: 1, outcome: 'error', warnings: '' },
  errors: expect.stringMatching(new RegExp(`${why.source}.*Nothing was started\\.`, 's')),
});

/** Runs the action in `env`; nothing of the proxy's password may show. */
async function endIn(
  env: Record<string, string>,
  platform = NOWHERE,
  inputs: Record<string, string> = {},
): Promise<Ending> {
  const result = await start(platform, { ...QUICK, ...inputs }, { env }).finished();
  expectSound(result, platform.apiKey);
  expect(JSON.stringify([visibleText(result), result.files])).not.toContain(PASSWORD);
  const [errors, warnings] = (['error', 'warning'] as const).map((name) =>
    annotations(result, name).join('\n'),
  );
  return { ...endOf(result), errors: errors ?? '', warnings: warnings ?? '' };
}

async function using<T extends TestServer>(opening: Promise<T>, body: (server: T) => Promise<void>) {
  const server = await opening;
  await body(server).finally(() => server.close());
}

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
const proxyAt = (port: number) => ({ HTTPS_PROXY: `http://me:${PASSWORD}@127.0.0.1:${port}` });

describe('behind a proxy', () => {
  test.concurrent('with a user, and a CA of its own, all goes well, and the key stays inside', async () => {
    await withSandbox({ tls }, (sandbox) =>
      using(startProxy(portOf(sandbox), `me:${PASSWORD}`), async ({ port, asked }) => {
        const env = { ...proxyAt(port), ...trust(tls) };
        expect(await endIn(env, { ...NOWHERE, apiKey: sandbox.apiKey })).toEqual(WELL);
        expect(new Set(asked.map(({ to }) => to))).toEqual(new Set([`${HOST}:443`]));
        expect(JSON.stringify(asked)).not.toContain(sandbox.apiKey);
      }),
    );
  });

  test.concurrent('whose certificate is not trusted, nothing is sent', async () => {
    await withSandbox({ tls }, (sandbox) =>
      using(startProxy(portOf(sandbox)), async ({ port }) => {
        const end = await endIn(proxyAt(port));
        expect(end).toEqual(failsWith(/certificate of the host is not trusted.*NODE_EXTRA_CA_CERTS/));
        expect(sandbox.ledger.requests).toEqual([]);
      }),
    );
  });

  test.concurrent.each([
    ['wants another password', '407 Authenticate', /asks for a user and a password/, 1],
    ['answers 502', '502 Bad Gateway', /the proxy made no connection \(PROXY_502\)/, TRIES],
  ])('that %s, nothing is started', async (_, answer, why, tries) => {
    await using(startProxy(answer), async ({ port, asked }) => {
      expect(await endIn(proxyAt(port))).toEqual(failsWith(why));
      expect(asked).toHaveLength(tries);
    });
  });

  test.concurrent.each<[string, Parameters<typeof startRawServer>[0], RegExp]>([
    ['speaks another language', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /failed/],
    ['hangs up', (socket) => socket.resetAndDestroy(), /the connection closed/],
  ])('that %s, nothing is started', async (_, behave, why) => {
    const server = startRawServer((socket) => socket.once('data', () => behave(socket)));
    await using(server, async ({ port }) => {
      expect(await endIn(proxyAt(port))).toEqual(failsWith(why));
    });
  });

  test.concurrent.each([
    `http//me:${PASSWORD}@proxy.example:3128`,
    `ftp://me:${PASSWORD}@`,
    `me:${PASSWORD}@h:99999`,
  ])('without a usable URL, the password is not told: %s', async (url) => {
    expect(await endIn({ HTTPS_PROXY: url })).toEqual(failsWith(/HTTPS_PROXY/));
  });

  test.concurrent('loopback and NO_PROXY go around it', async () => {
    await withSandbox({}, (sandbox) =>
      using(startProxy(1), async ({ port, asked }) => {
        const env = { http_proxy: `http://127.0.0.1:${port}`, https_proxy: `http://127.0.0.1:${port}` };
        expect(await endIn(env, sandbox)).toEqual(WELL);
        const around = await endIn({ ...env, no_proxy: '.example.test' });
        expect(around).toEqual(failsWith(/no connection could be made \((ENOTFOUND|EAI_AGAIN)\)/));
        expect(asked).toEqual([]);
      }),
    );
  });
});

describe('over TLS', () => {
  test.concurrent('a private CA is trusted by NODE_EXTRA_CA_CERTS', async () => {
    await withSandbox({ tls }, async (sandbox) => {
      expect(await endIn(trust(tls), sandbox)).toEqual(WELL);
    });
  });

  test.concurrent('the certificate of another host is not', async () => {
    const other = selfSigned('other');
    await withSandbox({ tls: other }, async (sandbox) => {
      expect(await endIn(trust(other), sandbox)).toEqual(failsWith(/ERR_TLS_CERT_ALTNAME_INVALID/));
      expect(sandbox.ledger.requests).toEqual([]);
    });
  });

  test.concurrent.each(['direct', 'through a proxy', 'of the proxy'])(
    'certificates are checked even where the environment says not to: %s',
    (way) =>
      withSandbox({ tls }, (sandbox) =>
        using(startProxy(portOf(sandbox)), async (proxy) => {
          const proxies = {
            direct: {},
            'through a proxy': proxyAt(proxy.port),
            // Whoever is trusted there would be asked for a tunnel.
            'of the proxy': { HTTPS_PROXY: `https://localhost:${portOf(sandbox)}` },
          }[way];
          const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', ...proxies };
          const end = await endIn(env, way === 'direct' ? sandbox : NOWHERE);
          expect({ ...end, warnings: '' }).toEqual(failsWith(/NODE_EXTRA_CA_CERTS/));
          expect(end.warnings).toContain('NODE_TLS_REJECT_UNAUTHORIZED is 0.');
          expect(sandbox.ledger.requests).toEqual([]);
        }),
      ),
  );
});

test('a name that cannot be resolved says nothing of a job that is watched', async () => {
  const inputs = { prompt: '', 'job-id': 'job_1', 'timeout-minutes': '0.02' };
  const end = await endIn({}, { ...NOWHERE, url: 'https://no-such-host.invalid' }, inputs);
  expect(end).toMatchObject({ exitCode: 1, outcome: 'timeout' });
  expect(end.errors).toMatch(/no connection could be made \((ENOTFOUND|EAI_AGAIN)\)/);
});

describe('a name that has several addresses is tried at each', () => {
  const addresses = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
  const hasIpv6 = addresses.some(({ address }) => address === '::1');
  const preload = path.join(import.meta.dirname, 'many-addresses.cjs');

  test.concurrent.each([
    ['127.0.0.2', '127.0.0.1'],
    ['::1', '127.0.0.1'],
    ...(hasIpv6 ? [['127.0.0.1', '::1']] : []),
  ])('nobody listens at %s, and the platform at %s', async (nobody, host) => {
    await withSandbox({ host }, async (sandbox) => {
      const platform = { url: `http://many.localhost:${portOf(sandbox)}`, apiKey: sandbox.apiKey };
      const env = { NODE_OPTIONS: `--require ${preload}`, ADDRESSES: `${nobody} ${host}` };
      expect(await endIn(env, platform)).toEqual(WELL);
    });
  });
});
