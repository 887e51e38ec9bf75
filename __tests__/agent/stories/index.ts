import betweenRuns from './between-runs.ts';
import changes from './changes.ts';
import checks from './checks.ts';

import core from './core.ts';
import decide from './decide.ts';
import include from './include.ts';
import mode from './mode.ts';
import releases from './releases.ts';
import reply from './reply.ts';
import requests from './requests.ts';
import review from './review.ts';
import { type Row, rowsIn } from './rows.ts';
import send from './send.ts';
import subject from './subject.ts';

/**
 * All stories that are written down, by what they are about. `stories.test.ts` says what can stand below one; the campaign
 * plays them, too, and derives others from the core.
 */
export const STORIES: Readonly<Record<string, readonly Row[]>> = Object.fromEntries(
  [
    core,
    decide,
    send,
    reply,
    requests,
    subject,
    changes,
    releases,
    include,
    review,
    mode,
    checks,
    betweenRuns,
  ].flatMap((all) => Object.entries(all).map(([title, text]) => [title, rowsIn(text)])),
);

/** Without faults of their own: what single faults and pairs of them break at every exchange. */
export const CORE: readonly string[] = Object.values(core).flatMap((text) =>
  rowsIn(text).map(({ story }) => story),
);
