import { type Incoming, json, jsonObject, type Reply } from '../exchange.ts';
import type { RepositoryContent } from './content.ts';
import { type GithubState, isSame } from './state.ts';
import type { Text, Thread } from './things.ts';

/** Characters of a comment that GitHub takes. */
const LONGEST_BODY = 65_536;

/** What ends a call early, in GitHub's words. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, message: string, errors?: readonly object[]) {
    super(message);
    const documentation_url = 'https://docs.github.com/rest';
    this.reply = json(status, { message, documentation_url, status: String(status), errors });
  }
}

export function invalid(field: string, code: string, message?: string): Refusal {
  return new Refusal(422, 'Validation Failed', [{ resource: 'IssueComment', code, field, message }]);
}

export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Refusal(404, 'Not Found');
  return thing;
}

export type Answer = readonly [status: number, content: unknown, headers?: Record<string, string>];
type Page = readonly [status: number, content: unknown[], headers: Record<string, string>];

/** One call, with what it is about. Its getters throw the refusal where that is not there. */
export class Call {
  readonly state: GithubState;
  readonly repository: string;
  readonly #request: Incoming;
  /** GitHub's API as the caller sees it. */
  readonly #api: string;

  constructor(request: Incoming, state: GithubState, api: string) {
    this.#request = request;
    this.state = state;
    this.#api = api;
    this.repository = `${request.params['owner']}/${request.params['repo']}`;
  }

  text(name: string): string {
    return this.#request.params[name] ?? '';
  }

  query(name: string): string | undefined {
    return this.#request.query.get(name) ?? undefined;
  }

  field(name: string): unknown {
    return jsonObject(this.#request.body)?.[name];
  }

  /** @throws 422 unless it is a text that a comment can have */
  get body(): string {
    const body = this.field('body');
    if (typeof body !== 'string') throw new Refusal(422, 'Invalid request.\n\n"body" wasn\'t supplied.');
    if (body.trim() === '') throw invalid('body', 'missing_field');
    if ([...body].length <= LONGEST_BODY) return body;
    throw invalid('body', 'custom', `body is too long (maximum is ${LONGEST_BODY} characters)`);
  }

  /** @throws 403 where the token may not do it @param needs such as `statuses: write` */
  expectPermission(needs: string): void {
    // What is written on a pull request takes `pull-requests: write`, also where issues may be written on.
    const isOfPull = needs.startsWith('issues') && this.#isOnPull();
    const needed = isOfPull ? needs.replace('issues', 'pull-requests') : needs;
    const { denied } = this.state;
    // Who may write may read.
    if (denied.includes(needed) || denied.includes(needed.replace('write', 'read')))
      throw new Refusal(403, 'Resource not accessible by integration');
  }

  #isOnPull(): boolean {
    if (!this.#request.path.includes('/comments')) return false;
    if ('issue_number' in this.#request.params) return this.issue.isPullRequest;
    return this.state.thread(this.repository, this.comment.issue).isPullRequest;
  }

  get issue(): Thread {
    return this.#thread('issue_number');
  }

  get pullRequest(): Thread {
    const pullRequest = this.#thread('pull_number');
    return found(pullRequest.isPullRequest ? pullRequest : undefined);
  }

  #thread(name: string): Thread {
    const subject = { repository: this.repository, number: Number(this.text(name)) };
    return found(
      this.state.isThere(subject) ? this.state.thread(subject.repository, subject.number) : undefined,
    );
  }

  get comment(): Text {
    const isAsked = ({ id, repository }: Text) =>
      `${id}` === this.text('comment_id') && isSame(repository, this.repository);
    return found(this.state.comments.find(isAsked));
  }

  get content(): RepositoryContent {
    return this.state.contentOf(this.repository);
  }

  /** A page of a list, with links to the others. */
  page<T>(all: readonly T[], shown: (one: T) => unknown = (one) => one): Page {
    const perPage = Math.min(100, Number(this.query('per_page')) || 30);
    const page = Number(this.query('page')) || 1;
    const others = [...this.#request.query].filter(([name]) => name !== 'page' && name !== 'per_page');
    const rest = new URLSearchParams([...others, ['per_page', String(perPage)]]);
    const url = `${this.#api}${this.#request.path.slice('/github'.length)}?${rest}`;
    const link = linkHeader(url, page, Math.ceil(all.length / perPage));
    return [200, all.slice((page - 1) * perPage, page * perPage).map((one) => shown(one)), link];
  }
}

/** `Link` as GitHub writes it; absent when everything is on one page. */
function linkHeader(url: string, page: number, pages: number): Record<string, string> {
  const to = (number: number, rel: string) => `<${url}&page=${number}>; rel="${rel}"`;
  const before = page > 1 ? [to(page - 1, 'prev')] : [];
  const after = page < pages ? [to(page + 1, 'next'), to(pages, 'last')] : [];
  const links = [...before, ...after, ...(page > 1 ? [to(1, 'first')] : [])];
  return links.length > 0 ? { link: links.join(', ') } : {};
}
