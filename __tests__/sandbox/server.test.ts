import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import { call, create, views, withSandbox } from './caller.ts';

test('listens where it is told, and says under which name it is known', async () => {
  await withSandbox({ host: '::1' }, async (sandbox) => {
    expect(sandbox.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await create(sandbox)).status).toBe(201);
  });
  await withSandbox({ publicUrl: 'https://sandbox.example' }, async ({ url }) => {
    expect(url).toBe('https://sandbox.example');
  });
});

test('a port that is taken is an error', () =>
  withSandbox({}, async ({ url }) => {
    await expect(startSandbox({ port: Number(new URL(url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  }));

test('closes although requests hang', async () => {
  const sandbox = await startSandbox({ scenario: 'get-hang' });
  const hanging = call(sandbox, '/v2/agent/docs/job/x');
  const rejected = expect(hanging).rejects.toThrow();
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

test('views can be slow', () =>
  withSandbox({ viewsDelayMs: 60 }, async (sandbox) => {
    const started = performance.now();
    await views(sandbox, 'limit=1');
    expect(performance.now() - started).toBeGreaterThan(55);
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
