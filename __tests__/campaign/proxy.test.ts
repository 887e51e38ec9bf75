import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fault } from '../../campaign/faults.ts';
import { readResponse, writeMessage } from '../../campaign/http-bytes.ts';
import { FaultProxy } from '../../campaign/proxy.ts';
import { meaningOf, Wire } from '../../campaign/wire.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

/** A proxy over TCP with a sandbox behind it, where `faults` befall the creates in order. */
let faults: readonly (Partial<Fault> | undefined)[];
let sandbox: Sandbox;
let wire: Wire;
let server: net.Server;

beforeEach(async () => {
  sandbox = await startSandbox();
  wire = new Wire();
  const proxy = new FaultProxy({
    wire,
    latencyMs: 0,
    faultFor: ({ nth }) => faults[nth - 1] && { name: 'a fault', passOn: true, ...faults[nth - 1] },
    sandbox: () => sandbox,
  });
  server = net.createServer((socket) => proxy.accept(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await sandbox.close();
});

function dial(): net.Socket {
  return net.connect((server.address() as AddressInfo).port, '127.0.0.1');
}

function create(): Buffer {
  const headers = { host: 'sandbox', authorization: `Bearer ${sandbox.apiKey}` };
  return writeMessage('POST /v2/agent/p/job HTTP/1.1', '{"prompt":"Hello"}', headers);
}

/** Everything until the other side ends, breaks the connection, or is silent for a while. */
async function answerTo(request: Buffer) {
  const chunks: Buffer[] = [];
  let end: string | undefined;
  const socket = dial();
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    end = cause.code;
  });
  socket.setTimeout(2_000, () => {
    end = 'silence';
    socket.destroy();
  });
  socket.write(request);
  await new Promise((resolve) => socket.once('close', resolve));
  const bytes = Buffer.concat(chunks);
  return { bytes, chunks: chunks.length, end, answers: bytes.toString().match(/HTTP\/1\.1 201/g)?.length };
}

describe('the fault proxy', () => {
  const twice = (_: unknown, real: Buffer) => Buffer.concat([real, real]);
  const before = { passOn: false, part: 0 };

  test.each<[what: string, fault: Partial<Fault> | undefined, seen: { end?: string; answers?: number }]>([
    ['resets before the platform has the request', { ...before, end: 'reset' }, { end: 'ECONNRESET' }],
    ['resets after the platform has done it', { part: 0, end: 'reset' }, { end: 'ECONNRESET' }],
    ['closes before', { ...before, end: 'close' }, {}],
    ['closes after', { part: 0, end: 'close' }, {}],
    ['hangs before', { ...before, end: 'hang' }, { end: 'silence' }],
    ['hangs after', { part: 0, end: 'hang' }, { end: 'silence' }],
    ['lets a request without a fault through', undefined, { end: 'silence', answers: 1 }],
    ['cuts an answer', { part: 0.9, end: 'close' }, { answers: 1 }],
    ['answers twice', { answer: twice }, { end: 'silence', answers: 2 }],
    ['sends byte by byte', { msPerByte: 0.1 }, { end: 'silence', answers: 1 }],
  ])('%s', async (_, fault, { end, answers }) => {
    faults = [fault];
    const answer = await answerTo(create());
    expect(answer).toMatchObject({ end, answers });
    expect(wire.exchanges).toMatchObject([{ operation: 'create', nth: 1, delivered: answer.bytes }]);
    const jobs = sandbox.ledger.jobs.map(({ id }) => id);
    expect(jobs).toHaveLength(fault?.passOn === false ? 0 : 1);
    const isWhole = answers !== undefined && !fault?.part;
    expect(wire.exchanges.map(meaningOf)).toMatchObject([
      isWhole ? { kind: 'job', id: jobs[0] } : { kind: 'nothing' },
    ]);
    expect(readResponse(answer.bytes)?.status).toBe(isWhole ? 201 : undefined);
    if (fault?.msPerByte) expect(answer.chunks).toBeGreaterThan(50);
  });

  test('knows when the caller has left before the answer', async () => {
    faults = [{ afterMs: 1_500 }];
    const socket = dial();
    socket.write(create());
    await delay(30);
    socket.destroy();
    while (wire.exchanges[0]?.deliveredMs === undefined) await delay(5);
    expect(wire.exchanges).toMatchObject([{ callerLeftMs: expect.any(Number), delivered: Buffer.alloc(0) }]);
    expect(sandbox.ledger.jobs).toHaveLength(1);
  });

  test('counts requests on one connection one by one', async () => {
    faults = [undefined, { ...before, end: 'close' }];
    expect(await answerTo(Buffer.concat([create(), create()]))).toMatchObject({ answers: 1 });
    expect(wire.exchanges.map(({ nth, connection }) => [nth, connection])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(sandbox.ledger.jobs).toHaveLength(1);
  });
});

const json = (status: number, body: string) => writeMessage(`HTTP/1.1 ${status} X`, body).toString();
const NOTHING = { kind: 'nothing' };

test.each([
  [json(201, '{"id":"a","status":"active"}'), { kind: 'job', id: 'a', status: 'active' }],
  [
    `HTTP/1.1 103 Early Hints\r\n\r\n${json(200, '{"id":"a","status":"x","prLink":"l"}')}`,
    { kind: 'job', id: 'a', status: 'x', prLink: 'l' },
  ],
  [json(429, 'later'), { kind: 'status', status: 429 }],
  [json(302, ''), { kind: 'status', status: 302 }],
  ['HTTP/1.1 204 No Content\r\n\r\n', NOTHING],
  [json(200, '{"id":"a"}'), NOTHING],
  [json(200, '{"id":"..","status":"active"}'), NOTHING],
  [json(200, '[]'), NOTHING],
  [json(200, 'null'), NOTHING],
  [json(200, '<html>'), NOTHING],
  [json(200, '{"id":"a","status":"active"}').slice(0, -1), NOTHING],
  ['', NOTHING],
  ['SSH-2.0\r\n\r\n', NOTHING],
])('what an answer means: %j', (text, meaning) => {
  expect(meaningOf({ delivered: Buffer.from(text) })).toMatchObject(meaning);
});
