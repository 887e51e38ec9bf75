export default {
  'a review is one request with all of its comments': `
anything | maria pull_request_review.submitted 101 /docs shorten it + Too long + And this
  = pull-request create | start pull-request job_1 ✓
anything dry-run=true | maria pull_request_review.submitted 101 /docs shorten it + Too long + And this
  = skipped
  says shorten it…Too long…And this
  never And this…Too long…And this…Too long
anything | maria pull_request_review.submitted 101 /docs all of it + /docs this > maria pull_request_review_comment.created:0 101 /docs all of it + /docs this
  = pull-request create > skipped | start pull-request job_1 ✓
  says This comment belongs to a review that begins with the \`trigger-phrase\`, so the whole review is one request. To receive it, the workflow must listen for \`pull_request_review\`.
anything | maria pull_request_review.submitted 101 Thoughts + /docs this > maria pull_request_review_comment.created:0 101 Thoughts + /docs this
  = skipped > pull-request create | start pull-request job_1 ✓
anything | maria pull_request_review.submitted 101 Thoughts + this > maria pull_request_review_comment.created:0 101 Thoughts + this
anything | maria pull_request_review.submitted 101 Thoughts + /docs this > maria pull_request_review_comment.edited:0 101 Thoughts + /docs this
  = skipped > skipped
  asks nothing
# GitHub shows it late, or not at all.
anything late-reviews=1500 | maria pull_request_review.submitted 101 /docs all of it + /docs this; then 0 > maria pull_request_review_comment.created:0 101 /docs all of it + /docs this
  = pull-request create @2 > skipped | start pull-request job_1 ✓
  takes 1.5 to 4
anything | maria pull_request_review.submitted 101 Thoughts + /docs this > maria pull_request_review_comment.created:0 101 Thoughts + /docs this | 1:review={404,410}*
  = skipped > pull-request create @8 | start pull-request job_1 ✓
anything | maria pull_request_review.submitted 101 Thoughts + /docs this > maria pull_request_review_comment.created:0 101 Thoughts + /docs this | 1:review=502*
  = skipped > error | nothing error -
  says Reading the review failed: GitHub answered 502…Nothing was sent. Re-run the workflow.
anything | maria pull_request_review.submitted 101 /docs all + x | 0:review-comments={404,410,502}*
  = error | nothing error -
  says Reading …review failed: GitHub answered ……Nothing was sent.
# A re-run that cannot read the review does not write over what the first attempt sent.
anything wait=false | maria pull_request_review.submitted 101 /docs all + x > re-run 0 > re-run 0 | 1:review-comments=502*
  = started create > error > pull-request job_1 | start pull-request job_1 ✓
anything wait=false | maria pull_request_review.submitted 101 /docs all + x > re-run 0 > re-run 0 | 0:create=gone 1:review-comments=502*
  = gone create > error > unknown | start unknown -
anything github-token= minimum-permission=none | maria pull_request_review.submitted 101 /docs all + x
  = error
  says The action can't read the review because \`github-token\` is empty (does the secret exist?).
anything github-token= minimum-permission=none | maria pull_request_review_comment.created 101 /docs this
  = error
  says The action can't read the review because \`github-token\` is empty
`,
};
