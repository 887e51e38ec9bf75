export const OPERATIONS = [
  ...(['create', 'message', 'get', 'views'] as const),
  ...(['comment-list', 'comment-create', 'comment-update', 'permission', 'issue'] as const),
  ...(['pull-request', 'commit-pulls', 'files', 'compare', 'commits', 'releases', 'tags'] as const),
  ...(['workflow-runs', 'reviews', 'review-comments', 'status-create'] as const),
  ...(['artifact-create', 'artifact-finalize', 'blob', 'control', 'other'] as const),
] as const;
export type Operation = (typeof OPERATIONS)[number];
