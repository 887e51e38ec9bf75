import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { SCENARIOS } from '../../sandbox/scenarios.ts';

const ROOT = path.join(import.meta.dirname, '../..');

function start(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [path.join(ROOT, 'sandbox/cli.ts'), ...args]);
}

/** What the process wrote, once `pattern` is in it. */
async function written(stream: Readable, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (pattern.test(text)) return text;
  }
  throw new Error(`The stream ended without ${pattern}: ${text}`);
}

test('a process for people: URL, key, a line per request, ledger, site and scenario by HTTP', async () => {
  const child = start(
    '--port',
    '0',
    '--scenario',
    'no-pull-request',
    '--pages',
    '40',
    '--job-ms',
    '0',
    '--steady',
  );
  try {
    const welcome = await written(child.stdout, /ACTIONS_RUNTIME_TOKEN=\S+\n/);
    const [, url] = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(welcome) ?? [];
    const [, key] = /api-key: (\S+)/.exec(welcome) ?? [];
    expect(welcome).toContain(`export GITHUB_API_URL=${url}/github ACTIONS_RESULTS_URL=${url}/`);
    const line = written(child.stdout, /\n/);
    const created = await fetch(`${url}/v2/agent/docs/job?a=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: '{"prompt":"Hello"}',
    });
    expect(created.status).toBe(201);
    expect(await line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} POST \/v2\/agent\/docs\/job → 201\n$/);

    const ledger = await (await fetch(`${url}/_sandbox/ledger`)).json();
    expect(ledger).toMatchObject({
      requests: [
        {
          seq: 1,
          at: expect.any(Number),
          connection: 1,
          operation: 'create',
          method: 'POST',
          path: '/v2/agent/docs/job',
          query: { a: '1' },
          headers: { authorization: `Bearer ${key}` },
          body: '{"prompt":"Hello"}',
          status: 201,
          broken: null,
          effect: true,
        },
        { operation: 'control' },
      ],
      jobs: [{ project: 'docs', prompts: ['Hello'] }],
    });
    const site = await (await fetch(`${url}/_sandbox/site?dateFrom=2026-01-01&dateTo=2026-01-08`)).json();
    expect(site).toMatchObject({ totals: { total: expect.any(Number) } });
    expect((site as { rows: unknown[] }).rows).toHaveLength(40);
    expect((await fetch(`${url}/_sandbox/site?dateFrom=soon`)).status).toBe(400);

    const switchTo = (scenario: string) =>
      fetch(`${url}/_sandbox/scenario`, { method: 'POST', body: JSON.stringify({ scenario }) });
    expect((await switchTo('unheard-of')).status).toBe(400);
    expect((await switchTo('create-401')).status).toBe(200);
    const refused = await fetch(`${url}/v2/agent/docs/job`, { method: 'POST', body: '{"prompt":"Hello"}' });
    expect(refused.status).toBe(401);
  } finally {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    // On Windows a process is ended from outside without being told.
    expect(await exited).toEqual(process.platform === 'win32' ? [null, 'SIGINT'] : [0, null]);
  }
});

test('--help lists every scenario; a wrong option is told', async () => {
  const help = await written(start('--help').stdout, /artifact-blob-403 .*\n/);
  for (const name of Object.keys(SCENARIOS)) expect(help).toContain(`\n  ${name} `);
  for (const args of [['--pages', 'many'], ['--scenario', 'unheard-of'], ['--colour']]) {
    const child = start(...args);
    const [message, [code]] = await Promise.all([written(child.stderr, /\n/), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(message).toContain(args[1] ?? args[0]);
    expect(message.trim().split('\n')).toHaveLength(1);
  }
});
