import { type GithubApi, GithubError, withoutToken } from '../../github/api.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import { skipped } from '../end.ts';
import { stopFor } from '../needed.ts';
import type { AgentRun } from '../request.ts';
import { givenInstructions, type Material } from './build.ts';
import { readChanges } from './changes.ts';
import { changesPart } from './changes-part.ts';
import { readDiscussion } from './discussion.ts';
import { readLinkedIssues } from './linked-issues.ts';
import { changedFilesLeft } from './paths.ts';
import { linePart, type Part } from './quote.ts';

/**
 * Reads what `include` names besides `event`. What GitHub refuses is missing, with a warning, unless the run needs it.
 *
 * @throws {Stop} if there is nothing to send, or if it couldn't be read
 */
export async function readMaterial(run: AgentRun): Promise<Material> {
  const isDefault = givenInstructions(run) === '';
  if (isDefault) checkText(run);
  const { quotes } = run.wanted;
  const warnings: string[] = [];
  const tryTo = async (name: 'changes' | 'linked-issues' | 'discussion', read: Reader) => {
    if (!quotes.has(name)) return [];
    try {
      if (!run.github) throw withoutToken(`\`${name}\` can't be read`);
      return await read(run, run.github);
    } catch (error) {
      const isRefused = error instanceof GithubError && error.kind === 'refused';
      const isNeeded = name === 'changes' && (needsChanges(run, isDefault) || pathsDecide(run));
      if (!isRefused || isNeeded || run.signal.aborted) throw stopFor(error);
      warnings.push(`\`${name}\` is missing from the prompt: ${error.full}`);
      return [];
    }
  };
  const parts = await Promise.all([
    tryTo('changes', (_, github) => changedParts(run, github, isDefault)),
    tryTo('linked-issues', readLinkedIssues),
    tryTo('discussion', readDiscussion),
  ]);
  if (warnings.length > 0) run.log.warning(warnings.join('\n'));
  if (needsChanges(run, isDefault) && parts[0].length === 0) throw skipped(withoutMaterial(run));
  return { parts: parts.flat() };
}

type Reader = (run: AgentRun, github: GithubApi) => Promise<readonly Part[]>;

/** Without material, the agent would invent something. */
function checkText({ event: { subject } }: AgentRun): void {
  if (!subject || visibleLine(subject.title) !== '' || visibleText(subject.body) !== '') return;
  const name = subject.kind === 'issue' ? 'Issue' : 'Pull request';
  throw skipped(`${name} #${subject.number} doesn't have visible text.`);
}

/** Whether the changes are all that a default instruction is about. */
function needsChanges({ event: { subject, release } }: AgentRun, isDefault: boolean): boolean {
  const hasText = release && (visibleLine(release.title) !== '' || visibleText(release.notes) !== '');
  return isDefault && !subject && !hasText;
}

/** Whether the run is skipped if `paths` leaves no file. Who comments or labels is always answered. */
function pathsDecide({ inputs, event: { action, comment, release } }: AgentRun): boolean {
  return inputs.paths !== undefined && !release && !comment && action !== 'labeled';
}

function withoutMaterial({ event: { release } }: AgentRun): string {
  if (!release) return 'There are no changes.';
  return `The release ${visibleLine(release.tag)} has neither a name nor notes.`;
}

async function changedParts(run: AgentRun, github: GithubApi, isDefault: boolean): Promise<readonly Part[]> {
  const changes = await readChanges(run, github);
  if (!changes) return [];
  const { paths } = run.inputs;
  const { isCut, what, note } = changes;
  const files = changedFilesLeft(changes.files, paths);
  if (files.length > 0) return [...(note === '' ? [] : [linePart(note)]), changesPart({ ...changes, files })];
  if (isCut) {
    const some = `GitHub lists only some of the files that changed ${what}`;
    return [linePart(`${some}, and \`paths\` doesn't match any of them.`)];
  }
  const isFiltered = changes.files.length > 0;
  const none = isFiltered ? `No file that matches \`paths\` changed ${what}.` : what && `Nothing changed ${what}.`;
  const reason = [note, none].filter((each) => each !== '').join(' ');
  if (!needsChanges(run, isDefault) && !pathsDecide(run)) return [linePart(reason)];
  throw skipped(isFiltered ? `${reason} ${advice(paths)}` : reason);
}

function advice(paths: readonly string[] = []): string {
  const name = paths.find((pattern) => !/[!*]/.test(pattern)) ?? 'name';
  return `A pattern matches whole paths: for every file in a folder, write \`${name}/**\`.`;
}
