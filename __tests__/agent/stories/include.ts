/** `dry-run` shows the prompt. */
const SWEEP = 'prompt-here comment=false include=changes dry-run=true';

export default {
  'what changed since the last successful run': `
${SWEEP} | scheduled > commit > commit > scheduled
  = skipped > skipped
  says > File: lib/part-1.ts…> File: lib/part-2.ts
# Runs that came later do not count.
${SWEEP} | scheduled > commit > scheduled > commit > scheduled > re-run 1
  = skipped > skipped > skipped > skipped
  says > File: lib/part-1.ts
  never lib/part-2.ts
${SWEEP} | scheduled > scheduled
  = skipped > skipped
  says Check the docs…[Nothing changed since the last successful run of this workflow.]
${SWEEP} | scheduled > commit > scheduled | 1:workflow-runs=403*
  = skipped > skipped
  warns \`changes\` is missing from the prompt: Reading the workflow runs failed: GitHub answered 403 (…). The token needs \`actions: read\`.
  never [
sweep dry-run=true | scheduled > commit > scheduled
  = skipped > skipped
  says Update the documentation so that it matches the changes below. …quote what changed since the last successful run
sweep | scheduled > scheduled
  = skipped > skipped
  says Skipped, and nothing was sent. Nothing changed since the last successful run of this workflow.
sweep | scheduled
  = skipped
  says No earlier successful run of this workflow was found for the same branch and event, so changes are counted from this run on.
sweep dry-run=true | scheduled > commit > scheduled | 1:content=404*
  = skipped > skipped
  says The commit of the last successful run is gone, so changes are counted from this run on.
# Cut off while it reads them, it was cancelled.
sweep | scheduled > commit > scheduled | 1:workflow-runs=hang* 3000ms=SIGTERM
  = skipped > cancelled
sweep | scheduled > commit > scheduled | 1:workflow-runs=403*
  = skipped > error | nothing error -
  warns \`changes\` is missing from the prompt: …
  says Reading the workflow runs failed
`,

  'what changed by a push': `
${SWEEP} | maria push.{direct,forced}
  = skipped
  says quote what changed in the push: https://github.com/acme/product/compare/…> 1 file changed:
${SWEEP} | maria push.branch-created
${SWEEP} | maria push.direct | 0:content.1=404
  = skipped
  says quote what changed in the last commit of the push: https://github.com/acme/product/commit/…> 1 file changed:
${SWEEP} | maria push.branch-deleted
  = skipped
  says [The push deleted a branch or tag, so nothing changed.]
  asks nothing
${SWEEP} | maria push.tag
  = skipped
  says [No earlier release or tag with the same prefix was found to compare this one with.]
`,

  'what cannot be read': `
anything include=changes | maria pull_request.labeled 101 docs | 0:content=hang*
  = pull-request create @10 | start pull-request job_1 ✓
  warns \`changes\` is missing from the prompt: Reading the files of the pull request failed: GitHub didn't answer in time.
anything include=changes | maria pull_request.labeled 101 docs | 0:content=500*
  = pull-request create @4 | start pull-request job_1 ✓
  warns \`changes\` is missing from the prompt: Reading the files of the pull request failed: GitHub answered 500 …
anything include=changes | maria pull_request.labeled 101 docs | 0:content=hang* 5000ms=SIGTERM
  = cancelled
  takes 5 to 5.1
anything include=changes,discussion github-token= minimum-permission=none | maria pull_request.labeled 101 docs
  = pull-request create
  warns This run can't reply: …
  warns \`changes\` is missing from the prompt: The changes can't be read because \`github-token\` is empty (does the secret exist?).…\`discussion\` is missing from the prompt: The discussion can't be read because \`github-token\` is empty (does the secret exist?).
`,
};
