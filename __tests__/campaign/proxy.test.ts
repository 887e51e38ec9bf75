import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../campaign/faults.ts';
import { readResponse, writeRequest } from '../../campaign/http-bytes.ts';
import { exchangeBytes, FaultProxy } from '../../campaign/proxy.ts';
import { meaningOf, Wire } from '../../campaign/wire.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

interface Setting {
  readonly sandbox: Sandbox;
  readonly wire: Wire;
  dial(): net.Socket;
  /** What comes back to a create, and how the connection ends. */
  create(): Promise<{ bytes: Buffer; error: string | undefined }>;
}

/** A proxy over TCP with a sandbox behind it, where `faults` befall the creates in order. */
async function withProxy(faults: readonly Fault[], body: (setting: Setting) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox();
  const wire = new Wire(() => performance.now());
  const proxy = new FaultProxy({
    wire,
    latencyMs: 0,
    faultFor: ({ operation, nth }) => (operation === 'create' ? faults[nth - 1] : undefined),
    dial: () => net.connect(Number(new URL(sandbox.url).port), '127.0.0.1'),
    sleep: (ms) => delay(ms),
    beginOutage: () => {},
  });
  const server = net.createServer((socket) => proxy.accept(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dial = () => net.connect(port, '127.0.0.1');
  const request = writeRequest(
    'POST',
    '/v2/agent/p/job',
    { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    JSON.stringify({ prompt: 'Hello' }),
  );
  try {
    await body({ sandbox, wire, dial, create: () => collect(dial(), request) });
  } finally {
    server.close();
    await sandbox.close();
  }
}

/** Everything until the other side ends, breaks the connection, or is silent for a while. */
async function collect(
  socket: net.Socket,
  request: Buffer,
): Promise<{ bytes: Buffer; error: string | undefined }> {
  const chunks: Buffer[] = [];
  let error: string | undefined;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    error = cause.code;
  });
  socket.setTimeout(300, () => {
    error = 'silence';
    socket.destroy();
  });
  socket.write(request);
  await new Promise((resolve) => socket.once('close', resolve));
  return { bytes: Buffer.concat(chunks), error };
}

const fault = (more: Partial<Fault>): Fault => ({ name: 'a fault', passOn: true, ...more });

describe('the fault proxy', () => {
  test.each([
    [
      'resets before the platform has the request',
      fault({ passOn: false, part: 0, end: 'reset' }),
      0,
      'ECONNRESET',
    ],
    ['resets after the platform has done it', fault({ part: 0, end: 'reset' }), 1, 'ECONNRESET'],
    ['closes before', fault({ passOn: false, part: 0, end: 'close' }), 0, undefined],
    ['closes after', fault({ part: 0, end: 'close' }), 1, undefined],
    ['hangs before', fault({ passOn: false, part: 0, end: 'hang' }), 0, 'silence'],
    ['hangs after', fault({ part: 0, end: 'hang' }), 1, 'silence'],
  ] as const)('%s', async (_name, one, jobs, error) => {
    await withProxy([one], async ({ sandbox, create }) => {
      const { bytes, error: seen } = await create();
      expect(bytes).toHaveLength(0);
      expect(seen).toBe(error);
      expect(sandbox.ledger.jobs).toHaveLength(jobs);
    });
  });

  test('lets a request without a fault through', async () => {
    await withProxy([], async ({ sandbox, wire, create }) => {
      const answer = readResponse((await create()).bytes);
      expect(answer?.status).toBe(201);
      expect(wire.exchanges).toMatchObject([{ operation: 'create', nth: 1, real: { status: 201 } }]);
      expect(JSON.parse(answer?.body ?? '')).toMatchObject({ id: sandbox.ledger.jobs[0]?.id });
    });
  });

  test('cuts an answer, which then says nothing', async () => {
    await withProxy([fault({ part: 0.9, end: 'close' })], async ({ wire, create }) => {
      const { bytes } = await create();
      expect(bytes.length).toBeGreaterThan(100);
      expect(readResponse(bytes)).toBeUndefined();
      expect(wire.exchanges.map(meaningOf)).toEqual([{ kind: 'nothing' }]);
    });
  });

  test('answers twice, of which the first counts', async () => {
    const twice = fault({ answer: (_, real) => Buffer.concat([real, real]) });
    await withProxy([twice], async ({ sandbox, wire, create }) => {
      expect((await create()).bytes.toString().match(/HTTP\/1\.1 201/g)).toHaveLength(2);
      expect(wire.exchanges.map(meaningOf)).toMatchObject([{ kind: 'job', id: sandbox.ledger.jobs[0]?.id }]);
    });
  });

  test('sends byte by byte', async () => {
    await withProxy([fault({ msPerByte: 0.1 })], async ({ dial, sandbox }) => {
      const socket = dial();
      const sizes: number[] = [];
      socket.on('data', (chunk: Buffer) => sizes.push(chunk.length));
      const headers = { authorization: `Bearer ${sandbox.apiKey}` };
      await exchangeBytes(socket, writeRequest('POST', '/v2/agent/p/job', headers, '{"prompt":"x"}'));
      expect(sizes.length).toBeGreaterThan(50);
    });
  });

  test('knows when the caller has left before the answer', async () => {
    await withProxy([fault({ afterMs: 100 })], async ({ dial, wire, sandbox }) => {
      const socket = dial();
      const headers = { authorization: `Bearer ${sandbox.apiKey}` };
      socket.write(writeRequest('POST', '/v2/agent/p/job', headers, '{"prompt":"x"}'));
      await delay(30);
      socket.destroy();
      while (wire.exchanges[0]?.deliveredMs === undefined) await delay(5);
      expect(wire.exchanges[0]).toMatchObject({
        callerLeftMs: expect.any(Number),
        delivered: Buffer.alloc(0),
      });
      expect(sandbox.ledger.jobs).toHaveLength(1);
    });
  });

  test('counts requests on one connection one by one', async () => {
    const refuse = fault({ passOn: false, part: 0, end: 'close' });
    await withProxy([fault({}), refuse], async ({ dial, sandbox, wire }) => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}` };
      const request = writeRequest('POST', '/v2/agent/p/job', headers, '{"prompt":"x"}');
      const { bytes } = await collect(dial(), Buffer.concat([request, request]));
      expect(bytes.toString().match(/HTTP\/1\.1 201/g)).toHaveLength(1);
      expect(wire.exchanges.map(({ nth, connection }) => [nth, connection])).toEqual([
        [1, 1],
        [2, 1],
      ]);
      expect(sandbox.ledger.jobs).toHaveLength(1);
    });
  });
});

describe('what an answer means', () => {
  const said = (text: string) => meaningOf({ delivered: Buffer.from(text) });
  const json = (status: number, body: string) =>
    `HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

  test.each([
    [json(201, '{"id":"a","status":"active"}'), { kind: 'job', id: 'a', status: 'active' }],
    [
      `HTTP/1.1 103 Early Hints\r\n\r\n${json(200, '{"id":"a","status":"x","prLink":"l"}')}`,
      { kind: 'job', id: 'a', status: 'x', prLink: 'l' },
    ],
    [json(429, 'later'), { kind: 'status', status: 429 }],
    [json(302, ''), { kind: 'status', status: 302 }],
    ['HTTP/1.1 204 No Content\r\n\r\n', { kind: 'nothing' }],
    [json(200, '{"id":"a"}'), { kind: 'nothing' }],
    [json(200, '{"id":"..","status":"active"}'), { kind: 'nothing' }],
    [json(200, '[]'), { kind: 'nothing' }],
    [json(200, 'null'), { kind: 'nothing' }],
    [json(200, '<html>'), { kind: 'nothing' }],
    [json(200, '{"id":"a","status":"active"}').slice(0, -1), { kind: 'nothing' }],
    ['', { kind: 'nothing' }],
    ['SSH-2.0\r\n\r\n', { kind: 'nothing' }],
  ])('%j', (text, meaning) => {
    expect(said(text)).toMatchObject(meaning);
  });
});
