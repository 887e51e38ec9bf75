import os from 'node:os';
import { expect, test } from '@jest/globals';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { selfSigned } from '../helpers/certificate.ts';
import { opening, startProxy } from '../helpers/servers.ts';
import { endOf, expectSound, preloading, start, withSandbox } from './cases.ts';

const [tls, otherTls] = [selfSigned('platform'), selfSigned('other')];
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
  const result = await start(platform, {}, { env }).finished();
  expectSound(result, platform);
  expect(JSON.stringify([visibleText(result), result.files])).not.toContain(PASSWORD);
  const told = (name: 'error' | 'warning') => annotations(result, name).join('\n');
  return { ...endOf(result), errors: told('error'), warnings: told('warning') };
}

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

/** Makes pauses twenty times as short, also those before a POST is sent again. */
const HURRY = `
const timers = require('node:timers/promises');
const { setTimeout } = timers;
timers.setTimeout = (ms, ...others) => setTimeout(ms / 20, ...others);
require('node:module').syncBuiltinESMExports();`;

test('a proxy that closes the connection is asked four times, as a variable without a scheme says', async () => {
  const { port, asked } = opening(await startProxy('hangs up'));
  const end = await endIn({ https_proxy: `localhost:${port}`, ...preloading(HURRY) });
  expect(end).toEqual(failsWith(/the proxy couldn't connect \(PROXY_UND_ERR_SOCKET\)/));
  expect(asked).toHaveLength(4);
});

const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const REFUSED = failsWith(/NODE_EXTRA_CA_CERTS/, 'NODE_TLS_REJECT_UNAUTHORIZED is 0');
const ANOTHER = failsWith(/ERR_TLS_CERT_ALTNAME_INVALID/);

/** Whoever is trusted as a proxy would be asked for a tunnel. */
test.each<[string, typeof tls, (port: number, proxy: number) => Record<string, string>, object]>([
  ['of a private CA', tls, () => ({ NODE_EXTRA_CA_CERTS: tls.file }), WELL],
  ['of another host', otherTls, () => ({ NODE_EXTRA_CA_CERTS: otherTls.file }), ANOTHER],
  ['that is not to be checked', tls, () => UNCHECKED, REFUSED],
  ['not to be checked behind a proxy', tls, (_, proxy) => ({ ...UNCHECKED, ...proxyAt(proxy) }), REFUSED],
  ['of a proxy', tls, (port) => ({ ...UNCHECKED, HTTPS_PROXY: `https://localhost:${port}` }), REFUSED],
])('a certificate is checked: one %s', async (_, certificate, variables, expected) => {
  await withSandbox({ tls: certificate }, async (sandbox) => {
    const proxy = opening(await startProxy(portOf(sandbox)));
    const env = variables(portOf(sandbox), proxy.port);
    expect(await endIn(env, 'HTTPS_PROXY' in env ? NOWHERE : sandbox)).toEqual(expected);
    expect(sandbox.ledger.requests.length > 0).toBe(expected === WELL);
  });
});

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
