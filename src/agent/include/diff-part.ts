import { plainText, visibleLine } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { introduction, leftOutLine, quote } from '../quotation.ts';
import type { ChangedFile, Changes } from './changes.ts';
import { rankOf, type UnreadOf } from './files-part.ts';

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
export function diffPart(changes: Changes, unreadOf: UnreadOf): PromptPart {
  const head = `${introduction(`the patches ${changes.what}`, undefined, visibleLine(changes.url))}\n`;
  const patches = changes.files
    .filter((file) => unreadOf(file) === undefined && file.patch !== undefined)
    .map(patchOf);
  const unread = notQuoted(changes.files, unreadOf);
  const size = [head, ...patches].reduce(
    (sum, part) => sum + (typeof part === 'string' ? part.length : part.size),
    unread.length,
  );
  return {
    name: 'diff',
    weight: 4,
    size: patches.length === 0 && unread === '' ? 0 : size,
    fit(room) {
      if (patches.length === 0 && unread === '') return { text: '', leftOut: '' };
      const base = head.length + unread.length;
      if (room < base + Math.min(LEAST_SHARE, size - base)) {
        const line = leftOutLine({ what: `the patches of ${patches.length} files`, url: changes.url });
        return { text: line.length <= room ? line : '', leftOut: 'all of it' };
      }
      const taken = take(patches, room - base);
      const texts = patches.map((patch) => textOf(patch, taken.get(patch) ?? 0));
      const leftOut = patches.reduce((sum, patch) => sum + patch.hunks.length - (taken.get(patch) ?? 0), 0);
      const without = changes.files.length - patches.length;
      return {
        text: `${head}${texts.join('')}${unread}`,
        leftOut: [
          leftOut > 0 ? `${leftOut} hunks` : '',
          without > 0 ? `${without} files that nobody changes by hand, or without a patch` : '',
        ]
          .filter(Boolean)
          .join(', '),
      };
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
  const order = [...patches].sort(
    (a, b) =>
      Number(isTest(a)) - Number(isTest(b)) || a.size - b.size || (a.file.path < b.file.path ? -1 : 1),
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

function isTest({ file }: Patch): boolean {
  return rankOf(file.path, undefined) === 2;
}

function textOf({ file, hunks }: Patch, count: number): string {
  if (count === 0) return '';
  const rest = hunks.length - count;
  const notice = rest > 0 ? `\n> [and ${rest} more hunks]` : '';
  return `${heading(file)}${hunks.slice(0, count).join('')}${notice}`;
}

/** The line that names what nobody changes by hand, and what GitHub gives no patch of. */
function notQuoted(files: readonly ChangedFile[], unreadOf: UnreadOf): string {
  const named = files
    .map((file) => ({
      path: file.path,
      kind: unreadOf(file) ?? (file.patch === undefined ? 'no patch' : ''),
    }))
    .filter(({ kind }) => kind !== '');
  if (named.length === 0) return '';
  const shown = named
    .slice(0, MOST_NAMED)
    .map(({ path, kind }) => `${visibleLine(path).slice(0, 120)} (${kind})`);
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return `\n> Not quoted: ${shown.join(', ')}${more}`;
}
