export default {
  'the first attempt': `
label | labeled > labeled
  = pull-request create > pull-request create | start pull-request job_1 ✓, start pull-request job_2 ✓
label | labeled > /docs more
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  writes …+6 −6 To request changes, …
label | /docs more
  = pull-request create | start pull-request job_1 ✓
  says This request starts a new job, because there is no earlier one…Prompt: …This request starts a new job, because there is no earlier one
label | labeled > /docs more | 0:create=504
  = unknown create > pull-request create | start unknown -, start pull-request job_2 ✓
  says This request starts a new job, because there is no earlier one
label | jobs failed > labeled > jobs happy > /docs more
label | jobs failed > maria pull_request.labeled 55 docs > jobs happy > maria issue_comment.created 55 /docs more
  = failed create > pull-request create | start failed job_1, start pull-request job_2 ✓
  says The previous job has failed, so this request starts a new job.
label | jobs archived > labeled > jobs happy > /docs more
  = archived create > pull-request create | start archived job_1, start pull-request job_2 ✓
  says The previous job is archived, so
label | labeled > wait 60000 > /docs more | 1:get.1=404
  = pull-request create > pull-request create | start pull-request job_1 ✓, start pull-request job_2 ✓
  says The previous job no longer exists, so
label | labeled > /docs more | 1:comment-create=403
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓
  warns The reply couldn't be written: …
# Whether the job is idle decides when an end counts.
label jobs-take=20000 | labeled; then 5000 > /docs more
label | labeled > /docs more | 1:get.1=401
label | labeled > /docs more | 1:get.1=reset-before
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
label jobs-take=8000 | labeled > jobs stale-after-message > /docs one; then 300 > /docs two
  = pull-request create > pull-request message job_1 > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active, message pull-request job_1 ✓ after-stable
label jobs-take=20000 | jobs odd-status > labeled; then 5000 > /docs more
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
  warns Mintlify reports a status that isn't documented: constructor. The action keeps waiting.
label | labeled > /docs more | 1:get.1=hang
  = pull-request create > pull-request message job_1 @10 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
  takes 80 to 81
label docs-here | labeled > maria issue_comment.created 41 /docs more
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
# With a job that is given.
label job-id=FIRST | job > wait 9000 > labeled
  = pull-request job_1 | watch pull-request job_1 ✓
  says comment-url: https://github.com/acme/product/issues/12#issuecomment-
  writes …To request changes, comment … here. <sub>…
watch | job > wait 9000 > /docs more
  = pull-request job_1 | watch pull-request job_1 ✓
  says Watching job-id job_1.
watch | labeled
  = error job_1 | watch error job_1
  takes 30 to 36
anything job-id=FIRST | job > wait 9000 > /docs a b > /docs c d
  = pull-request message job_1 * > pull-request message job_1 | message pull-request job_1 ✓ after-active, message pull-request job_1 ✓ after-active
anything job-id=FIRST | job > wait 9000 > /docs a b > /docs c d | 0:message=400
  = error message job_1 * > pull-request message job_1 * | message error - after-active, message pull-request job_1 ✓ after-active
anything job-id=FIRST | job > wait 9000 > /docs a b > /docs c d; then 100 > /docs e f | 1:message=slow
  = pull-request message job_1 * > pull-request message job_1 > pull-request message job_1 | message pull-request job_1 ✓ after-active, message pull-request job_1 ✓ after-active, message pull-request job_1 ✓ after-stable
prompt job-id=FIRST | job > wait 9000 > dispatched
  = pull-request message job_1 | message pull-request job_1 ✓ after-active
prompt job-id=FIRST | dispatched
  = error message job_1 @30 | message error - after-stable
label job-id=FIRST | job > wait 9000 > /docs more | 0:permission=SIGTERM
  = cancelled job_1
prompt-here | maria pull_request_review.submitted 101 Thanks > maria pull_request_review.submitted 101 Thanks
  = pull-request create > pull-request create | start pull-request job_1 ✓, start pull-request job_2 ✓
# A follow-up does not use what was read before its job was known.
anything include=changes | maria issue_comment.created 101 /docs more > maria issue_comment.created 101 /docs even more
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
# A default instruction is not sent without its material.
sweep | scheduled > commit > scheduled | 1:content=403
  = skipped > error | nothing error -
  warns \`changes\` is missing from the prompt: Comparing commits failed: …403 (…). The token needs \`contents: read\`.
# With the latest of the thread.
latest | labeled
  = pull-request create | start pull-request job_1 ✓
  says This request starts a new job, because there is no earlier one
latest | labeled > labeled
  = pull-request create > pull-request message job_1 * | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
latest | jobs failed > labeled > jobs happy > labeled
  = failed create > pull-request create | start failed job_1, start pull-request job_2 ✓
  says The previous job has failed, so
latest | labeled | 0:comment-create=403
  = error
  says The reply couldn't be written: …Nothing was sent
latest include=changes | maria push.direct
  = pull-request create
  warns This run can't reply: the event has no issue or pull request…
  warns \`job-id: latest\` needs an issue or pull request to search, but …. This request starts a new job.
`,

  'the pull request of the job': `
label | labeled > merge > /docs more
  = pull-request create > pull-request create | start pull-request job_1 ✓, start pull-request job_2 ✓
  says The previous job's pull request is merged, so this request starts a new job.
  writes **✅ …**… The previous job's pull request is merged, so this request starts a new job. To request changes, …· [run](<https://github.com/acme/product/actions/runs/9001>)</sub>
# No reply has seen it: the job itself says which it is.
label wait=false | labeled > wait 20000 > merge > /docs more
  = started create > started create | start started job_1, start started job_2
  says The previous job's pull request is merged, so
label | jobs link-{files,query} > labeled > merge > /docs more
label | labeled > merge > /docs more | 1:get.1=500
latest | labeled > merge > labeled
  = pull-request create > pull-request create | start pull-request job_1 ✓, start pull-request job_2 ✓
label | labeled > close > /docs more
  = pull-request create > pull-request create | start pull-request job_1 ✓, start pull-request job_2 ✓
  says The previous job's pull request is closed, so
anything job-id=FIRST | job > wait 9000 > merge > /docs more
  = pull-request message job_1 * | message pull-request job_1 ✓ after-active
label | labeled > /docs more | 1:pull-request.1=403
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  says **✅ The docs agent finished the follow-up**
latest | labeled > labeled | 1:pull-request.1=403
  = pull-request create > pull-request message job_1 * | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  warns The action couldn't check whether the docs pull request is still open. …403 (…). The token needs \`pull-requests: read\`.
latest | labeled > labeled | 1:pull-request.1=hang
  = pull-request create > pull-request message job_1 * @10 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  warns The action couldn't check … GitHub didn't answer in time.
label | labeled | 0:pull-request=500*
  = pull-request create | start pull-request job_1 ✓
  asks …pull-request pull-request pull-request …
label | labeled | 0:pull-request=429-retry-after.2
  = pull-request create | start pull-request job_1 ✓
  asks …polls pull-request list…
# What a follow-up changed, also in the reply of its re-run.
label | labeled > /docs more > re-run 1
  = pull-request create > pull-request message job_1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  says ✅ The docs pull request has 1 new commit…**✅ The docs pull request has 1 new commit**…2 files changed
label | jobs rewritten-commits > labeled > /docs more > re-run 1
  = pull-request create > pull-request message job_1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  says **✅ The docs pull request was changed**
label | jobs no-new-commits > labeled > /docs more > re-run 1
  = pull-request create > pull-request message job_1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  says **☑️ The docs agent finished, and the docs pull request has no new commit**
label | labeled > /docs more | 1:get.3=merged
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  says **✅ The docs pull request is merged**
`,

  'a pull request of a bot whose job is not known': `
anything | maria issue_comment.created 55 /docs more
  = error | nothing error -
  says mintlify[bot] opened this pull request, and the action doesn't know the agent job behind it.…To send that job a follow-up, run the workflow with its …Nothing was sent.
anything | maria issue_comment.created 55 /docs more > re-run 0
  = error > error | nothing error -
  says doesn't know the agent job behind it
anything allowed-bots=mintlify[bot] | maria issue_comment.created 55 /docs more
anything | maria issue_comment.created 101 /docs more
  = pull-request create | start pull-request job_1 ✓
`,

  'a memory that cannot be read': `
label | labeled > re-run 0 | 1:comment-list=403*
  = pull-request create > error | start pull-request job_1 ✓
  says Could not read the action's earlier replies: …403 (…).…\`issues: write\`
label | labeled > re-run 0 | 1:comment-list.1=SIGTERM
  = pull-request create > cancelled | start pull-request job_1 ✓
label | labeled > re-run 0 | 1:comment-list=500*
  = pull-request create > error | start pull-request job_1 ✓
  takes 25 to 30.2
label | /docs more | 0:comment-list=403*
  = error | nothing error -
latest | labeled | 0:comment-list=403*
  = error | nothing error -
label job-id=FIRST | job > wait 9000 > /docs more | 0:comment-list.1=403*
  = error job_1 | nothing error -
watch | job > wait 9000 > labeled > re-run 0 | 1:comment-list=403*
  = pull-request job_1 > pull-request job_1 | watch pull-request job_1 ✓
  warns The reply couldn't be written: Reading the comments failed: …
anything comment=false | /docs more
  = pull-request create
  asks no list write
label | /docs more | 0:comment-list.1=500 0:comment-list.2=500 0:comment-list.3=500
  = pull-request create @4 | start pull-request job_1 ✓
# It is not asked for another minute to take the reply.
label | /docs more | 0:comment-list=500* 0:comment-create=500*
  = error
  takes 30 to 50
# Where it decides nothing, a refusal is passed over; a failure, or a re-run that has lost its reply, is not.
prompt-here job-id=FIRST | job > wait 9000 > maria issues.labeled 12 docs | 0:comment-list.1=403
  = pull-request message job_1 | message pull-request job_1 ✓ after-active
prompt-here job-id=FIRST | job > wait 9000 > maria issues.labeled 12 docs | 0:comment-list=500*
  = error job_1 | nothing error -
prompt-here job-id=FIRST | job > wait 9000 > maria issues.labeled 12 docs > edit 12 deleted > re-run 0 | 1:comment-list.4=403
  = pull-request message job_1 > error job_1 | nothing error -
# A list without the comment that asks, or without the reply, is read again, then taken as it is.
label stale=900 | labeled > wait 60000 > /docs more
  = pull-request create > pull-request message job_1 @1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
label stale=2500 | labeled > wait 60000 > /docs more
  = pull-request create > pull-request message job_1 @3 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
label stale={6000,9000} | labeled > wait 60000 > /docs more
  = pull-request create > pull-request message job_1 @7 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
label stale=9000 | /docs more | 1500ms=SIGTERM
  = cancelled | nothing cancelled -
  takes 1.5 to 1.6
label | labeled > re-run 0 > re-run 0 | 1:comment-list.1=wrong-shape.1 1:comment-list.2=403*
  = pull-request create > error > pull-request job_1 | start pull-request job_1 ✓
`,

  'a re-run': `
label | labeled > re-run 0
  = pull-request create > pull-request job_1 | start pull-request job_1 ✓
  says This re-run only watches the job: an earlier attempt already sent the request.
prompt job-id=FIRST | job > wait 9000 > dispatched > re-run 0
  = pull-request message job_1 > pull-request job_1 | message pull-request job_1 ✓ after-active
watch | job > wait 9000 > labeled > re-run 0
  = pull-request job_1 > pull-request job_1 | watch pull-request job_1 ✓
label | labeled > /docs more > wait 30000 > re-run 1 | 1:get.3=gone
  = pull-request create > gone message job_1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  takes 25 to 36
label | labeled > /docs more > wait 60000 > re-run 1 | 1:get.3=gone
  = pull-request create > gone message job_1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  takes 0 to 1
label | labeled > /docs more > re-run 1 | 2:get.1=500
  = pull-request create > pull-request message job_1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  takes 0 to 3
label jobs-take=30000 | labeled; then 5000 > /docs more > re-run 1 | 1:get.3=gone
  = pull-request create > gone message job_1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
  takes 85 to 100
label | labeled > jobs failed > /docs more > jobs happy > re-run 1
  = pull-request create > failed message job_1 > pull-request create | start pull-request job_1 ✓, start pull-request job_2 ✓
label | labeled > re-run 0 | 0:get.1=401
label | labeled > wait 60000 > re-run 0 | 0:get.1=401 1:get.1=404
  = error create > pull-request job_1 | start pull-request job_1 ✓
label | jobs failed > labeled > jobs happy > re-run 0
  = failed create > pull-request create | start pull-request job_2 ✓
  says The job of the earlier attempt has failed, so this re-run sends the request again.
label | jobs archived > labeled > jobs happy > re-run 0
  = archived create > pull-request create | start pull-request job_2 ✓
  says The job of the earlier attempt is archived, so this re-run
label | jobs failed > labeled > re-run 0 | 1:get.1=500
  = failed create > failed job_1 | start failed job_1
label | labeled > wait 60000 > re-run 0 | 0:get.1=401 1:get=404*
  = error create > error job_1 | start error job_1
  takes 0 to 1
label | labeled > jobs archived > /docs more > re-run 0 > re-run 0
  = pull-request create > archived message job_1 > archived job_1 > archived job_1 | start archived job_1 ✓, message archived job_1 after-active
label | labeled > re-run 0 | 0:create=gone
  = gone create > unknown | start unknown -
  says was cut off while it was sending the request, so Mintlify may have accepted it.…This attempt sent nothing, …the next attempt sends the request.
label | labeled > re-run 0 > re-run 0 | 0:create=gone
  = gone create > unknown > pull-request create | start pull-request job_2 ✓
  says An earlier attempt …there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.
label | labeled > /docs more > re-run 1 | 1:message=gone
  = pull-request create > gone message job_1 > unknown job_1 | start pull-request job_1 ✓, message unknown - after-active
label | labeled > re-run 0 | 0:create=401
  = error create > pull-request create | start pull-request job_1 ✓
  never may be two
label | labeled > re-run 0 | 0:comment-create.1=SIGTERM
  = cancelled > pull-request create | start pull-request job_1 ✓
  never may be two
label | labeled > re-run 0 > re-run 0 | 0:create=504 1:create=401
  = unknown create > error create > pull-request create | start pull-request job_2 ✓
  says there may be two jobs
label | jobs failed > labeled > jobs happy > /docs more > re-run 1 | 1:create=504
  = failed create > unknown create > pull-request create | start failed job_1, start pull-request job_3 ✓
  says there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.…The previous job has failed, so
label stale=14000 | /docs more > re-run 0
  = pull-request create @7 > pull-request job_1 | start pull-request job_1 ✓
# Two lists can be out of date, and once the reply is there, a third.
label stale={8000,9000,9500} | labeled > re-run 0
  = pull-request create > pull-request job_1 | start pull-request job_1 ✓, nothing undecided -
  says This re-run continues in [the reply from an earlier attempt](…
label stale=8000 | labeled > re-run 0 | 1:comment-update.1=500 1:comment-update.2=500 1:comment-update.3=500 1:comment-update.4=500
  = pull-request create > pull-request job_1 | start pull-request job_1 ✓, nothing undecided -
  warns The reply isn't up to date: …500 (…).
  takes 12 to 14
# Nor does a reply that GitHub did not create stand for the one of the earlier attempt.
label stale=2300 wait=false | labeled > re-run 0 | 1:comment-create.1={reset-before,502}
  = started create > pull-request job_1 | start pull-request job_1 ✓, nothing undecided -
label stale=6700 | labeled > re-run 0 | 1:comment-create.1=500 1:comment-create.2=403
  = pull-request create > pull-request job_1 | start pull-request job_1 ✓
  warns The reply couldn't be written: …
label stale=3000 wait=false | labeled > re-run 0 | 0:create=500
  = unknown create > started create @5 | start started job_1, nothing undecided -
  says there may be two jobs
label | labeled > edit 12 deleted > re-run 0
  = pull-request create > pull-request create @2 | start pull-request job_2 ✓
  says This re-run sends the request, because the thread has no reply from an earlier attempt.
label-alone | labeled > re-run 0
  = pull-request create > pull-request create
  warns This re-run can't see what earlier attempts did, because it has no reply to read. …
label dry-run=true | labeled > re-run 0
  = skipped > skipped
  never This re-run
label-watch | job > wait 9000 > labeled > re-run 0; steps 1
  = pull-request create > pull-request job_1 > pull-request job_1 | start pull-request job_2 ✓, watch pull-request job_1 ✓
  never This re-run
`,

  'two workflows that listen to the same comment': `
label second-workflow | /docs more
  = pull-request create > pull-request message job_1 @1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
  warns Another workflow already answered this comment: …#issuecomment-1003. Both listen for /docs, so you pay twice. Delete .github/workflows/docs-too.yml, or set another \`trigger-phrase\` in it.
  writes …Another workflow already answered this comment: …
label second-workflow | jobs failed > /docs more > jobs happy > re-run 0
  = failed create > failed message job_1 @1 > pull-request create | start pull-request job_2 ✓, message failed job_1 after-stable
label second-workflow | /docs more > re-run 1
  = pull-request create > pull-request message job_1 @1 > pull-request job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
`,

  'requests at the same time': `
label | /docs one; then 500 > /docs two | 0:create=slow
  = pull-request create > pull-request message job_1 @7 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  says Another request just started a job, so this request goes to that job.…Follow-up accepted…Another request just started a job
label | /docs one; then 100 > /docs two
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
label | /docs one; then 0 > /docs two
  = pull-request create > pull-request message job_1 @1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-stable
anything job-id=FIRST | job > wait 9000 > /docs one > /docs two; then 0 > /docs three
  = pull-request message job_1 * > pull-request message job_1 > pull-request message job_1 | message pull-request job_1 ✓ after-active, message pull-request job_1 ✓ after-stable, message pull-request job_1 ✓ after-stable
# A given job is not left for another.
label-message together | job > wait 9000 > /docs one
  = pull-request create > pull-request message job_1 * | start pull-request job_2 ✓, message pull-request job_1 ✓ after-stable
label-message together | job > wait 9000 > /docs one | 0:create=slow
  = pull-request create > pull-request message job_1 * | start pull-request job_2 ✓, message pull-request job_1 ✓ after-stable
# Jobs of a matrix that differ in nothing: each sends in the first attempt.
alike prompt= | /docs one
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
label | /docs one; then 200 > /docs two | 0:create.1=429-retry-after.1 0:create.2=400
  = error create + create @2 > pull-request create @3 | start error -, start pull-request job_1 ✓
label | jobs failed > /docs one; then 200 > /docs two | 0:create=slow
  = failed create > failed create @7 | start failed job_1, start failed job_2
label | /docs one; then 200 > /docs two | 0:create=gone-early
  = gone create > pull-request create @125 | start sending -, start pull-request job_2 ✓
label | /docs one > wait 100000 > /docs two | 0:create=gone-early
  = gone create > pull-request create @25 | start sending -, start pull-request job_2 ✓
label | /docs one > wait 130000 > /docs two | 0:create=gone-early
  = gone create > pull-request create | start sending -, start pull-request job_2 ✓
label-watch together | job > wait 9000 > /docs one | 0:comment-create.1=slow
  = pull-request message job_1 @5 > pull-request job_1 | message pull-request job_1 ✓ after-active, watch pull-request job_1 ✓
label | labeled; then 300 > labeled; then 300 > /docs more | 0:create=slow
  = pull-request create > pull-request create > pull-request message job_1 @7 | start pull-request job_1 ✓, start pull-request job_2 ✓, message pull-request job_1 ✓ after-active
label | labeled > labeled; then 300 > /docs more | 1:create=slow
  = pull-request create > pull-request create > pull-request message job_2 @7 | start pull-request job_1 ✓, start pull-request job_2 ✓, message pull-request job_2 ✓ after-active
label | labeled > labeled > wait 200000 > re-run 0 > labeled; then 300 > /docs more | 3:create.1=429-retry-after.1 3:create.2=400
  = pull-request create > pull-request create > pull-request job_1 > error create + create @2 > pull-request message job_2 @3 | start pull-request job_1 ✓, start pull-request job_2 ✓, start error -, message pull-request job_2 ✓ after-active
label | /docs a > wait 2000 > /docs b; then 1300 > re-run 0 | 0:create=400 1:create=slow
  = error create > pull-request create > pull-request message job_1 @7 | message pull-request job_1 ✓ after-active, start pull-request job_1 ✓
label | /docs a > wait 2000 > /docs b; then 1300 > re-run 0 | 0:create=500 1:create=slow
  = unknown create > pull-request create > pull-request message job_1 @7 | message pull-request job_1 ✓ after-active, start pull-request job_1 ✓
  says there may be two jobs…dashboard.…Another request just started a job
label | /docs one; then 500 > /docs two | 0:create=slow 1:message=reset-after
  = pull-request create > unknown message job_1 @7 | start pull-request job_1 ✓, message unknown - after-active
  says job \`job_1\`
label | /docs one | 0:comment-list=500*
  = error | nothing error -
  says Could not read the action's earlier replies: 
  takes 25 to 45
label | /docs one; then 200 > /docs two | 0:create=gone-early 5000ms=SIGTERM
  = gone create > cancelled | start sending -, nothing cancelled -
  takes 5 to 5.2
label | /docs one; then 200 > /docs two | 0:create=gone-early 1:comment-list.2=SIGTERM
  = gone create > cancelled | start sending -, nothing cancelled -
# A job that has failed was at work on nothing.
prompt-here job-id=FIRST comment=false | jobs failed > job > wait 9000 > jobs happy > maria issues.labeled 12 docs
  = pull-request message job_1
  takes 0 to 10
# The machine of the first run is gone, and its reply says that it is at work.
label | labeled > wait 600000 > /docs more | 0:get.1=gone
  = gone create > pull-request message job_1 | start working job_1, message pull-request job_1 ✓ after-stable
  takes 60 to 75
# Nobody hears of a dry run.
label dry-run=true | tina issue_comment.created 12 /docs more
  = skipped
  asks permission
label job-id=latest github-token= | labeled
  = error
  asks nothing
  says because \`github-token\` is empty (does the secret exist?)
# Sixty seconds after a follow-up, its end is settled, also for who does not wait.
label wait=false | labeled > wait 20000 > /docs more > wait 30000 > re-run 1
  = started create > started message job_1 > started job_1 | start started job_1, message started job_1 after-stable
  says The job looks finished, but that status may still belong to the previous request
  never The job keeps running
label wait=false | labeled > wait 20000 > /docs more > wait 120000 > re-run 1
  = started create > started message job_1 > pull-request job_1 | start started job_1, message pull-request job_1 ✓ after-stable
label wait=false | labeled > wait 9000 > re-run 0
  = started create > pull-request job_1 | start pull-request job_1 ✓
label include=event | labeled > re-run 0
  = pull-request create > pull-request job_1 | start pull-request job_1 ✓
`,
};
