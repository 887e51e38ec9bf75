export default {
  'a reply': `
label-alone | labeled
  = pull-request create
  asks no list write
label | jobs no-pull-request > labeled
  = no-pull-request create | start no-pull-request job_1 ✓
label | jobs failed > labeled
  = failed create | start failed job_1
label wait=false | labeled | 0:comment-update=500*
  = started create | start sending -
  warns The reply isn't up to date: Changing the comment failed: …500 (…). The job keeps running.
label wait=false | labeled | 0:comment-update.2=500*
  = started create | start working job_1
  warns The reply isn't up to date: Changing the comment failed: …500 (…). The job keeps running.
label | /docs more | 0:create=400
  = error create | start error -
  writes **❌ Nothing was started** Mintlify rejected this request as invalid: POST …
label | labeled | 0:create=422 0:comment-update=500*
  = error create | start sending -
  fails POST …
  warns The reply isn't up to date: Changing the comment failed: …500 (…).
  takes 25 to 45
label | labeled | 0:comment-update=401*
  = pull-request create | start sending -
  warns The reply isn't up to date: …401 (…). The job keeps running. The token is invalid or has expired.
# The pull request's comment is tried again by the next request.
label docs-here | labeled > /docs more | 0:comment-create.2=500*
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  asks …list write…
# A watch sends nothing, and neither does its re-run.
watch wait=false | job > labeled
  = started job_1 | watch started job_1
  writes **👷 The docs agent is working on it** The job keeps running in Mintlify. To keep watching the job, re-run the workflow. <sub>…
watch timeout-minutes=0.02 | job > labeled
  = timeout job_1 | watch timeout job_1
  fails The job did not finish within 0.9 s (\`timeout-minutes\`).…
  writes **⏳ …** The job did not finish within … The job keeps running in Mintlify. To keep watching the job, re-run the workflow. <sub>…
# Why it would be sent is not said where it was not sent.
label | /docs more | 0:comment-create=SIGTERM
  = cancelled | nothing cancelled -
  writes **…** Nothing was sent. To send the request, re-run the workflow. <sub>…
label wait=false | labeled
  = started create | start started job_1
  says Mintlify accepted the request, and this run doesn't wait for the job (\`wait: false\`).…The job keeps running in Mintlify. To keep watching the job, re-run the workflow.
label issue-number=30 | labeled
  = pull-request create | start pull-request job_1 ✓
label | /docs more | 0:comment-list.1=SIGTERM
  = cancelled | nothing cancelled -
label jobs-take=90000 | labeled | 60000ms=SIGTERM
  = cancelled create | start cancelled job_1
  takes 60 to 61
label jobs-take=90000 | labeled | 60000ms=SIGTERM 0:comment-update.2=hang
  = cancelled create | start working job_1
  takes 61.4 to 61.6
label | labeled | 0:comment-update.2=SIGTERM
  = pull-request create | start pull-request job_1 ✓
run-create comment=true | dispatched
  = pull-request create
  warns This run can't reply: the event has no issue or pull request, and \`issue-number\` isn't set.
label github-token= minimum-permission=none | labeled
  = pull-request create
  warns This run can't reply: \`github-token\` is empty (does the secret exist?).
  asks no permission list write
label | labeled > /docs use ghs_1x1000000000000000000000000000000
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  says \`use ***\`
  never ghs_1x1
label | labeled | 0:comment-update.1={404,410}
  = pull-request create | start sending -, start pull-request job_1 ✓
  asks …edit write…
  says in [\`acme/product\` …#issuecomment-1003>)
# Its creation is not answered, so it is searched for before it is made again, also if nothing can be listed.
label | labeled | 0:comment-create.1=500-done
  = pull-request create @1 | start pull-request job_1 ✓
  asks …write list CREATE…
label | labeled | 0:comment-create.1=500-done 0:comment-list.1=500
  = pull-request create @2 | start pull-request job_1 ✓
  asks …write list list CREATE…
label | labeled | 0:comment-create.1=500
  = pull-request create @1 | start pull-request job_1 ✓
  asks …write list write CREATE…
label | labeled | 0:comment-create.1=hang 1000ms=SIGTERM
  = cancelled | start cancelled -
  asks …write list write
  takes 1 to 1.1
# It cannot be created.
label | labeled | 0:comment-create={500,hang}*
  = error
  says The reply couldn't be written: Writing the comment failed: GitHub …Nothing was sent. Re-run the workflow.
  never continues
  takes 30 to 42
label | labeled > re-run 0 | 0:comment-create={401,primary-limit.1}*
  = error > pull-request create @2 | start pull-request job_1 ✓
label | labeled | 0:comment-create.1=429-retry-after.2
  = pull-request create @20 | start pull-request job_1 ✓
  asks …write write CREATE…
label | labeled | 0:comment-create.1=429-retry-after.3
  = error | start error -
  asks …write write
  takes 0 to 1
label | labeled | 0:comment-create.1={403,404}
  = pull-request create
  warns The reply couldn't be written: Writing the comment failed: GitHub answered … The run continues without the reply. If you re-run the workflow, it sends the request again. The token needs \`issues: write\`…
label | labeled | 0:comment-create.1={410,422}
  = pull-request create
  warns The reply couldn't be written: Writing the comment failed: GitHub answered … The run continues without the reply. If you re-run the workflow, it sends the request again.
label | /docs more | 0:comment-create.1=403
  = pull-request create
  warns The reply couldn't be written: …
# It cannot be changed.
label | labeled | 0:comment-update.1={403,422}
  = pull-request create | start sending -, start pull-request job_1 ✓
label | labeled | 0:comment-update.1=502
  = pull-request create | start pull-request job_1 ✓
  asks …CREATE edit edit polls…
label | labeled | 0:comment-update=500*
  = pull-request create | start sending -
  warns The reply isn't up to date: Changing the comment failed: GitHub answered 500 (Internal server error). The job keeps running.
  takes 50 to 95
label | labeled | 0:comment-update.2=500*
  = pull-request create | start working job_1
  warns The reply isn't up to date: Changing the comment failed: GitHub answered 500 (Internal server error).
label | labeled | 0:comment-update.{1,2}=primary-limit
  = pull-request create | start pull-request job_1 ✓
label timeout-minutes=1 jobs-take=300000 | labeled | 0:comment-update.2=500*
  = timeout create | start working job_1
  warns The reply isn't up to date: …. The job keeps running.
`,

  'the comment on the pull request': `
label docs-here | labeled | 0:comment-create.2=403
  = pull-request create | start pull-request job_1 ✓
  warns People can't send follow-ups from the docs pull request, because the action couldn't comment there: … 403 (…). The token needs \`pull-requests: write\`.
label docs-here | labeled | 0:comment-create.2=500*
  = pull-request create | start pull-request job_1 ✓
  says People can't send follow-ups from the docs pull request, because the action couldn't comment there: Writing the comment failed: GitHub answered 500 (Internal server error).
  takes 7 to 20
label | labeled | 0:comment-create.2=403
  = pull-request create | start pull-request job_1 ✓
  says People can't send follow-ups from the docs pull request, because the action couldn't comment there: …403 (…). The token needs \`issues: write\`
# Where a job reports another link later, the comment is looked for there.
label | labeled > jobs link-query > /docs more
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  asks …list edit
label | labeled | 0:comment-list=500*
  = pull-request create | start pull-request job_1 ✓
  says People can't send follow-ups from the docs pull request, because the action couldn't comment there: Reading the comments failed: GitHub answered 500
`,

  'a notification': `
label-notify | labeled
  = pull-request create | start pull-request job_1 ✓
  says @maria ✅ The docs pull request is ready: [\`https://github.com/acme/docs/pull/41\`](<https://github.com/acme/docs/pull/41>)
  asks …edit write
label-notify jobs-take=600000 timeout-minutes=1 | labeled
  = timeout create | start timeout job_1
  says @maria ⏳
label-notify wait=false | labeled
  = started create | start started job_1
  never @maria
label-notify comment=false | labeled
  = pull-request create
  says @maria
label-notify comment=false | labeled | 0:comment-create={502,500-done}*
  = pull-request create
  warns maria wasn't notified: Writing the comment failed: GitHub answered …
  asks …pull-request write
label-notify | labeled | 0:get.2=SIGTERM
  = cancelled create | start cancelled job_1
  never @maria
label-notify github-token= minimum-permission=none | labeled
  = pull-request create
  warns This run can't reply: …
label-notify allowed-bots=renovate[bot] | renovate[bot] issues.labeled 12 docs
  = pull-request create | start pull-request job_1 ✓
  never @renovate
run-create notify=true | dispatched
  = pull-request create
  asks no write
`,
};
