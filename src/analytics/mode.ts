import { systemClock } from '../clock.ts';
import { uploadReport } from '../github/artifact.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import { type ModeContext, openTransport } from '../mode.ts';
import type { ReportPlace } from '../outputs.ts';
import { PlatformClient } from '../platform/client.ts';
import { explain, PlatformError } from '../platform/errors.ts';
import { sentence } from '../text/markdown.ts';
import { VERSION } from '../version.ts';
import type { Report } from './model.ts';
import { describePeriod } from './period.ts';
import { readReport } from './read.ts';
import { markdownReport } from './report/markdown.ts';
import type { ReportFiles } from './report/write.ts';
import { summarize } from './summarize.ts';

/** How long the first requests go ahead of everything else. */
const HEAD_START_MS = 20;
/** A greater part of the time spent at work than this leaves none for waiting. */
const BUSY = 0.5;

/** `mode: analytics`. Resolves to whether the step succeeded. */
export async function runAnalyticsMode(inputs: AnalyticsInputs, context: ModeContext): Promise<boolean> {
  const { log, outputs } = context;
  log.info(
    `Docs Agent ${VERSION} · analytics mode · project ${inputs.projectIds.join(', ')} at ${inputs.baseUrl.origin}`,
  );
  log.info(`Period: ${describePeriod(inputs.period)}`);
  const reading = read(inputs, context);
  const writer = loadWriter(reading);
  let report: Report;
  try {
    report = await reading;
  } catch (error) {
    if (!(error instanceof PlatformError) || context.signal.aborted) throw error;
    return fail(error, context);
  }
  const { writeReport } = await writer;
  const summary = summarize(report);
  const shortened = outputs.views(summary, inputs.period, inputs.top);
  if (shortened.length > 0) {
    log.warning(
      `Shortened, since the runner limits outputs: ${shortened.join(', ')}. The files hold all pages; a smaller top fits.`,
    );
  }
  try {
    const bounds = [context.env['GITHUB_WORKSPACE'], context.env['RUNNER_TEMP']].filter(
      (bound) => bound !== undefined,
    );
    const files = await writeReport(report, inputs.reportDirectory, bounds);
    log.info(`The report is in ${files.directory}`);
    const place = { directory: files.directory, ...(await upload(files, inputs, context)) };
    const refused = refusalOf(report);
    if (refused !== undefined) log.error(refused);
    const reason = summary.complete
      ? 'The report is complete.'
      : 'The report is incomplete: its notes say why.';
    return await finish(
      refused === undefined ? 'report' : 'error',
      refused ?? reason,
      place,
      report,
      inputs,
      context,
    );
  } catch (error) {
    // The figures are read and told; that there are no files is a failure all the same.
    const reason = error instanceof Error ? error.message : String(error);
    log.error(
      `${reason}\nThe figures are in the job summary and in the outputs. Set report-directory to a place that can be written, with room for the files.`,
    );
    return await finish('error', reason, {}, report, inputs, context);
  }
}

/** Why the step fails although there is a report: a project was refused. Without one, undefined. */
function refusalOf({ projects }: Report): string | undefined {
  const refused = projects.filter((project) => project.refused !== undefined);
  const [first] = refused;
  if (!first) return undefined;
  const which = refused.map(({ projectId }) => projectId).join(', ');
  return `The platform refused ${which}: ${first.refused} The report has what else was read.`;
}

/** Nothing was read: that is told everywhere, with what to change. */
async function fail(error: PlatformError, { log, outputs, files }: ModeContext): Promise<false> {
  const reason = `${error.message} ${error.advice}`;
  log.error(explain(error));
  outputs.report('error', reason, {});
  await files.addSummary(
    `## ❌ There is no report\n\n${explain(error).split('\n').map(sentence).join('\n\n')}\n`,
  );
  return false;
}

/**
 * The code of the charts is half a megabyte: it is loaded while answers are awaited, once a request is on its way. A
 * server that answers at once leaves no such time; then reading would only have to take turns with it.
 */
async function loadWriter(reading: Promise<unknown>) {
  const start = performance.eventLoopUtilization();
  await systemClock.sleep(HEAD_START_MS);
  if (performance.eventLoopUtilization(start).utilization > BUSY) await reading.catch(() => {});
  return import('./report/write.ts');
}

async function read(inputs: AnalyticsInputs, { env, log, signal }: ModeContext): Promise<Report> {
  const transport = openTransport(inputs, env);
  try {
    const { projectIds, period, compare, daily, maxRequests } = inputs;
    const platforms = projectIds.map((projectId) => ({
      projectId,
      platform: new PlatformClient(transport, projectId),
    }));
    const what = { platforms, period, compare, daily, maxRequests, version: VERSION };
    return await readReport({ ...what, log, signal, clock: systemClock });
  } finally {
    await transport.close();
  }
}

/** An artifact that cannot be uploaded is a warning: the files are there, and the report is made. */
async function upload(
  files: ReportFiles,
  inputs: AnalyticsInputs,
  context: ModeContext,
): Promise<ReportPlace> {
  const { artifactName, retentionDays } = inputs;
  if (artifactName === '') return {};
  const { log, env, signal } = context;
  return uploadReport({ files, artifactName, retentionDays, log, env, signal });
}

async function finish(
  outcome: 'report' | 'error',
  reason: string,
  place: ReportPlace,
  report: Report,
  { top }: AnalyticsInputs,
  { outputs, files }: ModeContext,
): Promise<boolean> {
  outputs.report(outcome, reason, place);
  const { artifactUrl, reportUrl } = place;
  await files.addSummary(markdownReport(report, { top, artifactUrl, reportUrl }));
  return outcome === 'report';
}
