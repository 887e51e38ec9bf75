import { HISTORY_REPOSITORY } from '../../../sandbox/github/history.ts';
import { example, type Payload } from '../../helpers/payloads.ts';

export const REPOSITORY = HISTORY_REPOSITORY;

/** A hunk that adds `lines` lines. */
export function hunk(lines: number, text = 'const value = compute();', at = 1): string {
  const added = Array.from({ length: lines }, (_, index) => `+${text} // ${index}`);
  return [`@@ -${at},0 +${at},${lines} @@`, ...added].join('\n');
}

/** The payload of pull request 7 of the sandbox's history, as it was merged. */
export function mergedPayload(body: string): Payload {
  const payload = example('pull_request', 'closed');
  payload.sender = { login: 'maintainer', type: 'User' };
  payload.pull_request = {
    ...payload.pull_request,
    merged: true,
    number: 7,
    title: 'Support proxies',
    body,
    html_url: `https://github.com/${REPOSITORY}/pull/7`,
    user: { login: 'maintainer', type: 'User' },
  };
  return payload;
}
