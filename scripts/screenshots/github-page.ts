import { readFileSync } from 'node:fs';
import { marked } from 'marked';
import type { ReviewComment } from '../../sandbox/github/state.ts';

/** Pages that look about as GitHub shows these things, on their own and without GitHub's own files. */

const STYLE = readFileSync(new URL('github.css', import.meta.url), 'utf8');

/** What stands on an issue or a pull request, in Markdown; what nobody has written, GitHub has. */
export interface Entry {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly user?: string;
  readonly body: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Of a review. */
  readonly lines?: readonly ReviewComment[];
}

export interface ThreadPage {
  readonly title: string;
  readonly number: number;
  readonly entries: readonly Entry[];
  readonly now: number;
}

/** An issue or a pull request, with all that was said. */
export function threadPage({ title, number, entries, now }: ThreadPage): string {
  return page(`<h1>${title} <span class="muted">#${number}</span></h1>
<section class="thread">${entries.map((entry) => entryOf(entry, ago(now - entry.at))).join('\n')}</section>`);
}

/** A job summary, as it stands on the page of a workflow run. */
export function summaryPage(title: string, markdown: string): string {
  return page(`<section class="box">
<header class="title">${title} <span class="muted">summary</span></header>
<article class="markdown">${render(markdown)}</article>
<footer class="muted">Job summary generated at run-time</footer>
</section>`);
}

function entryOf({ user, body, lines, createdAt, updatedAt }: Entry, when: string): string {
  if (user === undefined) {
    return `<p class="event"><span class="dot"></span>${marked.parseInline(body)} <span class="muted">${when}</span></p>`;
  }
  const isBot = user.endsWith('[bot]');
  const name = `<b>${user.replace('[bot]', '')}</b>${isBot ? ' <span class="badge">bot</span>' : ''}`;
  const done = `${lines ? 'reviewed' : 'commented'} ${when}${createdAt === updatedAt ? '' : ' · edited'}`;
  return `<div class="comment">
<div class="avatar ${isBot ? 'bot' : ''}">${user === 'github-actions[bot]' ? BOT : user.charAt(0).toUpperCase()}</div>
<section class="box">
<header class="byline">${name} <span class="muted">${done}</span></header>
<article class="markdown">${render(body)}${lines?.map(lineOf).join('') ?? ''}</article>
</section>
</div>`;
}

function lineOf({ path, hunk, body }: ReviewComment): string {
  const code = `<pre><code>${hunk.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`;
  return `<div class="review-line"><header class="byline"><code>${path}</code></header>${code}${render(body)}</div>`;
}

function ago(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 1 ? 'now' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`;
}

/** GitHub drops comments, as the hidden marker is one. */
function render(markdown: string): string {
  return marked.parse(markdown.replaceAll(/<!--.*?-->/gs, ''), { gfm: true, async: false });
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`;
}

/** A face of our own: GitHub's is GitHub's. */
const BOT = `<svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="20" fill="#2088ff"/>
<path d="M13 11v6a3 3 0 0 0 3 3h7M13 17v9a4 4 0 0 0 4 4h6" fill="none" stroke="#fff" stroke-width="2.4"/>
<circle cx="13" cy="10" r="3.4" fill="#fff"/><circle cx="26.4" cy="20" r="3.4" fill="#fff"/>
<circle cx="26.4" cy="30" r="3.4" fill="#fff"/></svg>`;
