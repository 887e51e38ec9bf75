import { jsonObject } from '../sandbox/exchange.ts';
import { behaviourNamed } from '../sandbox/faults.ts';
import { readFinalHead, readReply } from '../sandbox/http-bytes.ts';
import type { LedgerEntry, LedgerJob } from '../sandbox/ledger.ts';
import type { Allowance } from './allowances.ts';
import { isComment, startsWithPhrase } from './contract.ts';
import type { StepRun, StoryResult } from './story-result.ts';

/** What an answer says, whoever reads it well. */
export type Meaning =
  | {
      readonly kind: 'job';
      readonly id: string;
      readonly status: string;
      readonly prLink: string | undefined;
    }
  /** An error or a redirect. Its head says so, even if the rest of it is missing. */
  | { readonly kind: 'status'; readonly status: number; readonly isWhole: boolean }
  /** No whole answer, or one that is not a job. */
  | { readonly kind: 'nothing' };

/** Reads what was delivered, by rules of its own. */
export function meaningOf({ delivered }: Pick<LedgerEntry, 'delivered'>): Meaning {
  const status = readFinalHead(delivered)?.status ?? 0;
  const reply = readReply(delivered);
  if (status >= 300) return { kind: 'status', status, isWhole: reply !== undefined };
  const { id, status: shown, prLink } = jsonObject(reply?.body ?? '') ?? {};
  const isJob = typeof id === 'string' && typeof shown === 'string' && !['', '.', '..'].includes(id);
  if (!isJob || shown === '') return { kind: 'nothing' };
  return {
    kind: 'job',
    id,
    status: shown.trim().toLowerCase(),
    prLink: isPullRequest(String(prLink)) ? String(prLink) : undefined,
  };
}

/** What an exchange said to the step, if it was still there to hear it. */
export function readAnswer(exchange: LedgerEntry, { endMs }: StepRun): Meaning {
  const { callerLeftAt, deliveredAt = Number.POSITIVE_INFINITY } = exchange;
  return callerLeftAt === undefined && deliveredAt <= endMs ? meaningOf(exchange) : { kind: 'nothing' };
}

export const isPost = ({ operation }: LedgerEntry) => operation === 'create' || operation === 'message';
export const isPoll = ({ operation }: LedgerEntry) => operation === 'get';
export const isOfGithub = (exchange: LedgerEntry) => !isPost(exchange) && !isPoll(exchange);
/** Whether what was asked for was done. */
const isDone = ({ real }: LedgerEntry) => real !== undefined && real.status < 300;
export const postsOf = ({ exchanges }: StepRun) => exchanges.filter(isPost);

/** What the platform really did for a step: a job that it made, or a follow-up that it took. */
export interface Effect {
  readonly step: StepRun;
  readonly operation: 'create' | 'message';
  readonly jobId: string;
  /** When the platform did it, and its place among all that was done. */
  readonly atMs: number;
  readonly order: number;
  /** The step learned of the job. */
  readonly isKnown: boolean;
}

/** A comment that a step wrote, whether it heard of that or not. */
export interface Write {
  readonly step: StepRun;
  /** Of the comment. */
  readonly id: number;
  readonly issue: number;
  readonly body: string;
  readonly atMs: number;
  /** Its place among all that was done. */
  readonly order: number;
  /** When the request for it arrived. */
  readonly askedMs: number;
  readonly isCreation: boolean;
}

/** What GitHub showed a step of an issue's comments. */
export interface Listing {
  readonly issue: number;
  readonly atMs: number;
  readonly rows: readonly {
    readonly id: number;
    readonly body: string;
    readonly created_at: string;
    readonly updated_at: string;
  }[];
}

/** The issue or pull request on which the step replies. */
export function threadOf({ event, plan }: StepRun): number | undefined {
  const number = plan.inputs['issue-number'];
  // Comments and reviews are answered where they are.
  return number === undefined || isComment(event.name) ? event.number : Number(number);
}

export function keepsReply(step: StepRun): boolean {
  return step.plan.inputs['comment'] === 'true' && threadOf(step) !== undefined;
}

/** It asks for a follow-up to the latest job of its thread: a comment or review does, and any event with `latest`. */
export function asksLatest({ event, expected, plan }: StepRun): boolean {
  const job = plan.inputs['job-id'];
  const { name, text, lines, line } = event;
  const isCommand = isComment(name) && startsWithPhrase(line === undefined ? text : lines[line]);
  return expected === 'asks' && (job === 'latest' || (job === undefined && isCommand));
}

/** A story with what follows from it. */
export class Observations {
  readonly result: StoryResult;
  readonly effects: readonly Effect[];
  /** In the order in which they were done. */
  readonly writes: readonly Write[];
  readonly #without: Allowance | undefined;

  /** @param without an allowance that does not count */
  constructor(result: StoryResult, without?: Allowance) {
    this.#without = without;
    this.result = result;
    this.effects = result.steps.flatMap(effectsOf).sort((a, b) => a.order - b.order);
    this.writes = result.steps.flatMap(writesOf).sort((a, b) => a.order - b.order);
  }

  /** Whether the contract allows it there: `isSo` says whether its condition holds. */
  allows(allowance: Allowance, isSo: boolean): boolean {
    return isSo && allowance !== this.#without;
  }

  isAmbiguous({ broken }: LedgerEntry): boolean {
    const isSo = broken !== null && 'ambiguous' in behaviourNamed(broken);
    return this.allows('readers may differ about the answer', isSo);
  }

  effectsOf(step: StepRun): readonly Effect[] {
    return this.effects.filter((effect) => effect.step === step);
  }

  effectsOfRequest(request: string): readonly Effect[] {
    return this.effects.filter(({ step }) => step.request === request);
  }

  /** What the request knew to have done when it wrote that; absent if nothing. */
  effectBehind({ step, order }: Write): Effect | undefined {
    const own = this.isAlike(step) ? this.effectsOf(step) : this.effectsOfRequest(step.request);
    return own.findLast((effect) => effect.isKnown && effect.order < order);
  }

  /** Earlier attempts of the same request. */
  before(step: StepRun): readonly StepRun[] {
    return this.result.steps.filter(
      ({ request, attempt }) => request === step.request && attempt < step.attempt,
    );
  }

  /** Steps that differ in nothing that is asked, so that their attempts cannot be distinguished. */
  isAlike({ request, attempt }: StepRun): boolean {
    const same = this.result.steps.filter((each) => each.request === request && each.attempt === attempt);
    return this.allows('requests that differ in nothing share replies', same.length > 1);
  }

  /** Nothing of this step was disturbed, or nothing that `counts`. */
  isCalm(
    { signalMs, killed, exchanges }: StepRun,
    counts: (each: LedgerEntry) => boolean = () => true,
  ): boolean {
    const isLost = (exchange: LedgerEntry) => isPoll(exchange) && exchange.real?.status === 404;
    const isUsual = exchanges
      .filter(counts)
      .every((exchange) => exchange.broken === null && !isLost(exchange));
    return signalMs === undefined && !killed && this.result.missed === 0 && isUsual;
  }

  /** What the step wrote as its reply. */
  repliesOf(step: StepRun): readonly Write[] {
    return this.writes.filter(
      (write) => write.step === step && write.issue === threadOf(step) && SIGNED.test(write.body),
    );
  }

  /** What GitHub showed the step, if it heard it, of the issue or pull request that it replies on. */
  listingsOf(step: StepRun, issue = threadOf(step)): readonly Listing[] {
    return step.exchanges.flatMap((exchange) => {
      if (exchange.operation !== 'comment-list' || !exchange.path.includes(`/issues/${issue}/`)) return [];
      const isHeard = exchange.callerLeftAt === undefined && (exchange.deliveredAt ?? 0) <= step.endMs;
      const rows = isHeard ? rowsOf(readReply(exchange.delivered)?.body) : undefined;
      return rows && issue !== undefined ? [{ issue, rows, atMs: exchange.realAt ?? 0 }] : [];
    });
  }

  /** The write whose record a comment held when it was shown, whatever people wrote around it; absent for others'. */
  shownWrite({ id, body }: Listing['rows'][number], atMs: number): Write | undefined {
    return this.writes.findLast(
      (write) => write.id === id && write.atMs <= atMs && body.includes(SIGNED.exec(write.body)?.[0] ?? '\0'),
    );
  }

  job(jobId: string): LedgerJob | undefined {
    return this.result.jobs.find(({ id }) => id === jobId);
  }

  /** Which prompt of its job the effect brought. The first one of a job from elsewhere is nobody's. */
  promptIndexOf({ jobId, order }: Effect): number {
    const later = this.effects.filter((effect) => effect.jobId === jobId && effect.order > order);
    return (this.job(jobId)?.work.length ?? 0) - 1 - later.length;
  }

  statusAt(jobId: string, ms: number): string {
    const work = this.job(jobId)?.work.findLast(({ at }) => at <= ms);
    return work === undefined ? 'absent' : ms < work.endsAt ? 'active' : work.status;
  }

  /** Its pull request had been merged or closed by then. */
  isClosedAt(jobId: string, ms: number): boolean {
    const own = this.job(jobId)?.pullRequest;
    return this.result.closings.some(
      ({ repository, number, atMs }) => number === own?.number && repository === own.repository && atMs <= ms,
    );
  }

  /** Whether a follow-up to it makes sense to the contract: it works or has completed, and its pull request is open. */
  isUsableAt(jobId: string, ms: number): boolean {
    return (
      /active|completed|absent/.test(this.statusAt(jobId, ms)) &&
      !this.allows('its pull request was merged or closed', this.isClosedAt(jobId, ms))
    );
  }

  /** Somebody removed or damaged replies on this thread by hand. */
  isSpoilt(thread: number | undefined, fromMs: number, toMs: number): boolean {
    const edits = ['deleted', 'original-deleted', 'damaged'].map((how) => `edit ${thread} ${how}`);
    return this.result.notes.some(({ text, atMs }) => edits.includes(text) && atMs >= fromMs && atMs <= toMs);
  }

  /** Jobs that came from elsewhere. */
  get foreignJobs(): number {
    return this.result.story.events.filter((event) => event === 'job').length;
  }
}

/** A comment that is complete. */
export const SIGNED = /<!-- docs-agent-action v\d+ [A-Za-z0-9+/]+={0,2} [0-9a-f]{64} -->/;

function effectsOf(step: StepRun): Effect[] {
  return step.exchanges.filter(isDone).flatMap((exchange) => {
    const { operation, real, realAt: atMs = 0, order = 0 } = exchange;
    if (operation !== 'create' && operation !== 'message') return [];
    const jobId = String(jsonObject(real?.body ?? '')?.['id']);
    return [{ step, operation, jobId, atMs, order, isKnown: readAnswer(exchange, step).kind === 'job' }];
  });
}

function writesOf(step: StepRun): Write[] {
  return step.exchanges.filter(isDone).flatMap(({ operation, body, real, realAt = 0, order = 0, at }) => {
    if (operation !== 'comment-create' && operation !== 'comment-update') return [];
    const { id, issue_url } = jsonObject(real?.body ?? '') ?? {};
    const issue = Number(/\d+$/.exec(String(issue_url))?.[0]);
    const text = String(jsonObject(body)?.['body']);
    const isCreation = operation === 'comment-create';
    return [{ step, id: Number(id), issue, body: text, atMs: realAt, order, askedMs: at, isCreation }];
  });
}

function rowsOf(body = ''): Listing['rows'] | undefined {
  try {
    const rows: unknown = JSON.parse(body);
    return Array.isArray(rows) ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** What is promised of a step, and what finds it broken, in words; empty or absent if it is kept. */
export interface Check {
  readonly of: (step: StepRun, observed: Observations) => boolean;
  readonly broken: (step: StepRun, observed: Observations) => string | readonly string[] | false | undefined;
}

/** Of which steps something is promised. */
export const STEPS = {
  all: () => true,
  first: (step: StepRun, { result }: Observations) => step === result.steps[0],
  ended: ({ killed }: StepRun) => !killed,
  asks: ({ expected }: StepRun) => expected === 'asks',
  asked: ({ killed, expected }: StepRun) => !killed && expected === 'asks',
  replies: (step: StepRun) => keepsReply(step) && step.expected !== 'nothing',
} as const;

/** The address of a pull request, or of what other hosts call so, ends with its number or has a slash after it. */
function isPullRequest(link: string): boolean {
  const [, number] = /\/(?:pull|merge_requests|pull-requests)\/(\d+)(?:[/?#]|$)/.exec(link) ?? [];
  return URL.canParse(link) && Number(number) > 0;
}
