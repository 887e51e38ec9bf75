import { type Clock, timeLimit } from '../../clock.ts';
import { type CallOptions, GithubError } from '../../github/api.ts';
import { GithubContent } from '../../github/content.ts';
import type { Subject, TriggerEvent } from '../../github/event.ts';
import type { GithubApi, RunnerGithub } from '../../github/rest.ts';
import { fullName, type WorkflowRun } from '../../github/workflow-run.ts';
import type { AgentInputs, Includable } from '../../inputs.ts';
import { maskSecrets } from '../../text/secrets.ts';
import type { PromptPart } from '../budget.ts';
import { quotedPart } from '../quotation.ts';
import type { ChangedFile, Changes } from './changes.ts';
import { closedIssues } from './closing.ts';
import { diffPart } from './diff-part.ts';
import { discussionPart } from './discussion-part.ts';
import { filesPart } from './files-part.ts';
import { readAttributes, type Unread, unreadKind } from './linguist.ts';
import { readChanges } from './read-changes.ts';
import { readDiscussion } from './read-discussion.ts';

/** What `include` adds to the prompt. */
export interface Included {
  readonly parts: readonly PromptPart[];
  /** Why something is missing, and what to change, as sentences; empty if nothing is. */
  readonly warning: string;
  /** What of the patches was masked, by what it looks like. */
  readonly masked: ReadonlyMap<string, number>;
}

export type IncludeInputs = Pick<AgentInputs, 'include' | 'minimumPermission' | 'allowedBots'>;

export interface IncludePorts {
  /** Absent without a token or outside of a repository. */
  readonly github: RunnerGithub | undefined;
  readonly clock: Clock;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}

/** Milliseconds for everything together, and for which one request is tried again. */
const TIME_MS = 18_000;
const PATIENCE_MS = 8_000;
/** Issues that are quoted of those that a pull request closes. */
const MOST_ISSUES = 10;

/** Reads what `include` names. What GitHub refuses, or is too slow for, is left out and told in one warning. */
export async function readIncluded(
  event: TriggerEvent,
  inputs: IncludeInputs,
  run: WorkflowRun,
  { github, clock, signal }: IncludePorts,
): Promise<Included> {
  if (!github) {
    const warning = `The prompt is without ${list([...inputs.include])}: include needs github-token.`;
    return { parts: [], warning, masked: new Map() };
  }
  const limit = timeLimit(clock, TIME_MS, signal);
  try {
    const options = { signal: limit.signal, patienceMs: PATIENCE_MS };
    return await new IncludeReader(event, inputs, run, github, options).read();
  } finally {
    limit.release();
  }
}

class IncludeReader {
  readonly #event: TriggerEvent;
  readonly #inputs: IncludeInputs;
  readonly #run: WorkflowRun;
  readonly #permissions: Pick<GithubApi, 'permissionOf'>;
  readonly #content: GithubContent;
  readonly #options: CallOptions;
  /** What is missing, by why. */
  readonly #missing = new Map<string, string[]>();
  #masked: ReadonlyMap<string, number> = new Map();

  constructor(
    event: TriggerEvent,
    inputs: IncludeInputs,
    run: WorkflowRun,
    github: RunnerGithub,
    options: CallOptions,
  ) {
    this.#event = event;
    this.#inputs = inputs;
    this.#run = run;
    this.#permissions = github;
    this.#content = new GithubContent(github);
    this.#options = options;
  }

  async read(): Promise<Included> {
    const [issues, changes, discussion] = await Promise.all([
      this.#linkedIssues(),
      this.#changes(),
      this.#discussion(),
    ]);
    const [files, diff] = changes;
    const warning = [...this.#missing].map(([why, names]) => `The prompt is without ${list(names)}. ${why}`);
    return {
      parts: [...issues, ...files, ...discussion, ...diff],
      warning: warning.join('\n'),
      masked: this.#masked,
    };
  }

  #wants(name: Includable): boolean {
    return this.#inputs.include.has(name);
  }

  get #subject(): Subject | undefined {
    return this.#event.kind === 'subject' || this.#event.kind === 'comment' ? this.#event.subject : undefined;
  }

  async #linkedIssues(): Promise<PromptPart[]> {
    const subject = this.#subject;
    if (!this.#wants('linked-issues') || subject?.kind !== 'pull request') return [];
    const repository = fullName(this.#run);
    const numbers = closedIssues(`${subject.title}\n${subject.body}`, repository, this.#run.serverUrl)
      .filter((number) => number !== subject.number)
      .slice(0, MOST_ISSUES);
    const read = numbers.map((number) => this.#content.issue(number, this.#options));
    const issues = await this.#orNone(['linked-issues'], () => Promise.all(read));
    return (issues ?? []).flatMap((issue) => {
      if (!issue) return [];
      const { number, title, body, url, author } = issue;
      const what = `the issue #${number} of ${repository}, which the pull request closes`;
      const material = { what, author, url, facts: [['Title', title]] as const, body };
      return quotedPart(`linked-issues #${number}`, 2 / numbers.length, material);
    });
  }

  async #changes(): Promise<[files: PromptPart[], diff: PromptPart[]]> {
    const names = (['files', 'diff'] as const).filter((name) => this.#wants(name));
    if (names.length === 0) return [[], []];
    const read = await this.#orNone(names, async () => {
      const changes = await readChanges(this.#event, this.#run, this.#content, this.#options);
      return changes && { changes, attributes: await this.#attributes() };
    });
    if (!read) return [[], []];
    const masked = this.#mask(read.changes);
    const kinds = new Map(masked.files.map((file) => [file, unreadKind(file, read.attributes)]));
    const unreadOf = (file: ChangedFile): Unread | undefined => kinds.get(file);
    return [
      this.#wants('files') ? [filesPart(masked, unreadOf)] : [],
      this.#wants('diff') ? [diffPart(masked, unreadOf)] : [],
    ];
  }

  /** Whoever may not read `.gitattributes` is told by the names of files alone. */
  async #attributes() {
    const text = await this.#content.attributes(this.#options).catch((error) => {
      if (error instanceof GithubError) return '';
      throw error;
    });
    return readAttributes(text);
  }

  #mask(changes: Changes): Changes {
    const counts = new Map<string, number>();
    const files = changes.files.map((file) => {
      if (file.patch === undefined) return file;
      const { text, found } = maskSecrets(file.patch);
      for (const [name, count] of found) counts.set(name, (counts.get(name) ?? 0) + count);
      return { ...file, patch: text };
    });
    this.#masked = counts;
    return { ...changes, files };
  }

  async #discussion(): Promise<PromptPart[]> {
    const subject = this.#subject;
    if (!this.#wants('discussion') || !subject) return [];
    const asking = this.#event.kind === 'comment' ? this.#event.comment : undefined;
    const github = {
      comments: this.#content.comments.bind(this.#content),
      reviews: this.#content.reviews.bind(this.#content),
      lineComments: this.#content.lineComments.bind(this.#content),
      permissionOf: this.#permissions.permissionOf.bind(this.#permissions),
    };
    const discussion = await this.#orNone(['discussion'], () =>
      readDiscussion(subject, asking, this.#inputs, github, this.#options),
    );
    return discussion ? [discussionPart(discussion)] : [];
  }

  async #orNone<T>(names: readonly string[], read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      const why = [error.message, error.advice].filter((text) => text !== '').join(' ');
      this.#missing.set(why, [...(this.#missing.get(why) ?? []), ...names]);
      return undefined;
    }
  }
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
