import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import type { BundleResult } from '../../__tests__/helpers/run-bundle.ts';
import {
  commented,
  type GithubEvent,
  ISSUE,
  labeled,
  MAINTAINER,
  PROJECT,
  REPOSITORY,
  STRANGER,
  scheduled,
} from './events.ts';
import { StepLog } from './log.ts';
import { inputsOf, type Place, runExample } from './run-example.ts';

/** Plays three acts, and finds out whether they went as they should. */
export class Story {
  readonly #place: Omit<Place, 'runId'>;
  readonly #say: (line: string) => void;
  /** Everything that is not as it should be; empty at a happy end. */
  readonly problems: string[] = [];
  #runs = 0;
  #pullRequest = 0;

  constructor(place: Omit<Place, 'runId'>, say: (line: string) => void) {
    this.#place = place;
    this.#say = say;
  }

  async labelAct(): Promise<void> {
    this.#title('Act 1: a maintainer labels an issue');
    this.#say(`#${ISSUE.number} ${ISSUE.title}. ${MAINTAINER} adds the label docs.`);
    const result = await this.#run('docs-on-label.yml', labeled('docs'), 'pull-request');
    this.#pullRequest = Number(result.outputs['pr-number']);
    this.#showComment(ISSUE.number);
    this.#showOutputs(result, ['outcome', 'job-id', 'pr-link', 'comment-url']);
    this.#expectRequests(1, 0);
  }

  async followUpAct(): Promise<void> {
    this.#title('Act 2: the conversation goes on, on the pull request');
    const asked = this.#comment(MAINTAINER, '/docs also mention the proxy');
    await this.#run('docs-follow-up.yml', asked, 'pull-request');
    this.#showComment(this.#pullRequest);
    this.#expectRequests(1, 1);
    this.#say('');
    const refused = this.#comment(STRANGER, '/docs remove the page about prices');
    await this.#run('docs-follow-up.yml', refused, 'skipped');
    this.#expectRequests(1, 1);
  }

  /** @returns the address of the report */
  async reportAct(): Promise<string> {
    this.#title('Act 3: Monday morning, the weekly report');
    const result = await this.#run('weekly-report.yml', scheduled(), 'report');
    const figures = ['total-views', 'human-views', 'ai-views', 'change', 'page-count', 'complete'];
    this.#showOutputs(result, ['outcome', 'headline', ...figures, 'report-url']);
    const { outputs } = result;
    const truth = this.#place.sandbox.pageViews(
      PROJECT,
      outputs['date-from'] ?? '',
      outputs['date-to'] ?? '',
    );
    if (outputs['total-views'] !== String(truth.totals.total)) this.problems.push('The total is wrong.');
    return pathToFileURL(path.join(outputs['report-path'] ?? '', 'report.html')).href;
  }

  #title(text: string): void {
    this.#say(`\n${styleText('bold', `━━ ${text} ${'━'.repeat(70 - text.length)}`)}`);
  }

  /** Somebody comments on the agent's pull request. */
  #comment(login: string, body: string): GithubEvent {
    const { github } = this.#place.sandbox;
    const who = login === STRANGER ? `${login}, who may only read the repository,` : login;
    const issue = this.#pullRequest;
    this.#say(`${who} comments on #${issue}: ${styleText('bold', body)}`);
    const { id } = github.addComment({ repository: REPOSITORY, issue, user: login, body });
    return commented(login, issue, id, body);
  }

  /** Runs the step of an example workflow, and shows its log. */
  async #run(file: string, event: GithubEvent, outcome: string): Promise<BundleResult> {
    const inputs = Object.entries(inputsOf(file)).map(([name, value]) => `${name}: ${value}`);
    this.#say(`examples/${file} runs, with ${inputs.join(', ')}:`);
    this.#runs += 1;
    const log = new StepLog();
    const place = { ...this.#place, runId: String(15_000_000_000 + this.#runs) };
    const result = await runExample(file, event, place, (line) => this.#quote(log.show(line)));
    if (result.outputs['outcome'] !== outcome || result.exitCode !== 0) {
      this.problems.push(`${file} ended as ${result.outputs['outcome']} with exit code ${result.exitCode}.`);
    }
    return result;
  }

  #quote(text: string | undefined): void {
    for (const line of text?.split('\n') ?? []) this.#say(`${styleText('dim', '  │')} ${line}`);
  }

  /** The status comment, in Markdown, without its hidden marker. */
  #showComment(number: number): void {
    const own = this.#place.sandbox.github.comments.filter(
      ({ body, issue }) => issue === number && body.includes('<!-- docs-agent-action v2'),
    );
    if (own.length !== 1) this.problems.push(`There are ${own.length} status comments.`);
    this.#say(`The status comment on #${number}:`);
    for (const { body } of own) {
      this.#quote(
        body
          .replaceAll(/<!--.*?-->/gs, '')
          .trim()
          .replaceAll(/\n{2,}/g, '\n'),
      );
    }
  }

  #showOutputs({ outputs }: BundleResult, names: readonly string[]): void {
    this.#say('Some of its outputs:');
    for (const name of names) if (outputs[name]) this.#quote(`${name.padEnd(12)}  ${outputs[name]}`);
  }

  #expectRequests(jobs: number, followUps: number): void {
    const { ledger } = this.#place.sandbox;
    const [created, sent] = [ledger.of('create').length, ledger.of('message').length];
    if (created === jobs && sent === followUps) return;
    this.problems.push(`The platform was asked for ${created} jobs and ${sent} follow-ups.`);
  }
}
