import os from 'node:os';
import { expect, test } from '@jest/globals';
import { CERTIFICATE, opening, startProxy, tls } from '../helpers/servers.ts';
import { PROXY_PASSWORD, preloading, run, WELL, withSandbox } from './cases.ts';

const NOWHERE = { url: 'https://api.example.test', apiKey: 'mint_0123456789abcdef' };
const CA = { NODE_EXTRA_CA_CERTS: CERTIFICATE };
const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

/** How a run ends that could start nothing. */
const failsWith = (why: RegExp, warnings = '') => ({
  exitCode: 1,
  outcome: 'error',
  warnings: expect.stringContaining(warnings),
  errors: expect.stringMatching(new RegExp(`${why.source}.*Nothing was started\\.`, 's')),
});
const REFUSED = failsWith(/NODE_EXTRA_CA_CERTS/, 'NODE_TLS_REJECT_UNAUTHORIZED is 0');
const portOf = ({ url }: { url: string }) => new URL(url).port;

interface Certificate {
  readonly of: string;
  readonly env: Record<string, string>;
  /** Of Mintlify, which is on this machine; elsewhere, behind the proxy, unless given. */
  readonly host?: string;
  /** The variable that names the proxy, and whether that is one with TLS. */
  readonly variable?: string;
  readonly isProxySecure?: boolean;
  readonly end: object;
}

/** Whoever is trusted as a proxy would be asked for a tunnel. A proxy may be named without `http://`, and sees no key. */
test.each<Certificate>([
  { of: 'a private CA', env: CA, host: '127.0.0.1', end: WELL },
  { of: 'a private CA behind a proxy with a user', env: CA, variable: 'https_proxy', end: WELL },
  { of: 'another host', env: CA, host: 'localhost', end: failsWith(/ERR_TLS_CERT_ALTNAME_INVALID/) },
  { of: 'a host that is not to be checked', env: UNCHECKED, host: '127.0.0.1', end: REFUSED },
  { of: 'a host behind a proxy, not to be checked', env: UNCHECKED, variable: 'HTTPS_PROXY', end: REFUSED },
  { of: 'a proxy', env: UNCHECKED, variable: 'HTTPS_PROXY', isProxySecure: true, end: REFUSED },
])('a certificate is checked: that of $of', (row) =>
  withSandbox({ tls }, async (sandbox) => {
    const { env, host, variable = '', isProxySecure = false, end: expected } = row;
    const port = portOf(sandbox);
    const proxy = opening(await startProxy(Number(port), `me:${PROXY_PASSWORD}`));
    const named = isProxySecure
      ? `https://localhost:${port}`
      : `me:${PROXY_PASSWORD}@127.0.0.1:${proxy.port}`;
    const url = host === undefined ? NOWHERE.url : `https://${host}:${port}`;
    const place = { url, apiKey: sandbox.apiKey };
    const { end } = await run(place, {}, { env: { ...env, ...(variable && { [variable]: named }) } });
    expect([end, sandbox.ledger.requests.length > 0]).toEqual([expected, expected === WELL]);
    const hosts = new Set(proxy.asked.map(({ to }) => to));
    expect(hosts).toEqual(new Set(variable && !isProxySecure ? ['api.example.test:443'] : []));
    expect(JSON.stringify(proxy.asked)).not.toContain(sandbox.apiKey);
  }),
);

/** Gives every name the addresses of the variable ADDRESSES, in that order. */
const LOOKUP = `
const all = process.env.ADDRESSES.split(' ').map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
require('node:dns').lookup = (name, options, callback) => setImmediate(callback, null, all);`;
const addresses = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');

test.each([['127.0.0.2', '127.0.0.1'], ['::1', '127.0.0.1'], ...(hasIpv6 ? [['127.0.0.1', '::1']] : [])])(
  'a name with several addresses: nobody listens at %s, and Mintlify at %s',
  (nobody, host) =>
    withSandbox({ host }, async (sandbox) => {
      const mintlify = { url: `http://localhost:${portOf(sandbox)}`, apiKey: sandbox.apiKey };
      const env = { ...preloading(LOOKUP), ADDRESSES: `${nobody} ${host}` };
      expect((await run(mintlify, {}, { env })).end).toEqual(WELL);
    }),
);
