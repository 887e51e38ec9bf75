import { type Incoming, json, type Route } from '../exchange.ts';
import { answer, Call, type Endpoint, endpoint, found, Refusal } from './call.ts';
import type { HeadChecks } from './checks.ts';
import {
  commentJson,
  issueJson,
  pullRequestJson,
  reviewCommentJson,
  reviewJson,
  userJson,
  workflowRunJson,
} from './json.ts';
import { type GithubState, RANKS, type Rank, reaches, textsOn } from './state.ts';

/** Versions of the REST API that GitHub takes in `X-GitHub-Api-Version`. */
const API_VERSIONS = ['2022-11-28', '2026-03-10'];
/** Characters of a comment that GitHub takes. */
const LONGEST_BODY = 65_536;
const PAGING = ['per_page', 'page'] as const;

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
  return [...CONVERSATIONS, ...PULL_REQUESTS, ...REPOSITORIES, ...CHECKS].map(
    ({ name, operation, known, answer }) => {
      const [method = '', path = ''] = name.split(' ');
      return {
        method,
        path: `/github${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        operation,
        answer(request) {
          try {
            const call = new Call(request, state, apiUrl(request));
            expectAccess(request, token);
            call.expectOnly(known);
            const { status, content, headers } = answer(call);
            const reply = json(Number(status), content, headers);
            return { ...reply, body: state.withNewNames(reply.body) };
          } catch (error) {
            if (error instanceof Refusal) return error.reply;
            throw error;
          }
        },
      };
    },
  );
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
const ISSUE = `${REPOSITORY}/issues/{issue_number}` as const;
const COMMENT = `${REPOSITORY}/issues/comments/{comment_id}` as const;
const PULL_REQUEST = `${REPOSITORY}/pulls/{pull_number}` as const;
const REVIEW = `${PULL_REQUEST}/reviews/{review_id}` as const;

const CONVERSATIONS: readonly Endpoint[] = [
  endpoint(`GET ${ISSUE}`, 'issue', [], ({ issue, api }) => answer(200, issueJson(issue, api))),
  endpoint(`GET ${ISSUE}/comments`, 'comment-list', [...PAGING, 'since'], (call) => {
    const since = Date.parse(call.query('since') ?? '1970-01-01');
    if (Number.isNaN(since)) throw invalid('since', 'invalid');
    const comments = call.state.listedComments(call.issue);
    return call.page(
      comments.filter(({ updatedAt }) => Date.parse(updatedAt) >= since),
      commentJson,
    );
  }),
  endpoint(`POST ${ISSUE}/comments`, 'comment-create', ['body'], (call) => {
    const { repository, number, locked } = call.issue;
    if (locked) throw new Refusal(403, 'Unable to create comment because issue is locked.');
    const body = bodyOf(call.field('body'));
    const created = call.state.createComment({ repository, issue: number, body });
    const shown = commentJson(created, call.api);
    return answer(201, shown, { location: shown.url });
  }),
  endpoint(`PATCH ${COMMENT}`, 'comment-update', ['body'], (call) => {
    const { id } = call.comment;
    const edited = call.state.editComment(id, bodyOf(call.field('body')));
    return answer(200, commentJson(found(edited), call.api));
  }),
];

const PULL_REQUESTS: readonly Endpoint[] = [
  endpoint(`GET ${PULL_REQUEST}`, 'pull-request', [], ({ pullRequest, content, api }) =>
    answer(200, pullRequestJson(pullRequest, content, api)),
  ),
  endpoint(`GET ${REPOSITORY}/commits/{commit_sha}/pulls`, 'commit-pulls', PAGING, (call) => {
    const all = call.state.pullRequestsOf(call.repository, call.text('commit_sha'));
    return call.page(all, (each, api) => pullRequestJson(each, call.content, api));
  }),
  endpoint(`GET ${PULL_REQUEST}/comments`, 'review-comments', PAGING, (call) =>
    call.page(textsOn(call.state.reviewComments, call.pullRequest), reviewCommentJson),
  ),
  endpoint(`GET ${PULL_REQUEST}/reviews`, 'review', PAGING, (call) =>
    call.page(call.state.shownReviews(call.pullRequest), reviewJson),
  ),
  endpoint(`GET ${REVIEW}`, 'review', [], ({ review, api }) => answer(200, reviewJson(review, api))),
  endpoint(`GET ${REVIEW}/comments`, 'review-comments', PAGING, (call) => {
    const { id } = call.review;
    const comments = call.state.reviewComments.filter(({ review }) => review === id);
    // GitHub promises no order.
    return call.page(comments.reverse(), reviewCommentJson);
  }),
  endpoint(`GET ${PULL_REQUEST}/files`, 'content', PAGING, (call) =>
    call.page(call.content.filesOf(call.pullRequest), (file) => file),
  ),
];

const REPOSITORIES: readonly Endpoint[] = [
  endpoint(`GET ${REPOSITORY}/releases`, 'content', PAGING, (call) =>
    call.page(call.content.releases, (release) => release),
  ),
  endpoint(`GET ${REPOSITORY}/releases/tags/{tag}`, 'release', [], (call) => {
    const isPublished = ({ tag_name, draft }: (typeof call.content.releases)[number]) =>
      tag_name === call.text('tag') && !draft;
    return answer(200, found(call.content.releases.find(isPublished)));
  }),
  endpoint(`GET ${REPOSITORY}/git/ref/{ref}`, 'release', [], (call) => {
    const name = call.text('ref').replace('tags/', '');
    return answer(200, found(call.content.tagsJson(name).find(({ ref }) => ref === `refs/tags/${name}`)));
  }),
  endpoint(`GET ${REPOSITORY}/git/matching-refs/{ref}`, 'content', [], (call) =>
    answer(200, call.content.tagsJson(call.text('ref').replace('tags/', ''))),
  ),
  endpoint(`GET ${REPOSITORY}/compare/{basehead}`, 'content', PAGING, (call) => {
    const [page, perPage] = [call.paging('page', 1), Math.min(250, call.paging('per_page', 250))];
    return answer(200, found(call.content.comparisonJson(call.text('basehead'), page, perPage)));
  }),
  endpoint(`GET ${REPOSITORY}/commits/{ref}`, 'content', [], (call) =>
    answer(200, found(call.content.commitJson(call.text('ref')))),
  ),
  endpoint(
    `GET ${REPOSITORY}/actions/workflows/{workflow_id}/runs`,
    'workflow-runs',
    [...PAGING, 'status', 'branch', 'event', 'exclude_pull_requests'],
    (call) => {
      const asksFor = (name: 'status' | 'branch' | 'event', ...values: readonly string[]) =>
        [null, ...values].includes(call.query(name));
      const runs = call.state.workflowRuns.filter(
        (run) =>
          run.repository === call.repository &&
          run.workflow === call.text('workflow_id') &&
          asksFor('status', run.conclusion, 'completed') &&
          asksFor('branch', run.branch) &&
          asksFor('event', run.event),
      );
      const { content, headers } = call.page(runs.toReversed(), workflowRunJson);
      return answer(200, { total_count: runs.length, workflow_runs: content }, headers);
    },
  ),
  endpoint(`GET ${REPOSITORY}/collaborators/{username}/permission`, 'permission', [], (call) => {
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
    return answer(200, { permission, role_name, user: { ...userJson(login), role_name, permissions } });
  }),
];

const DEPLOYMENT = `${REPOSITORY}/deployments/{deployment_id}` as const;

/** What a head is checked by. */
const CHECKS: readonly Endpoint[] = [
  endpoint(`GET ${REPOSITORY}/commits/{ref}/check-runs`, 'check-runs', PAGING, (call) => {
    const all = checksOf(call, call.text('ref')).runs(call.api);
    const { content, headers } = call.page(all, (run) => run);
    return answer(200, { total_count: all.length, check_runs: content }, headers);
  }),
  endpoint(`GET ${REPOSITORY}/commits/{ref}/status`, 'commit-status', PAGING, (call) => {
    const checks = checksOf(call, call.text('ref'));
    const { content, headers } = call.page(checks.statuses(call.api), (status) => status);
    return answer(200, checks.combinedStatus(call.api, content), headers);
  }),
  endpoint(`GET ${REPOSITORY}/deployments`, 'deployments', [...PAGING, 'sha'], (call) =>
    call.page(checksOf(call, call.query('sha') ?? '').deployments(call.api), (deployment) => deployment),
  ),
  endpoint(`GET ${DEPLOYMENT}/statuses`, 'deployment-statuses', PAGING, (call) => {
    const id = Number(call.text('deployment_id'));
    const all = call.state.checksIn(call.repository).flatMap((head) => head.deploymentStatuses(call.api, id));
    return call.page(found(all.length > 0 ? all : undefined), (status) => status);
  }),
];

/** @throws 422 for a commit that GitHub does not know */
function checksOf(
  { state, repository }: { state: GithubState; repository: string },
  sha: string,
): HeadChecks {
  const checks = state.checksIn(repository).find((head) => head.sha === sha);
  if (!checks) throw new Refusal(422, `No commit found for SHA: ${sha}`);
  return checks;
}

/** @throws 422 unless it is a text that a comment can have */
function bodyOf(body: unknown): string {
  if (typeof body !== 'string') throw new Refusal(422, 'Invalid request.\n\n"body" wasn\'t supplied.');
  if (body.trim() === '') throw invalid('body', 'missing_field');
  if ([...body].length <= LONGEST_BODY) return body;
  throw invalid('body', 'custom', `body is too long (maximum is ${LONGEST_BODY} characters)`);
}

function invalid(field: string, code: string, message?: string): Refusal {
  return new Refusal(422, 'Validation Failed', {}, [{ code, field, ...(message && { message }) }]);
}
