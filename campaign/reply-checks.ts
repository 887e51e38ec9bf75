import { CUT_OFF_MS, EARLY_404_MS, isComment } from './contract.ts';
import {
  asksLatest,
  type Check,
  type Effect,
  keepsReply,
  type Listing,
  meaningOf,
  type Observations,
  postsOf,
  SIGNED,
  STEPS,
  threadOf,
  type Write,
} from './observations.ts';
import type { StepRun } from './story-result.ts';

/** What the contract says of replies, and of what they remember: the checks of the judge that need several runs. */

/** GitHub tells in whole seconds when a comment was written. */
const WHOLE_SECOND_MS = 1_000;

/** What was sent twice for one request, though no rule lets it. */
function paidTwice(step: StepRun, observed: Observations): string[] {
  const own = observed.effectsOf(step);
  const earlier = observed.isAlike(step)
    ? own.slice(0, 1)
    : observed.effectsOfRequest(step.request).filter(({ step: other }) => other.attempt <= step.attempt);
  return own.flatMap((effect) => {
    const before = earlier.findLast(({ order }) => order < effect.order);
    if (!before || mayRepeat(before, effect, observed)) return [];
    const [once, again] = [before, effect].map(
      ({ operation, jobId, step: { attempt } }) => `${operation} of ${jobId} in attempt ${attempt}`,
    );
    return [`was paid twice: ${once}, ${again}`];
  });
}

/** Whether the contract lets a re-run send what an earlier attempt has sent. */
function mayRepeat(before: Effect, { step, atMs }: Effect, observed: Observations): boolean {
  if (step === before.step) return false;
  const isSpoilt = observed.isSpoilt(threadOf(step), before.step.startMs, atMs);
  if (observed.allows('no reply is kept', !keepsReply(step))) return true;
  if (observed.allows('people removed the reply', isSpoilt)) return true;
  const earlier = observed.before(step).filter(({ endMs }) => endMs <= step.startMs);
  // What was done may have been done after the run that sent it had ended.
  const wasUnknown = earlier.some(
    ({ outcome, attempt }) => outcome === 'unknown' && attempt >= before.step.attempt,
  );
  if (observed.allows('it was reported as unknown', wasUnknown)) return true;
  const listings = observed.listingsOf(step).filter((listing) => listing.atMs <= atMs);
  const isHidden = listings.every(
    ({ rows, atMs }) => !rows.some((row) => observed.shownWrite(row, atMs)?.step.request === step.request),
  );
  if (!isSpoilt && listings.length > 1 && observed.allows('GitHub did not show the reply', isHidden))
    return true;
  // Just before: what is sent makes the job active again.
  const status = observed.statusAt(before.jobId, atMs - 0.5);
  const hadEnded = earlier.some(({ outcome }) => /pull-request$/.test(outcome));
  const hasFailed = ['failed', 'archived'].includes(status) && !hadEnded;
  if (observed.allows('its job failed or is archived', hasFailed)) return true;
  return isRefused(before.step, observed);
}

/** GitHub refused the reply, or led to where nothing is, and the step said that a re-run would send again. */
function isRefused({ exchanges, result }: StepRun, observed: Observations): boolean {
  const refusals = exchanges.filter(
    ({ operation, broken }) =>
      /^comment-(create|update)$/.test(operation) && /^(403|404|410|422|redirect)/.test(broken ?? ''),
  );
  const warnings = result.commands.filter(({ name }) => name === 'warning');
  return observed.allows(
    'GitHub refused the reply, and a warning said that a re-run sends again',
    refusals.length > 0 && warnings.some(({ data }) => /re-run[^.]*again/i.test(data)),
  );
}

/** What GitHub showed a step of another request's comment. */
interface Shown {
  readonly row: Listing['rows'][number];
  readonly listing: Listing;
  readonly write: Write;
  /** What the request had done by then; absent if nothing that it knew. */
  readonly effect: Effect | undefined;
}

/**
 * The latest that GitHub showed the step of each comment of others before `untilMs`, in the order of their creation; of
 * several replies to one request the first one's place counts.
 */
function shownOfOthers(step: StepRun, untilMs: number, observed: Observations): Shown[] {
  const shown = new Map<number, Shown & { readonly place: Listing['rows'][number] }>();
  for (const listing of observed.listingsOf(step)) {
    if (listing.atMs > untilMs) continue;
    const places = new Map<string, Listing['rows'][number]>();
    for (const row of listing.rows.toSorted(compare)) {
      const write = observed.shownWrite(row, listing.atMs);
      if (!write) continue;
      const { request } = write.step;
      const place = observed.isAlike(write.step) ? row : (places.get(request) ?? row);
      places.set(request, place);
      if (request === step.request && !observed.isAlike(step)) continue;
      shown.set(row.id, { row, place, listing, write, effect: observed.effectBehind(write) });
    }
  }
  return [...shown.values()].sort((a, b) => compare(a.place, b.place));
}

function compare(a: Listing['rows'][number], b: Listing['rows'][number]): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id;
}

/** While a request is undecided, its last change is when it was announced. */
function announced(a: Listing['rows'][number], b: Listing['rows'][number]): number {
  return Date.parse(a.updated_at) - Date.parse(b.updated_at) || compare(a, b);
}

/** The latest job that GitHub showed; absent where requests that differ in nothing wrote, who cannot be distinguished. */
function latestShown(step: StepRun, untilMs: number, observed: Observations): Effect | 'unclear' | undefined {
  const shown = shownOfOthers(step, untilMs, observed);
  if (shown.some(({ write }) => observed.isAlike(write.step))) return 'unclear';
  return shown.findLast(({ effect }) => effect !== undefined)?.effect;
}

/** A comment makes a new job only where none is known that goes on, and none is just being started. */
function secondJob(step: StepRun, observed: Observations): string | false {
  const created = observed.effectsOf(step).find(({ operation }) => operation === 'create');
  if (!created || !asksLatest(step)) return false;
  const known = latestShown(step, created.atMs, observed);
  if (known === 'unclear') return false;
  const since = shownOfOthers(step, created.atMs, observed).findLast(
    ({ effect }) => effect?.operation === 'create' && effect.atMs > step.startMs,
  );
  const isUsable = (jobId: string) =>
    !isGone(step, jobId, created, observed) &&
    [step.startMs, created.atMs - 0.5].every((ms) => observed.isUsableAt(jobId, ms));
  for (const effect of [known, since?.effect])
    if (effect && isUsable(effect.jobId)) return `a new job instead of a follow-up to ${effect.jobId}`;
  return hasOvertaken(step, created, observed);
}

/** A 404 is final once the job is 30 s old, or was asked for during 30 s. */
function isGone(step: StepRun, jobId: string, { atMs }: Effect, observed: Observations): boolean {
  const answers = step.exchanges.filter(
    ({ operation, path, at, status }) =>
      operation === 'get' && path.includes(jobId) && at < atMs && status === 404,
  );
  const { at: firstMs = atMs } = answers[0] ?? {};
  const { deliveredAt: lastMs = 0 } = answers.at(-1) ?? {};
  const createdMs = Math.min(firstMs, observed.job(jobId)?.work[0]?.at ?? firstMs);
  const isFinal = answers.length > 0 && lastMs - createdMs >= EARLY_404_MS;
  return observed.allows('its job was answered 404 for long', isFinal);
}

/** A follow-up goes to no job whose pull request was merged or closed, as far as the pull request could be read. */
function closedFollowUp(step: StepRun, observed: Observations): string | false {
  const sent = observed.effectsOf(step).find(({ operation }) => operation === 'message');
  if (!sent || !asksLatest(step) || !observed.isClosedAt(sent.jobId, step.startMs)) return false;
  const isUnread = step.exchanges.some(
    ({ operation, broken }) => operation === 'pull-request' && broken !== null,
  );
  const wasShown = observed.result.exchanges.some((exchange) => {
    const meaning = meaningOf(exchange);
    const isEarlier = (exchange.deliveredAt ?? sent.atMs) < sent.atMs;
    return isEarlier && meaning.kind === 'job' && meaning.id === sent.jobId && meaning.prLink !== undefined;
  });
  return wasShown && !isUnread && `a follow-up to ${sent.jobId}, whose pull request is not open any more`;
}

/** Whoever may start a job lists once more after its reply is there, and waits for those who were first. */
function hasOvertaken(step: StepRun, created: Effect, observed: Observations): string | false {
  const own = observed.repliesOf(step).find(({ isCreation }) => isCreation);
  if (!own) return false;
  const listing = observed.listingsOf(step).findLast(({ atMs }) => atMs > own.atMs && atMs <= created.atMs);
  if (!listing) return 'a new job, and nobody asked whether another request was starting one';
  const ownRow = listing.rows.find(({ id }) => id === own.id);
  const waitedMs = created.atMs - own.atMs;
  const first = shownOfOthers(step, created.atMs, observed).find(
    ({ row, write, effect }) =>
      effect === undefined &&
      (!ownRow || announced(row, ownRow) < 0) &&
      observed.effectsOf(write.step).some(({ operation }) => operation === 'create') &&
      isBeforePost(write) &&
      created.atMs - write.atMs < CUT_OFF_MS - WHOLE_SECOND_MS,
  );
  return (
    first !== undefined &&
    `a second job after ${waitedMs.toFixed(0)} ms, while run ${first.write.step.run} was starting one`
  );
}

/** It was written before its step sent anything. */
function isBeforePost({ step, atMs }: Write): boolean {
  const [post] = postsOf(step);
  return post !== undefined && atMs <= post.at;
}

/** A follow-up goes to the latest job that the comments name, or to the one whose start it has waited for. */
function strayFollowUp(step: StepRun, observed: Observations): string | false {
  const sent = observed.effectsOf(step).find(({ operation }) => operation === 'message');
  const latest = sent && latestShown(step, sent.atMs, observed);
  if (!sent || !asksLatest(step) || latest === 'unclear' || latest?.jobId === sent.jobId) return false;
  const wasKnown = (other: StepRun) =>
    observed.repliesOf(other).some((write) => write.atMs <= step.startMs && observed.effectBehind(write));
  const isAwaited = shownOfOthers(step, sent.atMs, observed).some(
    ({ effect, write }) =>
      (effect?.operation === 'create' && effect.jobId === sent.jobId && !wasKnown(write.step)) ||
      // A watch counts where there is no other job.
      (latest === undefined && write.step.jobId === sent.jobId && postsOf(write.step).length === 0),
  );
  return (
    !isAwaited && `a follow-up to ${sent.jobId}, and the latest job that GitHub showed is ${latest?.jobId}`
  );
}

/**
 * Before anything is sent there is one write, of a complete reply, unless GitHub refuses it. A request that other requests
 * decide about may write once more, so that they see what it does.
 */
function unsaved(step: StepRun, observed: Observations): string | false {
  const post = postsOf(step)[0];
  // Steps that cannot be distinguished may share a reply.
  if (!post || observed.isAlike(step)) return false;
  // Without a memory each request with `latest` would start a job.
  if (step.plan.inputs['job-id'] !== 'latest' && isRefused(step, observed)) return false;
  const writes = observed.repliesOf(step).filter(({ atMs }) => atMs <= post.at);
  const isCalm = step.exchanges.every(({ broken, seq }) => broken === null || seq > post.seq);
  // Undecided, then what it does; whoever can only start a job says so at once.
  const most = asksLatest(step) || step.plan.inputs['job-id'] || step.attempt > 1 ? 2 : 1;
  // A re-run may find the reply from an earlier attempt only after it has written its own.
  const handsOver = step.attempt > 1 && observed.result.plan.stale > 0 ? 1 : 0;
  const isEnough = writes.length > 0 && (!isCalm || writes.length <= most + handsOver);
  return !isEnough && `sent a ${post.operation} with ${writes.length} complete replies before it`;
}

/** What decides must have been read: of a re-run, and of a request by comment. */
function unread(step: StepRun, observed: Observations): string | false {
  const needs = keepsReply(step) && (step.attempt > 1 || asksLatest(step));
  const [post] = postsOf(step);
  if (!needs || !post || observed.listingsOf(step).some(({ atMs }) => atMs <= post.at)) return false;
  return `sent a ${post.operation} without having read what earlier requests left`;
}

/** What runs had written into the comments that GitHub showed the step first. */
function shownFirst(step: StepRun, observed: Observations): Write[] {
  const [{ rows, atMs } = { rows: [], atMs: 0 }] = observed.listingsOf(step);
  return rows.flatMap((row) => observed.shownWrite(row, atMs) ?? []);
}

/** An attempt that was cut off while it sent is reported as `unknown` before anything is sent again. */
function unreportedBefore(step: StepRun, observed: Observations): string | false {
  const last = observed.before(step).findLast((each) => observed.repliesOf(each).length > 0);
  if (!last || observed.isAlike(step) || postsOf(last).length === 0) return false;
  const own = shownFirst(step, observed).filter((write) => write.step === last);
  const shown = own.toSorted((a, b) => a.atMs - b.atMs);
  const isBegun = shown.length > 0 && shown.at(-1) === observed.repliesOf(last).findLast(isBeforePost);
  const isReported = step.outcome === 'unknown' && postsOf(step).length === 0;
  return (
    isBegun &&
    !isReported &&
    step.signalMs === undefined &&
    `ended as "${step.outcome}", though attempt ${last.attempt} was cut off while it sent`
  );
}

/** What an earlier attempt said to be accepted, in whichever of its replies, is known. */
function forgotten(step: StepRun, observed: Observations): string | false {
  const known = shownFirst(step, observed)
    .filter((write) => write.step.request === step.request && write.step.attempt < step.attempt)
    .find((write) => observed.effectBehind(write));
  const isUnknown = step.outcome === 'unknown' && postsOf(step).length === 0;
  return (
    known !== undefined && isUnknown && `ended as "unknown", and its reply ${known.id} had named the job`
  );
}

/** One writer per comment. */
function foreignWrite(step: StepRun, { result, writes }: Observations): string[] {
  return step.exchanges
    .filter(({ operation }) => operation === 'comment-update')
    .map(({ path }) => Number(/\d+$/.exec(path)?.[0]))
    .filter((id) => {
      const creation = writes.find((write) => write.id === id && write.isCreation);
      return creation?.step.request !== step.request;
    })
    .map(
      (id) =>
        `wrote comment ${id}, which is not of its request (${result.comments.find((each) => each.id === id)?.issue})`,
    );
}

/** One reply for each request, as long as GitHub shows what was written. */
function tooManyReplies(step: StepRun, observed: Observations): string[] {
  const isReply = (write: Write) =>
    write.isCreation && write.issue === threadOf(step) && SIGNED.test(write.body);
  const creations = observed.writes.filter((write) => write.step.request === step.request && isReply(write));
  return creations
    .filter((write) => write.step === step)
    .filter((write) => {
      const others = creations.filter(
        (other) => other.atMs < write.askedMs && !isLostOn(other, write, observed),
      );
      return others.length > 0 && !observed.isAlike(step);
    })
    .map(({ id }) => `made another reply, ${id}`);
}

/** GitHub did not let a reply be edited, or did not show it to the step that made another one. */
function isLostOn(before: Write, { step, askedMs }: Write, observed: Observations): boolean {
  const isGone = step.exchanges.some(
    ({ operation, real, broken }) =>
      operation === 'comment-update' &&
      (/^(403|404|410|422|redirect)/.test(broken ?? '') || real?.status === 404),
  );
  if (observed.allows('GitHub did not let the reply be edited', isGone)) return true;
  const isSpoilt = observed.isSpoilt(before.issue, before.atMs, askedMs);
  if (observed.allows('people removed the reply', isSpoilt)) return true;
  // An attempt that began to write a reply of its own writes over no other one, which may say what was sent.
  const tries = step.exchanges.filter(({ operation }) => operation === 'comment-create').map(({ at }) => at);
  const untilMs = before.step === step ? askedMs : Math.min(askedMs, ...tries);
  const listings = observed.listingsOf(step, before.issue).filter(({ atMs }) => atMs <= untilMs);
  const last = listings.at(-1);
  const isHidden =
    last !== undefined && last.atMs > before.atMs && !last.rows.some(({ id }) => id === before.id);
  return observed.allows('GitHub did not show the reply', isHidden);
}

/** One short comment for each job on its pull request; two runs that end together may leave two. */
function tooManyLinks(_: StepRun, observed: Observations): string[] {
  const links = observed.writes.filter(
    ({ isCreation, issue, step, body }) => isCreation && issue !== threadOf(step) && SIGNED.test(body),
  );
  return links.flatMap((write, index) => {
    const before = links
      .slice(0, index)
      .find(({ issue, step }) => issue === write.issue && step.jobId === write.step.jobId);
    if (!before || isLostOn(before, write, observed)) return [];
    const seen = observed.listingsOf(write.step, write.issue).findLast(({ atMs }) => atMs <= write.askedMs);
    const isOwn = before.step === write.step;
    return isOwn || seen === undefined || seen.atMs > before.atMs
      ? [`another comment on pull request ${write.issue}`]
      : [];
  });
}

/** Of two workflows that listen to the same comment, both send, and whoever comes second says so. */
function silentSecond(step: StepRun, observed: Observations): string | false {
  const own = observed.repliesOf(step)[0];
  const other = shownOfOthers(step, step.endMs, observed).find(
    ({ write }) => write.step.event === step.event && write.step.run !== step.run,
  );
  const isSecond = own !== undefined && other !== undefined && other.write.id < own.id;
  const hasWarned = step.result.commands.some(
    ({ name, data }) => name === 'warning' && /another workflow/i.test(data),
  );
  return isSecond && !hasWarned && 'another workflow has answered the comment, and nothing says so';
}

/** A re-run of a request whose job has failed sends it anew. */
function isRetryLost(step: StepRun, observed: Observations): string | false {
  const isCalm = [step, ...observed.before(step)].every((each) => observed.isCalm(each));
  const last = observed.effectsOfRequest(step.request).findLast(({ atMs }) => atMs < step.startMs);
  const hasSent = observed.effectsOf(step).length > 0;
  return isCalm && last?.step.outcome === 'failed' && !hasSent && 'a re-run of a failed request sent nothing';
}

export const REPLY_CHECKS = {
  'pays twice': { of: STEPS.all, broken: paidTwice },
  'a second job': { of: STEPS.asks, broken: secondJob },
  'a follow-up to a stray job': { of: STEPS.asks, broken: strayFollowUp },
  'a follow-up to a job whose pull request is merged': { of: STEPS.asks, broken: closedFollowUp },
  'sends without its reply': { of: STEPS.replies, broken: unsaved },
  'sends without its memory': { of: STEPS.asks, broken: unread },
  'a cut-off attempt is reported first': { of: STEPS.asked, broken: unreportedBefore },
  'what was accepted is known': { of: STEPS.asked, broken: forgotten },
  'writes a comment of others': { of: STEPS.all, broken: foreignWrite },
  'too many replies': { of: STEPS.replies, broken: tooManyReplies },
  'too many comments on a pull request': { of: STEPS.first, broken: tooManyLinks },
  'a second workflow is named': {
    of: (step) => STEPS.asked(step) && isComment(step.event.name) && postsOf(step).length > 0,
    broken: silentSecond,
  },
  'a failed request is sent anew': { of: STEPS.asked, broken: isRetryLost },
} as const satisfies Readonly<Record<string, Check>>;
