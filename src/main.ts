import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.ts';
import { NothingSentError } from './github/api.ts';
import { EventError } from './github/event.ts';
import { createRunnerFiles } from './github/files.ts';
import { createLog, maskSecrets } from './github/log.ts';
import { InputError } from './input-fields.ts';
import { type Inputs, readInputs } from './inputs.ts';
import type { Log } from './log.ts';
import type { ModeContext } from './mode.ts';
import { Outputs } from './outputs.ts';
import { explain, PlatformError } from './platform/errors.ts';
import { sentence } from './text/markdown.ts';
import { createRedactor, secretsOf } from './text/redact.ts';

/**
 * Runs the action and resolves to whether the step succeeded.
 * Nothing is thrown: whatever happens becomes an outcome, a message and an exit code.
 *
 * @param signal aborts when the run is interrupted
 */
export async function main(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<boolean> {
  const apiKey = env['INPUT_API-KEY'] ?? '';
  const secrets = secretsOf(apiKey);
  maskSecrets(secrets);
  const redact = createRedactor([...secrets, (env['INPUT_GITHUB-TOKEN'] ?? '').trim()]);
  const log = createLog(redact);
  checkCertificates(env, log);
  const files = createRunnerFiles(env, log, redact);
  const context: ModeContext = {
    env,
    log,
    clock,
    files,
    redact,
    signal,
    outputs: new Outputs(files.setOutput),
  };
  try {
    // A signal is heard when the event loop turns, and loading all of this has not let it turn once.
    await eventLoopTurn();
    return await runMode(readInputs(env, new Date()), context);
  } catch (error) {
    await fail(signal.aborted ? new InterruptedError() : error, context);
    return false;
  }
}

/** The variable turns the check of certificates off for a whole process: anybody on the way could read the secrets. */
function checkCertificates(env: NodeJS.ProcessEnv, log: Log): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  delete env['NODE_TLS_REJECT_UNAUTHORIZED'];
  log.warning(
    'NODE_TLS_REJECT_UNAUTHORIZED is 0. This action checks certificates all the same. To trust a CA of your own, set NODE_EXTRA_CA_CERTS to its file.',
  );
}

/** Each mode is a chunk of its own in the bundle, so that a run parses only what it uses. */
async function runMode(inputs: Inputs, context: ModeContext): Promise<boolean> {
  switch (inputs.mode) {
    case 'agent':
      return (await import('./agent/mode.ts')).runAgentMode(inputs, context);
    case 'analytics':
      return (await import('./analytics/mode.ts')).runAnalyticsMode(inputs, context);
  }
}

async function fail(error: unknown, { log, files, outputs }: ModeContext): Promise<void> {
  const reason = reasonOf(error);
  outputs.error(reason);
  tell(error, reason, log);
  const details = error instanceof InputError ? error.message.split('\n') : [];
  await files.addSummary(
    [
      '## ❌ The run ended in an error',
      sentence(reason),
      ...details.map((line) => `- ${sentence(line)}`),
      '',
    ].join('\n\n'),
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof InputError) {
    return `The inputs cannot be used: ${error.problems.map(({ input }) => input).join(', ')}.`;
  }
  if (isExpected(error)) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `The action itself failed: ${message.replace(/\.$/, '')}.`;
}

class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor() {
    super('The run was interrupted.');
  }
}

/** Whether the error is no bug, and its message is meant for the maintainer. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof PlatformError ||
    error instanceof EventError ||
    error instanceof NothingSentError ||
    error instanceof InterruptedError
  );
}

function tell(error: unknown, reason: string, log: Log): void {
  if (error instanceof InputError) {
    log.error(`${reason}\n${error.message}`);
  } else if (error instanceof PlatformError) {
    log.error(explain(error));
  } else if (isExpected(error)) {
    log.error(reason);
  } else {
    log.error(`${reason} This is a bug: please report it, with the log of a run with debug logging.`);
    log.debug(error instanceof Error ? (error.stack ?? '') : '');
  }
}
