/**
 * Makes the pictures of the documentation, `docs/images/*.png`, in Chromium: what runs of `src` wrote against the sandbox, at
 * fixed times. What GitHub shows around a comment is redrawn. The pictures in the repository were made with the fonts Noto Sans
 * and Noto Color Emoji.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';
import { removeMainDirectory, runMain } from '../__tests__/helpers/run-main.ts';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import type { GithubEvent } from '../sandbox/github/events.ts';
import { textsOn } from '../sandbox/github/state.ts';
import { type Clock, systemClock } from '../src/clock.ts';
import { launchChromium } from './chromium.ts';
import * as scene from './scene.ts';
import { ISSUE, MAINTAINER, REPOSITORY } from './scene.ts';

/** The docs pull request, which gets the sandbox's first number. */
const PULL_REQUEST = { repository: REPOSITORY, number: 41, title: 'Describe the proxy settings' };
const STYLE = `:root { color-scheme: light dark }
body { margin: 16px; font: 14px/1.5 "Noto Sans", sans-serif, "Noto Color Emoji" }
body, .comment, pre { background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc) }
h1 { font-size: 26px; font-weight: 400 }
a { color: light-dark(#0969da, #4493f8) }
code { padding: .2em .4em; border-radius: 6px; background: #818b981f; font-size: 85% }
.comment, pre { border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 6px; margin-bottom: 16px; overflow: hidden }
.comment > header { padding: 10px 16px; background: light-dark(#f6f8fa, #151b23) }
.comment > div { padding: 0 16px }
pre { padding: 8px 12px } pre code { background: none; padding: 0 }`;

/** Monday morning. Pauses take no time, save those that may be time limits, which are released before they end. */
let now = Date.parse('2026-10-05T06:17:00Z');
const clock: Clock = {
  now: () => now,
  date: () => new Date(now),
  async sleep(ms, signal) {
    await systemClock.sleep(ms < 5000 ? 0 : 2000, signal);
    now += ms;
  },
};
const sandbox = await scene.openSandbox({ jobMs: 205_000, now: clock.now });
const { github } = sandbox;

async function run(file: string, event: GithubEvent, outcome: string) {
  const { outputs, log } = await runMain(scene.stepOf(file, event, sandbox), undefined, clock);
  if (outputs['outcome'] !== outcome) throw new Error(`${file} ended otherwise:\n${log}`);
  now += 9 * 60_000;
  return outputs;
}

const ask = (event: GithubEvent) => run('docs-on-label.yml', event, 'pull-request');

/** Draws an issue or pull request with all that was said there, in the order of time. */
function thread({ number, title }: { number: number; title: string }, first: string): string {
  const at = { repository: REPOSITORY, number };
  const texts = [...textsOn(github.reviews, at), ...textsOn(github.comments, at)];
  const said = texts
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .map(({ id, user, body }) => {
      const lines = github.reviewComments.filter(({ review }) => review === id);
      const quoted = lines.map(({ hunk, body }) => `\n\n\`\`\`diff\n${hunk}\n\`\`\`\n\n${body}`);
      return comment(`<b>${user}</b> ${lines.length > 0 ? 'reviewed' : 'commented'}`, body + quoted.join(''));
    });
  return `<!doctype html><style>${STYLE}</style><h1>${title} #${number}</h1>${first}${said.join('')}`;
}

function comment(header: string, markdown: string): string {
  const body = marked.parse(markdown.replaceAll(/<!--.*?-->/gs, ''), { async: false });
  return `<section class="comment"><header>${header}</header><div>${body}</div></section>`;
}

async function play(): Promise<Record<string, string>> {
  const report = await run('weekly-report.yml', scene.scheduled, 'report');
  github.setPullRequest(PULL_REQUEST);
  await ask(scene.labeled('docs'));
  await ask(scene.commented('/docs also mention NO_PROXY'));
  const review = applyEvent(scene.reviewed('/docs please fix this', PULL_REQUEST.number), github);
  const hunk = '+Set HTTPS_PROXY to the address of your proxy,\n+such as http://proxy.example:80.';
  const line = { user: MAINTAINER, path: 'guides/network.mdx', hunk, body: 'Our proxies listen on 3128.' };
  const place = { repository: REPOSITORY, issue: PULL_REQUEST.number, review: review.id ?? 0 };
  github.addReviewComment({ ...line, ...place });
  await ask(review);
  const label = `<p><b>${MAINTAINER}</b> added the label <code>docs</code></p>`;
  return {
    thread: thread(ISSUE, comment(`<b>${ISSUE.user}</b> opened this issue`, ISSUE.body) + label),
    'pull-request': thread(
      PULL_REQUEST,
      comment('<b>mintlify[bot]</b> opened this pull request', PULL_REQUEST.title),
    ),
    report: readFileSync(path.join(report['report-path'] ?? '', 'report.html'), 'utf8'),
  };
}

const browser = await launchChromium('--font-render-hinting=none');
try {
  for (const [name, html] of Object.entries(await play())) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width: name === 'report' ? 1120 : 860, height: 700 };
      const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 2, timezoneId: 'UTC' });
      await page.setContent(html);
      const file = path.resolve(import.meta.dirname, `../docs/images/${name}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: name !== 'report', animations: 'disabled' });
      await page.close();
    }
  }
} finally {
  await browser.close();
  removeMainDirectory();
  await sandbox.close();
}
