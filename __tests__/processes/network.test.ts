import os from 'node:os';
import { expect, test } from '@jest/globals';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { selfSigned } from '../helpers/certificate.ts';
import { opening, startProxy, startRawServer } from '../helpers/servers.ts';
import { endOf, expectSound, preloading, QUICK, start, withSandbox } from './cases.ts';

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
  const told = (name: 'error' | 'warning') => annotations(result, name).join('\n');
  return { ...endOf(result), errors: told('error'), warnings: told('warning') };
}

/** Makes pauses twenty times as short, also those before a POST is sent again. */
const HURRY = `
const timers = require('node:timers/promises');
const { setTimeout } = timers;
timers.setTimeout = (ms, ...others) => setTimeout(ms / 20, ...others);
require('node:module').syncBuiltinESMExports();`;

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
const proxyAt = (port: number) => ({ HTTPS_PROXY: `http://me:${PASSWORD}@127.0.0.1:${port}` });

test('behind a proxy with a user, and a CA of its own, all goes well, and the key stays inside', () =>
  withSandbox({ tls }, async (sandbox) => {
    const { port, asked } = opening(await startProxy(portOf(sandbox), `me:${PASSWORD}`));
    const env = { ...proxyAt(port), NODE_EXTRA_CA_CERTS: tls.file };
    expect(await endIn(env, { ...NOWHERE, apiKey: sandbox.apiKey })).toEqual(WELL);
    expect(new Set(asked.map(({ to }) => to))).toEqual(new Set([`${HOST}:443`]));
    expect(JSON.stringify(asked)).not.toContain(sandbox.apiKey);
  }));

test('behind a proxy that speaks another language, nothing is started', async () => {
  const answer = 'SSH-2.0-OpenSSH_9.6\r\n';
  const { port } = opening(await startRawServer((socket) => socket.once('data', () => socket.end(answer))));
  const env = { ...proxyAt(port), ...preloading(HURRY) };
  expect(await endIn(env)).toEqual(failsWith(/the proxy couldn't connect/));
});

test.each(['HTTPS_PROXY', 'https_proxy'])(
  'a proxy that closes the connection is asked four times, %s without a scheme',
  async (name) => {
    const { port, asked } = opening(await startProxy('hangs up'));
    const end = await endIn({ [name]: `localhost:${port}`, ...preloading(HURRY) });
    expect(end).toEqual(failsWith(/the proxy couldn't connect \(PROXY_UND_ERR_SOCKET\)/));
    expect(asked).toHaveLength(4);
  },
);

test.each([
  ['of the host is', 'platform', WELL, true],
  ['of another host is not', 'other', failsWith(/ERR_TLS_CERT_ALTNAME_INVALID/), false],
] as const)('a certificate of a private CA %s trusted', async (_, name, expected, arrives) => {
  const certificate = selfSigned(name);
  await withSandbox({ tls: certificate }, async (sandbox) => {
    expect(await endIn({ NODE_EXTRA_CA_CERTS: certificate.file }, sandbox)).toEqual(expected);
    expect(sandbox.ledger.requests.length > 0).toBe(arrives);
  });
});

test.each(['direct', 'through a proxy', 'of the proxy'] as const)(
  'certificates are checked even where the environment says not to: %s',
  (way) =>
    withSandbox({ tls }, async (sandbox) => {
      const proxy = opening(await startProxy(portOf(sandbox)));
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
);

/** Gives `localhost` the addresses of the variable ADDRESSES, in that order. */
const LOOKUP = `
const dns = require('node:dns');
const { lookup } = dns;
dns.lookup = (name, options, callback) => {
  if (name !== 'localhost') return lookup(name, options, callback);
  const family = (address) => (address.includes(':') ? 6 : 4);
  const all = process.env.ADDRESSES.split(' ').map((address) => ({ address, family: family(address) }));
  setImmediate(() => options.all ? callback(null, all) : callback(null, all[0].address, all[0].family));
};`;
const addresses = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');

test.each([['127.0.0.2', '127.0.0.1'], ['::1', '127.0.0.1'], ...(hasIpv6 ? [['127.0.0.1', '::1']] : [])])(
  'a name with several addresses: nobody listens at %s, and the platform at %s',
  async (nobody, host) => {
    await withSandbox({ host }, async (sandbox) => {
      const platform = { url: `http://localhost:${portOf(sandbox)}`, apiKey: sandbox.apiKey };
      const env = { ...preloading(LOOKUP), ADDRESSES: `${nobody} ${host}` };
      expect(await endIn(env, platform)).toEqual(WELL);
    });
  },
);
