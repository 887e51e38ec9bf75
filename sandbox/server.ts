import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { type Arrival, type ExchangeSettings, exchangeInMemory, report, serve } from './connection.ts';
import { type Incoming, json, type Reply, type SandboxClock, type Sent } from './exchange.ts';
import { type Behaviour, behaviourFor, type Fault } from './faults.ts';
import { fillHistory } from './github/history.ts';
import { githubRoutes } from './github/routes.ts';
import { GITHUB_DEFAULTS, type GithubSettings, GithubState } from './github/state.ts';
import { Ledger, type LedgerEntry } from './ledger.ts';
import { Platform, type PlatformSettings } from './platform/routes.ts';
import { ArtifactStore } from './results.ts';
import { routeFinder } from './routing.ts';
import { type Scenario, scenarioNamed } from './scenarios.ts';

interface Settings extends Omit<ExchangeSettings, 'clock'>, PlatformSettings, GithubSettings {
  /** 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** A name of `scenarios.ts`. */
  readonly scenario: string;
  /** Tried before the scenario's own. */
  readonly faults: readonly Fault[];
  /** Called with each request that arrives. What it gives is tried before those. */
  readonly faultFor?: (entry: LedgerEntry) => Behaviour | undefined;
  /** Real time unless given. */
  readonly sleep: SandboxClock['sleep'];
  /** GitHub has a repository with a history, `acme/product`; otherwise it is empty. */
  readonly history: boolean;
  /** Serves https with this key and certificate, in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export type SandboxOptions = Partial<Settings>;

const DEFAULTS: Settings = {
  port: 0,
  host: '127.0.0.1',
  scenario: 'happy',
  faults: [],
  apiKey: 'mint_sandbox_0123456789abcdef',
  pages: 120,
  steadyPages: false,
  jobMs: 4000,
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms) => delay(ms, undefined, { ref: false }),
  latencyMs: 0,
  permissions: {},
  ...GITHUB_DEFAULTS,
  history: false,
  docsRepository: 'acme/docs',
};

/** Starts a sandbox on a port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = new Sandbox(options);
  await sandbox.listen();
  return sandbox;
}

/** The platform, GitHub's few endpoints below `/github`, and the Actions results service: on one port, or in memory. */
export class Sandbox {
  readonly apiKey: string;
  readonly ledger = new Ledger();
  readonly platform: Platform;
  readonly github: GithubState;
  readonly artifacts = new ArtifactStore();
  readonly #settings: Settings;
  readonly #exchange: ExchangeSettings;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #find: ReturnType<typeof routeFinder>;
  /** Calls of each operation and caller since the scenario was set. */
  readonly #calls = new Map<string, number>();
  #connected = 0;
  #scenario!: Scenario;
  #faults: readonly Fault[];

  constructor(options: SandboxOptions) {
    const settings = { ...DEFAULTS, ...options };
    this.#settings = settings;
    this.#exchange = { ...settings, clock: settings };
    this.apiKey = settings.apiKey;
    this.#faults = settings.faults;
    this.platform = new Platform(settings, this.ledger);
    this.github = new GithubState(settings, this.ledger);
    this.setScenario(settings.scenario);
    if (settings.history) fillHistory(this.github);
    const api = ({ headers: { host = '' } }: Incoming) => `${this.#urlAt(host)}/github`;
    this.#find = routeFinder([
      ...this.platform.routes(),
      ...githubRoutes(this.github, api, settings.githubToken),
      ...this.artifacts.routes(() => this.url),
      { method: 'GET', path: '/_sandbox/ledger', operation: 'control', answer: () => json(200, this.ledger) },
    ]);
    const listener = (socket: Socket) => {
      this.#connections.add(socket.once('close', () => this.#connections.delete(socket)));
      this.#connected += 1;
      const connection = this.#connected;
      serve(socket, this.#exchange, (sent) => this.#arrive(sent, connection, 0));
    };
    this.#server = settings.tls ? createTlsServer(settings.tls, listener) : createServer(listener);
  }

  /** Without a slash at the end; also the `base-url` of the platform. */
  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return this.#urlAt(`${family === 'IPv6' ? `[${address}]` : address}:${port}`);
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#settings.port, this.#settings.host);
    await once(this.#server, 'listening');
  }

  /** Counting of calls begins again. Jobs stay, and what already happens to them. */
  setScenario(name: string): void {
    this.#scenario = scenarioNamed(name);
    this.platform.scenario = this.#scenario;
    this.#calls.clear();
  }

  /** Likewise. */
  setFaults(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#calls.clear();
  }

  /** Answers one request without a connection, as {@link exchangeInMemory} does. Faults that work on bytes don't count. */
  exchange(sent: Sent, caller = 0): Promise<Reply> {
    return exchangeInMemory(this.#arrive(sent, 0, caller), this.#exchange);
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#connections) socket.destroy();
    await closed;
  }

  #urlAt(host: string): string {
    return `${this.#settings.tls ? 'https' : 'http'}://${host}`;
  }

  #arrive({ method, headers, body, target }: Sent, connection: number, caller: number): Arrival {
    // Not by `new URL`, which would normalize the path.
    const [, path = '', search = ''] = /^([^?]*)\??(.*)$/.exec(target) ?? [];
    const query = new URLSearchParams(search);
    const found = this.#find(method, path);
    const operation = found?.route.operation ?? 'other';
    const name = `${operation} of ${caller}`;
    const nth = (this.#calls.get(name) ?? 0) + 1;
    this.#calls.set(name, nth);
    const entry = this.ledger.add({
      at: this.#settings.now(),
      ...{ connection, caller, operation, nth, method, path, headers },
      query: Object.fromEntries(query),
      body: operation === 'blob' ? `${body.length} bytes` : body.toString('utf8'),
    });
    const faults = [...this.#faults, ...(this.#scenario.faults ?? [])];
    const behaviour = this.#settings.faultFor?.(entry) ?? behaviourFor(faults, operation, nth);
    entry.broken = behaviour ? (behaviour.name ?? behaviour.kind) : null;
    const request: Incoming = { method, path, query, headers, body, params: found?.params ?? {} };
    const carryOut = (): Reply => {
      const reply = answered(() => found?.route.answer(request));
      entry.effect = reply.status < 400;
      return reply;
    };
    return { entry, request, behaviour, carryOut };
  }
}

/** A mistake in here must be seen. */
function answered(answer: () => Reply | undefined): Reply {
  try {
    return answer() ?? json(404, { error: 'Not found' });
  } catch (error) {
    report(error);
    return json(500, { error: 'The sandbox itself failed' });
  }
}
