import * as core from '@actions/core';
import type { Log } from '../log.ts';
import type { Redact } from '../text/redact.ts';
import { inertForLog } from '../text/workflow-commands.ts';

/** Creates the runner's log, which redacts every text and makes it inert. */
export function createLog(redact: Redact): Log {
  const safe = (text: string) => inertForLog(redact(text));
  return {
    info: (text) => core.info(safe(text)),
    notice: (text) => core.notice(safe(text)),
    warning: (text) => core.warning(safe(text)),
    error: (text) => core.error(safe(text)),
    debug: (text) => core.debug(safe(text)),
    async group(title, body) {
      core.startGroup(safe(title).replaceAll('\n', ' '));
      try {
        return await body();
      } finally {
        core.endGroup();
      }
    },
  };
}

/** Makes the runner mask the secret in all later log lines, with and without surrounding whitespace. */
export function maskSecret(secret: string): void {
  for (const form of new Set([secret, secret.trim()])) if (form.trim() !== '') core.setSecret(form);
}
