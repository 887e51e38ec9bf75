/** At most how many requests to GitHub a run takes that nothing disturbs. */
export default {
  'requests to GitHub': `
label | labeled
{push,by-number} | maria push.squash 101
by-number | dispatched
label issue-number=30 | labeled
  requests 7
label-notify | labeled
  requests 8
label | labeled > /docs more
label | /docs more
  requests 9
anything | maria pull_request_review.submitted 101 /docs shorten it + Too long
  requests 10
label | jobs no-pull-request > labeled
label wait=false | labeled
label | labeled > re-run 0
  requests 4
watch | job > wait 9000 > labeled
  requests 5
label-alone | labeled
  requests 2
{run-create,run-watch} | job > wait 9000 > dispatched
  requests 1
`,
};
