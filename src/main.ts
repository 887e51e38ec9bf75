import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.ts';
import type { Network, RunContext } from './context.ts';
import { EventError } from './github/event.ts';
import { createLog, createRunnerFiles, maskSecret } from './github/runner.ts';
import { readInput } from './input-variables.ts';
import { InputError, inputWarnings, readMode } from './inputs.ts';
import type { Log } from './log.ts';
import { Outputs } from './outputs.ts';
import { ownSentence } from './text/markdown.ts';
import { redactor } from './text/redact.ts';

/** Runs the action, and returns whether the step succeeded. Every error becomes an outcome and a message. */
export async function main(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  { clock = systemClock, network = {} }: { clock?: Clock; network?: Network } = {},
): Promise<boolean> {
  const apiKey = readInput(env, 'api-key') ?? '';
  maskSecret(apiKey);
  const redact = redactor([apiKey, readInput(env, 'github-token') ?? '']);
  const log = createLog(redact);
  checkCertificates(env, log);
  completeProxies(env);
  const files = createRunnerFiles(env, log, redact);
  const outputs = new Outputs(files.setOutput);
  const context: RunContext = { env, log, clock, files, redact, signal, outputs, network };
  // After an interruption, the process may exit while work is still under way. The outcome is then written on exit.
  const onExit = () => outputs.cutOff(/^analytics$/i.test(readInput(env, 'mode') ?? ''));
  process.once('exit', onExit);
  try {
    // A signal that arrived while the code was loaded is handled only when the event loop turns.
    await eventLoopTurn();
    return (await runMode(context)) && !files.lacksOutputs;
  } catch (error) {
    await fail(error, context);
    return false;
  } finally {
    process.off('exit', onExit);
  }
}

/** Turns certificate checks back on: without them, anybody between the runner and a server could read the secrets. */
function checkCertificates(env: NodeJS.ProcessEnv, log: Log) {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  delete env['NODE_TLS_REJECT_UNAUTHORIZED'];
  log.warning(
    'NODE_TLS_REJECT_UNAUTHORIZED is 0, but the action still checks certificates. To trust your own CA, set NODE_EXTRA_CA_CERTS to the path of its certificate.',
  );
}

/** The toolkit would read `proxy.example:3128` as a URL with the scheme `proxy.example`; the runner adds `http://`. */
function completeProxies(env: NodeJS.ProcessEnv) {
  for (const name of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) {
    const proxy = env[name];
    if (proxy && !proxy.includes('://')) env[name] = `http://${proxy}`;
  }
}

/** Runs the mode. Each mode is a separate chunk of the bundle, so that a run parses only the code that it uses. */
export async function runMode(context: RunContext): Promise<boolean> {
  const { env, clock, log } = context;
  const now = clock.date();
  const mode = readMode(env, now);
  for (const warning of inputWarnings(env, mode)) log.warning(warning);
  switch (mode) {
    case 'agent':
      return (await import('./agent/run.ts')).runAgentMode(context);
    case 'analytics':
      return (await import('./analytics/run-analytics.ts')).runAnalyticsMode(context, now);
  }
}

export async function fail(error: unknown, { log, files, outputs, signal }: RunContext): Promise<void> {
  const { reason, isBug } = described(error, signal.aborted);
  const details = error instanceof InputError && error.problems.length > 1 ? error.problems : [];
  outputs.error(reason);
  log.error([isBug ? `${reason} ${REPORT_IT}` : reason, ...details].join('\n'));
  if (isBug) log.debug(error instanceof Error ? (error.stack ?? '') : '');
  const lines = [ownSentence(reason), ...details.map((line) => `- ${ownSentence(line)}`)];
  await files.addSummary(['## ❌ The run ended in an error', ...lines, ''].join('\n\n'));
}

const REPORT_IT = 'This is a bug. Please report it with the log of a run that has debug logging.';

function described(error: unknown, isInterrupted: boolean): { reason: string; isBug?: boolean } {
  if (error instanceof InputError) return { reason: error.message };
  if (isInterrupted) return { reason: 'The run was interrupted.' };
  if (error instanceof EventError) return { reason: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { reason: `The action itself failed: ${message.replace(/\.$/, '')}.`, isBug: true };
}
