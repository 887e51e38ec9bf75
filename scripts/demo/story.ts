import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sandbox } from '../../sandbox/server.ts';
import { commented, ISSUE, labeled, MAINTAINER, REPOSITORY, STRANGER, scheduled } from './events.ts';
import { readExample } from './example.ts';
import { StepLog } from './log.ts';
import type { GithubEvent, Runner, StepEnd } from './runner.ts';
import { showMarkdown, showOutputs, showSizes, showStep } from './show.ts';
import { styled, type Terminal } from './terminal.ts';

/** What the story is played with. */
export interface Stage {
  readonly root: string;
  readonly terminal: Terminal;
  readonly sandbox: Sandbox;
  readonly runner: Runner;
}

/** The documentation project that the workflows name. */
export const PROJECT = 'rocket-docs';

const REPORT_FILES = ['report.html', 'report.md', 'page-views.csv', 'page-views.json'];

/** Plays the story, and finds out whether it went as it should. */
export class Story {
  readonly #stage: Stage;
  readonly #problems: string[] = [];
  /** Examples whose step has been shown. */
  readonly #shown = new Set<string>();
  #runs = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Everything that is not as it should be; empty at a happy end. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  async labelAct(): Promise<void> {
    const { terminal, sandbox } = this.#stage;
    terminal.act(1, 'a maintainer labels an issue');
    terminal.say(`${styled('bold', `${REPOSITORY}#${ISSUE.number}`)}  ${ISSUE.title}`);
    for (const line of ISSUE.body.split('\n').filter(Boolean)) terminal.say(`    ${line}`);
    terminal.say(`${MAINTAINER} adds the label ${styled('bold', 'docs')}, and a workflow starts.`);

    const { outputs, summary } = await this.#runExample('docs-on-label.yml', labeled('docs'));
    showOutputs(terminal, outputs);
    showMarkdown(terminal, 'Job summary', summary);
    this.#showComment();
    this.#expect('outcome of act 1', outputs['outcome'], 'pull-request');
    this.#expect('jobs after act 1', sandbox.ledger.jobs.length, 1);
    this.#expectToHold('the prompt', sandbox.ledger.jobs[0]?.prompts[0], ISSUE.title);
    this.#expectToHold('the status comment', this.#ownComments()[0]?.body, outputs['pr-link'] || 'a link');
  }

  async followUpAct(): Promise<void> {
    const { terminal, sandbox } = this.#stage;
    terminal.act(2, 'the conversation goes on');
    const comment = this.#comment(MAINTAINER, '/docs also mention the proxy');
    const { outputs } = await this.#runExample('docs-follow-up.yml', comment);
    for (const { user, content } of sandbox.github.reactions) {
      terminal.say();
      terminal.say(`${user} reacts to the comment with ${content === 'eyes' ? '👀' : content}.`);
    }
    this.#showComment();
    const [job] = sandbox.ledger.jobs;
    this.#expect('outcome of act 2', outputs['outcome'], 'pull-request');
    this.#expect('jobs after act 2', sandbox.ledger.jobs.length, 1);
    this.#expect('job-id of act 2', outputs['job-id'], job?.id);
    this.#expectToHold('the follow-up', job?.prompts[1], 'also mention the proxy');
    this.#expect('comments after act 2', this.#ownComments().length, 1);
    this.#expect('reactions after act 2', sandbox.github.reactions.length, 1);
    await this.#strangerTries();
  }

  async reportAct(): Promise<void> {
    const { terminal, sandbox } = this.#stage;
    terminal.act(3, 'Monday morning, the weekly report');
    const { outputs, summary } = await this.#runExample('weekly-report.yml', scheduled());
    showMarkdown(terminal, 'Job summary', summary);
    showOutputs(terminal, outputs);
    this.#expect('outcome of act 3', outputs['outcome'], 'report');
    if (outputs['outcome'] !== 'report') return;
    this.#showReport(outputs['report-path'] ?? '');
    const truth = sandbox.pageViews(PROJECT, outputs['date-from'] ?? '', outputs['date-to'] ?? '');
    this.#expect('complete', outputs['complete'], 'true');
    this.#expect('total-views', outputs['total-views'], String(truth.totals.total));
    this.#expect('page-count', outputs['page-count'], String(truth.length));
    for (const file of REPORT_FILES) {
      const isThere = existsSync(path.join(outputs['report-path'] ?? '', file));
      this.#expect(`whether there is ${file}`, isThere, true);
    }
    this.#expect('artifacts', sandbox.artifacts.all.length, 2);
  }

  /** What the platform was asked for in all. */
  showLedger(): void {
    const { terminal, sandbox } = this.#stage;
    const count = (operation: 'create' | 'message' | 'get' | 'views') => sandbox.ledger.of(operation).length;
    terminal.say();
    terminal.say(
      `In all, the platform was asked for ${count('create')} job, ${count('message')} follow-up, ${count('get')} looks at the job, and ${count('views')} times for page views.`,
    );
  }

  async #strangerTries(): Promise<void> {
    const { terminal, sandbox } = this.#stage;
    terminal.say();
    terminal.say('Somebody who may only read the repository tries the same.');
    const comment = this.#comment(STRANGER, '/docs remove the page about prices');
    const { outputs } = await this.#runExample('docs-follow-up.yml', comment);
    this.#expect('outcome for a stranger', outputs['outcome'], 'skipped');
    this.#expect('requests to the agent', sandbox.ledger.of('create', 'message').length, 2);
  }

  /** Somebody comments on the issue. */
  #comment(login: string, body: string): GithubEvent {
    const { terminal, sandbox } = this.#stage;
    const comment = { repository: REPOSITORY, issue: ISSUE.number, user: login, body };
    terminal.say(`${login} comments on #${ISSUE.number}: ${styled('bold', body)}`);
    return commented(login, sandbox.github.addComment(comment).id, body);
  }

  /** Runs the step of an example workflow, and shows its log. */
  async #runExample(file: string, event: GithubEvent): Promise<StepEnd> {
    const { root, terminal, runner, sandbox } = this.#stage;
    const { workflow, with: inputs } = readExample(root, file);
    if (!this.#shown.has(file)) showStep(terminal, file, inputs);
    this.#shown.add(file);

    terminal.title('Log');
    this.#runs += 1;
    const step = { inputs: { ...inputs, 'base-url': sandbox.url }, event, workflow };
    const log = new StepLog();
    const end = await runner.run({ ...step, runId: String(15_000_000_000 + this.#runs) }, (line) => {
      for (const shown of log.show(line)?.split('\n') ?? []) terminal.quote(shown);
    });
    this.#expect(`exit code of examples/${file}`, end.exitCode, 0);
    return end;
  }

  #showComment(): void {
    for (const { user, body } of this.#ownComments()) {
      showMarkdown(this.#stage.terminal, `Comment on #${ISSUE.number} by ${user}`, body);
    }
  }

  #showReport(directory: string): void {
    const { terminal, sandbox } = this.#stage;
    const files = REPORT_FILES.filter((name) => existsSync(path.join(directory, name)));
    const sizes = files.map((name) => ({ name, bytes: statSync(path.join(directory, name)).size }));
    showSizes(terminal, `Files in ${directory}`, sizes);
    const artifacts = sandbox.artifacts.all.map(({ name, content }) => ({ name, bytes: content.length }));
    showSizes(terminal, 'Artifacts of the run', artifacts);
    terminal.say();
    terminal.say(styled('bold', 'Open the report in a browser:'));
    terminal.say(pathToFileURL(path.join(directory, 'report.html')).href);
  }

  #ownComments() {
    return this.#stage.sandbox.github.comments.filter(({ user }) => user === 'github-actions[bot]');
  }

  #expect(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.#problems.push(`${what}: expected ${expected}, got ${actual}`);
  }

  #expectToHold(what: string, text: string | undefined, part: string): void {
    if (!text?.includes(part)) this.#problems.push(`${what} does not hold "${part}"`);
  }
}
