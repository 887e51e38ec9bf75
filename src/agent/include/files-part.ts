import { visibleLine } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { introduction, leftOutLine, quote } from '../quotation.ts';
import type { ChangedFile, Changes } from './changes.ts';
import type { Unread } from './linguist.ts';

const TESTS =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$|_test\.go$/i;
/** What users see: documents, texts, interfaces, configuration. */
const FOR_USERS =
  /\.(?:mdx?|rst|adoc|txt|proto|graphql|gql|ya?ml|toml|ini|properties|po|strings|ftl|d\.ts)$|(?:^|\/)(?:docs?|api|public|cli|cmd|routes|i18n|locales?|config|schemas?)\/|(?:openapi|swagger|schema)[\w.-]*\.json$|(?:^|\/)(?:readme|changelog|package\.json|index\.\w+|mod\.rs|lib\.rs|__init__\.py)/i;

/** Where a file stands in the list: what users notice first, then code, then tests, then what nobody reads. */
export function rankOf(path: string, unread: Unread | undefined): number {
  if (unread) return 3;
  if (TESTS.test(path)) return 2;
  return FOR_USERS.test(path) ? 0 : 1;
}

export type UnreadOf = (file: ChangedFile) => Unread | undefined;

/** The list of files and, of a range, the commits. What does not fit is counted by directory. */
export function filesPart(changes: Changes, unreadOf: UnreadOf): PromptPart {
  const { files, commits, url, what } = changes;
  const head = introduction(`what changed ${what}`, undefined, visibleLine(url));
  const sorted = files
    .map((file) => ({ file, rank: rankOf(file.path, unreadOf(file)) }))
    .sort((a, b) => a.rank - b.rank || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => ({ path: file.path, line: lineOf(file, unreadOf(file)) }));
  const subjects = commits.map((subject) => `- ${visibleLine(subject).slice(0, 200)}`);
  const render = (listed: number, told: number): string => {
    const rest = sorted.slice(listed).map(({ path }) => path);
    const lines = [
      `${files.length} files changed${changes.isCapped ? ', and more that GitHub does not list' : ''}:`,
      ...sorted.slice(0, listed).map(({ line }) => line),
      ...byDirectory(rest),
      ...(commits.length > 0 ? ['', `${changes.commitCount} commits:`, ...subjects.slice(0, told)] : []),
      ...(told < changes.commitCount ? [`and ${changes.commitCount - told} more`] : []),
    ];
    return `${head}\n\n${quote(lines.join('\n'))}`;
  };
  const whole = render(sorted.length, subjects.length);
  return {
    name: 'files',
    weight: 2,
    size: whole.length,
    fit(room) {
      if (whole.length <= room) return { text: whole, leftOut: '' };
      const told = most(subjects.length, (count) => render(0, count).length <= room / 2);
      const listed = most(sorted.length, (count) => render(count, told).length <= room);
      const text = render(listed, told);
      const leftOut = [
        listed < sorted.length ? `${sorted.length - listed} files counted by directory` : '',
        told < subjects.length ? `${subjects.length - told} commits` : '',
      ];
      if (text.length <= room) return { text, leftOut: leftOut.filter(Boolean).join(', ') };
      const line = leftOutLine({ what: `the list of ${files.length} files`, url });
      return { text: line.length <= room ? line : '', leftOut: 'all of it' };
    },
  };
}

function lineOf(
  { path, before, status, additions, deletions }: ChangedFile,
  unread: Unread | undefined,
): string {
  const from = before === undefined ? '' : ` from ${visibleLine(before)}`;
  const kind = unread ? `, ${unread}` : '';
  return `${visibleLine(path)}: ${status}${from}, +${additions} -${deletions}${kind}`;
}

/** Lines of directories with counts; of parents when there are many. */
const MOST_DIRECTORIES = 40;

function byDirectory(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  for (const depth of [4, 3, 2, 1]) {
    const groups = Map.groupBy(paths, (path) => path.split('/').slice(0, -1).slice(0, depth).join('/'));
    if (groups.size > MOST_DIRECTORIES && depth > 1) continue;
    const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_DIRECTORIES);
    const shown = sorted.reduce((sum, [, { length }]) => sum + length, 0);
    const lines = sorted.map(
      ([name, { length }]) => `${visibleLine(name).slice(0, 200) || '.'}/: ${length} more files`,
    );
    return shown < paths.length ? [...lines, `elsewhere: ${paths.length - shown} more files`] : lines;
  }
  return [];
}

/** The highest number up to `limit` for which `fits` holds, if it holds for all below. */
function most(limit: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
