import type { RunContext } from '../context.ts';
import { uploadReport } from '../github/artifact.ts';
import { type AnalyticsInputs, readAnalyticsInputs } from '../inputs.ts';
import { MintlifyClient } from '../mintlify/client.ts';
import { MintlifyError } from '../mintlify/errors.ts';
import { Transport } from '../mintlify/transport.ts';
import type { Figures } from '../outputs.ts';
import { joinNonEmpty } from '../text/join.ts';
import { ownSentence } from '../text/markdown.ts';
import { formatSignedPercent, percentChange } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { writeReport } from './files.ts';
import { failureText } from './gaps.ts';
import { headlineOf } from './headline.ts';
import { readReport } from './read.ts';
import type { Report, ReportFigures } from './report.ts';
import { commentOf, summaryOf } from './summary.ts';

/** Runs analytics mode, and returns whether the step succeeds. @throws {InputError} if inputs are invalid */
export async function runAnalyticsMode(context: RunContext, now: Date): Promise<boolean> {
  const inputs = readAnalyticsInputs(context.env, now);
  const { projectId, baseUrl } = inputs;
  const { clock, log, network, outputs } = context;
  log.info(`Docs Agent ${VERSION} · analytics mode · project ${projectId} at ${baseUrl.origin}`);
  const transport = new Transport({ ...inputs, clock, dispatcher: network.dispatcher });
  const mintlify = new MintlifyClient(transport, projectId);
  const writeFigures = (figures: ReportFigures) => {
    const headline = headlineOf(figures);
    outputs.views(outputFiguresOf(figures), headline, figures.period);
    log.info(headline);
  };
  const options = { ...inputs, ...context, mintlify };
  const report = await readReport(options, writeFigures).finally(() => transport.close());
  return report instanceof MintlifyError ? fail(report, inputs, context) : publish(report, inputs, context);
}

async function fail(error: MintlifyError, { period }: AnalyticsInputs, context: RunContext) {
  const { log, outputs, files } = context;
  const { message, responseText } = error;
  const reason = failureText(error);
  const response = responseText && `Mintlify's response: ${responseText}`;
  outputs.period(period, false);
  outputs.report('error', reason, {});
  log.error(joinNonEmpty([reason, message, response], '\n'));
  const lines = [reason, response].map(ownSentence);
  await files.addSummary(`## ❌ There is no report\n\n${lines.join('\n\n')}\n`);
  return false;
}

async function publish(report: Report, inputs: AnalyticsInputs, context: RunContext) {
  const { log, outputs, files } = context;
  const { gaps, notes } = report;
  const { place, failure } = await saveFiles(report, inputs, context);
  const isSaved = failure === '';
  if (notes.length > 0) log.info(notes.join(' '));
  const reason = joinNonEmpty([failure, ...gaps], ' ') || 'The report is complete.';
  if (isSaved && gaps.length > 0) log.warning(reason);
  outputs.report(isSaved ? 'report' : 'error', reason, place);
  await files.addSummary(summaryOf(report, place));
  if (inputs.comment && inputs.issueNumber !== undefined) {
    // GitHub's client takes longer to load than thousands of rows.
    const { postReport } = await import('./report-comment.ts');
    outputs.commentUrl(await postReport(commentOf(report, place), inputs.issueNumber, inputs, context));
  }
  if (!isSaved) return false;
  if (gaps.length === 0 || !inputs.failOn.has('incomplete')) return true;
  log.error('The report is incomplete, and `fail-on` includes `incomplete`.');
  return false;
}

/**
 * Writes the files and uploads them. Returns where they are, and why they couldn't be written; empty if they were. A
 * failed upload is only a warning, because the files exist.
 */
async function saveFiles(report: Report, { artifactName }: AnalyticsInputs, context: RunContext) {
  const { log, env } = context;
  try {
    const files = await writeReport(report, env);
    log.info(`The report is in ${files.directory}`);
    const uploaded = artifactName ? await uploadReport({ ...context, files, artifactName }) : {};
    return { place: { directory: files.directory, ...uploaded }, failure: '' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const failure = `${why.replace(/\.$/, '')}. The figures are in the job summary and in the outputs.`;
    log.error(failure);
    return { place: {}, failure };
  }
}

/** Maximum number of pages in the output `top-pages`. */
const MOST_TOP_PAGES = 10;
/** Maximum length of a path in an output, in characters. The runner drops all outputs if they exceed 1 MB. */
const LONGEST_PATH = 2_000;

/** Returns the figures for the outputs. Changes are in percent, such as `+12.3`; null if unknown. */
function outputFiguresOf({ totals, previousTotals, pages, gaps }: ReportFigures): Figures {
  const changeOf = (now: number, before: number | undefined) => {
    const percent = percentChange(now, before);
    return percent === undefined ? null : formatSignedPercent(percent);
  };
  const printable = pages.filter(({ path, state }) => state !== 'gone' && path.length <= LONGEST_PATH);
  const topPages = printable.slice(0, MOST_TOP_PAGES).map(({ state: _, previous, ...page }) => {
    return { ...page, previous: previous?.total ?? null, change: changeOf(page.total, previous?.total) };
  });
  const change = changeOf(totals.total, previousTotals?.total);
  return { totals, change, complete: gaps.length === 0, topPages };
}
