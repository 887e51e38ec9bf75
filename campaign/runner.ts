import type { Duplex } from 'node:stream';
import type { StepOptions } from '../__tests__/helpers/action-environment.ts';
import type { StepEnd } from './played.ts';

/** What runs steps of the action: in this process and in simulated time, or as processes of the bundle. */
export interface Runner {
  /** Resolves to what `work` does, once nothing of it is left. */
  letTimePass<T>(work: Promise<T>): Promise<T>;
  /** @param options what the step is given where the platform and GitHub are at these URLs */
  start(options: (urls: Urls) => StepOptions, network: Network): Promise<StepProcess>;
}

export interface Urls {
  readonly platform: string;
  readonly github: string;
}

/** The way from a step to the world. */
export interface Network {
  /** Of the step. */
  readonly index: number;
  accept(connection: Duplex): void;
  /** A connection was refused, or is not answered. */
  miss(): void;
}

export type OutageKind = 'refused' | 'silent';

export interface StepProcess {
  /** Once the action itself runs. */
  readonly began: Promise<unknown>;
  /** Resolves to how it ended, or was ended. */
  readonly ended: Promise<StepEnd>;
  /** Once none of its code runs any more. */
  readonly settled: Promise<unknown>;
  /** From now on nobody listens to it, or everybody does again. */
  setOutage(kind: OutageKind | undefined): void;
  interrupt(signal: NodeJS.Signals): void;
  /** Without a word. */
  kill(): void;
}
