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
import { gapsTitle, gapText, headlineOf, hourSpent } from './report/words.ts';
import { writeReport } from './report/write.ts';
import { summarize } from './summarize.ts';

/** `mode: analytics`. Resolves to whether the step succeeded. */
export async function runAnalyticsMode(inputs: AnalyticsInputs, context: ModeContext): Promise<boolean> {
  const { env, log } = context;
  const { projectIds, baseUrl, period } = inputs;
  log.info(
    `Docs Agent ${VERSION} · analytics mode · project ${projectIds.join(', ')} at ${baseUrl.origin}\nPeriod: ${describePeriod(period)}`,
  );
  const transport = new Transport(inputs, env);
  let report: Report;
  try {
    const platforms = projectIds.map((projectId) => {
      return { projectId, platform: new PlatformClient(transport, projectId) };
    });
    report = await readReport({ ...inputs, ...context, platforms });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return fail(error, context);
  } finally {
    await transport.close();
  }
  return publish(report, inputs, context);
}

/** Nothing was read: that is told everywhere, with what to change. */
async function fail(error: PlatformError, context: ModeContext): Promise<false> {
  const { clock, log, outputs, files } = context;
  const again = whenToRunAgain(error, clock.date());
  const spent = again === undefined ? [] : [hourSpent(again)];
  outputs.report('error', [...spent, error.message, error.advice].join(' '), {});
  const lines = [...spent, ...explain(error).split('\n')];
  log.error(lines.join('\n'));
  await files.addSummary(`## ❌ There is no report\n\n${lines.map(sentence).join('\n\n')}\n`);
  return false;
}

async function publish(report: Report, inputs: AnalyticsInputs, context: ModeContext): Promise<boolean> {
  const { log, outputs, env } = context;
  outputs.views(summarize(report), headlineOf(report), inputs.period);
  let place: ReportPlace = {};
  let failure = refusalOf(report);
  try {
    const files = await writeReport(report, env);
    log.info(`The report is in ${files.directory}`);
    const { artifactName } = inputs;
    // An artifact that cannot be uploaded is a warning: the files are there, and the report is made.
    const uploaded = artifactName === '' ? {} : await uploadReport({ ...context, files, artifactName });
    place = { directory: files.directory, ...uploaded };
  } catch (error) {
    // The figures are read and told; that there are no files is a failure all the same.
    failure = `${error instanceof Error ? error.message : String(error)} The figures are in the job summary and in the outputs.`;
  }
  if (failure !== undefined) log.error(failure);
  outputs.report(failure === undefined ? 'report' : 'error', failure ?? reasonOf(report), place);
  await context.files.addSummary(markdownReport(report, place));
  if (inputs.comment) outputs.commentUrl(await postReport(reportComment(report, place), inputs, context));
  if (failure !== undefined) return false;
  if (report.gaps.length === 0 || !inputs.failOn.has('incomplete')) return true;
  log.error('The report is incomplete, which fails the step because fail-on names it.');
  return false;
}

function reasonOf(report: Report): string {
  if (report.gaps.length === 0) return 'The report is complete.';
  return [gapsTitle(report), ...report.gaps.map((gap) => gapText(report, gap))].join(' ');
}

/** Why the step fails although there is a report: a project was refused. */
function refusalOf({ projects }: Report): string | undefined {
  const refused = projects.filter((project) => project.refused !== undefined);
  const [first] = refused;
  if (!first) return undefined;
  const which = refused.map(({ projectId }) => projectId).join(', ');
  return `The platform refused ${which}: ${first.refused} The report has what else was read.`;
}
