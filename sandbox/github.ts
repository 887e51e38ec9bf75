import { type Incoming, json, jsonObject, type Reply } from './exchange.ts';
import {
  type Comment,
  commentJson,
  type Issue,
  issueJson,
  type Reaction,
  reactionJson,
  repositoryOf,
  reviewCommentJson,
  userJson,
} from './github-shapes.ts';
import type { Operation, Route } from './routes.ts';

/** A repository role. Others than GitHub's own are custom roles, with the permission they are based on. */
export type Role =
  | 'admin'
  | 'maintain'
  | 'write'
  | 'triage'
  | 'read'
  | 'none'
  | { readonly permission: 'admin' | 'write' | 'read' | 'none'; readonly role_name: string };

/** What a test may put into GitHub. */
export interface NewComment {
  /** `owner/name` */
  readonly repository: string;
  readonly issue: number;
  readonly user: string;
  readonly body: string;
}

/** Who the callers' token belongs to. */
const BOT = 'github-actions[bot]';

const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

/** What GitHub knows: comments, reactions, and who may do what. Any issue exists unless told otherwise. */
export class GithubState {
  /** Logins, in lower case, and what they may do. */
  readonly permissions: Map<string, Role>;
  readonly reactions: Reaction[] = [];
  readonly #now: () => number;
  readonly #comments = new Map<number, Comment>();
  readonly #reviewComments = new Map<number, Comment>();
  readonly #issues = new Map<string, Issue>();
  #nextId = 1001;

  constructor(permissions: Readonly<Record<string, Role>>, now: () => number) {
    this.permissions = new Map(
      Object.entries(permissions).map(([login, role]) => [login.toLowerCase(), role]),
    );
    this.#now = now;
  }

  /** All comments on issues and pull requests, oldest first. */
  get comments(): readonly Comment[] {
    return [...this.#comments.values()];
  }

  addComment(comment: NewComment): Comment {
    return this.#store(this.#comments, comment);
  }

  /** A comment on a line of a pull request. */
  addReviewComment(comment: NewComment): Comment {
    return this.#store(this.#reviewComments, comment);
  }

  /** As a person would edit or delete it on the web. */
  editComment(id: number, body: string): Comment | undefined {
    const comment = this.#comments.get(id);
    if (!comment) return undefined;
    const edited = { ...comment, body, updatedAt: this.#date() };
    this.#comments.set(id, edited);
    return edited;
  }

  deleteComment(id: number): void {
    this.#comments.delete(id);
  }

  setIssue(issue: Partial<Issue> & Pick<Issue, 'repository' | 'number'>): void {
    this.#issues.set(`${issue.repository}#${issue.number}`, {
      ...this.issue(issue.repository, issue.number),
      ...issue,
    });
  }

  issue(repository: string, number: number): Issue {
    const usual = { title: `Issue ${number}`, body: '', user: 'octocat', locked: false, deleted: false };
    return this.#issues.get(`${repository}#${number}`) ?? { repository, number, ...usual };
  }

  comment(repository: string, id: number): Comment | undefined {
    return this.#of(this.#comments, repository, id);
  }

  reviewComment(repository: string, id: number): Comment | undefined {
    return this.#of(this.#reviewComments, repository, id);
  }

  /** @returns the reaction, and whether it is new */
  react(
    on: Reaction['on'],
    subject: number,
    user: string,
    content: string,
  ): { reaction: Reaction; isNew: boolean } {
    const known = this.reactions.find(
      (one) => one.on === on && one.subject === subject && one.user === user && one.content === content,
    );
    if (known) return { reaction: known, isNew: false };
    const reaction = { id: this.#takeId(), on, subject, user, content, createdAt: this.#date() };
    this.reactions.push(reaction);
    return { reaction, isNew: true };
  }

  #of(comments: Map<number, Comment>, repository: string, id: number): Comment | undefined {
    const comment = comments.get(id);
    return comment?.repository.toLowerCase() === repository.toLowerCase() ? comment : undefined;
  }

  #store(comments: Map<number, Comment>, comment: NewComment): Comment {
    const date = this.#date();
    const stored = { id: this.#takeId(), ...comment, createdAt: date, updatedAt: date };
    comments.set(stored.id, stored);
    return stored;
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #date(): string {
    return `${new Date(this.#now()).toISOString().slice(0, 19)}Z`;
  }
}

/**
 * The endpoints of GitHub's REST API that the action uses.
 *
 * @param apiUrl of GitHub as the caller sees it, for links
 * @param token the one that is good; any unless given
 */
export function githubRoutes(state: GithubState, apiUrl: () => string, token: string | undefined): Route[] {
  const api = new Api(state, apiUrl);
  const route = (method: string, path: string, operation: Operation, answer: Route['answer']): Route => ({
    method,
    path: `/github/repos/:owner/:repo/${path}`,
    operation,
    answer: (request) => refusal(request, token) ?? answer(request),
  });
  return [
    route('GET', 'issues/:number/comments', 'comment-list', (request) => api.listComments(request)),
    route('POST', 'issues/:number/comments', 'comment-create', (request) => api.createComment(request)),
    route('GET', 'issues/comments/:id', 'comment-get', (request) => api.getComment(request)),
    route('PATCH', 'issues/comments/:id', 'comment-update', (request) => api.updateComment(request)),
    route('POST', 'issues/comments/:id/reactions', 'reaction', (request) => api.react(request, 'comment')),
    route('POST', 'pulls/comments/:id/reactions', 'reaction', (request) =>
      api.react(request, 'review-comment'),
    ),
    route('POST', 'issues/:id/reactions', 'reaction', (request) => api.react(request, 'issue')),
    route('GET', 'pulls/comments/:id', 'comment-get', (request) => api.getReviewComment(request)),
    route('GET', 'collaborators/:user/permission', 'permission', (request) => api.permission(request)),
    route('GET', 'issues/:number', 'issue', (request) => api.getIssue(request)),
  ];
}

function refusal({ headers }: Incoming, token: string | undefined): Reply | undefined {
  const given = /^(?:Bearer|token) (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) return failure(401, 'Requires authentication');
  return token === undefined || given === token ? undefined : failure(401, 'Bad credentials');
}

class Api {
  readonly #state: GithubState;
  readonly #url: () => string;

  constructor(state: GithubState, url: () => string) {
    this.#state = state;
    this.#url = url;
  }

  listComments(request: Incoming): Reply {
    const issue = this.#issue(request);
    if (!issue) return failure(404, 'Not Found');
    if (issue.deleted) return failure(410, 'This issue was deleted');
    const all = this.#state.comments.filter(
      ({ repository, issue: number }) => repository === issue.repository && number === issue.number,
    );
    const perPage = Math.min(100, pageNumber(request, 'per_page', 30));
    const page = pageNumber(request, 'page', 1);
    const shown = all.slice((page - 1) * perPage, page * perPage);
    const link = linkHeader(
      `${this.#url()}${request.path.slice('/github'.length)}`,
      page,
      Math.ceil(all.length / perPage),
      perPage,
    );
    return json(
      200,
      shown.map((comment) => commentJson(comment, this.#url())),
      link ? { link } : {},
    );
  }

  createComment(request: Incoming): Reply {
    const issue = this.#issue(request);
    if (!issue) return failure(404, 'Not Found');
    if (issue.deleted) return failure(410, 'This issue was deleted');
    if (issue.locked) return failure(403, 'Unable to create comment because issue is locked.');
    const body = readBody(request);
    if (typeof body !== 'string') return body.refused;
    const comment = this.#state.addComment({
      repository: issue.repository,
      issue: issue.number,
      user: BOT,
      body,
    });
    const shown = commentJson(comment, this.#url());
    return json(201, shown, { location: shown.url });
  }

  getComment(request: Incoming): Reply {
    const comment = this.#state.comment(repositoryOf(request.params), idOf(request));
    return comment ? json(200, commentJson(comment, this.#url())) : failure(404, 'Not Found');
  }

  getReviewComment(request: Incoming): Reply {
    const comment = this.#state.reviewComment(repositoryOf(request.params), idOf(request));
    return comment ? json(200, reviewCommentJson(comment, this.#url())) : failure(404, 'Not Found');
  }

  updateComment(request: Incoming): Reply {
    const comment = this.#state.comment(repositoryOf(request.params), idOf(request));
    if (!comment) return failure(404, 'Not Found');
    const body = readBody(request);
    if (typeof body !== 'string') return body.refused;
    const edited = this.#state.editComment(comment.id, body) ?? comment;
    return json(200, commentJson(edited, this.#url()));
  }

  react(request: Incoming, on: Reaction['on']): Reply {
    const [repository, id] = [repositoryOf(request.params), idOf(request)];
    const found =
      on === 'issue'
        ? Number.isInteger(id)
        : on === 'comment'
          ? this.#state.comment(repository, id)
          : this.#state.reviewComment(repository, id);
    if (!found) return failure(404, 'Not Found');
    const content = String(jsonObject(request.body)?.['content'] ?? '');
    if (!REACTIONS.includes(content)) return invalid('Reaction', 'content', 'invalid');
    const { reaction, isNew } = this.#state.react(on, id, BOT, content);
    return json(isNew ? 201 : 200, reactionJson(reaction));
  }

  permission({ params }: Incoming): Reply {
    const login = params['user'] ?? '';
    const role = this.#state.permissions.get(login.toLowerCase());
    if (!role) return failure(404, `${login} is not a user`);
    return json(200, { ...permissionOf(role), user: userJson(login) });
  }

  getIssue(request: Incoming): Reply {
    const issue = this.#issue(request);
    if (!issue) return failure(404, 'Not Found');
    return issue.deleted ? failure(410, 'This issue was deleted') : json(200, issueJson(issue, this.#url()));
  }

  #issue({ params }: Incoming): Issue | undefined {
    const number = Number(params['number']);
    return Number.isInteger(number) && number > 0
      ? this.#state.issue(repositoryOf(params), number)
      : undefined;
  }
}

/** GitHub gives the finer role in `role_name`, and what it amounts to in `permission`. */
function permissionOf(role: Role): { permission: string; role_name: string } {
  if (typeof role === 'object') return role;
  const coarse = { maintain: 'write', triage: 'read' } as const;
  return { permission: role === 'maintain' || role === 'triage' ? coarse[role] : role, role_name: role };
}

function idOf({ params }: Incoming): number {
  return Number(params['id']);
}

function pageNumber({ query }: Incoming, name: string, otherwise: number): number {
  const given = Number(query.get(name) ?? otherwise);
  return Number.isInteger(given) && given > 0 ? given : otherwise;
}

/** `Link` as GitHub writes it; absent when everything is on one page. */
function linkHeader(url: string, page: number, pages: number, perPage: number): string | undefined {
  const to = (number: number, rel: string) => `<${url}?per_page=${perPage}&page=${number}>; rel="${rel}"`;
  const before = page > 1 ? [to(page - 1, 'prev')] : [];
  const after = page < pages ? [to(page + 1, 'next'), to(pages, 'last')] : [];
  const links = [...before, ...after, ...(page > 1 ? [to(1, 'first')] : [])];
  return links.length > 0 ? links.join(', ') : undefined;
}

/** Characters of a comment that GitHub takes. */
const LONGEST_BODY = 65_536;

function readBody(request: Incoming): string | { refused: Reply } {
  const body = jsonObject(request.body)?.['body'];
  if (typeof body !== 'string')
    return { refused: failure(422, 'Invalid request.\n\n"body" wasn\'t supplied.') };
  if (body.trim() === '') return { refused: invalid('IssueComment', 'body', 'missing_field') };
  if ([...body].length > LONGEST_BODY) {
    return {
      refused: invalid(
        'IssueComment',
        'body',
        'custom',
        `body is too long (maximum is ${LONGEST_BODY} characters)`,
      ),
    };
  }
  return body;
}

function invalid(resource: string, field: string, code: string, message?: string): Reply {
  return failure(422, 'Validation Failed', [{ resource, code, field, ...(message && { message }) }]);
}

/** An error in GitHub's shape. */
function failure(status: number, message: string, errors?: unknown): Reply {
  return json(status, {
    message,
    ...(errors !== undefined && { errors }),
    documentation_url: 'https://docs.github.com/rest',
    status: String(status),
  });
}
