import { uploadReport } from '../github/artifact.ts';
import { readEvent } from '../github/event.ts';
import { type AnalyticsInputs, type Problems, readAnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { ReportPlace } from '../outputs.ts';
import { describePeriod } from '../period.ts';
import { PlatformClient } from '../platform/client.ts';
import { isRefusal } from '../platform/failures.ts';
import { Transport } from '../platform/transport.ts';
import { sentence } from '../text/markdown.ts';
import { listed } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { failureInLog, failureText } from './failure-text.ts';
import type { Report } from './model.ts';
import { readReport } from './read.ts';
import { markdownReport, ownText, reportComment } from './report/markdown-report.ts';
import { gapsTitle, gapTexts, missingTexts, reportHeadline } from './report/phrases.ts';
import { writeReport } from './report/write.ts';
import { postReport } from './report-comment.ts';
import { summarize } from './summarize.ts';

/**
 * Runs analytics mode, and returns whether the step succeeds.
 *
 * @param now time that determines the days of the periods
 * @throws {InputError} if inputs are invalid
 */
export async function runAnalyticsMode(context: ModeContext, now: Date): Promise<boolean> {
  const { env, log } = context;
  const inputs = readAnalyticsInputs(env, now, (inputs) => commentProblem(inputs, env));
  const { projectIds, baseUrl, period } = inputs;
  log.info(
    `Docs Agent ${VERSION} · analytics mode · project ${projectIds.join(', ')} at ${baseUrl.origin}\nPeriod: ${describePeriod(period)}`,
  );
  const transport = new Transport(inputs);
  const platforms = projectIds.map((projectId) => {
    return { projectId, platform: new PlatformClient(transport, projectId) };
  });
  const report = await readReport({ ...inputs, ...context, platforms }).finally(() => transport.close());
  const isRead = report.projects.some(({ totals }) => totals);
  return isRead ? publish(report, inputs, context) : fail(report, context);
}

function commentProblem({ comment, issueNumber }: AnalyticsInputs, env: NodeJS.ProcessEnv): Problems {
  if (!comment || issueNumber !== undefined || readEvent(env, '').subject) return {};
  return {
    comment:
      'There is nowhere to post the report, because the event has no issue or pull request. Set `issue-number`, or remove `comment`.',
  };
}

/** Reports that nothing was read. Outputs, log and summary say why for each project, and what to change. */
async function fail(report: Report, { log, outputs, files }: ModeContext): Promise<false> {
  const errors = report.projects.flatMap(({ error }) => error ?? []);
  const gaps = report.projects
    .map(({ projectId, error }) => ({ projectId, text: error ? failureText(error) : '' }))
    .filter(({ text }) => text !== '');
  const limit = missingTexts({ ...report, gaps: [] });
  const reasons = missingTexts({ ...report, gaps });
  outputs.period(report.period, false);
  outputs.report('error', reasons.join(' '), {});
  log.error([...limit, ...new Set(errors.map(failureInLog))].join('\n'));
  const responses = errors.flatMap(({ platformText }) => platformText || []);
  const responseTexts = [...new Set(responses)].map((text) => sentence(`Mintlify's response: ${text}`));
  const lines = [...reasons.map(ownText), ...responseTexts];
  await files.addSummary(`## ❌ There is no report\n\n${lines.join('\n\n')}\n`);
  return false;
}

async function publish(report: Report, inputs: AnalyticsInputs, context: ModeContext): Promise<boolean> {
  const { log, outputs, env } = context;
  outputs.views(summarize(report), reportHeadline(report), inputs.period);
  let place: ReportPlace = {};
  let failure = refusalOf(report);
  try {
    const files = await writeReport(report, env);
    log.info(`The report is in ${files.directory}`);
    const { artifactName } = inputs;
    // A failed upload is only a warning, because the files exist.
    const uploaded = artifactName === '' ? {} : await uploadReport({ ...context, files, artifactName });
    place = { directory: files.directory, ...uploaded };
  } catch (error) {
    // Missing files are a failure, even though the outputs and the summary have the figures.
    const why = error instanceof Error ? error.message : String(error);
    failure = `${why} The figures are in the job summary and in the outputs. ${failure ?? ''}`.trimEnd();
  }
  if (failure !== undefined) log.error(failure);
  else if (report.gaps.length > 0) log.warning(reasonOf(report));
  outputs.report(failure === undefined ? 'report' : 'error', failure ?? reasonOf(report), place);
  await context.files.addSummary(markdownReport(report, place));
  if (inputs.comment) outputs.commentUrl(await postReport(reportComment(report, place), inputs, context));
  if (failure !== undefined) return false;
  if (report.gaps.length === 0 || !inputs.failOn.has('incomplete')) return true;
  log.error('The report is incomplete, and `fail-on` includes `incomplete`.');
  return false;
}

function reasonOf(report: Report): string {
  if (report.gaps.length === 0) return 'The report is complete.';
  return [gapsTitle(report), ...gapTexts(report)].join(' ');
}

/** Returns why the step fails although there is a report; undefined if Mintlify didn't refuse any project. */
function refusalOf(report: Report): string | undefined {
  const refused = report.projects.filter(({ error }) => isRefusal(error)).map(({ projectId }) => projectId);
  if (refused.length === 0) return undefined;
  return `Mintlify refused ${listed(refused)}. The report covers the other projects. ${missingTexts(report).join(' ')}`;
}
