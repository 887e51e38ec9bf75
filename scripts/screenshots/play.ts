import { readFileSync } from 'node:fs';
import path from 'node:path';
import { removeMainDirectory, runMain } from '../../__tests__/helpers/run-main.ts';
import { applyEvent } from '../../sandbox/github/apply-event.ts';
import type { GithubEvent } from '../../sandbox/github/events.ts';
import { type GithubState, textsOn } from '../../sandbox/github/state.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { stepOf } from '../demo/example.ts';
import * as people from '../demo/people.ts';
import { ISSUE, MAINTAINER, REPOSITORY } from '../demo/people.ts';
import type { Entry, ThreadPage } from './github-page.ts';

/** Monday morning, when the weekly report is made. */
let nowMs = Date.parse('2026-10-05T06:17:00Z');
const wait = (minutes: number) => {
  nowMs += minutes * 60_000;
};

/** Pauses of so many milliseconds may be time limits: they are released before they end, unless something hangs. */
const LONG_MS = 5_000;
const REAL_MS = 2_000;

/** Goes on only when somebody pauses, and then at once: minutes pass in no time, and always the same. */
const clock: Clock = {
  now: () => nowMs,
  date: () => new Date(nowMs),
  async sleep(ms, signal) {
    await systemClock.sleep(ms < LONG_MS ? 0 : REAL_MS, signal);
    nowMs += ms;
  },
};

/** The docs pull request, which gets the sandbox's first number. */
const PULL_REQUEST = { repository: REPOSITORY, number: 41, title: 'Describe the proxy settings' };

const LINE = {
  user: MAINTAINER,
  path: 'guides/network.mdx',
  hunk: '@@ -12,2 +12,4 @@ ## Network\n+Set HTTPS_PROXY to the address of your proxy,\n+such as http://proxy.example:80.',
  body: 'Our proxies listen on 3128.',
};

/** Plays a report and requests, and gives what they leave for people to see. */
export async function play() {
  const sandbox = await people.openSandbox({ jobMs: 205_000, now: clock.now, checks: 'green' });
  try {
    const { summary, outputs } = await run(sandbox, 'weekly-report.yml', people.scheduled, 'report');
    const page = readFileSync(path.join(outputs['report-path'] ?? '', 'report.html'), 'utf8');
    return { reportSummary: summary, reportPage: page, ...(await playRequests(sandbox)) };
  } finally {
    removeMainDirectory();
    await sandbox.close();
  }
}

async function run(sandbox: Sandbox, file: string, event: GithubEvent, outcome: string, more = {}) {
  const end = await runMain(stepOf(file, event, sandbox, more), undefined, clock);
  if (end.outputs['outcome'] !== outcome) throw new Error(`${file} ended otherwise:\n${end.log}`);
  return end;
}

/** A label, a comment, and on the agent's pull request a review and a comment whose job fails. */
async function playRequests(sandbox: Sandbox): Promise<Record<'issue' | 'pullRequest', ThreadPage>> {
  const { github } = sandbox;
  const ask = (event: GithubEvent, outcome = 'pull-request') =>
    run(sandbox, 'docs-on-label.yml', event, outcome, { 'checks-minutes': '5' });
  github.setPullRequest(PULL_REQUEST);
  const opening = { user: ISSUE.user, body: ISSUE.body, at: nowMs };
  wait(7);
  const label = { body: `**${MAINTAINER}** added the label \`docs\``, at: nowMs };
  const { outputs } = await ask(people.labeled('docs'));
  const opened = { user: 'mintlify[bot]', body: 'Describes the proxy settings.', at: nowMs };
  wait(9);
  await ask(people.commented('/docs also mention NO_PROXY'));
  wait(12);
  const { number } = PULL_REQUEST;
  if (Number(outputs['pr-number']) !== number) throw new Error(`The pull request is not #${number}.`);
  const review = applyEvent(people.reviewed('/docs please fix this', number), github);
  github.addReviewComment({ ...LINE, repository: REPOSITORY, issue: number, review: review.id ?? 0 });
  await ask(review);
  wait(4);
  sandbox.setScenario('failed');
  await ask(people.commented('/docs add the page to the navigation', number), 'failed');
  return {
    issue: { ...ISSUE, entries: [opening, label, ...written(github, ISSUE.number)], now: nowMs },
    pullRequest: { ...PULL_REQUEST, entries: [opened, ...written(github, number)], now: nowMs },
  };
}

/** What people and the action have written there. What is answered at once stands below what it answers. */
function written({ comments, reviews, reviewComments }: GithubState, number: number): Entry[] {
  const thread = { repository: REPOSITORY, number };
  const withLines = textsOn(reviews, thread).map((review) => {
    return { ...review, lines: reviewComments.filter((line) => line.review === review.id) };
  });
  return [...withLines, ...textsOn(comments, thread)]
    .map((text) => ({ ...text, at: Date.parse(text.createdAt) }))
    .sort((a, b) => a.at - b.at);
}
