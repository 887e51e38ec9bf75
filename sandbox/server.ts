import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Arrival, type ExchangeSettings, exchange, inMemory, report, respond } from './connection.ts';
import { type Incoming, json, type Reply, type SandboxClock, type Sent } from './exchange.ts';
import { type Behaviour, behaviourFor, type Fault } from './faults.ts';
import { githubRoutes } from './github/routes.ts';
import { GITHUB_DEFAULTS, type GithubSettings, GithubState } from './github/state.ts';
import { Ledger, type LedgerEntry } from './ledger.ts';
import { Platform, type PlatformSettings } from './platform/routes.ts';
import { ArtifactStore } from './results.ts';
import { routeFinder } from './routing.ts';
import { type Scenario, scenarioNamed } from './scenarios.ts';

interface Settings extends Omit<ExchangeSettings, 'clock'>, PlatformSettings, GithubSettings {
  readonly port: number;
  readonly host: string;
  readonly scenario: string;
  readonly faults: readonly Fault[];
  readonly faultFor?: (entry: LedgerEntry) => Behaviour | undefined;
  /** Real time unless given. */
  readonly sleep: SandboxClock['sleep'];
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
  docsRepository: 'acme/docs',
};

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
  readonly #connections = new Map<Socket, number>();
  readonly #find: ReturnType<typeof routeFinder>;
  readonly #calls = new Map<string, number>();
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
    const api = ({ headers: { host = '' } }: Incoming) => `${this.#urlAt(host)}/github`;
    this.#find = routeFinder([
      ...this.platform.routes(),
      ...githubRoutes(this.github, api, settings.githubToken),
      ...this.artifacts.routes(() => this.url),
      { method: 'GET', path: '/_sandbox/ledger', operation: 'control', answer: () => json(200, this.ledger) },
    ]);
    const listener = (message: IncomingMessage, response: ServerResponse) =>
      void this.#serve(message, response).catch(report);
    this.#server = settings.tls ? createTlsServer(settings.tls, listener) : createServer(listener);
    // Nothing closes a connection here but faults.
    Object.assign(this.#server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  }

  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return this.#urlAt(`${family === 'IPv6' ? `[${address}]` : address}:${port}`);
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#settings.port, this.#settings.host);
    await once(this.#server, 'listening');
  }

  setScenario(name: string): void {
    this.#scenario = scenarioNamed(name);
    this.platform.scenario = this.#scenario;
    this.#calls.clear();
  }

  setFaults(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#calls.clear();
  }

  /** Answers one request without a connection. @throws with a code, as connections fail */
  exchange(sent: Sent, caller = 0): Promise<Reply> {
    return inMemory(exchange(this.#arrive(sent, 0, caller), this.#exchange));
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, method = '', url: target = '', headers } = message;
    const connection = this.#connections.get(socket) ?? this.#connections.size + 1;
    this.#connections.set(socket, connection);
    const body = await buffer(message);
    respond(
      await exchange(this.#arrive({ method, target, headers, body }, connection, 0), this.#exchange),
      message,
      response,
    );
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
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

function answered(answer: () => Reply | undefined): Reply {
  try {
    return answer() ?? json(404, { error: 'Not found' });
  } catch (error) {
    report(error);
    return json(500, { error: 'The sandbox itself failed' });
  }
}
