export const id = 512;
export const ids = [512];
export const modules = {

/***/ 1512:
((t,e,a)=>{a.r(e),a.d(e,{dryRun:()=>$});var n=a(9776),o=a(7964),r=a(6362),i=a(5825),s=a(1198),c=a(6676),w=a(9951),h=a(6697),d=a(876);let u="docs-agent-action-dry-run";async function $(t,e){let{wanted:a,log:n,files:o,inputs:c,event:u,request:$}=e;await b(e);let l=t&&(0,d.rK)(e)?await (0,s.S1)(t,e):h.gR,y=(0,d.J8)(c)??(0,s.DW)(l,e),f="watch"===a.what,m=void 0!==y&&(0,h.bz)(y,l).isKnown,g=f?void 0:(0,w.fn)(await (0,w.eY)(e,m),e,m),j=y?`send a follow-up to the job ${y}, if it can take one`:"start a new job",p=[`Action: ${f?`watch the job ${y}`:j}`,`Project: ${c.projectId} at ${c.baseUrl.origin}`,`Requested by: ${$.by||"not known"}`,`Event: ${u.name===$.what?u.name:`${u.name}: ${$.what}`}`,`Reply: ${t?"a comment":"none"}`,`Prompt: ${g?(0,i.hS)(g.text.length,"character"):"none"}`,...g?["",g.text]:[]].join("\n");return await n.group("Dry run: what would be sent",()=>n.info(p)),await o.addSummary(`## Dry run: nothing was sent

${(0,r.DV)(p)}
`),{outcome:"skipped",reason:"This is a dry run. The log and the job summary show what would be sent."}}async function b({platform:t,signal:e,log:a}){try{await t.getJob(u,{signal:e,timeoutMs:1e4}),a.warning(`Mintlify has a job ${u}, which can't be. Check \`base-url\`.`)}catch(t){if(!(t instanceof n.Wk))throw t;if((0,o.c4)(t))return;if(t instanceof n.j$&&(401===t.status||403===t.status))throw new c.VG((0,c.Dw)(void 0,t,!1));a.warning(`Key and address couldn't be checked. ${t.message} ${t.advice}`)}}})

};
