import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Incoming, json } from './exchange.ts';
import { behaviourFor, type Fault } from './faults.ts';
import { githubRoutes } from './github.ts';
import { fillHistory } from './github-history.ts';
import { GithubState, type Role } from './github-state.ts';
import { Jobs } from './jobs.ts';
import { Ledger, type LedgerEntry } from './ledger.ts';
import { platformRoutes } from './platform.ts';
import { ArtifactStore } from './results.ts';
import { type Operation, routeFinder } from './routes.ts';
import { type Scenario, scenarioNamed } from './scenarios.ts';
import type { Table } from './site.ts';
import { Views } from './views.ts';
import { deliver, send } from './wire.ts';

export interface Settings {
  /** 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** A name of `scenarios.ts`. */
  readonly scenario: string;
  /** Tried before the scenario's own. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly apiKey: string;
  /** Every project exists unless given. */
  readonly projectIds?: readonly string[];
  /** Pages of the site. */
  readonly pages: number;
  /** Every period lists all pages: none comes or goes. */
  readonly steadyPages: boolean;
  /** Milliseconds that a job is active after its creation and each message. */
  readonly jobMs: number;
  /** Creations and messages per project, and analytics requests, in an hour. */
  readonly perHour: number;
  /** The last day with views, `YYYY-MM-DD`; the clock's unless given. */
  readonly today?: string;
  /** The clock of jobs, limits and the ledger, in milliseconds since 1970. */
  readonly now: () => number;
  /** Logins and what they may do in every repository; nobody else is known. */
  readonly permissions: Readonly<Record<string, Role>>;
  /** The token that GitHub takes; any unless given. */
  readonly githubToken?: string;
  /** The repositories that a token may write on; one that is not named may write everywhere. All may read everything. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
  /** GitHub has a repository with a history, `acme/product`; otherwise it is empty. */
  readonly history: boolean;
  /** Where the agent opens its pull requests, `owner/name`. */
  readonly docsRepository: string;
  /** Serves https with this key and certificate, in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Told of each request once it was answered, or will never be. */
  readonly onAnswer?: (entry: LedgerEntry) => void;
}

export type SandboxOptions = Partial<Settings>;

const DEFAULTS: Settings = {
  port: 0,
  host: '127.0.0.1',
  scenario: 'happy',
  faults: [],
  seed: 1,
  apiKey: 'mint_sandbox_0123456789abcdef',
  pages: 120,
  steadyPages: false,
  jobMs: 4000,
  perHour: 100,
  now: () => performance.timeOrigin + performance.now(),
  permissions: {},
  grants: {},
  history: false,
  docsRepository: 'acme/docs',
};

/** Starts a sandbox. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = new Sandbox({ ...DEFAULTS, ...options });
  await sandbox.listen();
  return sandbox;
}

/** The platform, GitHub's few endpoints below `/github`, and the Actions results service, on one port. */
export class Sandbox {
  readonly apiKey: string;
  readonly ledger: Ledger;
  readonly github: GithubState;
  readonly artifacts = new ArtifactStore();
  readonly #settings: Settings;
  readonly #server: Server;
  readonly #views: Views;
  readonly #find: ReturnType<typeof routeFinder>;
  readonly #calls = new Map<Operation, number>();
  readonly #connections = new Map<Socket, number>();
  #scenario: Scenario;
  #faults: readonly Fault[];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.apiKey = settings.apiKey;
    this.#scenario = scenarioNamed(settings.scenario);
    this.#faults = settings.faults;
    const jobs = new Jobs(settings);
    this.#views = new Views(settings);
    this.ledger = new Ledger(jobs);
    this.github = new GithubState(settings, jobs);
    if (settings.history) fillHistory(this.github);
    // As the caller called it, so that links lead the same way again.
    const apiUrl = ({ headers: { host } }: Incoming) => `${host ? this.#urlAt(host) : this.url}/github`;
    this.#find = routeFinder([
      ...platformRoutes(settings, jobs, this.#views, () => this.#scenario),
      ...githubRoutes(this.github, apiUrl, settings.githubToken),
      ...this.artifacts.routes(() => this.url),
      { method: 'GET', path: '/_sandbox/ledger', operation: 'control', answer: () => json(200, this.ledger) },
    ]);
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      this.#handle(request, response).catch((error: unknown) => giveUp(request, response, error));
    };
    this.#server = settings.tls ? createTlsServer(settings.tls, listener) : createServer(listener);
    this.#server.on('clientError', (_error, socket) => socket.destroy());
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

  /** The true views of a period of whole UTC days; `dateTo` is exclusive. Both as `YYYY-MM-DD`. */
  pageViews(project: string, dateFrom: string, dateTo: string): Table {
    const period = new URLSearchParams({ dateFrom, dateTo });
    return this.#views.table(project, period, this.#scenario.site ?? 'docs');
  }

  /** Counting of calls begins again. Jobs stay, and what already happens to them. */
  setScenario(name: string): void {
    this.#scenario = scenarioNamed(name);
    this.#calls.clear();
  }

  /** Likewise. */
  setFaults(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#calls.clear();
  }

  /** Serves a connection that did not come over the network. */
  accept(connection: Duplex): void {
    this.#server.emit('connection', connection);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #urlAt(host: string): string {
    return `${this.#settings.tls ? 'https' : 'http'}://${host}`;
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(message);
    const { method = 'GET', headers, url = '/', socket } = message;
    // Not by `new URL`, which would normalize the path.
    const [, path = '', search = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
    const query = new URLSearchParams(search);
    const found = this.#find(method, path);
    const operation = found?.route.operation ?? 'other';
    const nth = (this.#calls.get(operation) ?? 0) + 1;
    this.#calls.set(operation, nth);
    const connection = this.#connections.get(socket) ?? this.#connections.size + 1;
    this.#connections.set(socket, connection);
    const request: Incoming = { method, path, query, headers, body, params: found?.params ?? {}, nth };
    const entry = this.ledger.add({
      at: this.#settings.now(),
      ...{ connection, operation, method, path, headers },
      query: Object.fromEntries(query),
      body: operation === 'blob' ? `${body.length} bytes` : body.toString('utf8'),
    });
    const faults = [...this.#faults, ...(this.#scenario.faults ?? [])];
    const outcome = await deliver(response, request, behaviourFor(faults, operation, nth), () => {
      const reply = found?.route.answer(request) ?? json(404, { error: 'Not found' });
      Object.assign(entry, { effect: reply.status < 400 });
      return reply;
    });
    Object.assign(entry, outcome);
    this.#settings.onAnswer?.(entry);
  }
}

/** A client that went away is its own business; anything else is a mistake in here, and must be seen. */
function giveUp(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (request.destroyed && !request.complete) return;
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
  if (!response.headersSent) send(response, json(500, { error: 'The sandbox itself failed' }));
}
