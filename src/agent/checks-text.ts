import { code, link } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import type { PullRequestState } from './pull-request.ts';

/** Results of a pull request's checks when the wait for them ends. */
export interface Checks {
  /** Overall state; undefined if the checks couldn't be read. `none` means that the head commit doesn't have checks. */
  readonly state: 'success' | 'failure' | 'pending' | 'none' | undefined;
  /** Failed checks. `name` is remote text on one line. `url` is an https URL; undefined if there is none. */
  readonly failed: readonly { readonly name: string; readonly url: string | undefined }[];
  /** URL (https) of the newest successful deployment of the head; undefined if there is none. */
  readonly previewUrl: string | undefined;
  /** Pull request whose head commit was checked; undefined if it couldn't be read. */
  readonly pullRequest: PullRequestState | undefined;
}

/** Placeholder for the checks that a run is about to wait for. */
export const AWAITED: Checks & { readonly state: 'pending' } = {
  state: 'pending',
  failed: [],
  previewUrl: undefined,
  pullRequest: undefined,
};

/** Maximum number of failed checks to name. */
const MOST_NAMED = 5;
const LONGEST_NAME = 60;

const STATES = {
  success: '✅ Checks passed',
  pending: '⏳ Checks are still running',
  none: 'There are no checks',
};

/** Function that renders the name of a check, with its URL if it has one. */
type Named = (name: string, url: string | undefined) => string;

/**
 * Renders checks as Markdown, such as `❌ 2 checks failed: [build](…), [links](…) · [Preview](…)`. Returns an empty
 * string if nothing is known.
 */
export function checksMarkdown(checks: Checks | undefined): string {
  const preview = (url: string) => link('Preview', url);
  return checksText(checks, preview, (name, url) => {
    const shown = code(name, LONGEST_NAME);
    return url === undefined ? shown : link(shown, url);
  });
}

/** Renders checks for the log, with URLs in parentheses. Returns an empty string if nothing is known. */
export function checksLine(checks: Checks | undefined): string {
  const preview = (url: string) => `Preview: ${url}`;
  return checksText(checks, preview, (name, url) => (url === undefined ? name : `${name} (${url})`));
}

function checksText(checks: Checks | undefined, preview: (url: string) => string, named: Named): string {
  const { state, previewUrl } = checks ?? {};
  const parts = [
    state === 'failure' ? failedText(checks?.failed ?? [], named) : state ? STATES[state] : '',
    previewUrl === undefined ? '' : preview(previewUrl),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function failedText(failed: Checks['failed'], named: Named): string {
  const names = failed.slice(0, MOST_NAMED).map(({ name, url }) => named(name, url));
  const others = failed.length > MOST_NAMED ? ` and ${failed.length - MOST_NAMED} more` : '';
  return `❌ ${counted(failed.length, 'check')} failed: ${names.join(', ')}${others}`;
}
