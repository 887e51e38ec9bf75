export default {
  'a push is about the pull request that it merged': `
push | maria push.{squash,merge} 101
  = pull-request create | start pull-request job_1 ✓
push | maria push.direct
  = skipped
  takes 0 to 0.2
  says The push didn't merge a pull request, and \`include\` doesn't name \`changes\`.
push | maria push.{tag-deleted,branch-created,branch-deleted,forced}
  = skipped
  asks nothing
# An empty answer is asked for again where the commit names a pull request.
push late-merges=1 | maria push.squash 101
  = pull-request create @1 | start pull-request job_1 ✓
push late-merges=2 | maria push.merge 101
  = pull-request create @4 | start pull-request job_1 ✓
push other-pulls | maria push.squash 101
  = pull-request create | start pull-request job_1 ✓
  says Requested by maria: merge of #101.
push other-pulls | maria push.direct
  = skipped
  takes 0 to 0.2
# Bots start nothing, unless they are listed.
push-changes | renovate[bot] push.squash 101
  = pull-request create | start pull-request job_1 ✓
prompt-here | maria push.squash 41
  = skipped
  says Pull request #41 was opened by mintlify[bot], a bot that isn't listed in \`allowed-bots\`.
push-changes | maria push.squash 301
  = skipped
push-changes | dependabot[bot] push.direct
  = skipped
  says dependabot[bot] is a bot that isn't listed in \`allowed-bots\`.
prompt-here comment=false | dependabot[bot] push.direct
  = skipped
# Who merges need not be who made the change.
prompt-here comment=false allowed-bots= | merge-queue[bot] push.squash 101
  = pull-request create
prompt-here comment=false allowed-bots= | merge-queue[bot] push.direct
  = skipped
prompt-here comment=false | maria push.direct
  = pull-request create
  asks no commit-pulls
# A watch needs to know nothing of it.
push comment=false job-id=FIRST include=none | job > dependabot[bot] push.direct
  = pull-request job_1
push-changes comment=false allowed-bots=dependabot[bot] | dependabot[bot] push.direct
  = pull-request create
# Without its thread, each request would start a job.
merges issue-number= job-id=latest | merged 101 | 0:commit-pulls=403*
  = error
  says pull-requests: read
push job-id=latest | maria push.direct
  = skipped
# It is looked up where a reply or the prompt uses it.
prompt-here | maria push.squash 101
  = pull-request create | start pull-request job_1 ✓
  asks commit-pulls…
prompt-here comment=false include=event | maria push.squash 101
  = pull-request create
  asks commit-pulls…
prompt-here comment=false | maria push.squash 101
prompt-here comment=false include=none | maria push.squash 101
  = pull-request create
  asks no commit-pulls
push comment=false include=none job-id=FIRST | job > wait 9000 > maria push.squash 101
  = pull-request job_1
  asks no commit-pulls
push comment=false job-id=FIRST | job > wait 9000 > maria push.direct
  = pull-request job_1
# GitHub does not say.
push | maria push.squash 101 | 0:commit-pulls=403*
  = error
  says Reading the pull requests of the commit failed: GitHub answered …Nothing was sent. If you change the workflow file, start a new run, because a re-run uses the old file.
push | maria push.squash 101 | 0:commit-pulls=502*
  = error
  says Reading the pull requests of the commit failed: GitHub answered …Nothing was sent. Re-run the workflow.
{prompt-here,push-changes} | maria push.squash 101 | 0:commit-pulls=403
  = pull-request create
  warns The action couldn't determine whether this push merged a pull request. Reading …403 (…). The token needs \`pull-requests: read\`.
  warns This run can't reply: …
prompt-here | maria push.squash 101 | 0:commit-pulls={502,primary-limit.1}*
  = error
  says Nothing was sent. Re-run the workflow.
prompt-here issue-number=30 | maria push.squash 101 | 0:commit-pulls=502*
  = pull-request create @28 | start pull-request job_1 ✓
  warns The action couldn't determine whether this push merged a pull request. Reading …502.
prompt-here comment=false include=changes | maria push.squash 101 | 0:commit-pulls=502*
  = pull-request create @28
  warns The action couldn't determine whether this push merged a pull request. Reading …502.
prompt-here include=event github-token= | maria push.squash 101
  = pull-request create
  warns The action couldn't determine whether this push merged a pull request. The pull request of the commit can't be read because \`github-token\` is empty (does the secret exist?).
  warns This run can't reply: …
push github-token= | maria push.squash 101
  = error
  says The pull request of the commit can't be read because \`github-token\` is empty
`,

  'a dispatch is about its issue-number': `
by-number | dispatched
  = pull-request create | start pull-request job_1 ✓
  asks issue…
by-number | maria repository_dispatch.docs
  = pull-request create | start pull-request job_1 ✓
by-pull-request | dispatched
  = pull-request create | start pull-request job_1 ✓
  asks issue content…
by-number include=changes | dispatched
  = skipped
  says No earlier successful run of this workflow was found
by-number include=changes | scheduled
  = skipped
  asks no issue
by-number prompt=Look | dispatched
  = pull-request create | start pull-request job_1 ✓
  asks no issue
by-number job-id=FIRST comment=false | job > wait 9000 > dispatched
  = pull-request job_1
  asks no issue
by-number comment=false | maria release.published
  = pull-request create
  asks no issue
by-number | dispatched | 0:issue={404,502}*
  = error | nothing error -
  says Reading issue #12 failed: GitHub answered ……Nothing was sent.
by-number | dispatched | 0:issue=404*
  = error | nothing error -
  says Issue #12 isn't in acme/product: check \`issue-number\`.
by-number github-token= | dispatched
  = error
  says The action can't read issue #12 because \`github-token\` is empty (does the secret exist?).…Nothing was sent.
`,
};
