export default {
  'the checks of the docs pull request': `
# The reply is written before the wait, and after it.
label checks-minutes=5 checks=green | labeled
  = pull-request create | start pull-request job_1 ✓
  asks permission write CREATE edit polls pull-request list write edit pull-request check-runs commit-status deployments …commit-status deployments deployment-statuses edit
  writes …is ready…✅ Checks passed · [Preview](<https://preview.example/>)…
  says This reply will be updated when the checks have completed.…reason: The job completed and reported its pull request.…checks: success…preview-url: https://preview.example/
  takes 50 to 66
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
};
