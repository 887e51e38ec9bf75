import { code, link } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import type { PullRequestState } from './pull-request.ts';

/** State of a pull request's checks at the end, as far as it is known. */
export interface Checks {
  /** `none`: its head has none. Undefined if they could not be read. */
  readonly state: 'success' | 'failure' | 'pending' | 'none' | undefined;
  /** Names are remote text on one line; a URL is https. */
  readonly failed: readonly { readonly name: string; readonly url: string | undefined }[];
  /** An https URL; undefined if no deployment of the head has succeeded with one. */
  readonly previewUrl: string | undefined;
  /** The pull request whose head was checked; undefined if it could not be read. */
  readonly pullRequest: PullRequestState | undefined;
}

/** Checks that have still to be waited for. */
export const AWAITED: Checks & { readonly state: 'pending' } = {
  ...{ state: 'pending', failed: [], previewUrl: undefined, pullRequest: undefined },
};

/** Failed checks that are named. */
const MOST_NAMED = 5;
const LONGEST_NAME = 60;

const STATES = {
  success: '✅ Checks passed',
  pending: '⏳ Checks are still running',
  none: 'There are no checks',
};

/** Words of the log and of Markdown differ in how they name what has an address. */
type Named = (name: string, url: string | undefined) => string;

/** Builds `❌ 2 checks failed: [build](…), [links](…) · [Preview](…)`; empty if nothing is known. */
export function checksMarkdown(checks: Checks | undefined): string {
  const preview = (url: string) => link('Preview', url);
  return checksText(checks, preview, (name, url) => {
    const shown = code(name, LONGEST_NAME);
    return url === undefined ? shown : link(shown, url);
  });
}

/** Builds the same for the log, where addresses are shown. */
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
