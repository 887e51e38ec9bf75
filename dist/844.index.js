export const id = 844;
export const ids = [844];
export const modules = {

/***/ 7844:
((e,t,n)=>{n.r(t),n.d(t,{notify:()=>s});var i=n(7671),o=n(8325),r=n(5841),a=n(876),u=n(2596);async function s(e){let{end:t,run:n}=e,{github:s,request:d,event:f,signal:l,log:c,redact:b}=n,y=(0,a.uu)(n);if(l.aborted||"skipped"===t.outcome||"started"===t.outcome)return;if(!s||void 0===y||!f.sender||f.sender.isBot)return c.info("`notify` did nothing: it needs a person to mention, an issue or pull request, and `github-token`.");let p=b(`@${d.by} ${(0,u.PH)(e)}

${o.FO} --\x3e`);try{await s.call(r.eT,{issue_number:y,body:p},{budget:"extra"})}catch(e){if(!(e instanceof i.E1))throw e;c.warning(`${d.by} wasn't notified: ${e.full}`)}}})

};
