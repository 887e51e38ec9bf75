import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { type Incoming, json, type Reply, type Route, routeFinder, type Sent } from './exchange.ts';
import type { Behaviour, Fault } from './faults.ts';
import { githubRoutes } from './github/routes.ts';
import { GITHUB_DEFAULTS, type GithubSettings, GithubState } from './github/state.ts';
import { Ledger, type LedgerEntry } from './ledger.ts';
import { Mintlify, type MintlifySettings } from './mintlify/routes.ts';
import type { Operation } from './operations.ts';
import { ArtifactStore } from './results.ts';
import { scenarioNamed } from './scenarios.ts';

interface Settings extends MintlifySettings, GithubSettings {
  readonly port: number;
  readonly host: string;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly scenario: string;
  readonly faults: readonly Fault[];
  readonly faultFor?: (entry: LedgerEntry) => Behaviour | undefined;
  /** Real time unless given. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds that any answer takes. */
  readonly latencyMs: number;
  /** How many milliseconds ago was true what GitHub answers. */
  readonly ages: Readonly<Partial<Record<Operation, number>>>;
  readonly admit?: (entry: LedgerEntry) => Promise<void> | undefined;
  readonly onAnswer?: (entry: LedgerEntry) => void;
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
  ages: {},
  permissions: {},
  ...GITHUB_DEFAULTS,
  docsRepository: 'acme/docs',
};

type Outcome = Reply | 'reset' | 'close' | 'hang';

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = new Sandbox(options);
  await sandbox.listen();
  return sandbox;
}

/** Mintlify, GitHub's few endpoints below `/github`, and the Actions results service: on one port, or in memory. */
export class Sandbox {
  readonly apiKey: string;
  readonly ledger = new Ledger();
  readonly mintlify: Mintlify;
  readonly github: GithubState;
  readonly artifacts = new ArtifactStore();
  readonly #settings: Settings;
  readonly #server: Server;
  readonly #connections = new Map<Socket, number>();
  readonly #find: ReturnType<typeof routeFinder>;
  #faults: readonly Fault[];

  constructor(options: SandboxOptions) {
    const settings = { ...DEFAULTS, ...options };
    this.#settings = settings;
    this.apiKey = settings.apiKey;
    this.#faults = settings.faults;
    this.mintlify = new Mintlify(settings, this.ledger);
    this.github = new GithubState(settings, this.ledger);
    this.setScenario(settings.scenario);
    const api = ({ headers: { host = '' } }: Incoming) => `${this.#urlAt(host)}/github`;
    this.#find = routeFinder([
      ...this.mintlify.routes(),
      ...githubRoutes(this.github, api, settings.githubToken),
      ...this.artifacts.routes(() => this.url),
      { route: 'GET /_sandbox/ledger', operation: 'control', answer: () => json(200, this.ledger) },
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

  #urlAt(host: string): string {
    return `${this.#settings.tls ? 'https' : 'http'}://${host}`;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#settings.port, this.#settings.host);
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  setScenario(name: string): void {
    this.mintlify.scenario = scenarioNamed(name);
  }

  setFaults(faults: readonly Fault[]): void {
    this.#faults = faults;
  }

  /** Answers a request without a connection. @throws with the code ECONNRESET; never settles where nobody answers */
  async exchange(sent: Sent, caller = 0): Promise<Reply> {
    const outcome = await this.#handle(sent, 0, caller);
    if (outcome === 'hang') return new Promise<never>(() => {});
    if (typeof outcome !== 'string') return outcome;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, method = '', url: target = '', headers } = message;
    const connection = this.#connections.get(socket) ?? this.#connections.size + 1;
    this.#connections.set(socket, connection);
    const sent = { method, target, headers, body: await buffer(message) };
    const outcome = await this.#handle(sent, connection, 0);
    if (typeof outcome !== 'string') {
      const length = outcome.status === 204 ? {} : { 'content-length': Buffer.byteLength(outcome.body) };
      response.writeHead(outcome.status, { ...length, ...outcome.headers }).end(outcome.body);
    }
    // Node cannot send an RST below TLS; there the connection closes without a word.
    else if (outcome === 'reset' && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
    else if (outcome !== 'hang') socket.destroy();
  }

  /** Writes a request into the ledger, and carries it out unless a fault prevents that. */
  async #handle(sent: Sent, connection: number, caller: number): Promise<Outcome> {
    const { now, sleep, latencyMs, ages, admit, onAnswer } = this.#settings;
    // Not by `new URL`, which would normalize the path.
    const [, path = '', search = ''] = /^([^?]*)\??(.*)$/.exec(sent.target) ?? [];
    const { route, params = {} } = this.#find(sent.method, path) ?? {};
    const request: Incoming = { ...sent, path, query: new URLSearchParams(search), params };
    const operation = route?.operation ?? 'other';
    const entry = this.ledger.add(request, { at: now(), connection, caller, operation });
    const behaviour = this.#behaviourFor(entry);
    entry.broken = behaviour ? (behaviour.name ?? behaviour.kind) : null;
    const waitMs = latencyMs + (behaviour?.kind === 'late' ? behaviour.ms : 0);
    if (waitMs > 0) await sleep(waitMs);
    await admit?.(entry);
    if (behaviour?.effect !== false) {
      const ageMs = behaviour?.kind === 'old' ? behaviour.ms : (ages[operation] ?? 0);
      entry.real = this.github.asOf(ageMs, () => carriedOut(route, request));
      entry.effect = entry.real.status < 400;
    }
    if (behaviour?.kind === 'delay') await sleep(behaviour.ms);
    const outcome = this.#outcomeOf(request, behaviour, entry.real);
    entry.status = typeof outcome === 'string' ? null : outcome.status;
    onAnswer?.(entry);
    return outcome;
  }

  #behaviourFor(entry: LedgerEntry): Behaviour | undefined {
    const isMeant = ({ on, only }: Fault) =>
      [on].flat().includes(entry.operation) && (!only || only.includes(entry.nth));
    const faults = [...this.#faults, ...(this.mintlify.scenario.faults ?? [])];
    return this.#settings.faultFor?.(entry) ?? faults.find(isMeant)?.behaviour;
  }

  /** What is seen of a request whose real answer would be `real`. */
  #outcomeOf(request: Incoming, behaviour?: Behaviour, real?: Reply): Outcome {
    switch (behaviour?.kind) {
      case 'reset':
      case 'close':
      case 'hang':
        return behaviour.kind;
      case 'answer': {
        const { reply } = behaviour;
        return typeof reply === 'function' ? reply(request, this.#settings.now()) : reply;
      }
      case 'edit':
        if (!real || real.status >= 400) break;
        return { ...real, body: JSON.stringify(behaviour.edit(JSON.parse(real.body))) };
    }
    return real ?? 'close';
  }
}

function carriedOut(route: Route | undefined, request: Incoming): Reply {
  try {
    return route?.answer(request) ?? json(404, { error: 'Not found' });
  } catch (error) {
    report(error);
    return json(500, { error: 'The sandbox itself failed' });
  }
}

function report(error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
}
