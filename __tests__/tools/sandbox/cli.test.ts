import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { scenarioNamed } from '../../../sandbox/scenarios.ts';

function start(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['sandbox/cli.ts', ...args]);
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

test('a process for people: URL, key, a line per request, ledger by HTTP', async () => {
  const child = start('--port', '0', '--scenario', 'no-pull-request', '--job-ms', '0');
  try {
    const welcome = await written(child.stdout, /ACTIONS_RUNTIME_TOKEN=\S+\n/);
    const [, url, key] = /listens at (http:\S+) .*?api-key: (\S+)/s.exec(welcome) ?? [];
    expect(welcome).toContain(`export GITHUB_API_URL=${url}/github ACTIONS_RESULTS_URL=${url}/`);
    const line = written(child.stdout, /\n/);
    const sent = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: '{"prompt":"Hello"}' };
    expect((await fetch(`${url}/v2/agent/docs/job?a=1`, sent)).status).toBe(201);
    expect(await line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} POST \/v2\/agent\/docs\/job → 201\n$/);
    expect(await (await fetch(`${url}/_sandbox/ledger`)).json()).toMatchObject({
      requests: [{ seq: 1, operation: 'create', query: { a: '1' }, status: 201 }, { operation: 'control' }],
      jobs: [{ project: 'docs', prompts: ['Hello'] }],
    });
  } finally {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    // On Windows a process is ended from outside without being told.
    expect(await exited).toEqual(process.platform === 'win32' ? [null, 'SIGINT'] : [0, null]);
  }
});

test('--help lists every scenario on a line; a wrong option is named', async () => {
  const help = await written(start('--help').stdout, /get-odd-fields .*\n/);
  const names = [...help.matchAll(/^ {2}([a-z][\w-]*) {2,}[^\n]{10,140}\.$/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(60);
  for (const name of names) expect(scenarioNamed(name)).toBeDefined();
  for (const name of ['hapy', 'toString', 'get-hung', 'list-400'])
    expect(() => scenarioNamed(name)).toThrow(RangeError);
  for (const args of [['--pages', 'many'], ['--scenario', 'unheard-of'], ['--colour']]) {
    const child = start(...args);
    const [message, [code]] = await Promise.all([written(child.stderr, /\n/), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(message).toMatch(new RegExp(`^.*${args[1] ?? args[0]}.*\n$`));
  }
});
