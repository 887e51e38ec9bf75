import { GithubError, withoutToken } from '../../github/errors.ts';
import type { Material } from '../../inputs.ts';
import { joinNonEmpty } from '../../text/join.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import { patternAdvice, selectFiles } from '../changed-files.ts';
import type { GithubContext, RequestContext } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';
import { type Changes, readChanges } from './changes.ts';
import { changesPart } from './changes-part.ts';
import { readDiscussion } from './discussion.ts';
import { givenInstructions } from './instructions.ts';
import { readLinkedIssues } from './linked-issues.ts';
import { linePart, type PromptPart } from './quote.ts';

/**
 * What a request needs the changed files for.
 *
 * - `only-material`: a default instruction has nothing else to go by. Without changes it is skipped
 * - `condition`: `paths` selects what asks. Without a matching file it is skipped
 * - `extra`: it is sent without them
 */
type ChangesRole = 'only-material' | 'condition' | 'extra';

/**
 * Reads what `include` names besides `event`. What GitHub refuses is missing, with a warning, unless the request needs it.
 *
 * @throws {RunStopped} if there is nothing to send
 */
export async function readMaterial(context: RequestContext): Promise<readonly PromptPart[]> {
  const blank = blankSubject(context);
  const isDefault = givenInstructions(context) === '';
  if (isDefault && blank && context.subject.issueOrPull) throw RunStopped.skipped(blank);
  const role = changesRole(context, isDefault, blank !== undefined);
  const warnings: string[] = [];
  const readPart = async (
    name: Material,
    read: (github: GithubContext) => Promise<readonly PromptPart[]>,
  ) => {
    if (!context.request.quotes.has(name)) return [];
    try {
      if (!context.github) throw withoutToken(`\`${name}\` can't be read`);
      return await read({ ...context, github: context.github });
    } catch (error) {
      const isRefused = error instanceof GithubError && error.kind === 'refused';
      const isNeeded = name === 'changes' && role !== 'extra';
      if (!isRefused || isNeeded) throw error;
      warnings.push(`\`${name}\` is missing from the prompt: ${error.full}`);
      return [];
    }
  };
  const [changes, issues, discussion] = await Promise.all([
    readPart('changes', (github) => readChangesParts(github, role)),
    readPart('linked-issues', readLinkedIssues),
    readPart('discussion', readDiscussion),
  ]);
  if (warnings.length > 0) context.log.warning(warnings.join('\n'));
  // Without material, the agent would invent something.
  if (role === 'only-material' && changes.length === 0)
    throw RunStopped.skipped(blank ?? 'There are no changes.');
  return [...changes, ...issues, ...discussion];
}

function changesRole(context: RequestContext, isDefault: boolean, isBlank: boolean): ChangesRole {
  const { inputs, event } = context;
  const { issueOrPull, release } = context.subject;
  const hasText = issueOrPull || (release && !isBlank);
  if (isDefault && !hasText) return 'only-material';
  // Who comments, labels or releases gets an answer, whatever the files are.
  const isAnswered = release || event.comment || event.action === 'labeled';
  return inputs.paths && !isAnswered ? 'condition' : 'extra';
}

/** Why a default instruction would have nothing to go by; undefined if the subject has a visible text, or is none. */
function blankSubject({ subject: { issueOrPull, release } }: RequestContext) {
  const title = release?.title ?? issueOrPull?.title ?? '';
  const body = release?.notes ?? issueOrPull?.body ?? '';
  if (visibleLine(title) || visibleText(body)) return undefined;
  if (release) return `The release ${visibleLine(release.tag)} has neither a name nor notes.`;
  if (!issueOrPull) return undefined;
  const kind = issueOrPull.kind === 'issue' ? 'Issue' : 'Pull request';
  return `${kind} #${issueOrPull.number} doesn't have visible text.`;
}

/** @throws {RunStopped} `skipped` if no file is left, and the request needs one */
async function readChangesParts(context: GithubContext, role: ChangesRole) {
  const changes = await readChanges(context);
  if (!changes) return [];
  const { paths } = context.inputs;
  const { isCut, failure, what, note } = changes;
  const files = selectFiles(changes.files, paths);
  if (files.length > 0) {
    const notes = note ? [linePart(note)] : [];
    return [...notes, changesPart({ ...changes, files })];
  }
  if (failure) {
    if (role === 'only-material') throw failure;
    return [linePart(`GitHub couldn't list the files that changed ${what}.`)];
  }
  if (isCut) {
    const listed = `GitHub lists only some of the files that changed ${what}`;
    return [linePart(`${listed}, and \`paths\` doesn't match any of them.`)];
  }
  const reason = nothingLeft(changes);
  if (role === 'extra') return [linePart(reason)];
  throw RunStopped.skipped(`${reason} ${patternAdvice(paths)}`.trim());
}

function nothingLeft({ files, what, note }: Changes) {
  const nothing = files.length > 0 ? 'No file that matches `paths`' : 'Nothing';
  const sentence = what && `${nothing} changed ${what}.`;
  return joinNonEmpty([note, sentence], ' ');
}
