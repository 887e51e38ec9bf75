import { type Incoming, json, jsonObject, plain, type Reply } from './exchange.ts';
import { ContentApi } from './github-content.ts';
import { pullRequestJson } from './github-pull-request.ts';
import {
  type Comment,
  commentJson,
  type Issue,
  issueJson,
  type PullRequest,
  type Reaction,
  type Review,
  type ReviewComment,
  reactionJson,
  repositoryOf,
  reviewCommentJson,
  reviewJson,
  userJson,
} from './github-shapes.ts';
import { BOT, type GithubState, type Role } from './github-state.ts';
import type { Operation, Route } from './routes.ts';

const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

/** Versions of the REST API that GitHub takes in `X-GitHub-Api-Version`. */
const API_VERSIONS = ['2022-11-28', '2026-03-10'];

/**
 * The endpoints of GitHub's REST API that the action uses.
 *
 * @param apiUrl of GitHub as the caller sees it, for links
 * @param token the one that is good; any unless given
 */
export function githubRoutes(
  state: GithubState,
  apiUrl: (request: Incoming) => string,
  token: string | undefined,
): Route[] {
  const api = new Api(state, apiUrl);
  const content = new ContentApi(state.content, apiUrl);
  const route = (
    method: string,
    path: string,
    operation: Operation,
    answer: (request: Incoming) => Reply,
  ): Route => ({
    method,
    path: `/github/repos/:owner/:repo/${path}`,
    operation,
    answer: (request) => refusal(request, state, token) ?? answer(request),
  });
  const on = (path: string, subject: Reaction['on']): Route[] => [
    route('POST', `${path}/:id/reactions`, 'reaction', (request) => api.react(request, subject)),
    route('DELETE', `${path}/:id/reactions/:reaction`, 'reaction-delete', (request) =>
      api.removeReaction(request, subject),
    ),
  ];
  return [
    route('GET', 'issues/:number/comments', 'comment-list', (request) => api.listComments(request)),
    route('POST', 'issues/:number/comments', 'comment-create', (request) => api.createComment(request)),
    route('GET', 'issues/comments/:id', 'comment-get', (request) => api.getComment(request)),
    route('PATCH', 'issues/comments/:id', 'comment-update', (request) => api.updateComment(request)),
    ...on('issues/comments', 'comment'),
    ...on('pulls/comments', 'review-comment'),
    ...on('issues', 'issue'),
    route('GET', 'pulls/comments/:id', 'comment-get', (request) => api.getReviewComment(request)),
    route('GET', 'pulls/:number', 'pull-request', (request) => api.getPullRequest(request)),
    route('GET', 'pulls/:number/comments', 'review-comments', (request) => api.listReviewComments(request)),
    route('GET', 'pulls/:number/reviews/:id', 'review', (request) => api.getReview(request)),
    route('GET', 'pulls/:number/reviews/:id/comments', 'review-comments', (request) =>
      api.listReviewComments(request),
    ),
    route('GET', 'pulls/:number/reviews', 'review', (request) => api.listReviews(request)),
    route('GET', 'pulls/:number/files', 'content', (request) => {
      if (!api.hasPullRequest(request)) return failure(404, 'Not Found');
      return page(request, apiUrl, content.pullRequestFiles(request), same);
    }),
    route('GET', 'releases', 'content', (request) => page(request, apiUrl, content.releases(request), same)),
    route('GET', 'compare/:basehead', 'content', (request) => content.compare(request)),
    route('GET', 'commits/:ref', 'content', (request) => content.commit(request)),
    route('GET', 'contents/:path', 'content', (request) => content.text(request)),
    route('GET', 'collaborators/:user/permission', 'permission', (request) => api.permission(request)),
    route('GET', 'issues/:number', 'issue', (request) => api.getIssue(request)),
  ];
}

/** What every endpoint refuses: no token, a wrong one, one that has used up its hour, an unknown version. */
function refusal({ headers }: Incoming, state: GithubState, token: string | undefined): Reply | undefined {
  const given = tokenOf(headers);
  if (given === undefined) return failure(401, 'Requires authentication');
  if (token !== undefined && given !== token) return failure(401, 'Bad credentials');
  const version = headers['x-github-api-version'];
  if (typeof version === 'string' && !API_VERSIONS.includes(version)) {
    return failure(400, `The API version "${version}" is not supported.`);
  }
  return state.limit.take(given) ? undefined : primaryLimit(state.limitReset);
}

function tokenOf(headers: Incoming['headers']): string | undefined {
  return /^(?:Bearer|token) (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

class Api {
  readonly #state: GithubState;
  readonly #url: (request: Incoming) => string;

  constructor(state: GithubState, url: (request: Incoming) => string) {
    this.#state = state;
    this.#url = url;
  }

  listComments(request: Incoming): Reply {
    const issue = this.#issue(request);
    if (!issue) return failure(404, 'Not Found');
    if (issue.deleted) return failure(410, 'This issue was deleted');
    return this.#page(request, this.#state.commentsOn(issue), (comment) => this.#shown(request, comment));
  }

  createComment(request: Incoming): Reply {
    const issue = this.#issue(request);
    if (!issue) return failure(404, 'Not Found');
    if (issue.deleted) return failure(410, 'This issue was deleted');
    if (!this.#mayWrite(request, issue.number)) return inaccessible();
    if (issue.locked) return failure(403, 'Unable to create comment because issue is locked.');
    if (this.#state.isFull(issue))
      return failure(403, 'Commenting is disabled on issues with more than 2500 comments');
    const body = readBody(request);
    if (typeof body !== 'string') return body.refused;
    const { repository, number } = issue;
    const shown = this.#shown(
      request,
      this.#state.addComment({ repository, issue: number, user: BOT, body }),
    );
    return json(201, shown, { location: shown.url });
  }

  getComment(request: Incoming): Reply {
    const comment = this.#state.comment(repositoryOf(request.params), numberIn(request, 'id'));
    return comment ? json(200, this.#shown(request, comment)) : failure(404, 'Not Found');
  }

  getReviewComment(request: Incoming): Reply {
    const comment = this.#state.reviewComment(repositoryOf(request.params), numberIn(request, 'id'));
    return comment ? json(200, this.#shownOnLine(request, comment)) : failure(404, 'Not Found');
  }

  updateComment(request: Incoming): Reply {
    const comment = this.#state.comment(repositoryOf(request.params), numberIn(request, 'id'));
    if (!comment) return failure(404, 'Not Found');
    if (!this.#mayWrite(request, comment.issue)) return inaccessible();
    const body = readBody(request);
    if (typeof body !== 'string') return body.refused;
    return json(200, this.#shown(request, this.#state.editComment(comment.id, body) ?? comment));
  }

  getPullRequest(request: Incoming): Reply {
    const pullRequest = this.#pullRequest(request);
    return pullRequest
      ? json(
          200,
          pullRequestJson(pullRequest, this.#url(request), this.#state.associationOf(pullRequest.user)),
        )
      : failure(404, 'Not Found');
  }

  /** Of the whole pull request, or of one review. */
  listReviewComments(request: Incoming): Reply {
    const pullRequest = this.#pullRequest(request);
    const review = request.params['id'] === undefined ? undefined : this.#review(request);
    if (!pullRequest || (request.params['id'] !== undefined && !review)) return failure(404, 'Not Found');
    const { repository, number } = pullRequest;
    const comments = this.#state.reviewCommentsOn(repository, number, review?.id);
    return this.#page(request, comments, (comment) => this.#shownOnLine(request, comment));
  }

  hasPullRequest(request: Incoming): boolean {
    return this.#pullRequest(request) !== undefined;
  }

  listReviews(request: Incoming): Reply {
    const pullRequest = this.#pullRequest(request);
    if (!pullRequest) return failure(404, 'Not Found');
    const reviews = this.#state.reviewsOf(pullRequest.repository, pullRequest.number);
    return this.#page(request, reviews, (review) =>
      reviewJson(review, this.#url(request), this.#state.associationOf(review.user)),
    );
  }

  getReview(request: Incoming): Reply {
    const review = this.#review(request);
    return review
      ? json(200, reviewJson(review, this.#url(request), this.#state.associationOf(review.user)))
      : failure(404, 'Not Found');
  }

  react(request: Incoming, on: Reaction['on']): Reply {
    const id = numberIn(request, 'id');
    const issue = this.#reactedOn(request, on, id);
    if (issue === undefined) return failure(404, 'Not Found');
    if (!this.#mayWrite(request, issue)) return inaccessible();
    const content = String(jsonObject(request.body)?.['content'] ?? '');
    if (!REACTIONS.includes(content)) return invalid('Reaction', 'content', 'invalid');
    const { reaction, isNew } = this.#state.react(on, id, BOT, content);
    return json(isNew ? 201 : 200, reactionJson(reaction));
  }

  removeReaction(request: Incoming, on: Reaction['on']): Reply {
    const id = numberIn(request, 'id');
    const issue = this.#reactedOn(request, on, id);
    if (issue === undefined) return failure(404, 'Not Found');
    if (!this.#mayWrite(request, issue)) return inaccessible();
    const removed = this.#state.removeReaction(on, id, numberIn(request, 'reaction'));
    return removed ? plain(204, '') : failure(404, 'Not Found');
  }

  permission({ params }: Incoming): Reply {
    const login = params['user'] ?? '';
    const role = this.#state.permissions.get(login.toLowerCase());
    if (!role) return failure(404, `${login} is not a user`);
    const { permission, role_name } = permissionOf(role);
    return json(200, { permission, role_name, user: { ...userJson(login), role_name } });
  }

  getIssue(request: Incoming): Reply {
    const issue = this.#issue(request);
    if (!issue) return failure(404, 'Not Found');
    if (issue.deleted) return failure(410, 'This issue was deleted');
    return json(200, issueJson(issue, this.#url(request), this.#pullRequest(request) !== undefined));
  }

  /** The issue or pull request that a reaction would be on or below; absent if the subject does not exist. */
  #reactedOn({ params }: Incoming, on: Reaction['on'], id: number): number | undefined {
    const repository = repositoryOf(params);
    if (on === 'issue') return Number.isInteger(id) ? id : undefined;
    const found = on === 'comment' ? 'comment' : 'reviewComment';
    return this.#state[found](repository, id)?.issue;
  }

  /** Whether the caller's token may write on this issue or pull request. */
  #mayWrite({ headers, params }: Incoming, number: number): boolean {
    const grant = this.#state.grants.get(tokenOf(headers) ?? '');
    if (!grant) return true;
    const repository = repositoryOf(params);
    if (!grant.repositories.includes(repository)) return false;
    return grant.issues || (grant.pullRequests && this.#state.pullRequest(repository, number) !== undefined);
  }

  #page<T>(request: Incoming, all: readonly T[], shown: (one: T) => unknown): Reply {
    return page(request, this.#url, all, shown);
  }

  #shown(request: Incoming, comment: Comment) {
    return commentJson(comment, this.#url(request), this.#state.associationOf(comment.user));
  }

  #shownOnLine(request: Incoming, comment: ReviewComment) {
    return reviewCommentJson(comment, this.#url(request), this.#state.associationOf(comment.user));
  }

  #issue(request: Incoming): Issue | undefined {
    const number = numberIn(request, 'number');
    return number > 0 ? this.#state.issue(repositoryOf(request.params), number) : undefined;
  }

  #pullRequest(request: Incoming): PullRequest | undefined {
    return this.#state.pullRequest(repositoryOf(request.params), numberIn(request, 'number'));
  }

  #review(request: Incoming): Review | undefined {
    const review = this.#state.review(repositoryOf(request.params), numberIn(request, 'id'));
    return review?.issue === numberIn(request, 'number') ? review : undefined;
  }
}

function same<T>(one: T): T {
  return one;
}

function page<T>(
  request: Incoming,
  apiUrl: (request: Incoming) => string,
  all: readonly T[],
  shown: (one: T) => unknown,
): Reply {
  const perPage = Math.min(100, pageNumber(request, 'per_page', 30));
  const number = pageNumber(request, 'page', 1);
  const url = `${apiUrl(request)}${request.path.slice('/github'.length)}`;
  const link = linkHeader(url, number, Math.ceil(all.length / perPage), perPage);
  return json(200, all.slice((number - 1) * perPage, number * perPage).map(shown), link ? { link } : {});
}

/** GitHub gives the finer role in `role_name`, and what it amounts to in `permission`. */
function permissionOf(role: Role): { permission: string; role_name: string } {
  if (typeof role === 'object') return role;
  const coarse = { maintain: 'write', triage: 'read' } as const;
  return { permission: role === 'maintain' || role === 'triage' ? coarse[role] : role, role_name: role };
}

/** NaN if it is no whole number. */
function numberIn({ params }: Incoming, name: string): number {
  const number = Number(params[name]);
  return Number.isInteger(number) ? number : Number.NaN;
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

/** What GitHub says of a token without the permission. */
function inaccessible(): Reply {
  return failure(403, 'Resource not accessible by integration');
}

/** What GitHub says once the requests of an hour are used up. */
function primaryLimit(resetSeconds: number): Reply {
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetSeconds) };
  const { status, headers: usual, body } = failure(403, 'API rate limit exceeded for installation.');
  return { status, headers: { ...usual, ...headers }, body };
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
