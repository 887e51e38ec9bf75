/**
 * Makes the pictures of the documentation, `docs/images/*.png`, in Chromium: what the bundle wrote against the sandbox. What GitHub
 * shows around a comment is redrawn, in Noto Sans and Noto Color Emoji.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import type { GithubEvent } from '../sandbox/github/events.ts';
import { textsOn } from '../sandbox/github/state.ts';
import { launchChromium } from './chromium.ts';
import * as scene from './scene.ts';
import { ISSUE, MAINTAINER, REPOSITORY } from './scene.ts';

const STYLE = `:root { color-scheme: light dark }
body { margin: 16px; font: 14px/1.5 "Noto Sans", sans-serif, "Noto Color Emoji"; background: light-dark(#fff, #0d1117) }
body { color: light-dark(#1f2328, #f0f6fc) } a { color: light-dark(#0969da, #4493f8) } h1 { font-size: 26px; font-weight: 400 }
section, pre { border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 6px; margin-bottom: 16px; overflow: hidden }
header { padding: 10px 16px; background: light-dark(#f6f8fa, #151b23) } section > div { padding: 0 16px } pre { padding: 8px 12px }
code { padding: .2em .4em; border-radius: 6px; background: #818b981f; font-size: 85% } pre code { background: none; padding: 0 }
table { border-collapse: collapse } th, td { padding: 6px 13px; border: 1px solid light-dark(#d1d9e0, #3d444d) }`;

const sandbox = await scene.openSandbox({ jobMs: 2500 });
const { github } = sandbox;
const ask = (asked: GithubEvent) => scene.runExample(sandbox, 'docs-on-label.yml', asked, 'pull-request');

/** Draws an issue or pull request with all that was said there, in the order of time. */
function thread(number: number, title: string, ...first: string[]): string {
  const at = { repository: REPOSITORY, number };
  const said = [...textsOn(github.reviews, at), ...textsOn(github.comments, at)]
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .map(({ id, user, body }) => {
      const lines = github.reviewComments.filter(({ review }) => review === id);
      const quoted = lines.map(({ hunk, body }) => `\n\n\`\`\`diff\n${hunk}\n\`\`\`\n\n${body}`).join('');
      return comment(`${user}</b> ${quoted ? 'reviewed' : 'commented'}`, body + quoted);
    });
  return `<!doctype html><style>${STYLE}</style><h1>${title} #${number}</h1>${[...first, ...said].join('')}`;
}

function comment(header: string, markdown: string): string {
  const body = marked.parse(markdown.replaceAll(/<!--.*?-->/gs, ''), { async: false });
  return `<section><header><b>${header}</header><div>${body}</div></section>`;
}

/** Simulates a report, a label, a comment, and a review of the docs pull request, which gets the sandbox's first number. */
async function pages(): Promise<Record<string, string>> {
  const { outputs, summary } = await scene.runExample(
    sandbox,
    'weekly-report.yml',
    scene.scheduled,
    'report',
  );
  const [number, title] = [41, 'Describe the proxy settings'];
  github.setPullRequest({ repository: REPOSITORY, number, title });
  await ask(scene.labeled('docs'));
  await ask(scene.commented('/docs also mention NO_PROXY'));
  const text = '/docs please fix this';
  const review = applyEvent(scene.event('pull_request_review', 'submitted', { number, text }), github);
  const hunk = '+Set HTTPS_PROXY to the address of your proxy,\n+such as http://proxy.example:80.';
  const at = {
    repository: REPOSITORY,
    issue: number,
    review: review.id ?? 0,
    path: 'guides/network.mdx',
    hunk,
  };
  github.addReviewComment({ ...at, user: MAINTAINER, body: 'Our proxies listen on 3128.' });
  await ask(review);
  const opened = comment(`${ISSUE.user}</b> opened this issue`, ISSUE.body);
  const label = `<p><b>${MAINTAINER}</b> added the label <code>docs</code></p>`;
  const shown = comment('Report page views</b> summary', summary);
  return {
    thread: thread(ISSUE.number, ISSUE.title, opened, label),
    'pull-request': thread(number, title),
    'report-summary': `<!doctype html><style>${STYLE}</style>${shown}`,
    report: readFileSync(path.join(outputs['report-path'] ?? '', 'report.html'), 'utf8'),
  };
}

const browser = await launchChromium('--font-render-hinting=none');
try {
  for (const [name, html] of Object.entries(await pages())) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = name === 'report' ? { width: 1120, height: 630 } : { width: 860, height: 928 };
      const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 2, timezoneId: 'UTC' });
      await page.setContent(html);
      const file = `docs/images/${name}-${colorScheme}.png`;
      await page.screenshot({ path: file, fullPage: !name.startsWith('report') });
    }
  }
} finally {
  await browser.close();
  await sandbox.close();
}
