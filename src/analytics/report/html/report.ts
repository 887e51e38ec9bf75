import { createHash } from 'node:crypto';
import type { Report } from '../../model.ts';
import { projectsTable } from '../tables.ts';
import { boundsSentence, colophon, gaps, headlineOf, hourSpent, periodName } from '../words.ts';
import { SCRIPT, STYLE } from './assets.ts';
import { projectSection } from './project.ts';
import { tableOf } from './table.ts';
import { html, Markup } from './template.ts';

/**
 * `report.html` in pieces: one file that loads nothing, and in which no text from elsewhere can act. The policy in it
 * allows this style sheet and this script by their hashes, and nothing else.
 */
export function* htmlReport(report: Report): Generator<string> {
  const { projects } = report;
  yield html`${head(report)}${opening(report)}${projects.length > 1 && overview(report)}`.text;
  for (const [index, project] of projects.entries()) yield* projectSection(report, project, index);
  yield html`</main>
<footer><p>${boundsSentence(report)}</p><p>${colophon(report)}</p></footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;
}

function head({ period }: Report): Markup {
  const policy = [
    "default-src 'none'",
    `style-src '${sha256(STYLE)}'`,
    `script-src '${sha256(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Docs page views, ${periodName(period)}</title>
<style>${new Markup(STYLE)}</style>
</head>
`;
}

function sha256(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

function opening(report: Report): Markup {
  const { projects, period } = report;
  const whose = projects.length > 1 ? `${projects.length} projects` : projects[0]?.projectId;
  return html`<body>
<a class="skip" href="#report">Skip to the numbers</a>
<header>
<p class="kicker">Docs page views · <bdi>${whose}</bdi></p>
<h1>${periodName(period)}</h1>
<p class="lede">${headlineOf(report)}</p>
</header>
<main id="report" tabindex="-1">
${warning(report)}`;
}

function warning({ projects, runAgainAfter }: Report): Markup | undefined {
  const items = projects.flatMap((project) =>
    gaps(project).map(
      (gap) => html`<li>${projects.length > 1 && html`<bdi>${project.projectId}</bdi>: `}${gap}</li>`,
    ),
  );
  if (items.length === 0) return undefined;
  return html`<div class="warning" role="note"><strong>${runAgainAfter === undefined ? 'This report is incomplete.' : hourSpent(runAgainAfter)}</strong><ul>${items}</ul></div>\n`;
}

function overview(report: Report): Markup {
  return html`<section class="panel" aria-labelledby="overview"><h2 id="overview">All projects</h2>
${tableOf('All projects', projectsTable(report))}</section>\n`;
}
