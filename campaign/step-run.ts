import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { CollectedLog } from '../__tests__/helpers/collected-log.ts';
import type { SimulatedClock } from '../__tests__/helpers/simulated-clock.ts';
import type { GithubEvent } from '../sandbox/github/events.ts';
import type { Payload } from '../sandbox/github/examples.ts';
import { runAgentMode } from '../src/agent/run.ts';
import type { ModeContext } from '../src/mode.ts';
import { Outputs } from '../src/outputs.ts';
import { redactor } from '../src/text/redact.ts';
import { fetchOver, MemoryDispatcher, type Wire } from './network.ts';
import type { Inputs } from './story.ts';

export const API_KEY = 'mint_story_0123456789abcdef';
export const PROJECT = 'docs-project';

const root = path.resolve(import.meta.dirname, '..');
const { inputs: DECLARED } = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default?: string }>;
};
const directory = mkdtempSync(path.join(tmpdir(), 'stories-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

export interface Given {
  readonly inputs: Inputs;
  readonly event: GithubEvent;
  readonly payload: Payload;
  readonly spoilt?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

export class StepRun {
  readonly given: Given;
  readonly log = new CollectedLog();
  readonly outputs: Record<string, string> = {};
  summary = '';
  readonly startMs: number;
  endMs = Number.POSITIVE_INFINITY;
  signalMs: number | undefined;
  succeeded = false;
  isKilled = false;
  bug: Error | undefined;
  /** Once it is over, also where it was killed. */
  readonly ended: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  readonly #interruption = new AbortController();
  readonly #clock: SimulatedClock;

  constructor(given: Given, clock: SimulatedClock, wire: Wire) {
    this.given = given;
    this.#clock = clock;
    this.startMs = clock.now();
    this.ended = this.#end.promise;
    void this.#run(wire);
  }

  get isOver(): boolean {
    return this.endMs !== Number.POSITIVE_INFINITY;
  }

  get outcome(): string {
    return this.outputs['outcome'] ?? '';
  }

  get said(): string {
    const told = Object.entries(this.outputs).map(([name, value]) => `${name}: ${value}`);
    return [...this.log.texts(), this.summary, ...told].join('\n');
  }

  interrupt(): void {
    this.signalMs ??= this.#clock.now();
    this.#interruption.abort(new Error('interrupted by SIGTERM'));
  }

  kill(): void {
    this.isKilled = true;
    this.#finish(false);
  }

  async #run(wire: Wire): Promise<void> {
    try {
      this.#finish(await runAgentMode(this.#context(wire)));
    } catch (error) {
      this.#fail(error as Error & { problems?: unknown });
    }
  }

  #context(wire: Wire): ModeContext {
    const { 'github-token': token = '' } = { ...defaults(), ...this.given.inputs };
    const redact = redactor([API_KEY, token]);
    const whileAlive = <T>(work: Promise<T>) =>
      work.then((value) => (this.isKilled ? new Promise<never>(() => {}) : value));
    const keep = (name: string, value: string) => {
      if (!this.isKilled) this.outputs[name] = redact(value);
    };
    const told = Object.fromEntries(
      (['info', 'notice', 'warning', 'error', 'debug'] as const).map((kind) => [
        kind,
        (text: string) => this.isKilled || this.log[kind](redact(text)),
      ]),
    );
    const clock = this.#clock;
    return {
      env: this.#environment(),
      log: { ...told, group: this.log.group.bind(this.log) } as unknown as ModeContext['log'],
      clock: {
        now: () => clock.now(),
        date: () => clock.date(),
        sleep: (ms, signal) => whileAlive(clock.sleep(Math.ceil(ms), signal)),
      },
      outputs: new Outputs(keep),
      files: {
        lacksOutputs: false,
        setOutput: keep,
        addSummary: async (markdown) => {
          if (!this.isKilled) this.summary += `${redact(markdown)}\n`;
        },
      },
      redact,
      signal: this.#interruption.signal,
      network: { fetch: fetchOver(wire), dispatcher: () => new MemoryDispatcher(wire) },
    };
  }

  #environment(): Record<string, string> {
    const { inputs, event, payload, spoilt, env } = this.given;
    const all = Object.entries({ ...defaults(), ...inputs });
    return {
      ...Object.fromEntries(all.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      ...{
        GITHUB_EVENT_NAME: event.name,
        GITHUB_EVENT_PATH: eventFile(payload, spoilt),
        GITHUB_ACTOR: event.by ?? '',
      },
      ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_API_URL: 'http://127.0.0.1/github' },
      ...env,
    };
  }

  #fail(error: Error & { problems?: unknown }): void {
    const isExpected = /^(InputError|EventError)$/.test(error.constructor.name);
    if (!isExpected && !this.isKilled) this.bug = error;
    const details = isExpected ? Object.values(error.problems ?? {}).map(String) : [];
    if (!this.isKilled) {
      Object.assign(this.outputs, { outcome: 'error', reason: error.message });
      this.log.error([...new Set([error.message, ...details])].join('\n'));
    }
    this.#finish(false);
  }

  #finish(succeeded: boolean): void {
    if (this.isOver) return;
    this.succeeded = succeeded;
    this.endMs = this.#clock.now();
    this.#end.resolve();
  }
}

/** Of all attempts of a run: writing a file takes longer than most steps. */
const eventFiles = new WeakMap<Payload, string>();
let written = 0;

function eventFile(payload: Payload, spoilt: string | undefined): string {
  const known = eventFiles.get(payload);
  if (known) return known;
  written += 1;
  const file = path.join(directory, `event-${written}.json`);
  const text = JSON.stringify(payload);
  const cut = spoilt === 'empty' ? 0 : spoilt === 'cut off' ? text.length / 2 : text.length;
  writeFileSync(file, `${spoilt?.endsWith('mark') ? '\uFEFF' : ''}${text.slice(0, cut)}`);
  eventFiles.set(payload, file);
  return file;
}

function defaults(): Inputs {
  const given = { 'api-key': API_KEY, 'project-id': PROJECT, 'github-token': `ghs_${'0'.repeat(36)}` };
  const declared = Object.entries(DECLARED).map(([name, { default: value = '' }]) => [name, value]);
  return { ...Object.fromEntries(declared), ...given };
}
