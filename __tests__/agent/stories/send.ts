export default {
  'a create': `
# It is sent again where no connection was made, at the same times however often the job is polled.
run-create outage=0:9000:refused | dispatched
  = pull-request create @14
  says (ECONNREFUSED). Nothing was started, so the action sends the request again in 2 s.…in 4 s.…in 8 s.
run-create outage=0:60000:refused | dispatched
  = error
  takes 14
run-create poll-interval-seconds=2 | dispatched | 0:create=429*
  = error create + create @2 + create @6 + create @14
  says Nothing was started.
# Sending takes of the time that the run has.
run-create timeout-minutes=11 jobs-take=900000 | dispatched | 0:create.1=429-retry-after.3
  = timeout create + create @600
  takes 658 to 659
run-create timeout-minutes=9 | dispatched | 0:create.1=429-retry-after.3
  = error create
  takes 0 to 1
run-create timeout-minutes=0.05 jobs-take=9000 | dispatched | 0:create=slow
  = timeout create
  asks CREATE
  takes 5.02
run-create timeout-minutes=0.02 | dispatched | 0:create=hang
  = unknown create
  takes 10
run-create timeout-minutes=0.3 | dispatched | 0:create=hang
  = unknown create
  takes 18
run-create timeout-minutes=60 | dispatched | 0:create=hang
  = unknown create
  takes 60
# Advice to try again would contradict the advice to look first.
run-create | dispatched | 0:create={500,502,503}
  = unknown create
  says Mintlify's server failed: POST …, so it's unknown whether the job was created.
  never Try again
run-create | dispatched | 0:create=gave-up{,.1,.2}
  = unknown create
run-create | dispatched | 0:create=credits{,.1,.2,.3}
  = error create
  says The plan's credits are used up: POST … returned 4…https://app.mintlify.com/settings/organization/usage
  takes 0 to 0.1
run-create | dispatched | 0:create=reset-after
  = unknown create
  fails POST …, so it's unknown whether the job was created.…proxy variables. The action didn't send the request again, to avoid paying for a duplicate.…agent jobs…re-run the workflow.
# It is interrupted.
run-create | dispatched | 0:create=slow.1 50ms=SIGTERM
  = cancelled create
  says The run was cancelled after waiting 0 s, but the job wasn't stopped.
  takes 0.1 to 0.2
run-create | dispatched | 0:create=slow 1000ms=SIGTERM
  = unknown create
  says The run was cancelled while it was sending the request, so it's unknown whether the job was created.
  never If you didn't cancel
  takes 3.5
run-create outage=0:60000:silent | dispatched | 1000ms=SIGTERM
  = cancelled
  says The run was cancelled before anything was sent to Mintlify.
  takes 3.5
run-create outage=0:60000:refused | dispatched | 1000ms=SIGTERM
  = cancelled
  says The run was cancelled before anything was sent to Mintlify.
  takes 1
run-create | dispatched | 0:create=429* 1000ms=SIGTERM
  = cancelled create
  takes 1
run-create latency=1000 | dispatched | 0:create=429* 17500ms=SIGTERM
  = cancelled create + create @3 + create @8 + create @17
  says The run was cancelled before anything was sent to Mintlify.
run-create jobs-take=600000 | dispatched | 61234ms=SIGTERM
  = cancelled create
  says The run was cancelled after waiting 1 min 1 s, but the job wasn't stopped.…The job keeps running in Mintlify. …run the action with …job-id: job_1…
  takes 61.234
# It is waited for in vain.
run-create timeout-minutes=1 jobs-take=600000 | dispatched
  = timeout create
  says The job did not finish within 58 s (\`timeout-minutes\`)…The job keeps running in Mintlify. …run the action with …job-id: job_1…
run-create timeout-minutes=1 | dispatched | 0:get=503*
  = timeout create
  says It's unknown whether the job finished within 58 s, because the job's last status couldn't be read: GET …503…The job keeps running in Mintlify. …run the action with …job-id: job_1…
run-create timeout-minutes=1 | dispatched | 0:get={redirect,410,413,422,gave-up,gave-up.1,gave-up.2,credits}*
  = timeout create
run-create jobs-take=3000 | dispatched | 0:get.2=no-link
  = pull-request create
  takes 9 to 9.2
run-create | dispatched | 0:get={401,403}*
  = error create
  says The API key …: GET … returned 40…, so the job couldn't be read.…The job keeps running in Mintlify. …run the action with …job-id: job_1…
`,

  'a wait': `
# A line when the pause has doubled, and then every five minutes.
run-create latency=1 timeout-minutes=20 jobs-take=9000000 | dispatched
  = timeout create
  waits Status active · 2 s waited, 1 poll; next in 2 s.
  waits Status active · 43 s waited, 18 polls; next in 4.3 s.
  waits Status active · 1 min 32 s waited, 26 polls; next in 9.2 s.
  waits Status active · 3 min 17 s waited, 34 polls; next in 20 s.
  waits Status active · 8 min 18 s waited, 45 polls; next in 30 s.
  waits Status active · 13 min 18 s waited, 55 polls; next in 30 s.
  waits Status active · 18 min 18 s waited, 65 polls; next in 30 s.
# A new status at once, and a warning of one that is not documented.
run-create latency=1 jobs-take=20000 | jobs odd-status > dispatched
  = pull-request create
  warns Mintlify reports a status that isn't documented: constructor. …
  waits Status constructor · 2 s waited, 1 poll; next in 2 s.
  waits Status active · 10 s waited, 5 polls; next in 2 s.
# Upper and lower case, and blanks around a status, say nothing.
run-create jobs-take=20000 | dispatched | 0:create=odd-fields.4 0:get=odd-fields.4*
  = pull-request create
  waits Status active · 2 s waited, 1 poll; next in 2 s.
  says status: completed
  takes 20 to 23
label | jobs failed > labeled > jobs happy > /docs more | 0:get=odd-fields.4* 1:get.1=odd-fields.4
  = failed create > pull-request create | start failed job_1, start pull-request job_2 ✓
  says The previous job has failed
run-message latency=1 jobs-take=20000 | job > wait 90000 > jobs stale-after-message > dispatched
  = pull-request message job_1
  says Status completed, which may still belong to the previous request. The action waits up to a minute to be sure.
  waits Status active · 10 s waited, 5 polls; next in 2 s.
# A failure once, and that polls are answered again; the same failure after five minutes, another one at once.
run-create latency=1 jobs-take=15000 | dispatched | 0:get.1=503 0:get.2=503 0:get.3=503 0:get.4=503 0:get.5=503
  = pull-request create
  waits A poll failed, which doesn't mean that the job failed. GET … returned 503… · 2 s waited, 1 poll; next in 2 s.
  waits Polling works again after 5 failed polls · 12 s waited, 6 polls; next in 2 s.
  waits Status active · 12 s waited, 6 polls; next in 2 s.
run-create latency=1 timeout-minutes=10 | dispatched | 0:get=503*
  = timeout create
  waits A poll failed, which doesn't mean that the job failed. GET … returned 503… · 2 s waited, 1 poll; next in 2 s.
  waits 39 polls in a row failed, which doesn't mean that the job failed. GET … returned 503… · 5 min 18 s waited, 39 polls; next in 30 s.
run-create latency=1 timeout-minutes=8 jobs-take=900000 | dispatched | 0:get.1=503 0:get.3=503 0:get.4=503 0:get.6=503 0:get.7=502
  = timeout create
  waits A poll failed, which doesn't mean that the job failed. GET … returned 503… · 2 s waited, 1 poll; next in 2 s.
  waits Status active · 4 s waited, 2 polls; next in 2 s.
  waits 2 polls in a row failed, which doesn't mean that the job failed. GET … returned 502… · 14 s waited, 7 polls; next in 2 s.
  waits Polling works again after 2 failed polls · 16 s waited, 8 polls; next in 2 s.
  waits Status active · 43 s waited, 18 polls; next in 4.3 s.
  waits Status active · 1 min 32 s waited, 26 polls; next in 9.2 s.
  waits Status active · 3 min 17 s waited, 34 polls; next in 20 s.
# What Mintlify sends is on one line.
run-create latency=1 | jobs hostile-text > dispatched
  = pull-request create
  says model ::error title=owned::workflow command ::add-mask::e
  never #[add-mask]x bare return ::stop-commands::pause ::warning::still here escape \u001b[2J…zero
  waits Status …; next in 2 s.
`,

  'an end': `
run-create | jobs failed > dispatched
  = failed create
  says Mintlify's agent failed. Mintlify doesn't say why.…Look at the job in the Mintlify dashboard. Then re-run the workflow, or make the prompt more specific. To try again, start a new job.
run-create | jobs {archived,archived-null-at} > dispatched
  = archived create
  says The job is archived.…To try again, start a new job.
run-create | jobs link-word > dispatched
  = no-pull-request create
  says The job completed, but the link that it reported isn't a pull request.…Look at the pull requests of the docs repository.
run-create | jobs no-pull-request > dispatched
  = no-pull-request create
  says The job completed without reporting a pull request.…Either nothing had to change, the agent pushed the change directly, or Mintlify didn't report the link. Check the docs repository.
`,

  'a message': `
run-message poll-interval-seconds=2 | jobs stale-for-good > job > wait 9000 > dispatched
  = pull-request message job_1
  takes 60 to 62
run-message | job > wait 9000 > dispatched | 0:message=404
  = error message job_1
  says job-id: job_1
run-message | job > wait 9000 > dispatched | 0:message=reset-after
  = unknown message job_1
  says POST …, so it's unknown whether the follow-up arrived.…Check the job in …If the follow-up arrived, …job-id: job_1
run-message latency=2000 | dispatched | 31000ms=SIGTERM
  = error message job_1 @30
  takes 32
# A 404 is final once the job is known to be 30 s old.
label | labeled > wait 21800 > /docs more | 1:get.2=404*
  = pull-request create > error message job_1 | start pull-request job_1 ✓, message error job_1 after-active
  takes 4 to 4.4
label | labeled > wait 600000 > /docs more | 1:get.2=404*
  = pull-request create > error message job_1 | start pull-request job_1 ✓, message error job_1 after-active
  takes 2 to 2.4
label | labeled > wait 15800 > re-run 0 | 1:get=404*
  = pull-request create > error job_1 | start error job_1 ✓
  takes 10 to 10.4
label wait=false | labeled > wait 20000 > re-run 0 | 1:get=404*
  = started create > error job_1 | start error job_1
  takes 10 to 10.4
label | labeled > wait 27000 > re-run 0 | 1:get=404*
  = pull-request create > error job_1 | start error job_1 ✓
  takes 0 to 0.4
`,

  'a watch': `
run-watch jobs-take=20000 | job > dispatched | 0:get.3=gone
  = gone job_1
  says status: active
run-watch wait=false | job > dispatched
  = started job_1
  says The job is still running, and this run doesn't wait for it (\`wait: false\`).…The job keeps running in Mintlify. …run the action with …job-id: job_1…
  asks poll
run-watch wait=false | job > wait 9000 > dispatched
  = pull-request job_1
  asks poll
run-watch timeout-minutes=1 | job > dispatched | 0:get=503*
  = timeout job_1
run-watch wait=false | dispatched
  = error job_1
  says GET …404…so the job couldn't be read.
  takes 30 to 31
run-watch wait=false | job > dispatched | 0:get.1=401
  = error job_1
  asks poll
run-watch wait=false | job > dispatched | 0:get=slow 1000ms=SIGTERM
  = cancelled job_1
  says The run was cancelled after waiting 0 s, but the job wasn't stopped.…The job keeps running in Mintlify. …run the action with …job-id: job_1…
  takes 1
label wait=false jobs-take=8000 | labeled > wait 20000 > jobs stale-for-good > /docs more > re-run 1
  = started create > started message job_1 > started job_1 | start started job_1, message started job_1 after-stable
  says The job looks finished, but that status may still belong to the previous request, and this run doesn't wait (\`wait: false\`).
label wait=false | labeled > wait 5000 > re-run 0 | 1:get.1=404
  = started create > pull-request job_1 | start pull-request job_1 ✓
  takes 2 to 2.4
`,
};
