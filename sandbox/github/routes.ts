import { type Incoming, json, type Route } from '../exchange.ts';
import type { Operation } from '../operations.ts';
import { type Answer, Call, found, invalid, Refusal } from './call.ts';
import { exampleOf, type Payload } from './examples.ts';
import * as show from './json.ts';
import { RANKS, type Rank, reaches } from './roles.ts';
import { BOT, type GithubState, isSame } from './state.ts';
import type { Text, Thread, WorkflowRun } from './things.ts';

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
  return Object.entries(ENDPOINTS).map(([route, [operation, scope, answer]]) => ({
    route: route.replace(' ', ` /github${REPOSITORY}`),
    operation,
    answer(request) {
      try {
        expectAccess(request, token);
        const call = new Call(request, state, apiUrl(request));
        call.expectPermission(permissionFor(route, scope));
        return json(...answer(call));
      } catch (error) {
        if (error instanceof Refusal) return error.reply;
        throw error;
      }
    },
  }));
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

function textOf(kind: show.TextKind, { state }: Call) {
  return (text: Text) => {
    const { number, isPullRequest } = state.thread(text.repository, text.issue);
    return show.textJson(kind, { ...text, number, isPullRequest });
  };
}
const commentOf = (call: Call) => textOf('issue_comment', call);
const lineOf = (call: Call) => textOf('pull_request_review_comment', call);

function listComments(call: Call): Answer {
  const since = call.query('since') ?? '';
  const listed = call.state.listedComments(call.issue).filter(({ updatedAt }) => updatedAt >= since);
  return call.page(listed, commentOf(call));
}

const linesOf = ({ state, pullRequest }: Call) => state.knownTexts(state.reviewComments, pullRequest);
const listLines = (call: Call) => call.page(linesOf(call), lineOf(call));
const listReviews = (call: Call) =>
  call.page(call.state.knownTexts(call.state.reviews, call.pullRequest), textOf('pull_request_review', call));
const getIssue = (call: Call): Answer => [200, show.threadJson(call.issue, exampleOf('issue'))];
const filesOf = (call: Call) => call.content.filesOf(call.pullRequest);
const getPull = (call: Call): Answer => [200, show.pullRequestJson(call.pullRequest, filesOf(call))];

function createComment(call: Call): Answer {
  const { repository, number, locked } = call.issue;
  if (locked) throw new Refusal(403, 'Unable to create comment because issue is locked.');
  return [
    201,
    commentOf(call)(call.state.addComment({ repository, issue: number, user: BOT, body: call.body })),
  ];
}

function updateComment(call: Call): Answer {
  return [200, commentOf(call)(found(call.state.editComment(call.comment.id, call.body)))];
}

/** What lists of pull requests leave out. */
const ALONE = ['merged', 'commits', 'changed_files', 'additions', 'deletions'];

function listPulls(call: Call): Answer {
  const all = call.state.pullRequestsOf(call.repository, call.text('commit_sha'));
  return call.page(all, listedPull);
}

/** As lists have it, and answers to other requests than its own. */
function listedPull(pull: Thread): Payload {
  const fields = Object.entries(show.threadJson(pull, exampleOf('pull_request')));
  return Object.fromEntries(fields.filter(([name]) => !ALONE.includes(name)));
}

const NO_COLLABORATOR = 'Reviews may only be requested from collaborators.';

/** One name that is refused drops all of the call. */
function requestReviews(call: Call): Answer {
  const { pullRequest, state } = call;
  const names = [call.field('reviewers') ?? []].flat().map(String);
  if (names.some((name) => isSame(name, pullRequest.user)))
    throw new Refusal(422, 'Review cannot be requested from pull request author.');
  // Bots are none, either.
  if (!names.every((name) => state.permissions.has(name.toLowerCase())))
    throw new Refusal(422, NO_COLLABORATOR);
  const reviewers = [...new Set([...pullRequest.reviewers, ...names])];
  state.change(pullRequest, { reviewers });
  return [201, listedPull({ ...pullRequest, reviewers })];
}

function reviewLines(call: Call): Answer {
  const ofReview = linesOf(call).filter(({ review }) => String(review) === call.text('review_id'));
  // GitHub promises no order.
  return call.page(ofReview.reverse(), lineOf(call));
}

function getRelease(call: Call): Answer {
  const isAsked = (each: Payload) => each['tag_name'] === call.text('tag') && !each['draft'];
  return [200, found(call.content.releases.find(isAsked))];
}

const tagsOf = (call: Call) => call.content.tagsJson(call.text('ref').replace('tags/', ''));

function getTag(call: Call): Answer {
  return [200, found(tagsOf(call).find(({ ref }) => ref === `refs/${call.text('ref')}`))];
}

function compare(call: Call): Answer {
  const perPage = Number(call.query('per_page')) || undefined;
  return [200, found(call.content.comparisonJson(call.text('basehead'), perPage))];
}

function listCommits(call: Call): Answer {
  return call.page(found(call.content.commitsJson(call.query('sha') ?? 'main', call.query('until'))));
}

function listRuns(call: Call): Answer {
  const isAsked = ({ repository, workflow }: WorkflowRun) =>
    isSame(repository, call.repository) && workflow === call.text('workflow_id');
  const all = call.state.workflowRuns.filter(isAsked);
  const [status, workflow_runs, headers] = call.page(all.toReversed(), show.workflowRunJson);
  return [status, { total_count: all.length, workflow_runs }, headers];
}

function getPermission(call: Call): Answer {
  const login = call.text('username');
  const role = call.state.permissions.get(login.toLowerCase());
  if (!role) throw new Refusal(404, `${login} is not a user`);
  const has = (least: Rank) => reaches(role, least);
  const permissions = {
    pull: has('read'),
    triage: has('triage'),
    push: has('write'),
    maintain: has('maintain'),
    admin: has('admin'),
  };
  const shown = typeof role === 'object' ? role : { permission: RANKS[role], role_name: role };
  const { permission, role_name } = shown;
  return [200, { permission, role_name, user: { ...show.userJson(login), role_name, permissions } }];
}

/** UTF-16 pairs, which GitHub refuses in names and descriptions of statuses. */
const ABOVE_BMP = /[\ud800-\udfff]/;

function createStatus(call: Call): Answer {
  const textOf = (name: string) => (call.field(name) === undefined ? null : String(call.field(name)));
  const [state, context] = [String(call.field('state')), String(call.field('context') ?? 'default')];
  const [description, target] = [textOf('description'), textOf('target_url')];
  if (!/^(error|failure|pending|success)$/.test(state)) throw invalid('state', 'inclusion');
  if (context.length > 255 || ABOVE_BMP.test(context)) throw invalid('context', 'custom');
  if (description && (description.length > 140 || ABOVE_BMP.test(description)))
    throw invalid('description', 'custom', 'is too long');
  if (target !== null && !/^https?:\/\//.test(target)) throw invalid('target_url', 'custom');
  const named = { repository: call.repository, sha: call.text('sha'), context, state };
  return [201, show.statusJson(call.state.addStatus({ ...named, description, target }))];
}

type Endpoint = readonly [Operation, scope: string, answer: (call: Call) => Answer];
export const REPOSITORY = '/repos/{owner}/{repo}';

/** By route below the repository: the operation, what the token has to be allowed, and the answer. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'GET /issues/{issue_number}': ['issue', 'issues', getIssue],
  'GET /issues/{issue_number}/comments': ['comment-list', 'issues', listComments],
  'POST /issues/{issue_number}/comments': ['comment-create', 'issues', createComment],
  'PATCH /issues/comments/{comment_id}': ['comment-update', 'issues', updateComment],
  'GET /pulls/{pull_number}': ['pull-request', 'pull-requests', getPull],
  'GET /commits/{commit_sha}/pulls': ['commit-pulls', 'pull-requests', listPulls],
  'GET /pulls/{pull_number}/files': ['files', 'pull-requests', (call) => call.page(filesOf(call))],
  'GET /pulls/{pull_number}/comments': ['review-comments', 'pull-requests', listLines],
  'GET /pulls/{pull_number}/reviews': ['reviews', 'pull-requests', listReviews],
  'GET /pulls/{pull_number}/reviews/{review_id}/comments': ['review-comments', 'pull-requests', reviewLines],
  'GET /releases': ['releases', 'contents', (call) => call.page(call.content.releases)],
  'GET /releases/tags/{tag}': ['releases', 'contents', getRelease],
  'GET /git/ref/{ref}': ['tags', 'contents', getTag],
  'GET /git/matching-refs/{ref}': ['tags', 'contents', (call) => [200, tagsOf(call)]],
  'GET /compare/{basehead}': ['compare', 'contents', compare],
  'GET /commits': ['commits', 'contents', listCommits],
  'GET /actions/workflows/{workflow_id}/runs': ['workflow-runs', 'actions', listRuns],
  'GET /collaborators/{username}/permission': ['permission', 'metadata', getPermission],
  'POST /pulls/{pull_number}/requested_reviewers': ['reviewers', 'pull-requests', requestReviews],
  'POST /statuses/{sha}': ['status-create', 'statuses', createStatus],
};

/** What a token may lack. */
export const PERMISSIONS = Object.entries(ENDPOINTS).map(([route, [, scope]]) => permissionFor(route, scope));

function permissionFor(route: string, scope: string): string {
  return `${scope}: ${route.startsWith('GET ') ? 'read' : 'write'}`;
}
