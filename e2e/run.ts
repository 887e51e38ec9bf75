/**
 * Whole workflows on a runner: nektos/act runs the examples, and a few workflows of its own, on this machine and
 * without Docker, with the bundle in `dist/` as it is published. The documentation platform, GitHub's API and the
 * artifact service are the sandbox, and nothing else can be reached.
 *
 *     npm run e2e
 *     npm run e2e -- report      only the scenarios whose title has the word
 *
 * What is not as on GitHub: each step of an example is told `base-url`; actions/checkout is act's own copy of the
 * repository or, where the reusable workflows check out this action, a stand-in, and so is the `gh` command.
 * Concurrency, permissions and path filters of a workflow are not act's business. Cancelling kills, with act, so
 * signals are tested in `__tests__`.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../sandbox/server.ts';
import { findAct, HOW_TO_INSTALL } from './act.ts';
import { MAINTAINER, STRANGER } from './events.ts';
import { Place } from './place.ts';
import type { Scenario } from './scenario.ts';
import {
  comparesWithEdits,
  improvesRisingPages,
  reportsToAnIssue,
  reportsToChat,
  reportsWeekly,
  servesManyProjects,
} from './scenarios/analytics.ts';
import { callsReusableWorkflows, chainsOutputs, linksRelease, startsThenWaits } from './scenarios/chains.ts';
import {
  asksBeforeMerge,
  asksByLabel,
  asksByMerge,
  asksByReview,
  asksElsewhere,
  goesOnByComment,
} from './scenarios/conversation.ts';
import { failsWithAWrongKey, failsWithTheJob } from './scenarios/failures.ts';
import { GITHUB_TOKEN, Stage } from './stage.ts';
import { readableLog } from './workflow-run.ts';

const SCENARIOS: readonly Scenario[] = [
  asksByLabel,
  goesOnByComment,
  asksByReview,
  asksElsewhere,
  asksByMerge,
  asksBeforeMerge,
  linksRelease,
  chainsOutputs,
  startsThenWaits,
  callsReusableWorkflows,
  reportsWeekly,
  reportsToAnIssue,
  reportsToChat,
  comparesWithEdits,
  improvesRisingPages,
  servesManyProjects,
  failsWithTheJob,
  failsWithAWrongKey,
];

interface Result {
  readonly title: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly played: readonly string[];
}

async function play({ title, sandbox: options, play }: Scenario, act: string, place: Place): Promise<Result> {
  const sandbox = await startSandbox({
    jobMs: 300,
    githubToken: GITHUB_TOKEN,
    permissions: { [MAINTAINER]: 'write', [STRANGER]: 'read' },
    ...options,
  });
  const stage = new Stage(act, place, sandbox);
  const begin = performance.now();
  let passed = true;
  try {
    await play(stage);
  } catch (error) {
    passed = false;
    console.log(`\n--- ${title}`);
    for (const run of stage.runs) console.log(readableLog(run));
    console.log(`\n${error instanceof Error ? error.message : error}`);
  } finally {
    await sandbox.close();
  }
  return { title, passed, seconds: (performance.now() - begin) / 1000, played: stage.played };
}

function show({ title, passed, seconds, played }: Result): void {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(5)} s  ${title}`);
  for (const workflow of played) console.log(`                  ${workflow}`);
}

/** The examples that ran in none of the scenarios. */
function examplesWithout(results: readonly Result[]): string[] {
  const played = results.flatMap((result) => result.played);
  return readdirSync(path.resolve(import.meta.dirname, '../examples')).filter(
    (file) => !played.some((workflow) => workflow.startsWith(`${file} on `)),
  );
}

async function main(word: string): Promise<boolean> {
  const act = findAct(process.env);
  if (act === undefined) throw new Error(HOW_TO_INSTALL);
  const place = new Place();
  const results: Result[] = [];
  try {
    for (const scenario of SCENARIOS.filter(({ title }) => title.toLowerCase().includes(word))) {
      results.push(await play(scenario, act, place));
      process.stderr.write('.');
    }
  } finally {
    place.close();
  }
  process.stderr.write('\n');
  for (const result of results) show(result);
  const forgotten = word === '' ? examplesWithout(results) : [];
  for (const example of forgotten) console.log(`FAILED          No scenario runs ${example}`);
  const failed = results.filter(({ passed }) => !passed).length + forgotten.length;
  const passed = results.filter(({ passed }) => passed).length;
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && results.length > 0;
}

try {
  process.exitCode = (await main((process.argv[2] ?? '').toLowerCase())) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
