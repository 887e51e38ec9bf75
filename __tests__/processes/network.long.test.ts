import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { selfSigned } from '../helpers/certificate.ts';
import { startProxy, startRawServer, type TestServer } from '../helpers/servers.ts';
import { endOf, expectSound, QUICK, start, withSandbox } from './cases.ts';

/** What proxies answer is told in `__tests__/platform/proxy.test.ts`; here is what only a process can show. */

const tls = selfSigned('platform');

const HOST = 'api.example.test';
const PASSWORD = 'hunter2-of-the-proxy';
const NOWHERE = { url: `https://${HOST}`, apiKey: 'mint_0123456789abcdef' };

const WELL = { exitCode: 0, outcome: 'pull-request', errors: '', warnings: '' };

/** How a run ends that could start nothing. */
const failsWith = (why: RegExp, warnings = '') => ({
  ...{ exitCode: 1, outcome: 'error', warnings: expect.stringContaining(warnings) },
  errors: expect.stringMatching(new RegExp(`${why.source}.*Nothing was started\\.`, 's')),
});

/** How the action ends in `env`; nothing of the proxy's password may show. */
async function endIn(env: Record<string, string>, platform = NOWHERE) {
  const result = await start(platform, QUICK, { env }).finished();
  expectSound(result, platform);
  expect(JSON.stringify([visibleText(result), result.files])).not.toContain(PASSWORD);
  const [errors, warnings] = (['error', 'warning'] as const).map((name) =>
    annotations(result, name).join('\n'),
  );
  return { ...endOf(result), errors, warnings };
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
        const env = { ...proxyAt(port), NODE_EXTRA_CA_CERTS: tls.file };
        expect(await endIn(env, { ...NOWHERE, apiKey: sandbox.apiKey })).toEqual(WELL);
        expect(new Set(asked.map(({ to }) => to))).toEqual(new Set([`${HOST}:443`]));
        expect(JSON.stringify(asked)).not.toContain(sandbox.apiKey);
      }),
    );
  });

  test.concurrent.each<[string, Parameters<typeof startRawServer>[0], RegExp]>([
    [
      'speaks another language',
      (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
      /the proxy couldn't connect/,
    ],
    ['resets the connection', (socket) => socket.resetAndDestroy(), /the proxy couldn't connect/],
  ])('that %s, nothing is started', async (_, behave, why) => {
    const server = startRawServer((socket) => socket.once('data', () => behave(socket)));
    await using(server, async ({ port }) => {
      expect(await endIn(proxyAt(port))).toEqual(failsWith(why));
    });
  });
});

describe('a proxy that closes the connection', () => {
  test.concurrent.each(['HTTPS_PROXY', 'https_proxy'])(
    'is asked four times, %s without a scheme',
    async (name) => {
      await using(startProxy('hangs up'), async ({ port, asked }) => {
        const end = await endIn({ [name]: `localhost:${port}` });
        expect(end).toEqual(failsWith(/the proxy couldn't connect \(PROXY_UND_ERR_SOCKET\)/));
        expect(asked.length).toBeLessThanOrEqual(4);
      });
    },
  );
});

describe('over TLS', () => {
  test.concurrent.each([
    ['of the host is', 'platform', WELL, true],
    ['of another host is not', 'other', failsWith(/ERR_TLS_CERT_ALTNAME_INVALID/), false],
  ] as const)('a certificate of a private CA %s trusted', async (_, name, expected, arrives) => {
    const certificate = selfSigned(name);
    await withSandbox({ tls: certificate }, async (sandbox) => {
      expect(await endIn({ NODE_EXTRA_CA_CERTS: certificate.file }, sandbox)).toEqual(expected);
      expect(sandbox.ledger.requests.length > 0).toBe(arrives);
    });
  });

  test.concurrent.each(['direct', 'through a proxy', 'of the proxy'] as const)(
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
          expect(end).toEqual(failsWith(/NODE_EXTRA_CA_CERTS/, 'NODE_TLS_REJECT_UNAUTHORIZED is 0'));
          expect(sandbox.ledger.requests).toEqual([]);
        }),
      ),
  );
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
      const platform = { url: `http://localhost:${portOf(sandbox)}`, apiKey: sandbox.apiKey };
      const env = { NODE_OPTIONS: `--require ${preload}`, ADDRESSES: `${nobody} ${host}` };
      expect(await endIn(env, platform)).toEqual(WELL);
    });
  });
});
