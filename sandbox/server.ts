import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Incoming, json, type Reply } from './exchange.ts';
import { behaviourFor, type Fault } from './faults.ts';
import { githubRoutes } from './github.ts';
import { fillHistory } from './github-history.ts';
import { GithubState, type Grant, type Role } from './github-state.ts';
import { Jobs } from './jobs.ts';
import { Ledger, type LedgerEntry } from './ledger.ts';
import { Platform, READ_ONLY_KEY } from './platform.ts';
import { ArtifactStore } from './results.ts';
import { findRoute, type Operation, type Route } from './routes.ts';
import { type Scenario, scenarioNamed } from './scenarios.ts';
import type { Table } from './site.ts';
import { Views } from './views.ts';
import { type Delivery, misbehave, send } from './wire.ts';

export interface SandboxOptions {
  /** Any free one unless given. */
  readonly port?: number;
  /** `127.0.0.1` unless given. */
  readonly host?: string;
  /** A name of `scenarios.ts`; `happy` unless given. */
  readonly scenario?: string;
  /** Tried before the scenario's own. */
  readonly faults?: readonly Fault[];
  readonly seed?: number;
  readonly apiKey?: string;
  /** Every project exists unless given. */
  readonly projectIds?: readonly string[];
  /** Pages of the site, 120 unless given. */
  readonly pages?: number;
  /** Every period lists all pages: none comes or goes. */
  readonly steadyPages?: boolean;
  /** Milliseconds that a job is active after its creation and each message, 4000 unless given. */
  readonly jobMs?: number;
  /** Milliseconds of real time before each page of views is answered. */
  readonly viewsDelayMs?: number;
  /** Creations and messages per project, and analytics requests, in an hour; 100 unless given. */
  readonly perHour?: number;
  /** The last day with views, `YYYY-MM-DD`; the clock's unless given. */
  readonly today?: string;
  /** The clock of jobs, limits and the ledger, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Logins and what they may do in every repository; nobody else is known. */
  readonly permissions?: Readonly<Record<string, Role>>;
  /** The token that GitHub takes; any unless given. */
  readonly githubToken?: string;
  /** What each token may write on GitHub; a token that is not named may write everything. */
  readonly grants?: Readonly<Record<string, Grant>>;
  /** GitHub's requests of a token in an hour; without a limit unless given. */
  readonly githubPerHour?: number;
  /** GitHub has a repository with a history, `acme/product`; it is empty unless given. */
  readonly history?: boolean;
  /** Where the agent opens its pull requests, `owner/name`; `acme/docs` unless given. */
  readonly docsRepository?: string;
  /** Serves https with this key and certificate, in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Told of each request once it was answered, or will never be. */
  readonly onAnswer?: (entry: LedgerEntry) => void;
}

/** The platform, GitHub's few endpoints below `/github`, and the Actions results service, on one port. */
export interface Sandbox {
  /** Without a slash at the end; also the `base-url` of the platform. */
  readonly url: string;
  readonly apiKey: string;
  /** A key that lacks the write scope. */
  readonly readOnlyKey: string;
  readonly ledger: Ledger;
  readonly github: GithubState;
  readonly artifacts: ArtifactStore;
  /** The true views of a period of whole UTC days; `dateTo` is exclusive. Both as `YYYY-MM-DD`. */
  pageViews(project: string, dateFrom: string, dateTo: string): Table;
  /** Counting of calls begins again. Jobs stay, and what already happens to them. */
  setScenario(name: string): void;
  /** Likewise. */
  setFaults(faults: readonly Fault[]): void;
  /** Serves a connection that did not come over the network. */
  accept(connection: Duplex): void;
  close(): Promise<void>;
}

export const DEFAULT_API_KEY = 'mint_sandbox_0123456789abcdef';

const DEFAULTS = {
  scenario: 'happy',
  faults: [],
  seed: 1,
  apiKey: DEFAULT_API_KEY,
  pages: 120,
  steadyPages: false,
  jobMs: 4000,
  perHour: 100,
  now: (): number => performance.timeOrigin + performance.now(),
  permissions: {},
  grants: {},
  githubPerHour: Number.POSITIVE_INFINITY,
  docsRepository: 'acme/docs',
} satisfies SandboxOptions;

/** What is to be, whether it was given or not. */
export type Settings = Omit<SandboxOptions, keyof typeof DEFAULTS> &
  Required<Pick<SandboxOptions, keyof typeof DEFAULTS>>;

/** Starts a sandbox. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = new Host({ ...DEFAULTS, ...options });
  await host.listen();
  return host;
}

class Host implements Sandbox {
  readonly apiKey: string;
  readonly readOnlyKey = READ_ONLY_KEY;
  readonly ledger: Ledger;
  readonly github: GithubState;
  readonly artifacts = new ArtifactStore();
  readonly #settings: Settings;
  readonly #server: Server;
  readonly #views: Views;
  readonly #routes: readonly Route[];
  readonly #calls = new Map<Operation, number>();
  readonly #connections = new WeakMap<Socket, number>();
  #connectionCount = 0;
  #scenario: Scenario;
  #faults: readonly Fault[];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.apiKey = settings.apiKey;
    this.#scenario = scenarioNamed(settings.scenario);
    this.#faults = settings.faults;
    const jobs = new Jobs(settings);
    this.#views = new Views(settings);
    this.ledger = new Ledger(() => jobs.all);
    this.github = new GithubState(settings, jobs);
    if (settings.history) fillHistory(this.github);
    // As the caller called it, so that links lead the same way again.
    const apiUrl = ({ headers: { host } }: Incoming) => `${host ? this.#urlAt(host) : this.url}/github`;
    this.#routes = [
      ...new Platform(settings, jobs, this.#views, () => this.#scenario).routes,
      ...githubRoutes(this.github, apiUrl, settings.githubToken),
      ...this.artifacts.routes(() => this.url),
      { method: 'GET', path: '/_sandbox/ledger', operation: 'control', answer: () => json(200, this.ledger) },
    ];
    this.#server = this.#createServer();
  }

  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return this.#urlAt(`${family === 'IPv6' ? `[${address}]` : address}:${port}`);
  }

  async listen(): Promise<void> {
    const { port = 0, host = '127.0.0.1' } = this.#settings;
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
  }

  pageViews(project: string, dateFrom: string, dateTo: string): Table {
    const period = new URLSearchParams({ dateFrom, dateTo });
    return this.#views.table(project, period, this.#scenario.site ?? 'docs');
  }

  setScenario(name: string): void {
    this.#scenario = scenarioNamed(name);
    this.#calls.clear();
  }

  setFaults(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#calls.clear();
  }

  accept(connection: Duplex): void {
    this.#server.emit('connection', connection);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #urlAt(host: string): string {
    return `${this.#settings.tls ? 'https' : 'http'}://${host}`;
  }

  #createServer(): Server {
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      this.#handle(request, response).catch((error: unknown) => giveUp(request, response, error));
    };
    const { tls } = this.#settings;
    const server = tls ? createTlsServer(tls, listener) : createServer(listener);
    return server.on('clientError', (_error, socket) => socket.destroy()) as Server;
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(message);
    const { method = 'GET', headers, url = '/' } = message;
    // Not by `new URL`, which would normalize the path.
    const [, path = '', search = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
    const query = new URLSearchParams(search);
    const found = findRoute(this.#routes, method, path);
    const operation = found?.route.operation ?? 'other';
    const nth = (this.#calls.get(operation) ?? 0) + 1;
    this.#calls.set(operation, nth);
    const request: Incoming = { method, path, query, headers, body, params: found?.params ?? {}, nth };
    const settle = this.ledger.add({
      at: this.#settings.now(),
      connection: this.#connectionOf(message.socket),
      operation,
      method,
      path,
      query: Object.fromEntries(query),
      headers,
      body: operation === 'blob' ? `${body.length} bytes` : body.toString('utf8'),
    });
    const carryOut = (): Reply => {
      const reply = found?.route.answer(request) ?? json(404, { error: 'Not found' });
      settle({ effect: reply.status < 400 });
      return reply;
    };
    const entry = settle(await this.#deliver(response, request, operation, carryOut));
    this.#settings.onAnswer?.(entry);
  }

  async #deliver(
    response: ServerResponse,
    request: Incoming,
    operation: Operation,
    carryOut: () => Reply,
  ): Promise<Delivery> {
    const { viewsDelayMs = 0 } = this.#settings;
    if (operation === 'views' && viewsDelayMs > 0) await delay(viewsDelayMs, undefined, { ref: false });
    const faults = [...this.#faults, ...(this.#scenario.faults ?? [])];
    const behaviour = behaviourFor(faults, operation, request.nth);
    return behaviour ? misbehave(response, request, behaviour, carryOut) : send(response, carryOut());
  }

  #connectionOf(socket: Socket): number {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    this.#connectionCount += 1;
    this.#connections.set(socket, this.#connectionCount);
    return this.#connectionCount;
  }
}

/** A client that went away is its own business; anything else is a mistake in here, and must be seen. */
function giveUp(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (request.destroyed && !request.complete) return;
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
  if (!response.headersSent) send(response, json(500, { error: 'The sandbox itself failed' }));
}
