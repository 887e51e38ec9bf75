import { type Incoming, json, type Route } from '../exchange.ts';
import type { Operation } from '../operations.ts';
import { type Answer, Call, type Endpoint, found, invalid, Refusal } from './call.ts';
import type { Payload } from './examples.ts';
import {
  commentJson,
  issueJson,
  pullRequestJson,
  reviewCommentJson,
  reviewJson,
  statusJson,
  userJson,
  workflowRunJson,
} from './json.ts';
import { RANKS, type Rank, reaches } from './roles.ts';
import { BOT, type GithubState, isSame, textsOn } from './state.ts';

/** Versions of the REST API that GitHub takes in `X-GitHub-Api-Version`. */
const API_VERSIONS = ['2022-11-28', '2026-03-10'];
const PAGING = ['per_page', 'page'];

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
  return ENDPOINTS.map(({ route, operation, needs, known, answer }) => {
    const [method = '', path = ''] = route.split(' ');
    return {
      method,
      path: `/github${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
      answer(request) {
        try {
          const call = new Call(request, state, apiUrl(request));
          expectAccess(request, token);
          if (!needs.startsWith('issues')) call.expectPermission(needs);
          call.expectOnly(known);
          const [status, content, headers] = answer(call);
          return json(status, content, headers);
        } catch (error) {
          if (error instanceof Refusal) return error.reply;
          throw error;
        }
      },
    };
  });
}

/** @throws without a token, with a wrong one, and for an unknown version */
function expectAccess({ headers }: Incoming, token: string | undefined) {
  const sent = /^(?:Bearer|token) (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (sent === undefined) throw new Refusal(401, 'Requires authentication');
  if (token !== undefined && sent !== token) throw new Refusal(401, 'Bad credentials');
  const version = headers['x-github-api-version'];
  if (typeof version === 'string' && !API_VERSIONS.includes(version)) {
    throw new Refusal(400, `The API version "${version}" is not supported.`);
  }
}

const REPOSITORY = '/repos/{owner}/{repo}';
const ISSUE = `${REPOSITORY}/issues/{issue_number}`;
const PULL = `${REPOSITORY}/pulls/{pull_number}`;

function endpoint(
  route: string,
  operation: Operation,
  needs: string,
  known: readonly string[],
  answer: (call: Call) => Answer,
): Endpoint {
  return { route, operation, needs, known, answer };
}

/** What is written on a pull request takes `pull-requests: write`, also where issues may be written on. */
function expectWriting(call: Call, isPullRequest: boolean): void {
  call.expectPermission(isPullRequest ? 'pull-requests: write' : 'issues: write');
}

const CONVERSATIONS: readonly Endpoint[] = [
  endpoint(`GET ${ISSUE}`, 'issue', 'issues: read', [], (call) => {
    call.expectPermission('issues: read');
    return [200, issueJson(call.issue, call.api)];
  }),
  endpoint(`GET ${ISSUE}/comments`, 'comment-list', 'issues: read', PAGING, (call) => {
    call.expectPermission(call.issue.isPullRequest ? 'pull-requests: read' : 'issues: read');
    return call.page(call.state.listedComments(call.issue), commentJson);
  }),
  endpoint(`POST ${ISSUE}/comments`, 'comment-create', 'issues: write', ['body'], (call) => {
    const { repository, number, locked, isPullRequest } = call.issue;
    expectWriting(call, isPullRequest);
    if (locked) throw new Refusal(403, 'Unable to create comment because issue is locked.');
    const created = call.state.addComment({ repository, issue: number, user: BOT, body: call.body });
    const shown = commentJson(created, call.api);
    return [201, shown, { location: shown['url'] }];
  }),
  endpoint(
    `PATCH ${REPOSITORY}/issues/comments/{comment_id}`,
    'comment-update',
    'issues: write',
    ['body'],
    (call) => {
      const { id, repository, issue } = call.comment;
      expectWriting(call, call.state.thread(repository, issue).isPullRequest);
      return [200, commentJson(found(call.state.editComment(id, call.body)), call.api)];
    },
  ),
];

const PULL_REQUESTS: readonly Endpoint[] = [
  endpoint(`GET ${PULL}`, 'pull-request', 'pull-requests: read', [], ({ pullRequest, state, api }) => [
    200,
    pullRequestJson(pullRequest, state, api),
  ]),
  endpoint(
    `GET ${REPOSITORY}/commits/{commit_sha}/pulls`,
    'commit-pulls',
    'pull-requests: read',
    PAGING,
    (call) => {
      const all = call.state.pullRequestsOf(call.repository, call.text('commit_sha'));
      return call.page(all, (each, api) => simple(pullRequestJson(each, call.state, api)));
    },
  ),
  endpoint(`GET ${PULL}/files`, 'files', 'pull-requests: read', PAGING, (call) =>
    call.page(call.content.filesOf(call.pullRequest), (file) => file),
  ),
  endpoint(`GET ${PULL}/comments`, 'review-comments', 'pull-requests: read', PAGING, (call) =>
    call.page(textsOn(call.state.reviewComments, call.pullRequest), reviewCommentJson),
  ),
  endpoint(`GET ${PULL}/reviews`, 'reviews', 'pull-requests: read', PAGING, (call) =>
    call.page(textsOn(call.state.reviews, call.pullRequest), reviewJson),
  ),
  endpoint(
    `GET ${PULL}/reviews/{review_id}/comments`,
    'review-comments',
    'pull-requests: read',
    PAGING,
    (call) => {
      const { id } = call.review;
      const comments = call.state.reviewComments.filter(({ review }) => review === id);
      // GitHub promises no order.
      return call.page(comments.reverse(), reviewCommentJson);
    },
  ),
];

function simple(pullRequest: Payload): Payload {
  const {
    merged: _,
    commits: __,
    changed_files: ___,
    additions: ____,
    deletions: _____,
    ...rest
  } = pullRequest;
  return rest;
}

const REPOSITORIES: readonly Endpoint[] = [
  endpoint(`GET ${REPOSITORY}/releases`, 'releases', 'contents: read', PAGING, (call) => {
    const isSeen = ({ draft }: Payload) => !draft || !call.state.denied.includes('contents: write');
    return call.page(call.content.releases.filter(isSeen), (release) => release);
  }),
  endpoint(`GET ${REPOSITORY}/releases/tags/{tag}`, 'releases', 'contents: read', [], (call) => {
    const isAsked = ({ tag_name, draft }: Payload) => tag_name === call.text('tag') && !draft;
    return [200, found(call.content.releases.find(isAsked))];
  }),
  endpoint(`GET ${REPOSITORY}/git/ref/{ref}`, 'tags', 'contents: read', [], (call) => {
    const name = call.text('ref').replace('tags/', '');
    return [200, found(call.content.tagsJson(name).find(({ ref }) => ref === `refs/tags/${name}`))];
  }),
  endpoint(`GET ${REPOSITORY}/git/matching-refs/{ref}`, 'tags', 'contents: read', [], (call) => [
    200,
    call.content.tagsJson(call.text('ref').replace('tags/', '')),
  ]),
  endpoint(`GET ${REPOSITORY}/compare/{basehead}`, 'compare', 'contents: read', PAGING, (call) => {
    const [page, perPage] = [call.paging('page', 1), Math.min(250, call.paging('per_page', 250))];
    return [200, found(call.content.comparisonJson(call.text('basehead'), page, perPage))];
  }),
  endpoint(`GET ${REPOSITORY}/commits`, 'commits', 'contents: read', [...PAGING, 'sha', 'until'], (call) =>
    call.page(
      found(call.content.commitsJson(call.query('sha') ?? 'main', call.query('until'))),
      (commit) => commit,
    ),
  ),
  endpoint(
    `GET ${REPOSITORY}/actions/workflows/{workflow_id}/runs`,
    'workflow-runs',
    'actions: read',
    [...PAGING, 'exclude_pull_requests'],
    (call) => {
      const all = call.state.workflowRuns.filter(
        ({ repository, workflow }) =>
          isSame(repository, call.repository) && workflow === call.text('workflow_id'),
      );
      const [status, workflow_runs, headers] = call.page(all.toReversed(), workflowRunJson);
      return [status, { total_count: all.length, workflow_runs }, headers];
    },
  ),
  endpoint(
    `GET ${REPOSITORY}/collaborators/{username}/permission`,
    'permission',
    'metadata: read',
    [],
    (call) => {
      const login = call.text('username');
      const role = call.state.permissions.get(login.toLowerCase());
      if (!role) throw new Refusal(404, `${login} is not a user`);
      const has = (least: Rank) => reaches(role, least);
      const permissions = {
        ...{ pull: has('read'), triage: has('triage'), push: has('write') },
        ...{ maintain: has('maintain'), admin: has('admin') },
      };
      const { permission, role_name } =
        typeof role === 'object' ? role : { permission: RANKS[role], role_name: role };
      return [200, { permission, role_name, user: { ...userJson(login), role_name, permissions } }];
    },
  ),
];

/** UTF-16 pairs, which GitHub refuses in names and descriptions of statuses. */
const ABOVE_BMP = /[\ud800-\udfff]/;

const STATUSES: readonly Endpoint[] = [
  endpoint(
    `POST ${REPOSITORY}/statuses/{sha}`,
    'status-create',
    'statuses: write',
    ['state', 'context', 'description', 'target_url'],
    (call) => {
      const [state, context] = [String(call.field('state')), String(call.field('context') ?? 'default')];
      const [description, target] = [call.field('description') ?? null, call.field('target_url') ?? null];
      if (!/^(error|failure|pending|success)$/.test(state)) throw invalid('state', 'inclusion');
      if (context.length > 255 || ABOVE_BMP.test(context)) throw invalid('context', 'custom');
      const isFit = (text: unknown) =>
        typeof text === 'string' && text.length <= 140 && !ABOVE_BMP.test(text);
      if (description !== null && !isFit(description)) throw invalid('description', 'custom', 'is too long');
      if (target !== null && !/^https?:\/\//.test(String(target))) throw invalid('target_url', 'custom');
      const status = call.state.addStatus({
        ...{ repository: call.repository, sha: call.text('sha'), context, state },
        ...{ description: description as string | null, target: target as string | null },
      });
      return [201, statusJson(status, call.api)];
    },
  ),
  endpoint(`GET ${REPOSITORY}/commits/{ref}/statuses`, 'status-list', 'statuses: read', PAGING, (call) => {
    const all = call.state.statuses.filter(({ sha }) => sha === call.text('ref'));
    return call.page(all.toReversed(), statusJson);
  }),
];

const ENDPOINTS: readonly Endpoint[] = [...CONVERSATIONS, ...PULL_REQUESTS, ...REPOSITORIES, ...STATUSES];
