export const id = 844;
export const ids = [844];
export const modules = {

/***/ 7844:
((e,n,t)=>{t.r(n),t.d(n,{notify:()=>u});var i=t(7671),r=t(5841),o=t(5887),a=t(6362),s=t(5157);async function u(e,{outcome:n},t){let{github:d,inputs:l,request:f,event:$,signal:p,log:c}=e,y=(0,s.uu)($,l);if(p.aborted||"skipped"===n||"started"===n)return;if(!d||void 0===y||!$.sender||$.sender.isBot)return c.info("`notify` did nothing: it needs a person to mention, an issue or pull request, and `github-token`.");let{url:b}=t.pullRequest??{},h=`@${f.by} ${t.headline}${b?`: ${(0,a.nf)((0,a.aY)(b),b)}`:"."}`,w=`${h}

${o.FO} --\x3e`;try{await (0,i.xV)(e,"optional",e=>d.call(r.eT,{issue_number:y,body:w},e))}catch(e){if(!(e instanceof i.E1))throw e;c.warning(`${f.by} wasn't notified: ${e.full}`)}}})

};
