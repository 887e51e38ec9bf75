import { uploadReport } from '../github/artifact.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { ReportPlace } from '../outputs.ts';
import { PlatformClient } from '../platform/client.ts';
import { explain, PlatformError } from '../platform/errors.ts';
import { Transport } from '../platform/transport.ts';
import { sentence } from '../text/markdown.ts';
import { VERSION } from '../version.ts';
import { postReport } from './deliver.ts';
import type { Report } from './model.ts';
import { describePeriod } from './period.ts';
import { readReport, whenToRunAgain } from './read.ts';
import { markdownReport, reportComment } from './report/markdown.ts';
import { headlineOf, hourSpent } from './report/words.ts';
import { writeReport } from './report/write.ts';
import { type Summary, summarize } from './summarize.ts';

/** `mode: analytics`. Resolves to whether the step succeeded. */
export async function runAnalyticsMode(inputs: AnalyticsInputs, context: ModeContext): Promise<boolean> {
  const { log } = context;
  log.info(
    `Docs Agent ${VERSION} · analytics mode · project ${inputs.projectIds.join(', ')} at ${inputs.baseUrl.origin}`,
  );
  log.info(`Period: ${describePeriod(inputs.period)}`);
  let report: Report;
  try {
    report = await read(inputs, context);
  } catch (error) {
    if (!(error instanceof PlatformError) || context.signal.aborted) throw error;
    return fail(error, context);
  }
  return publish(report, inputs, context);
}

/** Nothing was read: that is told everywhere, with what to change. */
async function fail(error: PlatformError, context: ModeContext): Promise<false> {
  const { clock, log, outputs, files } = context;
  const again = whenToRunAgain(error, clock.date());
  const spent = again === undefined ? [] : [hourSpent(again)];
  outputs.report('error', [...spent, error.message, error.advice].join(' '), {});
  log.error([...spent, explain(error)].join('\n'));
  const lines = [...spent, ...explain(error).split('\n')];
  await files.addSummary(`## ❌ There is no report\n\n${lines.map(sentence).join('\n\n')}\n`);
  return false;
}

async function publish(report: Report, inputs: AnalyticsInputs, context: ModeContext): Promise<boolean> {
  const { log, outputs, env } = context;
  const summary = summarize(report, inputs.top);
  const shortened = outputs.views(summary, headlineOf(report), inputs.period);
  if (shortened.length > 0) {
    log.warning(
      `Shortened, since the runner limits outputs: ${shortened.join(', ')}. The files hold all pages; a smaller top fits.`,
    );
  }
  let place: ReportPlace = {};
  let failure: string | undefined;
  try {
    const bounds = [env['GITHUB_WORKSPACE'], env['RUNNER_TEMP']].filter((bound) => bound !== undefined);
    const files = await writeReport(report, inputs.reportDirectory, bounds);
    log.info(`The report is in ${files.directory}`);
    // An artifact that cannot be uploaded is a warning: the files are there, and the report is made.
    const { artifactName, retentionDays } = inputs;
    const isUploaded = artifactName !== '';
    place = {
      directory: files.directory,
      ...(isUploaded && (await uploadReport({ ...context, files, artifactName, retentionDays }))),
    };
    failure = refusalOf(report);
    if (failure !== undefined) log.error(failure);
  } catch (error) {
    // The figures are read and told; that there are no files is a failure all the same.
    failure = error instanceof Error ? error.message : String(error);
    log.error(
      `${failure}\nThe figures are in the job summary and in the outputs. Set report-directory to a place that can be written, with room for the files.`,
    );
  }
  const outcome = failure === undefined ? 'report' : 'error';
  outputs.report(outcome, failure ?? reasonOf(report, summary), place);
  const { artifactUrl, reportUrl } = place;
  const options = { top: inputs.top, artifactUrl, reportUrl };
  await context.files.addSummary(markdownReport(report, options));
  if (inputs.comment) {
    outputs.commentUrl(await postReport(reportComment(report, summary, options), inputs, context));
  }
  if (failure !== undefined) return false;
  if (summary.complete || !inputs.failOn.has('incomplete')) return true;
  log.error('The report is incomplete, which fails the step because fail-on names it.');
  return false;
}

function reasonOf({ runAgainAfter }: Report, { complete }: Summary): string {
  if (complete) return 'The report is complete.';
  const spent = runAgainAfter === undefined ? '' : `${hourSpent(runAgainAfter)} `;
  return `${spent}The report is incomplete: its notes say why.`;
}

/** Why the step fails although there is a report: a project was refused. */
function refusalOf({ projects }: Report): string | undefined {
  const refused = projects.filter((project) => project.refused !== undefined);
  const [first] = refused;
  if (!first) return undefined;
  const which = refused.map(({ projectId }) => projectId).join(', ');
  return `The platform refused ${which}: ${first.refused} The report has what else was read.`;
}

async function read(inputs: AnalyticsInputs, { env, clock, log, signal }: ModeContext): Promise<Report> {
  const transport = new Transport(inputs, env);
  try {
    const platforms = inputs.projectIds.map((projectId) => ({
      projectId,
      platform: new PlatformClient(transport, projectId),
    }));
    return await readReport({ ...inputs, platforms, version: VERSION, log, signal, clock });
  } finally {
    await transport.close();
  }
}
