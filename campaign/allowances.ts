/**
 * What the contract allows although it looks like a broken promise: each with a story that needs it, which `--prove` plays
 * with and without it. A check asks {@link Observations.allows} by the name.
 */
export const ALLOWANCES = {
  'GitHub refused the reply, and a warning said that a re-run sends again':
    'label | labeled > re-run 0 | 0:comment-create.1=403',
  'people removed the reply': 'label | labeled > edit 12 deleted > re-run 0',
  'no reply is kept': 'label-alone | labeled > re-run 0',
  'it was reported as unknown': 'label | labeled > re-run 0 > re-run 0 | 0:create=gone',
  'its job failed or is archived': 'label | jobs failed > labeled > jobs happy > re-run 0; failed',
  'its job was answered 404 for long': 'label | labeled > wait 60000 > /docs shorter | 1:get=404*',
  'its pull request was merged or closed': 'label | labeled > merge > /docs shorter',
  'requests that differ in nothing share replies': 'alike together | dispatched > re-run 0',
  'GitHub did not let the reply be edited':
    'label | labeled > re-run 0 > /docs more | 0:comment-update.1=404',
  'GitHub did not show the reply':
    'label | labeled > re-run 0 | 0:comment-create.1=reset-after* 0:comment-list=wrong-shape.1*',
  'something was wrong that lasts': 'label | labeled | 1=403',
  'the job of the pull request is not known': 'anything | maria issue_comment.created 55 /docs more',
  'its status stood for a minute': 'label jobs-take=100000 | jobs stale-for-good > labeled > /docs shorter',
  'readers may differ about the answer': 'run-create | dispatched | create=huge-header',
} as const;

export type Allowance = keyof typeof ALLOWANCES;
