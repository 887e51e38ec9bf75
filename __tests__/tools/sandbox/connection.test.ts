import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { behaviourNamed } from '../../../sandbox/faults.ts';
import { Sandbox } from '../../../sandbox/server.ts';
import { call, create, withSandbox } from './caller.ts';

/** The status of an answer, the code of the error, or that there is none. */
async function seen(answer: Promise<{ status: number | string }>, patience: Promise<unknown>) {
  const failed = (error: Error & { code?: string; cause?: { code: string } }) =>
    error.code ?? error.cause?.code;
  const status = answer.then((each) => each.status, failed);
  return Promise.race([status, patience.then(() => 'nothing')]);
}

test.each<[name: string, ended: string | number, inMemory: string | number, jobs: number]>([
  ['late.1', 201, 201, 1],
  ['502', 502, 502, 0],
  ['html', 200, 200, 1],
  ['no-id', 201, 201, 1],
  ['redirect', 302, 302, 0],
  ['key-in-400', 400, 400, 0],
  ['empty.2', 204, 204, 1],
  ['reset-before', 'ECONNRESET', 'ECONNRESET', 0],
  ['reset-after', 'ECONNRESET', 'ECONNRESET', 1],
  ['close-after', 'UND_ERR_SOCKET', 'ECONNRESET', 1],
  ['hang', 'nothing', 'nothing', 0],
  ['hang-after', 'nothing', 'nothing', 1],
])('%s ends in %s, in memory in %s', async (name, ended, inMemory, jobs) => {
  const left = { jobs: jobs > 0 ? [expect.anything()] : [], requests: [{ broken: name, effect: jobs > 0 }] };
  await withSandbox({ scenario: `create-${name}` }, async (sandbox) => {
    expect(await seen(create(sandbox), setTimeout(500))).toBe(ended);
    expect(sandbox.ledger).toMatchObject(left);
  });
  const sandbox = new Sandbox({ scenario: `create-${name}`, sleep: async () => {} });
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const sent = { method: 'POST', target: '/v2/agent/p/job', headers, body: Buffer.from('{"prompt":"x"}') };
  expect(await seen(sandbox.exchange(sent), setImmediate())).toBe(inMemory);
  expect(sandbox.ledger).toMatchObject(left);
});

test('requests are counted by operation, and paths stay as they were on the wire', () =>
  withSandbox(
    { faults: [{ on: 'create', only: [2], behaviour: behaviourNamed('403') }] },
    async (sandbox) => {
      const statuses = [];
      for (let nth = 1; nth <= 3; nth += 1) statuses.push((await create(sandbox)).status);
      await call(sandbox, '/v1/a%2Fb/views');
      expect(statuses).toEqual([201, 403, 201]);
      const requests = sandbox.ledger.requests.map(({ nth, path }) => [nth, path]);
      expect(requests.slice(2)).toEqual([
        [3, '/v2/agent/docs/job'],
        [1, '/v1/a%2Fb/views'],
      ]);
    },
  ));
