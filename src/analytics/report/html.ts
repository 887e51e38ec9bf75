import { createHash } from 'node:crypto';
import { onOneLine } from '../../text/characters.ts';
import { escapeHtml } from '../../text/html.ts';
import type { Report } from '../model.ts';
import { changeOf } from './change.ts';
import { thousands } from './figures.ts';
import { figureCell } from './html-cells.ts';
import { projectSection } from './html-project.ts';
import { overviewLines } from './overview.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { boundsSentence, colophon, comparisonSentence, gaps, periodName } from './wording.ts';

/**
 * `report.html` in pieces: one file that loads nothing, and in which no text from elsewhere can act. The policy in it
 * allows this style sheet and this script by their hashes, and nothing else.
 */
export function* htmlReport(report: Report): Generator<string> {
  const { projects } = report;
  yield head(report);
  yield opening(report);
  if (projects.length > 1) yield overview(report);
  for (const [index, project] of projects.entries()) yield* projectSection(report, project, index);
  yield `</main>\n<footer><p>${text(colophon(report))}</p></footer>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

function head(report: Report): string {
  const policy = [
    "default-src 'none'",
    `style-src '${sha256(STYLE)}'`,
    `script-src '${sha256(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Docs page views, ${text(periodName(report.period))}</title>
<style>${STYLE}</style>
</head>
`;
}

function sha256(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

function opening(report: Report): string {
  const [project, ...more] = report.projects;
  const whose = more.length > 0 ? `${report.projects.length} projects` : text(project?.projectId ?? '');
  return `<body>
<a class="skip" href="#report">Skip to the numbers</a>
<header>
<p class="kicker">Docs page views · <bdi>${whose}</bdi></p>
<h1>${text(periodName(report.period))}</h1>
<p class="lede">${withDates(`${boundsSentence(report.period)} ${comparisonSentence(report)}`)}</p>
</header>
<main id="report" tabindex="-1">
${warning(report)}`;
}

function warning({ projects }: Report): string {
  const items = projects.flatMap((project) =>
    gaps(project).map((gap) => {
      const whose = projects.length > 1 ? `<bdi>${text(project.projectId)}</bdi>: ` : '';
      return `<li>${whose}${text(gap)}</li>`;
    }),
  );
  if (items.length === 0) return '';
  return `<div class="warning" role="note"><strong>This report is incomplete.</strong><ul>${items.join('')}</ul></div>\n`;
}

function overview({ projects, previousPeriod }: Report): string {
  const columns = [
    'Views',
    'People',
    'AI',
    ...(previousPeriod ? ['Before', 'Change'] : []),
    'Pages',
    'Complete',
  ];
  const rows = overviewLines(projects).map((line, index) => {
    const { projectId, totals, previousTotals, pageCount, complete } = line;
    const name =
      projectId === undefined
        ? '<strong>Together</strong>'
        : `<a href="#project-${index}"><bdi>${text(projectId)}</bdi></a>`;
    const cells = [
      totals?.total,
      totals?.human,
      totals?.ai,
      ...(previousPeriod ? [previousTotals?.total] : []),
    ];
    const change = totals && changeOf(totals.total, previousTotals?.total);
    return [
      `<tr><th scope="row" class="path">${name}</th>`,
      ...cells.map(figureCell),
      previousPeriod ? `<td class="${change?.direction ?? ''}">${change?.text ?? '–'}</td>` : '',
      `<td>${thousands(pageCount)}</td><td>${complete ? 'yes' : 'no'}</td></tr>`,
    ].join('');
  });
  const heads = ['Project', ...columns].map((column) => `<th scope="col">${column}</th>`).join('');
  return `<section class="panel" aria-labelledby="overview"><h2 id="overview">All projects</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="overview"><table><thead><tr>${heads}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>\n`;
}

/** A date is not broken at its hyphens. */
function withDates(plain: string): string {
  return text(plain).replace(/\b\d{4}-\d\d-\d\d\b/g, '<time>$&</time>');
}

function text(plain: string): string {
  return escapeHtml(onOneLine(plain));
}
