import type { paths } from '@octokit/openapi-types';
import { type Incoming, json, jsonObject, type Reply } from '../exchange.ts';
import type { Operation } from '../operations.ts';
import type { RepositoryContent } from './content.ts';
import type { Schemas } from './examples.ts';
import { type GithubState, isSame, type Review, type Text, type Thread } from './state.ts';

/*
 * GitHub publishes a description of its REST API, of which @octokit/openapi-types is the TypeScript. Every route, what
 * it is asked and what it answers are typed by it, so `tsc` finds whatever GitHub would not ask for or answer.
 */

/** Such as `GET /repos/{owner}/{repo}/releases`. */
export type RouteName = {
  [Path in keyof paths]: `${Uppercase<keyof paths[Path] & string>} ${Path}`;
}[keyof paths];
type Described<Name extends RouteName> = Name extends `${infer Method} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Method> & keyof paths[Path]]
  : never;
type Parameter<Name extends RouteName, Kind extends 'path' | 'query'> =
  Described<Name> extends { parameters: { [Key in Kind]?: infer Parameters } }
    ? keyof Parameters & string
    : never;
type Field<Name extends RouteName> =
  Described<Name> extends { requestBody: { content: { 'application/json': infer Fields } } }
    ? keyof Fields & string
    : never;
type Answers<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { content: { 'application/json': infer Content } }
    ? Answer<Status, Content>
    : never;
}[keyof Responses];

interface Answer<Status, Content> {
  readonly status: Status;
  readonly content: Content;
  readonly headers: Record<string, string>;
}

export function answer<const Status extends number, Content>(
  status: Status,
  content: Content,
  headers: Record<string, string> = {},
): Answer<Status, Content> {
  return { status, content, headers };
}

/** What ends a call early, in GitHub's words. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    errors?: Schemas['validation-error']['errors'],
  ) {
    super(message);
    const documentation_url = 'https://docs.github.com/rest';
    const problem: Schemas['basic-error'] & Schemas['validation-error'] = {
      message,
      documentation_url,
      status: String(status),
      ...(errors && { errors }),
    };
    this.reply = json(status, problem, headers);
  }
}

const notFound = () => new Refusal(404, 'Not Found');

export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw notFound();
  return thing;
}

/** A request for one of the routes. */
export class Call<Name extends RouteName> {
  readonly state: GithubState;
  /** GitHub's API as the caller sees it. */
  readonly api: string;
  readonly #request: Incoming;

  constructor(request: Incoming, state: GithubState, api: string) {
    this.#request = request;
    this.state = state;
    this.api = api;
  }

  get repository(): string {
    return this.state.firstName(`${this.#request.params['owner']}/${this.#request.params['repo']}`);
  }

  text(name: Parameter<Name, 'path'>): string {
    return this.#request.params[name] ?? '';
  }

  /** @throws 404 for what is no number from 1 on */
  #number(name: string): number {
    const number = Number(this.#request.params[name]);
    if (!Number.isInteger(number) || number < 1) throw notFound();
    return number;
  }

  /** Of the query; `otherwise` unless it is a number. */
  paging(name: 'page' | 'per_page', otherwise: number): number {
    return Number(this.#request.query.get(name)) || otherwise;
  }

  query(name: Parameter<Name, 'query'>): string | null {
    return this.#request.query.get(name);
  }

  field(name: Field<Name>): unknown {
    return jsonObject(this.#request.body)?.[name];
  }

  /** Refuses parameters and fields that have no effect here, so that the action sends none that GitHub lacks. */
  expectOnly(known: readonly string[]): void {
    const names = [...this.#request.query.keys(), ...Object.keys(jsonObject(this.#request.body) ?? {})];
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Refusal(422, `The sandbox does not know "${unknown}" here`);
  }

  get issue(): Thread {
    const issue = this.state.thread(this.repository, this.#number('issue_number'));
    const moved = this.state.transferOf(issue);
    if (!moved) return issue;
    const place = `/repos/${moved.repository}/issues/${moved.number}`;
    const rest = this.#request.path.replace(/^.*\/issues\/\d+/, '');
    throw new Refusal(301, 'Moved Permanently', { location: `${this.api}${place}${rest}` });
  }

  get pullRequest(): Thread {
    const pullRequest = this.state.thread(this.repository, this.#number('pull_number'));
    return found(pullRequest.isPullRequest ? pullRequest : undefined);
  }

  get review(): Review {
    const number = this.#number('review_id');
    return found(this.state.shownReviews(this.pullRequest).find(({ id }) => id === number));
  }

  get comment(): Text {
    const number = this.#number('comment_id');
    const isAsked = ({ id, repository }: Text) => id === number && isSame(repository, this.repository);
    return found(this.state.comments.find(isAsked));
  }

  get content(): RepositoryContent {
    return this.state.contentOf(this.repository);
  }

  /** One page of all that there is. */
  page<T, Shown>(all: readonly T[], shown: (one: T, api: string) => Shown): Answer<200, Shown[]> {
    const [perPage, page] = [Math.min(100, this.paging('per_page', 30)), this.paging('page', 1)];
    const url = `${this.api}${this.#request.path.slice('/github'.length)}`;
    const others = [...this.#request.query].filter(([name]) => name !== 'page' && name !== 'per_page');
    const rest = new URLSearchParams([...others, ['per_page', String(perPage)]]);
    const link = linkHeader(`${url}?${rest}`, page, Math.ceil(all.length / perPage));
    return answer(
      200,
      all.slice((page - 1) * perPage, page * perPage).map((one) => shown(one, this.api)),
      link,
    );
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

/** One route: what it is asked beside its path, and what it answers. */
export interface Endpoint {
  readonly name: RouteName;
  readonly operation: Operation;
  readonly known: readonly string[];
  answer(call: Call<RouteName>): Answer<unknown, unknown>;
}

/** @param known the parameters of the query and the fields of the body that it takes */
export function endpoint<const Name extends RouteName>(
  name: Name,
  operation: Operation,
  known: readonly (Parameter<Name, 'query'> | Field<Name>)[],
  answer: (call: Call<Name>) => Answers<Described<Name>['responses']>,
): Endpoint {
  return { name, operation, known, answer };
}
