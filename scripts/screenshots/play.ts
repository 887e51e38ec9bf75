import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GithubEvent } from '../../sandbox/github/events.ts';
import { ISSUE, MAINTAINER, PULL_REQUEST, SCHEDULED, Stage } from '../demo/stage.ts';
import type { Entry } from './github-page.ts';

/** Monday morning, when the weekly report is made. */
const BEGIN = Date.parse('2026-10-05T06:17:00Z');
const MINUTE = 60_000;
const REQUESTS = 'docs-on-label.yml';
const LINE = {
  path: 'guides/network.mdx',
  hunk: '@@ -12,2 +12,4 @@ ## Network\n+Set HTTPS_PROXY to the address of your proxy,\n+such as http://proxy.example:80.',
  body: 'Our proxies listen on 3128.',
};

/** Plays requests and a report, on a clock that only pauses move, and gives what they leave for people to see. */
export async function play() {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-screenshots-'));
  const clock = path.join(temporary, 'clock');
  const now = () => Number(readFileSync(clock, 'utf8'));
  const wait = (minutes: number) => writeFileSync(clock, String(now() + minutes * MINUTE));
  writeFileSync(clock, String(BEGIN));
  const use = pathToFileURL(path.join(import.meta.dirname, 'use-shared-clock.ts'));
  const env = { RUNNER_TEMP: temporary, NODE_OPTIONS: `--import=${use}`, SCREENSHOTS_CLOCK: clock };
  const stage = await Stage.open({ jobMs: 205_000, now }, env);
  try {
    return { ...(await playReport(stage)), ...(await playRequests(stage, now, wait)) };
  } finally {
    await stage.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function run(stage: Stage, file: string, event: GithubEvent, expected: string) {
  const end = await stage.run(file, event);
  if (end.outputs['outcome'] !== expected) throw new Error(`${file} ended otherwise:\n${end.log}`);
  return end;
}

async function playReport(stage: Stage) {
  const { summary, outputs } = await run(stage, 'weekly-report.yml', SCHEDULED, 'report');
  const page = readFileSync(path.join(outputs['report-path'] ?? '', 'report.html'), 'utf8');
  return { reportSummary: summary, reportPage: page };
}

/** A label, a comment, and on the agent's pull request a review and a comment whose job fails. */
async function playRequests(stage: Stage, now: () => number, wait: (minutes: number) => void) {
  const ask = (event: GithubEvent, outcome = 'pull-request') => run(stage, REQUESTS, event, outcome);
  const { title, body, author, number } = ISSUE;
  const opening: Entry = { kind: 'comment', user: author, body, at: now() };
  wait(7);
  const text = `**${MAINTAINER}** added the label \`docs\``;
  const label: Entry = { kind: 'line', text, at: now() };
  const { outputs } = await ask(stage.labels('docs'));
  const agent = { user: 'mintlify[bot]', body: 'Describes the proxy settings.' };
  const opened: Entry = { kind: 'comment', ...agent, at: now() };
  wait(9);
  await ask(stage.comments(MAINTAINER, number, '/docs also mention NO_PROXY'));
  wait(12);
  const there = Number(outputs['pr-number']);
  await ask(stage.reviews(there, '/docs please mend this', LINE));
  wait(4);
  stage.sandbox.setScenario('failed');
  await ask(stage.comments(MAINTAINER, there, '/docs add the page to the navigation'), 'failed');
  const issue = { title, number, entries: [opening, label, ...entriesOf(stage, number)] };
  const pullRequest = { title: PULL_REQUEST, number: there, entries: [opened, ...entriesOf(stage, there)] };
  return { issue: { ...issue, now: now() }, pullRequest: { ...pullRequest, now: now() } };
}

/** What people and the action have written there, as GitHub shows it. */
function entriesOf({ sandbox: { github } }: Stage, number: number): Entry[] {
  const comments = github.comments
    .filter(({ issue }) => issue === number)
    .map(({ user, body, createdAt, updatedAt }): Entry => {
      return { kind: 'comment', user, body, at: Date.parse(createdAt), isEdited: updatedAt !== createdAt };
    });
  const reviews = github.reviews
    .filter(({ issue }) => issue === number)
    .map(({ id, user, body, createdAt }): Entry => {
      const lines = github.reviewComments.filter(({ review }) => review === id);
      return { kind: 'review', user, body, lines, at: Date.parse(createdAt) };
    });
  // What is answered at once stands below what it answers.
  return [...reviews, ...comments].sort((a, b) => a.at - b.at);
}
