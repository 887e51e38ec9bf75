import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { scenarioNamed } from '../../../sandbox/scenarios.ts';

test('a process for people: URL, key, a line per request, ledger by HTTP', async () => {
  const options = ['--port', '0', '--scenario', 'no-pull-request', '--job-ms', '0'];
  const child = spawn(process.execPath, ['sandbox/cli.ts', ...options]);
  const exited = once(child, 'exit');
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const written = async (pattern: RegExp) => {
    while (!pattern.test(text)) await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  };
  try {
    await written(/ACTIONS_RUNTIME_TOKEN=\S+\n\n/);
    const [, url, key] = /listens at (http:\S+) .*?api-key: (\S+)/s.exec(text) ?? [];
    expect(text).toContain(`export GITHUB_API_URL=${url}/github ACTIONS_RESULTS_URL=${url}/ `);
    const sent = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: '{"prompt":"Hello"}' };
    expect((await fetch(`${url}/v2/agent/docs/job?a=1`, sent)).status).toBe(201);
    await written(/\n\d\d:\d\d:\d\d\.\d{3} POST \/v2\/agent\/docs\/job → 201\n$/);
    expect(await (await fetch(`${url}/_sandbox/ledger`)).json()).toMatchObject({
      requests: [{ seq: 1, operation: 'create', query: { a: '1' }, status: 201 }, { operation: 'control' }],
      jobs: [{ project: 'docs', prompts: ['Hello'] }],
    });
  } finally {
    child.kill('SIGINT');
    // On Windows a process is ended from outside without being told.
    expect(await exited).toEqual(process.platform === 'win32' ? [null, 'SIGINT'] : [0, null]);
  }
});

test('--help lists every scenario on a line; a wrong option is named', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['sandbox/cli.ts', ...args], { encoding: 'utf8' });
  const all = run('--help').stdout.matchAll(/^ {2}([a-z][\w-]*) {2,}[^\n]{10,140}\.$/gm);
  const names = [...all].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(60);
  for (const name of names) expect(scenarioNamed(name)).toBeDefined();
  for (const name of ['hapy', 'toString', 'get-hung', 'list-400'])
    expect(() => scenarioNamed(name)).toThrow(RangeError);
  for (const args of [['--pages', 'many'], ['--scenario', 'unheard-of'], ['--colour']]) {
    const message = expect.stringMatching(new RegExp(`^.*${args.at(-1)}.*\n$`));
    expect(run(...args)).toMatchObject({ status: 1, stderr: message });
  }
});
