import { visibleLine } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { counts, introduction, leftOutLine, most, quote } from '../quotation.ts';
import type { ChangedFile, Changes } from './changes.ts';

/** Paths of tests. */
export const TESTS =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$|_test\.go$/i;
/** What users see: documents, texts, interfaces, configuration. */
const FOR_USERS =
  /\.(?:mdx?|rst|adoc|txt|proto|graphql|gql|ya?ml|toml|ini|properties|po|strings|ftl|d\.ts)$|(?:^|\/)(?:docs?|api|public|cli|cmd|routes|i18n|locales?|config|schemas?)\/|(?:openapi|swagger|schema)[\w.-]*\.json$|(?:^|\/)(?:readme|changelog|package\.json|index\.\w+|mod\.rs|lib\.rs|__init__\.py)/i;

/** Where a file stands in the list: what users notice first, then code, then tests, then what nobody reads. */
function rankOf({ path, unread }: ChangedFile): number {
  if (unread) return 3;
  if (TESTS.test(path)) return 2;
  return FOR_USERS.test(path) ? 0 : 1;
}

/** The list of files and, of a range, the commits. What does not fit is counted by directory. */
export function filesPart({ files, isCapped, commits, commitCount, url, what }: Changes): PromptPart {
  const head = introduction(`what changed ${what}`, undefined, visibleLine(url));
  const sorted = files.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : 1));
  const subjects = commits.map((subject) => `- ${visibleLine(subject).slice(0, 200)}`);
  const lines = sorted.map(lineOf);
  const render = (listed: number, told: number): string => {
    const shown = [
      `${files.length} files changed${isCapped ? ', and more that GitHub does not list' : ''}:`,
      ...lines.slice(0, listed),
      ...byDirectory(sorted.slice(listed)),
      ...(commits.length > 0 ? ['', `${commitCount} commits:`, ...subjects.slice(0, told)] : []),
      ...(told < commitCount ? [`and ${commitCount - told} more`] : []),
    ];
    return `${head}\n\n${quote(shown.join('\n'))}`;
  };
  const whole = render(files.length, commits.length);
  return {
    name: 'files',
    weight: 2,
    size: whole.length,
    fit(room) {
      if (whole.length <= room) return { text: whole, leftOut: '' };
      const told = most(commits.length, (count) => render(0, count).length <= room / 2);
      const listed = most(files.length, (count) => render(count, told).length <= room);
      const text = render(listed, told);
      if (text.length > room) {
        const list = { what: `the list of ${files.length} files`, url };
        return { text: leftOutLine(list, room), leftOut: 'all of it' };
      }
      const unlisted = [files.length - listed, 'files counted by directory'] as const;
      return { text, leftOut: counts(unlisted, [commits.length - told, 'commits']) };
    },
  };
}

function lineOf({ path, before, status, additions, deletions, unread }: ChangedFile): string {
  const from = before === undefined ? '' : ` from ${visibleLine(before)}`;
  const kind = unread ? `, ${unread}` : '';
  return `${visibleLine(path)}: ${status}${from}, +${additions} -${deletions}${kind}`;
}

/** Lines of directories with counts; of parents when there are many. */
const MOST_DIRECTORIES = 40;

function byDirectory(files: readonly ChangedFile[]): string[] {
  if (files.length === 0) return [];
  for (const depth of [4, 3, 2, 1]) {
    const groups = Map.groupBy(files, ({ path }) => path.split('/').slice(0, -1).slice(0, depth).join('/'));
    if (groups.size > MOST_DIRECTORIES && depth > 1) continue;
    const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_DIRECTORIES);
    const shown = sorted.reduce((sum, [, { length }]) => sum + length, 0);
    const lines = sorted.map(
      ([name, { length }]) => `${visibleLine(name).slice(0, 200) || '.'}/: ${length} more files`,
    );
    return shown < files.length ? [...lines, `elsewhere: ${files.length - shown} more files`] : lines;
  }
  return [];
}
