export default {
  'the checks of the docs pull request': `
# The reply is written before the wait, and after it. All have completed after 20 s, and that has stood for 30 s.
label checks-minutes=5 checks=green | labeled
  = pull-request create | start pull-request job_1 ✓
  asks permission write CREATE edit polls pull-request list write edit pull-request check-runs commit-status deployments …commit-status deployments deployment-statuses edit
  writes …is ready…✅ Checks passed · [Preview](<https://preview.example/>)…
  says This reply will be updated when the checks have completed.…reason: The job completed and reported its pull request.…checks: success…preview-url: https://preview.example/
  takes 64 to 66
label checks-minutes=5 checks=red | labeled
  = pull-request create | start pull-request job_1 ✓
  writes …❌ 1 check failed: [\`build\`](<https://github.com/acme/docs/runs/…>) · [Preview](…
  says checks: failure
  takes 20 to 30
label checks-minutes=1 checks=slow | labeled
  = pull-request create | start pull-request job_1 ✓
  writes …⏳ Checks are still running · [Preview](…
  says checks: pending
label checks-minutes=1 | labeled
  = pull-request create | start pull-request job_1 ✓
  writes …There are no checks…
  says checks: none
  takes 63 to 66
# Names and addresses of checks are nobody's words.
label checks-minutes=5 checks=hostile | labeled
  = pull-request create | start pull-request job_1 ✓
  says checks: failure
  never javascript:
  never http://insecure
# It fails the step only where it is asked to.
label checks-minutes=5 checks=red fail-on=checks | labeled
  = pull-request create | start pull-request job_1 ✓
  fails 1 check of the docs pull request failed…
  says reason: 1 check of the docs pull request failed.
label checks-minutes=1 checks={slow,none} fail-on=checks | labeled
  = pull-request create | start pull-request job_1 ✓
# A follow-up's checks are those of its own head; a re-run that watches reads them, too, and writes once.
label checks-minutes=5 checks=red,green | labeled > /docs shorter
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  writes …1 new commit…✅ Checks passed…
label checks-minutes=5 checks=green | labeled > re-run 0
  = pull-request create > pull-request job_1 | start pull-request job_1 ✓
  writes …✅ Checks passed…
run-watch checks-minutes=5 checks=red | job > wait 9000 > dispatched
  = pull-request job_1
  says checks: failure
# Nobody asked for them, or the run does not wait.
label checks=red | labeled
label wait=false checks-minutes=5 checks=red | labeled
  never Checks
  never build
run-create checks-minutes=5 checks=red | jobs failed > dispatched
  = failed create
  asks CREATE polls
# The pull request moves, is merged or closed meanwhile.
label checks-minutes=5 checks=green,red | labeled | 0:check-runs.3=pushed
  = pull-request create | start pull-request job_1 ✓
  says checks: failure
label checks-minutes=5 checks=red,green | labeled | 0:check-runs.1=pushed
  = pull-request create | start pull-request job_1 ✓
  says checks: success
label checks-minutes=5 checks=green | labeled > /docs shorter | 1:check-runs.2=pushed
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
  writes …has 2 new commits…✅ Checks passed…
label checks-minutes=5 checks=slow | labeled | 0:check-runs.2=merged
  = pull-request create | start pull-request job_1 ✓
  writes …is merged…⏳ Checks are still running…
  takes 43 to 46
label checks-minutes=5 checks=slow | labeled | 0:check-runs.2=closed
  = pull-request create | start pull-request job_1 ✓
  writes …is closed…
# What GitHub refuses costs a warning, and nothing else.
label checks-minutes=5 checks=green | labeled | 0:check-runs=403*
  = pull-request create | start pull-request job_1 ✓
  warns The checks of the docs pull request couldn't be read. …The token needs \`checks: read\`.
  writes …is ready…
  never Checks passed
label checks-minutes=5 checks=green | labeled | 0:commit-status=404*
  = pull-request create | start pull-request job_1 ✓
  warns The checks of the docs pull request couldn't be read. …The token needs \`statuses: read\`.
label checks-minutes=5 checks=green | labeled | 0:deployments=403*
  = pull-request create | start pull-request job_1 ✓
  warns The preview of the docs pull request couldn't be read. …The token needs \`deployments: read\`.
  writes …✅ Checks passed…
run-create checks-minutes=5 checks=green github-token= | dispatched
  = pull-request create
  warns The checks of the docs pull request couldn't be read. \`github-token\` is empty.
# An interruption ends this wait alone.
label checks-minutes=5 checks=slow | labeled | 30000ms=SIGTERM
  = pull-request create | start pull-request job_1 ✓
  writes …is ready…⏳ Checks are still running…
  says checks: pending
  takes 30 to 32
label checks-minutes=5 checks=slow | labeled | 0:check-runs.2=gone
  = pull-request create | start pull-request job_1 ✓
`,

  'how long checks are waited for': `
run-create checks-minutes=10 checks=red | dispatched
  = pull-request create
  asks CREATE polls pull-request pull-request check-runs commit-status deployments commit-status check-runs pull-request commit-status deployments deployment-statuses
  takes 23 to 26
run-create checks-minutes=10 checks=late-red | dispatched
  = pull-request create
  says checks: failure
  takes 93 to 96
# Without a pending check, either list can have the next one.
run-create checks-minutes=10 checks=status-red | dispatched
  = pull-request create
  says checks: failure
  takes 13 to 16
# The first check has completed before another one appears.
run-create checks-minutes=10 checks=late | dispatched
  = pull-request create
  says checks: success
  takes 93 to 96
run-create checks-minutes=10 checks=same-name | dispatched
  = pull-request create
  says checks: failure
  takes 23 to 26
run-create checks-minutes=10 checks=many | dispatched
  = pull-request create
  says checks: failure
  takes 123 to 127
run-create checks-minutes=1 checks=stuck | dispatched
  = pull-request create
  says checks: pending
  takes 63 to 65
# Complete, though not for 30 s.
run-create checks-minutes=0.5 checks=green | dispatched
  = pull-request create
  says checks: success
  takes 33 to 35
run-create checks-minutes=25 checks={slow,huge} | dispatched
  = pull-request create
run-create checks-minutes=10 checks=previews | dispatched
  = pull-request create
  says preview-url: https://one.example/
# Lists in which nothing is pending are read less often, and deployments at the first and the last look.
run-create checks-minutes=2 checks=slow | dispatched
  = pull-request create
  asks CREATE polls pull-request pull-request check-runs commit-status deployments commit-status check-runs commit-status pull-request check-runs commit-status check-runs check-runs check-runs pull-request check-runs commit-status check-runs check-runs check-runs pull-request check-runs commit-status deployments deployment-statuses
# A preview of the old head is none of the new one.
run-create checks-minutes=2 checks=slow,none | dispatched | 0:check-runs.4=pushed
  = pull-request create
  says checks: none
  says preview-url: 
  never preview-url: https
`,

  'checks that cannot be read': `
# A single failure delays the end, and nothing else.
run-create checks-minutes=10 checks=green | dispatched | 0:{check-runs,commit-status}.2={500,503,429,secondary-limit,reset-after,html,wrong-shape,truncated,422}
run-create checks-minutes=10 checks=green | dispatched | 0:pull-request.3={500,503,429,secondary-limit,reset-after,html,wrong-shape,truncated,422}
  = pull-request create
  says checks: success
  takes 53 to 115
run-create checks-minutes=10 checks=green | dispatched | 0:deployments.1={500,secondary-limit,html}
  = pull-request create
  says preview-url: https://preview.example/
run-create checks-minutes=10 checks=green | dispatched | 0:deployments.2=500
  = pull-request create
  warns The preview of the docs pull request couldn't be read. Reading the deployments failed: GitHub answered 500 (Internal server error).
run-create checks-minutes=10 checks=green | dispatched | 0:pull-request.2={403,404}*
  = pull-request create
  warns The checks of the docs pull request couldn't be read. …The token needs \`pull-requests: read\`.
  never Checks passed
  takes 4 to 5
run-create checks-minutes=10 checks=green | dispatched | 0:deployment-statuses={403,404}*
  = pull-request create
  warns The preview of the docs pull request couldn't be read. …The token needs \`deployments: read\`.
  says checks: success
# A check that failed is told although the other list may not be read.
run-create checks-minutes=10 checks=hostile | dispatched | 0:check-runs=403*
  = pull-request create
  warns The checks of the docs pull request couldn't be read completely. …
  says checks: failure
run-create checks-minutes=1 checks=green | dispatched | 0:pull-request.2=500*
  = pull-request create
  warns The checks of the docs pull request couldn't be read. …
run-create checks-minutes=1 checks=green | dispatched | 0:{check-runs=500,commit-status=wrong-shape}*
  = pull-request create
  warns The checks of the docs pull request couldn't be read completely. …
  says checks: pending
run-create checks-minutes=1 checks=red | dispatched | 0:commit-status=500*
  = pull-request create
  warns The checks of the docs pull request couldn't be read completely. …
  says checks: failure
# A Retry-After is kept, and ends a wait that it outlasts.
run-create checks-minutes=5 checks=slow | dispatched | 0:check-runs.2=429-retry-after.2
  = pull-request create
  says next look in 20 s
run-create checks-minutes=5 checks=slow | dispatched | 0:check-runs.2=429-retry-after.3
  = pull-request create
  warns The checks of the docs pull request couldn't be read completely. …which ends in 10 min…
  says checks: pending
  takes 24 to 25
`,
};
