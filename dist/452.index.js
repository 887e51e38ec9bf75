export const id = 452;
export const ids = [452];
export const modules = {

/***/ 8452:
((t,e,r)=>{r.d(e,{postReport:()=>a});var o=r(7975),n=r(7671),i=r(8325);async function a(t,e,r,a){let{log:p}=a,{apiKey:s,period:c,projectId:f}=r,u={report:`${c.from}..${c.to}`};try{let c=(0,n.K5)(a,r.githubToken);if(!c)throw(0,n._Q)("the action can't comment");let d=JSON.stringify(["report",f]),h={repository:c.repository,issue:e,scope:d,apiKey:s},{url:l}=await (0,i.qO)(c,h,t=>(0,o.isDeepStrictEqual)(t,u),t,u,{budget:"needed"});return p.info(`The report is posted: ${l}`),l}catch(t){if(!(t instanceof n.E1))throw t;return p.warning(`The report wasn't posted: ${t.full}`),""}}}),

/***/ 8325:
((t,e,n)=>{n.d(e,{FO:()=>s,_M:()=>d,a2:()=>p,hS:()=>S,lS:()=>b,qO:()=>$,rb:()=>y,vR:()=>v});var r=n(7598),i=n(3619),a=n(5233),o=n(933),c=n(7671),f=n(5841);let s="\x3c!-- docs-agent-action",l=/<!-- docs-agent-action( v\d+ [A-Za-z0-9+/]+={0,2} [0-9a-f]{64})? -->\s*$/,u=/<!-- docs-agent-action v4 ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->/g;function d(t){return l.test(t)}function m(t,e){let n=Buffer.from(JSON.stringify(t)).toString("base64");return`${s} v4 ${n} ${g(n,e).toString("hex")} --\x3e`}function g(t,{repository:e,issue:n,scope:r,apiKey:i}){let a=["docs-agent-action",e.toLowerCase(),n,r,t];return(0,o.y)(JSON.stringify(a),i,"marker")}let w=[1e3,2e3,4e3];async function b(t,e,{mustHold:n=[],...i}){let{signal:o=t.signal}=i;for(let c of[0,...w]){c>0&&await (0,a.bp)(t.clock,c,o);let s=await t.all(f.fg,{issue_number:e.issue},i);if(n.every(t=>s.some(e=>e.id===t)))return s.flatMap(t=>(function(t,e){var n;return(n=t.body,[...n.matchAll(u)].slice(-20).flatMap(([,t="",n=""])=>(0,r.timingSafeEqual)(Buffer.from(n,"hex"),g(t,e))?[JSON.parse(Buffer.from(t,"base64").toString())]:[])).flatMap(e=>{let{comment:n,...r}=h.parse(e);return void 0!==n&&n!==t.id?[]:[{...t,content:r,holdsId:void 0!==n}]})})(t,e)).sort(v)}throw new c.E1("Reading the comments failed: GitHub sent an outdated list.",{kind:"transient"})}let h=i._H3({comment:i.lqM(i.aig())});function v(t,e){return Date.parse(t.createdAt)-Date.parse(e.createdAt)||t.id-e.id}function y(t,e,n,r,i){let o=m(r,e),s={issue_number:e.issue,body:`${n}

${o}`},l=t.clock.now()+c.ex[i.budget]-7e3;return t.within(i,async n=>{for(;;)try{return await t.call(f.eT,s,n)}catch(r){if(!(r instanceof c.E1)||"transient"!==r.kind)throw r;for(let i of w){await (0,a.bp)(t.clock,i,n.signal);let c=t.all(f.fg,{issue_number:e.issue},n),s=(await c.catch(()=>Promise.reject(r))).sort(v).find(({body:t})=>t.includes(o));if(s)return s}if(t.clock.now()>l)throw r}})}function p(t,e,n,r,i,a){let o=k(r,{...i,comment:n},e);return t.call(f.vv,{comment_id:n,body:o},a)}function S(t){return t.find(({holdsId:t})=>t)??t.find(({createdAt:t,updatedAt:e})=>t===e)??t[0]}async function $(t,e,n,r,i,a){let o=S((await b(t,e,a)).filter(t=>n(t.content)));return o?o.body===k(r,{...i,comment:o.id},e)?o:p(t,e,o.id,r,i,a):y(t,e,r,i,a)}function k(t,e,n){return`${t}

${m(e,n)}`}}),

/***/ 933:
((e,t,a)=>{a.d(t,{y:()=>d});var c=a(7598);let r=new Map;function d(e,t,a){var d,n;let s,u;return(0,c.createHmac)("sha256",(d=t,n=a,s=`${n} ${d}`,(u=r.get(s))||(u=(0,c.createSecretKey)((0,c.createHmac)("sha256",d).update(`docs-agent-action ${n}`).digest()),r.set(s,u)),u)).update(e).digest()}})

};
