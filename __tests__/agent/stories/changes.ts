/** `dry-run` shows the prompt. */
const SWEEP = 'sweep dry-run=true';
const PUSH = 'push-changes comment=false dry-run=true';

export default {
  'what starts a request by comment': `
anything | maria issue_comment.created 12 {/docs:,/Docs,/DOCS!} fix it
  = pull-request create | start pull-request job_1 ✓
anything | maria issue_comment.created 12 /docsx fix it
  = skipped
  says The comment begins with "/docsx", but \`trigger-phrase\` is "/docs".
`,

  'the first run of a schedule': `
sweep prompt=Look | scheduled
prompt-here comment=false include=changes | scheduled
  = skipped
  says so changes are counted from this run on.
${SWEEP} prompt=Look | dispatched
  = skipped
  says Look…[No earlier successful run of this workflow was found
sweep prompt=Look release-tag=v1 dry-run=true | release v1 > scheduled
  = skipped
  says Look…> Tag: v1
`,

  'paths filter what changed': `
${SWEEP} paths=lib/**,!lib/part-1.ts | scheduled > commit > commit > scheduled
  = skipped > skipped
  says > 1 file changed:…> lib/part-2.ts: modified
  never > lib/part-1.ts
sweep paths=docs/** | scheduled > commit > scheduled
  = skipped > skipped
  says No file that matches \`paths\` changed since the last successful run of this workflow.
push-changes paths=docs/** comment=false | maria push.{squash 101,direct}
push-changes paths=docs/** comment=false | maria pull_request.labeled 101
  = skipped
  says No file that matches \`paths\` changed
push-changes paths=src/** comment=false | maria push.squash 101
push-changes paths=docs/** comment=false prompt=Look | maria push.squash 101
  = pull-request create
# A request by comment, and one about a release, are sent.
anything include=changes paths=docs/** | maria issue_comment.created 101 /docs shorter
  = pull-request create | start pull-request job_1 ✓
push include=changes paths=docs/** comment=false dry-run=true | release v1 > wait 2000 > commit > release v2 > maria push.tag v2
  = skipped
  says for the release below…[No file that matches \`paths\` changed since the previous release.]
`,

  'one push with several merges': `
${PUSH} | maria push.queue 101 102
  = skipped
  says > Title: Subject 101…other pull requests of acme/product that the same push merged…> - #102 Subject 102: https://github.com/acme/product/pull/102…what changed in the push…> 2 files changed:…src/change-102.ts…src/change-101.ts
push comment=false | maria push.queue {101 301,301 101,201 102 103}
  = pull-request create
push comment=false allowed-bots= | maria push.queue 301 302
  = skipped
  says Pull request #301 was opened by renovate[bot], a bot that isn't listed in \`allowed-bots\`.
# One lookup that GitHub fails ends them all.
push comment=false | maria push.queue 101 102 201 | 0:commit-pulls.2=502*
  = error
  requests 12
push comment=false | maria push.queue 101 102 | 0:commit-pulls.2=403
  = error
`,
} as const;
