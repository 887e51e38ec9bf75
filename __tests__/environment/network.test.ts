import { lookup } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { endOf, expectSound, QUICK, start, withSandbox } from '../dist/cases.ts';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { selfSignedCertificate } from '../helpers/certificate.ts';
import { startProxy } from '../helpers/servers.ts';

/** What proxies answer is told in `__tests__/platform/proxy.test.ts`; here is what only a process can show. */

const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-ca-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The variable with which the action trusts `cert`. */
function trust(cert: string): Record<string, string> {
  const file = path.join(directory, `${Math.random()}.pem`);
  writeFileSync(file, cert);
  return { NODE_EXTRA_CA_CERTS: file };
}

const HOST = 'api.example.test';
const PASSWORD = 'hunter2-of-the-proxy';
const WELL = { exitCode: 0, outcome: 'pull-request' };
const ILL = { exitCode: 1, outcome: 'error' };

/** Runs the action in `env`; nothing of the proxy's password may show. */
async function runIn(env: Record<string, string>, platform: { url: string; apiKey: string }) {
  const result = await start(platform, QUICK, { env }).finished();
  expectSound(result, platform.apiKey);
  expect(JSON.stringify([visibleText(result), result.files])).not.toContain(PASSWORD);
  return result;
}

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

test.concurrent('behind a proxy with a user, and a CA of its own, all goes well, and the key stays inside', async () => {
  const tls = selfSignedCertificate(HOST);
  await withSandbox({ tls }, async (sandbox) => {
    const proxy = await startProxy(portOf(sandbox), `me:${PASSWORD}`);
    const env = { HTTPS_PROXY: `http://me:${PASSWORD}@127.0.0.1:${proxy.port}`, ...trust(tls.cert) };
    const result = await runIn(env, { url: `https://${HOST}`, apiKey: sandbox.apiKey });
    await proxy.close();
    expect([endOf(result), annotations(result, 'warning')]).toEqual([WELL, []]);
    expect(new Set(proxy.asked.map(({ to }) => to))).toEqual(new Set([`${HOST}:443`]));
    expect(JSON.stringify(proxy.asked)).not.toContain(sandbox.apiKey);
  });
});

const other = selfSignedCertificate('other.example.test');

test.concurrent.each([
  ['of another host', other, trust(other.cert), /ERR_TLS_CERT_ALTNAME_INVALID.*Nothing was started\./s, []],
  [
    ...([
      'that nobody vouches for, even where the environment says not to check',
      selfSignedCertificate('127.0.0.1'),
    ] as const),
    ...([{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_EXTRA_CA_CERTS.*Nothing was started\./s] as const),
    [expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED is 0.')],
  ],
] as const)('a certificate %s is refused, and nothing is sent', async (_, tls, env, why, warnings) => {
  await withSandbox({ tls }, async (sandbox) => {
    const result = await runIn(env, sandbox);
    expect([endOf(result), annotations(result, 'warning')]).toEqual([ILL, warnings]);
    expect(annotations(result, 'error')).toEqual([expect.stringMatching(why)]);
    expect(sandbox.ledger.requests).toEqual([]);
  });
});

test('a name that has several addresses is tried at each, IPv6 too', async () => {
  const addresses = await lookup('localhost', { all: true });
  if (addresses.length < 2) return;
  for (const host of ['127.0.0.1', '::1']) {
    await withSandbox({ host }, async (sandbox) => {
      expect(endOf(await runIn({}, sandbox))).toEqual(WELL);
      const url = `http://localhost:${portOf(sandbox)}`;
      expect(endOf(await runIn({}, { url, apiKey: sandbox.apiKey }))).toEqual(WELL);
    });
  }
});
