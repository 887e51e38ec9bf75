import { joinNonEmpty } from '../../text/join.ts';
import { formatNumber } from '../../text/numbers.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import type { RequestContext } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';

/** A longer prompt would certainly be refused. */
const MOST_CHARACTERS = 1_000_000;

const DEFAULT_INSTRUCTION = {
  issue: 'Change the documentation as the issue below requests.',
  'pull request': 'Update the documentation so that it matches the pull request below.',
  release: 'Update the documentation for the release below.',
  changes: 'Update the documentation so that it matches the changes below.',
};
const RESTRAINT =
  'If readers of the documentation would not notice a difference, change nothing and do not open a pull request. State only what the material below shows. Update the page that covers a topic rather than adding a second one. Document nothing internal.';

/** The given instructions, or else a default one. @throws {RunStopped} if they are longer than any prompt */
export function instructionsFor(context: RequestContext): string {
  const { release, issueOrPull } = context.subject;
  const about = release ? 'release' : (issueOrPull?.kind ?? 'changes');
  return givenInstructions(context) || `${DEFAULT_INSTRUCTION[about]} ${RESTRAINT}`;
}

/** What the workflow and who asked say; may be empty. @throws {RunStopped} as above */
export function givenInstructions({ inputs, request, subject }: RequestContext): string {
  // A stranger may have chosen the path of a file, so only its quotation names the path.
  const inReview = subject.lineComments.map(
    ({ body }, index) => `Comment ${index + 1} of the same review:\n\n${visibleText(body)}`,
  );
  const all = joinNonEmpty([inputs.prompt, request.words, ...inReview], '\n\n');
  if (all.length <= MOST_CHARACTERS) return all;
  const length = formatNumber(all.length);
  throw RunStopped.beforeSending(
    `The instructions have ${length} characters, but a prompt may have at most ${formatNumber(MOST_CHARACTERS)}.`,
    'Shorten them, because the action never cuts instructions.',
  );
}

/** Who asked, and where; empty if nobody is known. */
export function askedBy({ event: { sender, comment } }: RequestContext): string {
  const where = visibleLine(comment?.url ?? '');
  return sender ? `Requested by ${sender.login}${where && `: ${where}`}` : '';
}
