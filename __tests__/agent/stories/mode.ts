export default {
  'the log': `
label | labeled
  = pull-request create | start pull-request job_1 ✓
  logs Docs Agent … · agent mode · project docs-project at http://127.0.0.1:4010
  logs Requested by maria: label docs. Prompt: … characters (set dry-run: true to see it).
  logs Job created: job-id job_1 (status active, model sandbox-writer-1, repository acme/docs).
  logs Waiting for the job, up to 30 min
  logs Status active · 2 s waited, 1 poll; next in 2 s.
  logs The job completed and reported its pull request (4… s, 2 polls).
  logs https://github.com/acme/docs/pull/41
  logs ✅ The docs pull request is ready: Docs update 41 · 1 file changed, +3 −3
  logs To request changes, comment /docs … on #12. The request goes to the same job.
run-create | dispatched
  = pull-request create
  logs Docs Agent …
  logs Requested by maria: …. Prompt: …
  logs Job created: …
  logs Waiting …
  logs Status …
  logs The job completed …
  logs https://github.com/acme/docs/pull/41
  logs ✅ The docs pull request is ready: …
  logs To send a follow-up, run the action with job-id: job_1 and a prompt.
run-watch | job > wait 9000 > dispatched
  = pull-request job_1
  says The job completed and reported its pull request (0 s, 1 poll).
run-watch | dispatched
  = error job_1
  logs Docs Agent …
  logs Watching job-id job_1.
  logs Waiting for the job, up to 30 min
  logs A poll failed, which doesn't mean that the job failed. GET … returned 404 Not Found. Mintlify's response: "Job not found" · 0 s waited, 1 poll; next in 2 s.
  logs Mintlify can't find this project or job: GET … returned 404 Not Found, so the job couldn't be read (33 s, 16 polls).
  logs Mintlify's response: Job not found
  logs Check \`project-id\` and \`job-id\`, …
  never keeps running
run-create | jobs bare-job > dispatched
  = no-pull-request create
  says Job created: job-id job_1 (status active).
label | labeled | 0:create=400
  = error create | start error -
  fails Mintlify rejected this request as invalid: POST /v2/agent/docs-project/job returned 400 …Mintlify's response: Invalid request…Nothing was started.
label | /docs more | 0:permission=SIGTERM
  = cancelled
  says ## ✋ The run was cancelled
# What is wrong for the event comes with the rest, unless what it depends on is wrong, or the event is skipped in any case.
label wait=maybe | scheduled
  = error
  fails Invalid inputs: \`wait\`, \`prompt\`.…
label include=wrong | scheduled
  = error
  fails Invalid input include: …
label trigger-phrase=/d\u200bocs | scheduled
  = error
  fails Invalid input trigger-phrase: GitHub hides some of the phrase…
latest comment=false | scheduled
  = error
  fails Invalid inputs: \`prompt\`, \`job-id\`.…
latest comment=maybe | scheduled
  = error
  fails Invalid inputs: \`comment\`, \`prompt\`.…
latest comment=false | maria issues.unlabeled 12 docs
  = skipped
# What fails the step is judged for each story.
label fail-on=archived | jobs failed > labeled
  = failed create | start failed job_1
  says ## ❌ The docs agent failed
label fail-on=failed timeout-minutes=1 jobs-take=600000 | labeled
  = timeout create | start timeout job_1
  says ## ⏳
label fail-on=none | labeled | 0:create=401
  = error create | start error -
  says ## ❌ Nothing was started…The API key is wrong or has expired: POST …otherwise. Create a new
# The pull request of the request before is not what this one has led to.
run-message timeout-minutes=0.5 | jobs stale-for-good > job > wait 9000 > dispatched
  = timeout message job_1
  logs Docs Agent …
  logs Requested by maria: …
  logs Follow-up accepted: job-id job_1 (status completed, …
  logs Waiting for the job, up to 30 s
  logs Status completed, which may still belong to the previous request. …
  logs The job looked finished after 28 s, …
  logs …To watch the job, run the action with job-id: job_1 and no prompt.
`,

  'who asked for what': `
label | maria issues.labeled 12 docs
  = pull-request create | start pull-request job_1 ✓
  says Requested by maria: label docs.
anything | maria issues.opened 12
  = pull-request create | start pull-request job_1 ✓
  says Requested by maria: issue opened.
anything | maria pull_request.opened 101
  = pull-request create | start pull-request job_1 ✓
  says Requested by maria: pull request opened.
anything | /docs shorten\u2028 ::it
  = pull-request create | start pull-request job_1 ✓
  says Requested by maria: shorten ::it.
anything | /docs
  = pull-request create | start pull-request job_1 ✓
  says Requested by maria: /docs.
anything | maria release.published
  = pull-request create
  warns This run can't reply: …
  says Requested by maria: release v1.
push-changes | maria push.direct
  = pull-request create
  warns This run can't reply: …
  says Requested by maria: push to main.
`,

  'what sends nothing': `
prompt-here job-id=FIRST comment=false | job > mallory issues.labeled 12 docs
  = skipped
anything | mallory issue_comment.created 12 /docs buy shoes
  = skipped
  says Skipped, and nothing was sent. mallory has \`none\` access, but \`minimum-permission\` is \`write\`.
  says ## ⏭️ Skipped
  never Outcome
  asks permission
anything{, comment=false} | rita issue_comment.created 12 /docs buy shoes
  = skipped
  says rita has \`read\` access
anything | helper[bot] issue_comment.created 12 /docs buy shoes
  = skipped
  says helper[bot] is a bot that isn't listed in \`allowed-bots\`.
  asks nothing
label trigger-label=other | labeled
anything | maria issue_comment.created 12 LGTM
  = skipped
  asks nothing
watch | maria pull_request_review.submitted 101 /docs x | 0:get=401
  = error job_1 | watch error job_1
label dry-run=true | labeled
  = skipped
  says Dry run: what would be sent
  says > Title: Subject 12…This is a dry run, so nothing was sent to Mintlify.…#…> Title: Subject 12
  says Action: start a new job…Project: docs-project at http://127.0.0.1:4010…Requested by: maria…Event: issues: label docs…Reply: a new comment…Prompt: 507 characters…Parts of the prompt:…instructions: 225 characters
  asks no write edit
label dry-run=true | labeled > /docs more
  = skipped > skipped
  asks no write edit
anything job-id=FIRST dry-run=true | job > wait 9000 > /docs more
  = skipped
  says Action: send a follow-up to the job job_1
  asks no write edit
label-watch dry-run=true comment=false | job > wait 9000 > labeled; steps 1
  = skipped
  says Action: watch the job job_1, and send nothing…Reply: none…Prompt: none…Prompt: none
  asks permission
# What is wrong is told by a dry run, too, but not on the thread.
anything dry-run=true | maria issue_comment.created 55 /docs more
  = error
  asks no write edit
`,
};
