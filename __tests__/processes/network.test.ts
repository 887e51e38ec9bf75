import os from 'node:os';
import { expect, test } from '@jest/globals';
import { CERTIFICATE, opening, startProxy, tls } from '../helpers/servers.ts';
import { PROXY_PASSWORD, preloading, run, WELL, withSandbox } from './cases.ts';

const NOWHERE = { url: 'https://api.example.test', apiKey: 'mint_0123456789abcdef' };
const CA = { NODE_EXTRA_CA_CERTS: CERTIFICATE };
const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const PROXY = `me:${PROXY_PASSWORD}@127.0.0.1:{proxy}`;

/** How a run ends that could start nothing. */
const failsWith = (why: RegExp, warnings = '') => ({
  exitCode: 1,
  outcome: 'error',
  warnings: expect.stringContaining(warnings),
  errors: expect.stringMatching(new RegExp(`${why.source}.*Nothing was started\\.`, 's')),
});
const REFUSED = failsWith(/NODE_EXTRA_CA_CERTS/, 'NODE_TLS_REJECT_UNAUTHORIZED is 0');
const portOf = ({ url }: { url: string }) => new URL(url).port;

/** Whoever is trusted as a proxy would be asked for a tunnel. A proxy may be named without `http://`, and sees no key. */
test.each<[string, url: string, env: Record<string, string>, asksProxy: boolean, end: object]>([
  ['of a private CA', 'https://127.0.0.1:{mintlify}', CA, false, WELL],
  ['of a private CA behind a proxy with a user', NOWHERE.url, { ...CA, https_proxy: PROXY }, true, WELL],
  ['of another host', 'https://localhost:{mintlify}', CA, false, failsWith(/ERR_TLS_CERT_ALTNAME_INVALID/)],
  ['that is not to be checked', 'https://127.0.0.1:{mintlify}', UNCHECKED, false, REFUSED],
  ['not to be checked behind a proxy', NOWHERE.url, { ...UNCHECKED, HTTPS_PROXY: PROXY }, true, REFUSED],
  ['of a proxy', NOWHERE.url, { ...UNCHECKED, HTTPS_PROXY: 'https://localhost:{mintlify}' }, false, REFUSED],
])('a certificate is checked: one %s', (_, at, variables, asksProxy, expected) =>
  withSandbox({ tls }, async (sandbox) => {
    const proxy = opening(await startProxy(Number(portOf(sandbox)), `me:${PROXY_PASSWORD}`));
    const withPorts = (text: string) =>
      text.replace('{mintlify}', portOf(sandbox)).replace('{proxy}', `${proxy.port}`);
    const env = JSON.parse(withPorts(JSON.stringify(variables)));
    const { end } = await run({ url: withPorts(at), apiKey: sandbox.apiKey }, {}, { env });
    expect([end, sandbox.ledger.requests.length > 0]).toEqual([expected, expected === WELL]);
    const hosts = new Set(proxy.asked.map(({ to }) => to));
    expect(hosts).toEqual(new Set(asksProxy ? ['api.example.test:443'] : []));
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
