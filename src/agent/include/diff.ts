import { plainText, visibleLine } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { counts, introduction, leftOutLine, quote } from '../quotation.ts';
import type { ChangedFile, Changes } from './changes.ts';
import { TESTS } from './files.ts';

interface Patch {
  readonly file: ChangedFile;
  /** Each quoted already, with the line end before it. */
  readonly hunks: readonly string[];
  /** Of the whole, with the line that names the file. */
  readonly size: number;
}

/** Characters of a patch that are always worth taking, however many files there are. */
const LEAST_SHARE = 1500;
/** Room for the line of a file that says how many hunks are left out. */
const NOTICE = '\n> [and 99999 more hunks]'.length;
const MOST_NAMED = 20;

/** Patches of the files that people change by hand: whole hunks, the smallest files first, up to a share each. */
export function diffPart({ files, url, what }: Changes): PromptPart {
  const patches = files.filter(({ unread, patch }) => !unread && patch !== undefined).map(patchOf);
  const head = `${introduction(`the patches ${what}`, undefined, visibleLine(url))}\n`;
  const foot = notQuoted(files);
  const base = head.length + foot.length;
  const size = patches.reduce((sum, patch) => sum + patch.size, base);
  const isEmpty = patches.length === 0 && foot === '';
  return {
    name: 'diff',
    weight: 4,
    size: isEmpty ? 0 : size,
    fit(room) {
      if (isEmpty) return { text: '', leftOut: '' };
      if (room < base + Math.min(LEAST_SHARE, size - base)) {
        const all = { what: `the patches of ${patches.length} files`, url };
        return { text: leftOutLine(all, room), leftOut: 'all of it' };
      }
      const taken = take(patches, room - base);
      const quoted = patches.map((patch) => textOf(patch, taken.get(patch) ?? 0));
      const leftOut = patches.reduce((sum, patch) => sum + patch.hunks.length - (taken.get(patch) ?? 0), 0);
      const without = [
        files.length - patches.length,
        'files that nobody changes by hand, or without a patch',
      ] as const;
      return { text: `${head}${quoted.join('')}${foot}`, leftOut: counts([leftOut, 'hunks'], without) };
    },
  };
}

function patchOf(file: ChangedFile): Patch {
  const lines = plainText(file.patch ?? '').trimEnd();
  // Whatever begins a line otherwise, GitHub did not write: it must not look like the line that names a file.
  const hunks = lines
    .split(/\n(?=@@ )/)
    .map((hunk) => `\n${quote(hunk.replaceAll(/^(?![-+ @\\]|$)/gm, ' '))}`);
  const size = hunks.reduce((sum, hunk) => sum + hunk.length, heading(file).length);
  return { file, hunks, size };
}

function heading({ path }: ChangedFile): string {
  return `\n> File: ${visibleLine(path)}`;
}

/** How many hunks of each patch are taken. */
function take(patches: readonly Patch[], room: number): ReadonlyMap<Patch, number> {
  const isTest = ({ file }: Patch) => Number(TESTS.test(file.path));
  const order = patches.toSorted(
    (a, b) => isTest(a) - isTest(b) || a.size - b.size || (a.file.path < b.file.path ? -1 : 1),
  );
  const taken = new Map<Patch, number>();
  let left = room;
  for (const [index, patch] of order.entries()) {
    const share = Math.min(left, Math.max(left / (order.length - index), LEAST_SHARE));
    let used = heading(patch.file).length;
    let count = 0;
    const fits = (hunk: string) =>
      used + hunk.length + (count + 1 < patch.hunks.length ? NOTICE : 0) <= share;
    while (count < patch.hunks.length && fits(patch.hunks[count] as string)) {
      used += (patch.hunks[count] as string).length;
      count += 1;
    }
    taken.set(patch, count);
    if (count > 0) left -= used + (count < patch.hunks.length ? NOTICE : 0);
  }
  return taken;
}

function textOf({ file, hunks }: Patch, count: number): string {
  if (count === 0) return '';
  const rest = hunks.length - count;
  const notice = rest > 0 ? `\n> [and ${rest} more hunks]` : '';
  return `${heading(file)}${hunks.slice(0, count).join('')}${notice}`;
}

/** The line that names what nobody changes by hand, and what GitHub gives no patch of. */
function notQuoted(files: readonly ChangedFile[]): string {
  const named = files
    .filter(({ unread, patch }) => unread || patch === undefined)
    .map(({ path, unread }) => `${visibleLine(path).slice(0, 120)} (${unread ?? 'no patch'})`);
  if (named.length === 0) return '';
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return `\n> Not quoted: ${named.slice(0, MOST_NAMED).join(', ')}${more}`;
}
