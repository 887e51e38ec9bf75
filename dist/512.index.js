export const id = 512;
export const ids = [512];
export const modules = {

/***/ 1512:
((t,n,a)=>{a.r(n),a.d(n,{dryRun:()=>$});var e=a(7671),o=a(9776),i=a(7964),r=a(6362),s=a(5825),w=a(1198),d=a(6676),c=a(5614),h=a(9951),u=a(6697),l=a(876);let f="docs-agent-action-dry-run";async function $(t,n){let{wanted:a,log:e,files:o,inputs:i,event:w,request:d}=n;await y(n);let c=await b(t,n),u="watch"!==a.what,l=c?.isKnown??!1,f=u?(0,h.fn)(await (0,h.eY)(n),n,{isFollowUp:l}):void 0,$=u?c?`send a follow-up to the job ${c.id}, if it can take one`:"start a new job":`watch the job ${c?.id}`,m=[`Action: ${$}`,`Project: ${i.projectId} at ${i.baseUrl.origin}`,`Requested by: ${d.by||"not known"}`,`Event: ${w.name===d.what?w.name:`${w.name}: ${d.what}`}`,`Reply: ${t?"a comment":"none"}`,`Prompt: ${f?(0,s.hS)(f.text.length,"character"):"none"}`,...f?["",f.text]:[]].join("\n");return await e.group("Dry run: what would be sent",()=>e.info(m)),await o.addSummary(`## Dry run: nothing was sent

${(0,r.DV)(m)}
`),{outcome:"skipped",reason:"This is a dry run. The log and the job summary show what would be sent."}}async function y({platform:t,signal:n,log:a}){try{await t.getJob(f,{signal:n,timeoutMs:1e4}),a.warning(`Mintlify has a job ${f}, which can't be. Check \`base-url\`.`)}catch(t){if(!(t instanceof o.Wk))throw t;if((0,i.c4)(t))return;if(t instanceof o.j$&&(401===t.status||403===t.status))throw new d.VG((0,d.Dw)(void 0,t,!1));a.warning(`Key and address couldn't be checked. ${t.message} ${t.advice}`)}}async function b(t,n){let a=(0,l.J8)(n.inputs);if(!t||!(0,l.rK)(n))return void 0===a?void 0:{id:a,isKnown:!1};let o=await (0,u.nj)(t.thread).catch(a=>{if(!(a instanceof e.E1)||n.signal.aborted)throw a;throw(0,w.O$)(a,t,n)}),i=a??(0,u.lO)(o),r=void 0===i&&"comment"===n.wanted.what?(0,c.MJ)(n):void 0;if(r)throw(0,w.G)(r.login);return void 0===i?void 0:{id:i,isKnown:(0,u.qE)(i,o)}}})

};
