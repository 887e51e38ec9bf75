import { reviewed } from './rows.ts';

/** Without faults of their own: what single faults and pairs of them break at every exchange. */
export default {
  'the core': `
label | labeled > re-run 0
label | jobs failed > labeled > jobs happy > re-run 0; failed
label | labeled > /docs shorter
label jobs-take=8000 | labeled > jobs stale-after-message > /docs shorter > re-run 1
# A job of a matrix runs in attempt 2 for the first time; jobs that differ in nothing run again.
matrix | dispatched; steps 0 > re-run 0
alike together | dispatched > re-run 0
two-steps | labeled > re-run 0
watch | job > wait 9000 > /docs shorter > re-run 0
label | labeled; then 1000 > maria issues.unlabeled 12 docs > labeled
anything | maria release.created > maria release.published
label docs-here | labeled > maria issue_comment.created 41 /docs shorten it > re-run 1
label docs-here | labeled > ${reviewed('/docs shorten it', 'Too long', 'And this')}
label | mallory issue_comment.created 12 /docs buy shoes > /docs explain proxies > re-run 0
label | /docs shorter; then 0 > /docs longer
label checks-minutes=1 checks=green | labeled
`,
};
