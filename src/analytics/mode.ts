import { uploadReport } from '../github/artifact.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { ReportPlace } from '../outputs.ts';
import { PlatformClient } from '../platform/client.ts';
import { explain } from '../platform/errors.ts';
import { Transport } from '../platform/transport.ts';
import { sentence } from '../text/markdown.ts';
import { listed } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { failureText } from './gaps.ts';
import type { Report } from './model.ts';
import { describePeriod } from './period.ts';
import { NothingReadError, readReport, whenToRunAgain } from './read.ts';
import { markdownReport, reportComment } from './report/markdown.ts';
import { gapsTitle, gapTexts, headlineOf, rateLimitText } from './report/phrases.ts';
import { writeReport } from './report/write.ts';
import { postReport } from './report-comment.ts';
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
    if (!(error instanceof NothingReadError)) throw error;
    return fail(error, context);
  } finally {
    await transport.close();
  }
  return publish(report, inputs, context);
}

/** Nothing was read: outputs, log and summary say why for each project, and what to change. */
async function fail({ failures }: NothingReadError, context: ModeContext): Promise<false> {
  const { clock, log, outputs, files } = context;
  const now = clock.date();
  const again = failures.flatMap(({ error }) => whenToRunAgain(error, now) ?? []).at(0);
  const limit = again === undefined ? [] : [rateLimitText(again, now.toISOString())];
  const byText = Map.groupBy(failures, ({ error }) => failureText(error));
  const reasons = [...byText].map(([text, same]) =>
    failures.length === same.length ? text : `${listed(same.map(({ projectId }) => projectId))}: ${text}`,
  );
  outputs.report('error', [...limit, ...reasons].join(' '), {});
  log.error([...limit, ...new Set(failures.map(({ error }) => explain(error)))].join('\n'));
  const responses = failures.flatMap(({ error: { platformText } }) =>
    platformText ? `Mintlify's response: ${platformText}` : [],
  );
  const lines = [...limit, ...reasons, ...new Set(responses)];
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
    // An artifact that cannot be uploaded is a warning, since the files are there.
    const uploaded = artifactName === '' ? {} : await uploadReport({ ...context, files, artifactName });
    place = { directory: files.directory, ...uploaded };
  } catch (error) {
    // The figures are in outputs and summary, but missing files are a failure.
    failure =
      `${error instanceof Error ? error.message : String(error)} The figures are in the job summary and in the outputs. ${failure ?? ''}`.trimEnd();
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
  return [gapsTitle(report), ...gapTexts(report)].join(' ');
}

/** Why the step fails although there is a report: a project was refused. The gaps say what to change. */
function refusalOf(report: Report): string | undefined {
  const refused = report.projects.filter(({ isRefused }) => isRefused).map(({ projectId }) => projectId);
  if (refused.length === 0) return undefined;
  const texts = gapTexts(report).join(' ');
  return `Mintlify refused ${listed(refused)}. The report has what else was read. ${texts}`;
}
