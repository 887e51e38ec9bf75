export const id = 683;
export const ids = [683];
export const modules = {

/***/ 70683:
((e,t,r)=>{r.r(t),r.d(t,{runAnalyticsMode:()=>runAnalyticsMode});var n=r(92843);let a=new Intl.NumberFormat("en-US",{maximumFractionDigits:0}),o=new Intl.NumberFormat("en-US",{notation:"compact",maximumFractionDigits:1});function thousands(e){return a.format(e)}function compact(e){return o.format(e)}function signed(e){return 0===e?"0":`${e>0?"+":"−"}${thousands(Math.abs(e))}`}function share(e,t){return 0===t?"–":`${(e/t*100).toFixed(1)}%`}function counted(e,t,r=`${t}s`){return`${thousands(e)} ${1===e?t:r}`}let Budget=class Budget{allowed;#e=0;#t;constructor(e){this.allowed=e}get spent(){return this.#e}get left(){return this.#t?0:this.allowed-this.#e}get closedBy(){return this.#t}spend(){if(this.left<=0)throw RangeError("no request is left in the budget");this.#e+=1}close(e){this.#t??=e}};function planRequests(e,t){let r=e;return t.map(e=>{let t=Math.max(0,r);return r-=e.requests,{...e,most:t}})}let i={pages:"Pages of the period, 250 with each request",days:"Totals of each day",comparison:"Pages of the period before"};function describePlan(e){return e.map(({part:e,requests:t,most:r})=>`${i[e]}: ${room(e,t,r)}.`)}function room(e,t,r){if(0===r)return"left out, since no request is left for it";let n="days"===e?counted(t,"request"):`${counted(t,"request")} or more`;return r<t?`${n}, of which ${thousands(r)} can be made`:"days"===e?n:`${n}, at most ${thousands(r)}`}async function shareOut(e,t){if(e.length>1)for(let r of e)await r.run(Math.min(1,t.left));for(;;){let r=e.filter(({done:e})=>!e);if(0===r.length)return;let n=Math.max(1,Math.floor(t.left/r.length));for(let e of r){if(t.left<=0)return;await e.run(n)}}}let s={kind:"new"},l={kind:"unknown"};function joinPages(e,t){let r=t?.complete?s:l,n=[];for(let{path:a,human:o,ai:i,total:s}of e.rows.values()){let e=t?.rows.get(a),l=e?{kind:"known",counts:countsOf(e)}:r;n.push({path:a,human:o,ai:i,total:s,before:l})}let a=[];for(let r of e.complete&&t?.rows.values()||[])r.total>0&&!e.rows.has(r.path)&&a.push({path:r.path,previous:countsOf(r)});return a.sort((e,t)=>t.previous.total-e.previous.total||byText(e.path,t.path)),{pages:n.sort(byViews),gone:a}}function rising(e,t){return e.pages.filter(e=>(gain(e)??0)>0).sort((e,t)=>(gain(t)??0)-(gain(e)??0)||byText(e.path,t.path)).slice(0,t).map(moverOf)}function falling(e,t){let r=e.pages.filter(e=>(gain(e)??0)<0).map(moverOf),n=e.gone.map(({path:e,previous:t})=>({path:e,...d,state:"gone",previous:t}));return[...r,...n].sort((e,t)=>(({previous:e,total:t})=>e.total-t)(t)-(({previous:e,total:t})=>e.total-t)(e)||byText(e.path,t.path)).slice(0,t)}function percentChange(e,t){if(0===t)return;let r=(e-t)/t*100,n=Math.abs(r).toFixed(1);return"0.0"===n?n:`${r>0?"+":"-"}${n}`}let d={human:0,ai:0,total:0};function gain({total:e,before:t}){if("unknown"!==t.kind)return e-("known"===t.kind?t.counts.total:0)}function moverOf({path:e,human:t,ai:r,total:n,before:a}){return"known"===a.kind?{path:e,human:t,ai:r,total:n,state:"known",previous:a.counts}:{path:e,human:t,ai:r,total:n,state:"new",previous:d}}function countsOf({human:e,ai:t,total:r}){return{human:e,ai:t,total:r}}function byViews(e,t){return t.total-e.total||byText(e.path,t.path)}function byText(e,t){return e<t?-1:+(e>t)}var u=r(19776),h=r(84233),c=r(54783);let Reading=class Reading{#r;#n=new Set;#a=[];#o=new Map;#i=!1;#s=0;#l;#d;constructor(e){this.#r=e}get done(){return void 0!==this.#d||!this.#u()&&!this.hasNext()}get error(){return this.#d??(this.#u()?this.#l:void 0)}async run(e){let{budget:t,signal:r}=this.#r;r.throwIfAborted();let n=Math.min(e,t.left);for(;;){n>0&&await this.#h();for(let e=this.#c(n);e;e=this.#c(n))n-=1,this.#p(e);if(0===this.#n.size)return;await Promise.race(this.#n),r.throwIfAborted()}}#u(){return this.#a.some(e=>this.isNeeded(e))}async #h(){if(0===this.#s||this.#n.size>0||this.done)return;let e=this.#s;this.#s=0,await this.#r.clock.sleep(e,this.#r.signal)}#c(e){let t=this.#n.size;if(0!==e&&0!==this.#r.budget.left&&!this.#d&&!(this.#s>0)&&!(t>=(this.#i?1:4))){for(let e=this.#a.shift();e;e=this.#a.shift())if(this.isNeeded(e))return e;return this.next(t)}}#p(e){this.#r.budget.spend();let t=this.#m(e).finally(()=>this.#n.delete(t));t.catch(()=>{}),this.#n.add(t)}async #m(e){let t,{platform:r,signal:n,progress:a}=this.#r;try{t=await r.getViews(e.query,{signal:n})}catch(t){if(!(t instanceof u.Wk))throw t;n.aborted||this.#f(e,t);return}this.#i=!1,a.answered(this.take(e,t))}#f(e,t){let{budget:r,clock:n,deadlineMs:a,log:o}=this.#r,i=(this.#o.get(e)??0)+1;this.#o.set(e,i),this.#l=t;let s=retryPause(t,i,a-n.now());if(void 0===s){this.#d??=t,isForAll(t)&&r.close(t);return}0===this.#s&&o.info(`${describe(t)} It is sent again in ${(0,c.p)(s)}.`),this.#s=Math.max(this.#s,s),this.#i=!0,this.#a.push(e),this.#a.sort((e,t)=>e.query.offset-t.query.offset)}};function isForAll(e){return e instanceof u.j$&&(401===e.status||429===e.status)}function retryPause(e,t,r){if(t>=3||!(0,h.WG)(e,void 0))return;let n=e instanceof u.j$?e.retryAfterMs:void 0;if(void 0===n&&e instanceof u.j$&&429===e.status)return;let a=Math.max(n??0,1e3*4**(t-1));return a<r?a:void 0}function describe(e){let t=e instanceof u.j$&&e.platformText?` The platform says: "${e.platformText}".`:"";return`${e.message}${t}`}function boundsOf(e){return"all"===e.kind?{}:{dateFrom:e.from,dateTo:e.to}}let PageExport=class PageExport extends Reading{#g;rows=new Map;#w={human:0,ai:0,total:0};#y=[];#b;#v=!1;#$=1/0;#x=0;#k=0;#j=250;#T=0;#S=0;#A=1/0;#C;constructor(e,t){super(e),this.#g=boundsOf(t)}get totals(){return this.#b}get sums(){return{...this.#w}}get conflicts(){return this.#k}get totalsMoved(){return this.#v}get deadEnd(){return this.#C&&this.#C.offset<this.#A?this.#C.kind:void 0}get end(){return this.done&&this.#A<1/0?this.#A:void 0}get complete(){return!!this.done&&!this.error&&(this.rows.size===this.#A||void 0!==this.#b&&isSame(this.#w,this.#b))}next(e){for(let e=this.#y.shift();e;e=this.#y.shift())if(this.isNeeded(e))return e;if(this.#S>=this.#N||e>0&&!this.#R())return;let t=this.#S;return this.#S+=this.#j,this.#P(t,this.#S)}hasNext(){return this.#S<this.#N||this.#y.some(e=>this.isNeeded(e))}isNeeded({query:e}){return e.offset<this.#N}take({query:{offset:e},until:t},r){let{views:n,hasMore:a}=r;this.#M(r.totals);let o=n.reduce((e,t)=>e+ +!!this.#O(t),0),i=e+n.length;return this.#x+=1,a?0===n.length||0===o&&i>this.#T?this.#I({kind:0===n.length?"empty":"repeated",offset:e}):this.#_(i,t,n.length):this.#A=Math.min(this.#A,i),this.#T=Math.max(this.#T,i),o}#_(e,t,r){if(1===this.#x){this.#j=r,this.#S=e;return}this.#j=Math.max(this.#j,r),this.#S=Math.max(this.#S,e),e<t&&this.#y.push(this.#P(e,t))}get #N(){return Math.min(this.#A,this.#C?.offset??1/0)}#P(e,t){return{query:{...this.#g,limit:250,offset:e},until:t}}#R(){if(!this.#b)return!1;let e=this.#b.total-this.#w.total;if(e<0)return!0;let t=e*Math.min(1,1.5/this.#$);return this.#S<this.rows.size+t}#M(e){this.#b??=e,isSame(this.#b,e)||(this.#v=!0)}#I(e){e.offset<(this.#C?.offset??1/0)&&(this.#C=e)}#O(e){let t=this.rows.get(e.path);return t&&!isSame(t,e)&&(this.#k+=1),(!t||!!isLarger(e,t))&&(this.rows.set(e.path,e),this.#$=Math.min(this.#$,e.total),this.#w.human+=e.human-(t?.human??0),this.#w.ai+=e.ai-(t?.ai??0),this.#w.total+=e.total-(t?.total??0),!t)}};function isSame(e,t){return e.total===t.total&&e.human===t.human&&e.ai===t.ai}function isLarger(e,t){return e.total>t.total||e.total===t.total&&(e.human>t.human||e.human===t.human&&e.ai>t.ai)}let DayReading=class DayReading extends Reading{#E;#L;#q=new Map;constructor(e,t){super(e),this.#E=t,this.#L=[...t]}get days(){return this.#E.map(e=>({date:e,counts:this.#q.get(e)}))}next(){let e=this.#L.pop();return void 0===e?void 0:{day:e,query:{...boundsOf((0,n.sl)(e)),limit:1,offset:0}}}hasNext(){return this.#L.length>0}isNeeded(){return!0}take({day:e},{totals:t}){return this.#q.set(e,t),0}};function exportNotes(e,t,r){let{totals:n,sums:a,complete:o,conflicts:i,totalsMoved:s}=e;if(!n)return[`The pages of ${t} were not read: ${r}`];let l=[];return o?e.rows.size!==e.end&&l.push(`The pages of ${t} are all there, since they add up to the totals, but ${oddity(e)}`):l.push(`Not all pages of ${t} were read: ${whyIncomplete(e,r)}`),i>0&&l.push(`Rows of ${t} came again with other counts ${times(i)}; the larger counts are shown.`),s&&l.push(`The platform's totals of ${t} changed while its pages were read; the first are shown.`),o&&l.push(...sumNotes(`The pages of ${t}`,a,n)),l}function dayNotes(e,t,r){if(e.some(({counts:e})=>!e))return[`Not all days were read: ${r}`];let n={human:0,ai:0,total:0};for(let{counts:t}of e)n.human+=t?.human??0,n.ai+=t?.ai??0,n.total+=t?.total??0;return sumNotes("The days",n,t)}function sumNotes(e,t,r){let n=["total","human","ai"].find(e=>t[e]!==r[e]);return n?[`${e} add up to ${thousands(t[n])} ${{total:"views",human:"human views",ai:"AI views"}[n]}, but the platform's total is ${thousands(r[n])}.`]:[]}function whyIncomplete(e,t){return e.error||!e.done?t:oddity(e)}function oddity({deadEnd:e,end:t=0,rows:r}){return e?`the platform said that there are more, and sent ${"empty"===e?"no row":"only rows that it had sent before"}.`:r.size<t?`of ${counted(t,"row")} only ${thousands(r.size)} were of different pages.`:`the platform said that there are ${counted(t,"row")}, and sent ${thousands(r.size)}.`}function reasonOf(e,t){let r=e??t.closedBy;return r?`${r.message} ${r.advice}`:`max-requests (${t.allowed}) was used up.`}function times(e){return 1===e?"once":`${thousands(e)} times`}let Progress=class Progress{#B;#z;#G;#U=0;#x=0;#V=0;#D;constructor(e,t,r){this.#B=e,this.#z=t,this.#G=r,this.#D=t.now()}answered(e){this.#U+=e,this.#x+=1;let t=this.#z.now();if(this.#x-this.#V<20&&t-this.#D<1e4)return;this.#V=this.#x,this.#D=t;let{spent:r,left:n}=this.#G;this.#B.info(`${counted(this.#U,"row")} after ${counted(r,"request")}; ${thousands(n)} left.`)}};async function readReport(e){let{log:t,clock:r,signal:a,period:o,maxRequests:i,patienceMs:s=6e5}=e,l=scopeOf(e),d=new Budget(i),u=new Progress(t,r,d),h={budget:d,clock:r,signal:a,log:t,progress:u,deadlineMs:r.now()+s};await t.group(`Request budget: ${i}`,()=>tellPlan(t,d,l));let c=e.platforms.map(e=>new ProjectReading(e,l,h)),p=await t.group(`Reading page views: ${(0,n.Pl)(o)}`,()=>readAll(c,l,d,t));for(let{projectId:e,complete:r,notes:n}of p)tellNotes(t,e,r,n);return{generatedAt:r.date().toISOString(),version:e.version,period:o,previousPeriod:p.some(({previousTotals:e})=>e)?l.previous:void 0,projects:p,requests:{allowed:d.allowed,spent:d.spent}}}function scopeOf({platforms:e,period:t,compare:r,daily:a,clock:o}){let i=[],s=r?(0,n.jB)(t):void 0;r&&!s&&i.push("There is no comparison: without dates there is no period before.");let l=a?(0,n.hF)(t):void 0;return a&&!l&&i.push("There is no trend: the period is not made of whole days in UTC."),l&&l.length>31&&(i.push(`There is no trend: the period has ${thousands(l.length)} days, and at most 31 are read.`),l=void 0),"dates"===t.kind&&Date.parse(t.to)>o.date().getTime()&&i.push("The period is not over yet: its counts are still growing."),{period:t,projectCount:e.length,days:l,previous:s,notes:i}}function needsOf({projectCount:e,days:t,previous:r},n){let a=t&&t.length>1?e*t.length:0,o=[];return void 0===n&&o.push({part:"pages",requests:e}),a>0&&o.push({part:"days",requests:a}),r&&o.push({part:"comparison",requests:n??e}),o}function tellPlan(e,t,r){e.info(`At most ${counted(t.allowed,"request")}, retries included, of the 100 an hour that the platform allows the organization. In this order:`);let n=describePlan(planRequests(t.left,needsOf(r)));e.info(n.map((e,t)=>`${t+1}. ${e}`).join("\n")),r.days?.length===1&&e.info("The period is one day, so its totals are those of the day.")}async function readAll(e,t,r,n){await shareOut(e.map(({pages:e})=>e),r);let a=e[0]?.pages.error;if(a&&e.every(({pages:e})=>!e.totals))throw a;n.info(`The pages of the period took ${counted(r.spent,"request")}; ${thousands(r.left)} left.`);let o=describePlan(planRequests(r.left,needsOf(t,r.spent)));o.length>0&&n.info(o.join("\n"));let i=e.filter(({isReadable:e})=>e);return await shareOut(i.flatMap(({days:e})=>e??[]),r),await shareOut(i.flatMap(({previous:e})=>e??[]),r),n.info(`Done: ${counted(r.spent,"request")}.`),e.map(e=>e.report())}function tellNotes(e,t,r,n){if(0===n.length)return;let a=`${t}: ${n.join(" ")}`;r?e.info(a):e.warning(a)}let ProjectReading=class ProjectReading{pages;days;previous;#F;#H;#G;constructor({projectId:e,platform:t},r,n){let a={...n,platform:t};this.#F=e,this.#H=r,this.#G=n.budget,this.pages=new PageExport(a,r.period),this.days=r.days&&r.days.length>1?new DayReading(a,r.days):void 0,this.previous=r.previous&&new PageExport(a,r.previous)}get isReadable(){return void 0!==this.pages.totals&&void 0===this.pages.error}report(){let{pages:e,previous:t}=this,r=t?.totals!==void 0,n=this.#E();return{projectId:this.#F,totals:e.totals,previousTotals:t?.totals,...joinPages(e,r?t:void 0),complete:e.complete,previousComplete:r?t.complete:void 0,sums:e.sums,days:n,notes:this.#W(n)}}#E(){let{totals:e}=this.pages,[t]=this.#H.days??[];if(e&&t)return this.days?this.days.days:[{date:t,counts:e}]}#W(e){let{pages:t,previous:r}=this,n=reasonOf(t.error,this.#G),a=[...this.#H.notes,...exportNotes(t,"the period",n)];if(!t.totals)return a;let later=e=>t.error?"reading had ended already.":reasonOf(e,this.#G);return e&&a.push(...dayNotes(e,t.totals,later(this.days?.error))),r&&a.push(...exportNotes(r,"the period before",later(r.error))),a}};function cutAtLine(e,t,r){if(Buffer.byteLength(e)<=t)return e;let n=t-Buffer.byteLength(`
${r}
`),a=[],o=0;for(let t of e.split("\n")){if((o+=Buffer.byteLength(t)+1)>n)break;a.push(t)}return`${a.join("\n")}

${r}
`}var p=r(26362);function changeOf(e,t){let r=void 0===t?void 0:percentChange(e,t);if(void 0===t||void 0===r)return;let n=e>t?"up":e<t?"down":"same";return{direction:n,text:`${m[n]}${r.replace("-","−")}%`}}let m={up:"▲ ",down:"▼ ",same:""};function changeOfRow(e){switch(e.state){case"new":return"new";case"gone":return"gone";case"unknown":return"–";case"known":return changeOf(e.total,e.previous?.total)?.text??"–"}}let f={human:0,ai:0,total:0};function*tableRows({pages:e,gone:t}){for(let{path:t,human:r,ai:n,total:a,before:o}of e){let e="known"===o.kind?o.counts:"new"===o.kind?f:void 0;yield{path:t,human:r,ai:n,total:a,state:o.kind,previous:e}}for(let{path:e,previous:r}of t)yield{path:e,...f,state:"gone",previous:r}}function changePercent({total:e,previous:t}){let r=t&&percentChange(e,t.total);return void 0===r?void 0:Number(r)}let g=new Intl.DateTimeFormat("en-GB",{timeZone:"UTC",day:"numeric",month:"long",year:"numeric"}),w=new Intl.DateTimeFormat("en-GB",{timeZone:"UTC",weekday:"short",day:"numeric",month:"short"});function periodName(e){if("all"===e.kind)return"All time";let t=(0,n.hF)(e),[r,a]=[t?.[0],t?.at(-1)];return r&&a?g.formatRange(Date.parse(r),Date.parse(a)):(0,n.Pl)(e)}function dayName(e){return w.format(Date.parse(e)).replace(",","")}function boundsSentence(e){let t=(0,n.Pl)(e);return"all"===e.kind?`Counted: ${t}.`:`Counted: ${t}. The end is exclusive: views from ${e.to} on are not counted.`}function comparisonSentence({period:e,previousPeriod:t}){return t?`Compared with ${(0,n.Pl)(t)}.`:"all"===e.kind?"All time has no period before it to compare with.":"Not compared with a period before."}function gaps(e){let{totals:t,sums:r,pages:n,complete:a,previousComplete:o,days:i=[]}=e,s=[];t?a||s.push(`Only ${counted(n.length,"page")} could be read, and there are more. They hold ${thousands(r.total)} of the site's ${thousands(t.total)} views (${share(r.total,t.total)}). The totals are those of the whole site.`):s.push("Nothing could be read: there are no numbers for this project."),t&&!1===o&&s.push("The pages of the previous period were not all read: where a change is –, nobody can tell whether the page is new, and there may be more pages that are gone.");let l=i.filter(({counts:e})=>!e).length;return l>0&&s.push(`${l} of ${counted(i.length,"day")} could not be read.`),s}function trendSentence(e){let t=e.filter(isRead),[r]=t;if(!r)return"No day was read.";let n=t.reduce((e,t)=>t.counts.total>e.counts.total?t:e,r),a=t.reduce((e,t)=>t.counts.total<e.counts.total?t:e,r);return`Views on each day. Most: ${thousands(n.counts.total)} on ${dayName(n.date)}. Fewest: ${thousands(a.counts.total)} on ${dayName(a.date)}.`}function isRead(e){return void 0!==e.counts}function colophon({generatedAt:e,version:t,requests:r}){return`Made ${e} by docs-agent-action ${t} with ${r.spent} of at most ${counted(r.allowed,"request")}.`}function textChart(e){let t=Math.max(1,...e.filter(isRead).map(({counts:e})=>Math.max(e.total,e.human+e.ai))),r=e.map(({date:e})=>dayName(e)),n=e.map(({counts:e})=>e?thousands(e.total):""),[a,o]=[widest(r),widest(n)];return["█ people   ░ AI","",...e.map(({counts:e},i)=>{let s=`${r[i]?.padEnd(a)}  ${n[i]?.padStart(o)}  `;if(!e)return`${s}(not read)`;let l=Math.round(e.human/t*40),d=Math.round((e.human+e.ai)/t*40)-l,u=`${"█".repeat(l)}${"░".repeat(d)}`.padEnd(40);return`${s}${u}  ${share(e.ai,e.total).padStart(6)} AI`})].join("\n")}function widest(e){return Math.max(0,...e.map(e=>e.length))}let y="*This is cut to what GitHub shows. Everything is in `page-views.csv` and `page-views.json`.*";function markdownReport(e,t){let r=e.projects.length>1;return fitted([opening(e,t),...r?[projectsTable(e)]:[],...e.projects.flatMap(r=>projectSections(e,r,t.top)),`---

<sub>${(0,p.em)(colophon(e))}</sub>
`],t.maxBytes??1e6)}function fitted(e,t){let r="";for(let n of e){let e=""===r?n:`${r}

${n}`;if(Buffer.byteLength(e)+Buffer.byteLength(y)+4>t)return t-Buffer.byteLength(r)>4e3&&!n.includes("\n```")?cutAtLine(e,t,y):`${r}

${y}
`;r=e}return r}function opening(e,{artifactUrl:t,reportUrl:r}){let n=[...r?[(0,p.nf)("**Open the report**",r)]:[],...t?[(0,p.nf)("All files (CSV, JSON, Markdown, HTML)",t)]:[]];return[`## 📊 Docs page views: ${(0,p.em)(periodName(e.period))}`,...warning(e),`${(0,p.em)(boundsSentence(e.period))} ${(0,p.em)(comparisonSentence(e))}`,...n.length>0?[n.join(" \xb7 ")]:[]].join("\n\n")}function warning({projects:e}){let t=e.flatMap(t=>gaps(t).map(r=>e.length>1?`${(0,p.aY)(t.projectId)}: ${(0,p.em)(r)}`:(0,p.em)(r)));return 0===t.length?[]:[["> [!WARNING]","> **This report is incomplete.**",...t.map(e=>`> - ${e}`)].join("\n")]}function projectsTable({projects:e,previousPeriod:t}){let r=["Project","Views:","People:","AI:",...t?["Before:","Change:"]:[],"Pages:","Complete"],n=e.map(e=>{let{projectId:r,totals:n,previousTotals:a,pages:o,complete:i}=e,s=n&&changeOf(n.total,a?.total);return[(0,p.aY)(r),...n?[`**${thousands(n.total)}**`,thousands(n.human),thousands(n.ai)]:["–","–","–"],...t?[a?thousands(a.total):"–",s?.text??"–"]:[],thousands(o.length),i?"yes":"**no**"]});return`### All projects

${table(r,n)}`}function projectSections(e,t,r){let n=e.projects.length>1?"####":"###";return[[...e.projects.length>1?[`### ${(0,p.aY)(t.projectId)}`]:[`**Project** ${(0,p.aY)(t.projectId)}`],headline(e,t)].join("\n\n"),...t.days?.length?[`${n} Trend

${(0,p.DV)(textChart(t.days))}`]:[],...topPages(e,t,r,n),...e.previousPeriod?movers(t,r,n):[],...t.notes.length>0?[`${n} Notes

${t.notes.map(e=>`- ${(0,p.em)(e)}`).join("\n")}`]:[]]}function headline({previousPeriod:e},{totals:t,previousTotals:r,pages:n,complete:a}){if(!t)return"No numbers: not one response came.";let line=(n,a)=>[n,`**${thousands(t[a])}**`,share(t[a],t.total),...e?[r?thousands(r[a]):"–"]:[],...e?[changeOf(t[a],r?.[a])?.text??"–"]:[]],o=["","Views:","Share:",...e?["Before:","Change:"]:[]],i=[line("**Total**","total"),line("People","human"),line("AI","ai")],s=a?`All ${counted(n.length,"page")} with views were read.`:`${counted(n.length,"page")} read, not all.`;return`${table(o,i)}

${0===n.length?a?"No page had views.":"No page was read.":s}`}function topPages({previousPeriod:e},t,r,n){let a=[":","Page","Views:","People:","AI:",...e?["Before:","Change:"]:[]],o=[...tableRows({...t,gone:[]})].slice(0,r).map((t,r)=>[String(r+1),(0,p.aY)(t.path),`**${thousands(t.total)}**`,thousands(t.human),thousands(t.ai),...e?[before(t),changeOfRow(t)]:[]]);return o.length>0?[`${n} Top pages

${table(a,o)}`]:[]}function movers(e,t,r){let n=["Page","Before:","Now:","Difference:","Change:"],section=(e,t)=>{let a=t.map(e=>[(0,p.aY)(e.path),before(e),`**${thousands(e.total)}**`,signed(e.total-(e.previous?.total??0)),changeOfRow(e)]);return`${r} ${e}

${a.length>0?table(n,a):"None."}`};return[section("Rising",rising(e,t)),section("Falling",falling(e,t))]}function before({previous:e}){return e?thousands(e.total):"–"}function table(e,t){let line=e=>`| ${e.join(" | ")} |`;return[line(e.map(e=>e.replace(/:$/,"")||" ")),line(e.map(e=>e.endsWith(":")?"--:":":--")),...t.map(line)].join("\n")}var b=r(73024),v=r(51455),$=r(76760),x=r(57075),k=r(46466),j=r(8315);let T="=+\\-@＝＋－＠",S="[\\s\\p{C}\\p{Default_Ignorable_Code_Point}]*",A=RegExp(`^(?:[\\t\\r\\n]|${S}[${T}])`,"u"),C=RegExp(`([;\\t\\r\\n])(?=${S}[${T}])`,"gu");function formulaSafe(e){let t=e.replace(C,"$1'");return A.test(e)?`'${t}`:t}let N=["project","path","human","ai","total","previous_total","change_percent","state"];function csvStream(e){let t=(0,j.As)({bom:!0,header:!0,columns:N,record_delimiter:"windows"}),r=x.Readable.from(csvRecords(e));return r.on("error",e=>t.destroy(e)),r.pipe(t)}function*csvRecords(e){for(let t of e.projects){let e=formulaSafe(t.projectId);for(let r of tableRows(t)){let{human:t,ai:n,total:a,previous:o,state:i}=r;yield[e,formulaSafe(r.path),t,n,a,o?.total,changePercent(r),i]}}}var R=r(77598),P=r(96259);let M={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function escapeHtml(e){return e.replace(/[&<>"']/g,e=>M[e]??e).replace(P.VH,"�")}function figureCell(e){return`<td>${void 0===e?"–":thousands(e)}</td>`}function pathCell(e){let t=(0,P.GJ)(e),r=pathText(t||"(empty)"),n=t.slice(0,160).replace(/[\ud800-\udbff]$/,""),a=t.length<=160?r:`<details><summary>${pathText(`${n}…`)}</summary>${r}</details>`;return`<th scope="row" class="path">${a}</th>`}function pathText(e){return`<bdi>${escapeHtml(e).replaceAll("/","/<wbr>")}</bdi>`}var O=r(51713),I=r(87628),_=r(90354),E=r(10242),L=r(9833);(0,_.Y)([O.a,I.a,L.a]);let q="var(--ink)",B="var(--muted)",z="var(--line)";function trendChart(e,t,r){let n=t>500,a=e.map(({counts:e})=>e?(n?thousands:compact)(e.total):""),series=(t,r)=>({type:"bar",stack:"views",silent:!0,barMaxWidth:56,barCategoryGap:"28%",itemStyle:{color:`var(--${t})`},data:e.map(e=>isRead(e)?e.counts[t]:null),...r});return render(t,n?250:200,r,{grid:{left:4,right:8,top:20,bottom:4,outerBoundsMode:"same"},xAxis:{type:"category",data:e.map(({date:e})=>dayName(e).replace(" ",n?" ":"\n")),axisLabel:{color:B,hideOverlap:!0,lineHeight:15},axisLine:{lineStyle:{color:z}},axisTick:{show:!1}},yAxis:{type:"value",minInterval:1,splitNumber:4,axisLabel:{color:B,formatter:compact},splitLine:{lineStyle:{color:z}}},series:[series("human",{}),series("ai",{label:e.length>10?{}:valueLabel("top",a)})]})}function topChart(e,t,r){let n=e.map(({total:e})=>thousands(e)),series=(t,r)=>({...bar(e.map(e=>e[t])),stack:"views",itemStyle:{color:`var(--${t})`},...r});return withPaths(render(t,42*e.length+8,r,{grid:{left:0,right:roomFor(n),top:4,bottom:0,outerBoundsMode:"none"},xAxis:{type:"value",show:!1},yAxis:pathAxis(e),series:[series("human",G),series("ai",{label:valueLabel("right",n)})]}),e,t)}function moversChart(e,t,r){let n=e.map(({total:e,previous:t})=>e-(t?.total??0)),a=n.map(signed),o=Math.max(1,...n.map(Math.abs)),i=n.map(e=>({value:e,itemStyle:{color:e>0?"var(--up)":"var(--down)"}}));return withPaths(render(t,42*e.length+8,r,{grid:{left:0,right:roomFor(a),top:4,bottom:0,outerBoundsMode:"none"},xAxis:{type:"value",min:-o,max:o,interval:o,axisLabel:{show:!1},splitLine:{showMinLine:!1,showMaxLine:!1,lineStyle:{color:z}}},yAxis:pathAxis(e),series:[{...bar(i),...G,label:valueLabel("right",a)}]}),e,t)}let G={showBackground:!0,backgroundStyle:{color:"var(--track)"}};function bar(e){return{type:"bar",silent:!0,barWidth:12,data:e}}function valueLabel(e,t){return{show:!0,position:e,color:q,formatter:({dataIndex:e})=>t[e]??""}}function pathAxis(e){return{type:"category",inverse:!0,data:e.map((e,t)=>`path ${t}`),axisLine:{show:!1},axisTick:{show:!1},axisLabel:{color:q,inside:!0,margin:0,align:"left",verticalAlign:"bottom",padding:[0,0,10,0],textBorderColor:"var(--panel)",textBorderWidth:3,interval:0}}}function withPaths(e,t,r){let n=Math.floor(r/7)-2;return e.replace(/>path (\d+)</g,(e,r)=>{let a=(0,P.GJ)(t[Number(r)]?.path??"");return`>${escapeHtml(endOf(a||"(empty)",n))}<`})}function endOf(e,t){let r=[...e];return r.length<=t?e:`…${r.slice(1-t).join("")}`}function roomFor(e){return 7*Math.max(0,...e.map(({length:e})=>e))+10}function render(e,t,r,n){let a=(0,E.Ts)(null,null,{renderer:"svg",ssr:!0,width:e,height:t});try{return a.setOption({animation:!1,...n}),forPage(a.renderToSVGString(),r)}finally{a.dispose()}}function forPage(e,t){return e.replace(/<style[\s\S]*?<\/style>/g,"").replace(/ (?:style|class|ecmeta_[a-z_]+|pointer-events|xml:space|xmlns:xlink|baseProfile)="[^"]*"/g,"").replace(/^<svg width="\d+" height="\d+"/,`<svg class="chart" role="img" aria-label="${escapeHtml(t)}"`).replace(/>\s+</g,"><")}function*pagesPanel(e,t,r){let n=void 0!==e.previousPeriod,a=t.pages.length+t.gone.length;if(0===a)return;let o=embedded(t,n,e.projects.length),i=["Page","Views","People","AI",...n?["Before","Change"]:[]].map(e=>`<th scope="col"${"Views"===e?' aria-sort="descending"':""}>${e}</th>`),s=a-o.length>0?`<p class="hint">These are the first ${thousands(o.length)} of ${counted(a,"page")}: more would make this page slow. <strong>All are in page-views.csv</strong>, beside this file.</p>`:"";yield`<section class="panel pages" aria-labelledby="pages-${r}"><h3 id="pages-${r}">All pages</h3>${s}
<div class="tools"><div><label for="search-${r}">Filter by path</label><input id="search-${r}" type="search" autocomplete="off" spellcheck="false"></div><output for="search-${r}" aria-live="polite"></output></div>
<div class="scroll" tabindex="0" role="region" aria-labelledby="pages-${r}"><table><caption>Views of each page, by people and by AI${n?", and the period before":""}</caption><thead><tr>${i.join("")}</tr></thead>
<tbody>`,yield*firstRows(t,n),yield`</tbody></table></div>${o.length>100?noScript(o.length):""}<button class="more" type="button" hidden>Show more</button>
<script type="application/json">[`,yield o.join(",\n"),yield"]<\/script></section>\n"}function noScript(e){return`<noscript><p class="hint">The first 100 of ${thousands(e)} rows are shown. Sorting, filtering and the other rows need JavaScript.</p></noscript>`}function*firstRows(e,t){let r=0;for(let n of tableRows(e)){if(++r>100)return;yield`<tr>${pathCell(n.path)}${figureCell(n.total)}${figureCell(n.human)}${figureCell(n.ai)}${t?comparedCells(n):""}</tr>
`}}function comparedCells(e){let t=changeOfRow(e),r=t.startsWith("▲")?"up":t.startsWith("▼")?"down":"";return`${figureCell(e.previous?.total)}<td class="${r}">${t}</td>`}function embedded(e,t,r){let n=[],a=0;for(let o of tableRows(e)){let{human:e,ai:i,total:s,previous:l}=o,d=t?[l?.total??null,changeOfRow(o)]:[],u=scriptSafe(JSON.stringify([(0,P.GJ)(o.path),s,e,i,...d]));if(a+=Buffer.byteLength(u),n.length>=5e4/r||a>8388608/r)break;n.push(u)}return n}function scriptSafe(e){return e.replace(/[<\u2028\u2029]/g,e=>`\\u${e.charCodeAt(0).toString(16).padStart(4,"0")}`)}let U='<span class="key" aria-hidden="true"></span>People <span class="key ai" aria-hidden="true"></span>AI';function*projectSection(e,t,r){let n=e.projects.length>1?`<bdi>${html_project_text(t.projectId)}</bdi>`:"At a glance";if(yield`<section class="project" id="project-${r}" aria-labelledby="title-${r}"><h2 id="title-${r}">${n}</h2>
`,yield cards(e,t),t.days?.length&&(yield trend(t.days)),yield e.previousPeriod?`<div class="pair">${html_project_top(t,500)}${html_project_movers(t)}</div>
`:html_project_top(t,1e3),yield*pagesPanel(e,t,r),t.notes.length>0){let e=t.notes.map(e=>`<li>${html_project_text(e)}</li>`).join("");yield`<section class="panel"><h3>Notes</h3><ul class="notes">${e}</ul></section>
`}yield"</section>\n"}function cards({previousPeriod:e},{totals:t,previousTotals:r,pages:n,gone:a,complete:o}){if(!t)return"<p>There are no numbers: not one response came.</p>\n";let card=(e,n,a)=>{let o=r?.[e],i=changeOf(t[e],o),s=i?`<dd class="aside"><span class="${i.direction}">${i.text}</span> from ${thousands(o??0)}</dd>`:"";return`<div class="card ${e}"><dt>${n}</dt>${figureOf(t[e])}${a}${s}</div>`},ofAll=e=>`<dd class="aside">${share(t[e],t.total)} of all views</dd>`,i=n.filter(({before:e})=>"new"===e.kind).length,s=e&&o?`<dd class="aside">${thousands(i)} new, ${thousands(a.length)} gone</dd>`:"";return`<dl class="cards">${card("total","Views","")}${card("human","By people",ofAll("human"))}${card("ai","By AI",ofAll("ai"))}<div class="card"><dt>${o?"Pages with views":"Pages read (not all)"}</dt>${figureOf(n.length)}${s}</div></dl>
`}function figureOf(e){let t=thousands(e);return`<dd class="figure${t.length>9?" long":""}">${t}</dd>`}function trend(e){if(e.every(({counts:e})=>e?.total===0))return panel("Trend",`No views on ${1===e.length?"this day":`any of the ${e.length} days`}.`);let t=trendSentence(e),r=e.map(({date:e,counts:t})=>`<tr><th scope="row">${dayName(e)}</th>${[t?.total,t?.human,t?.ai].map(figureCell).join("")}<td>${t?share(t.ai,t.total):"–"}</td></tr>`),n=`<details><summary>Show the days as a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Views on each day"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Views</th><th scope="col">People</th><th scope="col">AI</th><th scope="col">AI share</th></tr></thead><tbody>${r.join("")}</tbody></table></div></details>`;return figure("Trend",`<p>${U}</p><p>${html_project_text(t)}</p>`,r=>trendChart(e,r,t),1e3,n)}function html_project_top({pages:e,complete:t},r){let n=e.slice(0,10),a=n[0];if(!a)return panel("Top pages",t?"No page had views.":"No page was read.");let o=`The ${counted(n.length,"page")} with most views, led by ${a.path.slice(0,100)} with ${thousands(a.total)}. All are in the table of pages.`;return figure("Top pages",U,e=>topChart(n,e,o),r)}function html_project_movers(e){let[t,r]=[rising(e,5),falling(e,5)];if(t.length+r.length===0)return panel("Rising and falling",e.pages.some(({before:e})=>"unknown"!==e.kind)||e.previousComplete?"No page gained or lost views.":"The pages of the previous period were not read.");let n=`Pages whose views changed most: ${t.length} that gained and ${r.length} that lost. All changes are in the table of pages.`;return figure("Rising and falling",'<span class="key up" aria-hidden="true"></span>Gained <span class="key down" aria-hidden="true"></span>Lost, in views',e=>moversChart([...t,...r],e,n),500)}function panel(e,t){return`<section class="panel"><h3>${e}</h3><p>${t}</p></section>
`}function figure(e,t,r,n,a=""){return`<figure class="panel"><h3>${e}</h3><figcaption>${t}</figcaption><div class="wide">${r(n)}</div><div class="phone">${r(320)}</div>${a}</figure>
`}function html_project_text(e){return escapeHtml((0,P.GJ)(e))}let V=`
'use strict';
const SLICE = 100;
const LONG = 160;
const numbers = new Intl.NumberFormat('en-US');
const paths = new Intl.Collator('en', { numeric: true });

const change = ([, total, , , previous]) => (previous === null ? null : total === previous ? 0 : total / previous - 1);
const keys = [(row) => row[0], (row) => row[1], (row) => row[2], (row) => row[3], (row) => row[4], change];

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function pathText(path) {
  const text = element('bdi');
  for (const part of path.split(/(?<=\\/)/)) text.append(part, document.createElement('wbr'));
  return text;
}

function pathCell(path) {
  const cell = element('th', undefined, 'path');
  cell.scope = 'row';
  if (path.length <= LONG) {
    cell.append(pathText(path || '(empty)'));
    return cell;
  }
  const details = element('details');
  const summary = element('summary');
  summary.append(pathText(path.slice(0, LONG).replace(/[\\ud800-\\udbff]$/, '') + '…'));
  details.append(summary, pathText(path));
  cell.append(details);
  return cell;
}

function rowOf(row, columns) {
  const line = element('tr');
  line.append(pathCell(row[0]));
  for (let column = 1; column < columns; column += 1) {
    const value = row[column];
    if (column < 5) line.append(element('td', value === null ? '–' : numbers.format(value)));
    else line.append(element('td', value, value[0] === '▲' ? 'up' : value[0] === '▼' ? 'down' : ''));
  }
  return line;
}

function start(panel) {
  const rows = JSON.parse(panel.querySelector('script').textContent);
  const heads = [...panel.querySelectorAll('thead th')];
  const body = panel.querySelector('tbody');
  const search = panel.querySelector('input');
  const count = panel.querySelector('output');
  const more = panel.querySelector('.more');
  const texts = rows.map((row) => row[0].toLowerCase());
  const order = rows.map((_, index) => index);
  let found = order;
  let shown = 0;

  const extend = () => {
    const next = found.slice(shown, shown + SLICE);
    body.append(...next.map((index) => rowOf(rows[index], heads.length)));
    shown += next.length;
    more.hidden = shown >= found.length;
    more.textContent = 'Show ' + numbers.format(Math.min(SLICE, found.length - shown)) + ' more';
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    found = words.length === 0 ? order : order.filter((index) => words.every((word) => texts[index].includes(word)));
    const all = numbers.format(rows.length) + (rows.length === 1 ? ' row' : ' rows');
    count.textContent = found.length === rows.length ? all : numbers.format(found.length) + ' of ' + all;
    body.replaceChildren();
    shown = 0;
    extend();
  };
  const sort = (column) => {
    const head = heads[column];
    const initial = column === 0 ? 'ascending' : 'descending';
    const other = column === 0 ? 'descending' : 'ascending';
    const direction = head.getAttribute('aria-sort') === initial ? other : initial;
    for (const each of heads) each.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
    arrange(order, rows, column, direction === 'ascending' ? 1 : -1);
    filter();
  };
  for (const [column, head] of heads.entries()) {
    const button = element('button', head.textContent);
    button.type = 'button';
    button.addEventListener('click', () => sort(column));
    head.replaceChildren(button);
  }
  search.addEventListener('input', filter);
  more.addEventListener('click', extend);
  filter();
}

function arrange(order, rows, column, sign) {
  const values = rows.map(keys[column]);
  order.sort((a, b) => {
    const [one, other] = [values[a], values[b]];
    if (one === other) return a - b;
    if (one === null) return 1;
    if (other === null) return -1;
    return sign * (column === 0 ? paths.compare(one, other) : one < other ? -1 : 1) || a - b;
  });
}

for (const panel of document.querySelectorAll('.pages')) start(panel);
document.documentElement.classList.add('scripted');
`,D=`
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --panel: #ffffff; --ink: #1f2a33; --muted: #586570; --line: #dfe2e0; --track: #f2f3f1;
  --human: #2f6f8f; --ai: #d79a3b; --up: #2c7a5b; --down: #b4513a; --accent: #22607f;
  --warn-ink: #6d4300; --warn-paper: #fdf3dd; --warn-line: #e3bf73;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14191d; --panel: #1b2126; --ink: #e6eaec; --muted: #9eabb5; --line: #313a41; --track: #232a30;
    --human: #6fb0d0; --ai: #e2b062; --up: #6cc39c; --down: #ea917a; --accent: #8cc4e0;
    --warn-ink: #f3d9a4; --warn-paper: #2f2718; --warn-line: #6d5726;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-text-size-adjust: 100%;
}
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h1, h2 { font-family: ui-serif, Charter, "Iowan Old Style", Georgia, serif; font-weight: 600; }
h1 { font-size: clamp(1.9rem, 5vw, 2.75rem); margin: .1em 0 .35em; letter-spacing: -.01em; }
h2 { font-size: 1.6rem; margin: 0 0 1rem; }
h3 { font-size: 1.05rem; margin: 0 0 .2rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, .scroll:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem .9rem; background: var(--panel); z-index: 9; }
header { padding-top: clamp(1.75rem, 6vw, 3.5rem); }
.kicker { margin: 0; color: var(--muted); font-size: .82rem; font-weight: 600; letter-spacing: .09em; text-transform: uppercase; }
.lede { max-width: 46rem; color: var(--muted); }
.warning { margin: 0 0 1.25rem; padding: .85rem 1.1rem; color: var(--warn-ink); background: var(--warn-paper); border: 1px solid var(--warn-line); border-radius: .6rem; }
.warning ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.project { margin: 1.75rem 0 3.5rem; }
.project + .project { border-top: 1px solid var(--line); padding-top: 2.25rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
.card, .panel { background: var(--panel); border: 1px solid var(--line); border-radius: .7rem; }
.card { display: flex; flex-direction: column; padding: 1rem 1.15rem 1.05rem; border-top: 3px solid var(--muted); }
.card.human { border-top-color: var(--human); }
.card.ai { border-top-color: var(--ai); }
.card dt { color: var(--muted); font-size: .9rem; }
.card dd { margin: 0; }
.card .figure { font-size: clamp(1.7rem, 3.4vw, 2.1rem); font-weight: 650; line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; }
.card .long { font-size: clamp(1.15rem, 2.4vw, 1.6rem); line-height: 1.6; }
.card .aside { color: var(--muted); font-size: .9rem; }
.panel { margin: 0 0 1rem; padding: 1.1rem 1.2rem 1.2rem; min-width: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1rem; align-items: start; }
figcaption, .hint { color: var(--muted); font-size: .9rem; margin-bottom: .8rem; }
figcaption p { margin: 0; }
.key { display: inline-block; width: .75em; height: .75em; margin-right: .35em; border-radius: .15em; background: var(--human); }
.key.ai { background: var(--ai); margin-left: .8em; }
.key.up { background: var(--up); }
.key.down { background: var(--down); margin-left: .8em; }
.chart { display: block; width: 100%; height: auto; }
.chart text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; font-variant-numeric: tabular-nums; }
/* Where the columns become one, the charts stay at their size. */
.pair .chart { max-width: 36rem; }
.phone { display: none; }
@media (max-width: 40rem) { .wide { display: none; } /* Where the columns become one, the charts stay at their size. */
.pair .chart { max-width: 36rem; }
.phone { display: block; } }
details { margin-top: .8rem; }
summary { cursor: pointer; color: var(--accent); }
.scroll { overflow: auto; max-height: 80vh; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: .5rem .75rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
th:first-child, td:first-child { text-align: left; }
tbody th { font-weight: 400; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--panel); color: var(--muted); font-size: .85rem; font-weight: 600; box-shadow: inset 0 -1px var(--line); border-bottom: 0; }
thead button { font: inherit; color: inherit; background: none; border: 0; padding: .1rem 0; cursor: pointer; white-space: nowrap; }
thead button::after { content: "\\2195"; display: inline-block; width: 1em; margin-left: .25em; text-align: center; opacity: .55; }
thead [aria-sort] button { color: var(--ink); }
thead [aria-sort="ascending"] button::after { content: "\\2191"; opacity: 1; }
thead [aria-sort="descending"] button::after { content: "\\2193"; opacity: 1; }
tbody tr:hover > * { background: color-mix(in srgb, var(--human) 7%, var(--panel)); }
.path { min-width: 13rem; white-space: normal; overflow-wrap: anywhere; }
.path bdi { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; unicode-bidi: isolate; }
.path details { margin: 0; }
.path summary { color: inherit; }
.up { color: var(--up); }
.down { color: var(--down); }
.tools { display: none; flex-wrap: wrap; align-items: end; gap: .5rem 1.25rem; margin: 0 0 .8rem; }
.scripted .tools { display: flex; }
.tools label { display: block; font-size: .9rem; color: var(--muted); }
.tools input { font: inherit; width: min(22rem, 100%); min-width: 15rem; padding: .45rem .7rem; color: var(--ink); background: var(--paper); border: 1px solid var(--muted); border-radius: .45rem; }
.tools output { padding: .45rem 0; color: var(--muted); }
.more { display: none; margin-top: .9rem; font: inherit; color: var(--accent); background: none; border: 1px solid currentColor; border-radius: .45rem; padding: .45rem 1rem; cursor: pointer; }
.scripted .more:not([hidden]) { display: inline-block; }
.notes { padding-left: 1.2rem; overflow-wrap: anywhere; }
footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--muted); font-size: .9rem; }
@media (max-width: 40rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; }
  .card { padding: .8rem .9rem; }
  .panel { padding: .95rem .9rem; }
  th, td { padding: .45rem .6rem; }
  .path { min-width: 11rem; }
}
@media (forced-colors: active) {
  :root { --ink: CanvasText; --muted: CanvasText; --line: GrayText; --up: CanvasText; --down: CanvasText; }
}
@media print {
  :root { --paper: #ffffff; }
  body { font-size: 10pt; }
  .tools, .more, .skip, .panel > details, .scripted .tools, .scripted .more:not([hidden]) { display: none; }
  .scroll { overflow: visible; max-height: none; border: 0; }
  .card, .panel, tr { break-inside: avoid; }
  .panel.pages { break-inside: auto; }
  thead th { position: static; }
  thead button::after { content: ""; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;function*htmlReport(e){let{projects:t}=e;for(let[r,n]of(yield head(e),yield html_opening(e),t.length>1&&(yield overview(e)),t.entries()))yield*projectSection(e,n,r);yield`</main>
<footer><p>${html_text(colophon(e))}</p></footer>
<script>${V}<\/script>
</body>
</html>
`}function head(e){let t=`default-src 'none'; style-src '${sha256(D)}'; script-src '${sha256(V)}'; base-uri 'none'; form-action 'none'`;return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${t}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Docs page views, ${html_text(periodName(e.period))}</title>
<style>${D}</style>
</head>
`}function sha256(e){return`sha256-${(0,R.createHash)("sha256").update(e).digest("base64")}`}function html_opening(e){let[t,...r]=e.projects,n=r.length>0?`${e.projects.length} projects`:html_text(t?.projectId??"");return`<body>
<a class="skip" href="#report">Skip to the numbers</a>
<header>
<p class="kicker">Docs page views \xb7 <bdi>${n}</bdi></p>
<h1>${html_text(periodName(e.period))}</h1>
<p class="lede">${html_text(boundsSentence(e.period))} ${html_text(comparisonSentence(e))}</p>
</header>
<main id="report" tabindex="-1">
${html_warning(e)}`}function html_warning({projects:e}){let t=e.flatMap(t=>gaps(t).map(r=>{let n=e.length>1?`<bdi>${html_text(t.projectId)}</bdi>: `:"";return`<li>${n}${html_text(r)}</li>`}));return 0===t.length?"":`<div class="warning" role="note"><strong>This report is incomplete.</strong><ul>${t.join("")}</ul></div>
`}function overview({projects:e,previousPeriod:t}){let r=["Views","People","AI",...t?["Before","Change"]:[],"Pages","Complete"],n=e.map((e,r)=>{let{totals:n,previousTotals:a}=e,o=[n?.total,n?.human,n?.ai,...t?[a?.total]:[]],i=n&&changeOf(n.total,a?.total);return[`<tr><th scope="row" class="path"><a href="#project-${r}"><bdi>${html_text(e.projectId)}</bdi></a></th>`,...o.map(figureCell),t?`<td class="${i?.direction??""}">${i?.text??"–"}</td>`:"",`<td>${thousands(e.pages.length)}</td><td>${e.complete?"yes":"no"}</td></tr>`].join("")}),a=["Project",...r].map(e=>`<th scope="col">${e}</th>`).join("");return`<section class="panel" aria-labelledby="overview"><h2 id="overview">All projects</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="overview"><table><thead><tr>${a}</tr></thead>
<tbody>${n.join("\n")}</tbody></table></div></section>
`}function html_text(e){return escapeHtml((0,P.GJ)(e))}function*jsonText(e){let{generatedAt:t,version:r,period:n,previousPeriod:a=null,requests:o}=e;yield openObject({formatVersion:1,generatedAt:t,actionVersion:r,period:n,previousPeriod:a,requests:o}),yield*list("projects",e.projects,projectText),yield"}\n"}function*projectText(e){let{projectId:t,totals:r=null,previousTotals:n=null,sums:a,complete:o,previousComplete:i=null}=e,s=e.days?.map(({date:e,counts:t=null})=>({date:e,counts:t}))??null;yield openObject({...{projectId:t,totals:r,previousTotals:n,sums:a,complete:o,previousComplete:i},notes:e.notes,days:s}),yield*list("pages",tableRows(e),pageText),yield"}"}function*pageText(e){let{path:t,human:r,ai:n,total:a,state:o,previous:i=null}=e,s={path:t,human:r,ai:n,total:a,state:o,previous:i,changePercent:changePercent(e)??null};yield inert(JSON.stringify(s))}function openObject(e){return`${inert(JSON.stringify(e)).slice(0,-1)},
`}function inert(e){return e.replaceAll("##[","#\\u0023[")}function*list(e,t,r){yield`${JSON.stringify(e)}: [`;let n="\n";for(let e of t)yield n,yield*r(e),n=",\n";yield"\n]"}async function writeReport(e,t){let r=$.resolve(t),n={directory:r,csv:$.join(r,"page-views.csv"),json:$.join(r,"page-views.json"),markdown:$.join(r,"report.md"),html:$.join(r,"report.html")};return await naming(r,()=>(0,v.mkdir)(r,{recursive:!0})),await write(n.csv,csvStream(e)),await write(n.json,inChunks(jsonText(e))),await write(n.markdown,[markdownReport(e,{top:25})]),await write(n.html,inChunks(htmlReport(e))),n}async function write(e,t){let r=Symbol.iterator in t?x.Readable.from(t):t;await naming(e,()=>(0,k.pipeline)(r,(0,b.createWriteStream)(e)))}async function naming(e,t){try{await t()}catch(r){let t=r instanceof Error?r.message:String(r);throw Error(`${e} could not be written: ${t}`,{cause:r})}}function*inChunks(e){let t="";for(let r of e)(t+=r).length<65536||(yield t,t="");""!==t&&(yield t)}function summarize({projects:e}){let sum=t=>e.reduce((e,r)=>e+(t(r)??0),0),t=sum(({totals:e})=>e?.total),r=sum(({previousTotals:e})=>e?.total),n=e.every(({totals:e,previousTotals:t})=>e&&t);return{totalViews:t,humanViews:sum(({totals:e})=>e?.human),aiViews:sum(({totals:e})=>e?.ai),change:n?percentChange(t,r)??null:null,pageCount:sum(({pages:e})=>e.length),complete:e.every(({complete:e})=>e),topPages:t=>leading(e,t,({pages:e})=>e.slice(0,t).map(topPage),({total:e})=>e),risingPages:t=>leading(e,t,e=>rising(e,t).map(risingPage),summarize_gain)}}function leading(e,t,r,n){return e.flatMap(t=>r(t).map(r=>e.length>1?{project:t.projectId,...r}:r)).sort((e,t)=>n(t)-n(e)).slice(0,t)}function topPage({before:e,...t}){return pageSummary(t,"known"===e.kind?e.counts.total:"new"===e.kind?0:null)}function risingPage({previous:e,...t}){return pageSummary(t,e.total)}function summarize_gain({total:e,previous:t}){return e-(t??e)}function pageSummary({path:e,human:t,ai:r,total:n},a){let o=null===a?null:percentChange(n,a)??null;return{path:e,human:t,ai:r,total:n,previous:a,change:o}}var F=r(35233),H=r(10065),W=r(20438),J=r(48161);async function uploadReport(e){let{log:t,files:r,env:n,timeLimitMs:a=3e5}=e,o=obstacleIn(n);if(o)return t.warning(`The report was not uploaded: ${o} Its files are in ${r.directory}.`),{};let i=new AbortController,s=setTimeout(()=>{i.abort(Error(`it took longer than ${a/1e3} seconds.`))},a),l=e.signal?AbortSignal.any([e.signal,i.signal]):i.signal;try{return await t.group("Upload the report",()=>uploadBoth(e,l))}finally{clearTimeout(s)}}async function uploadBoth(e,t){let r,{directory:n,csv:a,json:o,markdown:i,html:s}=e.files,{log:l}=e;try{r=await store(e,1,t,(e,t,r)=>e.uploadArtifact(t,[a,o,i,s],n,r))}catch(e){return l.warning(`The report was not uploaded: ${artifact_reasonOf(e)} Its files are in ${n}.`),{}}let{id:d,url:u,digest:h}=r;l.info(`Artifact ${r.name}: ${u??`id ${d}`}${h?` (${h})`:""}`);let c={artifactId:String(d),artifactUrl:u,digest:h};try{let n=await storePage(e,r.number,t);return l.info(`Report page: ${n.url??`artifact ${n.id}`}`),{...c,reportUrl:n.url}}catch(e){return l.warning(`The page was not uploaded on its own: ${artifact_reasonOf(e)} It is ${$.basename(s)} in the artifact ${r.name}.`),c}}async function storePage(e,t,r){let n=await (0,v.mkdtemp)($.join(e.env.RUNNER_TEMP??(0,J.tmpdir)(),"docs-report-"));try{return await store(e,t,r,async(t,r,a)=>{let o=$.join(n,`${r}.html`);return await (0,v.copyFile)(e.files.html,o),t.uploadArtifact(r,[o],n,{...a,skipArchive:!0})})}finally{await (0,v.rm)(n,{recursive:!0,force:!0})}}async function store(e,t,n,a){let{DefaultArtifactClient:o}=await Promise.all([r.e(351),r.e(690)]).then(r.bind(r,35690)),i=new o,{artifactName:s,retentionDays:l,env:d}=e;for(let e=t;;e+=1){let t=1===e?s:`${s}-${e}`;try{let{id:r,digest:o}=await unlessAborted(n,()=>a(i,t,{retentionDays:l}));if(void 0===r)throw Error("GitHub sent no id.");return{name:t,number:e,id:r,url:artifactUrl(r,d),digest:o&&`sha256:${o}`}}catch(t){if(!isNameTaken(t)||e>=100)throw t}}}async function unlessAborted(e,t){e.throwIfAborted();let{promise:r,reject:n}=Promise.withResolvers(),abort=()=>n(e.reason);e.addEventListener("abort",abort,{once:!0});try{return await Promise.race([t(),r])}finally{e.removeEventListener("abort",abort)}}function obstacleIn(e){let t=["ACTIONS_RUNTIME_TOKEN","ACTIONS_RESULTS_URL"].filter(t=>!e[t]);if(t.length>0)return`${t.join(" and ")} ${t.length>1?"are":"is"} not set, as outside of GitHub's runners.`;let r=e.GITHUB_SERVER_URL||"https://github.com",n=URL.canParse(r)?new URL(r).hostname:r;if(!/(^github\.com|\.ghe\.com|\.localhost)$/i.test(n))return`GitHub Enterprise Server (${n}) does not take artifacts of this kind.`}function isNameTaken(e){return/\(409\)|already exists/.test(messageOf(e))}function artifact_reasonOf(e){let t=messageOf(e);if(t.includes("storage quota has been hit"))return"the storage for artifacts is used up. GitHub counts it anew every 6 to 12 hours; a shorter retention-days frees some.";if(isNameTaken(e))return"100 artifacts of this name exist in the run already.";let[r=""]=t.split("\n");return/[.!?]$/.test(r)?r:`${r}.`}function messageOf(e){return e instanceof Error?e.message:String(e)}function artifactUrl(e,t){let{GITHUB_SERVER_URL:r,GITHUB_REPOSITORY:n,GITHUB_RUN_ID:a}=t;if(n&&a)return`${r||"https://github.com"}/${n}/actions/runs/${a}/artifacts/${e}`}var Y=r(13411);async function runAnalyticsMode(e,t){let{log:r,outputs:a}=t;r.info(`Docs Agent ${Y.x} \xb7 analytics mode \xb7 project ${e.projectIds.join(", ")} at ${e.baseUrl.origin}`),r.info(`Period: ${(0,n.Pl)(e.period)}`);let o=await read(e,t),i=summarize(o);a.views(i,e.period,e.top);try{let n=await writeReport(o,e.reportDirectory);r.info(`The report is in ${n.directory}`);let a={directory:n.directory,...await upload(n,e,t)},s=i.complete?"The report is complete.":"The report is incomplete: its notes say why.";return await finish("report",s,a,o,e,t)}catch(a){let n=a instanceof Error?a.message:String(a);return r.error(n),await finish("error",n,{},o,e,t)}}async function read(e,{env:t,log:r,signal:n}){let a=(0,H.g)(e,t);try{let{projectIds:t,period:o,compare:i,daily:s,maxRequests:l}=e,d={platforms:t.map(e=>({projectId:e,platform:new W.H(a,e)})),period:o,compare:i,daily:s,maxRequests:l,version:Y.x};return await readReport({...d,log:r,signal:n,clock:F.m})}finally{await a.close()}}async function upload(e,t,r){let{artifactName:n,retentionDays:a}=t;if(""===n)return{};let{log:o,env:i,signal:s}=r;return uploadReport({files:e,artifactName:n,retentionDays:a,log:o,env:i,signal:s})}async function finish(e,t,r,n,{top:a},{outputs:o,files:i}){o.report(e,t,r);let{artifactUrl:s,reportUrl:l}=r;return await i.addSummary(markdownReport(n,{top:a,artifactUrl:s,reportUrl:l})),"report"===e}})

};
