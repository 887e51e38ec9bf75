import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SandboxProcess } from './sandbox-process.ts';

/** One of several programs that do the same. */
export interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One run of a contender as a process. */
export interface Sample {
  /** From before it was started until it was gone. */
  readonly wallMs: number;
  /** Until the sandbox had its first request. */
  readonly firstByteMs: number;
  /** Until the sandbox had answered its last request. */
  readonly lastAnswerMs: number;
  readonly requests: number;
  /** Only of Node processes, and only when asked for. */
  readonly peakBytes: number | undefined;
}

export interface MeasureOptions {
  readonly sandbox: SandboxProcess;
  /** Each contender runs so often, and once more before, which does not count. */
  readonly rounds: number;
  readonly peakMemory?: boolean;
  /** Called before each run. */
  prepare?(): void;
}

const PEAK_FILE = path.join(os.tmpdir(), `bench-peak-${process.pid}`);

/** Runs the contenders in turn, so that whatever else the machine does meets all of them alike. */
export async function measure(
  contenders: readonly Contender[],
  options: MeasureOptions,
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  const warmUp = options.rounds > 1 ? 1 : 0;
  for (let round = 0; round < options.rounds + warmUp; round += 1) {
    for (const contender of contenders) {
      options.prepare?.();
      const sample = await runOnce(contender, options);
      if (round >= warmUp) samples.get(contender.name)?.push(sample);
    }
  }
  return samples;
}

async function runOnce(contender: Contender, { sandbox, peakMemory }: MeasureOptions): Promise<Sample> {
  const preload = `--require ${path.join(import.meta.dirname, 'peak-memory.cjs')}`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...contender.env,
    ...(peakMemory && { NODE_OPTIONS: preload, BENCH_PEAK_MEMORY: PEAK_FILE }),
  };
  await sandbox.take();
  const startMs = performance.now();
  const child = spawn(contender.command, contender.args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  const [code] = await once(child, 'close');
  const wallMs = performance.now() - startMs;
  if (code !== 0) throw new Error(`${contender.name} ended with ${code}:\n${text}`);
  const { requests, firstAt, lastAnswerAt } = await sandbox.take();
  const startedAt = performance.timeOrigin + startMs;
  return {
    wallMs,
    firstByteMs: firstAt - startedAt,
    lastAnswerMs: lastAnswerAt - startedAt,
    requests,
    peakBytes: takePeak(),
  };
}

function takePeak(): number | undefined {
  if (!existsSync(PEAK_FILE)) return undefined;
  const bytes = Number(readFileSync(PEAK_FILE, 'utf8'));
  rmSync(PEAK_FILE);
  return bytes;
}
