import { reviewed } from './rows.ts';

/**
 * Forty merges on a standing issue, some at the same moment, and some while the job is active. The docs pull request is
 * merged after every seventh.
 */
const FORTY_MERGES = `merges jobs-take=9000 | ${Array.from({ length: 40 }, (_, index) => {
  const then = index % 7 === 6 ? '' : (['', '; then 0', '; then 4000'][index % 3] ?? '');
  return `merged ${101 + index}${then}${index % 7 === 6 ? ' > wait 60000 > merge' : ''}`;
}).join(' > ')}`;

const UNREADABLE = '500,502,secondary-limit,primary-limit.1,429,hang,reset-before,html,wrong-shape';

/** What once went wrong between runs, and what people do by hand: only judged. */
export default {
  'between runs': `
label | labeled > re-run 0 | 1:comment-list={${UNREADABLE}}*
label | labeled > /docs shorter | 1:comment-list={${UNREADABLE}}*
label | labeled > edit 12 {text-below,text-above,copied} > re-run 0 > /docs shorter > re-run 1
label | labeled > edit 12 {damaged,deleted} > re-run 0
# A copied reply changes nothing: in a newer or an older comment, of the first write, and once the reply is deleted.
label | chatter 12 1 > labeled > edit 12 copied-older > re-run 0 > /docs shorter > re-run 1
label jobs-take=9000 | chatter 12 1 > labeled; then 55 > edit 12 {copied,copied-older} > wait 60000 > re-run 0 > /docs shorter
label | labeled > edit 12 copied > edit 12 original-deleted > re-run 0 > /docs shorter
# A reply that cannot be edited any more is written anew, and counts from then on.
label | labeled > re-run 0 > /docs more > re-run 1 | 0:comment-update.{1,2}={403,404,410,422}
label | labeled > /docs more > re-run 1 > re-run 0 | 1:comment-update.{1,2,3}={403,422}
label | labeled > re-run 0 > re-run 0 > /docs more | 1:comment-update.1={403,404}
label | chatter 12 {1000,2450} > labeled > re-run 0 > /docs shorter
label falling-ids | labeled > /docs shorter > /docs longer > re-run 1
label | labeled > /docs a b > /docs c d > /docs e f > /docs g h > re-run 0 > re-run 4
# The comment on the pull request cannot be created, and another run makes it meanwhile.
label | /docs shorter; then 0 > /docs longer | 0:comment-create.2=500* 1:comment-create.2=500*
# A creation that GitHub answers with an error though it is done, alone and again; and one that it refuses.
label | labeled > re-run 0 | 0:comment-create.1={502-html,500-done,reset-after,hang-after,504}
label | labeled > re-run 0 | 0:comment-create.1={403,404,410,422}
label | labeled > re-run 0 > /docs more | 0:comment-update.1={404,410}
label | labeled > re-run 0 | 0:comment-update={500,403}*
label jobs-take=20000 | labeled > jobs stale-after-message > /docs shorter > re-run 1 > re-run 1 | 1:message={SIGTERM,gone}
label | labeled > re-run 0 > re-run 0 | 0:create={gone,504,hang}
label | labeled > re-run 0 | 0:permission={502,secondary-limit,429,hang,SIGTERM-early}
label | labeled > re-run 0 | 0:comment-create.1={gone,gone-early,SIGTERM}
label | labeled > re-run 0 | 0:comment-update.2=gone-early
# A run is gone while it sends: the next comment waits for it, and goes on alone; later ones do not wait.
label | /docs a b; then 0 > wait 200 > /docs c d > wait 130000 > /docs e f | 0:create=gone-early
label | jobs {archived,failed} > labeled > jobs happy > /docs shorter
label-notify | labeled > /docs shorter
label | labeled > labeled > /docs shorter
label | labeled > labeled > re-run 0 > /docs shorter
# Somebody removes the reply while the run waits.
label jobs-take=20000 | labeled; then 5000 > edit 12 {deleted,damaged} > wait 60000 > re-run 0
# What is watched is not what a comment goes on with.
label-watch | job > wait 9000 > labeled > /docs shorter
prompt | mallory {watch,fork,gollum,workflow_run}.started
anything | maria issues.edited 12 > maria issues.closed 12 > maria issues.deleted 12 > maria issues.reopened 12
anything | maria issue_comment.edited 12 /docs longer > rita issue_comment.created 12 /docs longer
label | labeled > /docs shorter > re-run 1 | 1:{permission,comment-list,comment-create,comment-update.1,comment-update.2}=secondary-limit
label docs-here | labeled > ${reviewed('', 'Look', '/docs shorten this', '/docs and this')}
label docs-here | labeled > maria pull_request_review_comment.created 41 /docs shorten
anything | maria issue_comment.created 55 /docs more > maria pull_request.closed 55 > maria issue_comment.created 56 /docs this
alike together | dispatched > re-run 0 > re-run 0; failed | {0,1}:create={gone,504}
watch | job > wait 9000 > labeled > maria issue_comment.created 12 /docs {more,less}
# A 404 of a young job says nothing.
label jobs-take=8000 | jobs early-404 > labeled; then 1000 > /docs shorter
label jobs-take=8000 | jobs early-404 > /docs one thing; then 0 > /docs another
label jobs-take=20000 | jobs early-404 > labeled > re-run 0 | 1000ms=SIGTERM
label | labeled > re-run 0 | 0:create={compressed,compressed.1,compressed.2,compressed.3,bom}
label | labeled > re-run 0 | 0:{comment-create,comment-update}=compressed{,.1,.2,.3}
label | jobs {odd-status,link-files,link-query,link-fragment,link-case,link-port} > labeled > /docs shorter
label docs-here | jobs link-{files,query,fragment,case,port} > labeled > maria issue_comment.created 41 /docs more
# Three requests at one moment, and a platform that works them off one after the other.
label | /docs one; then 0 > /docs two; then 0 > maria issue_comment.created 12 /docs three
label jobs-take=5000 | labeled > jobs one-at-a-time > /docs one; then 0 > /docs two; then 0 > /docs three
label docs-here jobs-take=5000 | labeled > jobs one-at-a-time > ${reviewed('', '/docs one', '/docs two', '/docs three').replaceAll(' > ', '; then 0 > ')}
# Lists that are not the newest, times that fall, pages that move up, reviews that are shown late.
label stale={900,2500,6000} | /docs one thing; then 0 > /docs another
label stale={900,6000} | labeled > re-run 0
label {falling-times,falling-ids} | /docs one thing; then {0,1000} > /docs another
label | chatter 12 100 > labeled > re-run 0 | 1:comment-list.1=deleted
label docs-here late-reviews=1500 | labeled > ${reviewed('/docs shorten it', 'Too long', 'And this').replaceAll(' > ', '; then 0 > ')}
# A repository is renamed, an issue is moved.
label | labeled > rename acme/renamed > re-run 0 > /docs shorter
by-pull-request jobs-take=50000 latency=400 stale=2500 late-merges=2 | maria push.squash 101; then 0 > rename acme/renamed
label | transfer 12 acme/elsewhere > labeled > re-run 0
# Refusals that pass.
label | labeled > re-run 0 | 0:comment-create.1={too-quickly,abuse,secondary-limit.1}
label wait=false | labeled > wait 20000 > /docs shorter > wait 7200000 > re-run 1
# Who may ask, by a role of one's own; who sees that the permission was too low.
label | tina issues.labeled 12 docs > mona issues.labeled 12 docs > rita issues.labeled 12 docs
maintainers | mona issue_comment.created 12 /docs more > tina issue_comment.created 12 /docs more
# Reviews, labels and merges of bots.
prompt-here | maria pull_request_review.{submitted,edited,dismissed} 55 Thanks > maria pull_request_review.{edited,dismissed} 101 Thanks
prompt-here | maria pull_request_review.submitted 101 Thanks > maria pull_request_review_thread.resolved 101
prompt-here | renovate[bot] pull_request.labeled 55 docs > maria pull_request.labeled 55 docs > renovate[bot] pull_request.opened 301
bots docs-here | merge-queue[bot] push.squash 101 > merge-queue[bot] push.squash 41
bots | {dependabot[bot],renovate[bot]} issues.labeled 12 docs > renovate[bot] pull_request.opened 301
# Merges from anywhere; what a push is about.
push | {maria,merge-queue[bot],mallory} push.{squash,merge,rebase} {101,201,301}
push late-merges={1,2} | maria push.squash 101
push | maria push.{tag,branch-created,branch-deleted,forced,direct} > dependabot[bot] push.direct
push | maria push.squash 101 > maria issue_comment.created 101 /docs shorter > re-run 0 > re-run 1
push-changes | maria push.direct > dependabot[bot] push.direct > maria push.forced
# One docs pull request for many requests.
latest | labeled > labeled > /docs shorter > re-run 1
latest | labeled > {merge,close} > {labeled,/docs shorter}
label | labeled > {merge,close} > /docs shorter
label | jobs {no-new-commits,rewritten-commits} > labeled > /docs shorter > re-run 1
latest | labeled > labeled | {0,1}:comment-create={403,404,410,422}*
latest | labeled > labeled | 1:pull-request={403,500,hang,html}*
merges | merged 101 > merged 102; then 0 > merged 103; then 0 > merged 104 > merge > merged 105
merges jobs-take=60000 | merged 101; then 5000 > merged 102; then 5000 > merged 103
merges docs-here | merged 101 > merged 41 > merged 102
# A sweep, and requests by hand.
sweep | scheduled > commit > scheduled > commit > commit > scheduled > scheduled > merge > commit > scheduled
sweep | scheduled > commit > scheduled > re-run 1 | 1:create=gone
sweep | scheduled > commit > scheduled | 1:{workflow-runs,content}={403,500}*
by-number | dispatched > dispatched > re-run 0
by-pull-request | dispatched | 0:{pull-request,issue}.1=500
`,

  'a job for each docs pull request, and each merge is sent once': `
${FORTY_MERGES}
  jobs 6
  requests 9
`,
};
