import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { StepOptions } from '../__tests__/helpers/action-environment.ts';
import { Bundle, type BundleResult, type StartedStep } from '../__tests__/helpers/run-bundle.ts';
import type { StepEnd } from './played.ts';
import type { Network, OutageKind, Runner, StepProcess, Urls } from './runner.ts';

/** Steps of the bundle as processes of their own, over TCP and in real time. Any number at once. */

const bundle = new Bundle();
process.on('exit', () => bundle.remove());

class BundleStep implements StepProcess {
  readonly began: Promise<unknown>;
  readonly ended: Promise<StepEnd>;
  readonly settled: Promise<unknown>;
  readonly #network: Network;
  readonly #server: net.Server;
  readonly #port: number;
  readonly #step: StartedStep;
  #isOver = false;

  constructor(options: (urls: Urls) => StepOptions, network: Network, server: net.Server) {
    this.#network = network;
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    const url = `http://127.0.0.1:${this.#port}`;
    this.#step = bundle.start(options({ platform: url, github: url }));
    this.began = this.#step.logged('::add-mask::');
    this.ended = this.#step.finished().then(endOf);
    this.settled = this.ended.then(() => {
      this.#isOver = true;
      this.#server.close();
    });
  }

  setOutage(kind: OutageKind | undefined): void {
    if (kind) this.#network.miss();
    if (kind) this.#server.close();
    else if (!this.#isOver) this.#server.listen(this.#port, '127.0.0.1');
  }

  interrupt(signal: NodeJS.Signals): void {
    this.#step.kill(signal);
  }

  kill(): void {
    this.#step.kill('SIGKILL');
  }
}

function endOf({ exitCode, ...result }: BundleResult): StepEnd {
  const { stderr } = result;
  const isOdd = exitCode !== 0 && exitCode !== 1;
  return {
    result,
    succeeded: exitCode === 0,
    ...(stderr !== '' && { oddEnd: `the process wrote to stderr: ${stderr.slice(0, 500)}` }),
    ...(isOdd && { oddEnd: `the process ended with ${exitCode}` }),
  };
}

export const runner: Runner = {
  letTimePass: (work) => work,
  async start(options, network) {
    const server = net.createServer((socket) => network.accept(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new BundleStep(options, network, server);
  },
};
