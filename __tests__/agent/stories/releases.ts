/** `dry-run` shows the prompt. */
const SHOWN = 'push include=changes comment=false dry-run=true';
const TAGGED = `${SHOWN} |`;
const SINCE = 'says quote what changed since the previous release: https://github.com/acme/product/compare/';

export default {
  'a push of a tag is about its release': `
push | release v1 > commit > release v2 > maria push.tag v2
  = pull-request create
  warns This run can't reply: …
  asks release CREATE polls pull-request
push issue-number=30 | release v2 > maria push.tag v2
  = pull-request create | start pull-request job_1 ✓
push-changes issue-number=30 | release v1 > commit > maria push.tag v2
  = pull-request create | start pull-request job_1 ✓
push | release v1 > maria push.tag v2
  = skipped
  says The tag v2 has no release, and \`include\` doesn't name \`changes\`.
  asks release content
# GITHUB_TOKEN pushes it, and no bot is unlisted there.
push allowed-bots= comment=false | release v2 > github-actions[bot] push.tag v2
  = pull-request create
prompt-here comment=false | maria push.tag v2
  = pull-request create
  asks CREATE polls pull-request
push | release v1 > maria push.tag-moved v1
  = skipped
  says Without a \`prompt\`, only new tags start a request; v1 was moved.
  asks nothing
prompt-here comment=false include=event | release v1 > maria push.tag-moved v1
  = pull-request create
{push,prompt-here} | maria push.tag-deleted v1
  = skipped
  says The tag v1 was deleted.
  asks nothing
# Two tags in one push are two events.
push comment=false | release a@1 > release b@1 > maria push.tag a@1 > maria push.tag b@1
  = pull-request create > pull-request create
push issue-number=30 | release v2 > maria push.tag v2 | 0:release.1={500,html,wrong-shape,reset-after}
push issue-number=30 | draft v2 > maria push.tag v2 | 0:content.1={502,reset-before,html}
  = pull-request create @1 | start pull-request job_1 ✓
push | release v2 > maria push.tag v2 | 0:release={403,502}*
  = error
  says Reading the release v2 failed
push github-token= | maria push.tag v2
  = error
  says The action can't read the release v2 because \`github-token\` is empty
latest trigger-label= | release v2 > maria push.tag v2
  = error
  fails …Set \`issue-number\`: a release has no issue or pull request on which \`latest\` can find a job.
latest trigger-label= issue-number=30 | release v2 > maria push.tag v2 > release v3 > maria push.tag v3
  = pull-request create > pull-request message job_1 | start pull-request job_1 ✓, message pull-request job_1 ✓ after-active
push issue-number=30 | release v2 > maria push.tag v2 > re-run 0
  = pull-request create > pull-request job_1 | start pull-request job_1 ✓
`,

  'the changes of a tag': `
${TAGGED} release v1.0.0 > commit > release v1.1.0 > commit > maria push.tag v1.1.1
  = skipped
  ${SINCE}v1.1.0...v1.1.1…a tag of acme/product without a release
# Whatever tags look like, the line is the text before the number.
${TAGGED} release {pkg-a@,release-,pkg-a/v,v}1.0.0 > commit > release pkg-b@1.9.0 > commit > maria push.tag pkg-a@2.0.0
  = skipped
${TAGGED} release v1.0.0 > commit > release v2.0.0 > commit > maria push.tag v1.0.1
  = skipped
  ${SINCE}v1.0.0...v1.0.1
# Without any release of the line, tags count.
${TAGGED} tag v1.0.0 > commit > tag v1.1.0 > commit > tag v1.2.0-rc.1 > commit > release other-9 > maria push.tag v1.2.0
  = skipped
  says quote what changed since the previous tag: https://github.com/acme/product/compare/v1.1.0...v1.2.0
# A tag on an old commit; a run that is repeated later.
${TAGGED} tag v1.0.0 > commit > maria push.tag v1.1.0 > commit > tag v1.2.0 > re-run 0
  = skipped > skipped
  says compare/v1.0.0...v1.1.0
${TAGGED} maria push.tag v1.0.0
  = skipped
  says No earlier release or tag with the same prefix was found to compare this one with.
  asks release content content content
${SHOWN} prompt=Look | maria push.tag v1.0.0
  = skipped
  says [No earlier release or tag with the same prefix was found to compare this one with.]
push-changes | commit > maria push.tag v2 | 0:content.3=403
  = error
  warns This run can't reply: …
  warns \`changes\` is missing from the prompt: Reading tags/v failed…
  says Reading tags/v failed
`,

  'release-tag names the release on any event': `
push release-tag=v2 comment=false | release v2 > {maria push.direct,maria push.squash 101,renovate[bot] push.squash 101,dependabot[bot] push.direct}
push release-tag=v2 comment=false | release v2 > {dispatched,scheduled,maria repository_dispatch.docs,maria release.created v9,maria create.}
push release-tag=v2 comment=false | release v2 > maria {issues.edited 12,pull_request.synchronize 101,pull_request.closed 201,push.forced,push.branch-created,push.tag v9,push.tag-moved v9}
push release-tag=refs/tags/v2 comment=false | release v2 > maria push.direct
  = pull-request create
push release-tag=v2 comment=false dry-run=true | release v2 > maria pull_request.closed 301
  = skipped
  says the release below
prompt-here release-tag=v2 comment=false dry-run=true | release v2 > maria push.squash 101
  = skipped
  says Check the docs…> Tag: v2
prompt-here release-tag=v2 include=none comment=false | maria push.direct
prompt-here release-tag=v2 comment=false include=none | scheduled
  = pull-request create
push release-tag=v2 job-id=FIRST comment=false | job > wait 9000 > maria push.direct
  = pull-request job_1
`,

  'release-tag, its thread, and who may ask': `
push release-tag=v2 issue-number=30 | release v2 > {maria push.squash 101,dispatched,scheduled}
  = pull-request create | start pull-request job_1 ✓
push release-tag=v2 | release v2 > maria issues.labeled 12 docs
  = pull-request create
  warns This run can't reply: …
push release-tag=v2 comment=false | release v2 > rita issues.labeled 12 docs
  = skipped
  says rita has \`read\` access
push release-tag=v2 comment=false | release v2 > helper[bot] issues.labeled 12 docs
  = skipped
  says helper[bot] is a bot that isn't listed in \`allowed-bots\`.
label release-tag=v2 comment=false | release v2 > maria issues.labeled 12 other
  = skipped
  says The label "other" was added, but \`trigger-label\` is "docs".
# Comments and reviews are about their thread.
anything release-tag=v9 | maria issue_comment.created 12 /docs shorter
  = pull-request create | start pull-request job_1 ✓
anything release-tag=v9 | maria issue_comment.created 12 LGTM
  = skipped
  says The comment begins with "LGTM", but \`trigger-phrase\` is "/docs".
push release-tag=v9 issue-number=30 | maria {push.direct,issues.labeled 12 docs}
  = error | nothing error -
  writes **❌ Nothing was started** acme/product doesn't have a release or tag v9: check \`release-tag\`. Nothing was sent. <sub>…
push release-tag=v9 comment=false | maria push.direct
  = error
  says acme/product doesn't have a release or tag v9: check \`release-tag\`.
push release-tag=v2 comment=false | tag v2 > maria push.direct
  = skipped
  says The tag v2 has no release
push release-tag=v2 comment=false | release v2 > maria push.direct | 0:release=404*
  = error
  says doesn't have a release or tag v2
push-changes release-tag=v2 comment=false | tag v1 > commit > tag v2 > maria push.direct
  = pull-request create
`,

  drafts: `
push release-tag=v2 comment=false | draft v2 > maria push.direct
  = pull-request create
  asks release content CREATE polls pull-request
# Its tag does not exist yet, so what it will be put on counts.
${SHOWN} release-tag=v2.0.0 | release v1.0.0 > commit > draft v2.0.0 > maria push.direct
  = skipped
  ${SINCE}v1.0.0...main
# Of several releases with one tag, the published one counts.
${SHOWN} release-tag=v2.0.0 | release v1.0.0 > commit > draft v2.0.0 > wait 2000 > release v2.0.0 > commit > maria push.direct
  = skipped
  ${SINCE}v1.0.0...v2.0.0
`,
} as const;
