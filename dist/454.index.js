export const id = 454;
export const ids = [454];
export const modules = {

/***/ 23454:
((t,n,e)=>{e.d(n,{dryRun:()=>m,dryRunOfStatus:()=>f});var a=e(91055),o=e(48263),r=e(26362),i=e(25825),s=e(50660),c=e(8979),u=e(41894),d=e(7728),w=e(69062),h=e(23914),y=e(83016);let l="docs-agent-action-dry-run";async function f(t){return await $(t),{outcome:"skipped",reason:"This is a dry run, so no commit status was written."}}async function m(t,n){let{request:e,log:a,files:o,inputs:s,event:c}=n;await $(n);let u=await b(t,n),w="watch"===e.kind?void 0:await (0,d.f)(n,u.jobKnowsThread),y=(0,h.ix)(n),l=[`Action: ${function({action:t},{request:n,inputs:e}){return"watch"===n.kind?`watch the job ${e.jobId}`:"start"===t.does?"start a new job":`send a follow-up to the job ${t.job}, if it can take one`}(u,n)}`,`Project: ${s.projectId} at ${s.baseUrl.origin}`,`Requested by: ${e.requester||"not known"}`,`Event: ${c.name===y?c.name:`${c.name}: ${y}`}`,`Reply: ${t?"a comment":"none"}`,`Prompt: ${w?(0,i.B4)(w.text.length,"character"):"none"}`,...w?["",w.text]:[]].join("\n");return await a.group("Dry run: what would be sent",()=>a.info(l)),await o.addSummary(`## Dry run: nothing was sent

${(0,r.DV)(l)}
`),{outcome:"skipped",reason:"This is a dry run. The log and the job summary show what would be sent."}}async function b(t,n){let e=t&&(0,h.Zw)(n.request)?await (0,w.Q2)(t,n):w.nF;return(0,c.C)(e,s.LE,n)}async function $({mintlify:t,signal:n,log:e}){try{await t.getJob(l,{signal:n,timeoutMs:1e4}),e.warning(`Mintlify has a job ${l}, which can't be. Check \`base-url\`.`)}catch(t){if(!(t instanceof a.Dy))throw t;if((0,o.c4)(t))return;if(t instanceof a.j$&&[401,403].includes(t.status))throw new y.N((0,u.m1)(void 0,t,!1));e.warning(`Key and address couldn't be checked. ${t.message} ${t.help}`)}}})

};
