import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { startSandbox } from '../../../sandbox/server.ts';
import { call, create, withSandbox } from './caller.ts';

test('a port that is taken is an error', () =>
  withSandbox({}, async ({ url }) => {
    const port = Number(new URL(url).port);
    await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  }));

test('closes although requests hang', async () => {
  const sandbox = await startSandbox({ scenario: 'get-hang' });
  const rejected = expect(call(sandbox, '/v2/agent/docs/job/x')).rejects.toThrow();
  while (sandbox.ledger.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await sandbox.close();
  await rejected;
});

test('the ledger tells connections apart, and keeps paths as they were on the wire', () =>
  withSandbox({}, async (sandbox) => {
    const { hostname, port } = new URL(sandbox.url);
    const get = `GET /v1/analytics/a%2Fb/../views HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${sandbox.apiKey}\r\n\r\n`;
    for (const requests of [2, 1]) {
      const socket = connect(Number(port), hostname);
      for (let nth = 0; nth < requests; nth += 1) {
        socket.write(get);
        await once(socket, 'data');
      }
      socket.destroy();
    }
    expect(sandbox.ledger.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
    expect(sandbox.ledger.requests[0]?.path).toBe('/v1/analytics/a%2Fb/../views');
  }));

test('a client that goes away or talks nonsense does no harm', () =>
  withSandbox({}, async (sandbox) => {
    const { hostname, port } = new URL(sandbox.url);
    for (const text of [
      'POST /v2/agent/docs/job HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
      'nonsense\r\n\r\n',
    ]) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.end(text);
      socket.resume();
      await once(socket, 'close');
    }
    expect((await create(sandbox)).status).toBe(201);
    expect(sandbox.ledger.jobs).toHaveLength(1);
  }));
