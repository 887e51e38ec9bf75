import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { behaviourNamed } from '../../../sandbox/faults.ts';
import { writeMessage } from '../../../sandbox/http-bytes.ts';
import { Sandbox } from '../../../sandbox/server.ts';
import { withSandbox } from './caller.ts';

/** What requests and faults look like over TCP, byte by byte. */

/** Milliseconds after which nothing more is expected. */
const SILENCE_MS = 300;

function dial({ url }: Sandbox): net.Socket {
  return net.connect(Number(new URL(url).port), '127.0.0.1');
}

function create({ apiKey }: Sandbox): Buffer {
  const headers = { host: 'sandbox', authorization: `Bearer ${apiKey}` };
  return writeMessage('POST /v2/agent/p/job HTTP/1.1', '{"prompt":"Hello"}', headers);
}

/** Everything until the other side ends, breaks the connection, or is silent for a while. */
async function answerTo(sandbox: Sandbox, request: Buffer | string, patienceMs = 10_000) {
  const chunks: Buffer[] = [];
  let end: string | undefined;
  const socket = dial(sandbox);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    end = cause.code;
  });
  socket.setTimeout(patienceMs, () => {
    end = 'silence';
    socket.destroy();
  });
  socket.write(request);
  await new Promise((resolve) => socket.once('close', resolve));
  const bytes = Buffer.concat(chunks);
  return { bytes, end, chunks: chunks.length, answers: bytes.toString().match(/HTTP\/1\.1 201/g)?.length };
}

test.each<[name: string, seen: { end?: string; answers?: number; jobs?: number }]>([
  ['reset-before', { end: 'ECONNRESET', jobs: 0 }],
  ['reset-after', { end: 'ECONNRESET' }],
  ['close-before', { jobs: 0 }],
  ['close-after', {}],
  ['hang', { end: 'silence', jobs: 0 }],
  ['hang-after', { end: 'silence' }],
  ['truncated', { answers: 1 }],
  ['truncated.2', { answers: 1, end: 'silence' }],
  ['twice', { end: 'silence', answers: 2 }],
  ['drips', { end: 'silence', answers: 1 }],
  ['idle-close.1', { end: 'ECONNRESET', answers: 1 }],
  ['closing', { answers: 1 }],
  ['early-hints', { end: 'silence', answers: 1 }],
  ['huge-header', { end: 'silence', answers: 1 }],
  ['not-http', {}],
])('%s', (name, { end, answers, jobs = 1 }) =>
  withSandbox({ scenario: `create-${name}` }, async (sandbox) => {
    const answer = await answerTo(sandbox, create(sandbox), end === 'silence' ? SILENCE_MS : undefined);
    expect(answer).toMatchObject({ end, answers });
    expect(sandbox.ledger.jobs).toHaveLength(jobs);
    const [entry] = sandbox.ledger.of('create');
    expect(entry).toMatchObject({ broken: name, effect: jobs === 1, delivered: answer.bytes });
    if (name === 'drips') expect(answer.chunks).toBeGreaterThan(50);
  }),
);

test('requests on one connection are answered one by one, and counted; paths stay as they were on the wire', () =>
  withSandbox(
    { faults: [{ on: 'create', only: [2], behaviour: behaviourNamed('close-before') }] },
    async (sandbox) => {
      const both = Buffer.concat([create(sandbox), create(sandbox)]);
      expect(await answerTo(sandbox, both)).toMatchObject({ answers: 1 });
      expect(sandbox.ledger.jobs).toHaveLength(1);
      await answerTo(sandbox, writeMessage('GET /v1/a%2Fb/../views HTTP/1.1', ''), SILENCE_MS);
      expect(sandbox.ledger.requests.map(({ nth, connection, path }) => [nth, connection, path])).toEqual([
        [1, 1, '/v2/agent/p/job'],
        [2, 1, '/v2/agent/p/job'],
        [1, 2, '/v1/a%2Fb/../views'],
      ]);
      sandbox.setFaults([{ on: 'create', only: [1], behaviour: behaviourNamed('hang') }]);
      expect(await answerTo(sandbox, both, SILENCE_MS)).toMatchObject({ answers: undefined });
    },
  ));

test.each<[name: string, ended: string | number, jobs: number]>([
  ['late', 201, 1],
  ['502', 502, 0],
  ['reset-before', 'ECONNRESET', 0],
  ['reset-after', 'ECONNRESET', 1],
  ['hang-after', 'nothing', 1],
])('in memory, %s', async (name, ended, jobs) => {
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  const sandbox = new Sandbox({ scenario: `create-${name}`, sleep });
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const sent = { method: 'POST', target: '/v2/agent/p/job', headers, body: Buffer.from('{"prompt":"x"}') };
  const nothing = setImmediate().then(() => ({ status: 'nothing' }));
  const answer = sandbox.exchange(sent).catch(({ code }) => ({ status: code }));
  expect((await Promise.race([answer, nothing])).status).toBe(ended);
  expect([sandbox.ledger.jobs.length, slept]).toEqual([jobs, name === 'late' ? [5000] : []]);
});
