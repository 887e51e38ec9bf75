import { readStory, type Story } from './story.ts';

/** The stories that are told by name: what usually happens, and each row of what once went wrong between runs. */

/** A review with comments on lines, as GitHub tells of it: in an event, and in one for each comment. */
function reviewed(...texts: readonly string[]): string {
  const about = `41 ${texts.join(' + ')}`;
  const comments = texts
    .slice(1)
    .map((_, line) => `maria pull_request_review_comment.created:${line} ${about}`);
  return [`maria pull_request_review.submitted ${about}`, ...comments].join(' > ');
}

/** One story a line. Of `{one,other}` there is a story each, and of two of them each with each. */
function stories(text: string): Story[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.flatMap(expanded).map(readStory);
}

function expanded(line: string): string[] {
  const [braces, choices = ''] = /\{(.*?)\}/.exec(line) ?? [];
  if (braces === undefined) return [line];
  return choices.split(',').flatMap((one) => expanded(line.replace(braces, one)));
}

/** Without faults of their own: what single faults and pairs of them break at every exchange. */
export const CORE: readonly Story[] = stories(`
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
`);

const UNREADABLE = '500,502,secondary-limit,primary-limit.1,429,hang,reset-before,html,wrong-shape';

/** What once went wrong between runs, and what people do by hand. */
export const ROWS: readonly Story[] = stories(`
label | labeled > re-run 0 | 1:comment-list={${UNREADABLE}}*
label | labeled > /docs shorter | 1:comment-list={${UNREADABLE}}*
label | labeled > edit 12 {text-below,text-above,copied} > re-run 0 > /docs shorter > re-run 1
label | labeled > edit 12 {damaged,deleted} > re-run 0
label | chatter 12 {1000,2450} > labeled > re-run 0 > /docs shorter
label falling-ids | labeled > /docs shorter > /docs longer > re-run 1
label | labeled > /docs a b > /docs c d > /docs e f > /docs g h > re-run 0 > re-run 4
# The comment on the pull request cannot be created, and another run makes it meanwhile.
label | /docs shorter; then 0 > /docs longer | 20=500* 60=500*
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
label-alone | labeled > re-run 0
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
`);
