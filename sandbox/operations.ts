/** What a request asks for. Faults and the ledger name requests by this. */
export type Operation = (typeof OPERATIONS)[number];

const JOBS = ['create', 'message', 'get'] as const;
/** Requests to GitHub, artifacts aside. */
const GITHUB = [
  ...(['comment-list', 'comment-create', 'comment-update', 'permission', 'issue'] as const),
  ...([
    'pull-request',
    'commit-pulls',
    'release',
    'workflow-runs',
    'review',
    'review-comments',
    'content',
  ] as const),
  ...(['check-runs', 'commit-status', 'deployments', 'deployment-statuses'] as const),
] as const;
export const OPERATIONS = [
  ...JOBS,
  ...GITHUB,
  ...(['views', 'artifact-create', 'artifact-finalize', 'blob', 'control', 'other'] as const),
] as const;
