import { readFileSync } from 'node:fs';
import { marked } from 'marked';

const STYLE = readFileSync(new URL('github.css', import.meta.url), 'utf8');

/** Pages that look about as GitHub shows these things, on their own and without GitHub's own files. */

/** A job summary, as it stands on the page of a workflow run. */
export function summaryPage(title: string, markdown: string): string {
  return page(`<section class="box">
<header class="title">${title} <span class="muted">summary</span></header>
<article class="markdown">${render(markdown)}</article>
<footer class="muted">Job summary generated at run-time</footer>
</section>`);
}

/** A comment of GitHub's own bot in an issue. */
export function commentPage(markdown: string): string {
  return page(`<div class="comment">
<div class="avatar">${BOT}</div>
<section class="box">
<header class="byline"><b>github-actions</b> <span class="badge">bot</span> <span class="muted">commented 5 minutes ago · edited</span></header>
<article class="markdown">${render(markdown)}</article>
</section>
</div>`);
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
