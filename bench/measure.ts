import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, StepDirectory } from '../__tests__/helpers/action-environment.ts';
import { sandboxUser } from '../__tests__/helpers/with-sandbox.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';

/** Node program that is measured. */
export interface Contender {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Sample {
  readonly wallMs: number;
  readonly requests: number;
  readonly peakBytes: number;
}

const PEAK_MEMORY = path.join(import.meta.dirname, 'peak-memory.cjs');

const withSandbox = sandboxUser({});

export function withStage<T>(options: SandboxOptions, work: (stage: Stage) => Promise<T>): Promise<T> {
  return withSandbox(options, async (sandbox) => {
    const stage = new Stage(sandbox);
    return work(stage).finally(() => stage.step.remove());
  });
}

/** A sandbox, and a place for steps. */
export class Stage {
  readonly step = new StepDirectory();
  readonly sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  action(dist: string, inputs: Readonly<Record<string, string>>): Contender {
    const env = this.step.environment({ inputs, sandbox: this.sandbox });
    return { args: [path.join(dist, 'index.js')], env };
  }

  peer(file: string, variables: Readonly<Record<string, string>>): Contender {
    const { url, apiKey } = this.sandbox;
    const runner = this.step.environment({ inputs: {}, sandbox: this.sandbox });
    const env = { ...runner, BASE_URL: url, API_KEY: apiKey, PROJECT_ID: PROJECT, ...variables };
    return { args: [path.join(import.meta.dirname, 'peers', file)], env };
  }

  /** Runs the contenders in turn, so that a busy machine affects all alike. The first round is for warming up. */
  async measure(contenders: readonly Contender[], rounds: number): Promise<Sample[][]> {
    const samples: Sample[][] = contenders.map(() => []);
    for (let round = rounds > 1 ? -1 : 0; round < rounds; round += 1) {
      for (const [index, contender] of contenders.entries()) {
        this.step.reset();
        const sample = await this.#run(contender);
        if (round >= 0) samples[index]?.push(sample);
      }
    }
    return samples;
  }

  async #run({ args, env }: Contender): Promise<Sample> {
    const { ledger } = this.sandbox;
    const before = ledger.requests.length;
    const peak = path.join(this.step.root, 'peak');
    const measured = { NODE_OPTIONS: `--require ${JSON.stringify(PEAK_MEMORY)}`, BENCH_PEAK_MEMORY: peak };
    const startMs = performance.now();
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'] ?? '', ...env, ...measured },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'close');
    const wallMs = performance.now() - startMs;
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
    const requests = ledger.requests.length - before;
    return { wallMs, requests, peakBytes: Number(readFileSync(peak, 'utf8')) };
  }
}

export function median(samples: readonly Sample[], figure: keyof Sample = 'wallMs'): number {
  const sorted = samples.map((sample) => sample[figure]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}
