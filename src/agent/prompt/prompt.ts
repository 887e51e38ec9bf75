import { GithubError, withoutToken } from '../../github/api.ts';
import { thousands } from '../../text/numbers.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import { nothingSent, skipped } from '../end.ts';
import { type AgentRun, type GithubRun, hasWords, type Quotable } from '../request.ts';
import { readChanges } from './changes.ts';
import { changesPart } from './changes-part.ts';
import { readDiscussion } from './discussion.ts';
import { readLinkedIssues } from './linked-issues.ts';
import { changedFilesLeft } from './paths.ts';
import { cut, linePart, type Part, quotedPart } from './quote.ts';
import { codeQuotations, subjectQuotations } from './subject-quotations.ts';

export interface Prompt {
  readonly text: string;
  /** What the prompt leaves out, as its closing line says; empty if nothing. */
  readonly leftOut: string;
}

/**
 * Maximum number of characters, unless the instructions alone are longer. Mintlify documents no limit. It is about
 * 15,000 tokens, which leaves any model room to work.
 */
const LONGEST_PROMPT = 60_000;
/** A longer prompt would certainly be refused. */
const MOST_CHARACTERS = 1_000_000;
const CLOSING_ROOM = 1_000;
const BETWEEN = '\n\n';

const DEFAULT_INSTRUCTION = {
  issue: 'Change the documentation as the issue below requests.',
  'pull request': 'Update the documentation so that it matches the pull request below.',
  release: 'Update the documentation for the release below.',
  changes: 'Update the documentation so that it matches the changes below.',
} as const;
const RESTRAINT = [
  'If readers of the documentation would not notice a difference, change nothing and do not open a pull request.',
  'State only what the material below shows. Update the page that covers a topic rather than adding a second one.',
  'Document nothing internal.',
].join(' ');

/**
 * Reads what `include` names besides `event`. What GitHub refuses is missing, with a warning, unless the run needs it.
 * Of a follow-up with words of its own, the agent has it all.
 *
 * @throws {Stop} if there is nothing to send
 */
export async function readMaterial(run: AgentRun, isFollowUp: boolean): Promise<readonly Part[]> {
  if (isFollowUp && hasWords(run)) return [];
  const { event, inputs, wanted, github } = run;
  const isDefault = givenInstructions(run) === '';
  const blank = blankSubject(run);
  if (isDefault && event.subject && blank) throw skipped(blank);
  // Without material, the agent would invent something.
  const isAboutChanges = isDefault && !event.subject && (!event.release || blank !== undefined);
  const isAnswered = event.release || event.comment || event.action === 'labeled';
  const isNeeded = isAboutChanges || (inputs.paths !== undefined && !isAnswered);
  const warnings: string[] = [];
  const tryTo = async (name: Quotable, read: typeof readLinkedIssues) => {
    if (!wanted.quotes.has(name)) return [];
    try {
      if (!github) throw withoutToken(`\`${name}\` can't be read`);
      return await read({ ...run, github });
    } catch (error) {
      const isRefused = error instanceof GithubError && error.kind === 'refused';
      if (!isRefused || (name === 'changes' && isNeeded)) throw error;
      warnings.push(`\`${name}\` is missing from the prompt: ${error.full}`);
      return [];
    }
  };
  const [changes, issues, discussion] = await Promise.all([
    tryTo('changes', (withGithub) => readChangedParts(withGithub, isNeeded)),
    tryTo('linked-issues', readLinkedIssues),
    tryTo('discussion', readDiscussion),
  ]);
  if (warnings.length > 0) run.log.warning(warnings.join('\n'));
  if (isAboutChanges && changes.length === 0) throw skipped(blank ?? 'There are no changes.');
  return [...changes, ...issues, ...discussion];
}

function blankSubject({ event: { subject, release } }: AgentRun): string | undefined {
  const [title = '', body = ''] = release ? [release.title, release.notes] : [subject?.title, subject?.body];
  if (visibleLine(title) !== '' || visibleText(body) !== '') return undefined;
  if (release) return `The release ${visibleLine(release.tag)} has neither a name nor notes.`;
  return (
    subject &&
    `${subject.kind === 'issue' ? 'Issue' : 'Pull request'} #${subject.number} doesn't have visible text.`
  );
}

/** @param isNeeded whether the run is skipped if no file is left */
async function readChangedParts(run: GithubRun, isNeeded: boolean): Promise<readonly Part[]> {
  const changes = await readChanges(run);
  if (!changes) return [];
  const { paths } = run.inputs;
  const { isCut, what, note } = changes;
  const files = changedFilesLeft(changes.files, paths);
  if (files.length > 0) return [...(note === '' ? [] : [linePart(note)]), changesPart({ ...changes, files })];
  if (isCut) {
    const listed = `GitHub lists only some of the files that changed ${what}`;
    return [linePart(`${listed}, and \`paths\` doesn't match any of them.`)];
  }
  const isFiltered = changes.files.length > 0;
  const none = `${isFiltered ? 'No file that matches `paths`' : 'Nothing'} changed ${what}.`;
  const reason = [note, what && none].filter((each) => each !== '').join(' ');
  if (!isNeeded) return [linePart(reason)];
  const name = paths?.find((pattern) => !/[!*]/.test(pattern)) ?? 'name';
  const advice = `A pattern matches whole paths: for every file in a folder, write \`${name}/**\`.`;
  throw skipped(isFiltered ? `${reason} ${advice}` : reason);
}

/** Instructions first, then what `include` names, as far as it fits. @throws {Stop} if they are longer than any prompt */
export function buildPrompt(material: readonly Part[], run: AgentRun, isFollowUp: boolean): Prompt {
  const { event, inputs, wanted } = run;
  const quotesNothing = inputs.include?.size === 0;
  const quotations = [
    ...(quotesNothing ? [] : codeQuotations(event)),
    ...(wanted.quotes.has('event') && !(isFollowUp && hasWords(run)) ? subjectQuotations(run) : []),
  ];
  const all = [...quotations.map(quotedPart), ...material];
  const usesEvent = all.length > 0 || (wanted.asked !== '' && !quotesNothing);
  const about = event.release ? 'release' : (event.subject?.kind ?? 'changes');
  const instructions = givenInstructions(run) || `${DEFAULT_INSTRUCTION[about]} ${RESTRAINT}`;
  return compose(instructions, usesEvent ? askedBy(run) : '', all);
}

function givenInstructions({ event, inputs, wanted }: AgentRun): string {
  // A stranger may have chosen the path of a file, so only its quotation names the path.
  const inReview = (event.comment?.others ?? []).map(
    ({ body }, index) => `Comment ${index + 1} of the same review:\n\n${visibleText(body)}`,
  );
  const all = [inputs.prompt ?? '', wanted.asked, ...inReview].filter((text) => text !== '').join(BETWEEN);
  if (all.length <= MOST_CHARACTERS) return all;
  const [own, most] = [all.length, MOST_CHARACTERS].map(thousands);
  throw nothingSent(
    `The instructions have ${own} characters, but a prompt may have at most ${most}.`,
    'Shorten them, because the action never cuts instructions.',
  );
}

function askedBy({ event: { sender, comment } }: AgentRun): string {
  const where = visibleLine(comment?.url ?? '');
  return sender ? `Requested by ${sender.login}${where && `: ${where}`}` : '';
}

/** Joins the parts in their order. Instructions are never cut. */
export function compose(instructions: string, by: string, parts: readonly Part[]): Prompt {
  let text = instructions;
  const add = (part: string) => {
    if (part !== '') text += BETWEEN + part;
  };
  if (text.length + BETWEEN.length + by.length <= LONGEST_PROMPT) add(by);
  const missing: string[] = [];
  for (const part of parts) {
    const fitted = part(LONGEST_PROMPT - CLOSING_ROOM - text.length - BETWEEN.length);
    add(fitted.text);
    if (fitted.leftOut !== '') missing.push(fitted.leftOut);
  }
  const leftOut = missing.join('; ');
  const closing = (rest: string) => `[Left out of this prompt: ${rest}]`;
  const isOver = instructions.length > LONGEST_PROMPT;
  const room = (isOver ? CLOSING_ROOM : LONGEST_PROMPT - text.length) - BETWEEN.length - closing('').length;
  if (leftOut !== '' && room > 0) add(closing(cut(leftOut, room)));
  return { text, leftOut };
}
