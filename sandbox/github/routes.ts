import { type Incoming, json, type Route } from '../exchange.ts';
import type { Operation } from '../operations.ts';
import { type Answer, Call, found, invalid, Refusal } from './call.ts';
import type { Payload } from './examples.ts';
import * as show from './json.ts';
import { RANKS, type Rank, reaches } from './roles.ts';
import { BOT, type GithubState, isSame, textsOn } from './state.ts';

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
  return Object.entries(ENDPOINTS).map(([route, [operation, needs, answer]]) => {
    const [method = '', path = ''] = route.split(' ');
    return {
      ...{ method, path: `/github${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation },
      answer(request) {
        try {
          expectAccess(request, token);
          const call = new Call(request, state, apiUrl(request));
          call.expectPermission(needs);
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

function createComment(call: Call): Answer {
  const { repository, number, locked } = call.issue;
  if (locked) throw new Refusal(403, 'Unable to create comment because issue is locked.');
  const created = call.state.addComment({ repository, issue: number, user: BOT, body: call.body });
  const shown = show.commentJson(created, call.api);
  return [201, shown, { location: shown['url'] }];
}

/** What lists of pull requests leave out. */
const ALONE = new Set(['merged', 'commits', 'changed_files', 'additions', 'deletions']);

function listPulls(call: Call): Answer {
  const all = call.state.pullRequestsOf(call.repository, call.text('commit_sha'));
  const simple = (whole: Payload) => Object.entries(whole).filter(([name]) => !ALONE.has(name));
  return call.page(all, (each, api) =>
    Object.fromEntries(simple(show.pullRequestJson(each, call.state, api))),
  );
}

function listReviewComments(call: Call): Answer {
  const { id } = call.review;
  const comments = call.state.reviewComments.filter(({ review }) => review === id);
  // GitHub promises no order.
  return call.page(comments.reverse(), show.reviewCommentJson);
}

function listRuns(call: Call): Answer {
  const all = call.state.workflowRuns.filter(
    ({ repository, workflow }) =>
      isSame(repository, call.repository) && workflow === call.text('workflow_id'),
  );
  const [status, workflow_runs, headers] = call.page(all.toReversed(), show.workflowRunJson);
  return [status, { total_count: all.length, workflow_runs }, headers];
}

function permissionOf(call: Call): Answer {
  const login = call.text('username');
  const role = call.state.permissions.get(login.toLowerCase());
  if (!role) throw new Refusal(404, `${login} is not a user`);
  const has = (least: Rank) => reaches(role, least);
  const permissions = {
    ...{ pull: has('read'), triage: has('triage'), push: has('write') },
    ...{ maintain: has('maintain'), admin: has('admin') },
  };
  const shown = typeof role === 'object' ? role : { permission: RANKS[role], role_name: role };
  const { permission, role_name } = shown;
  return [200, { permission, role_name, user: { ...show.userJson(login), role_name, permissions } }];
}

/** UTF-16 pairs, which GitHub refuses in names and descriptions of statuses. */
const ABOVE_BMP = /[\ud800-\udfff]/;

function createStatus(call: Call): Answer {
  const [state, context] = [String(call.field('state')), String(call.field('context') ?? 'default')];
  const textOf = (name: string) => (call.field(name) === undefined ? null : String(call.field(name)));
  const [description, target] = [textOf('description'), textOf('target_url')];
  if (!/^(error|failure|pending|success)$/.test(state)) throw invalid('state', 'inclusion');
  if (context.length > 255 || ABOVE_BMP.test(context)) throw invalid('context', 'custom');
  if (description && (description.length > 140 || ABOVE_BMP.test(description)))
    throw invalid('description', 'custom', 'is too long');
  if (target !== null && !/^https?:\/\//.test(target)) throw invalid('target_url', 'custom');
  const named = { repository: call.repository, sha: call.text('sha'), context, state };
  return [201, show.statusJson(call.state.addStatus({ ...named, description, target }), call.api)];
}

const REPOSITORY = '/repos/{owner}/{repo}';
const ISSUE = `${REPOSITORY}/issues/{issue_number}`;
const PULL = `${REPOSITORY}/pulls/{pull_number}`;
const tagOf = (call: Call) => call.text('ref').replace('tags/', '');

/** By route: the operation, what the token has to be allowed, and the answer. */
const ENDPOINTS: Readonly<Record<string, readonly [Operation, needs: string, (call: Call) => Answer]>> = {
  [`GET ${ISSUE}`]: ['issue', 'issues: read', (call) => [200, show.issueJson(call.issue, call.api)]],
  [`GET ${ISSUE}/comments`]: [
    'comment-list',
    'issues: read',
    (call) => call.page(call.state.listedComments(call.issue), show.commentJson),
  ],
  [`POST ${ISSUE}/comments`]: ['comment-create', 'issues: write', createComment],
  [`PATCH ${REPOSITORY}/issues/comments/{comment_id}`]: [
    'comment-update',
    'issues: write',
    (call) => [200, show.commentJson(found(call.state.editComment(call.comment.id, call.body)), call.api)],
  ],
  [`GET ${PULL}`]: [
    'pull-request',
    'pull-requests: read',
    (call) => [200, show.pullRequestJson(call.pullRequest, call.state, call.api)],
  ],
  [`GET ${REPOSITORY}/commits/{commit_sha}/pulls`]: ['commit-pulls', 'pull-requests: read', listPulls],
  [`GET ${PULL}/files`]: [
    'files',
    'pull-requests: read',
    (call) => call.page(call.content.filesOf(call.pullRequest), (file) => file),
  ],
  [`GET ${PULL}/comments`]: [
    'review-comments',
    'pull-requests: read',
    (call) => call.page(textsOn(call.state.reviewComments, call.pullRequest), show.reviewCommentJson),
  ],
  [`GET ${PULL}/reviews`]: [
    'reviews',
    'pull-requests: read',
    (call) => call.page(textsOn(call.state.reviews, call.pullRequest), show.reviewJson),
  ],
  [`GET ${PULL}/reviews/{review_id}/comments`]: [
    'review-comments',
    'pull-requests: read',
    listReviewComments,
  ],
  [`GET ${REPOSITORY}/releases`]: [
    'releases',
    'contents: read',
    (call) => call.page(call.content.releases, (release) => release),
  ],
  [`GET ${REPOSITORY}/releases/tags/{tag}`]: [
    'releases',
    'contents: read',
    (call) => [
      200,
      found(call.content.releases.find((each) => each['tag_name'] === call.text('tag') && !each['draft'])),
    ],
  ],
  [`GET ${REPOSITORY}/git/ref/{ref}`]: [
    'tags',
    'contents: read',
    (call) => [
      200,
      found(call.content.tagsJson(tagOf(call)).find(({ ref }) => ref === `refs/tags/${tagOf(call)}`)),
    ],
  ],
  [`GET ${REPOSITORY}/git/matching-refs/{ref}`]: [
    'tags',
    'contents: read',
    (call) => [200, call.content.tagsJson(tagOf(call))],
  ],
  [`GET ${REPOSITORY}/compare/{basehead}`]: [
    'compare',
    'contents: read',
    (call) => {
      const perPage = Math.min(250, call.paging('per_page', 250));
      return [
        200,
        found(call.content.comparisonJson(call.text('basehead'), call.paging('page', 1), perPage)),
      ];
    },
  ],
  [`GET ${REPOSITORY}/commits`]: [
    'commits',
    'contents: read',
    (call) => {
      const all = call.content.commitsJson(call.query('sha') ?? 'main', call.query('until'));
      return call.page(found(all), (commit) => commit);
    },
  ],
  [`GET ${REPOSITORY}/actions/workflows/{workflow_id}/runs`]: ['workflow-runs', 'actions: read', listRuns],
  [`GET ${REPOSITORY}/collaborators/{username}/permission`]: ['permission', 'metadata: read', permissionOf],
  [`POST ${REPOSITORY}/statuses/{sha}`]: ['status-create', 'statuses: write', createStatus],
};
